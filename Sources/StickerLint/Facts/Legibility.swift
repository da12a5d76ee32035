package import Pixels

extension PictureFacts {
  /// A background on which a sticker may be placed.
  package struct Backdrop: Sendable {
    /// Its name in messages, with an article.
    package let name: String
    /// Its opaque colors. With several, each may be behind any part of the sticker.
    package let colors: [Pixel]

    /// Apple does not publish the colors of Messages. These are white, black and the system colors
    /// of its bubbles: systemBlue and systemGray5, light and dark (Human Interface Guidelines,
    /// Color).
    package static let ofMessages = [
      Backdrop("white", 255, 255, 255), Backdrop("black, as in dark mode", 0, 0, 0),
      Backdrop("a blue bubble", 0, 122, 255), Backdrop("a blue bubble in dark mode", 10, 132, 255),
      Backdrop("a gray bubble", 229, 229, 234),
      Backdrop("a gray bubble in dark mode", 44, 44, 46),
    ]

    /// Other backgrounds: systemRed and systemYellow, which stand for other stickers and pictures, and
    /// a photo. A busy photo has all levels of lightness next to each other, so it is five equally
    /// likely grays of CIE L* 10, 30, 50, 70 and 90.
    package static let elsewhere = [
      Backdrop("a red", 255, 59, 48), Backdrop("a yellow", 255, 204, 0),
      Backdrop(
        name: "a busy photo",
        colors: [27, 71, 119, 171, 226].map { Pixel(red: $0, green: $0, blue: $0) }),
    ]

    /// All backdrops, in the order of `PictureFacts.contrast`.
    package static let all = ofMessages + elsewhere

    private init(name: String, colors: [Pixel]) {
      self.name = name
      self.colors = colors
    }

    private init(_ name: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.init(name: name, colors: [Pixel(red: red, green: green, blue: blue)])
    }
  }
}

/// How well a sticker's outline stands out from its background, from 0 (invisible) to 100 (all of it has
/// a contrast of 3 : 1 or a clearly different color, as defined by `OutlineContrast.Visibility`).
package struct Legibility: Sendable, Equatable {
  /// The mean over all of `PictureFacts.Backdrop.all`, 0 to 100.
  package var mean: Int
  /// The lowest over any of them, 0 to 100.
  package var worst: Int
  /// The backdrop with the lowest legibility.
  package var worstBackdrop: String
}

extension ImageFacts {
  /// The visibility of the outline on each backdrop; nil if the image was not decoded or has no
  /// significant outline. An opaque rectangle only has the outline of its canvas.
  var outlineVisibilities: [OutlineContrast.Visibility]? {
    guard isDecoded, let contrast = picture?.contrast, contrast.places >= 32,
      frameAlpha.contains(where: { $0.opaque < $0.total })
    else { return nil }
    return contrast.visibilities
  }

  /// The legibility of the most opaque canvas; nil if it has no outline.
  package var legibility: Legibility? {
    guard let visibilities = outlineVisibilities,
      let worst = visibilities.indices.min(by: {
        visibilities[$0].clarity < visibilities[$1].clarity
      })
    else { return nil }
    let sum = visibilities.reduce(0) { $0 + $1.clarity }
    return Legibility(
      mean: Int((sum / Double(visibilities.count) * 100).rounded()),
      worst: Int((visibilities[worst].clarity * 100).rounded()),
      worstBackdrop: PictureFacts.Backdrop.all[worst].name)
  }
}

extension OutlineContrast {
  /// The share of the art that must be visible if its outline is not.
  static let leastSeen = 0.25
}
