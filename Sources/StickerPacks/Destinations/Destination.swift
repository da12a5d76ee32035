package import Basics
package import ImageContainers

/// An app or a service for which stickers are made: the content of a file in `Files`, or of a file of a user's, which
/// `stickerpack schema destination` describes. Messages is one of them.
///
/// Rules, fixes, plans, messages, icons and pages take all limits from it. Numbers are in pixels, bytes and
/// milliseconds.
package struct Destination: Sendable, Identifiable, CustomStringConvertible {
  package enum Kind: String, Sendable, CaseIterable {
    /// Stickers for Messages, which a bundle has and all rules are about.
    case messages
    case stickers, emoji, media
  }

  package struct Icon: Sendable, Equatable {
    package var name: String
    package var canvas: CanvasSize
    /// The most bytes.
    package var bytes: Int?
    package var formats: [FileFormat] = []
    /// The image that is used without one, such as `first sticker`.
    package var `default`: String?
  }

  /// The display of an image in a conversation, in CSS pixels or points.
  package struct Shown: Sendable, Equatable {
    /// The longer side.
    package var side: Int
    /// The width that is cut off at the left and at the right.
    package var crop: Int?
  }

  /// The playback of frames with short delays. In milliseconds.
  package struct Delays: Sendable, Equatable {
    /// The longest delay that counts as a mistake.
    package var longestMistake: Double
    /// The delay that is played in place of a mistake.
    package var replacement: Double
    /// The shortest delay that is played, by format.
    package var shortest: [ImageFormat: Double]
  }

  package struct Source: Sendable, Equatable {
    /// The keys that it states.
    package var of: [String]
    package var url: String
    package var says: String
    /// The day on which it was read, as 2026-11-22, or its month or year.
    package var seen: String
  }

  package var id: String
  package var name: String
  package var kind = Kind.stickers
  package var limits: [Limit.Key: Limit.Value] = [:]
  /// The reason a limit is not certain. Exceeding it is a warning, not an error.
  package var uncertain: [Limit.Key: String] = [:]
  /// The extensions that files may have, without the dot; empty if any is possible.
  package var fileExtensions: [String] = []
  /// Nil if frames are played as they say.
  package var delays: Delays?
  package var icons: [Icon] = []
  /// Nil if nothing about it is known.
  package var shown: Shown?
  package var metadata: [String] = []
  package var container: String?
  /// Nil if nothing is written for it but a bundle.
  package var output: Output?
  package var notes: [String] = []
  /// The day on which the sources were read last, as 2026-11-22; nil for a user's own.
  package var checked: String?
  package var sources: [Source] = []
  /// The file, with what it extends.
  package var json = RelaxedJSON(content: .object([]))

  package init(id: String, name: String) { (self.id, self.name) = (id, name) }

  package var description: String { id }

  package var isMessages: Bool { kind == .messages }

  /// Whether the destination is older than a year, and may have changed its rules.
  ///
  /// - Parameter today: a day as 2026-11-22.
  package func isOld(on today: String) -> Bool {
    guard let checked, let year = Int(checked.prefix(4)) else { return false }
    return today > "\(year + 1)\(checked.dropFirst(4))"
  }
}

// MARK: Limits

extension Destination {
  package func number(_ key: Limit.Key) -> Double? { limits[key]?.number }
  package func numbers(_ key: Limit.Key) -> [Double]? { limits[key]?.numbers }
  package func whole(_ key: Limit.Key) -> Int? { number(key).map { Int(clamping: $0) } }
  package func isTrue(_ key: Limit.Key) -> Bool { limits[key]?.isTrue ?? false }

  package func size(_ key: Limit.Key) -> CanvasSize? {
    limits[key].map { value in
      let sides = value.numbers.map { Int(clamping: $0) }
      return CanvasSize(clampingWidth: sides.first ?? 1, height: sides.last ?? 1)
    }
  }

  package var formats: [FileFormat] { limits[.formats]?.formats ?? [] }

  /// The most bytes of a file; nil if no limit is known.
  package func maximumBytes(isAnimated: Bool) -> Int? {
    [whole(.maximumBytes), whole(isAnimated ? .maximumAnimatedBytes : .maximumStillBytes)]
      .compactMap { $0 }.min()
  }

  /// The shortest delay of a frame that is long enough, in whole milliseconds; 0 if any is.
  package var shortestDelay: Double {
    max(number(.maximumFrameRate).map { 1000 / $0 } ?? 0, number(.minimumDelay) ?? 0)
      .rounded(.down)
  }

  /// Whether an animated PNG may have a palette.
  package var allowsPalette: Bool { limits[.indexedAnimations] != .flag(false) }

  /// Whether animations, or stills, can be made for it or uploaded.
  package func takes(animated: Bool) -> Bool {
    if let output { return (animated ? output.animated : output.still) != nil }
    return formats.contains { animated ? $0.canBeAnimated : !$0.isAnimated }
  }

  /// The same destination with one size class, which is the largest canvas.
  ///
  /// - Parameter side: its longer side, in pixels.
  package func with(oneSide side: Int) -> Destination {
    var result = self
    result.limits[.sizeClasses] = [Double(side)]
    result.limits[.maximumCanvas] = [Double(side), Double(side)]
    result.limits[.minimumSide] = .number(Double(side))
    return result
  }

  /// The same destination with one canvas, for an icon or one of several sizes.
  package func with(_ canvas: CanvasSize) -> Destination {
    var result = self
    for limit in Limit.table where limit.rule == "store-canvas" { result.limits[limit.key] = nil }
    result.limits[.canvas] = [Double(canvas.width), Double(canvas.height)]
    return result
  }
}
