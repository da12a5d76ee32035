internal import Basics
internal import ImageContainers

/// A number of a sticker or a pack, for limits with a least and a most.
private struct Measure<Subject: Sendable>: Sendable {
  let rule: String
  var messagesRule: String?
  let title: String
  let unit: Quantity.Unit
  var isMetByBuild = false
  /// The number; nil if it is unknown.
  let value: @Sendable (Subject) -> Double?
  /// States the number: "The file has 600,000 bytes".
  let sentence: @Sendable (Double) -> String
  /// The number as a requirement has it: "512,000".
  var words: @Sendable (Double) -> String = { Text.number($0) }
  /// The fix for a value below a least, and for one above a most; that of the rule by default.
  var fixBelow: String?
  var fixAbove: String?
  /// The promise of a build for a most; see ``Limit/promise``.
  var promise: (@Sendable (Limit.Value) -> String)?
}

extension Measure {
  private func excess(_ subject: Subject, _ limit: Limit.Value, isMost: Bool) -> Limit.Excess? {
    guard let limit = limit.number, let value = value(subject),
      isMost ? value > limit : value < limit
    else { return nil }
    return Limit.Excess(
      sentence: sentence(value), measured: Quantity(value, unit), limit: Quantity(limit, unit),
      fix: isMost ? fixAbove : fixBelow)
  }

  func limit(
    _ key: Limit.Key, isMost: Bool,
    _ check: (@escaping @Sendable (Subject, Limit.Value) -> Limit.Excess?) -> Limit.Check
  ) -> Limit {
    Limit(
      key: key, rule: rule, messagesRule: messagesRule, title: title, kind: .whole,
      requirement: { "\(isMost ? "at most" : "at least") \(words($0.number ?? 0))" },
      isMetByBuild: isMetByBuild, check: check { excess($0, $1, isMost: isMost) },
      promise: isMost ? promise : nil)
  }
}

extension Measure<MeasuredSticker> {
  func most(_ key: Limit.Key) -> Limit { limit(key, isMost: true) { .sticker($0) } }
  func least(_ key: Limit.Key) -> Limit { limit(key, isMost: false) { .sticker($0) } }
}

extension Measure<MeasuredPack> {
  func most(_ key: Limit.Key) -> Limit { limit(key, isMost: true) { .pack($0) } }
  func least(_ key: Limit.Key) -> Limit { limit(key, isMost: false) { .pack($0) } }
}

/// A property of a sticker, for limits with a condition on it.
private struct Trait<Property: Sendable>: Sendable {
  let rule: String
  let title: String
  /// The property; nil if it is unknown.
  let value: @Sendable (MeasuredSticker) -> Property?
  /// States it: "The canvas is 408 × 408 px".
  let sentence: @Sendable (Property) -> String

  func limit(
    _ key: Limit.Key, _ kind: Limit.Kind, messagesRule: String? = nil,
    _ requirement: @escaping @Sendable (Limit.Value) -> String,
    _ holds: @escaping @Sendable (Property, Limit.Value) -> Bool
  ) -> Limit {
    Limit(
      key: key, rule: rule, messagesRule: messagesRule, title: title, kind: kind,
      requirement: requirement, isMetByBuild: true,
      check: .sticker { sticker, limit in
        value(sticker).flatMap { holds($0, limit) ? nil : Limit.Excess(sentence: sentence($0)) }
      })
  }
}

extension Limit {
  /// All limits. A rule reports the first of its limits that a sticker exceeds.
  package static let table: [Limit] = [
    [formats], canvases, bytes, times, [transparency, palette], texts, packs,
  ].flatMap { $0 }

  package static func named(_ key: Key) -> Limit? { table.first { $0.key == key } }

  // MARK: Formats

  private static let formats = Limit(
    key: .formats, rule: "store-format", messagesRule: "unsupported-format", title: "formats",
    kind: .formats,
    requirement: { Text.alternatives($0.formats.map { $0.name }) }, isMetByBuild: true,
    check: .sticker { sticker, value in
      value.formats.contains { $0 == sticker.format }
        ? nil : Excess(sentence: "The format is \(sticker.format?.name ?? "unknown")")
    })

