internal import Pixels
package import StickerManifest

extension StickerChange: Encodable {
  private enum Key: CodingKey {
    case file, writtenAs, fits, bytesBefore, bytesAfter, fit, remarks, error
  }

  /// Encodes a sticker of `stickerpack schema fit`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(file, forKey: .file)
    try container.encodeIfPresent(used?.name, forKey: .writtenAs)
    try container.encode(fits, forKey: .fits)
    try container.encode(before.bytes, forKey: .bytesBefore)
    try container.encode((used ?? before).bytes, forKey: .bytesAfter)
    if isChanged { try container.encode(Manifest.Fit(self), forKey: .fit) }
    if !remarks.isEmpty { try container.encode(remarks, forKey: .remarks) }
    try container.encodeIfPresent(error, forKey: .error)
  }
}

extension Manifest.Fit {
  /// The entry of a fitted sticker.
  package init(_ change: StickerChange) {
    self.init(
      bytesBefore: change.before.bytes, changes: change.steps.map(Change.init),
      indexed: change.hasNewPalette, quality: Quality(change.quality.worst),
      meanQuality: Quality(change.quality.mean),
      alternative: change.alternative.map {
        Alternative(score: $0.score, changes: $0.steps.map(Change.init))
      })
  }
}

extension Manifest.Fit.Quality {
  fileprivate init(_ canvas: Quality.Canvas) {
    self.init(score: canvas.score, decibels: canvas.decibels)
  }
}

extension Manifest.Fit.Change {
  fileprivate init(_ step: StickerChange.Step) {
    switch step {
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
    case .fix(let summary): self.init("fixed", from: summary)
    }
  }
}
