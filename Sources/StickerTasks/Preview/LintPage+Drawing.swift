internal import Basics
package import StickerLint
package import StickerPages
internal import StickerReports

extension LintTask {
  /// The pixels that findings concern, for reports without pictures. Reads their files again.
  package func masks(of result: LintResult) async throws(CancellationError) -> FindingMasks {
    try await StickerPictures(of: result, [.masks()], limits: options.limits, jobs: options.jobs)
      .masks
  }
}

extension LintPage {
  /// Creates a page with pictures of the stickers, which are read again.
  ///
  /// - Parameters:
  ///   - known: images of an earlier page, which need not be read again.
  ///   - observe: receives the progress.
  package init(
    drawing result: LintResult, _ options: LintOptions, known: [String: PageImage] = [:],
    _ observe: @escaping TaskObserver
  ) async throws(CancellationError) {
    let pictures = try await StickerPictures(
      of: result, Self.pictures(known: known), limits: options.limits, jobs: options.jobs
    ) { observe(.progress(.drawing, done: $0, total: $1)) }
    self.init(ReportContents(result), pictures)
    configuration = options.configuration.map { FilePath($0) }
  }
}
