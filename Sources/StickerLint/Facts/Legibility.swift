internal import Basics
package import Pixels

extension PictureFacts {
  /// A background of Messages.
  package struct Backdrop: Sendable {
    /// Its name on pages.
    package let id: String
    /// Its name in messages, with an article if it needs one.
    package let name: String
    package let color: Pixel
    /// Whether it is white or light gray.
    package var isLight: Bool { min(color.red, color.green, color.blue) >= 128 }

    /// Apple does not publish the colors of Messages. These are white, black in dark mode, and the
    /// system colors of its bubbles: systemBlue, systemGreen for SMS, and systemGray5, light and dark (Human
    /// Interface Guidelines, Color). The first two in dark mode are about the same as in light mode.
    package static let ofMessages = [
      Backdrop("white", "white", 255, 255, 255), Backdrop("black", "black", 0, 0, 0),
      Backdrop("blue", "a blue bubble", 0, 122, 255),
      Backdrop("green", "a green bubble", 52, 199, 89),
      Backdrop("gray", "a light gray bubble", 229, 229, 234),
      Backdrop("dark", "a dark gray bubble", 44, 44, 46),
    ]

    private init(_ id: String, _ name: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      (self.id, self.name) = (id, name)
      color = Pixel(red: red, green: green, blue: blue)
    }
  }
}

/// The visible share of a sticker's art on the backgrounds of Messages, from 0 (nothing) to 100.
package struct Legibility: Sendable {
  /// The mean over all of `PictureFacts.Backdrop.ofMessages`, 0 to 100.
  package var mean: Int
  /// The lowest over any of them, 0 to 100.
  package var worst: Int
  /// The backdrop with the lowest legibility.
  package var worstBackdrop: String
}

extension ImageFacts {
  /// The smallest fraction of a canvas that is opaque in a rectangle. A corner of one transparent pixel
  /// does not change its shape.
  private static let boxShare = 0.999

  /// Whether every canvas is an opaque rectangle, or one that was only padded to another shape.
  var isBox: Bool {
    frameAlpha.allSatisfy { Double($0.opaque) >= Double($0.total) * Self.boxShare } || isPaddedBox
  }

  /// Whether every canvas is an opaque rectangle that goes from one edge to the opposite one.
  private var isPaddedBox: Bool {
    guard let area = artArea, let canvas,
      (area.width == canvas.width) != (area.height == canvas.height)
    else { return false }
    // Scaling makes the two edges beside the padding soft.
    let soft = 2 * (area.width == canvas.width ? area.width : area.height)
    let least = Double(area.width * area.height - soft) * Self.boxShare
    return !frameAlpha.isEmpty && frameAlpha.allSatisfy { Double($0.opaque) >= least }
  }

  /// The measured canvases that show most of the art: those at least half as opaque as the most opaque
  /// one. The others fade in or out.
  var fullPictures: [PictureFacts] {
    let least = (pictures.map { frameAlpha[$0.frame].opacity }.max() ?? 0) / 2
    return pictures.filter { frameAlpha[$0.frame].opacity >= least }
  }

  /// The most opaque canvas for which a condition holds, if it holds for most of the canvases that show
  /// most of the art.
  func typicalPicture(where holds: (PictureFacts) -> Bool) -> PictureFacts? {
    let full = fullPictures
    let found = full.filter(holds)
    guard found.count * 2 > full.count else { return nil }
    return found.max { frameAlpha[$0.frame].opacity < frameAlpha[$1.frame].opacity }
  }

  /// The components of the most opaque canvas that are at the same place in most of the measured ones.
  func inMostPictures(_ find: (PictureFacts) -> [ArtExtent.Island]) -> [ArtExtent.Island] {
    guard let picture else { return [] }
    let samples = pictures.map(find)
    return find(picture).filter { island in
      samples.count { $0.contains { $0.area.intersection(island.area) != nil } } * 2 > samples.count
    }
  }

  /// The parts that are left over in most of the measured canvases.
  var leftovers: [ArtExtent.Island] { inMostPictures { $0.leftovers } }

  /// The legibility of the most opaque canvas; nil if the image was not decoded or is an opaque
  /// rectangle.
  package var legibility: Legibility? {
    guard isDecoded, !isBox, let lost = picture?.lost.map({ $0.all.lost.share }),
      let worst = lost.indices.max(by: { lost[$0] < lost[$1] })
    else { return nil }
    return Legibility(
      mean: Int(clamping: ((1 - lost.reduce(0, +) / Double(lost.count)) * 100).rounded()),
      worst: Int(clamping: ((1 - lost[worst]) * 100).rounded()),
      worstBackdrop: PictureFacts.Backdrop.ofMessages[worst].name)
  }
}
