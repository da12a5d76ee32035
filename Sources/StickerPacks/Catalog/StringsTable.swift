package import Basics

/// The content of a `.strings` file: texts by key.
///
/// Reads what Xcode reads in such a file: `"key" = "value";`, comments, escapes, and keys and values of
/// letters and digits without quotes, in UTF-8, or in UTF-16 with a byte order mark. Files in the format
/// of property lists, as Xcode compiles them, are refused.
///
/// Source: Apple, Resource Programming Guide, String Resources.
package struct StringsTable: Sendable {
  /// The suffix after the name of an image in the key of its label in a compiled pack.
  package static let labelSuffix = ".accessibilityLabel"

  /// The entries in the order of the file. Keys are unique.
  package private(set) var entries: [(key: String, value: String)] = []
  /// The values by key.
  var labels: [String: String] { Dictionary(firstOf: entries.map { ($0.key, $0.value) }) }

  package init(parsing bytes: [UInt8]) throws(ConfigurationError) {
    guard let text = Self.text(of: bytes) else {
      throw ConfigurationError("the file is neither UTF-8 nor UTF-16 with a byte order mark")
    }
    guard !text.hasPrefix("<?xml"), !text.hasPrefix("bplist") else {
      throw ConfigurationError(
        "the file is a property list; expected lines such as \"wave\" = \"A dog waves\";")
    }
    var keys: Set<String> = []
    for entry in try OpenStepPropertyList.strings(Array(text.utf8)) {
      guard keys.insert(entry.key).inserted else {
        throw ConfigurationError("duplicate key \(entry.key.quoted)", at: entry.place)
      }
      // A key without a value stands for itself.
      entries.append((entry.key, entry.value.text ?? entry.key))
    }
  }

  private static func text(of bytes: [UInt8]) -> String? {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): utf16(bytes.dropFirst(2), low: 0, high: 1)
    case (0xFE, 0xFF): utf16(bytes.dropFirst(2), low: 1, high: 0)
    default:
      String(
        validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...],
        as: UTF8.self)
    }
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, low: Int, high: Int) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
      UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8
    }
    return String(validating: units, as: UTF16.self)
  }
}

extension StringsTable {
  /// Adds the labels in `LANGUAGE.lproj/PACK.strings` beside a catalog to the stickers of a pack.
  ///
  /// The base name of the file is the pack's in the catalog, and a key is a sticker's, or that of a label.
  ///
  /// Source: Apple, actool(1), `--sticker-pack-strings-file`.
  static func addTranslations(to pack: inout PackSource, besideCatalogAt catalog: Location) {
    var catalog = catalog
    while catalog.path.parent.isCatalog || catalog.path.parent.parent.isCatalog {
      catalog = catalog.parent
    }
    let folder = catalog.parent
    guard let listing = try? FolderListing(of: folder.path, within: folder.path) else { return }
    for entry in listing.entries where entry.kind == .folder && entry.path.fileExtension == "lproj"
    {
      let name = FilePath("\(pack.path.stem).strings")
      let file = folder.appending(entry.path.name).appending(name)
      guard let target = file.path.resolved, target.isInside(folder.path) else { continue }
      let bytes: [UInt8]
      do {
        bytes = try FileReading.bytes(ofFileAt: target, limit: FileReading.mostBytesOfJSON)
      } catch {
        pack.note(.unreadableFile(reason: "\(error)"), in: file, at: nil)
        continue
      }
      do {
        let table = try StringsTable(parsing: bytes)
        func keys(_ sticker: StickerSource) -> [String] {
          // Xcode makes one .png of a sequence.
          [sticker.id]
            + [sticker.path.name.string, sticker.id + ".png"].map { $0 + Self.labelSuffix }
        }
        let known = Set(pack.allStickers.flatMap(keys))
        guard pack.add(table.labels, language: entry.path.stem, keys: keys) else { continue }
        for entry in table.entries where !known.contains(entry.key) {
          pack.note(.unknownSticker(entry.key), in: file, at: nil)
        }
      } catch {
        pack.note(.invalidStrings(error.message), in: file, at: error.place)
      }
    }
  }
}

extension PackSource {
  /// Adds the labels of a language to stickers.
  ///
  /// - Parameter keys: the keys of a sticker, the most specific one first.
  /// - Returns: whether the language is one.
  @discardableResult
  mutating func add(
    _ labels: [String: String], language: String, keys: (StickerSource) -> [String]
  ) -> Bool {
    // Older projects write pt_BR. The texts in Base.lproj have the language of the project.
    let tag = language.replacing("_", with: "-")
    guard tag.isLanguageTag else { return false }
    func apply(to sticker: inout StickerSource) {
      guard let label = keys(sticker).lazy.compactMap({ labels[$0] }).first else { return }
      if tag == "Base" {
        sticker.label = sticker.label ?? label
      } else {
        sticker.translations[tag] = label
      }
    }
    for index in stickers.indices { apply(to: &stickers[index]) }
    for index in sequences.indices { apply(to: &sequences[index].sticker) }
    return true
  }

  mutating func note(
    _ kind: PackObservation.Kind, in file: Location, at place: RelaxedJSON.Place?
  ) {
    observations.append(
      PackObservation(kind, in: file, at: place?.inFile("")))
  }
}
