internal import Pixels

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
