internal import Basics
package import StickerFiles
internal import StickerFit

extension DifferencePage {
  /// A page that shows both versions of each changed sticker.
  ///
  /// - Parameter images: the images by SHA-256 of the sticker's file at @3x.
  package static func html(
    of difference: BundleDifference, images: [String: PageImage]
  ) -> [UInt8] {
    let packs = difference.packs.filter { !$0.isSame }.map { pack in
      (
        title: DifferenceReport.section(of: pack).title,
        stickers: pack.stickers.map { ComparedSticker($0) },
        files: pack.files.map { DifferenceReport.row(of: $0).words.withoutControls }
      )
    }
    return page(
      Contents(
        packs, summary: DifferenceReport.summary(of: difference), images,
        files: difference.files.map { DifferenceReport.row(of: $0).words.withoutControls }))
  }
}

extension ComparedSticker {
  /// Compares a sticker of two bundles.
  fileprivate init(_ change: BundleDifference.ChangedSticker) {
    self.init(
      kinds: change.kinds.map { $0.rawValue }, words: DifferenceReport.row(of: change).words,
      versions: change.versions.map { StickerChange.Version($0.sticker) })
  }
}
