internal import Basics
internal import StickerReports
package import StickerBundles
internal import StickerManifest

/// Pages that show stickers before and after a change.
package enum DifferencePage {
  private static let scripts = [
    "apng", "page", "fragment", "backgrounds", "player", "comparison", "fixing", "diff",
  ]

  /// A page that shows both versions of each changed sticker.
  ///
  /// - Parameter images: the images by SHA-256 of the sticker's file at @3x.
  package static func html(
    of difference: BundleDifference, images: [String: PageImage]
  ) throws -> [UInt8] {
    try page(
      PageContents(
        summary: DifferenceReport.summary(of: difference), difference.stickers, images,
        files: difference.files.map { DifferenceReport.row(of: $0).words.withoutControls }
      ) { positions in
        difference.packs.filter { !$0.isSame }.map { Pack($0, positions) }
      })
  }

  /// A page that shows stickers before and after a change of their files.
  ///
  /// - Parameters:
  ///   - groups: the stickers, and what those of a group have in common, such as their folder.
  ///   - images: the images by SHA-256 of the file.
  package static func html(
    of groups: [(title: String, changes: [FileChange])], summary: String,
    images: [String: PageImage]
  ) throws -> [UInt8] {
    let versions = groups.flatMap(\.changes).map(\.change.versions)
    return try page(
      PageContents(
        summary: summary, (versions.map(\.old) + versions.map(\.new)).compactMap { $0?.sticker },
        images
      ) { positions in
        groups.filter { !$0.changes.isEmpty }.map { group in
          Pack(
            title: group.title.withoutControls,
            stickers: group.changes.map { Change($0, positions) })
        }
      })
  }

  private static func page(_ contents: PageContents) throws -> [UInt8] {
    try HTMLPage.bytes(
      "comparison", title: "Sticker comparison", body: Resource.bytes("diff.html"),
      scripts: scripts, data: contents)
  }

  /// What the page shows, as its scripts read it.
  private struct PageContents: Encodable {
    var summary: String
    var packs: [Pack]
    /// The changed files outside of the packs, in words.
    var files: [String]
    var images: [PageImage] = []

    /// - Parameters:
    ///   - stickers: the stickers to show, in the order of their images.
    ///   - read: the images by SHA-256.
    ///   - packs: called with the index of each image.
    init(
      summary: String, _ stickers: [Manifest.Sticker], _ read: [String: PageImage],
      files: [String] = [], packs: ([String: Int]) -> [Pack]
    ) {
      self.summary = summary.withoutControls
      self.files = files
      var positions: [String: Int] = [:]
      for digest in stickers.map({ $0.scales[0].sha256 }) where positions[digest] == nil {
        guard let image = read[digest] else { continue }
        positions[digest] = images.count
        images.append(image)
      }
      self.packs = packs(positions)
    }
  }

  fileprivate struct Pack: Encodable {
    /// What differs about the pack itself, in words.
    var title: String
    var stickers: [Change]
    /// The changed files that no sticker explains, in words.
    var files: [String] = []
  }

  fileprivate struct Change: Encodable {
    var kinds: [String]
    /// What has changed, in words.
    var words: String
    var old: Side?
    var new: Side?
    /// What fixing the sticker did.
    var fixing: FileChange.Fixing?

    init(_ change: BundleDifference.StickerChange, _ images: [String: Int]) {
      kinds = change.kinds.map(\.rawValue)
      words = DifferenceReport.row(of: change).words.withoutControls
      old = change.versions.old.map { Side($0.sticker, images) }
      new = change.versions.new.map { Side($0.sticker, images) }
    }

    init(_ file: FileChange, _ images: [String: Int]) {
      self.init(file.change, images)
      if !file.note.isEmpty { words += ", " + file.note.withoutControls }
      fixing = file.fixing
      if let fixing { kinds = [fixing.outcome] }
    }
  }

  /// A version of a sticker.
  fileprivate struct Side: Encodable {
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

extension DifferencePage.Pack {
  fileprivate init(_ pack: BundleDifference.Pack, _ images: [String: Int]) {
    title = DifferenceReport.section(of: pack).title.withoutControls
    stickers = pack.stickers.map { DifferencePage.Change($0, images) }
    files = pack.files.map { DifferenceReport.row(of: $0).words.withoutControls }
  }
}
