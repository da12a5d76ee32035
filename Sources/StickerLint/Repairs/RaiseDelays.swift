internal import ImageContainers

extension Repair {
  /// Replaces delays of up to 10 ms by the 100 ms that viewers play. Longer ones are played as they are, at
  /// least by some viewers.
  package static let raiseDelays = Repair(
    "raise delays", .unsafe, .timing,
    .container { file in
      ImageContainer.edited(file) { $0.raiseDelays { $0 <= 10 ? 100 : $0 } }
    })
}
