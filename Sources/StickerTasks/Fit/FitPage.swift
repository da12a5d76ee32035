internal import Basics
internal import StickerFit
internal import StickerLint
internal import StickerPacks
internal import StickerReports

extension FitTask {
  /// The page that compares the stickers that change with their originals, which must not have been replaced yet.
  func page(
    of fitted: [Fitted], _ observe: @escaping TaskObserver
  ) async throws -> [UInt8] {
    var changes: [StickerChange] = []
    // A catalog's path is long: each of its packs is a group.
    var groups: [(title: String, stickers: [ComparedSticker])] = []
    var pairs: [PageImage.Pair] = []
    for sticker in fitted {
      var change = sticker.change
      guard let after = change.used, change.before.canvas != nil, after.canvas != nil else {
        continue
      }
      let name = FilePath(change.file)
      let place = change.catalogFolder ?? folder
      let shown = name.relative(to: place) ?? name
      change.before.name = shown.pathOnPage.withoutStickerFolder.string
      change.after?.name = shown.parent.appending(after.name).pathOnPage.withoutStickerFolder.string
      changes.append(change)
      let title = (change.catalogFolder ?? folder.name).string
      if groups.last?.title != title { groups.append((title, [])) }
      groups[groups.count - 1].stickers.append(
        ComparedSticker(change, note: Self.note(about: change)))
      let (path, limit, hash) = (sticker.path, options.limits.fileBytes, change.before.sha256)
      let content = change.content
      pairs.append(
        PageImage.Pair(isAnimated: change.before.timing != nil) {
          let old = (try? FileReading.bytes(ofFileAt: path, limit: limit)).map { HashedBytes($0) }
          return [old.flatMap { $0.sha256 == hash ? $0 : nil }, HashedBytes(content)]
            .compactMap(\.self)
        })
    }
    let closeUps = PageImage.closeUps(of: changes)
    let images = try await PageImage.images(
      pairs, besides: closeUps.values.reduce(0) { $0 + $1.byteCount }, limits: options.limits,
      jobs: options.jobs
    ) { observe(.progress(.drawing, done: $0, total: $1)) }
    let before = changes.reduce(0) { $0 + $1.before.bytes }
    let after = changes.reduce(0) { $0 + ($1.used?.bytes ?? 0) }
    let summary =
      changes.isEmpty
      ? "No sticker changes"
      : "\(changes.count.grouped) of \(fitted.count.counted("sticker")) changed:"
        + " \(before.grouped) → \(Text.bytes(after))"
    return DifferencePage.html(
      of: groups, summary: summary, images: images.updated(with: closeUps))
  }

  /// Returns the words about a change besides the sizes and the duration: the delays if they differ, and the scores.
  private static func note(about change: StickerChange) -> String {
    let delays = [change.before, change.used].compactMap { $0?.timing.map { Self.delays(of: $0) } }
    return (Set(delays).count > 1 ? "delays \(delays.joined(separator: " → ")), " : "")
      + "score \(Int(clamping: change.score.rounded(.down))), worst \(Int(clamping: change.worstScore.rounded(.down)))"
  }

  /// The delays of an animation: `50 ms`, `40 to 60 ms`.
  private static func delays(of timing: StickerChange.Timing) -> String {
    guard let least = timing.delays.min(), let most = timing.delays.max() else { return "none" }
    return least == most
      ? Text.milliseconds(least) : "\(Text.number(least)) to \(Text.milliseconds(most))"
  }
}
