package import Basics
public import ImageContainers
package import StickerFiles
package import StickerReports

/// Compares the manifests of two bundles.
///
///     let result = try await DiffTask(from: "Release/Stickers", to: "Build/Stickers").run()
///     print(result.report(as: .markdown))
///
/// Without ``readsImages``, only the manifests are read: comparing 100,000 stickers takes about 2 s. Whether the images
/// match their manifests is not checked; that is what ``VerifyTask`` does.
public struct DiffTask: Sendable {
  /// Whether the images of changed stickers are read for a page.
  public var readsImages = false
  /// The limits for reading and decoding one image.
  public var limits = DecodingLimits()
  /// The number of images to process at the same time, 1 or more.
  public var jobs = Processors.count
  private let old: FilePath
  private let new: FilePath

  /// Creates a task for two bundles: folders, archives or manifests.
  public init(from old: String, to new: String) {
    (self.old, self.new) = (FilePath(old), FilePath(new))
  }

  /// Compares the bundles.
  ///
  /// - Throws: if there is no bundle at a path.
  public func run(
    _ observe: @escaping TaskObserver = { _ in }
  ) async throws(TaskError) -> DiffResult {
    do {
      let (old, new) = try await BundledPacks.both(old, new)
      var result = DiffResult(difference: BundleDifference(from: old, to: new))
      guard readsImages else { return result }
      result.images = try await PageImage.images(
        of: result.difference, in: [old, new], limits: limits, jobs: jobs
      ) { observe(.progress(.drawing, done: $0, total: $1)) }
      return result
    } catch {
      throw TaskError(error)
    }
  }
}

/// The differences between two bundles.
public struct DiffResult: Sendable {
  /// The format of a report.
  public enum Format: String, Sendable, CaseIterable {
    /// Text for readers.
    case text
    /// JSON, described by `stickerpack schema difference`.
    case json
    /// For a comment on a pull request or a job's summary.
    case markdown
    /// A page that shows both versions of each changed sticker, if the images were read.
    case html
  }

  fileprivate let difference: BundleDifference
  fileprivate var images: [String: PageImage] = [:]

  fileprivate init(difference: BundleDifference) { self.difference = difference }

  /// Finds what a build has changed.
  ///
  /// - Parameters:
  ///   - replaced: the packs of the old bundle; nil if there was none.
  ///   - output: the folder of the new one.
  package init(from replaced: BundledPacks?, toBundleIn output: FilePath) throws(TaskError) {
    do {
      self.init(difference: BundleDifference(from: replaced, to: try BundledPacks(at: output)))
    } catch {
      throw TaskError(error)
    }
  }

  /// Whether nothing has changed.
  public var isSame: Bool { difference.isSame }

  /// Returns a report. Equal results produce equal reports.
  public func report(as format: Format) -> String {
    String(decoding: bytes(as: format, style: .plain), as: UTF8.self)
  }

  package func bytes(as format: Format, style: TextStyle) -> [UInt8] {
    switch format {
    case .text: Array(DifferenceReport.text(of: difference, style: style).utf8)
    case .json: DifferenceReport.json(of: difference)
    case .markdown: Array(DifferenceReport.markdown(of: difference).utf8)
    case .html: DifferencePage.html(of: difference, images: images)
    }
  }
}
