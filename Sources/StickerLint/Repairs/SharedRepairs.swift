internal import Basics
internal import ImageCodecs
internal import StickerFit
internal import StickerManifest

/// Repairs of several rules.
extension Repair {
  /// Replaces delays that count as a mistake by the one that viewers play. Longer ones are played as they
  /// are, at least by some viewers.
  package static let raiseDelays = Repair(
    "raise delays", .unsafe, .timing,
    .container { bytes, file in
      let delays = file.destination.playedDelays
      return ImageContainer.edited(
        bytes, .raiseDelays { $0 <= delays.longestMistake ? delays.replacement : $0 })
    })

  /// Makes an animation play forever.
  package static let loopForever = Repair(
    "loop forever", .unsafe, .timing,
    .container { bytes, _ in ImageContainer.edited(bytes, .loopForever) })

  /// Removes metadata.
  package static let removeMetadata = Repair(
    "remove metadata", .safe, .metadata,
    .container { bytes, _ in ImageContainer.edited(bytes, .removeMetadata) })

  /// Scales the canvas to the size class of the pack.
  package static let scale = Repair(
    "scale to a size class", .unsafe, .scale,
    .pixels { art, file throws(RepairError) in
      let target = file.sizeClass.pixels
      guard Double(target) <= Double(art.side) * ArtChanges.maximumEnlargement else {
        throw RepairError(
          "scaling from \(art.side) to \(target) px would blur the art; export it larger")
      }
      art = try RepairError.reporting { () throws(ImageError) in
        try art.scaled(toSide: target)
      }
    })

  /// Stores an icon as an RGB PNG, without alpha if it is opaque. Every icon that is encoded again is one.
  package static let storeAsRGB = Repair(
    "store the icon as an RGB PNG", .safe, .storage, canRepair: { $0.format == .png },
    .encoding { _ in })

  /// Makes a file small enough, as `fit` does.
  package static let makeSmaller = Repair(
    "make the file smaller", .unsafe, .size,
    .file { bytes, file throws(RepairError) in
      var fitter = file.fitter
      // A palette would be another finding.
      fitter.options.allowsPalette = file.image.format != .apng
      let change = try RepairError.reporting { () throws(ImageError) in
        try fitter.fit(HashedBytes(bytes), in: file.sizeClass.gridSize)
      }
      guard change.fits else { throw RepairError("no result is small enough") }
      return change.content
    })

  /// Renames a file so that its extension matches its content.
  package static let rename = Repair(
    "rename", .safe, .name,
    .name { file throws(RepairError) in
      let path = file.source.path
      let name = FilePath("\(path.stem).\(file.image.format.fileExtensions[0])")
      if let clash = NewNames.clashes(of: [path: name])[path] { throw RepairError(clash) }
      return name
    })
}
