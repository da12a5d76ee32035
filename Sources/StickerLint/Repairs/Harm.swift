internal import Basics
internal import Pixels

extension Repair {
  /// The largest shares of the art that may disappear on a background of Messages, 0 to 1: what has about
  /// its color, and what can hardly be told apart. Half of what the rule `low-contrast` reports.
  fileprivate static let (maximumInvisible, maximumLost) = (0.05, 0.15)

  /// Returns why the background of some art must stay, as part of a sentence; nil if nothing speaks for it.
  ///
  /// On the background everything was visible. Looks at the art without it as a person would, on white, on
  /// black and on the bubbles of Messages.
  static func harm(of art: Bitmap) -> String? {
    let backdrops = PictureFacts.Backdrop.ofMessages
    let lost = LostArt.measured(in: art, on: backdrops.map { $0.color })
    for (art, backdrop) in zip(lost, backdrops)
    where art.all.invisible.share > maximumInvisible || art.all.lost.share > maximumLost {
      return "\(Text.percent(art.all.lost.share)) of the art would disappear on \(backdrop.name)"
    }
    return backdrops.first { art.losesPart(on: $0.color) }
      .map { "a part of the art would disappear on \($0.name)" }
  }
}

extension ImageFacts {
  /// Returns why the image must not replace the one before some repairs, as part of a sentence; nil if nothing
  /// speaks against it.
  ///
  /// Compares the canvases that show most of the art on the backgrounds of Messages. Art that was hardly visible
  /// before may stay so.
  package func harm(comparedWith before: ImageFacts) -> String? {
    guard let old = before.picture else { return nil }
    guard let new = picture else { return "nothing of the art would be visible" }
    for (index, backdrop) in PictureFacts.Backdrop.ofMessages.enumerated() {
      let (was, lost) = (old.lost[index].all, new.lost[index].all)
      if lost.invisible.share - was.invisible.share > Repair.maximumInvisible
        || lost.lost.share - was.lost.share > Repair.maximumLost
      {
        return "\(Text.percent(lost.lost.share)) of the art would disappear on \(backdrop.name)"
      }
    }
    return nil
  }
}
