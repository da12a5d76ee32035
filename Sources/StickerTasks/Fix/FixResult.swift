internal import Basics
package import StickerFiles
public import StickerFit
public import StickerLint
package import StickerReports

/// The result of fixing files.
public struct FixResult: Sendable {
  /// A file with findings that can be fixed.
  package struct File: Sendable {
    /// The folder of its pack as reports name it.
    package let pack: String
    package let change: StickerChange
    /// The comparison with the original on a page; nil if there is none, or if the file was not read.
    package let comparison: (sticker: ComparedSticker, images: [String: PageImage])?
  }

  /// The files, in pack order.
  package let files: [File]
  /// The number of files with findings that can be fixed.
  package let count: Int
  /// The folders with the originals of the files that were replaced.
  package let originals: [FileReplacement.Originals]
  package let isInterrupted: Bool
  /// The packs and files that were linted first.
  package let selection: LintTask.Selection
  /// The findings that are left; of a dry run, those that were found.
  public package(set) var lint: LintResult

  /// The files with findings that can be fixed, in pack order. A file is changed if any of them was.
  public var changes: [StickerChange] { files.map(\.change) }
  package var hasChanges: Bool { files.contains { $0.change.isChanged } }
  /// Whether files have new names or a catalog's JSON has changed, so packs must be found again.
  package var hasNewPacks: Bool {
    files.contains { $0.change.isRenamed || $0.change.file.hasSuffix("/Contents.json") }
  }
  /// Whether a file could not be written.
  package var hasWriteErrors: Bool { files.contains { $0.change.error != nil } }

  /// A page that compares the files with their originals. A file that could not be written is left out.
  ///
  /// - Parameter summary: the numbers of files, as a sentence without a full stop.
  package func page(summary: String) -> [UInt8] {
    var groups: [(title: String, stickers: [ComparedSticker])] = []
    var images: [String: PageImage] = [:]
    for file in files where file.change.error == nil {
      guard let (sticker, own) = file.comparison else { continue }
      if groups.last?.title != file.pack { groups.append((file.pack, [])) }
      groups[groups.count - 1].stickers.append(sticker)
      images = own.updated(with: images)
    }
    return DifferencePage.html(of: groups, summary: summary, images: images)
  }
}

extension StickerChange {
  /// Whether the result has another name.
  package var isRenamed: Bool { after.map { $0.name != before.name } ?? false }
}
