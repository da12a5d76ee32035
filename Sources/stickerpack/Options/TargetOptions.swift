internal import ArgumentParser
internal import Basics
internal import StickerTasks
internal import SystemLibraries

/// The destinations for which stickers are checked or built in place of Messages.
struct TargetOptions: ParsableArguments {
  // Reading all destinations takes a sixth of the time of a small lint, so only a completion does it.
  @Option(
    help: .init(
      """
      Use the limits of these destinations instead of those of Messages: ids such as signal, the beginning of several, \
      such as whatsapp, files such as ./mine.json, separated by commas; all; or listed for the "targets" of \
      stickerpack.json. See `stickerpack targets`.
      """, valueName: "ids"),
    completion: .custom { _, _, _ in Destination.all.map { $0.id } + ["all", "listed"] })
  var target: String?

  /// The day in UTC, as 2026-11-22.
  static var today: String { Date.now.formatted(.iso8601.year().month().day()) }

  /// Notes about destinations that may be out of date.
  static func hints(about destinations: [Destination], on today: String = today) -> [String] {
    destinations.filter { $0.isOld(on: today) }.map {
      "the limits of \($0.id) were read on \($0.checked ?? ""), more than a year ago, and may have changed"
    }
  }
}
