import Basics
import ImageCodecs
import ImageContainers
import Pixels
import StickerFit
import StickerManifest
import TestSupport

/// Invariants of `fit`, for any bytes with an image's signature.
enum FitInvariants {
  /// Lower limits than for decoding, because a file is encoded dozens of times.
  static let limits = {
    var limits = ImageInvariants.limits
    limits.pixels = 1 << 13
    limits.frames = 8
    limits.decodedBytes = 1 << 18
    return limits
  }()

  static func check(_ bytes: [UInt8]) throws {
    // The options follow from the input, so they are the same each time.
    var random = SplitMix(state: bytes.reduce(7) { $0 &* 31 &+ UInt64($1) })
    func choice<Value>(_ values: Value...) -> Value {
      values[Int(random.next() % UInt64(values.count))]
    }
    var fitter = StickerFitter()
    fitter.options.limits = limits
    // Most files are too large for some of these.
    fitter.options.maximumBytes = choice(0, 60, bytes.count / 2, bytes.count - 1, 500_000)
    fitter.options.minimumScore = choice(nil, nil, 50, 100, -.infinity)
    fitter.options.allowsPalette = choice(true, true, false)
    fitter.options.convertsGIF = choice(true, false)
    fitter.options.effort = choice(.quick, .quick, .smallest)
    fitter.options.jobs = choice(1, 2)
    // Changed canvases are a hundred times larger than those of most inputs.
    if random.next() % 16 == 0 {
      fitter.options.art.trims = choice(true, false)
      fitter.options.art.padding = choice(0, 5, 75)
      fitter.options.art.outline = choice(nil, DieCutOutline(whiteWidth: choice(1, 6, 30)))
      fitter.options.art.squares = choice(true, false)
      fitter.options.art.enlarges = choice(true, false)
      fitter.options.maximumBytes = choice(bytes.count, 500_000)
      fitter.options.effort = .quick
    }
    let sticker: StickerChange
    do {
      sticker = try fitter.fit(HashedBytes(bytes), in: choice(nil, .small, .regular, .large))
    } catch {
      try invariant(!error.description.isEmpty, "an error has a message")
      return
    }
    try invariant(sticker.score <= 100, "a score is at most 100")
    try invariant(
      !sticker.fits || sticker.content.count <= fitter.maximumBytes, "what fits is small enough")
    guard sticker.isChanged else {
      try invariant(sticker.content == bytes, "a sticker without changes keeps its bytes")
      return
    }
    let decoded = try Decoded(sticker.content, limits: DecodingLimits())
    try invariant(decoded.defects.isEmpty, "a changed sticker has no defect")
    try invariant(
      decoded.canvases.allSatisfy { max($0.width, $0.height) <= 618 }, "a canvas is at most 618 px")
  }
}
