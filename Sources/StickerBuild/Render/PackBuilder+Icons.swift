internal import ImageContainers
internal import Basics
internal import StickerPacks

extension PackBuilder {
  /// What became of a pack's icons.
  struct IconSet: Sendable {
    /// Images that cannot be read, and pictures that no icon can be made of.
    var leftOut: [BuildPlan.LeftOut] = []
    /// The sticker that icons were made of for want of a picture, as reports name it.
    var sticker: String?

    fileprivate mutating func leave(_ source: StickerSource, _ reason: String) {
      leftOut.append(.init(displayPath: source.displayPath, reason: reason))
    }
  }

  /// Writes a pack's icon set: the images that slots were given as they are, the others made of the
  /// pack's picture, or of its first sticker that shows anything.
  func writeIcons(
    of pack: BuildPlan.Pack, _ output: OutputFolder
  ) throws(BuildFailure) -> IconSet {
    var result = IconSet()
    var images: [(slot: IconSlot, filename: String)] = []
    var square: (bytes: [UInt8], fileExtension: String)?
    var unfilled: [IconSlot] = []
    func write(_ bytes: [UInt8], _ slot: IconSlot, _ fileExtension: String) throws(BuildFailure) {
      let name = "\(slot.idiom)-\(slot.key).\(fileExtension)"
      try output.write(bytes, to: "\(pack.iconSet)/\(name)")
      images.append((slot, name))
      if slot == .square { square = (bytes, fileExtension) }
    }
    for slot in IconSlot.all {
      guard let given = pack.icons.given(for: slot) else {
        unfilled.append(slot)
        continue
      }
      let bytes: [UInt8]
      do {
        bytes = try FileReading.bytes(ofFileAt: given.path, limit: limits.fileBytes)
      } catch {
        result.leave(given, "\(error)")
        unfilled.append(slot)
        continue
      }
      try write(bytes, slot, given.path.fileExtension)
    }
    if !unfilled.isEmpty, let maker = iconMaker(for: pack, &result) {
      for slot in unfilled {
        do {
          try write(maker.icon(for: slot), slot, "png")
        } catch let failure as BuildFailure {
          throw failure
        } catch {
          throw BuildFailure("cannot make the icons of \(pack.displayPath): \(error)")
        }
      }
    }
    guard !images.isEmpty else {
      result.leftOut.append(
        .init(
          displayPath: pack.displayPath,
          reason: "it has no icon, and no sticker that one could be made of"))
      return result
    }
    do {
      try output.write(
        CanonicalJSON.bytes(of: AssetCatalog.IconSet(images)),
        to: "\(pack.iconSet)/Contents.json")
      guard let catalog = pack.appIconCatalog else { return result }
      if let square {
        try writeAppIcon(square.bytes, square.fileExtension, in: catalog, output)
      } else {
        result.leftOut.append(
          .init(
            displayPath: pack.displayPath,
            reason: "its app has no icon, since none is square and none could be made"))
      }
    } catch let failure as BuildFailure {
      throw failure
    } catch {
      throw BuildFailure("cannot describe \(pack.iconSet): \(error)")
    }
    return result
  }

  /// Writes the icon of an ordinary app, in a catalog of its own.
  private func writeAppIcon(
    _ bytes: [UInt8], _ fileExtension: String, in catalog: String, _ output: OutputFolder
  ) throws {
    let set = "\(catalog)/\(AssetCatalog.IconSet.nameForApps).appiconset"
    let name = "\(AssetCatalog.IconSet.nameForApps).\(fileExtension)"
    try output.write(
      CanonicalJSON.bytes(of: AssetCatalog.Root()), to: "\(catalog)/Contents.json")
    try output.write(
      CanonicalJSON.bytes(of: AssetCatalog.IconSet(forAppOf: name)),
      to: "\(set)/Contents.json")
    try output.write(bytes, to: "\(set)/\(name)")
  }

  private func iconMaker(for pack: BuildPlan.Pack, _ result: inout IconSet) -> IconMaker? {
    let settings = pack.icons.settings
    if let art = pack.icons.art {
      do {
        return try IconMaker(of: art, settings, limits: limits)
      } catch {
        result.leave(art, "no icon can be made of it: \(error)")
      }
    }
    // What is wrong with a sticker is said where the sticker is built.
    for sticker in pack.stickers {
      guard let maker = try? IconMaker(of: sticker.source, settings, limits: limits) else {
        continue
      }
      result.sticker = sticker.source.displayPath
      return maker
    }
    return nil
  }
}
