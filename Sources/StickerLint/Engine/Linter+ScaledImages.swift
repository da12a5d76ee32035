package import Basics
package import StickerPacks

extension Linter {
  /// The findings about an image that was made from a sticker's art at a smaller scale. Those that the
  /// art has, too, are left out.
  ///
  /// Only rules about files and animations are applied. The others judge what the art shows, which
  /// scaling does not change, or sizes in pixels, which are those of @3x.
  ///
  /// - Parameter location: where reports say that the image is.
  package func findings(
    aboutScaled bytes: [UInt8], at location: Location, from art: AssetFacts, in pack: PackSource
  ) -> [Finding] {
    var source = art.source
    source.location = location
    source.sequence = nil
    let known = Set(fileFindings(about: art, in: pack).map(\.rule))
    return fileFindings(
      about: AssetFacts(source: source, bytes: bytes, limits: limits, profile: profile), in: pack
    )
    .filter { !known.contains($0.rule) }
  }

  private func fileFindings(about image: AssetFacts, in pack: PackSource) -> [Finding] {
    var pack = pack
    pack.stickers = [image.source]
    (pack.sequences, pack.icons, pack.iconArt, pack.observations) = ([], [], nil, [])
    return check(PackFacts(source: pack, assets: [image], profile: profile)).findings.filter {
      finding in
      let category = Rule.named(finding.rule)?.category
      return finding.file == image.source.displayPath
        && (category == .file || category == .animation)
    }
  }
}
