package import Basics
internal import ImageCodecs
internal import ImageContainers
internal import StickerFiles
package import StickerFit
package import StickerLint
package import StickerManifest
package import StickerPacks

/// Writes packs for stores other than Apple's: for each store a folder with the stickers, icons and lists that its
/// uploader takes. What a lint for the store refuses is not written.
package struct StoreBuilder: Sendable {
  /// How the files are linted that were made.
  package var linter: Linter
  /// How stickers are made small enough.
  package var fitter: StickerFitter
  /// Whether files of an old output are replaced that were changed; otherwise they fail the build.
  package var replacesChangedFiles = false

  package init(_ linter: Linter, _ fitter: StickerFitter) {
    (self.linter, self.fitter) = (linter, fitter)
  }

  /// What became of the packs for one store.
  package struct Outcome: Sendable {
    package let store: StoreProfile
    /// The findings about the files that were made. They name the files that these were made from.
    package var lint: LintResult
    /// What was done to each sticker, in pack order.
    package var changes: [StickerChange]
    /// The stickers of a kind that the store does not take, stills or animations, as reports name them.
    package var leftOut: [String] = []
    /// Why nothing was written besides errors in `lint`, as a sentence in lower case without a full stop.
    package var problem: String?
    /// The written files, or in a dry run those that would be; empty if the store does not take the packs.
    package var files: [Manifest.File] = []

    package var isTaken: Bool { !files.isEmpty }
  }

  /// Builds packs into the folder `path`, which is replaced as a whole or not at all. An existing folder is replaced
  /// only if it is empty or was built by this tool.
  ///
  /// - Parameters:
  ///   - path: nil for a dry run, which writes nothing.
  ///   - progress: called after each sticker with the number of finished ones and the total.
  /// - Returns: an outcome for each store. Nothing is written if no store takes the packs.
  package func build(
    _ packs: [PackSource], for stores: [StoreProfile], to path: FilePath?,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(BuildError) -> [Outcome] {
    let packs = packs.map(\.withoutIcons)
    let output: OutputFolder?
    do {
      output = try path.map { path throws(OutputError) in
        try OutputFolder(at: path, replacesChanges: replacesChangedFiles, archives: false)
      }
    } catch {
      throw .output(error)
    }
    do {
      let total = packs.reduce(0) { $0 + $1.stickers.count }
      var outcomes: [Outcome] = []
      for (index, store) in stores.enumerated() {
        outcomes.append(
          try await build(packs, for: store, in: output) { done, _ in
            progress(index * total + done, stores.count * total)
          })
      }
      let files = outcomes.flatMap(\.files).sorted { FilePath($0.file) < FilePath($1.file) }
      guard let output, !files.isEmpty else {
        output?.discard()
        return outcomes
      }
      _ = try output.add(
        json: CollectionManifest(packs: [], files: files), to: FilePath(CollectionManifest.fileName)
      )
      try output.commit()
      return outcomes
    } catch {
      output?.discard()
      switch error {
      case let error as BuildError: throw error
      case let error as OutputError: throw .output(error)
      case is CancellationError: throw .cancelled
      default:
        throw .output(.unwritable(action: "build \(path ?? "")", reason: "\(error)"))
      }
    }
  }

  /// A sticker as a store takes it. Its bytes are in the output folder.
  private struct Made: Sendable {
    var facts: AssetFacts
    var change: StickerChange
    /// Nil if it is a still and the store takes animations only, or the reverse.
    var format: StoreProfile.Format?
    /// The file in the output folder, until all names are known; nil if none was written.
    var file: FilePath?
    /// The error if it could not be written.
    var error: BuildError?
  }

  private func build(
    _ packs: [PackSource], for store: StoreProfile, in output: OutputFolder?,
    progress: (_ done: Int, _ total: Int) -> Void
  ) async throws -> Outcome {
    var linter = linter
    linter.profile.store = store
    // Names depend on which stickers the store takes.
    let unnamed = FilePath("\(store.id).unnamed")
    defer { output?.remove(unnamed) }
    let all = packs.flatMap(\.stickers)
    var rest = try await Array(all.indices).concurrentMap(
      jobs: linter.jobs, progress: progress
    ) { [linter] index in
      make(all[index], for: store, linter, as: unnamed.appending("\(index)"), in: output)
    }[...]
    if let error = rest.lazy.compactMap(\.error).first { throw error }
    var leftOut: [String] = []
    let folders = packs.count == 1 ? [FilePath(store.id)] : Self.folders(of: packs, in: store.id)
    var (packs, made) = (packs, [[Made]]())
    for index in packs.indices {
      let all = zip(packs[index].stickers, rest.prefix(packs[index].stickers.count))
      rest.removeFirst(packs[index].stickers.count)
      let kept = all.filter { $0.1.format != nil }
      leftOut += all.filter { $0.1.format == nil }.map(\.0.displayPath)
      packs[index].stickers = kept.map(\.0)
      made.append(kept.map(\.1))
    }
    let filled = packs.indices.filter { !packs[$0].stickers.isEmpty }
    let lint = LintResult(
      packs: filled.map { index in
        let (pack, stickers) = (packs[index], made[index])
        return linter.check(
          PackFacts(source: pack, assets: stickers.map(\.facts), profile: linter.profile))
      })
    var outcome = Outcome(
      store: store, lint: lint,
      changes: made.joined().map(\.change), leftOut: leftOut)
    guard !lint.hasErrors else { return outcome }
    if let failed = outcome.changes.first(where: { $0.error != nil }) {
      outcome.problem = "\(failed.file): \(failed.error ?? "")"
      return outcome
    }
    guard !filled.isEmpty else {
      outcome.problem = store.output?.still == nil ? "there is no animation" : "there is no still"
      return outcome
    }
    do throws(StoreProblem) {
      let contents = try filled.map { index throws(StoreProblem) in
        try files(of: packs[index], made[index], for: store)
      }
      for (index, files) in zip(filled, contents) {
        outcome.files += try write(files, to: folders[index], of: store, in: output)
      }
    } catch {
      switch error {
      case .refused(let reason):
        (outcome.problem, outcome.files) = (reason, [])
      case .failed(let error): throw error
      }
    }
    return outcome
  }

  private enum StoreProblem: Error {
    /// The store does not take the pack; the reason is a sentence in lower case without a full stop.
    case refused(String)
    case failed(BuildError)
  }

  /// Makes a sticker and writes it: only one sticker per job is in memory.
  private func make(
    _ source: StickerSource, for store: StoreProfile, _ linter: Linter, as file: FilePath,
    in output: OutputFolder?
  ) -> Made {
    var change: StickerChange
    do {
      let original = try StickerFiles(reading: source, limits: linter.limits).image()
      change = try fitter.fit(original, for: store)
    } catch {
      // What is wrong with the file is a finding.
      let facts = AssetFacts(reading: source, limits: linter.limits, profile: linter.profile)
      change = StickerChange(.init(bytes: facts.byteCount), cannot: "fit", because: "\(error)")
      change.file = source.displayPath
      return Made(facts: facts, change: change, format: .png)
    }
    change.file = source.displayPath
    let content = change.content
    change.content = []
    var made = Made(
      facts: AssetFacts(
        source: source, bytes: content, limits: linter.limits, profile: linter.profile),
      change: change,
      format: change.before.isAnimated ? store.output?.animated : store.output?.still)
    if change.after != nil { made.facts.change = change }
    guard let output, made.format != nil else { return made }
    do {
      _ = try output.add(content, to: file)
      made.file = file
    } catch {
      made.error = error
    }
    return made
  }

  // MARK: Files

  private static func folders(of packs: [PackSource], in store: String) -> [FilePath] {
    LegalName.unique(packs.map(\.name), ending: ".zip").map {
      FilePath(store).appending($0.text)
    }
  }

  /// A file of a store's folder.
  private enum Content {
    case sticker(Made)
    case bytes([UInt8])
  }

  private func files(
    of pack: PackSource, _ stickers: [Made], for store: StoreProfile
  ) throws(StoreProblem) -> [(name: String, content: Content)] {
    guard let output = store.output else { return [] }
    let names = output.name.names(
      of: pack.stickers, besides: (output.icons ?? [:]).values.map { FilePath($0).stem })
    var values: [StoreTemplate.Values] = []
    var files: [(name: String, content: Content)] = []
    for (index, sticker) in stickers.enumerated() {
      var own = pack.stickers[index].values
      own["name"] = .text(names[index])
      own["number"] = .text(index < 9 ? "0\(index + 1)" : "\(index + 1)")
      guard
        case .text(let stem)? = StoreTemplate.text(output.file ?? "{name}")
          .filled(with: own, forEach: [])
      else { throw .refused("the profile has no file name") }
      if let problem = store.problem(ofKeywords: pack.stickers[index].keywords) {
        throw .refused("\(sticker.change.file) has \(problem)")
      }
      let file = "\(stem).\(sticker.format?.fileExtension ?? "")"
      own["file"] = .text(file)
      values.append(own)
      files.append((file, .sticker(sticker)))
    }
    let cover =
      pack.cover.flatMap { name in pack.stickers.firstIndex { $0.isListed(as: name) } } ?? 0
    for (name, file) in (output.icons ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let icon = store.icons?.first(where: { $0.name == name }) else { continue }
      files.append((file, .bytes(try self.icon(icon, of: pack.stickers[cover], for: store))))
    }
    var own: StoreTemplate.Values = ["pack": .text(pack.name)]
    own["id"] = .text(pack.id ?? output.name.name(of: pack.name.split(separator: " "), number: 1))
    own["author"] = pack.author.map { .text($0) }
    own["license"] = pack.license.map { .text($0) }
    own["cover"] = values[cover]["file"]
    own["coverEmoji"] = values[cover]["emoji"] ?? .text("")
    for (name, template) in (output.lists ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let missing = template.packValues.subtracting(own.keys).min() {
        throw .refused("\(missing.quoted) is missing in \(PackConfiguration.fileName)")
      }
      guard let list = template.filled(with: own, forEach: values) else { continue }
      if case .text(let text) = list {
        files.append((name, .bytes(Array(text.utf8))))
        continue
      }
      do {
        files.append((name, .bytes(try CanonicalJSON.bytes(of: list))))
      } catch {
        throw .failed(.output(.unwritable(action: "encode \(name)", reason: "\(error)")))
      }
    }
    return files
  }

  private func icon(
    _ icon: StoreProfile.Icon, of cover: StickerSource, for store: StoreProfile
  ) throws(StoreProblem) -> [UInt8] {
    let limit = icon.bytes ?? store.bytes?.maximum
    var profile = store
    profile.canvas = .init(exact: icon.canvas)
    profile.bytes = .init(maximum: limit)
    profile.output?.still = .png
    let isAnimated = icon.formats?.contains(.apng) == true
    let change: StickerChange
    do {
      let original = try StickerFiles(reading: cover, limits: linter.limits).image()
      change = try fitter.fit(original, for: profile, isStill: !isAnimated)
    } catch {
      throw .refused("cannot make the \(icon.name) of \(cover.displayPath): \(error)")
    }
    if let limit, change.content.count > limit {
      throw .refused(
        "the \(icon.name) has \(change.content.count.grouped) bytes (at most \(limit.grouped)):"
          + " choose a simpler \"cover\" in \(PackConfiguration.fileName)")
    }
    return change.content
  }

  private func write(
    _ files: [(name: String, content: Content)], to folder: FilePath, of store: StoreProfile,
    in output: OutputFolder?
  ) throws(StoreProblem) -> [Manifest.File] {
    do throws(BuildError) {
      var written: [Manifest.File] = []
      for file in files {
        written.append(try write(file.content, to: folder.appending(file.name), in: output))
      }
      guard let output, let archive = store.output?.archive else { return written }
      let entry: Manifest.File
      do {
        entry = try output.writeArchive(
          of: folder, to: FilePath("\(folder).\(archive.fileExtension)"))
      } catch {
        throw .output(error)
      }
      guard entry.bytes <= archive.maximum ?? .max else {
        throw .conflictingOptions(
          reason: "\(entry.file) has \(entry.bytes.grouped) bytes"
            + " (\(store.name): at most \((archive.maximum ?? 0).grouped)); split the pack")
      }
      return written + [entry]
    } catch {
      throw .failed(error)
    }
  }

  private func write(
    _ content: Content, to name: FilePath, in output: OutputFolder?
  ) throws(BuildError) -> Manifest.File {
    switch content {
    case .sticker(let made):
      if let output, let file = made.file {
        do { try output.move(file, to: name) } catch { throw .output(error) }
      }
      return Manifest.File(
        file: name.string, bytes: made.facts.byteCount, sha256: made.facts.contentHash ?? "")
    case .bytes(let bytes):
      guard let output else {
        let file = HashedBytes(bytes)
        return Manifest.File(file: name.string, bytes: bytes.count, sha256: file.sha256)
      }
      return try output.add(bytes, to: name)
    }
  }
}

extension StoreProfile {
  /// What is too much; nil if the store takes them.
  fileprivate func problem(ofKeywords words: [String]) -> String? {
    let length = words.reduce(0) { $0 + $1.count }
    if let most = keywords?.last, words.count > most {
      return "\(words.count) keywords (at most \(most))"
    }
    guard let keywordCharacters, length > keywordCharacters else { return nil }
    return "keywords of \(length) characters together (at most \(keywordCharacters))"
  }
}

extension PackSource {
  /// The pack with its sequences among its stickers, and without what only Messages has.
  fileprivate var withoutIcons: PackSource {
    var pack = self
    pack.stickers = allStickers.map { sticker in
      var sticker = sticker
      sticker.smaller = []
      return sticker
    }
    (pack.sequences, pack.icons, pack.iconSets, pack.iconArt) = ([], [], [], nil)
    return pack
  }
}

extension StickerSource {
  /// What lists say about a sticker.
  fileprivate var values: StoreTemplate.Values {
    var values: StoreTemplate.Values = ["label": .text(writtenLabel ?? labelFromName)]
    if !keywords.isEmpty { values["keywords"] = .list(keywords.map { .text($0) }) }
    guard let first = emoji.first else { return values }
    values["emoji"] = .text(first)
    values["emojis"] = .list(emoji.map { .text($0) })
    values["tags"] = .text(emoji.joined(separator: ", "))
    return values
  }
}
