internal import Basics
internal import ImageContainers
internal import StickerFit

extension Repair {
  /// Makes a file small enough, as `fit` does.
  package static let makeSmaller = Repair(
    "make the file smaller", .unsafe, .size,
    .file { bytes, file in
      var fitter = StickerFitter()
      fitter.options.profile = file.profile
      fitter.options.limits = file.limits
      fitter.options.jobs = 1
      fitter.options.effort = file.effort
      // A palette would be another finding.
      fitter.options.allowsPalette = file.image.format != .apng
      fitter.cancellation = file.cancellation
      let change = try fitter.fit(HashedBytes(bytes), in: file.gridSize)
      guard change.fits else { throw RepairError("no result is small enough") }
      return change.content
    })
}
