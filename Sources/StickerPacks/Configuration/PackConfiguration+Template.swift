internal import Basics
package import StickerManifest

extension PackConfiguration {
  /// Returns a commented configuration that lists the stickers of a pack.
  ///
  /// - Parameters:
  ///   - icon: the file name of the picture for the icons.
  ///   - schema: the path of the schema from the configuration's folder, for editors.
  package static func template(
    for pack: PackSource, gridSize: GridSize, icon: String?, schema: String
  ) -> String {
    let entries = pack.stickers.map { sticker in
      // Stickers of a catalog are listed by the name of their folder.
      let name = (pack.kind == .catalog ? sticker.path.parent : sticker.path).name.string
      let label = sticker.writtenLabel ?? sticker.labelFromName
      let emoji = sticker.emoji.map { quoted($0) }.joined(separator: ", ")
      let entry = """
            { "file": \(quoted(name)), "label": \(quoted(label))
        """
      let keywords = sticker.keywords.map { quoted($0) }.joined(separator: ", ")
      return entry + (emoji.isEmpty ? "" : ", \"emoji\": [\(emoji)]")
        + (keywords.isEmpty ? "" : " /* , \"keywords\": [\(keywords)] */") + " },"
    }
    let classes = GridSize.allCases.map { "\($0.rawValue) (\($0.pixels) px)" }
    let picture = ##"{ "file": \##(quoted(icon ?? "icon.png")), "background": "#FFFFFF" },"##
    return """
      {
        "$schema": \(quoted(schema)),

        // The pack's name in the catalog and the manifest.
        "name": \(quoted(pack.name)),

        // \(classes[0]), \(classes[1]) or \(classes[2]).
        "gridSize": "\(gridSize.rawValue)",

        // A picture of 1,024 px or more for the icons, which are made from the first sticker without it:
        \(icon == nil ? "// " : "")"icon": \(picture)

        // For projects that the build writes. "OS" lets all apps use the stickers, not only Messages:
        // "project": { "bundleId": "com.example.stickers", "sharingLevel": "OS" },

        // A rule that does not suit this pack is "off", or "info", "warning" or "error":
        // "rules": { "mixed-sizes": "off" },

        // In the order in which Messages shows them. The label is what VoiceOver reads aloud: say
        // what the sticker shows. Labels and emoji are drafts from the names of the files. Keywords are
        // for stores such as Telegram: they are comments until you remove the marks.
        // Suppress a finding that is intended, with the reason:
        // "suppress": { "jpeg-no-transparency": "A photo that fills its canvas." }
        "stickers": [
      \(entries.joined(separator: "\n"))
        ],
      }

      """
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20:
        "\\u" + String(repeating: "0", count: scalar.value < 0x10 ? 3 : 2)
          + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
