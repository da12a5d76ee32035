internal import Basics
internal import ImageContainers
internal import StickerFiles
internal import StickerFit
internal import StickerManifest
internal import StickerImport
internal import StickerPacks
internal import StickerRepair
internal import StickerReports

/// Lists what `fit` changed.
struct FitReport {
  /// A sticker before it is read.
  struct Original: Sendable {
    var source: StickerSource
    /// The size class of its pack, if it has one.
    var gridSize: GridSize?
    /// The JSON files that may name it.
    var lists: [FilePath] = []

    /// The name that its result gets; nil if it keeps its own.
    func newName(with fitter: StickerFitter) -> FilePath? {
      let path = source.path
      guard
        StickerImporter.imports(path)
          || (try? FileReading.head(ofFileAt: path, count: 16)).map(fitter.converts) == true,
        path.name != path.nameAsPNG
      else { return nil }
      return path.nameAsPNG
    }
  }

  /// A sticker and its result.
  struct Entry: Sendable {
    private let original: Original
    /// The SHA-256 of the file; nil if it was not read.
    private var originalHash: String?
    /// The result, or the reason why there is none, as part of a sentence.
    private(set) var result: Result<FittedSticker, OutputError>
    /// What people should know about the result, as sentences without a full stop.
    private(set) var remarks: [String] = []

    /// Reads and fits a sticker, unless it cannot get its new name.
    init(fitting original: Original, with fitter: StickerFitter, _ names: NewNames) {
      self.original = original
      if let clash = names.clash(of: original.source.path) {
        result = .failure(.unwritable(action: "fit", reason: clash.description))
        return
      }
      var fitter = fitter
      // Images at @2x and @1x would no longer match.
      if !original.source.smaller.isEmpty { fitter.artChanges = ArtChanges() }
      do {
        let path = original.source.path
        if StickerImporter.imports(path) {
          originalHash = try FileReading.digest(ofFileAt: path).sha256
          let imported = try StickerImporter(fitter).sticker(from: path)
          result = .success(imported.sticker)
          remarks = imported.remarks
        } else {
          let file = HashedBytes(
            try FileReading.bytes(ofFileAt: path, limit: fitter.limits.fileBytes))
          originalHash = file.sha256
          result = .success(try fitter.fit(file.bytes, in: original.gridSize))
        }
      } catch {
        result = .failure(.unwritable(action: "fit", reason: "\(error)"))
      }
    }

    /// Creates an entry for an input that became a sticker.
    init(_ input: FilePath, _ imported: StickerImporter.Result) {
      original = Original(
        source: StickerSource(id: input.stem, at: Location(input, displayPath: input)))
      result = .success(imported.sticker)
      remarks = imported.remarks
    }

    /// The file.
    var path: FilePath { original.source.path }
    /// The file as reports show it.
    var displayPath: String { original.source.displayPath }

    /// The new content and name of the file; nil if it stays as it is.
    var replacement: FolderCopy.Replacement? {
      guard case .success(let sticker) = result, sticker.isChanged, !sticker.isRefused else {
        return nil
      }
      return FolderCopy.Replacement(
        bytes: sticker.bytes, name: sticker.isConverted ? path.nameAsPNG : path.name,
        lists: original.lists)
    }

    /// Whether the sticker is small enough where it was written.
    var isLegal: Bool {
      guard case .success(let sticker) = result else { return false }
      return sticker.fits
    }

    /// Replaces the original, if the sticker was changed.
    ///
    /// - Returns: the entry, without a result if the file was left as it is.
    func written(by replacing: FileReplacement) -> Entry {
      guard let replacement, let originalHash,
        let error = replacing.write(
          replacement.bytes, to: path,
          named: replacement.name == path.name ? nil : replacement.name, in: replacement.lists,
          ifUnchanged: originalHash)
      else { return self }
      var entry = self
      entry.result = .failure(.unwritable(action: "replace", reason: "\(error)"))
      return entry
    }
  }

  let entries: [Entry]
  /// What cannot be read, or copied.
  var skipped: [SkippedEntry] = []
  /// The copy or the file that was written; nil if none was.
  var output: FilePath?
  /// Where the originals of the files that were replaced are.
  var originals: [FileReplacement.Originals] = []

