import Dispatch

/// The code that is fuzzed, one case for each reader. Every target accepts any bytes.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// The walkers of PNG, GIF, JPEG and Exif, and file signatures.
  case containers
  /// A PNG or APNG: walked, decoded to its end, linted, reported.
  case png
  /// A PNG or APNG, decoded by both decoders.
  case decoders
  /// A GIF: walked, decoded, linted and reported as a PNG is.
  case gif
  /// A JPEG: the same.
  case jpeg
  /// A PNG, GIF or JPEG, fixed in memory.
  case repairs
  /// A PNG, GIF or JPEG, made small enough with options that follow from the input.
  case fit
  /// A PNG, GIF or JPEG, shown on a page, on a contact sheet, in a terminal and in the App Store.
  case preview
  /// A WebP file, read and decoded.
  case webp
  /// A sticker of any format, linted, planned, fitted and built for other stores than Apple's. A text in braces is the
  /// file of a store.
  case stores
  /// `stickerpack.json`, and the file of a destination.
  case configuration
  /// A baseline.
  case baseline
  /// A `.strings` file with translated labels.
  case strings
  /// A folder with asset catalogs, sequences and configurations, discovered and linted. The input is
  /// a `FolderInput`.
  case catalog
  /// `manifest.json`, of a bundle or of a collection.
  case manifest
  /// A bundle's zip archive.
  case archive
  /// A folder with a catalog and its project, discovered and linted as for `catalog`.
  case project
  /// A property list, in XML or in the binary format.
  case propertyList
  /// A built product, read and linted: a .zip, or a folder as for `catalog`.
  case product

  /// Runs the code under test and checks its invariants.
  package func run(_ bytes: [UInt8]) throws {
    switch self {
    case .containers: try ContainerInvariants.check(bytes)
    case .png, .gif, .jpeg: try ImageInvariants.check(bytes)
    case .decoders: try DecoderInvariants.check(bytes)
    case .repairs: try RepairInvariants.check(bytes)
    case .fit: try FitInvariants.check(bytes)
    case .preview: try PreviewInvariants.check(bytes)
    case .webp: try WebPInvariants.check(bytes)
    case .stores: try StoreInvariants.check(bytes)
    case .configuration:
      try ConfigurationInvariants.check(bytes)
      try DestinationFileInvariants.check(bytes)
    case .baseline: try BaselineInvariants.check(bytes)
    case .strings: try StringsInvariants.check(bytes)
    case .catalog, .project: try DiscoveryInvariants.check(bytes)
    case .manifest: try ManifestInvariants.check(bytes)
    case .archive: try ArchiveInvariants.check(bytes)
    case .propertyList: try PropertyListInvariants.check(bytes)
    case .product: try ProductInvariants.check(bytes)
    }
  }

  /// The most bytes of an input, so one takes about a millisecond.
  package var largestInput: Int {
    switch self {
    case .containers, .product: 8_192
    case .png, .gif, .jpeg, .decoders, .repairs, .fit, .preview, .webp, .stores, .configuration,
      .baseline,
      .strings, .catalog, .manifest, .archive, .propertyList, .project:
      4_096
    }
  }
}

/// An invariant of the code under test that does not hold for some input.
package struct InvariantViolation: Error, CustomStringConvertible {
  /// The invariant.
  package var description: String
}

/// Runs asynchronous work to its end.
func wait(_ work: @escaping @Sendable () async throws -> Void) throws {
  final class Outcome: @unchecked Sendable { var error: (any Error)? }
  let (outcome, done) = (Outcome(), DispatchSemaphore(value: 0))
  Task {
    do { try await work() } catch { outcome.error = error }
    done.signal()
  }
  done.wait()
  if let error = outcome.error { throw error }
}

func invariant(_ holds: Bool, _ text: @autoclosure () -> String) throws(InvariantViolation) {
  guard holds else { throw InvariantViolation(description: text()) }
}