  private static let transparency = Limit(
    key: .transparency, rule: "store-alpha", title: "transparency", kind: .flag,
    requirement: { $0.isTrue ? "a transparent background" : "an opaque image" },
    isMetByBuild: false,
    check: .sticker { sticker, value in
      guard let isTransparent = sticker.hasTransparency, isTransparent != value.isTrue else {
        return nil
      }
      return Excess(
        sentence: isTransparent
          ? "The art has transparent pixels" : "The sticker is a rectangle without transparency",
        fix: isTransparent
          ? "Export the art with a background." : "Export the art without its background.")
    })

  private static let palette = Limit(
    key: .indexedAnimations, rule: "store-palette", title: "animated PNGs", kind: .flag,
    requirement: { $0.isTrue ? "RGBA or a palette" : "RGBA" }, isMetByBuild: true,
    check: .sticker { sticker, value in
      sticker.hasPalette && !value.isTrue ? Excess(sentence: "The frames use a palette") : nil
    }, promise: { _ in "without a palette" })

  // MARK: Canvas

  private static let canvas = Trait(
    rule: "store-canvas", title: "canvas", value: { $0.canvas }, sentence: { "The canvas is \($0)" }
  )

  private static func size(_ value: Value) -> String {
    value.numbers.map { Text.number($0) }.joined(separator: " × ") + " px"
  }

  private static func pixels(_ value: Value) -> String { "\(Text.number(value.number ?? 0)) px" }

  private static let canvases: [Limit] = [
    canvas.limit(.canvas, .size, { "exactly \(size($0))" }) { $0.sides == $1.numbers },
    canvas.limit(
      .longerSide, .whole, { "one side of \(pixels($0)), and the other at most as long" }
    ) { $0.sides.max() == $1.number },
    canvas.limit(
      .maximumCanvas, .size, messagesRule: "canvas-too-large", { "at most \(size($0))" }
    ) { canvas, value in zip(canvas.sides, value.numbers).allSatisfy { $0 <= $1 } },
    canvas.limit(.minimumLongerSide, .whole, { "one side of at least \(pixels($0))" }) {
      canvas, value in canvas.sides.contains { $0 >= value.number ?? 0 }
    },
    canvas.limit(
      .minimumSide, .whole, messagesRule: "canvas-too-small",
      { "at least \(pixels($0)) on each side" }
    ) { canvas, value in canvas.sides.allSatisfy { $0 >= value.number ?? 0 } },
    canvas.limit(.square, .flag, { _ in "a square" }) { !$1.isTrue || $0.width == $0.height },
    canvas.limit(.evenSides, .flag, { _ in "even sides" }) {
      !$1.isTrue || $0.width % 2 == 0 && $0.height % 2 == 0
    },
    canvas.limit(
      .maximumRatio, .number,
      { "a longer side of at most \(Text.number($0.number ?? 0)) times the shorter" }
    ) {
      Double(max($0.width, $0.height)) <= Double(min($0.width, $0.height))
        * ($1.number ?? .infinity)
    },
    Limit(
      key: .advisedCanvas, rule: "", title: "canvas", kind: .size,
      requirement: { "\(size($0)) advised" }, isMetByBuild: false, check: .none),
    sizeClasses,
  ]

  private static let sizeClasses = Limit(
    key: .sizeClasses, rule: "", messagesRule: "canvas-off-size", title: "canvas", kind: .numbers,
    requirement: { "shown unscaled at \(Text.list($0.numbers.map { Text.number($0) })) px" },
    isMetByBuild: false,
    check: .sticker { sticker, value in
      guard let side = sticker.canvas?.sides.max(), !value.numbers.contains(side) else {
        return nil
      }
      return Excess(sentence: "The longer side is \(Text.number(side)) px")
    })

  // MARK: Bytes

  /// - Parameters:
  ///   - animated: whether it limits animations or stills; nil for both.
  ///   - kind: follows the number in words.
  private static func fileSize(
    rule: String = "store-bytes", messagesRule: String? = nil, animated: Bool? = nil,
    _ kind: String = ""
  ) -> Measure<MeasuredSticker> {
    Measure(
      rule: rule, messagesRule: messagesRule, title: "bytes", unit: .bytes, isMetByBuild: true,
      value: { sticker in
        animated ?? sticker.isAnimated == sticker.isAnimated
          ? sticker.byteCount.map { Double($0) } : nil
      },
      sentence: { "The file has \(Text.number($0)) bytes" }, words: { Text.number($0) + kind },
      fixBelow: "Save the file with less compression.",
      promise: { "at most \(Text.number($0.number ?? 0)) bytes" })
  }

