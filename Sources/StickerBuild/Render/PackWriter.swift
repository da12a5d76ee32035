internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import StickerFiles
internal import StickerFit
internal import StickerLint
internal import StickerManifest
internal import StickerPacks

/// Writes a part of a pack, and collects what it adds to the manifest and to the result of the build.
struct PackWriter: Sendable {
  let builder: PackBuilder
  let pack: BuildPlan.Pack
  let output: OutputFolder
  private(set) var sticker: Manifest.Sticker?
  private(set) var files: [Manifest.File] = []
  private(set) var reducedImages: [ReducedImage] = []
  private(set) var findings: [Finding] = []

  // MARK: Stickers

  mutating func write(_ sticker: BuildPlan.Sticker) throws(BuildError) {
    let makesIcons = sticker.id == pack.stickerForIcons?.id
    let art = try LintedArt(sticker.facts, limits: builder.limits, fitter: builder.fitter)
    let scaler = try StickerScaler(
      art.image, at: sticker.source.displayPath, limits: builder.limits, keepsPicture: makesIcons,
      jobs: builder.linter.jobs)
    let scales = try scaler.versions().map { version throws(BuildError) in
      try write(version, of: sticker, artBytes: art.image.bytes.count)
    }
    try writeCatalogEntry(of: sticker, art)
    if makesIcons { try writeIcons(from: scaler.picture) }
    let translations = sticker.source.translations
    self.sticker = Manifest.Sticker(
      id: sticker.id.text, label: sticker.label,
      localizedLabels: translations.isEmpty ? nil : translations,
      emoji: sticker.source.emoji.isEmpty ? nil : sticker.source.emoji,
      format: scaler.format.rawValue, animated: scaler.animation != nil,
      animation: scaler.animation, scales: scales,
      fit: sticker.facts.change.map(Manifest.Fit.init))
  }

  /// Writes a version of a sticker, or the image that was given for it.
  private mutating func write(
    _ made: StickerScaler.Version, of sticker: BuildPlan.Sticker, artBytes: Int
  ) throws(BuildError) -> Manifest.Scale {
    var version = made
    let given = sticker.smaller[made.scale]
    if let given, let canvas = given.image?.canvas {
      version = StickerScaler.Version(
        scale: made.scale, width: canvas.width, height: canvas.height,
        file: try LintedArt(given, limits: builder.limits).image)
    } else if made.scale < 3 {
      do {
        version.file = try compressed(made.file)
      } catch {
        throw .unusableImage(
          path: sticker.source.displayPath,
          reason: "@\(made.scale)x cannot be compressed: \(error)")
      }
    }
    let name = sticker.image(scale: version.scale)
    let path = pack.folder.appending(name)
    let file = try output.add(version.file, to: path)
    files.append(file)
    if version.loss != nil || file.bytes > artBytes {
      reducedImages.append(
        ReducedImage(
          file: path.string, bytes: file.bytes, artBytes: artBytes, loss: version.loss))
    }
    // The art and given images were linted before.
    if version.scale < 3, given == nil {
      findings += builder.linter.findings(
        aboutScaled: version.file.bytes, at: Location(path, displayPath: path),
        from: sticker.facts, in: pack.facts)
    }
    return Manifest.Scale(
      scale: version.scale, file: name.string, width: version.width, height: version.height,
      bytes: file.bytes, sha256: file.sha256)
  }

  /// Compresses an image that the build made, as far as that is wanted.
  private func compressed(
    _ image: HashedBytes, isIcon: Bool = false
  ) throws(ImageError) -> HashedBytes {
    guard builder.effort != .quick else { return image }
    var fitter = StickerFitter()
    fitter.options.effort = builder.effort
    fitter.options.limits = builder.limits
    fitter.options.jobs = builder.linter.jobs
    return HashedBytes(
      try fitter.compressedAgain(image, isIcon: isIcon, addsPalettes: false).content)
  }

