package import ImageContainers
internal import StickerPacks

/// A change of a file that clears the findings of a rule. The cases are in the order in which they are
/// made: those of the file around its compressed pixels, then those of pixels.
package enum Repair: String, Sendable, CaseIterable {
  /// Stores an animation of one frame as a still.
  case makeStill
  /// Replaces delays of up to 10 ms by the 100 ms that viewers play.
  case raiseDelays
  /// Makes an animation play forever.
  case loopForever
  /// Removes metadata.
  case removeMetadata
  /// Removes what follows the end of the image.
  case removeTrailingBytes
  /// Converts the colors to sRGB and removes the color profile.
  case convertToSRGB
  /// Stores a JPEG in RGB.
  case convertToRGB
  /// Makes a background of one color transparent.
  case removeBackground
  /// Moves the art to the center of its canvas.
  case center
  /// Scales the canvas to the size class of the pack.
  case scale
  /// Adds transparent pixels on both sides until the canvas is square. After scaling: the square of a long
  /// canvas may be larger than any that can be decoded.
  case padToSquare
  /// Draws a white outline with a gray edge around the art.
  case addOutline
  /// Puts an icon on white.
  case flatten
  /// Removes the static image of an animation that is not one of its frames.
  case removeHiddenImage
  /// Joins consecutive frames that are equal.
  case mergeFrames
  /// Makes transparent pixels black.
  case clearHiddenColor
  /// Stores a PNG without interlacing.
  case removeInterlacing
  /// Stores a PNG with 8 bits per channel.
  case reduceDepth
  /// Stores a PNG that Xcode optimized as a standard PNG.
  case storeAsStandardPNG
  /// Compresses a PNG again without loss.
  case compress
  /// Stores an icon as an RGB PNG, without alpha if it is opaque.
  case storeAsRGB
  /// Makes a file at most 500,000 bytes, as `fit` does.
  case makeSmaller
  /// Renames a file so that its extension matches its content.
  case rename

  /// Whether the repair changes no visible pixel, no delay and no loop, so `lint --fix` makes it
  /// without being asked for it.
  package var isSafe: Bool {
    switch self {
    case .convertToSRGB, .convertToRGB, .removeBackground, .center, .padToSquare, .scale,
      .addOutline, .flatten, .removeHiddenImage, .raiseDelays, .loopForever, .makeSmaller:
      false
    case .mergeFrames, .clearHiddenColor, .removeInterlacing, .reduceDepth, .storeAsStandardPNG,
      .compress,
      .storeAsRGB, .makeStill, .removeMetadata, .removeTrailingBytes, .rename:
      true
    }
  }

  /// `safe` or `unsafe`, as reports name it.
  package var safety: String { isSafe ? "safe" : "unsafe" }

  /// The options of `lint` that make the repair.
  package var options: String { isSafe ? "--fix" : "--fix --unsafe-fixes" }

  /// What it does, as an imperative without a full stop.
  package var summary: String {
    switch self {
    case .convertToSRGB: "convert the colors to sRGB"
    case .convertToRGB: "store the image in RGB"
    case .removeBackground: "remove the background"
    case .center: "center the art"
    case .padToSquare: "pad the canvas to a square"
    case .scale: "scale to a size class"
    case .addOutline: "add an outline"
    case .flatten: "put the icon on white"
    case .removeHiddenImage: "remove the hidden static image"
    case .mergeFrames: "merge equal frames"
    case .clearHiddenColor: "clear hidden color"
    case .removeInterlacing: "remove interlacing"
    case .reduceDepth: "store 8 bits per channel"
    case .storeAsStandardPNG: "store as a standard PNG"
    case .compress: "compress without loss"
    case .storeAsRGB: "store the icon as an RGB PNG"
    case .makeSmaller: "make the file smaller"
    case .makeStill: "store as a still image"
    case .raiseDelays: "raise delays"
    case .loopForever: "loop forever"
    case .removeMetadata: "remove metadata"
    case .removeTrailingBytes: "remove trailing bytes"
    case .rename: "rename"
    }
  }
}

extension Repair {
  /// Whether the repair can be tried: the file is not damaged, its format can store the result, and it is
  /// not one of several images that must match.
  package func isPossible(for file: AssetFacts) -> Bool {
    guard let image = file.image, file.source.sequence == nil,
      !image.defects.contains(where: \.kind.isDamage)
    else { return false }
    return switch self {
    case .mergeFrames: image.format == .apng
    case .storeAsRGB: image.format == .png
    // A JPEG has no transparency.
    case .removeBackground, .center, .padToSquare, .addOutline:
      image.format != .jpeg && file.source.smaller.isEmpty
    case .scale: file.source.smaller.isEmpty
    default: true
    }
  }
}

extension Defect.Kind {
  /// Whether a file with the defect must not be changed, because it may lose more.
  package var isDamage: Bool { self != .trailingBytes && self != .appleOptimized }
}