  private static let bytes: [Limit] = [
    fileSize(messagesRule: "file-too-large").most(.maximumBytes),
    fileSize(animated: false, " for a still").most(.maximumStillBytes),
    fileSize(animated: true, " for an animation").most(.maximumAnimatedBytes),
    fileSize().least(.minimumBytes),
    fileSize(rule: "", messagesRule: "file-near-limit", " to be safe").most(.safeBytes),
  ]

  // MARK: Time

  private static func duration(
    _ key: Key, _ kind: Kind, _ requirement: @escaping @Sendable (Value) -> String,
    fix: String? = nil, _ holds: @escaping @Sendable (Double, MeasuredSticker, Value) -> Bool
  ) -> Limit {
    Limit(
      key: key, rule: "store-duration", title: "duration", kind: kind, requirement: requirement,
      isMetByBuild: true,
      check: .sticker { sticker, value in
        guard let duration = sticker.duration, !holds(duration, sticker, value) else { return nil }
        return Excess(
          sentence: "The animation takes \(Text.milliseconds(duration))",
          measured: Quantity(duration, .milliseconds),
          limit: value.number.map { Quantity($0, .milliseconds) }, fix: fix)
      })
  }

  private static let frameCount = Measure<MeasuredSticker>(
    rule: "store-frames", title: "frames", unit: .frames, isMetByBuild: true,
    value: { $0.isAnimated ? $0.frameCount.map { Double($0) } : nil },
    sentence: { "The animation has \(Text.count(Int(clamping: $0), "frame"))" },
    fixBelow: "Add frames: the animation is too short for the destination.",
    fixAbove: "Leave out frames, and show the others for longer.")

  /// - Parameter least: the least delay, in milliseconds. A delay of 33 ms is 30 frames per second in a file with whole
  ///   milliseconds.
  private static func delay(
    _ key: Key, _ requirement: @escaping @Sendable (Value) -> String,
    _ least: @escaping @Sendable (Double) -> Double
  ) -> Limit {
    Limit(
      key: key, rule: "store-frames", title: "delays", kind: .number, requirement: requirement,
      isMetByBuild: true,
      check: .sticker { sticker, value in
        guard let delay = sticker.shortestDelay, let number = value.number,
          delay < least(number).rounded(.down)
        else { return nil }
        return Excess(
          sentence: "A frame is shown for \(Text.milliseconds(delay))",
          measured: Quantity(delay, .milliseconds), limit: Quantity(least(number), .milliseconds),
          fix:
            "Show each frame for at least \(Text.milliseconds(least(number))), and leave out others."
        )
      })
  }

  private static let loops = Trait(
    rule: "store-loops", title: "loops", value: { $0.loop },
    sentence: {
      "The animation plays \($0 == .forever ? "endlessly" : Text.count($0.plays, "time"))"
    })

  private static func times(_ value: Value) -> String {
    Text.count(Int(clamping: value.number ?? 0), "time")
  }

  private static func milliseconds(_ value: Value) -> String {
    Text.milliseconds(value.number ?? 0)
  }

  private static let times: [Limit] = [
    duration(
      .maximumDuration, .number, { "at most \(milliseconds($0))" },
      fix: "Show frames for less time, or leave out some."
    ) {
      $0 <= $2.number ?? .infinity
    },
    duration(
      .minimumDuration, .number, { "at least \(milliseconds($0))" },
      fix: "Show frames for longer."
    ) {
      $0 >= $2.number ?? 0
    },
    // Delays such as 1/3 s add up to a second only nearly.
    duration(
      .durations, .numbers,
      { Text.alternatives($0.numbers.map { Text.number($0) }) + " ms" }
    ) { duration, _, value in
      value.numbers.contains { abs($0 - duration) < 1 }
    },
    duration(.wholeSeconds, .flag, { _ in "whole seconds" }) { duration, _, value in
      let seconds = duration / 1000
      return !value.isTrue || abs(seconds - seconds.rounded()) * 1000 < 1
    },
    duration(
      .maximumDurationWithLoops, .number, { "at most \(milliseconds($0)) for all loops together" },
      fix: "Set fewer loops, or leave out frames."
    ) { duration, sticker, value in
      guard let plays = sticker.loop?.plays, plays > 1 else { return true }
      return duration * Double(plays) <= value.number ?? .infinity
    },
    frameCount.least(.minimumFrames),
    frameCount.most(.maximumFrames),
    delay(.maximumFrameRate, { "at most \(Text.number($0.number ?? 0)) frames per second" }) {
      1000 / $0
    },
    delay(.minimumDelay, { "at least \(milliseconds($0))" }) { $0 },
    loops.limit(.minimumLoops, .whole, { "at least \(times($0))" }) { loop, value in
      loop == .forever || Double(loop.plays) >= value.number ?? 0
    },
    loops.limit(.maximumLoops, .whole, { "at most \(times($0))" }) { loop, value in
      loop != .forever && Double(loop.plays) <= value.number ?? .infinity
    },
    loops.limit(.endless, .flag, { _ in "an endless loop" }) { !$1.isTrue || $0 == .forever },
  ]

