package import Basics

/// One sticker of a pack, or a frame or icon image, before its file is read.
package struct StickerSource: Sendable, Equatable {
  package enum Role: Sendable {
    case sticker
    /// A frame of a sticker sequence that Xcode assembles.
    case frame
    /// An icon, or the image that icons are rendered from.
    case icon
    /// A sticker at a smaller scale than its art: @2x or @1x.
    case smaller
  }

  /// A given image of a sticker at a smaller scale.
  package struct Smaller: Sendable, Equatable {
    /// Pixels per point: 2 or 1.
    package var scale: Int
    package var file: StickerSource
  }

  package var role: Role
  /// Whether the role is known only from the file's name. Such a file is never changed.
  package var isPresumed = false
  /// Whether the label was suggested, and is not confirmed yet.
  package var hasDraftLabel = false
  /// The file's name without its extension, or the name of the frames' folder. Bundles use it as the
  /// sticker's name.
  package var id: String
  /// The file, or the folder of the frames.
  package var location: Location
  /// The configured VoiceOver label.
  package var label: String?
  /// The VoiceOver labels in other languages, by BCP 47 tag: `de`, `pt-BR`.
  package var translations: [String: String] = [:]
  /// The emoji that the sticker stands for.
  package var emoji: [String] = []
  /// The words by which apps find the sticker.
  package var keywords: [String] = []
  /// The findings that are suppressed for this sticker: the reasons by rule id.
  package var suppressed: [String: String] = [:]
  /// The settings of rules for this sticker, by rule id. They override the pack's.
  package var rules: [String: RuleSetting] = [:]
  /// The frames of the sticker; nil when it is a file.
  package var sequence: FrameSequence?
  /// The given images at smaller scales, the larger one first. Others are made from the art.
  package var smaller: [Smaller] = []
  /// The file in a .zip, if it is not on disk.
  package var archived: ArchivedFile?
  /// Other names than the file's by which a configuration can list the sticker.
  package var aliases: [String] = []

  package init(
    _ role: Role = .sticker, id: String, at location: Location, label: String? = nil,
    suppressed: [String: String] = [:]
  ) {
    self.role = role
    self.id = id
    self.location = location
    self.label = label
    self.suppressed = suppressed
  }

  package var path: FilePath { location.path }
  /// The files that are read: the sticker's own, or those of its frames in order.
  package var files: [Location] { sequence?.frames.map { $0.location } ?? [location] }
  package var displayPath: String { location.displayPath.string }

  /// The names by which a configuration can list the sticker.
  var listedNames: [String] { [path.name.string] + aliases }

  package func isListed(as name: String) -> Bool { listedNames.contains(name) }

  /// The extension of the file's name in lower case; nil for a sequence.
  package var givenExtension: String? { sequence == nil ? path.fileExtension : nil }

  /// The configured label, unless it is blank.
  package var writtenLabel: String? {
    label.flatMap { $0.allSatisfy { $0.isWhitespace } ? nil : $0 }
  }

  /// The configured label, unless it is blank or a draft.
  package var confirmedLabel: String? { hasDraftLabel ? nil : writtenLabel }

  /// The words of the file's name: `good-morning_2` and `goodMorning2` have two, the first also a number.
  package var wordsOfName: [Substring] {
    id.split { $0 == "-" || $0 == "_" || $0 == " " }.flatMap { part in
      var (words, start): ([Substring], Substring.Index) = ([], part.startIndex)
      for index in part.indices.dropFirst() where part[index].isUppercase {
        // "iPhone" is one word.
        guard part[start..<index].count > 1, part[..<index].last?.isLowercase == true else {
          continue
        }
        words.append(part[start..<index])
        start = index
      }
      return words + [part[start...]]
    }
  }

  /// The emoji in the file's name.
  package var emojiOfName: [String] {
    id.filter { $0.isShownAsEmoji }.reduce(into: []) { emoji, character in
      if !emoji.contains(String(character)) { emoji.append(String(character)) }
    }
  }

  /// A label to suggest, derived from the file's name without emoji; nil if the name says nothing about the sticker.
  package var draftLabel: String? {
    var named = self
    named.id = String(id.filter { !$0.isShownAsEmoji })
    let label = named.labelFromName
    return label.contains { $0.isLetter } && !label.isPlaceholder ? label : nil
  }

  /// The file's name as words: `good-morning_2` becomes `Good morning 2`, and
  /// `pandaWaves` becomes `Panda waves`.
  package var labelFromName: String {
    let words = wordsOfName.map { word in
      // A capital after a small letter only separates words, unless an abbreviation follows.
      let isSeparated =
        word.startIndex > id.startIndex && id[..<word.startIndex].last?.isLowercase == true
      return isSeparated && word.dropFirst().allSatisfy { $0.isLowercase }
        ? word.lowercased() : String(word)
    }
    let label = words.joined(separator: " ")
    return label.prefix(1).uppercased() + label.dropFirst()
  }
}

