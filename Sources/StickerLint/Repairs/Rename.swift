internal import Basics
internal import ImageContainers
internal import StickerPacks

extension Repair {
  /// Renames a file so that its extension matches its content.
  package static let rename = Repair(
    "rename", .safe, .name,
    .name { file in
      let path = file.source.path
      let name = FilePath("\(path.stem).\(file.image.format.fileExtensions[0])")
      guard !path.parent.appending(name).exists else { throw RepairError("\(name) exists") }
      return name
    })
}
