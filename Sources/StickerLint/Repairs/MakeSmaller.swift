internal import ImageContainers
internal import StickerFit

extension Repair {
  /// Makes a file small enough, as `fit` does.
  package static let makeSmaller = Repair(
    "make the file smaller", .unsafe, .size,
    .file { bytes, file in
      var fitter = StickerFitter(file.profile)
      fitter.limits = file.limits
      fitter.effort = file.effort
      fitter.cancellation = file.cancellation
      // A palette would be another finding.
      fitter.allowsPalette = file.image.format != .apng
      let sticker = try fitter.fit(bytes, in: file.gridSize)
      guard sticker.fits else { throw RepairError("no result is small enough") }
      return sticker.bytes
    })
}
