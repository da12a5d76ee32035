extension Repair {
  /// Makes an animation play forever.
  package static let loopForever = Repair(
    "loop forever", .unsafe, .timing,
    .container { bytes, _ in ImageContainer.edited(bytes) { $0.loopForever() } })
}
