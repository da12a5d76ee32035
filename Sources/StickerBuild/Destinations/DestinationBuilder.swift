package import Basics
internal import ImageCodecs
internal import ImageContainers
internal import StickerFiles
package import StickerFit
package import StickerLint
package import StickerManifest
package import StickerPacks

/// Writes packs for destinations besides Messages: for each a folder with the stickers, icons and lists that its
/// uploader takes. What a lint for the destination refuses is not written, and the others are.
package struct DestinationBuilder: Sendable {
  /// The linter of the files that were made.
  package var linter: Linter
  /// The fitter that makes stickers small enough.
  package var fitter: StickerFitter
  /// Whether files of an old output are replaced that were changed; otherwise they fail the build.
  package var replacesChangedFiles = false

  package init(_ linter: Linter, _ fitter: StickerFitter) {
    (self.linter, self.fitter) = (linter, fitter)
  }

  /// The result for one destination.
  package struct Outcome: Sendable {
    package let destination: Destination
    /// The findings about the files that were made. They name the files that these were made from.
    package var lint: LintResult
    /// The changes of each sticker, in pack order.
    package var changes: [StickerChange]
    /// The stickers of a kind that the destination does not take, stills or animations, as reports name them.
    package var leftOut: [String] = []
    /// The reason nothing was written besides errors in `lint`, as a sentence in lower case without a full stop.
    package var problem: String?
    /// The written files, or in a dry run those that would be; empty if the destination does not take the packs.
    package var files: [Manifest.File] = []

    package var isTaken: Bool { !files.isEmpty }
  }

  /// Builds packs into the folder `path`, which is replaced as a whole or not at all. An existing folder is replaced
  /// only if it is empty or was built by this tool.
  ///
  /// - Parameters:
  ///   - path: nil for a dry run, which writes nothing.
  ///   - progress: called after each sticker with the number of finished ones and the total.
  /// - Returns: an outcome for each destination. Nothing is written if none takes the packs.
  package func build(
    _ packs: [PackSource], for destinations: [Destination], to path: FilePath?,
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
      for (index, destination) in destinations.enumerated() {
        outcomes.append(
          try await build(packs, for: destination, in: output) { done, _ in
            progress(index * total + done, destinations.count * total)
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

  /// A sticker as a destination takes it. Its bytes are in the output folder.
  private struct Made: Sendable {
    var facts: AssetFacts
    var change: StickerChange
    /// Nil if it is a still and the destination takes animations only, or the reverse.
    var format: FileFormat?
    /// The file in the output folder, until all names are known; nil if none was written.
    var file: FilePath?
    /// The side of the sticker, if it is one of several sizes.
    var side: Int?
    /// The other sizes, the longest first.
    var smaller: [Size] = []
    /// The error if it could not be written.
    var error: BuildError?
  }

  /// Another size of a sticker.
  private struct Size: Sendable {
    let side: Int
    let entry: (bytes: Int, sha256: String)
    /// The file in the output folder, until all names are known; nil if none was written.
    let file: FilePath?
  }

  private func build(
    _ packs: [PackSource], for destination: Destination, in output: OutputFolder?,
    progress: (_ done: Int, _ total: Int) -> Void
  ) async throws -> Outcome {
    var linter = linter
    linter.destination = destination
    // Names depend on which stickers the destination takes.
    let unnamed = FilePath("\(destination.id).unnamed")
    defer { output?.remove(unnamed) }
    let all = packs.flatMap(\.stickers)
    var rest = try await Array(all.indices).concurrentMap(
      jobs: linter.jobs, progress: progress
    ) { [linter] index in
      make(all[index], for: destination, linter, as: unnamed.appending("\(index)"), in: output)
    }[...]
    if let error = rest.lazy.compactMap(\.error).first { throw error }
    var leftOut: [String] = []
    var filled: [FilledPack] = []
    for (pack, folder) in zip(packs, Self.folders(of: packs, for: destination)) {
      let all = zip(pack.stickers, rest.prefix(pack.stickers.count))
      rest.removeFirst(pack.stickers.count)
      let kept = all.filter { $0.1.format != nil }
      leftOut += all.filter { $0.1.format == nil }.map(\.0.displayPath)
      guard !kept.isEmpty else { continue }
      var pack = pack
      pack.stickers = kept.map(\.0)
      filled.append(FilledPack(source: pack, made: kept.map(\.1), folder: folder))
    }
    let lint = LintResult(
      packs: filled.map {
        linter.check(
          PackFacts(source: $0.source, assets: $0.made.map(\.facts), destination: destination))
      })
    var outcome = Outcome(
      destination: destination, lint: lint,
      changes: filled.flatMap(\.made).map(\.change), leftOut: leftOut)
    guard !lint.hasErrors else { return outcome }
    do throws(Problem) {
      outcome.files = try write(filled, outcome.changes, for: destination, in: output)
    } catch {
      switch error {
      case .refused(let reason): outcome.problem = reason
      case .failed(let error): throw error
      }
    }
    return outcome
  }

  /// A pack with the stickers that the destination takes.
  private struct FilledPack {
    let source: PackSource
    let made: [Made]
    /// Its folder in the output.
    let folder: FilePath
  }

  /// Writes the packs, unless the destination does not take one of them.
  private func write(
    _ packs: [FilledPack], _ changes: [StickerChange], for destination: Destination,
    in output: OutputFolder?
  ) throws(Problem) -> [Manifest.File] {
    if let failed = changes.first(where: { $0.error != nil }) {
      throw .refused("\(failed.file): \(failed.error ?? "")")
    }
    guard !packs.isEmpty else {
      throw .refused(
        destination.output?.still == nil ? "there is no animation" : "there is no still")
    }
    let contents = try packs.map { pack throws(Problem) in
      let files = try files(of: pack.source, pack.made, for: destination)
      try check(files, of: pack.made, for: destination)
      return files
    }
    var written: [Manifest.File] = []
    for (pack, files) in zip(packs, contents) {
      written += try write(files, to: pack.folder, of: destination, in: output)
    }
    return written
  }

  private enum Problem: Error {
    /// The destination does not take the pack; the reason is a sentence in lower case without a full stop.
    case refused(String)
    case failed(BuildError)
  }

  /// Makes a sticker and writes it: only one sticker per job is in memory.
  private func make(
    _ source: StickerSource, for destination: Destination, _ linter: Linter, as file: FilePath,
    in output: OutputFolder?
  ) -> Made {
    let sides = destination.output?.sides ?? []
    var change: StickerChange
    let smaller: [StickerChange]
    do {
      let original = try StickerFiles(reading: source, limits: linter.limits).image()
      change = try fitter.fit(
        original, for: sides.first.map { destination.with(Self.square($0)) } ?? destination)
      smaller = try sides.dropFirst().map {
        try fitter.fit(original, for: destination.with(Self.square($0)))
      }
    } catch {
      // What is wrong with the file is a finding.
      let facts = AssetFacts(
        reading: source, limits: linter.limits, destination: linter.destination)
      change = StickerChange(.init(bytes: facts.byteCount), cannot: "fit", because: "\(error)")
      change.file = source.displayPath
      return Made(facts: facts, change: change, format: .png)
    }
    change.file = source.displayPath
    let content = change.content
    change.content = []
    var made = Made(
      facts: AssetFacts(
        source: source, bytes: content, limits: linter.limits, destination: linter.destination),
      change: change,
      format: change.before.isAnimated
        ? destination.output?.animated : destination.output?.still)
    if change.after != nil { made.facts.change = change }
    guard made.format != nil else { return made }
    made.side = sides.first
    do throws(BuildError) {
      if let output {
        _ = try output.add(content, to: file)
        made.file = file
      }
      for (side, change) in zip(sides.dropFirst(), smaller) {
        let bytes = HashedBytes(change.content)
        let file = FilePath("\(file)-\(side)")
        _ = try output?.add(bytes.bytes, to: file)
        made.smaller.append(
          Size(
            side: side, entry: (bytes.bytes.count, bytes.sha256),
            file: output == nil ? nil : file))
      }
    } catch {
      made.error = error
    }
    return made
  }

  private static func square(_ side: Int) -> CanvasSize {
    CanvasSize(clampingWidth: side, height: side)
  }

  // MARK: Files

  private static func folders(
    of packs: [PackSource], for destination: Destination
  ) -> [FilePath] {
    let folder = FilePath(destination.id)
    guard packs.count > 1 else { return [folder] }
    return LegalName.unique(packs.map(\.name), ending: ".zip").map { folder.appending($0.text) }
  }

  /// A file of a destination's folder.
  private enum Content {
    case sticker(Made)
    case size(Size)
    case bytes([UInt8])

    var byteCount: Int {
      switch self {
      case .sticker(let made): made.facts.byteCount
      case .size(let size): size.entry.bytes
      case .bytes(let bytes): bytes.count
      }
    }
  }

  private func files(
    of pack: PackSource, _ stickers: [Made], for destination: Destination
  ) throws(Problem) -> [(name: String, content: Content)] {
    guard let output = destination.output else { return [] }
    let names = output.name.names(
      of: pack.stickers, besides: output.icons.values.map { FilePath($0).stem })
    var values: [RelaxedJSON.Values] = []
    var files: [(name: String, content: Content)] = []
    for (index, sticker) in stickers.enumerated() {
      var own = pack.stickers[index].values
      own["name"] = .text(names[index])
      own["number"] = .text(index < 9 ? "0\(index + 1)" : "\(index + 1)")
      let template = RelaxedJSON.text(output.file ?? "{name}").filled(with: own, forEach: [])
      let stem = if case .text(let text)? = template?.content { text } else { names[index] }
      func name(_ side: Int?) -> String {
        "\(stem)\(side.map { "-\($0)" } ?? "").\(sticker.format?.fileExtension ?? "")"
      }
      let sizes = sticker.smaller.map { (name($0.side), Content.size($0)) }
      own["file"] = .text(name(sticker.side))
      own["files"] = .list([name(sticker.side)] + sizes.map(\.0))
      values.append(own)
      files.append((name(sticker.side), .sticker(sticker)))
      files += sizes
    }
    let cover =
      pack.settings.cover.flatMap { name in pack.stickers.firstIndex { $0.isListed(as: name) } }
      ?? 0
    for (name, file) in output.icons.sorted(by: { $0.key < $1.key }) {
      guard let icon = destination.icons.first(where: { $0.name == name }) else { continue }
      files.append((file, .bytes(try self.icon(icon, of: pack.stickers[cover], for: destination))))
    }
    var own: RelaxedJSON.Values = ["pack": .text(pack.name)]
    own["id"] = .text(
      pack.settings.id ?? output.name.name(of: pack.name.split(separator: " "), number: 1))
    own["author"] = pack.settings.author.map { .text($0) }
    own["license"] = pack.settings.license.map { .text($0) }
    own["cover"] = values[cover]["file"]
    own["coverEmoji"] = values[cover]["emoji"] ?? .text("")
    return files + (try lists(of: output, filledWith: own, forEach: values))
  }

  /// The lists of a pack, in parts if the destination limits their length.
  private func lists(
    of output: Destination.Output, filledWith own: RelaxedJSON.Values,
    forEach values: [RelaxedJSON.Values]
  ) throws(Problem) -> [(name: String, content: Content)] {
    var files: [(name: String, content: Content)] = []
    for (name, template) in output.lists.sorted(by: { $0.key < $1.key }) {
      if let missing = template.packValues.subtracting(own.keys).min() {
        throw .refused("\(missing.quoted) is missing in \(PackConfiguration.fileName)")
      }
      if case .text = template.content {
        guard case .text(let text)? = template.filled(with: own, forEach: [])?.content else {
          continue
        }
        files.append((name, .bytes(Array(text.utf8))))
        continue
      }
      let most = output.listed ?? values.count
      for (part, start) in stride(from: 0, to: values.count, by: max(1, most)).enumerated() {
        let stickers = Array(values[start..<min(values.count, start + most)])
        guard let list = template.filled(with: own, forEach: stickers) else { continue }
        let path = FilePath(name)
        let file = part == 0 ? name : "\(path.stem)-\(part + 1).\(path.fileExtension)"
        files.append((file, .bytes(JSONStream.bytes(of: list))))
      }
    }
    return files
  }

  private func icon(
    _ icon: Destination.Icon, of cover: StickerSource, for pack: Destination
  ) throws(Problem) -> [UInt8] {
    var destination = pack.with(icon.canvas)
    if let most = icon.bytes { destination.limits[.maximumBytes] = .number(Double(most)) }
    destination.output?.still = .png
    let isAnimated = icon.formats.contains(.apng)
    let change: StickerChange
    do {
      let original = try StickerFiles(reading: cover, limits: linter.limits).image()
      change = try fitter.fit(original, for: destination, isStill: !isAnimated)
    } catch {
      throw .refused("cannot make the \(icon.name) of \(cover.displayPath): \(error)")
    }
    let facts = AssetFacts(
      source: cover, bytes: change.content, limits: linter.limits, destination: destination)
    for rule in ["store-canvas", "store-bytes"] {
      guard let excess = facts.measured.flatMap({ destination.excess(of: $0, by: rule) }) else {
        continue
      }
      throw .refused(
        "the \(icon.name): \(excess.message) Choose a simpler \"cover\" in"
          + " \(PackConfiguration.fileName)")
    }
    return change.content
  }

  private func write(
    _ files: [(name: String, content: Content)], to folder: FilePath, of destination: Destination,
    in output: OutputFolder?
  ) throws(Problem) -> [Manifest.File] {
    do throws(BuildError) {
      var written: [Manifest.File] = []
      for file in files {
        written.append(try write(file.content, to: folder.appending(file.name), in: output))
      }
      guard let output, let archive = destination.output?.archive else { return written }
      do {
        return written + [
          try output.writeArchive(of: folder, to: FilePath("\(folder).\(archive)"))
        ]
      } catch {
        throw .output(error)
      }
    } catch {
      throw .failed(error)
    }
  }

  /// Refuses two files of one name, and an archive of too many bytes, whether it is written or not.
  private func check(
    _ files: [(name: String, content: Content)], of stickers: [Made], for destination: Destination
  ) throws(Problem) {
    var names: Set<String> = []
    // Some disks do not tell capitals from small letters.
    if let file = files.first(where: { !names.insert($0.name.lowercased()).inserted }) {
      throw .refused("two files would have the name \(file.name.quoted)")
    }
    guard destination.output?.archive != nil else { return }
    var archive = ArchiveIndex()
    do {
      for file in files { try archive.append(file.name, bytes: file.content.byteCount, crc32: 0) }
    } catch {
      throw .refused("the archive has too many files or bytes for a ZIP file; split the pack")
    }
    let pack = MeasuredPack(
      stickerCount: stickers.count,
      animatedCount: stickers.count(where: \.change.before.isAnimated),
      archiveBytes: archive.end + archive.directory.count)
    if let excess = destination.excesses(of: pack, by: "archive").first {
      throw .refused("the archive is too large: \(excess.message) Split the pack")
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
    case .size(let size):
      if let output, let file = size.file {
        do { try output.move(file, to: name) } catch { throw .output(error) }
      }
      return Manifest.File(file: name.string, bytes: size.entry.bytes, sha256: size.entry.sha256)
    case .bytes(let bytes):
      guard let output else {
        let file = HashedBytes(bytes)
        return Manifest.File(file: name.string, bytes: bytes.count, sha256: file.sha256)
      }
      return try output.add(bytes, to: name)
    }
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
    (pack.sequences, pack.icons) = ([], PackIcons())
    return pack
  }
}

extension StickerSource {
  /// The values of a sticker in lists.
  fileprivate var values: RelaxedJSON.Values {
    let label = writtenLabel ?? labelFromName
    var values: RelaxedJSON.Values = ["label": .text(label)]
    if !keywords.isEmpty { values["keywords"] = .list(keywords) }
    values["tags"] = .text(emoji.isEmpty ? label : emoji.joined(separator: ", "))
    guard let first = emoji.first else { return values }
    values["emoji"] = .text(first)
    values["emojis"] = .list(emoji)
    return values
  }
}
