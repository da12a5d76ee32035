import Basics
import ImageCodecs
import ImageContainers
import StickerLint
import StickerPacks
import StickerReports
import TestSupport

/// Invariants of pictures of stickers, for any bytes with an image's signature.
enum PreviewInvariants {
  private static let limits = {
    var limits = ImageInvariants.limits
    limits.pixels = 1 << 15
    limits.frames = 30
    limits.decodedBytes = 1 << 20
    return limits
  }()

  static func check(_ bytes: [UInt8]) throws {
    guard ImageContainer(bytes) != nil else { return }
    // Small shares make most images smaller several times.
    for ceiling in [bytes.count * 2, bytes.count / 3, 0] {
      let images = PageImage.images(of: [HashedBytes(bytes)], limits: limits, ceiling: ceiling)
      guard let image = images.values.first else { continue }
      try invariant(image.width >= 1 && image.height >= 1, "an image on a page has pixels")
      try invariant(max(image.width, image.height) <= 618, "an image on a page has at most 618 px")
    }
    let source = StickerSource(id: "love", at: Location("Pack/love", displayPath: "Pack/love"))
    let pack = PackSource(
      kind: .folder, name: "Pack", at: Location("Pack", displayPath: "Pack"),
      stickers: [source])
    var asset = AssetFacts(source: source, bytes: bytes, limits: limits)
    // Otherwise the file is read again.
    asset.keptImage = HashedBytes(bytes)
    // These are many times larger than most inputs.
    let number = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    guard number % 32 == 0 else { return }
    let result = LintResult(
      packs: [Linter(jobs: 1).check(PackFacts(source: pack, assets: [asset]))])
    try wait {
      let pictures = try await StickerPictures(
        of: result, [.masks(), .sheet], limits: limits, jobs: 1)
      let sheet = try ContactSheet.png(of: result, pictures)
      try invariant(ContactSheet.isSheet(sheet.prefix(4096)), "a sheet is one")
    }
  }
}
