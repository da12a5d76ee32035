package import Basics
package import ImageCodecs
internal import ImageContainers
internal import StickerFiles
package import StickerFit
package import StickerLint
package import StickerManifest
internal import StickerPacks

/// Carries out a plan: writes asset catalogs for Xcode, scaled images and manifests to one folder.
package struct PackBuilder: Sendable {
  /// The linter of the art, which is used for the scaled images, too.
  package var linter: Linter
  /// Whether files that cannot be used are skipped and scaled images with errors are kept; otherwise they
  /// fail the build.
  package var skipsUnusableFiles = false
  /// Whether files of the old bundle are replaced that were changed; otherwise they fail the build.
  package var replacesChangedFiles = false
  /// Whether an archive of the folder is written next to it, with `.zip` appended to its name.
  package var archives = false
  /// The time spent on smaller files of scaled images and icons.
  package var effort = ImageEncoder.Effort.quick
  /// The fitter that made stickers smaller before they were linted; nil if none did.
  package var fitter: PackFitter?

  /// The linter's job count does not affect the output.
  package init(_ linter: Linter) { self.linter = linter }

  var limits: DecodingLimits { linter.limits }

  /// Builds a plan into the folder `path`, which is replaced as a whole or not at all. An existing
  /// folder is replaced only if it is empty or was built by this tool, and so is an archive. Files in it
  /// that this tool did not write stay where they are.
  ///
  /// - Parameter progress: called after each sticker, and after each pack's icons, with the number of
  ///   finished ones and the total.
  /// - Returns: the manifest of each pack, and what was noticed about the scaled images.
  @discardableResult
  package func build(
    _ plan: BuildPlan, to path: FilePath,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(BuildError) -> Output {
    let output: OutputFolder
    do {
      output = try OutputFolder(
        at: path, replacesChanges: replacesChangedFiles, archives: archives)
    } catch {
      throw .output(error)
    }
    do {
      if !skipsUnusableFiles, let skipped = plan.packs.flatMap(\.skipped).first {
        throw BuildError.unusableImage(path: skipped.displayPath, reason: skipped.reason)
      }
      try plan.checkHasStickers()
      var built = try await fill(output, plan, progress)
      built.removedEntries = output.contents.removedEntries(by: plan.files)
      if archives { try output.writeArchive() }
      try output.commit()
      return built
    } catch {
      output.discard()
      switch error {
      case let error as BuildError: throw error
      case let error as OutputError: throw .output(error)
      case is CancellationError: throw .cancelled
      default: throw .output(.unwritable(action: "encode \(path)", reason: "\(error)"))
      }
    }
  }

  /// The result of a build.
  package struct Output: Sendable {
    package var manifests: [Manifest] = []
    /// The scaled images that lost quality to stay within their art's size, in pack order.
    package var reducedImages: [ReducedImage] = []
    /// The findings about scaled images that their art does not have.
    package var findings: [Finding] = []
    /// The entries of an earlier build that were removed, relative to the folder.
    package var removedEntries: [FilePath] = []
  }

  private func fill(
    _ output: OutputFolder, _ plan: BuildPlan, _ progress: (_ done: Int, _ total: Int) -> Void
  ) async throws -> Output {
    // The parts of all packs together, so no core is idle at the end of a pack.
    let parts = plan.packs.indices.flatMap { pack in
      Self.parts(of: plan.packs[pack]).map { (pack: pack, sticker: $0) }
    }
    let built = try await parts.concurrentMap(jobs: linter.jobs, progress: progress) {
      index, sticker in
      Result { () throws(BuildError) in
        var writer = PackWriter(builder: self, pack: plan.packs[index], output: output)
        if let sticker { try writer.write(sticker) } else { try writer.writeIcons() }
        return writer
      }
    }
    let builtByPack = Dictionary(grouping: zip(parts, built)) { $0.0.pack }
    var result = Output()
    var files: [Manifest.File] = []
    for (index, pack) in plan.packs.enumerated() {
      let parts = try (builtByPack[index] ?? []).map { try $0.1.get() }
      var writer = PackWriter(builder: self, pack: pack, output: output)
      try writer.writeContents()
      files += (parts + [writer]).flatMap(\.files)
      result.reducedImages += parts.flatMap(\.reducedImages)
      result.findings += parts.flatMap(\.findings)
      result.manifests.append(Self.manifest(of: pack, parts.compactMap(\.sticker)))
    }
    for file in plan.addedFiles { files.append(try output.add(file.bytes, to: file.path)) }
    let errors = result.findings.filter { $0.severity == .error && $0.isOpen }
    guard errors.isEmpty || skipsUnusableFiles else { throw BuildError.errorsFound(errors) }
    // The manifests come last, because they list all other files.
    try write(&result.manifests, of: plan, listing: files, to: output)
    return result
  }

  private static func manifest(
    of pack: BuildPlan.Pack, _ stickers: [Manifest.Sticker]
  ) -> Manifest {
    var manifest = Manifest(
      toolVersion: stickerpackVersion, name: pack.name, version: pack.project.version,
      gridSize: pack.gridSize, stickers: stickers)
    manifest.id = pack.id
    manifest.author = pack.source.settings.author
    manifest.license = pack.source.settings.license
    manifest.cover = pack.cover?.id.text
    return manifest
  }

  /// The parts of a pack that are built independently of each other: its stickers, and nil for the icons that
  /// need none of them.
  private static func parts(of pack: BuildPlan.Pack) -> [BuildPlan.Sticker?] {
    pack.icons.given.isEmpty && pack.icons.art == nil ? pack.stickers : [nil] + pack.stickers
  }

  /// Adds the lists of files to the manifests, and writes them and the collection's.
  private func write(
    _ manifests: inout [Manifest], of plan: BuildPlan, listing files: [Manifest.File],
    to output: OutputFolder
  ) throws(BuildError) {
    var all = Self.sorted(files)
    for (index, pack) in plan.packs.enumerated() {
      manifests[index].files = all.compactMap { file in
        FilePath(file.file).relative(to: pack.folder).map {
          Manifest.File(file: $0.string, bytes: file.bytes, sha256: file.sha256)
        }
      }
    }
    for (pack, manifest) in zip(plan.packs, manifests) {
      all.append(try output.add(json: manifest, to: pack.manifest))
    }
    if plan.packs.count > 1 {
      let collection = CollectionManifest(
        packs: zip(plan.packs, manifests).map { pack, manifest in
          .init(name: pack.name, manifest: pack.manifest.string, stickers: manifest.stickers.count)
        },
        files: Self.sorted(all))
      _ = try output.add(json: collection, to: FilePath(CollectionManifest.fileName))
    }
  }

  private static func sorted(_ files: [Manifest.File]) -> [Manifest.File] {
    files.sorted { FilePath($0.file) < FilePath($1.file) }
  }
}