  // MARK: Texts

  private static let label = Measure<MeasuredSticker>(
    rule: "store-label", messagesRule: "label-too-long", title: "label", unit: .characters,
    value: { Double($0.label.unicodeScalars.count) },
    sentence: { "The label has \(Text.count(Int(clamping: $0), "character"))" },
    words: { Text.count(Int(clamping: $0), "character") })

  private static let emoji = Measure<MeasuredSticker>(
    rule: "store-emoji", title: "emoji", unit: .value, value: { Double($0.emojiCount) },
    sentence: { "The sticker has \($0 == 0 ? "no" : Text.number($0)) emoji" },
    fixAbove: "List fewer in stickerpack.json.")

  private static let keywords = Measure<MeasuredSticker>(
    rule: "store-keywords", title: "keywords", unit: .value,
    value: { Double($0.keywords.count) },
    sentence: { "The sticker has \(Text.count(Int(clamping: $0), "keyword"))" })

  private static let keywordCharacters = Measure<MeasuredSticker>(
    rule: "store-keywords", title: "keyword characters", unit: .characters,
    value: { Double($0.keywords.reduce(0) { $0 + $1.unicodeScalars.count }) },
    sentence: { "The keywords have \(Text.count(Int(clamping: $0), "character")) together" })

  private static let texts: [Limit] = [
    label.most(.maximumLabel),
    emoji.least(.minimumEmoji), emoji.most(.maximumEmoji),
    keywords.least(.minimumKeywords), keywords.most(.maximumKeywords),
    keywordCharacters.most(.maximumKeywordCharacters),
  ]

  // MARK: Packs

  private static let stickers = Measure<MeasuredPack>(
    rule: "store-count", title: "stickers", unit: .files, value: { Double($0.stickerCount) },
    sentence: { "The pack has \(Text.count(Int(clamping: $0), "sticker"))" },
    fixBelow: "Add stickers.", fixAbove: "Leave out stickers, or split the pack.")

  private static let archive = Measure<MeasuredPack>(
    rule: "archive", title: "archive", unit: .bytes,
    value: { $0.archiveBytes.map { Double($0) } },
    sentence: { "The archive has \(Text.number($0)) bytes" },
    words: { "\(Text.number($0)) bytes" })

  private static let packs: [Limit] = [
    Limit(
      key: .stickerCounts, rule: "store-count", title: "stickers", kind: .numbers,
      requirement: { Text.alternatives($0.numbers.map { Text.number($0) }) }, isMetByBuild: false,
      check: .pack { pack, value in
        guard !value.numbers.contains(Double(pack.stickerCount)) else { return nil }
        return Excess(
          sentence: stickers.sentence(Double(pack.stickerCount)),
          measured: Quantity(pack.stickerCount, .files))
      }),
    stickers.least(.minimumStickers), stickers.most(.maximumStickers),
    Limit(
      key: .oneKind, rule: "store-count", title: "stickers", kind: .flag,
      requirement: { _ in "all still or all animated" }, isMetByBuild: false,
      check: .pack { pack, value in
        let stills = pack.stickerCount - pack.animatedCount
        guard value.isTrue, stills > 0, pack.animatedCount > 0 else { return nil }
        return Excess(
          sentence: "The pack has \(Text.count(stills, "still")) and"
            + " \(Text.count(pack.animatedCount, "animation"))", fix: "Make a pack of each kind.")
      }),
    archive.most(.maximumArchiveBytes),
  ]
}

extension CanvasSize {
  fileprivate var sides: [Double] { [Double(width), Double(height)] }
}
