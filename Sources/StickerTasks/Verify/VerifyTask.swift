internal import Basics
public import StickerBundles
internal import SystemLibraries

/// Compares the files of a bundle, or of its archive, with its manifest.
///
///     let problems = try await VerifyTask("Build/Stickers").run().problems
///
<<<<<<< HEAD
/// This detects accidents, not tampering: someone who can change a file can also change the manifest.
=======
/// This detects accidents, not tampering: a program that changes a file can change the manifest, too. Reads every file
/// of the bundle once, and keeps none in memory.
>>>>>>> 522d46f93757f35ffe72eae5f64e34146a14dd7e
public struct VerifyTask: Sendable {
  /// The number of files to read at the same time, 1 or more.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount
  private let bundle: FilePath

  /// Creates a task for a bundle's folder or archive.
  public init(_ bundle: String) { self.bundle = FilePath(bundle) }

  /// Reads all files of the bundle. Files outside of it are not opened, whatever the manifest lists.
  ///
  /// - Parameter observe: receives the progress.
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
