internal import Basics
internal import ImageContainers
internal import Pixels
internal import StickerFit
internal import StickerImport
internal import StickerPacks
internal import StickerReports

/// Lists what `fit` changed.
struct FitReport {
  /// A sticker and its result.
  struct Entry: Sendable {
    /// The file.
    let path: FilePath
    /// The file as reports show it.
    let displayPath: String
    /// The result, or the reason why there is none, as part of a sentence.
    let result: Result<FittedSticker, FitError>
    /// What people should know about the result, as sentences without a full stop.
    var remarks: [String] = []

    /// Reads and fits a sticker.
    init(fitting source: StickerSource, with fitter: StickerFitter) {
      path = source.path
      displayPath = source.displayPath
      do {
        if StickerImporter.imports(source.path) {
          let imported = try StickerImporter(fitter).sticker(from: source.path)
          result = .success(imported.sticker)
          remarks = imported.remarks
        } else {
          let bytes = try FileReading.bytes(ofFileAt: source.path, limit: fitter.limits.fileBytes)
          result = .success(try fitter.fit(bytes))
        }
      } catch {
        result = .failure(.failed(action: "fit", reason: "\(error)"))
      }
    }

    /// Creates an entry for an input that became a sticker.
    init(_ input: FilePath, _ imported: StickerImporter.Result) {
      (path, displayPath) = (input, input.string)
      result = .success(imported.sticker)
      remarks = imported.remarks
    }

    /// The new content and name of the file; nil if it stays as it is.
    var replacement: FolderCopy.Replacement? {
      guard case .success(let sticker) = result, sticker.isChanged, !sticker.isRefused else {
        return nil
      }
      return FolderCopy.Replacement(
        bytes: sticker.bytes, name: sticker.isConverted ? FilePath(path.stem + ".png") : path.name)
    }

    /// Whether the copy of the sticker is small enough.
    var isLegal: Bool {
      guard case .success(let sticker) = result else { return false }
      return sticker.fits
    }
  }

  let entries: [Entry]
  /// The folder or file that was written; nil if none was.
  let output: FilePath?

  /// The report, with a line for each sticker that is too large.
  ///
  /// - Parameter isVerbose: whether unchanged stickers have a line, too.
  func text(isVerbose: Bool) -> String {
    let shown = entries.filter { isVerbose || !$0.isUnchanged }
    var rows = shown.map(\.columns)
    if !rows.isEmpty {
      rows.insert(["sticker", "before", "after", "score", "PSNR", "change"], at: 0)
    }
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let table = rows.map { row in
      (0..<5).map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + space : space + row[column]
      }.joined(separator: "  ") + "  " + row[5]
    }
    let remarks = entries.flatMap { entry in
      entry.remarks.map { "\(entry.displayPath): \($0)".withoutControls }
    }
    return (table + remarks + (table.isEmpty ? [] : [""]) + summary).map { $0 + "\n" }.joined()
  }

  /// The report as JSON; `stickerpack schema fit` describes it.
  func json() throws -> [UInt8] {
    try CanonicalJSON.bytes(
      of: Document(
        schema: "stickerpack.fit/1", output: output?.string, stickers: entries.map(\.document)))
  }

  /// The JSON output.
  fileprivate struct Document: Encodable {
    var schema: String
    var output: String?
    var stickers: [Sticker]

    struct Sticker: Encodable {
      var file: String
      var writtenAs: String?
      var fits: Bool
      var bytesBefore: Int
      var bytesAfter: Int
      var changes: [Change]?
      var quality: Values?
      var meanQuality: Values?
      var indexed: Bool?
      var nextBetter: Alternative?
      var remarks: [String]?
      var error: String?
    }

    struct Values: Encodable {
      var score: Double
      var decibels: Double?

      init(_ canvas: Quality.Canvas) {
        score = (canvas.score * 100).rounded(.down) / 100
        decibels =
          canvas.decibels == .infinity ? nil : (canvas.decibels * 100).rounded(.down) / 100
      }
    }

    struct Alternative: Encodable {
      var bytes: Int
      var changes: [Change]
    }

    struct Change: Encodable {
      var kind: String
      var value: Int?
      var of: Int?
      var from: String?

      init(_ change: FittedSticker.Change) {
        if case .imported(let source) = change { from = source }
        (kind, value, of) =
          switch change {
          case .imported: ("imported", nil, nil)
          case .squared: ("squared", nil, nil)
          case .converted: ("converted", nil, nil)
          case .scaled(let side): ("scaled", side, nil)
          case .frames(let kept, let all): ("frames", kept, all)
          case .colors(let colors): ("colors", colors, nil)
          case .settled(let codes): ("settled", codes, nil)
          case .quality(let quality): ("quality", quality, nil)
          }
      }
    }
  }

  private var summary: [String] {
    let before = entries.map(\.bytesBefore).reduce(0, +)
    let after = entries.map(\.bytesAfter).reduce(0, +)
    let changed = entries.count { $0.replacement != nil }
    let failed = entries.count { !$0.isLegal }
    var lines = [
      "\(changed) of \(entries.count.counted("sticker")) changed: \(before.grouped) bytes before,"
        + " \(after.grouped) bytes after"
    ]
    if failed > 0 { lines.append("\(failed.counted("sticker")) too large or unreadable") }
    lines.append(output.map { "Written to \($0.string.withoutControls)" } ?? "Nothing was written.")
    return lines
  }
}

