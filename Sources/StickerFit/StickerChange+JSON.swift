package import Basics
internal import Pixels
package import StickerManifest
internal import StickerPacks

extension StickerChange: JSONObject {
  /// Adds the members of a sticker of `stickerpack schema fit`.
  package func addMembers(to json: inout JSONStream) {
    json.add("bytesAfter", (used ?? before).bytes)
    json.add("bytesBefore", before.bytes)
    json.add("error", error)
    json.add("file", file)
    if isChanged { json.add("fit", Manifest.Fit(self)) }
    json.add("fits", fits)
    json.add("maximumBytes", maximumBytes)
    if isRefused { json.add("refused", "the score is below the lowest that was asked for") }
    if !remarks.isEmpty { json.add("remarks", remarks) }
    json.add("writtenAs", used?.name)
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
