internal import ImageContainers

extension Repair {
  /// Makes an animation play forever.
  package static let loopForever = Repair(
    "loop forever", .unsafe, .timing,
    .container { file in
      ImageContainer.edited(file) { $0.loopForever() }
    })
}
