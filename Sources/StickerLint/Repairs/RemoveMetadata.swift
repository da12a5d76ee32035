extension Repair {
  /// Removes metadata.
  package static let removeMetadata = Repair(
    "remove metadata", .safe, .metadata,
    .container { bytes, _ in ImageContainer.edited(bytes) { $0.removeMetadata() } })
}
