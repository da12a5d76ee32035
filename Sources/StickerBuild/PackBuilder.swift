public import ImageContainers
public import StickerModel

/// Builds a pack into a folder: an asset catalog for Xcode, scaled images and a manifest.
public struct PackBuilder: Sendable {
  /// What one file may cost.
  public var limits = DecodingLimits()
  /// How many stickers are scaled at once, 1 or more. The output is the same for any number.
  public var jobs: Int
  /// Whether a sticker that cannot be built is left out; otherwise it fails the whole build.
  public var leavesOut = false

  /// Creates a builder with the default limits.
  public init(jobs: Int) { self.jobs = max(1, jobs) }

  /// What a build made.
  public struct Outcome: Sendable {
    /// What the bundle holds.
    public var manifest: Manifest
    /// The stickers that could not be built: the file as reports name it, and why.
    public var leftOut: [(file: String, reason: String)]
  }

  /// The asset catalog's folder in a bundle.
  public static let catalogName = "Stickers.xcstickers"
  /// The scaled images' folder in a bundle.
  public static let imagesName = "images"

  private enum Built: Sendable {
    case sticker(Manifest.Sticker, folder: String)
    case leftOut(String)
    case failed(BuildFailure)
  }

  /// Builds `pack` into the folder `path`, which appears whole or not at all. A folder that is there
  /// already is replaced if this tool built it or if it is empty.
  ///
  /// - Parameters:
  ///   - gridSize: the size class to write down.
  ///   - progress: called after each sticker with the number done and the number of all.
  public func build(
    _ pack: PackSource, gridSize: GridSize, to path: String,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    try BundleFolder.checkMayBeReplaced(path)
    let output = try OutputFolder(at: path)
    do {
      let outcome = try await fill(output, pack, gridSize, progress)
      try output.commit()
      return outcome
    } catch {
      output.discard()
      throw error
    }
  }

  private func fill(
    _ output: OutputFolder, _ pack: PackSource, _ gridSize: GridSize,
    _ progress: (_ done: Int, _ total: Int) -> Void
  ) async throws -> Outcome {
    let packFolder = "\(Self.catalogName)/\(pack.name).stickerpack"
    let results = await pack.stickers.concurrentMap(jobs: jobs, progress: progress) { source in
      do throws(BuildFailure) {
        return try build(source, packFolder, output)
      } catch {
        return .failed(error)
      }
    }
    var stickers: [Manifest.Sticker] = []
    var folders: [String] = []
    var leftOut: [(file: String, reason: String)] = pack.sequences.map {
      ($0.sticker.displayPath, "a sequence is not built; assemble its frames into an APNG")
    }
    for (source, result) in zip(pack.stickers, results) {
      switch result {
      case .sticker(let sticker, let folder):
        stickers.append(sticker)
        folders.append(folder)
      case .leftOut(let reason):
        guard leavesOut else {
          throw BuildFailure("\(source.displayPath) cannot be built, so nothing was: \(reason)")
        }
        leftOut.append((source.displayPath, reason))
      case .failed(let failure): throw failure
      }
    }
    let manifest = Manifest(name: pack.name, gridSize: gridSize, stickers: stickers)
    try output.write(
      CanonicalJSON.bytes(of: AssetCatalog.Root()), to: "\(Self.catalogName)/Contents.json")
    try output.write(
      CanonicalJSON.bytes(of: AssetCatalog.Pack(gridSize: gridSize, folders: folders)),
      to: "\(packFolder)/Contents.json")
    try output.write(CanonicalJSON.bytes(of: manifest), to: Manifest.fileName)
    return Outcome(manifest: manifest, leftOut: leftOut)
  }

  private func build(
    _ source: StickerSource, _ packFolder: String, _ output: OutputFolder
  ) throws(BuildFailure) -> Built {
    let scaler: StickerScaler
    let versions: [StickerScaler.Version]
    do {
      let bytes = try FileReading.bytes(ofFileAt: source.path, limit: limits.fileBytes)
      scaler = try StickerScaler(bytes, limits: limits)
      versions = try scaler.versions()
    } catch {
      return .leftOut("\(error)")
    }
    let suffix = scaler.format.fileExtensions[0]
    var scales: [Manifest.Scale] = []
    for version in versions {
      let file = "\(Self.imagesName)/\(source.id)@\(version.scale)x.\(suffix)"
      try output.write(version.bytes, to: file)
      scales.append(
        Manifest.Scale(
          scale: version.scale, file: file, width: version.width, height: version.height,
          bytes: version.bytes.count, sha256: SHA256.hexadecimal(version.bytes)))
    }
    let folder = "\(source.id).sticker"
    let name = "\(source.id).\(suffix)"
    let label = source.writtenLabel ?? source.labelFromName
    try output.write(versions[0].bytes, to: "\(packFolder)/\(folder)/\(name)")
    let contents: [UInt8]
    do {
      contents = try CanonicalJSON.bytes(of: AssetCatalog.Sticker(filename: name, label: label))
    } catch {
      throw BuildFailure("cannot describe \(folder): \(error)")
    }
    try output.write(contents, to: "\(packFolder)/\(folder)/Contents.json")
    let sticker = Manifest.Sticker(
      id: source.id, label: label, format: scaler.format.rawValue,
      animated: scaler.animation != nil, animation: scaler.animation, scales: scales)
    return .sticker(sticker, folder: folder)
  }
}
