public import StickerLint

/// Looks for the reasons for which App Store Connect refuses an upload or iOS does not show the stickers: a lint with only
/// the findings that know one, which are all errors.
///
///     let result = try await UploadTask("Biscuit.ipa").run()
///     for outcome in result.uploadOutcomes { print(outcome.check.title, outcome.answer) }
///
/// `UploadCheck.notChecked` lists what only a person can check.
public struct UploadTask: Sendable {
  private let lint: LintTask

  /// Creates a task for projects, catalogs with their projects, built products and folders of art.
  ///
  /// - Parameters:
  ///   - bundle: the path of a bundle that built products should hold; nil compares with none.
  public init(
    _ paths: [String], against bundle: String? = nil, options: LintOptions = LintOptions()
  ) {
    var lint = LintTask(paths, options: options.forUpload)
    lint.against = bundle
    lint.purpose = .upload
    self.lint = lint
  }

  /// Creates a task for one path.
  public init(_ path: String, against bundle: String? = nil, options: LintOptions = LintOptions()) {
    self.init([path], against: bundle, options: options)
  }

  /// Lints the files.
  ///
  /// - Throws: ``LintError`` as ``LintTask/run(_:)`` does.
  public func run(
    _ observe: @escaping TaskObserver = { _ in }
  ) async throws(LintError) -> LintResult {
    try await lint.run(observe).forUpload
  }
}