  private mutating func writeCatalogEntry(
    of sticker: BuildPlan.Sticker, _ art: LintedArt
  ) throws(BuildError) {
    let folder = pack.catalogPack.appending(sticker.catalogFolder)
    let contents =
      if let settings = sticker.source.sequence?.settings, !sticker.frames.isEmpty {
        AssetCatalog(
          frames: sticker.frames.map(\.text), settings: settings, label: sticker.label)
      } else {
        AssetCatalog(sticker: sticker.catalogImage, label: sticker.label)
      }
    files.append(try output.add(contents, in: folder))
    if sticker.frames.isEmpty {
      files.append(try output.add(art.image, to: folder.appending(sticker.catalogImage)))
    }
    // A frame that is shown several times is one file.
    var written: Set<String> = []
    for (name, frame) in zip(sticker.frames, art.frames) where written.insert(name.text).inserted {
      files.append(try output.add(frame, to: folder.appending(name.text)))
    }
  }

  // MARK: Icons

  /// Writes the icons that do not depend on a sticker: given images, and those made from the pack's own
  /// image.
  mutating func writeIcons() throws(BuildError) {
    let artID = pack.icons.art?.source.displayPath
    var art: HashedBytes?
    for icon in pack.icons.given {
      let image = try LintedArt(icon.facts, limits: builder.limits).image
      let written = try withoutAlpha(image, icon.facts)
      for slot in icon.slots {
        try write(written, as: slot, icon.facts.source.path.fileExtension)
      }
      if icon.facts.source.displayPath == artID { art = image }
    }
    guard let facts = pack.icons.art else { return }
    if art == nil { art = try LintedArt(facts, limits: builder.limits).image }
    let picture: IconPicture?
    do {
      picture = try IconPicture(decoding: art?.bytes ?? [], limits: builder.limits)
    } catch {
      throw .unusableIcons(pack: pack.displayPath, reason: "\(error)")
    }
    try writeIcons(from: picture)
  }

  /// A given icon unchanged, unless it has an alpha channel without need, which App Store Connect
  /// rejects.
  private func withoutAlpha(
    _ icon: HashedBytes, _ facts: AssetFacts
  ) throws(BuildError) -> HashedBytes {
    guard facts.image?.hasUnneededAlpha == true else { return icon }
    do {
      var decoder = try ImageDecoder(icon.bytes, limits: builder.limits)
      guard let frame = try decoder.nextFrame() else { return icon }
      return HashedBytes(try ImageEncoder.png(frame.canvas, colors: decoder.colors))
    } catch {
      throw .unusableImage(path: facts.source.displayPath, reason: "\(error)")
    }
  }

  /// Writes the icons of all empty slots. The plan only chooses pictures with a visible pixel.
  private mutating func writeIcons(from picture: IconPicture?) throws(BuildError) {
    guard let picture else {
      throw .unusableIcons(pack: pack.displayPath, reason: "no pixel is visible")
    }
    let maker = IconMaker(picture, pack.icons.settings)
    for slot in pack.icons.emptySlots {
      let icon: HashedBytes
      do {
        icon = try compressed(HashedBytes(maker.icon(for: slot)), isIcon: true)
      } catch {
        throw .unusableIcons(
          pack: pack.displayPath, reason: "\(slot.name) cannot be encoded: \(error)")
      }
      try write(icon, as: slot, "png")
    }
  }

  /// Writes a slot's icon to the pack's icon set.
  private mutating func write(
    _ icon: HashedBytes, as slot: IconSlot, _ fileExtension: String
  ) throws(BuildError) {
    let name = pack.iconName(slot, fileExtension)
    files.append(try output.add(icon, to: pack.iconSet.appending(name)))
  }

  // MARK: Contents

  /// Writes the contents files of the pack's catalog and icons, and its labels in each language.
  mutating func writeContents() throws(BuildError) {
    let contents = AssetCatalog(
      gridSize: pack.gridSize, folders: pack.stickers.map(\.catalogFolder))
    files.append(try output.add(AssetCatalog(), in: pack.catalog))
    files.append(try output.add(contents, in: pack.catalogPack))
    let filled = pack.filledSlots
    if !filled.isEmpty {
      let icons = filled.map { (slot: $0.slot, filename: pack.iconName($0.slot, $0.fileExtension)) }
      files.append(try output.add(AssetCatalog(icons: icons), in: pack.iconSet))
    }
    for language in pack.languages {
      let labels = StringsFile.text(of: pack.labels(in: language))
      files.append(try output.add(Array(labels.utf8), to: pack.stringsFile(language)))
    }
  }
}
