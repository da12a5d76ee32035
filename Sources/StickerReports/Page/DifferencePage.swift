internal import Basics
internal import ImageContainers
internal import Pixels
internal import StickerFit
internal import StickerPacks

/// Pages that show stickers before and after a change.
package enum DifferencePage {
  private static let scripts = [
    "apng", "page", "fragment", "backgrounds", "player", "comparison", "fixing", "diff",
  ]

  /// A page that shows stickers before and after a change of their files.
  ///
  /// - Parameters:
  ///   - groups: the stickers, and what those of a group have in common, such as their folder.
  ///   - images: the images by SHA-256 of the file.
  package static func html(
    of groups: [(title: String, stickers: [ComparedSticker])], summary: String,
    images: [String: PageImage]
  ) -> [UInt8] {
    let shown = groups.filter { !$0.stickers.isEmpty }.map {
      (title: $0.title, stickers: $0.stickers, files: [String]())
    }
    return page(Contents(shown, summary: summary, images))
  }

  static func page(_ contents: Contents) -> [UInt8] {
    HTMLPage.bytes(
      "comparison", title: "Sticker comparison", body: Resource.bytes("diff.html"),
      scripts: scripts, data: contents)
  }

  /// The content of the page, as its scripts read it.
  struct Contents: JSONObject {
    private var packs: [(title: String, stickers: [ComparedSticker], files: [String])]
    var summary: String
    /// The changed files outside of the packs, in words.
    var files: [String]
    var images: [PageImage] = []
    /// The indices of the images by the SHA-256 of their files.
    var positions: [String: Int] = [:]

    init(
      _ packs: [(title: String, stickers: [ComparedSticker], files: [String])], summary: String,
      _ read: [String: PageImage], files: [String] = []
    ) {
      (self.packs, self.summary, self.files) = (packs, summary, files)
      let stickers = packs.flatMap { $0.stickers }
      let versions = stickers.map { $0.versions }
      let shown = versions.compactMap { $0.old } + versions.compactMap { $0.new }
      let digests =
        shown.map { $0.sha256 }
        + stickers.compactMap { $0.closeUp }.flatMap { $0.files }.map { $0.sha256 }
      for digest in digests where positions[digest] == nil {
        guard let image = read[digest] else { continue }
        positions[digest] = images.count
        images.append(image)
      }
    }

    func addMembers(to json: inout JSONStream) {
      // In words, as those of the packs, which no sticker explains.
      json.add("files", files)
      json.add("images", images)
      json.add("packs", objects: packs) { json, pack in
        json.add("files", pack.files)
        json.add("stickers", objects: pack.stickers) { add($1, to: &$0) }
        // The differences of the pack itself, in words.
        json.add("title", pack.title.withoutControls)
      }
      json.add("summary", summary.withoutControls)
    }

    private func add(_ sticker: ComparedSticker, to json: inout JSONStream) {
      if let closeUp = sticker.closeUp {
        json.add("closeUp") {
          // The part of the canvas, in pixels.
          $0.add("area", closeUp.area)
          // The index of the old frame.
          $0.add("frame", closeUp.moment.frame)
          // Empty if the page has no room for them.
          $0.add("images", closeUp.files.compactMap { positions[$0.sha256] })
          $0.add("score", closeUp.score)
          // The time before the frame, in milliseconds.
          $0.add("time", closeUp.moment.time)
        }
      }
      json.add("fixing", sticker.fixing)
      json.add("isScaled", sticker.isScaled)
      json.add("kinds", sticker.kinds)
      add(sticker.versions.new, as: "new", to: &json)
      add(sticker.versions.old, as: "old", to: &json)
      json.add("words", sticker.words)
    }

    private func add(_ version: StickerChange.Version?, as key: String, to json: inout JSONStream) {
      guard let version else { return }
      json.add(key) {
        // The size of the image at @3x in pixels.
        $0.add("height", version.canvas?.height ?? 0)
        // Omitted if it cannot be shown.
        $0.add("image", positions[version.sha256])
        $0.add("label", version.label?.withoutControls)
        $0.add("name", version.name.withoutControls)
        // The number of times an animation plays; 0 is forever.
        $0.add("plays", version.timing?.loop.plays)
        $0.add("width", version.canvas?.width ?? 0)
      }
    }
  }
}