/// The configuration of one place of a pack that is not a sticker.
package struct PlaceSetting: Sendable, Equatable {
  /// The settings of rules, by rule id. They override the pack's.
  package var rules: [String: RuleSetting]
  /// The findings that are suppressed: the reasons by rule id.
  package var suppressed: [String: String]
}

/// A pack, before any of its images is read.
package struct PackSource: Sendable {
  package enum Kind: String, Sendable {
    case folder
    /// A `.stickerpack` inside an asset catalog, or a compiled one in a product.
    case catalog
    /// Single files of a folder: rules about whole packs do not apply.
    case files
  }

  package var kind: Kind
  /// The pack's name, from its configuration or its folder.
  package var name: String
  package var location: Location
  /// The settings that apply to the whole pack, merged from all configurations.
  package var settings: PackSettings
  /// The configurations that apply, and what they apply to.
  package var configurations = AppliedConfigurations()
  /// The stickers that are one file each, in pack order.
  package var stickers: [StickerSource]
  /// The stickers that Xcode assembles from frames, in pack order.
  package var sequences: [SequenceSource] = []
  package var icons = PackIcons()
  /// The project of the pack's catalog.
  package var projectFile: ProjectFile?
  /// The part of a built product that the pack is; nil for a pack that is not built. Built packs are only read.
  package var built: BuiltPack?
  /// Further observations, for lint rules.
  package var observations: [PackObservation] = []

  package init(
    kind: Kind, name: String, at location: Location, settings: PackSettings = PackSettings(),
    stickers: [StickerSource] = []
  ) {
    self.kind = kind
    self.name = name
    self.location = location
    self.settings = settings
    self.stickers = stickers
  }

  package var path: FilePath { location.path }
  package var displayPath: String { location.displayPath.string }

  /// The stickers and the sequences, in pack order: everything that has a VoiceOver label.
  package var allStickers: [StickerSource] {
    // From the last to the first, so the positions stay valid.
    sequences.reversed().reduce(into: stickers) { all, sequence in
      all.insert(sequence.sticker, at: min(sequence.position, stickers.count))
    }
  }
  /// The configured cover, if no sticker has its name.
  var missingCover: String? {
    settings.cover.flatMap { name in allStickers.contains { $0.isListed(as: name) } ? nil : name }
  }
  /// All files that are read: stickers, the frames of each sequence, icons and the icon art.
  package var files: [StickerSource] { files(with: []) }

  /// The files, and some of the sequences behind the frames.
  package func files(with sequences: [StickerSource]) -> [StickerSource] {
    stickers.flatMap { [$0] + $0.smaller.map { $0.file } } + self.sequences.flatMap { $0.files }
      + sequences
      + icons.given.map { $0.file } + (icons.art.map { [$0] } ?? [])
  }
}

extension FilePath {
  /// The path of an image in a catalog's folder of the same name without that folder: `wave.sticker/wave.png`
  /// as `wave.png`, and `wave.sticker/wave@3x.png` as `wave@3x.png`.
  package var withoutStickerFolder: FilePath {
    guard components.count == 2, parent.fileExtension == "sticker",
      ["", "@1x", "@2x", "@3x"].contains(where: { parent.stem + $0 == stem })
    else { return self }
    return name
  }

  /// The path by which pages name a sticker. That of a catalog is its folder without the extension, unless the image
  /// has the same name: `wave.sticker/1.png` is `wave`, and `withoutStickerFolder` makes `wave.sticker/wave.png`
  /// `wave.png`.
  package var pathOnPage: FilePath {
    if parent.fileExtension == "sticker", parent.stem != stem {
      return parent.parent.appending(parent.stem)
    }
    return fileExtension == "stickersequence" ? parent.appending(stem) : self
  }
}

extension Character {
  /// Whether the character is drawn as an emoji, and not as text, such as "©".
  fileprivate var isShownAsEmoji: Bool {
    isEmoji
      && unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
  }
}
