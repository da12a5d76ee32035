internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import StickerFiles
internal import StickerLint
internal import StickerManifest
internal import StickerPacks

extension PackBuilder {
  /// Writes the icons that do not depend on a sticker: given images, and those made from the pack's own
  /// image.
  func writeIcons(
    of pack: BuildPlan.Pack, to output: OutputFolder
  ) throws(BuildError) -> [Manifest.File] {
    var files: [Manifest.File] = []
    let artID = pack.icons.art?.source.displayPath
    var art: HashedBytes?
    for icon in pack.icons.given {
      let image = try LintedArt(icon.facts, limits: limits).image
      let written = try withoutAlpha(image, icon.facts)
      for slot in icon.slots {
        files += try write(
          written, as: slot, icon.facts.source.path.fileExtension, of: pack, to: output)
      }
      if icon.facts.source.displayPath == artID { art = image }
    }
    if let facts = pack.icons.art {
      if art == nil { art = try LintedArt(facts, limits: limits).image }
      let picture: IconPicture?
      do {
        picture = try IconPicture(decoding: art?.bytes ?? [], limits: limits)
      } catch {
        throw .unusableIcons(pack: pack.displayPath, reason: "\(error)")
      }
      files += try writeIcons(from: picture, of: pack, to: output)
    }
    return files
  }

  /// A given icon unchanged, unless it has an alpha channel without need, which App Store Connect
  /// rejects.
  private func withoutAlpha(
    _ icon: HashedBytes, _ facts: AssetFacts
  ) throws(BuildError) -> HashedBytes {
    guard facts.image?.hasUnneededAlpha == true else { return icon }
    do {
      var decoder = try ImageDecoder(icon.bytes, limits: limits)
      guard let frame = try decoder.nextFrame() else { return icon }
      return HashedBytes(try ImageEncoder.png(frame.canvas, colors: decoder.colors))
    } catch {
      throw .unusableImage(path: facts.source.displayPath, reason: "\(error)")
    }
  }

  /// Writes the icons of all empty slots. The plan only chooses pictures with a visible pixel.
  func writeIcons(
    from picture: IconPicture?, of pack: BuildPlan.Pack, to output: OutputFolder
  ) throws(BuildError) -> [Manifest.File] {
    guard let picture else {
      throw .unusableIcons(pack: pack.displayPath, reason: "no pixel is visible")
    }
    let maker = IconMaker(picture, pack.icons.settings)
    var files: [Manifest.File] = []
    for slot in pack.icons.emptySlots {
      let icon: [UInt8]
      do {
        icon = try maker.icon(for: slot)
      } catch {
        throw .unusableIcons(
          pack: pack.displayPath, reason: "\(slot.name) cannot be encoded: \(error)")
      }
      files += try write(HashedBytes(icon), as: slot, "png", of: pack, to: output)
    }
    return files
  }

  /// Writes a slot's icon to the pack's icon set, and the square one also as the icon of the app.
  private func write(
    _ icon: HashedBytes, as slot: IconSlot, _ fileExtension: String, of pack: BuildPlan.Pack,
    to output: OutputFolder
  ) throws(BuildError) -> [Manifest.File] {
    let name = pack.iconName(slot, fileExtension)
    var files = [try output.add(icon, to: pack.iconSet.appending(name))]
    if slot == .square, let catalog = pack.appIconCatalog {
      let name = pack.appIconName(fileExtension)
      files.append(try output.add(icon, to: pack.appIconSet(in: catalog).appending(name)))
    }
    return files
  }

  /// Writes the contents files of a pack's icon set and of its app's icon.
  func writeIconCatalogs(
    of pack: BuildPlan.Pack, to output: OutputFolder
  ) throws(BuildError) -> [Manifest.File] {
    let filled = pack.filledSlots
    guard !filled.isEmpty else { return [] }
    let icons = filled.map { (slot: $0.slot, filename: pack.iconName($0.slot, $0.fileExtension)) }
    var files = [try output.add(AssetCatalog(icons: icons), in: pack.iconSet)]
    if let catalog = pack.appIconCatalog, let square = filled.first(where: { $0.slot == .square }) {
      let icon = AssetCatalog(appIcon: pack.appIconName(square.fileExtension))
      files.append(try output.add(AssetCatalog(), in: catalog))
      files.append(try output.add(icon, in: pack.appIconSet(in: catalog)))
    }
    return files
  }
}
