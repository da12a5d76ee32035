internal import ImageContainers
package import StickerManifest
internal import Basics
package import StickerPacks

/// What a build is going to write, worked out before anything is: which file goes where, under which
/// name and in which order. Making a plan touches nothing.
///
/// One pack fills the output folder itself; several get a folder each, side by side.
package struct BuildPlan: Sendable, Equatable {
  /// The packs, each the content of one extension.
  package var packs: [Pack]
  /// Further files, by whoever makes more than packs: projects.
  package var addedFiles: [AddedFile] = []

  /// A file whose bytes are known already.
  package struct AddedFile: Sendable, Equatable {
    /// Where it goes, relative to the output folder.
    package var path: String
    /// What is in it.
    package var bytes: [UInt8]

    /// Creates a file.
    package init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// One extension's content.
  package struct Pack: Sendable, Equatable {
    /// The pack's name.
    package var name: String
    /// The pack's folder in the output, with a slash at its end; empty where it is the output
    /// folder itself.
    package var folder: String
    /// The name as files have it.
    package var fileName: LegalName
    /// The size class to write down.
    package var gridSize: GridSize
    /// The stickers, in the order in which Messages shows them.
    package var stickers: [Sticker]
    /// The stickers that no build can make.
    package var leftOut: [LeftOut]
    /// What its icons are made of.
    package var icons: Icons
    /// The `.xcassets` that gets an `AppIcon.appiconset` with the square icon, relative to the output
    /// folder; nil where no project takes its app's icon from there.
    package var appIconCatalog: String?
    /// Where the pack was found, as reports name it.
    package var displayPath: String

    /// The asset catalog.
    package var catalog: String { folder + "Stickers.xcstickers" }
    /// The icon set in the catalog.
    package var iconSet: String { "\(catalog)/\(AssetCatalog.IconSet.name).stickersiconset" }
    /// The pack in the catalog.
    package var catalogPack: String { "\(catalog)/\(fileName.text).stickerpack" }
    /// The folder of the scaled images.
    package var images: String { folder + "images" }
    /// The pack's manifest.
    package var manifest: String { folder + Manifest.fileName }

    /// The languages that any sticker has a label in, sorted.
    package var languages: [String] {
      Set(stickers.flatMap(\.source.translations.keys)).sorted()
    }

    /// The labels in one language: a strings file named for the pack, in the language's folder
    /// beside the catalog, where Xcode's build finds it and hands it to actool.
    ///
    /// Source: Apple, actool(1), `--sticker-pack-strings-file`; swift-build,
    /// AssetCatalogCompiler.swift.
    package func stringsFile(_ language: String) -> String {
      "\(folder)\(language).lproj/\(fileName.text).strings"
    }
  }

  /// One sticker of a pack.
  package struct Sticker: Sendable, Equatable {
    /// What it is made of.
    package var source: StickerSource
    /// Its name in the catalog, among the images and in the manifest.
    package var id: LegalName
    /// What VoiceOver says.
    package var label: String
    /// The extension that its image gets, without a dot.
    package var fileExtension: String
    /// The frames' names in a `.stickersequence`; empty for a `.sticker`.
    package var frames: [LegalName] = []

    /// Its folder in the catalog's pack.
    package var catalogFolder: String {
      id.text + (frames.isEmpty ? ".sticker" : ".stickersequence")
    }
    /// Its image in that folder.
    package var catalogImage: String { "\(id.text).\(fileExtension)" }

    /// Its image at a scale, relative to the pack's folder.
    package func image(scale: Int) -> String { "images/\(id.text)@\(scale)x.\(fileExtension)" }
  }

  /// Where a pack's icons come from.
  package struct Icons: Sendable, Equatable {
    /// Images that fill slots as they are.
    package var given: [IconSource] = []
    /// What the icons of the other slots are made of; the pack's first sticker without it.
    package var art: StickerSource?
    /// How they are made of it.
    package var settings = IconSettings()

    /// Creates icons that are made of the pack's first sticker.
    package init() {}

    init(of pack: PackSource) {
      given = pack.icons
      settings = pack.iconSettings
      // A catalog has no picture that icons are made of; its largest icon is the best that there is.
      art =
        pack.iconArt
        ?? given.max { Self.pixels(of: $0) < Self.pixels(of: $1) }.map(\.file)
    }

    private static func pixels(of icon: IconSource) -> Int {
      icon.slots.map { $0.pixels.width * $0.pixels.height }.max() ?? 0
    }

    /// The image that fills a slot as it is; nil where its icon has to be made.
    package func given(for slot: IconSlot) -> StickerSource? {
      given.first { $0.slots.contains(slot) }?.file
    }

    /// The slots whose icons have to be made.
    package var made: [IconSlot] { IconSlot.all.filter { given(for: $0) == nil } }
  }

  /// A sticker that no build can make.
  package struct LeftOut: Sendable, Equatable {
    /// The file as reports name it.
    package var displayPath: String
    /// One sentence without a full stop.
    package var reason: String
  }

  /// A pack as it was found, and what must be known to plan it.
  package struct Request: Sendable {
    /// What a sticker's first bytes say.
    package enum Art: Sendable, Equatable {
      /// An image that is stored with this extension.
      case image(fileExtension: String)
      /// No image: why, in one sentence without a full stop.
      case unusable(String)
    }

    /// The pack.
    package var source: PackSource
    /// The size class to write down.
    package var gridSize: GridSize
    /// What each sticker is, in the pack's order.
    package var art: [Art]

    /// Creates a request; `art` has an entry for each sticker.
    package init(source: PackSource, gridSize: GridSize, art: [Art]) {
      precondition(art.count == source.stickers.count, "every sticker has its art")
      self.source = source
      self.gridSize = gridSize
      self.art = art
    }

    /// Looks at the first bytes of each sticker's file.
    package init(lookingInto source: PackSource, gridSize: GridSize) {
      self.init(
        source: source, gridSize: gridSize,
        art: source.stickers.map { sticker in
          if sticker.sequence != nil {
            return .image(fileExtension: ImageFormat.apng.fileExtensions[0])
          }
          do {
            let head = try FileReading.head(ofFileAt: sticker.path, count: 64)
            switch FileSignature(of: head) {
            case .png: return .image(fileExtension: ImageFormat.png.fileExtensions[0])
            case .gif: return .image(fileExtension: ImageFormat.gif.fileExtensions[0])
            case .jpeg: return .image(fileExtension: ImageFormat.jpeg.fileExtensions[0])
            case .unsupported, .empty, .gitLFSPointer, .unknown:
              return .unusable("it is not a PNG, APNG, GIF or JPEG")
            }
          } catch {
            return .unusable("\(error)")
          }
        })
    }
  }

  /// Plans packs, at least one. The same requests give the same plan.
  package init(_ requests: [Request]) {
    let drafts = requests.flatMap { Self.split(Self.draft($0), $0.source.capacity) }
    // Beside the packs' folders stands the collection's manifest.
    let folders = LegalName.unique([Manifest.fileName] + drafts.map(\.name), ending: "")
      .dropFirst()
    packs = zip(drafts, folders).map { draft, folder in
      var pack = draft
      pack.fileName = LegalName.unique([draft.name], ending: ".stickerpack")[0]
      guard drafts.count > 1 else { return pack }
      pack.folder = folder.text + "/"
      pack.fileName.change = pack.fileName.change ?? folder.change
      return pack
    }
  }

  private static func draft(_ request: Request) -> Pack {
    var stickers: [Sticker] = []
    var leftOut = request.source.sequences.map { sequence in
      LeftOut(
        displayPath: sequence.sticker.displayPath,
        reason: "a catalog's sequence is not built; put its frames into a folder that"
          + " stickerpack.json lists")
    }
    for (source, art) in zip(request.source.stickers, request.art) {
      switch art {
      case .image(let fileExtension):
        stickers.append(
          Sticker(
            source: source, id: LegalName(text: source.id),
            label: source.writtenLabel ?? source.labelFromName, fileExtension: fileExtension))
        if let sequence = source.sequence, sequence.settings.form == .sequence {
          stickers[stickers.count - 1].frames = LegalName.unique(
            sequence.frames.map(\.name), ending: "")
        }
      case .unusable(let reason):
        leftOut.append(LeftOut(displayPath: source.displayPath, reason: reason))
      }
    }
    let ending = stickers.contains { !$0.frames.isEmpty } ? ".stickersequence" : ".sticker"
    for (index, id) in LegalName.unique(stickers.map(\.id.text), ending: ending).enumerated() {
      stickers[index].id = id
    }
    return Pack(
      name: request.source.name, folder: "", fileName: LegalName(text: request.source.name),
      gridSize: request.gridSize, stickers: stickers, leftOut: leftOut,
      icons: Icons(of: request.source), displayPath: request.source.displayPath)
  }

  /// A pack with more stickers than it may have as several, filled one after the other: a sticker
  /// that is added at the end moves no other to another pack.
  private static func split(_ pack: Pack, _ capacity: PackConfiguration.Capacity?) -> [Pack] {
    guard let capacity, capacity.whenOverfull == .split, pack.stickers.count > capacity.maximum
    else { return [pack] }
    return stride(from: 0, to: pack.stickers.count, by: capacity.maximum).enumerated().map {
      number, start in
      var part = pack
      part.name = "\(pack.name) \(number + 1)"
      part.stickers = Array(pack.stickers.dropFirst(start).prefix(capacity.maximum))
      if number > 0 { part.leftOut = [] }
      return part
    }
  }
}
