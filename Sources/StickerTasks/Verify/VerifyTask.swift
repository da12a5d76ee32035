internal import Basics
public import StickerFiles

/// Compares the files of a bundle, or of its archive, with its manifest.
///
///     let problems = try await VerifyTask("Build/Stickers").run().problems
///
/// This detects accidents, not tampering: a program that changes a file can change the manifest, too. Reads every file
/// of the bundle once, and keeps none in memory.
public struct VerifyTask: Sendable {
  /// The number of files to read at the same time, 1 or more.
  public var jobs = Processors.count
  private let bundle: FilePath

  /// Creates a task for a bundle's folder or archive.
  public init(_ bundle: String) { self.bundle = FilePath(bundle) }

  /// Reads all files of the bundle. Files outside of it are not opened, whatever the manifest lists.
  ///
  /// - Throws: if there is no bundle at the path.
  public func run(
    _ observe: @escaping TaskObserver = { _ in }
  ) async throws(TaskError) -> BundleVerification {
    do {
      return try await BundleVerification(ofBundleAt: bundle, jobs: jobs) {
        observe(.progress(.verifying, done: $0, total: $1))
      }
    } catch {
      throw TaskError(error)
    }
  }
}
