internal import Basics
internal import StickerFiles
public import StickerFit
internal import StickerManifest
package import StickerPacks

/// Makes the stickers of a pack, a folder of packs or an asset catalog small enough.
///
///     let result = try await FitTask("Stickers", to: "Fitted").run()
///     for sticker in result.changes { print(sticker.file, sticker.score) }
///
/// Each sticker is encoded in several ways, from the least harm to the most, until it is small enough. WebP
/// files and videos become stickers, too.
///
/// Stickers that are small enough are copied. One that is not takes seconds, a large animation minutes of processor
/// time, and each job at most 512 MiB. The results are kept in memory until all are written. To fit art only for a
/// build, use ``BuildOptions/fit``, which writes nothing to the folder of the art.
public struct FitTask: Sendable {
  /// The limits, and what may be changed.
  public var options: FitOptions
  /// Whether the result has a page that compares the changed stickers with their originals.
  public var makesPage = false
  /// Runs what must not be interrupted: writing all results, which takes milliseconds.
  package var uninterrupted: @Sendable (_ write: () -> Void) -> Void = { $0() }
  /// Called if another process changes files of the folder, for whose end the task waits.
  package var waiting: @Sendable () -> Void = {}
  /// Called with the packs before they are fitted. What it throws ends the task.
  package var check: @Sendable ([PackSource]) throws -> Void = { _ in }
  let folder: FilePath
  /// The copy to write; nil for none.
  private let output: FilePath?
  private let isInPlace: Bool

  /// Creates a task that writes a copy of a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder of the art, which is only read.
  ///   - output: the copy, which must not exist or be an empty folder; nil writes nothing.
  ///   - options: the limits, and what may be changed.
  public init(_ folder: String, to output: String?, options: FitOptions = FitOptions()) {
    (self.folder, self.output) = (FilePath(folder), output.map { FilePath($0) })
    (isInPlace, self.options) = (false, options)
  }

  /// Creates a task that replaces files in a folder. Its hidden folder `.stickerpack-backup-1` keeps the
  /// originals.
  public init(inPlace folder: String, options: FitOptions = FitOptions()) {
    (self.folder, output, isInPlace, self.options) = (FilePath(folder), nil, true, options)
  }

  /// Fits the stickers. Cancelling the task has an effect until the results are written.
  @discardableResult
  public func run(
    _ observe: @escaping TaskObserver = { _ in }
  ) async throws(TaskError) -> FitResult {
    guard let root = folder.resolved, root.isFolder else {
      throw .invalid(reason: "\(folder): no such folder")
    }
    guard isInPlace else { return try await run(in: root, observe) }
    return try await FolderLock.holding(
      on: [folder], orThrow: TaskError.cancelled, waiting: waiting
    ) { () throws(TaskError) in try await run(in: root, observe) }
  }

  private func run(
    in root: FilePath, _ observe: @escaping TaskObserver
  ) async throws(TaskError) -> FitResult {
    do {
      let packs = try PackDiscovery(linting: [folder], configuration: nil).packs
      // Fails early: fitting may take minutes.
      let copy = try output.map { try FolderCopy(of: root, displayPath: folder, to: $0) }
      try check(packs)
      let stickers = stickers(of: packs)
      var fitter = PackFitter(StickerFitter(options))
      fitter.fitter.refusesPoorOutlines = true
      fitter.fitter.makesCloseUps = makesPage
      let sizes = options.isLossless ? [] : try await fitter.plan(packs, observe)
      observe(.progress(.fitting, done: 0, total: stickers.count))
      let fitted = try await fit(stickers, by: fitter, observe)
      let page = makesPage ? try await page(of: fitted, observe) : nil
      var written: Result<FitResult, OutputError>?
      uninterrupted {
        written = Result { () throws(OutputError) in try write(fitted, to: copy) }
      }
      guard var result = try written?.get() else { throw TaskError.cancelled }
      result.page = page
      result.sizes = sizes
      let skipped = packs.flatMap(\.skippedEntries)
      // A copy has all files, not only images.
      result.skipped = skipped + result.skipped.filter { !skipped.contains($0) }
      return result
    } catch {
      throw TaskError(error, action: "encode the page")
    }
  }

  // MARK: Fitting

  /// A sticker before it is read.
  fileprivate struct Original: Sendable {
    var source: StickerSource
    /// The JSON files that may name it.
    var lists: [FilePath]

    /// The name that its result gets; nil if it keeps its own.
    func newName(with fitter: PackFitter) -> FilePath? {
      let path = source.path
      guard let signature = fitter.plans[path]?.signature,
        StickerImporter.imports(signature) || fitter.fitter.converts(signature),
        path.name != path.nameAsPNG
      else { return nil }
      return path.nameAsPNG
    }
  }

  struct Fitted: Sendable {
    fileprivate let original: Original
    var change: StickerChange

