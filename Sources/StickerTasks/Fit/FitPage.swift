internal import Basics
internal import ImageContainers
internal import StickerFit
internal import StickerLint
internal import StickerPages

/// The page that compares the stickers that `fit` changes with their originals.
struct FitPage {
  /// A sticker that changes.
  private struct Sticker {
    var change: StickerChange
    /// Both versions as images.
    var sources: [PageImage.Source]
  }

  private let title: String
  private let limits: DecodingLimits
  private let stickers: [Sticker]
  private let count: Int

  /// - Parameter folder: what was fitted; names are relative to it.
  init(_ fitted: [FitTask.Fitted], in folder: FilePath, limits: DecodingLimits) {
    title = folder.name.string
    self.limits = limits
    count = fitted.count
    stickers = fitted.compactMap { sticker in
      var change = sticker.change
      guard let after = change.used, change.before.canvas != nil, after.canvas != nil else {
        return nil
      }
      let name = FilePath(change.file)
      let shown = name.relative(to: folder) ?? name
      change.before.name = shown.string
      change.after?.name = shown.parent.appending(after.name).string
      let (path, limit, hash) = (sticker.path, limits.fileBytes, change.before.sha256)
      let content = change.content
      return Sticker(
        change: change,
        sources: [
          PageImage.Source(sha256: hash, isAnimated: change.before.timing != nil) {
            (try? FileReading.bytes(ofFileAt: path, limit: limit)).map { HashedBytes($0) }
              .flatMap { $0.sha256 == hash ? $0 : nil }
          },
          PageImage.Source(sha256: after.sha256, isAnimated: after.timing != nil) {
            HashedBytes(content)
          },
        ])
    }
  }

  func bytes(jobs: Int, _ observe: @escaping TaskObserver) async throws -> [UInt8] {
    var seen: Set<String> = []
    let images = try await PageImage.images(
      stickers.flatMap(\.sources).filter { seen.insert($0.sha256).inserted }, limits: limits,
      jobs: jobs
    ) { observe(.progress(.drawing, done: $0, total: $1)) }
    let changes = stickers.map(\.change)
    let (before, after) = (
      changes.reduce(0) { $0 + $1.before.bytes }, changes.reduce(0) { $0 + ($1.used?.bytes ?? 0) }
    )
    let summary =
      changes.isEmpty
      ? "No sticker changes"
      : "\(Text.number(changes.count)) of \(Text.count(count, "sticker")) changed:"
        + " \(Text.number(before)) → \(Text.bytes(after))"
    return try DifferencePage.html(
      of: [(title, changes.map { ComparedSticker($0, note: Self.note(about: $0)) })],
      summary: summary, images: images)
  }

  /// What the page says besides the sizes and the timing.
  private static func note(about change: StickerChange) -> String {
    let delays = [change.before, change.used].compactMap { $0?.timing.map { Self.delays(of: $0) } }
    return (Set(delays).count > 1 ? "delays \(delays.joined(separator: " → ")), " : "")
      + "score \(Int(change.score.rounded(.down)))"
  }

  /// The delays of an animation: `50 ms`, `40 to 60 ms`.
  private static func delays(of timing: StickerChange.Timing) -> String {
    guard let least = timing.delays.min(), let most = timing.delays.max() else { return "none" }
    return least == most
      ? Text.milliseconds(least) : "\(Text.number(least)) to \(Text.milliseconds(most))"
  }
}
