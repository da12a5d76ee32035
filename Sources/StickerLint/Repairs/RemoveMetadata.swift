internal import ImageContainers

extension Repair {
  /// Removes metadata.
  package static let removeMetadata = Repair(
    "remove metadata", .safe, .metadata,
    .container { file in
      ImageContainer.edited(file) { $0.removeMetadata() }
    })
}
