package import Basics
package import StickerLint
internal import StickerPacks

/// A lint result as a page that shows the stickers as Messages does, with their findings.
package struct LintPage: Sendable {
  /// A part of the page.
  package enum View: String, Sendable {
    /// The findings of all stickers, by rule.
    case findings
    /// The stickers, one of them on backgrounds, and Messages.
    case stickers
    /// The stickers by destinations.
    case destinations
  }

  /// The findings.
  package var contents: ReportContents
  /// The part that the page shows first.
  package var view = View.findings
  /// The images and masks; nil for a page without pictures.
  package var pictures: StickerPictures?
  /// The configuration that replaces those of the folders above the packs, if there is one.
  package var configuration: FilePath?
  /// The verdicts of other destinations on the packs of the contents; empty if none were asked for.
  package var verdicts: [DestinationVerdict] = []
  /// The image that tells when to load the page again; nil for a page that never changes.
  package var stamp: PageStamp?

  /// The pictures that a page needs.
  ///
  /// - Parameter known: images of an earlier page.
  package static func pictures(
    known: [String: PageImage] = [:]
  ) -> [StickerPictures.Part] {
    [.masks(mostRuns: PageImage.mostMaskRuns), .images(known: known)]
  }

  /// Creates a page.
  package init(_ contents: ReportContents, _ pictures: StickerPictures? = nil) {
    (self.contents, self.pictures) = (contents, pictures)
  }

  /// The number of stickers that the page cannot show.
  package var missingImages: Int {
    contents.packs.flatMap { $0.facts.shownStickers }
      .count { pictures?.images[$0.facts.contentHash ?? ""] == nil }
  }

  private static let scripts = [
    "apng", "page", "fragment", "backgrounds", "player", "messages", "findings", "mask", "refresh",
    "report", "destinations", "preview",
  ]

  /// The HTML. Equal pages have equal bytes.
  package func bytes() -> [UInt8] {
    HTMLPage.bytes(
      "preview", title: "Sticker preview", body: Resource.bytes("preview.html"),
      scripts: Self.scripts, data: PageContents(self),
      imageSources: stamp == nil ? "" : " 'self' file:")
  }
}

/// An image for a page: decoded by stickerpack and encoded again, without metadata.
package struct PageImage: Sendable, JSONObject {
  /// The MIME type of the data.
  package var type: String
  /// The file in Base64.
  package var data: String
  /// Its width in pixels, at most that of the art.
  package var width: Int
  /// Its height in pixels.
  package var height: Int
  /// Whether it is an APNG, whose delays are those that iOS applies.
  package var isAnimated: Bool

  /// Creates an image from a file.
  package init(type: String, file: [UInt8], width: Int, height: Int, isAnimated: Bool) {
    self.type = type
    data = Base64.text(of: file)
    self.width = width
    self.height = height
    self.isAnimated = isAnimated
  }

  package func addMembers(to json: inout JSONStream) {
    json.add("data", data)
    json.add("height", height)
    json.add("isAnimated", isAnimated)
    json.add("type", type)
    json.add("width", width)
  }
}
