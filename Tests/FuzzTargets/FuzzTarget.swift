/// What is fuzzed. Each target takes any bytes at all.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// The walkers of PNG, GIF, JPEG and Exif, and the signatures of files.
  case containers
  /// A PNG or APNG: walked, decoded to its end, linted, reported.
  case png
  /// A GIF: the same.
  case gif
  /// A JPEG: the same.
  case jpeg
  /// `stickerpack.json`.
  case configuration
  /// A baseline.
  case baseline
  /// A catalog's `Contents.json`.
  case catalog
  /// `manifest.json`.
  case manifest

  /// Gives the bytes to the code under test and holds it to its promises.
  package func run(_ bytes: [UInt8]) throws {
    switch self {
    case .containers: try ContainerPromises.check(bytes)
    case .png, .gif, .jpeg: try ImagePromises.check(bytes)
    case .configuration: try ConfigurationPromises.check(bytes)
    case .baseline: try BaselinePromises.check(bytes)
    case .catalog: try CatalogPromises.check(bytes)
    case .manifest: try ManifestPromises.check(bytes)
    }
  }

  /// Inputs are kept below this size, in bytes, so that one takes a millisecond or so.
  package var largestInput: Int {
    switch self {
    case .gif, .jpeg: 20_000
    case .containers: 8_192
    case .png, .configuration, .baseline, .catalog, .manifest: 4_096
    }
  }
}

/// A promise of the code under test that some input broke.
package struct BrokenPromise: Error, CustomStringConvertible {
  /// What should have been true.
  package var description: String
}

func promise(_ holds: Bool, _ text: @autoclosure () -> String) throws(BrokenPromise) {
  guard holds else { throw BrokenPromise(description: text()) }
}
