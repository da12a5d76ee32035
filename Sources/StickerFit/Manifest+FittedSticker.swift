internal import Pixels
package import StickerManifest

extension Manifest.Fit {
  /// What was changed in a sticker.
  package init(_ sticker: FittedSticker) {
    self.init(
      bytesBefore: sticker.originalBytes, changes: sticker.changes.map(Change.init),
      indexed: sticker.hasNewPalette, quality: Quality(sticker.quality.worst),
      meanQuality: Quality(sticker.quality.mean),
      nextBetter: sticker.nextBetter.map {
        Alternative(bytes: $0.bytes, changes: $0.changes.map(Change.init))
      })
  }
}

extension Manifest.Fit.Quality {
  fileprivate init(_ canvas: Quality.Canvas) {
    self.init(score: canvas.score, decibels: canvas.decibels)
  }
}

extension Manifest.Fit.Change {
  fileprivate init(_ change: FittedSticker.Change) {
    switch change {
    case .converted: self.init("converted")
    case .imported(let source): self.init("imported", from: source)
    case .trimmed: self.init("trimmed")
    case .outlined(let width): self.init("outlined", width)
    case .padded(let width): self.init("padded", width)
    case .squared: self.init("squared")
    case .scaled(let side): self.init("scaled", side)
    case .frames(let kept, let all): self.init("frames", kept, of: all)
    case .colors(let colors): self.init("colors", colors)
    case .settled(let codes): self.init("settled", codes)
    case .quality(let quality): self.init("quality", quality)
    }
  }
}