  /// The report, with a line for each sticker that is too large.
  ///
  /// - Parameter isVerbose: whether unchanged stickers have a line, too.
  func text(isVerbose: Bool) -> String {
    let table = FitTable(rows: entries.filter { isVerbose || !$0.isUnchanged }.map(\.row)).lines
    let remarks = entries.flatMap { entry in
      entry.remarks.map { "\(entry.displayPath): \($0)".withoutControls }
    }
    let lines = table + remarks + skipped.map { "\($0.displayPath): \($0.reason)".withoutControls }
    return (lines + (lines.isEmpty ? [] : [""]) + summary).map { $0 + "\n" }.joined()
  }

  /// The report as JSON; `stickerpack schema fit` describes it.
  func json() throws -> [UInt8] {
    try CanonicalJSON.bytes(
      of: Document(
        schema: "stickerpack.fit/1", output: output?.string,
        originals: originals.isEmpty ? nil : originals.map(\.path.string),
        stickers: entries.map(\.document),
        skipped: skipped.isEmpty
          ? nil : skipped.map { .init(file: $0.displayPath, reason: $0.reason) }))
  }

  /// The JSON output.
  fileprivate struct Document: Encodable {
    var schema: String
    var output: String?
    var originals: [String]?
    var stickers: [Sticker]
    var skipped: [Skipped]?

    struct Skipped: Encodable {
      var file: String
      var reason: String
    }

    struct Sticker: Encodable {
      var file: String
      var writtenAs: String?
      var fits: Bool
      var bytesBefore: Int
      var bytesAfter: Int
      var fit: Manifest.Fit?
      var remarks: [String]?
      var error: String?
    }
  }

  /// Whether every sticker is small enough, and nothing was skipped.
  var isComplete: Bool { entries.allSatisfy(\.isLegal) && skipped.isEmpty }

  private var summary: [String] {
    let failed = entries.count { !$0.isLegal }
    var lines = [
      FitTable.summary(
        changed: entries.count { $0.replacement != nil }, of: entries.count,
        bytesBefore: entries.map(\.bytesBefore).reduce(0, +),
        bytesAfter: entries.map(\.bytesAfter).reduce(0, +))
    ]
    if failed > 0 { lines.append("\(failed.counted("sticker")) could not be fitted") }
    if !skipped.isEmpty {
      lines.append(
        skipped.count == 1
          ? "1 entry was skipped" : "\(skipped.count.grouped) entries were skipped")
    }
    let places =
      (output.map { ["Written to \($0)"] } ?? []) + originals.map(\.line)
    return lines
      + (places.isEmpty ? ["Nothing was written."] : places.map(\.withoutControls))
  }
}

extension FilePath {
  /// The name of a PNG or APNG that is made of the file.
  fileprivate var nameAsPNG: FilePath { FilePath(stem + ".png") }
}

extension FitReport.Entry {
  fileprivate var isUnchanged: Bool {
    guard case .success(let sticker) = result else { return false }
    return !sticker.isChanged
  }

  /// The size of the file, in bytes.
  var bytesBefore: Int {
    if case .success(let sticker) = result { return sticker.originalBytes }
    return (try? FileReading.size(ofFileAt: path)) ?? 0
  }

  /// The size of what is in its place, in bytes.
  var bytesAfter: Int { replacement?.bytes.count ?? bytesBefore }

  /// What was changed, also if it is not used; nil if nothing was.
  private var fit: Manifest.Fit? {
    guard case .success(let sticker) = result, sticker.isChanged else { return nil }
    return Manifest.Fit(sticker)
  }

  fileprivate var document: FitReport.Document.Sticker {
    var document = FitReport.Document.Sticker(
      file: displayPath, writtenAs: replacement.map(\.name.string), fits: isLegal,
      bytesBefore: bytesBefore, bytesAfter: bytesAfter, fit: fit,
      remarks: remarks.isEmpty ? nil : remarks)
    if case .failure(let error) = result { document.error = error.description }
    return document
  }

  fileprivate var row: FitTable.Row {
    var row = FitTable.Row(name: displayPath, bytesBefore: bytesBefore, fit: fit)
    switch result {
    case .failure(let error): row.note = error.description
    case .success(let sticker):
      row.bytesAfter = sticker.bytes.count
      row.note =
        sticker.isRefused
        ? "; not written: the score is below --min-quality" : sticker.isChanged ? "" : "unchanged"
    }
    return row
  }
}
