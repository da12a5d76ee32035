package import Basics
internal import StickerManifest
internal import StickerPacks

extension BuildPlan {
  /// All files that a build writes, relative to the output folder.
  package var files: Set<FilePath> {
    let manifests = packs.map(\.manifest) + [FilePath(CollectionManifest.fileName)]
    return Set(packs.flatMap(\.files) + addedFiles.map(\.path) + manifests)
  }
}

extension BuildPlan.Pack {
  /// The files of the pack, its icons and its labels, relative to the output folder.
  fileprivate var files: [FilePath] {
    catalogFiles + stickers.flatMap { [1, 2, 3].map($0.image(scale:)) }.map(folder.appending)
      + languages.map(stringsFile)
  }

  private var catalogFiles: [FilePath] {
    let contents: FilePath = "Contents.json"
    let icons = filledSlots.map { iconSet.appending(iconName($0.slot, $0.fileExtension)) }
    return [catalog.appending(contents), catalogPack.appending(contents)]
      + (icons.isEmpty ? [] : [iconSet.appending(contents)] + icons)
      + stickers.flatMap { sticker in
        let images = sticker.frames.isEmpty ? [sticker.catalogImage] : sticker.frames.map(\.text)
        return (["Contents.json"] + images).map {
          catalogPack.appending(sticker.catalogFolder).appending($0)
        }
      }
  }
}
