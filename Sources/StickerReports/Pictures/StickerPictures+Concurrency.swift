internal import Basics
package import ImageContainers
package import StickerLint

extension StickerPictures {
  /// Draws pictures of a lint's stickers.
  ///
  /// - Parameters:
  ///   - jobs: the number of images to read at the same time.
  ///   - progress: called after each image with the number of finished images and the total.
  package init(
    of result: LintResult, _ parts: [Part], limits: DecodingLimits, jobs: Int,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(CancellationError) {
    let plan = Plan(result, parts)
    let drawn = try await plan.orders.concurrentMap(jobs: jobs, progress: progress) {
      [destination = result.destination] in DrawnImage($0, limits: limits, destination)
    }
    self.init(plan, drawn)
  }
}
