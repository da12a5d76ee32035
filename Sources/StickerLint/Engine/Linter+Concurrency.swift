internal import Basics
package import StickerPacks

extension Linter {
  /// Lints packs. Files are read concurrently; the result has the order of the packs.
  ///
  /// - Parameter progress: called after each file with the number of finished files and the total.
  package func lint(
    _ packs: [PackSource], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(CancellationError) -> LintResult {
    let files = packs.map { distinctFiles(of: $0) }
    let shared = SharedFiles(Array(files.joined()))
    let facts = try await shared.distinct.concurrentMap(
      jobs: jobs, progress: progress, read)
    return check(packs, files, shared.facts(from: facts))
  }
}
