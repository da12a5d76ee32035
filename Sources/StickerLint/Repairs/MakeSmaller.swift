internal import Basics
internal import ImageContainers
internal import StickerFit

extension Repair {
  /// Makes a file small enough, as `fit` does.
  package static let makeSmaller = Repair(
    "make the file smaller", .unsafe, .size,
    .file { bytes, file in
      var fitter = file.fitter
      // A palette would be another finding.
      fitter.options.allowsPalette = file.image.format != .apng
      let change = try fitter.fit(HashedBytes(bytes), in: file.gridSize)
      guard change.fits else { throw RepairError("no result is small enough") }
      return change.content
    })
}
