internal import Pixels
internal import StickerFit
internal import StickerLint

/// Looks at art that lost its background as a person would, on white, on black and on the bubbles of
/// Messages. On the background everything was visible.
enum ArtJudge {
  /// The largest shares of the art that may disappear on one of them, 0 to 1: what has about its color, and
  /// what can hardly be told apart. Half of what the rule `low-contrast` reports.
  private static let (maximumInvisible, maximumLost) = (0.05, 0.15)

  /// Returns why the background must stay, as part of a sentence; nil if nothing speaks for it.
  static func harm(of art: Bitmap) -> String? {
    let backdrops = PictureFacts.Backdrop.ofMessages
    let lost = LostArt.measured(in: art, on: backdrops.map(\.color))
    for (art, backdrop) in zip(lost, backdrops)
    where art.invisible.share > maximumInvisible || art.lost.share > maximumLost {
      return "\(Text.percent(art.lost.share)) of the art would disappear on \(backdrop.name)"
    }
    return backdrops.first { art.losesPart(on: $0.color) }
      .map { "a part of the art would disappear on \($0.name)" }
  }
}

extension BackgroundRemoval.Obstacle {
  /// Why the background stays, as part of a sentence.
  var reason: String {
    switch self {
    case .tooLarge: "the canvas is too large; scale it first"
    case .unevenEdge: "the edge of the canvas has more than one color; erase the background by hand"
    case .cutOff:
      "the art touches the edge of the canvas around an area in the color of the background;"
        + " erase the background by hand"
    case .gap:
      "the background is connected to a part of the art through a gap; erase the background by hand"
    case .enclosedArea(let area):
      "the area of \(Text.area(area)) has the color of the background and may be art;"
        + " erase the background by hand"
    case .plate: "the background looks like a plate with a symbol, which is part of the art"
    case .specks(let count):
      "\(Text.count(count, "speck")) of the background would remain; erase the background by hand"
    case .rim(let share):
      "\(Text.percent(share)) of the edge would keep the color of the background;"
        + " erase the background by hand"
    }
  }
}