extension FitReport.Entry {
  fileprivate var isUnchanged: Bool {
    guard case .success(let sticker) = result else { return false }
    return !sticker.isChanged
  }

  fileprivate var bytesBefore: Int {
    if case .success(let sticker) = result { return sticker.originalBytes }
    return (try? FileReading.size(ofFileAt: path)) ?? 0
  }

  fileprivate var bytesAfter: Int { replacement?.bytes.count ?? bytesBefore }

  fileprivate var document: FitReport.Document.Sticker {
    var document = FitReport.Document.Sticker(
      file: displayPath, writtenAs: replacement.map(\.name.string), fits: isLegal,
      bytesBefore: bytesBefore,
      bytesAfter: bytesAfter)
    if !remarks.isEmpty { document.remarks = remarks }
    switch result {
    case .failure(let error): document.error = error.description
    case .success(let sticker):
      document.changes = sticker.changes.map(FitReport.Document.Change.init)
      document.quality = .init(sticker.quality.worst)
      document.meanQuality = .init(sticker.quality.mean)
      document.indexed = sticker.hasNewPalette
      document.nextBetter = sticker.nextBetter.map {
        .init(bytes: $0.bytes, changes: $0.changes.map(FitReport.Document.Change.init))
      }
    }
    return document
  }

  /// The name, the bytes before and after, the score, the PSNR and the change.
  fileprivate var columns: [String] {
    let name = displayPath.withoutControls
    switch result {
    case .failure(let error):
      return [name, bytesBefore.grouped, "", "", "", error.description.withoutControls]
    case .success(let sticker):
      return [
        name, sticker.originalBytes.grouped, sticker.bytes.count.grouped,
        String(Int(sticker.lowestScore.rounded(.down))),
        sticker.lowestDecibels == .infinity ? "" : "\(Int(sticker.lowestDecibels)) dB",
        sticker.text,
      ]
    }
  }
}

extension FittedSticker {
  /// What was changed and what the next better result would have cost.
  fileprivate var text: String {
    guard isChanged else { return "unchanged" }
    var text = Self.text(of: changes)
    if hasNewPalette { text += ", indexed" }
    if isRefused { text += "; not written: the score is below --min-quality" }
    if let nextBetter, nextBetter.changes != changes {
      let others = nextBetter.changes.filter { !$0.isOfInput }
      text += " (\(nextBetter.bytes.grouped) with \(Self.text(of: others)))"
    }
    return text
  }

  private static func text(of changes: [Change]) -> String {
    guard !changes.isEmpty else { return "no loss" }
    return changes.map { change in
      switch change {
      case .converted: "APNG"
      case .imported(let source): "from \(source)"
      case .squared: "padded to a square"
      case .scaled(let side): "\(side) px"
      case .frames(let kept, let all): "\(kept) of \(all.counted("frame"))"
      case .colors(let colors): "\(colors) colors"
      case .settled(let codes): "differences up to \(codes.counted("code")) dropped"
      case .quality(let quality): "JPEG quality \(quality)"
      }
    }.joined(separator: ", ")
  }
}
