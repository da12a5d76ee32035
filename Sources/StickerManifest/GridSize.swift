/// A pack's size class: the size at which its stickers are shown.
///
/// One pack has one size class, and Messages scales every sticker to it. It says nothing about the canvas of a single
/// sticker, which may have another size. Size classes are ordered by `allCases`, from small to large.
///
/// Source: Apple, MSStickerSize: 100, 136 and 206 points, drawn at three pixels per point.
public enum GridSize: String, Sendable, Codable, CaseIterable {
  /// 100 points, four in a row.
  case small
  /// 136 points, three in a row.
  case regular
  /// 206 points, two in a row.
  case large

  /// The side of a sticker in Messages, in points.
  public var points: Int {
    switch self {
    case .small: 100
    case .regular: 136
    case .large: 206
    }
  }

  /// The side of a sticker's square canvas at @3x, in pixels.
  public var pixels: Int { points * 3 }

  /// Returns the size class whose canvas is nearest to a side of `pixels`; the larger of two that are
  /// equally near.
  package static func nearest(toPixels pixels: Int) -> GridSize {
    allCases.min { (abs($0.pixels - pixels), -$0.pixels) < (abs($1.pixels - pixels), -$1.pixels) }
      ?? .regular
  }
}
