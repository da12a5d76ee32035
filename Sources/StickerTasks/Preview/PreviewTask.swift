internal import Basics
public import StickerLint
package import StickerPacks
package import StickerReports

/// Draws stickers as Messages shows them, with their findings.
///
///     let preview = try await PreviewTask("Stickers").run()
///     try Data(preview.files[0].bytes).write(to: URL(filePath: "preview.html"))
///
/// Nothing is written. A page has at most 15 MB, however large the pack is: images are scaled down, and at most
/// 2,500 stills or 625 animations are shown. For findings without pictures, use ``LintTask``, which is faster.
public struct PreviewTask: Sendable {
  /// The options of the lint.
  public var options: LintOptions
  /// The parts to draw.
  public var parts: Set<PreviewPart> = [.page]
  /// Returns the destinations besides Messages whose verdicts are on the page.
  package var destinations: @Sendable ([PackSource]) throws -> [Destination] = { _ in [] }
  /// Called with the packs before they are drawn. What it throws ends the task.
  package var check: @Sendable ([PackSource]) throws -> Void = { _ in }
  private let path: FilePath

  /// Creates a task for a file or folder.
  public init(_ path: String, options: LintOptions = LintOptions()) {
    (self.path, self.options) = (FilePath(path), options)
  }

  /// Draws the stickers. Nothing is written.
  public func run(
    _ observe: @escaping TaskObserver = { _ in }
  ) async throws(TaskError) -> PreviewResult {
    do {
      try Rule.check(options.rules)
      let packs = try PackDiscovery([path], options).packs
      try check(packs)
      let destinations = try destinations(packs)
      let linter = Linter(beforeBuild: options)
      let result = try await linter.lint(packs, observe)
      let verdicts = destinations.map { DestinationVerdict($0, result, by: linter) }
      let pictures = try await StickerPictures(
        of: result, PreviewPart.allCases.filter(parts.contains).flatMap(\.pictures),
        limits: options.limits, jobs: options.jobs
      ) { observe(.progress(.drawing, done: $0, total: $1)) }
      var preview = PreviewResult(lint: result)
      for part in PreviewPart.allCases where parts.contains(part) {
        try draw(part, of: result, verdicts, pictures, into: &preview)
      }
      return preview
    } catch {
      throw TaskError(error, action: "encode the preview")
    }
  }

  private func draw(
    _ part: PreviewPart, of result: LintResult, _ verdicts: [DestinationVerdict],
    _ pictures: StickerPictures,
    into preview: inout PreviewResult
  ) throws {
    switch part {
    case .page:
      var page = LintPage(ReportContents(result), pictures)
      page.configuration = options.configuration.map { FilePath($0) }
      page.verdicts = verdicts
      page.view = verdicts.isEmpty ? .stickers : .destinations
      preview.missingImages = page.missingImages
      preview.files.append(.init(part: part, name: "preview.html", bytes: page.bytes()))
    case .sheet:
      let sheet = try ContactSheet.png(of: result, pictures)
      preview.files.append(.init(part: part, name: "sheet.png", bytes: sheet))
    }
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

extension PreviewPart {
  /// The pictures of the stickers that it needs.
  fileprivate var pictures: [StickerPictures.Part] {
    switch self {
    case .page: LintPage.pictures()
    case .sheet: [.sheet]
    }
  }
}
