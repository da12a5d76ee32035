#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import ArgumentParser
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerReports

/// `stickerpack watch`
struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lint a folder again whenever it changes.",
    discussion: """
      Checks size and modification time of all files twice a second and decodes what changed. \
      Press Ctrl-C to stop; the exit status is 0.

      EXAMPLES
        stickerpack watch Stickers
      """)

  @Argument(help: "A folder or an asset catalog.", completion: .directory)
  var folder: String

  @OptionGroup var cache: CacheOption

  @OptionGroup var judging: LintingOptions

  // How often it is looked, and how long nothing may change before it is linted: an editor writes a
  // file in several steps. What changes without a pause is linted after so many looks all the same.
  private static let interval = Duration.milliseconds(500)
  private static let pause = Duration.milliseconds(100)
  private static let mostPauses = 20

  func run() async throws {
    guard FileReading.isDirectory(folder) else {
      throw CommandError(message: "\(folder) is no folder", status: .usage)
    }
    // Nothing is half-written at any moment, so there is nothing to wait for.
    signal(SIGINT) { _ in _exit(0) }
    let cache = try cache.open()
    var known: [[UInt8]: Known] = [:]
    while true {
      // What is looked at before it is read: a change from here on is seen as one afterwards.
      let stamp = await settled()
      try await lint(stamp, cache, &known)
      while currentStamp == stamp { try await Task.sleep(for: Self.interval) }
    }
  }

  private var currentStamp: FolderStamp {
    FolderStamp(of: folder, configuration: judging.configuration.config)
  }

  /// The folder once nothing in it changes any more.
  private func settled() async -> FolderStamp {
    var stamp = currentStamp
    for _ in 0..<Self.mostPauses {
      try? await Task.sleep(for: Self.pause)
      let next = currentStamp
      if next == stamp { break }
      stamp = next
    }
    return stamp
  }

  /// What the last lint knew about a sticker, and how its files were then.
  private struct Known {
    var stamps: [FileStamp?]
    var facts: AssetFacts
  }

  private func lint(
    _ stamp: FolderStamp, _ cache: FactCache?, _ known: inout [[UInt8]: Known]
  ) async throws {
    let packs: [PackSource]
    do {
      packs = try Packs.all(at: [folder], configuration: judging.configuration.config).packs
    } catch {
      // It may be mended, or come back, at any time.
      try show("\(error.message.withoutControls)\n")
      return
    }
    let before = known
    let result = await judging.lint(packs) { source, limits in
      if let old = before[Array(source.path.utf8)], old.facts.source.role == source.role,
        old.facts.source.sequence == source.sequence, old.stamps == stamp.stamps(of: source)
      {
        var facts = old.facts
        facts.source = source
        return facts
      }
      return cache?.facts(reading: source, limits: limits)
        ?? AssetFacts(reading: source, limits: limits)
    }
    cache?.prune()
    known = [:]
    for asset in result.packs.flatMap(\.facts.files) where asset.readProblem == nil {
      let stamps = stamp.stamps(of: asset.source)
      guard !stamps.contains(nil) else { continue }
      known[Array(asset.source.path.utf8)] = Known(stamps: stamps, facts: asset)
    }
    try show(TextReport(style: Terminal.style).text(of: result))
  }

  /// Shows what there is to see in the place of what there was, or below it where nobody sees it.
  private func show(_ text: String) throws(CommandError) {
    let isSeen = Terminal.isSeen
    try Terminal.write(
      (isSeen ? "\u{1B}[2J\u{1B}[3J\u{1B}[H" : "") + text
        + (isSeen ? "\nWatching \(folder.withoutControls). Ctrl-C ends it.\n" : "\n"))
  }
}
