internal import Basics
package import StickerBundles
internal import StickerManifest

extension DifferenceReport {
  private static let scripts = [
    PackageResources.page_js, PackageResources.fragment_js, PackageResources.apng_js,
    PackageResources.backgrounds_js, PackageResources.player_js, PackageResources.comparison_js,
    PackageResources.diff_js,
  ]

  /// A page that shows both versions of each changed sticker.
  ///
  /// - Parameter images: the images by SHA-256 of the sticker's file at @3x.
  package static func html(
    of difference: BundleDifference, images: [String: PageImage]
  ) throws -> [UInt8] {
    try HTMLPage.bytes(
      "comparison", title: "Sticker comparison", body: PackageResources.diff_html,
      scripts: scripts, data: PageContents(difference, images))
  }

  /// What the page shows, as its scripts read it.
  private struct PageContents: Encodable {
    var summary: String
    var packs: [Pack]
    /// The changed files outside of the packs, in words.
    var files: [String]
    var images: [PageImage] = []

    init(_ difference: BundleDifference, _ read: [String: PageImage]) {
      summary = DifferenceReport.summary(of: difference)
      files = difference.files.map { DifferenceReport.row(of: $0).words.withoutControls }
      var positions: [String: Int] = [:]
      for digest in difference.stickers.map({ $0.scales[0].sha256 })
      where positions[digest] == nil {
        guard let image = read[digest] else { continue }
        positions[digest] = images.count
        images.append(image)
      }
      packs = difference.packs.filter { !$0.isSame }.map { Pack($0, positions) }
    }
  }

  private struct Pack: Encodable {
    /// What differs about the pack itself, in words.
    var title: String
    var stickers: [Change]
    /// The changed files that no sticker explains, in words.
    var files: [String]

    init(_ pack: BundleDifference.Pack, _ images: [String: Int]) {
      title = DifferenceReport.section(of: pack).title.withoutControls
      stickers = pack.stickers.map { Change($0, images) }
      files = pack.files.map { DifferenceReport.row(of: $0).words.withoutControls }
    }
  }

  private struct Change: Encodable {
    var kinds: [String]
    /// What has changed, in words.
    var words: String
    var old: Side?
    var new: Side?

    init(_ change: BundleDifference.StickerChange, _ images: [String: Int]) {
      kinds = change.kinds.map(\.rawValue)
      words = DifferenceReport.row(of: change).words.withoutControls
      old = change.versions.old.map { Side($0.sticker, images) }
      new = change.versions.new.map { Side($0.sticker, images) }
    }
  }

  /// A version of a sticker.
  private struct Side: Encodable {
    var name: String
    var label: String?
    /// The size of the image at @3x in pixels.
    var width: Int
    var height: Int
    /// The index of the image; nil if it cannot be shown.
    var image: Int?
    /// How often an animation plays; 0 is forever.
    var plays: Int?

    init(_ sticker: Manifest.Sticker, _ images: [String: Int]) {
      let art = sticker.scales[0]
      name = sticker.id.withoutControls
      label = sticker.label?.withoutControls
      (width, height) = (art.width, art.height)
      image = images[art.sha256]
      plays = sticker.animation?.plays
    }
  }
}
