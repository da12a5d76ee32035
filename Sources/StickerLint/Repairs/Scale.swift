internal import ImageCodecs
internal import StickerFit
internal import StickerManifest

extension Repair {
  /// Scales the canvas to the size class of the pack.
  package static let scale = Repair(
    "scale to a size class", .unsafe, .scale,
    .pixels { art, file in
      let target = file.gridSize.pixels
      guard Double(target) <= Double(art.side) * ArtChanges.maximumEnlargement else {
        throw RepairError(
          "scaling from \(art.side) to \(target) px would blur the art; export it larger")
      }
      art = try art.scaled(toSide: target)
    })
}
