package import ImageContainers
internal import Basics
internal import StickerPacks
package import StickerManifest

/// Carries out a plan: asset catalogs for Xcode, scaled images and manifests in one folder.
package struct PackBuilder: Sendable {
  /// What one file may cost.
  package var limits = DecodingLimits()
  /// How many stickers are made at once, 1 or more. The output is the same for any number.
  package var jobs: Int
  /// Whether a sticker that cannot be built is left out; otherwise it fails the whole build.
  package var leavesOut = false
  /// Whether an archive of the folder is written beside it, named for it with `.zip` behind.
  package var archives = false

  /// Creates a builder with the default limits.
  package init(jobs: Int) { self.jobs = max(1, jobs) }

  /// Where the archive of the folder `path` stands.
  package static func archive(of path: String) -> String { OutputFolder.archive(of: path) }

  /// What a build made.
  package struct Outcome: Sendable {
    /// What each pack of the plan holds now.
    package var manifests: [Manifest]
    /// The stickers that could not be built, and the pictures that could not become icons.
    package var leftOut: [BuildPlan.LeftOut]
    /// The sticker that each pack's icons were made of for want of a picture, as reports name it; nil
    /// where none was needed.
    package var stickersForIcons: [String?]
  }

  /// A sticker of one of the plan's packs, or the pack's icons.
  private struct Task: Sendable {
    var pack: BuildPlan.Pack
    var sticker: BuildPlan.Sticker?
  }

  private enum Made: Sendable {
    case sticker(Manifest.Sticker)
    case icons(IconSet)
    case leftOut(String)
    case failed(BuildFailure)
  }

  /// Builds what `plan` says into the folder `path`, which appears whole or not at all. A folder that
  /// is there already is replaced if this tool built it or if it is empty, and so is an archive.
  ///
  /// - Parameter progress: called after each sticker, and each pack's icons, with the number done and
  ///   the number of all.
  package func build(
    _ plan: BuildPlan, to path: String,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    try BundleFolder.checkMayBeReplaced(path)
    if archives { try BundleFolder.checkArchiveMayBeReplaced(Self.archive(of: path)) }
    let output = try OutputFolder(at: path)
    do {
      let outcome = try await fill(output, plan, progress)
      if archives { try output.writeArchive() }
      try output.commit()
      return outcome
    } catch {
      output.discard()
      throw error
    }
  }

  private func fill(
    _ output: OutputFolder, _ plan: BuildPlan, _ progress: (_ done: Int, _ total: Int) -> Void
  ) async throws -> Outcome {
    var outcome = Outcome(manifests: [], leftOut: [], stickersForIcons: [])
    func leave(_ omission: BuildPlan.LeftOut) throws(BuildFailure) {
      guard leavesOut else {
        throw BuildFailure(
          "\(omission.displayPath) cannot be built, so nothing was: \(omission.reason)")
      }
      outcome.leftOut.append(omission)
    }
    for omission in plan.packs.flatMap(\.leftOut) { try leave(omission) }
    // All packs in one go, so that no core waits for the end of each. Icons take longest and begin.
    let tasks =
      plan.packs.map { Task(pack: $0) }
      + plan.packs.flatMap { pack in pack.stickers.map { Task(pack: pack, sticker: $0) } }
    let made = await tasks.concurrentMap(jobs: jobs, progress: progress) { task -> Made in
      do throws(BuildFailure) {
        guard let sticker = task.sticker else {
          return .icons(try writeIcons(of: task.pack, output))
        }
        return try make(sticker, in: task.pack, output)
      } catch {
        return .failed(error)
      }
    }
    var rest = made.dropFirst(plan.packs.count)
    for (pack, icons) in zip(plan.packs, made) {
      var entries: [Manifest.Sticker] = []
      var stickers: [BuildPlan.Sticker] = []
      for (sticker, made) in zip(pack.stickers, rest) {
        switch made {
        case .sticker(let entry):
          entries.append(entry)
          stickers.append(sticker)
        case .leftOut(let reason):
          try leave(.init(displayPath: sticker.source.displayPath, reason: reason))
        case .icons: break
        case .failed(let failure): throw failure
        }
      }
      rest = rest.dropFirst(pack.stickers.count)
      switch icons {
      case .icons(let icons):
        for omission in icons.leftOut { try leave(omission) }
        outcome.stickersForIcons.append(icons.sticker)
      case .sticker, .leftOut: break
      case .failed(let failure): throw failure
      }
      try writeFrame(of: pack, stickers, output)
      outcome.manifests.append(
        Manifest(name: pack.name, gridSize: pack.gridSize, stickers: entries))
    }
    for file in plan.addedFiles { try output.write(file.bytes, to: file.path) }
    // Last, since they list all that is there.
    try await write(&outcome.manifests, of: plan, output)
    return outcome
  }

  /// Completes the manifests with the tables of files, and writes them and the collection's.
  private func write(
    _ manifests: inout [Manifest], of plan: BuildPlan, _ output: OutputFolder
  ) async throws {
    var files = try await output.files(jobs: jobs)
    for (index, pack) in plan.packs.enumerated() {
      let prefix = Array(pack.folder.utf8)
      manifests[index].files = files.filter { $0.file.utf8.starts(with: prefix) }.map {
        var file = $0
        file.file = String(decoding: file.file.utf8.dropFirst(prefix.count), as: UTF8.self)
        return file
      }
    }
    for (pack, manifest) in zip(plan.packs, manifests) {
      let bytes = try CanonicalJSON.bytes(of: manifest)
      try output.write(bytes, to: pack.manifest)
      files.append(
        .init(file: pack.manifest, bytes: bytes.count, sha256: SHA256.hexadecimal(bytes)))
    }
    if plan.packs.count > 1 {
      let collection = CollectionManifest(
        packs: zip(plan.packs, manifests).map { pack, manifest in
          .init(name: pack.name, manifest: pack.manifest, stickers: manifest.stickers.count)
        },
        files: files.sorted { $0.file.utf8.lexicographicallyPrecedes($1.file.utf8) })
      try output.write(CanonicalJSON.bytes(of: collection), to: CollectionManifest.fileName)
    }
  }

  /// Writes what is about a whole pack: the catalog's frame and the labels in each language.
  private func writeFrame(
    of pack: BuildPlan.Pack, _ stickers: [BuildPlan.Sticker], _ output: OutputFolder
  ) throws {
    try output.write(
      CanonicalJSON.bytes(of: AssetCatalog.Root()), to: "\(pack.catalog)/Contents.json")
    let contents = AssetCatalog.Pack(
      gridSize: pack.gridSize, folders: stickers.map(\.catalogFolder))
    try output.write(CanonicalJSON.bytes(of: contents), to: "\(pack.catalogPack)/Contents.json")
    for language in pack.languages {
      let labels = stickers.compactMap { sticker in
        sticker.source.translations[language].map { (key: sticker.id.text, value: $0) }
      }
      try output.write(StringsFile.bytes(of: labels), to: pack.stringsFile(language))
    }
  }

  private func make(
    _ sticker: BuildPlan.Sticker, in pack: BuildPlan.Pack, _ output: OutputFolder
  ) throws(BuildFailure) -> Made {
    let art: StickerArt
    let scaler: StickerScaler
    let versions: [StickerScaler.Version]
    do {
      art = try StickerArt(reading: sticker.source, limits: limits)
      scaler = try StickerScaler(art.bytes, limits: limits)
      versions = try scaler.versions()
    } catch {
      return .leftOut("\(error)")
    }
    var scales: [Manifest.Scale] = []
    for version in versions {
      let file = sticker.image(scale: version.scale)
      try output.write(version.bytes, to: pack.folder + file)
      scales.append(
        Manifest.Scale(
          scale: version.scale, file: file, width: version.width, height: version.height,
          bytes: version.bytes.count, sha256: SHA256.hexadecimal(version.bytes)))
    }
    try writeCatalogEntry(sticker, art, to: "\(pack.catalogPack)/\(sticker.catalogFolder)", output)
    let translations = sticker.source.translations
    return .sticker(
      Manifest.Sticker(
        id: sticker.id.text, label: sticker.label,
        localizedLabels: translations.isEmpty ? nil : translations,
        format: scaler.format.rawValue, animated: scaler.animation != nil,
        animation: scaler.animation, scales: scales))
  }

  private func writeCatalogEntry(
    _ sticker: BuildPlan.Sticker, _ art: StickerArt, to folder: String, _ output: OutputFolder
  ) throws(BuildFailure) {
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
      throw BuildFailure("cannot describe \(sticker.catalogFolder): \(error)")
    }
    try output.write(contents, to: "\(folder)/Contents.json")
    if sticker.frames.isEmpty {
      try output.write(art.bytes, to: "\(folder)/\(sticker.catalogImage)")
    }
    for (frame, bytes) in zip(sticker.frames, art.frames) {
      try output.write(bytes, to: "\(folder)/\(frame.text)")
    }
  }
}
