package import Basics
internal import ImageContainers
package import StickerLint
package import StickerManifest
package import StickerPacks

/// The files of a build: where each one goes, under which name and in which order. Making a plan does not touch any
/// files: everything it needs is in the facts of the lint.
///
/// One pack fills the output folder itself; several packs get a folder each.
package struct BuildPlan: Sendable {
  /// The packs, each the content of one extension.
  package var packs: [Pack]
  /// Files that do not belong to packs, such as projects.
  package var addedFiles: [AddedFile] = []

  /// A file with known content.
  package struct AddedFile: Sendable, Equatable {
    /// The path relative to the output folder.
    package var path: FilePath
    package var bytes: [UInt8]

    package init(path: FilePath, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The content of one extension.
  package struct Pack: Sendable {
    package var name: String
    /// The pack's folder in the output; `.` for the output folder itself.
    package var folder: FilePath
    /// The name in file names.
    package var fileName: LegalName
    package var gridSize: GridSize
    /// The stickers, in the order in which Messages shows them.
    package var stickers: [Sticker]
    /// The files that cannot be used.
    var skippedFiles: [Skipped]
    package var icons: Icons
    /// The app in which the pack is sold.
    package var project: ProjectSettings
    /// The pack's identifier, if it is configured.
    package var id: String?
    /// The language of the stickers' own labels, if a project needs them as a strings file, too.
    var developmentRegion: String?
    /// The pack as it was linted.
    package var facts: PackFacts
    /// The pack as it was found.
    package var source: PackSource { facts.source }
    package var displayPath: String { source.displayPath }

    /// The sticker that stands for the pack: the configured one, or the first.
    package var cover: Sticker? {
      source.settings.cover.flatMap { name in stickers.first { $0.source.isListed(as: name) } }
        ?? stickers.first
    }

    package var catalog: FilePath { folder.appending("Stickers.xcstickers") }
    package var iconSet: FilePath {
      catalog.appending("\(AssetCatalog.iconSetName).stickersiconset")
    }
    package var catalogPack: FilePath { catalog.appending("\(fileName.text).stickerpack") }
    /// The folder of the scaled images.
    package var images: FilePath { folder.appending("images") }
    package var manifest: FilePath { folder.appending(Manifest.fileName) }

    /// The languages of all labels, sorted.
    package var languages: [String] {
      let translations = Set(stickers.flatMap(\.source.translations.keys))
      // Apple's file systems ignore the case of a language's folder.
      guard let developmentRegion, stickers.contains(where: { $0.label != nil }),
        !translations.contains(where: { $0.lowercased() == developmentRegion.lowercased() })
      else { return translations.sorted() }
      return translations.union([developmentRegion]).sorted()
    }

    /// The labels in a language, in pack order: each for the sticker's name, which `actool(1)` documents, and for
    /// the key that Messages, decompiled, looks up. Apple does not document that one.
    func labels(in language: String) -> [(key: String, value: String)] {
      stickers.flatMap { sticker in
        let label =
          sticker.source.translations[language]
          ?? (language == developmentRegion ? sticker.label : nil)
        let keys = [sticker.id.text, sticker.catalogImage + StringsTable.labelSuffix]
        return label.map { label in keys.map { ($0, label) } } ?? []
      }
    }

    /// The labels in one language: a strings file in the language's folder next to the catalog, where
    /// Xcode finds it and passes it to actool.
    ///
    /// Source: Apple, actool(1), `--sticker-pack-strings-file`; swift-build,
    /// AssetCatalogCompiler.swift.
    package func stringsFile(_ language: String) -> FilePath {
      folder.appending("\(language).lproj/\(fileName.text).strings")
    }
  }

  package struct Sticker: Sendable {
    /// The facts about its file or frames.
    package var facts: AssetFacts
    /// Its name in the catalog, among the images and in the manifest.
    package var id: LegalName
    /// The label for VoiceOver; nil if there is none, or only a draft.
    package var label: String? { source.confirmedLabel }
    /// The extension of its image, without a dot.
    package var fileExtension: String
    /// The names of the frames in a `.stickersequence`; empty for a `.sticker`.
    package var frames: [LegalName] = []
    /// The given images at smaller scales, by scale.
    package var smaller: [Int: AssetFacts] = [:]

    package var source: StickerSource { facts.source }
    /// Its folder in the catalog's pack.
    package var catalogFolder: String {
      id.text + (frames.isEmpty ? ".sticker" : ".stickersequence")
    }
    package var catalogImage: String { "\(id.text).\(fileExtension)" }

    /// Its image at a scale, relative to the pack's folder.
    package func image(scale: Int) -> FilePath { "images/\(id.text)@\(scale)x.\(fileExtension)" }
  }

  /// A file that a build cannot use, or a pack without an icon.
  package struct Skipped: Sendable, Equatable {
    package var displayPath: String
    /// One sentence without a full stop.
    package var reason: String
  }

  /// Plans packs, at least one. The same packs produce the same plan.
  package init(_ packs: [LintedPack]) {
    let drafts = packs.flatMap {
      Self.split(Self.draft($0.facts), $0.facts.source.settings.capacity)
    }
    // The collection's manifest is next to the packs' folders.
    let folders = LegalName.unique(
      [Manifest.fileName] + drafts.map(\.name), ending: "", inProjects: true
    ).dropFirst()
    self.packs = zip(drafts, folders).map { draft, folder in
      var pack = draft
      pack.fileName =
        LegalName.unique(
          [draft.name], ending: ".stickerpack", inProjects: true)[0]
      guard drafts.count > 1 else { return pack }
      pack.folder = FilePath(folder.text)
      pack.fileName.change = pack.fileName.change ?? folder.change
      return pack
    }
  }

  package func checkHasStickers() throws(BuildError) {
    guard packs.contains(where: { !$0.stickers.isEmpty }) else {
      throw .noStickers(packs: packs.map(\.displayPath))
    }
  }

  private static func draft(_ pack: PackFacts) -> Pack {
    var stickers: [Sticker] = []
    var skipped = pack.source.sequences.map(\.sticker).filter { $0.sequence == nil }.map {
      Skipped(
        displayPath: $0.displayPath,
        reason: "it has no frames, or its duration or repetitions are out of range")
    }
    for (facts, smaller) in pack.inOrder {
      do throws(UnusableImage) {
        stickers.append(try sticker(facts, smaller))
      } catch {
        skipped.append(Skipped(displayPath: facts.source.displayPath, reason: error.reason))
      }
    }
    let ending = stickers.contains { !$0.frames.isEmpty } ? ".stickersequence" : ".sticker"
    for (index, id) in LegalName.unique(stickers.map(\.id.text), ending: ending).enumerated() {
      stickers[index].id = id
    }
    let icons = Icons(of: pack, skipping: &skipped)
    return Pack(
      name: pack.source.name, folder: .currentFolder, fileName: LegalName(text: pack.source.name),
      gridSize: pack.gridSize, stickers: stickers, skippedFiles: skipped, icons: icons,
      project: pack.source.settings.project,
      id: pack.source.settings.id ?? pack.source.settings.project.bundleIdentifier?.description,
      facts: pack)
  }

  private static func sticker(
    _ facts: AssetFacts, _ smaller: [AssetFacts]
  ) throws(UnusableImage) -> Sticker {
    let image = try facts.usableImage()
    let source = facts.source
    var sticker = Sticker(
      facts: facts, id: LegalName(text: source.id), fileExtension: image.format.fileExtensions[0])
    for (given, facts) in zip(source.smaller, smaller) {
      guard let own = try? facts.usableImage(), own.problem(asScale: given.scale, of: image) == nil
      else { continue }
      sticker.smaller[given.scale] = facts
    }
    if let sequence = source.sequence, facts.shipsFrames {
      // A frame that is shown several times is one file.
      var seen: Set<FilePath> = []
      let names = sequence.frames.map(\.name).filter { seen.insert(FilePath($0)).inserted }
      let legal = Dictionary(
        firstOf: zip(names.map { FilePath($0) }, LegalName.unique(names, ending: "")))
      sticker.frames = sequence.frames.compactMap { legal[FilePath($0.name)] }
    }
    return sticker
  }

  /// Splits a pack with more stickers than allowed. The parts are filled in order, so a sticker
  /// that is added at the end does not move others to another part.
  private static func split(_ pack: Pack, _ capacity: PackSettings.Capacity?) -> [Pack] {
    guard let capacity, capacity.whenOverfull == .split, pack.stickers.count > capacity.maximum
    else { return [pack] }
    return stride(from: 0, to: pack.stickers.count, by: capacity.maximum).enumerated().map {
      number, start in
      var part = pack
      part.name = "\(pack.name) \(number + 1)"
      part.stickers = Array(pack.stickers.dropFirst(start).prefix(capacity.maximum))
      if number > 0 {
        part.skippedFiles = []
        part.id = pack.id.map { "\($0)-\(number + 1)" }
      }
      return part
    }
  }
}

extension PackFacts {
  /// The stickers and assembled sequences in pack order, each with its given images at smaller scales.
  fileprivate var inOrder: [(facts: AssetFacts, smaller: [AssetFacts])] {
    let known = Dictionary(
      firstOf: zip(assets, smaller).map { ($0.source.location, ($0, $1)) }
        + sequences.compactMap(\.assembled).map { ($0.source.location, ($0, [])) })
    return source.allStickers.compactMap { known[$0.location] }
  }
}

/// The reason a build cannot use an image: one sentence without a full stop.
struct UnusableImage: Error {
  var reason: String
}

extension AssetFacts {
  /// Whether the catalog gets the frames of a sequence, which Xcode assembles. Xcode cannot make them small
  /// enough, so a fitted sequence is an APNG.
  var shipsFrames: Bool { source.sequence?.settings.form == .sequence && change == nil }

  /// The facts about an image that was decoded completely. Lint and build decode alike, so a build of
  /// the same bytes can decode it too.
  func usableImage() throws(UnusableImage) -> ImageFacts {
    if let readProblem { throw UnusableImage(reason: "\(readProblem)") }
    if let problem = frameProblems.first { throw UnusableImage(reason: "\(problem)") }
    guard let image, image.canvas != nil else {
      throw UnusableImage(reason: "it is not a PNG, APNG, GIF or JPEG")
    }
    guard image.decodingDefects.isEmpty, !image.frameAlpha.isEmpty else {
      throw UnusableImage(
        reason: (image.decodingDefects + image.container.defects).first?.message
          ?? "there is no image")
    }
    return image
  }
}
