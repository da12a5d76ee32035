internal import Basics
package import StickerFit
internal import StickerLint

extension StickerChange.Step {
  /// The step in a few words: `320 px`.
  package var words: String {
    switch self {
    case .converted: "APNG"
    case .imported(let source): "from \(source)"
    case .trimmed: "trimmed"
    case .outlined(let width): "\(width) px of outline"
    case .padded(let width): "\(width) px of padding"
    case .squared: "square"
    case .scaled(let side): "\(side) px"
    case .frames(let kept, let all): "\(kept) of \(Text.count(all, "frame"))"
    case .colors(let colors): Text.count(colors, "color")
    case .settled(let codes): "differences up to \(Text.count(codes, "code")) dropped"
    case .quality(let quality): "quality \(quality)"
    case .fix(let summary): summary
    }
  }
}
