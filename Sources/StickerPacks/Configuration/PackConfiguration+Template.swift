internal import Basics
package import StickerManifest

extension PackConfiguration {
  /// Returns a commented configuration that lists the stickers of a pack.
  ///
  /// - Parameters:
  ///   - isGridSizeCertain: whether most of the art has this size; otherwise it is a comment.
  ///   - icon: the file name of the picture for the icons.
  ///   - frameFolders: the names of folders in the pack's folder that may hold the frames of one sticker, with the
  ///     number of images in each.
  ///   - schema: the path of the schema from the configuration's folder, for editors.
  package static func template(
    for pack: PackSource, gridSize: GridSize, isGridSizeCertain: Bool = true, icon: String?,
    frameFolders: [(name: String, images: Int)] = [], schema: String
  ) -> String {
    var entries = pack.stickers.map { sticker in
      // Stickers of a catalog are listed by the name of their folder.
      let name = (pack.kind == .catalog ? sticker.path.parent : sticker.path).name.string
      var entry = "    { \"file\": \(name.asJSON)"
      if let label = sticker.writtenLabel {
        entry += ", \"label\": \(label.asJSON)"
      } else if let label = sticker.draftLabel {
        entry += ", \"label\": \(label.asJSON), \"draft\": true"
      }
      let emoji = sticker.emoji.isEmpty ? sticker.emojiOfName : sticker.emoji
      let list = emoji.map { $0.asJSON }.joined(separator: ", ")
      return entry + (list.isEmpty ? "" : ", \"emoji\": [\(list)]") + " },"
    }
    entries += frameFolders.flatMap { folder in
      [
        "    // If \(folder.name.asJSON) holds \(folder.images) frames of one sticker:",
        "    // { \"frames\": \(folder.name.asJSON), \"label\": \"\" },",
      ]
    }
    let classes = GridSize.allCases.map { "\($0.rawValue) (\($0.pixels) px)" }
    return """
      {
        "$schema": \(schema.asJSON),

        // The pack's name in the catalog and the manifest.
        "name": \(pack.name.asJSON),

        // \(classes[0]), \(classes[1]) or \(classes[2]).
        \(isGridSizeCertain ? "" : "// ")"gridSize": "\(gridSize.rawValue)",

        // A picture of 1,024 px or more for the icons, which are made from a sticker without it. On white, unless
        // it has a background: "icon": { "file": "icon.png", "background": "#FFD9A0" },
        \(icon == nil ? "// " : "")"icon": \((icon ?? "icon.png").asJSON),

        // For projects that the build writes. "OS" lets all apps use the stickers, not only Messages:
        // "project": { "bundleId": "com.example.stickers", "sharingLevel": "OS" },

        // A rule that does not suit this pack is "off", or "info", "warning" or "error":
        // "rules": { "mixed-sizes": "off" },

        // In the order in which Messages shows them. The label is what VoiceOver reads aloud: say
        // what the sticker shows. A "draft" comes from the file's name: correct it, then remove "draft".
        // Destinations such as Telegram need an emoji for each: "emoji": ["👋"]
        // Suppress a finding that is intended, with the reason:
        // "suppress": { "jpeg-no-transparency": "A photo that fills its canvas." }
        "stickers": [
      \(entries.joined(separator: "\n"))
        ],
      }

      """
  }
}
