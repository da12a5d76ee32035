internal import Basics
package import StickerManifest

/// The expected content of a compiled pack: the stickers of a bundle.
package struct ExpectedPack: Sendable {
  /// The pack's manifest in the bundle.
  package let manifest: Manifest
  /// The stickers whose image Xcode assembles from frames, so its bytes and delays may be others.
  package let sequences: Set<String>

  package init(_ manifest: Manifest) {
    self.manifest = manifest
    // Without a list of files, any animation can be one.
    sequences =
      manifest.files.map { files in
        Set(
          files.map { FilePath($0.file).parent }.filter { $0.fileExtension == "stickersequence" }
            .map { $0.stem })
      } ?? Set(manifest.stickers.filter { $0.animated }.map { $0.id })
  }
}