    var path: FilePath { original.source.path }

    /// The new content and name of the file; nil if it stays as it is.
    fileprivate var replacement: FolderCopy.Replacement? {
      change.used.map {
        FolderCopy.Replacement(
          bytes: change.content, name: FilePath($0.name), lists: original.lists)
      }
    }
  }

  /// The stickers of all packs, each file once. Without loss, their frames, smaller images and icons, too.
  private func stickers(of packs: [PackSource]) -> [Original] {
    var seen: Set<FilePath> = []
    let all = packs.flatMap { pack in
      (options.isLossless ? pack.files : pack.allStickers.filter { $0.role == .sticker }).filter {
        $0.sequence == nil && !$0.isPresumed && seen.insert($0.path).inserted
      }.map { Original(source: $0, lists: pack.lists(naming: $0)) }
    }
    guard isInPlace else { return all }
    // A link changes with its target.
    return all.filter { original in
      let path = original.source.path
      return !path.isLink || path.resolved.map { !seen.contains($0) } ?? true
    }
  }

  private func fit(
    _ stickers: [Original], by fitter: PackFitter, _ observe: @escaping TaskObserver
  ) async throws(CancellationError) -> [Fitted] {
    let clashes = NewNames.clashes(
      of: Dictionary(
        firstOf: stickers.compactMap { sticker in
          sticker.newName(with: fitter).map { (sticker.source.path, $0) }
        }))
    return try await stickers.concurrentMap(
      jobs: options.jobs,
      progress: { observe(.progress(.fitting, done: $0, total: $1)) }
    ) { original in
      observe(.began(file: original.source.path.name.string))
      let change = Self.change(of: original, by: fitter, clashes)
      observe(.saved(bytes: change.before.bytes - (change.used ?? change.before).bytes))
      return Fitted(original: original, change: change)
    }
  }

  /// Reads and fits a sticker, unless it cannot get its new name.
  private static func change(
    of original: Original, by fitter: PackFitter, _ clashes: [FilePath: String]
  ) -> StickerChange {
    let path = original.source.path
    func failure(_ reason: String) -> StickerChange {
      StickerChange(
        .init(bytes: (try? FileReading.size(ofFileAt: path)) ?? 0), cannot: "fit",
        because: reason)
    }
    var change: StickerChange
    if let clash = clashes[path] {
      change = failure(clash)
    } else {
      do {
        if fitter.plans[path]?.signature.map(StickerImporter.imports) == true {
          let hash = try FileReading.digest(ofFileAt: path).sha256
          change = try StickerImporter(fitter.fitter(of: original.source)).sticker(from: path)
          change.before.sha256 = hash
        } else {
          let bytes = try FileReading.bytes(
            ofFileAt: path, limit: fitter.fitter.options.limits.fileBytes)
          let file = HashedBytes(bytes)
          change =
            fitter.fitter.options.isLossless
            ? try fitter.fitter.compressedAgain(file, isIcon: original.source.role == .icon)
            : try fitter.fit(file, of: original.source)
        }
      } catch {
        change = failure("\(error)")
      }
    }
    change.file = original.source.displayPath
    change.before.name = path.name.string
    let name = change.isConverted ? path.nameAsPNG : path.name
    change.after?.name = name.string
    // All of them may not fit into memory.
    if change.used == nil { change.content = [] }
    return change
  }

  // MARK: Writing

  private func write(_ fitted: [Fitted], to copy: FolderCopy?) throws(OutputError) -> FitResult {
    var result = FitResult(changes: fitted.map(\.change))
    if let copy {
      let replacements = fitted.compactMap { sticker in
        sticker.replacement.map { (sticker.path, $0) }
      }
      try copy.write(replacing: Dictionary(uniqueKeysWithValues: replacements))
      result.skipped = copy.skippedEntries
      result.output = output?.string
    } else if isInPlace {
      let replacing = FileReplacement(in: [folder])
      result.changes = fitted.map { sticker in
        guard let error = Self.write(sticker, by: replacing) else { return sticker.change }
        if case .failed = error { result.hasWriteErrors = true }
        return sticker.change.failing(to: "replace", because: "\(error)")
      }
      result.originals = replacing.originals
    }
    return result
  }

  /// Replaces the original, if the sticker was changed.
  ///
  /// - Returns: nil, or why the file was left as it is.
  private static func write(_ sticker: Fitted, by replacing: FileReplacement) -> ReplacementError? {
    let path = sticker.path
    return sticker.replacement.flatMap { replacement in
      replacing.write(
        replacement.bytes, to: path,
        named: replacement.name == path.name ? nil : replacement.name, in: replacement.lists,
        ifUnchanged: sticker.change.before.sha256)
    }
  }
}

extension FilePath {
  /// The name of a PNG or APNG that is made from the file.
  fileprivate var nameAsPNG: FilePath { FilePath(stem + ".png") }
}
