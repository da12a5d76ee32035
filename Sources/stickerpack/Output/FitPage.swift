internal import ArgumentParser
internal import Basics
internal import ImageContainers
internal import StickerBundles
internal import StickerFiles
internal import StickerFit
internal import StickerLint
internal import StickerManifest
internal import StickerPages
internal import StickerReports

/// The page that compares the stickers that `fit` changes with their originals.
struct FitPage {
  /// The file to write.
  var file: FilePath

  /// Parses an argument such as `html=fit.html`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1).map { String($0) }
    guard parts.count == 2, parts[0] == "html" else {
      throw ValidationError("expected html=FILE")
    }
    file = FilePath(parts[1])
  }

  /// The page. Reads the originals, so they must not have been replaced yet.
  func bytes(
    of entries: [FitReport.Entry], in folder: FilePath, limits: DecodingLimits, jobs: Int
  ) async throws -> [UInt8] {
    let bar = ProgressBar("Drawing")
    defer { bar.finish() }
    let changed = entries.compactMap { Sticker($0, in: folder, limits: limits) }
    var seen: Set<String> = []
    let sources = changed.flatMap(\.sources).filter { seen.insert($0.sha256).inserted }
    let images = try await PageImage.images(
      sources, limits: limits, jobs: jobs
    ) { bar.update($0, of: $1) }
    let (before, after) = (
      changed.reduce(0) { $0 + $1.before.scales[0].bytes },
      changed.reduce(0) { $0 + $1.after.scales[0].bytes }
    )
    let summary =
      changed.isEmpty
      ? "No sticker changes"
      : "\(Text.number(changed.count)) of \(Text.count(entries.count, "sticker")) changed:"
        + " \(Text.number(before)) → \(Text.bytes(after))"
    return try DifferencePage.html(
      of: [
        (
          folder.name.string,
          changed.enumerated().map { FileChange($1.change(at: $0 + 1), note: $1.note) }
        )
      ], summary: summary, images: images)
  }
}

extension FitPage {
  /// A sticker that `fit` changes.
  private struct Sticker {
    var before: Manifest.Sticker
    var after: Manifest.Sticker
    /// What the page says besides the sizes and the timing.
    var note: String
    /// Both versions as images.
    var sources: [PageImage.Source]

    /// Nil if the sticker stays as it is.
    init?(_ entry: FitReport.Entry, in folder: FilePath, limits: DecodingLimits) {
      let (path, limit) = (entry.path, limits.fileBytes)
      let read: @Sendable () -> HashedBytes? = {
        (try? FileReading.bytes(ofFileAt: path, limit: limit)).map { HashedBytes($0) }
      }
      guard case .success(let fitted) = entry.result, let replacement = entry.replacement,
        let old = read()
      else { return nil }
      let new = HashedBytes(replacement.bytes)
      let name = FilePath(entry.displayPath)
      let shown = name.relative(to: folder) ?? name
      guard let before = Manifest.Sticker(old, named: shown.string),
        let after = Manifest.Sticker(
          new, named: shown.parent.appending(replacement.name).string)
      else { return nil }
      (self.before, self.after) = (before, after)
      let hash = old.sha256
      sources = [
        PageImage.Source(sha256: hash, isAnimated: before.animated) {
          read().flatMap { $0.sha256 == hash ? $0 : nil }
        },
        PageImage.Source(sha256: new.sha256, isAnimated: after.animated) { new },
      ]
      let delays = [before, after].compactMap { $0.animation.map { Self.delays(of: $0) } }
      note =
        (Set(delays).count > 1 ? "delays \(delays.joined(separator: " → ")), " : "")
        + "score \(Int(fitted.lowestScore.rounded(.down)))"
    }

    /// The delays of an animation: `50 ms`, `40 to 60 ms`.
    private static func delays(of animation: Manifest.Animation) -> String {
      let delays = animation.delaysMilliseconds
      guard let least = delays.min(), let most = delays.max() else { return "none" }
      return least == most
        ? Text.milliseconds(least) : "\(Text.number(least)) to \(Text.milliseconds(most))"
    }

    /// The change as that of a bundle.
    func change(at place: Int) -> BundleDifference.StickerChange {
      BundleDifference.StickerChange(
        kinds: [.changed],
        versions: Versions(
          old: .init(place: place, sticker: before), new: .init(place: place, sticker: after)))
    }
  }
}
