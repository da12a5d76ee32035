package import Pixels

extension PictureFacts {
  /// What may stand behind a sticker.
  package struct Backdrop: Sendable {
    /// As messages name it, with its article.
    package let name: String
    /// Its colors, opaque: one, or several of which any may stand behind any place.
    package let colors: [Pixel]

    /// Apple publishes no colors for Messages. These are white, black and the system colors that
    /// its bubbles show: systemBlue and systemGray5, light and dark (Human Interface Guidelines,
    /// Color).
    package static let ofMessages = [
      Backdrop("white", 255, 255, 255), Backdrop("black, as in dark mode", 0, 0, 0),
      Backdrop("a blue bubble", 0, 122, 255), Backdrop("a blue bubble in dark mode", 10, 132, 255),
      Backdrop("a gray bubble", 229, 229, 234),
      Backdrop("a gray bubble in dark mode", 44, 44, 46),
    ]

    /// Where else stickers are put: on systemRed and systemYellow, as of other stickers and pictures,
    /// and on a photo. A busy photo has every lightness beside every other, so it is five grays,
    /// CIE L* 10, 30, 50, 70 and 90, each as likely behind a place as the others.
    package static let elsewhere = [
      Backdrop("a red", 255, 59, 48), Backdrop("a yellow", 255, 204, 0),
      Backdrop(
        name: "a busy photo",
        colors: [27, 71, 119, 171, 226].map { Pixel(red: $0, green: $0, blue: $0) }),
    ]

    /// All of them, in the order of `PictureFacts.contrast`.
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

/// How well a sticker's outline can be told from what it is put on, from 0 (it vanishes) to 100 (all
/// of it has a contrast of 3 : 1 or clearly another color, as `OutlineContrast.Visibility` says).
package struct Legibility: Sendable, Equatable {
  /// The mean over all of `PictureFacts.Backdrop.all`, 0 to 100.
  package var mean: Int
  /// The least over one of them, 0 to 100.
  package var worst: Int
  /// The name of that one.
  package var worstBackdrop: String
}

extension ImageFacts {
  /// What is seen of the outline; nil when the image was not decoded or has no outline worth
  /// speaking of. That of an opaque rectangle is its canvas's.
  var outlineVisibilities: [OutlineContrast.Visibility]? {
    guard isDecoded, let contrast = picture?.contrast, contrast.places >= 32,
      frameAlpha.contains(where: { $0.opaque < $0.total })
    else { return nil }
    return contrast.visibilities
  }

  /// The score of the first canvas that shows anything; nil where there is no outline.
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
  /// The share of the art that must be seen where its outline is not.
  static let leastSeen = 0.25
}
