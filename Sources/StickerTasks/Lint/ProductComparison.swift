internal import Basics
internal import ImageContainers
internal import StickerFiles
internal import StickerLint
internal import StickerPacks

/// The bundle that products are compared with.
struct ProductComparison: Sendable {
  private let bundle: BundledPacks
  private let images: BundledImages
  /// The SHA-256 that each sticker of the products should have, by its path as reports show it.
  private let digests: [FilePath: String]

  /// Reads the manifests at `path`, and assigns the bundle's pack to each compiled one: the one that shares most
  /// names.
  init(with path: String, of packs: inout [PackSource]) throws(LintError) {
    guard packs.contains(where: { $0.built != nil }) else {
      throw .notComparable(
        reason: "none of the paths is a built product, such as App.ipa or App.xcarchive")
    }
    guard !["ipa", "xcarchive", "app", "appex"].contains(FilePath(path).fileExtension) else {
      throw .notComparable(
        reason: "\(path) is a built product; expected a bundle that stickerpack build wrote")
    }
    do throws(BundleError) {
      bundle = try BundledPacks(at: FilePath(path))
    } catch {
      throw .notComparable(reason: error.description)
    }
    images = BundledImages(of: [bundle])
    var digests: [FilePath: String] = [:]
    for index in packs.indices where packs[index].built != nil {
      let names = Set(packs[index].stickers.map(\.id))
      let shared = bundle.packs.map { $0.manifest.stickers.count { names.contains($0.id) } }
      guard let most = shared.indices.max(by: { shared[$0] < shared[$1] }) else { continue }
      let manifest = bundle.packs[most].manifest
      packs[index].built?.expected = ExpectedPack(manifest)
      let art = Dictionary(firstOf: manifest.stickers.map { ($0.id, $0.scales[0].sha256) })
      for sticker in packs[index].stickers { digests[sticker.shownPath] = art[sticker.id] }
    }
    self.digests = digests
  }

  /// The facts about a file, with the art of the bundle if the bytes differ from it.
  func facts(
    about source: StickerSource, limits: DecodingLimits, destination: Destination
  ) -> AssetFacts {
    var facts = AssetFacts(reading: source, limits: limits, destination: destination)
    if source.role == .sticker, let digest = digests[source.shownPath],
      digest != facts.contentHash,
      let image = images.image(digest, limit: limits.fileBytes)
    {
      facts.bundled = BundledArt(
        AssetFacts(source: source, bytes: image.bytes, limits: limits, destination: destination))
    }
    return facts
  }
}
