package import ImageContainers
internal import StickerManifest

/// What a platform requires of stickers. The linter, the fitter and the builder get a profile in their options, and
/// rules, fixes, messages, icons and pages take all limits of the platform from it.
package struct PlatformProfile: Sendable {
  /// A value, and where it comes from.
  package struct Sourced<Value: Sendable>: Sendable {
    package let value: Value
    package let source: String

    init(_ value: Value, source: String) { (self.value, self.source) = (value, source) }
  }

  /// How frames with short delays are played. In milliseconds.
  package struct Delays: Sendable {
    /// The longest delay that counts as a mistake.
    package let longestMistake: Double
    /// What is played in place of a mistake.
    package let replacement: Double
    /// The shortest delay that is played, by format.
    package let shortest: [ImageFormat: Double]
  }

  package let formats: Sourced<[ImageFormat]>
  /// The extensions of their files, without the dot.
  package let fileExtensions: Sourced<[String]>
  /// The largest file that the platform's tools accept, in bytes.
  package let maximumBytes: Sourced<Int>
  /// The largest file that is accepted whichever way the limit is read, in bytes.
  package let safeBytes: Sourced<Int>
  /// The longer sides of the canvases that are shown without scaling, in pixels, in ascending order.
  package let sides: Sourced<[Int]>
  /// The sides that a canvas may have, in pixels.
  package let sideRange: Sourced<ClosedRange<Int>>
  package let delays: Sourced<Delays>
  package let icons: Sourced<[IconSlot]>
  /// The longest label, in Unicode scalars.
  package let labelLength: Sourced<Int>
  /// The store for which stickers are linted in place of Messages; nil for Messages.
  package var store: StoreProfile?
}

extension PlatformProfile {
  package static let iMessage = PlatformProfile(
    formats: Sourced(
      [.png, .apng, .gif, .jpeg],
      source: "Apple, MSSticker: \"must be a PNG, APNG, GIF, or JPEG\""),
    fileExtensions: Sourced(
      ["jpg", "jpeg", "gif", "png"],
      source: "App Store Connect: \"Should be one of 'jpg, jpeg, gif, png'\""),
    maximumBytes: Sourced(
      512_000, source: "Apple's asset compiler: \"cannot be larger than 512000 bytes\""),
    safeBytes: Sourced(
      500_000,
      source: "Apple, MSSticker: \"less than 500 KB\", without saying whether a KB is 1,000 bytes"),
    sides: Sourced(
      GridSize.allCases.map(\.pixels),
      source: "Apple, MSStickerSize: 100, 136 and 206 points at @3x"),
    sideRange: Sourced(
      GridSize.small.pixels...GridSize.large.pixels,
      source: "Apple, MSSticker: \"Always provide @3x images (300x300 to 618x618 pixels)\""),
    // Uncertain: Apple documents ImageIO, and others have observed browsers, but not Messages.
    delays: Sourced(
      Delays(
        longestMistake: 10, replacement: 100,
        shortest: [.apng: 50, .gif: 100, .png: 50, .jpeg: 50]),
      source: "Apple, kCGImagePropertyAPNGDelayTime (\"never less than 50 millseconds\") and"
        + " kCGImagePropertyGIFDelayTime (\"never less than 100 millseconds\"); WebKit,"
        + " ImageDecoderCG::frameDurationAtIndex, Chromium and Firefox: up to 10 ms play as 100 ms"),
    icons: Sourced(
      IconSlot.all,
      source: "Apple, Asset Catalog Format Reference, Messages Extension Icon Type; Technical Q&A"
        + " QA1686, table 8; the slots that Xcode writes"),
    labelLength: Sourced(
      150,
      source: "Apple, MSSticker init(contentsOfFileURL:localizedDescription:):"
        + " \"150 Unicode characters\""))

  /// The shortest side of a canvas, in pixels.
  package var smallestSide: Int { sideRange.value.lowerBound }

  /// The longest side of a canvas, in pixels.
  package var largestSide: Int { sideRange.value.upperBound }

  /// The side of `sides` that is nearest to another, in pixels; the larger of two that are equally near.
  package func nearestSide(to side: Int) -> Int {
    sides.value.min { (abs($0 - side), -$0) < (abs($1 - side), -$1) } ?? side
  }

  /// How long a frame is shown, in milliseconds, at ImageIO's minimum delay. Rules about time use this definition;
  /// `low-frame-rate` uses `unclamped`, and `photosensitive-flash` both.
  ///
  /// - Parameter delay: the stored delay in milliseconds.
  package func played(_ delay: Double, in format: ImageFormat) -> Double {
    max(unclamped(delay), delays.value.shortest[format] ?? 0)
  }

  /// How long a frame is shown, in milliseconds, where ImageIO's minimum delay is not used.
  ///
  /// - Parameter delay: the stored delay in milliseconds.
  package func unclamped(_ delay: Double) -> Double {
    delay <= delays.value.longestMistake ? delays.value.replacement : delay
  }
}
