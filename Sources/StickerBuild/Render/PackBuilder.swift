package import Basics
internal import ImageContainers
package import StickerFiles
package import StickerFit
package import StickerLint
package import StickerManifest
internal import StickerPacks

/// Carries out a plan: writes asset catalogs for Xcode, scaled images and manifests to one folder.
package struct PackBuilder: Sendable {
  /// How the art was linted, and how the scaled images are.
  package var linter: Linter
  /// Whether files that cannot be used are skipped and scaled images with errors are kept; otherwise they
  /// fail the build.
  package var skipsUnusableFiles = false
  /// Whether files of the old bundle are replaced that were changed; otherwise they fail the build.
  package var replacesChangedFiles = false
  /// Whether an archive of the folder is written next to it, with `.zip` appended to its name.
  package var archives = false
  /// What made stickers smaller before they were linted; nil if nothing did.
  package var fitter: StickerFitter?

  /// Creates a builder. The linter's job count does not affect the output.
  package init(_ linter: Linter) { self.linter = linter }

  /// The limits for reading and decoding one file.
  var limits: DecodingLimits { linter.limits }

  /// The path of the archive of the folder `path`.
  package static func archive(of path: FilePath) -> FilePath { OutputFolder.archive(of: path) }

  /// What is in the output folder `path` and in the way of a build.
  ///
  /// - Throws: the error of a build that refuses to replace the folder.
  package func contents(of path: FilePath) throws(OutputError) -> OutputContents {
    try OutputContents(ofReplaceable: path)
  }

  /// Throws the error of a build that stops because files of the old bundle were changed.
  package func checkReplaceable(
    _ contents: OutputContents, at path: FilePath
  ) throws(OutputError) {
    try contents.checkChanges(at: path, areReplaced: replacesChangedFiles)
  }

  /// Builds a plan into the folder `path`, which is replaced as a whole or not at all. An existing
  /// folder is replaced only if it is empty or was built by this tool, and so is an archive. Files in it
  /// that this tool did not write stay where they are.
  ///
  /// - Parameter progress: called after each sticker, and after each pack's icons, with the number of
  ///   finished ones and the total.
  /// - Returns: the manifest of each pack, and what was noticed about the scaled images.
  @discardableResult
  package func build(
    _ plan: BuildPlan, to path: FilePath,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(BuildError) -> Output {
    let output: OutputFolder
    do {
      output = try OutputFolder(
        at: path, replacesChanges: replacesChangedFiles, archives: archives)
    } catch {
      throw .output(error)
    }
    do {
      if !skipsUnusableFiles, let skipped = plan.packs.flatMap(\.skipped).first {
        throw BuildError.unusableImage(path: skipped.displayPath, reason: skipped.reason)
      }
      try plan.checkHasStickers()
      var built = try await fill(output, plan, progress)
      built.removedEntries = output.contents.removedEntries(by: plan.files)
      if archives { try output.writeArchive() }
      try output.commit()
      return built
    } catch {
      output.discard()
      switch error {
      case let error as BuildError: throw error
      case OutputError.cancelled: throw .cancelled
      case let error as OutputError: throw .output(error)
      case is CancellationError: throw .cancelled
      default: throw .output(.unwritable(action: "encode \(path)", reason: "\(error)"))
      }
    }
  }

  /// What a build has written.
  package struct Output: Sendable {
    /// The manifest of each pack.
    package var manifests: [Manifest] = []
    /// The scaled images that lost quality to stay within their art's size, in pack order.
    package var reducedImages: [ReducedImage] = []
    /// The findings about scaled images that their art does not have.
    package var findings: [Finding] = []
    /// What the folder had of an earlier build and has no more, relative to it.
    package var removedEntries: [FilePath] = []
  }

  /// A part of a pack that is built independently of the others.
  private enum Part: Sendable {
    case sticker(BuildPlan.Sticker, makesIcons: Bool)
    case icons
  }

  /// What a part adds to the manifest of its pack.
  private struct Entries: Sendable {
    var sticker: Manifest.Sticker?
    var files: [Manifest.File]
    var reducedImages: [ReducedImage] = []
    var findings: [Finding] = []
  }

  private func fill(
    _ output: OutputFolder, _ plan: BuildPlan, _ progress: (_ done: Int, _ total: Int) -> Void
  ) async throws -> Output {
    // The parts of all packs together, so no core is idle at the end of a pack.
    let parts = plan.packs.indices.flatMap { pack in
      Self.parts(of: plan.packs[pack]).map { (pack: pack, part: $0) }
    }
    let built = try await parts.concurrentMap(jobs: linter.jobs, progress: progress) { pack, part in
      do throws(BuildError) {
        let entries = try write(part, of: plan.packs[pack], to: output)
        return (pack: pack, result: Result<Entries, BuildError>.success(entries))
      } catch {
        return (pack: pack, result: .failure(error))
      }
    }
    let builtByPack = Dictionary(grouping: built, by: \.pack)
    var result = Output()
    var files: [Manifest.File] = []
    for (index, pack) in plan.packs.enumerated() {
      let entries = try (builtByPack[index] ?? []).map { try $0.result.get() }
      files += entries.flatMap(\.files)
      result.reducedImages += entries.flatMap(\.reducedImages)
      result.findings += entries.flatMap(\.findings)
      files += try writeContents(of: pack, to: output)
      result.manifests.append(Self.manifest(of: pack, entries.compactMap(\.sticker)))
    }
    for file in plan.addedFiles { files.append(try output.add(file.bytes, to: file.path)) }
    let errors = result.findings.filter { $0.severity == .error && $0.isOpen }
    guard errors.isEmpty || skipsUnusableFiles else { throw BuildError.errorsFound(errors) }
    // The manifests come last, because they list all other files.
    try write(&result.manifests, of: plan, listing: files, to: output)
    return result
  }

  private static func manifest(
    of pack: BuildPlan.Pack, _ stickers: [Manifest.Sticker]
  ) -> Manifest {
    var manifest = Manifest(name: pack.name, gridSize: pack.gridSize, stickers: stickers)
    manifest.toolVersion = stickerpackVersion
    manifest.id = pack.id
    manifest.version = pack.project.version
    manifest.author = pack.source.author
    manifest.license = pack.source.license
    manifest.cover = pack.cover?.id.text
    return manifest
  }

  private static func parts(of pack: BuildPlan.Pack) -> [Part] {
    let stickerForIcons = pack.stickerForIcons?.id
    let stickers = pack.stickers.map {
      Part.sticker($0, makesIcons: $0.id == stickerForIcons)
    }
    return pack.icons.given.isEmpty && pack.icons.art == nil ? stickers : [.icons] + stickers
  }

  private func write(
    _ part: Part, of pack: BuildPlan.Pack, to output: OutputFolder
  ) throws(BuildError) -> Entries {
    switch part {
    case .sticker(let sticker, let makesIcons):
      try write(sticker, makesIcons: makesIcons, of: pack, to: output)
    case .icons:
      Entries(files: try writeIcons(of: pack, to: output))
    }
  }

  private func write(
    _ sticker: BuildPlan.Sticker, makesIcons: Bool, of pack: BuildPlan.Pack,
    to output: OutputFolder
  ) throws(BuildError) -> Entries {
    let art = try LintedArt(sticker.facts, limits: limits, fitter: fitter)
    let scaler = try StickerScaler(
      art.image, at: sticker.source.displayPath, limits: limits, keepsPicture: makesIcons,
      jobs: linter.jobs)
    var files: [Manifest.File] = []
    var scales: [Manifest.Scale] = []
    let versions = try scaler.versions().map { version throws(BuildError) in
      guard let given = sticker.smaller[version.scale], let canvas = given.image?.canvas else {
        return version
      }
      return StickerScaler.Version(
        scale: version.scale, width: canvas.width, height: canvas.height,
        file: try LintedArt(given, limits: limits).image)
    }
    for version in versions {
      let name = sticker.image(scale: version.scale)
      let file = try output.add(version.file, to: pack.folder.appending(name))
      files.append(file)
      scales.append(
        Manifest.Scale(
          scale: version.scale, file: name.string, width: version.width, height: version.height,
          bytes: file.bytes, sha256: file.sha256))
    }
    files += try writeCatalogEntry(
      sticker, art, to: pack.catalogPack.appending(sticker.catalogFolder), output)
    if makesIcons { files += try writeIcons(from: scaler.picture, of: pack, to: output) }
    let translations = sticker.source.translations
    return Entries(
      sticker: Manifest.Sticker(
        id: sticker.id.text, label: sticker.label,
        localizedLabels: translations.isEmpty ? nil : translations,
        emoji: sticker.source.emoji.isEmpty ? nil : sticker.source.emoji,
        format: scaler.format.rawValue, animated: scaler.animation != nil,
        animation: scaler.animation, scales: scales,
        fit: sticker.facts.change.map(Manifest.Fit.init)),
      files: files, reducedImages: reducedImages(of: sticker, versions, in: pack),
      findings: findings(aboutScaled: versions, of: sticker, in: pack))
  }

  private func findings(
    aboutScaled versions: [StickerScaler.Version], of sticker: BuildPlan.Sticker,
    in pack: BuildPlan.Pack
  ) -> [Finding] {
    versions.flatMap { version -> [Finding] in
      // The art and given images were linted before.
      guard version.scale < 3, sticker.smaller[version.scale] == nil else { return [] }
      let file = pack.folder.appending(sticker.image(scale: version.scale))
      return linter.findings(
        aboutScaled: version.file.bytes, at: Location(file, displayPath: file),
        from: sticker.facts, in: pack.facts)
    }
  }

  private func reducedImages(
    of sticker: BuildPlan.Sticker, _ versions: [StickerScaler.Version], in pack: BuildPlan.Pack
  ) -> [ReducedImage] {
    let ceiling = versions[0].file.bytes.count
    return versions.dropFirst().compactMap { version in
      guard version.loss != nil || version.file.bytes.count > ceiling else { return nil }
      return ReducedImage(
        file: pack.folder.appending(sticker.image(scale: version.scale)).string,
        bytes: version.file.bytes.count, artBytes: ceiling, loss: version.loss)
    }
  }

  private func writeCatalogEntry(
    _ sticker: BuildPlan.Sticker, _ art: LintedArt, to folder: FilePath, _ output: OutputFolder
  ) throws(BuildError) -> [Manifest.File] {
    let contents: [UInt8]
    do {
      if let settings = sticker.source.sequence?.settings, !sticker.frames.isEmpty {
        contents = try CanonicalJSON.bytes(
          of: AssetCatalog.Sequence(
            frames: sticker.frames.map(\.text), settings: settings, label: sticker.label))
      } else {
        contents = try CanonicalJSON.bytes(
          of: AssetCatalog.Sticker(filename: sticker.catalogImage, label: sticker.label))
      }
    } catch {
      throw .output(
        .unwritable(action: "encode the contents of \(sticker.catalogFolder)", reason: "\(error)"))
    }
    var files = [try output.add(contents, to: folder.appending("Contents.json"))]
    if sticker.frames.isEmpty {
      files.append(try output.add(art.image, to: folder.appending(sticker.catalogImage)))
    }
    // A frame that is shown several times is one file.
    var written: Set<String> = []
    for (name, frame) in zip(sticker.frames, art.frames) where written.insert(name.text).inserted {
      files.append(try output.add(frame, to: folder.appending(name.text)))
    }
    return files
  }

  /// Writes the contents files of a pack's catalog and its labels in each language.
  private func writeContents(
    of pack: BuildPlan.Pack, to output: OutputFolder
  ) throws -> [Manifest.File] {
    let contents = AssetCatalog.Pack(
      gridSize: pack.gridSize, folders: pack.stickers.map(\.catalogFolder))
    var files = [
      try output.add(
        CanonicalJSON.bytes(of: AssetCatalog.Root()), to: pack.catalog.appending("Contents.json")),
      try output.add(
        CanonicalJSON.bytes(of: contents), to: pack.catalogPack.appending("Contents.json")),
    ]
    files += try writeIconCatalogs(of: pack, to: output)
    for language in pack.languages {
      let labels = StringsFile.text(of: pack.labels(in: language))
      files.append(try output.add(Array(labels.utf8), to: pack.stringsFile(language)))
    }
    return files
  }

  /// Adds the lists of files to the manifests, and writes them and the collection's.
  private func write(
    _ manifests: inout [Manifest], of plan: BuildPlan, listing files: [Manifest.File],
    to output: OutputFolder
  ) throws {
    var all = Self.sorted(files)
    for (index, pack) in plan.packs.enumerated() {
      manifests[index].files = all.compactMap { file in
        FilePath(file.file).relative(to: pack.folder).map {
          Manifest.File(file: $0.string, bytes: file.bytes, sha256: file.sha256)
        }
      }
    }
    for (pack, manifest) in zip(plan.packs, manifests) {
      all.append(try output.add(CanonicalJSON.bytes(of: manifest), to: pack.manifest))
    }
    if plan.packs.count > 1 {
      let collection = CollectionManifest(
        packs: zip(plan.packs, manifests).map { pack, manifest in
          .init(name: pack.name, manifest: pack.manifest.string, stickers: manifest.stickers.count)
        },
        files: Self.sorted(all))
      _ = try output.add(
        CanonicalJSON.bytes(of: collection), to: FilePath(CollectionManifest.fileName))
    }
  }

  private static func sorted(_ files: [Manifest.File]) -> [Manifest.File] {
    files.sorted { FilePath($0.file) < FilePath($1.file) }
  }
}
