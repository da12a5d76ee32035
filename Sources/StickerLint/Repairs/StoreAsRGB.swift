extension Repair {
  /// Stores an icon as an RGB PNG, without alpha if it is opaque. Every icon that is encoded again is one.
  package static let storeAsRGB = Repair(
    "store the icon as an RGB PNG", .safe, .storage, canRepair: { $0.format == .png },
    .encoding { _ in })
}
