extension Repair {
  /// Replaces delays that count as a mistake by the one that viewers play. Longer ones are played as they
  /// are, at least by some viewers.
  package static let raiseDelays = Repair(
    "raise delays", .unsafe, .timing,
    .container { bytes, file in
      let delays = file.profile.delays.value
      return ImageContainer.edited(bytes) {
        $0.raiseDelays { $0 <= delays.longestMistake ? delays.replacement : $0 }
      }
    })
}
