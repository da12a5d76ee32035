internal import Basics

/// A reason to add no outline: the art would look worse with one.
package enum OutlineObstacle: Sendable, Equatable {
  case card
  case cutOff(ArtExtent.Edge)
  /// An even line in white or gray is around the art already.
  case drawnAlready
  /// A share of the outline, 0 to 1, would be around thin lines.
  case thinLines(Double)
  /// A share of the edge of the art, 0 to 1, would get no outline beside a part that gets one.
  case bareParts(Double)
  /// All of the art is about white: the outline would be a blob.
  case whiteArt
  /// A part is about white and would disappear in the outline.
  case whitePart

  /// The smallest share of its bounding box that a card fills.
  package static let cardFill = 0.95
  /// The smallest contact with an edge of the canvas that counts, as a share of the edge, and the smallest
  /// length that is missing behind it, as a share of the longer side.
  private static let (contact, missing) = (0.05, 0.02)
  /// The largest share of an outline around thin lines.
  private static let maximumThinShare = 1.0 / 3
  /// The largest share of the edge without an outline. Outlined stickers with some letters, legs or a mouth outside of
  /// the outline had 28 to 43%, and others up to 10% (31 stickers).
  private static let maximumBareShare = 0.2
  /// The largest share of white in the art.
  private static let maximumWhiteShare = 0.9

  /// Looks for a reason against an outline; nil if there is none.
  ///
  /// - Parameters:
  ///   - art: as it will be outlined, with room around it.
  ///   - original: the art before it was moved and scaled.
  package init?(
    against outline: DieCutOutline, around art: Bitmap, original: Bitmap
  ) {
    let silhouette = Silhouette(of: art, outline: Float(outline.whiteWidth))
    if silhouette.filled.fill >= Self.cardFill {
      self = .card
    } else if let cut = EdgeCut.all(in: original).first(where: Self.isCutOff) {
      self = .cutOff(cut.edge)
    } else if Self.isOutlined(original) {
      self = .drawnAlready
    } else if silhouette.thinShare > Self.maximumThinShare {
      self = .thinLines(silhouette.thinShare)
    } else if silhouette.bareShare > Self.maximumBareShare {
      self = .bareParts(silhouette.bareShare)
    } else if Self.whiteShare(of: art) > Self.maximumWhiteShare {
      self = .whiteArt
    } else if Self.losesPart(of: art, in: outline) {
      self = .whitePart
    } else {
      return nil
    }
  }

  /// Whether an edge of the canvas cuts off so much that an outline would close the art there.
  package static func isCutOff(_ cut: EdgeCut) -> Bool {
    cut.contact >= contact && cut.missing >= missing
  }

  /// The share of the art that has about the color of an outline, 0 to 1.
  private static func whiteShare(of art: Bitmap) -> Double {
    let white = BackgroundColor(Pixel(red: 255, green: 255, blue: 255))
    let samples = art.samples.span
    var (all, lost) = (0, 0)
    for place in 0..<art.width * art.height {
      let pixel = samples.pixel(at: place * 4)
      guard pixel.alpha >= Silhouette.minimumAlpha else { continue }
      all += 1
      if white.visibility(of: pixel, LinearLight.luminance(of: pixel)) == .invisible { lost += 1 }
    }
    return all == 0 ? 0 : Double(lost) / Double(all)
  }

  /// Whether a detached part that is not the largest one has about the color of an outline that surrounds it.
  private static func losesPart(of art: Bitmap, in outline: DieCutOutline) -> Bool {
    let lost = art.parts(lostOn: Pixel(red: 255, green: 255, blue: 255))
    guard !lost.isEmpty else { return false }
    let outlined = outline.drawn(around: art)
    return lost.contains { part in
      part.contains { place in
        let x = place % art.width
        guard x > 0, x + 1 < art.width else { return false }
        return [place - 1, place + 1].contains { neighbor in
          let alpha = neighbor * 4 + 3
          return art.samples[alpha] < Silhouette.minimumAlpha && outlined.samples[alpha] == 255
        }
      }
    }
  }
}

extension OutlineObstacle {
  /// The smallest share of the sampled places at which an even line in white or gray ends the art.
  private static let minimumShare = 0.3
  /// The largest width of a line, as a share of the longer side of the canvas.
  private static let maximumWidth = 0.04
  /// The same for a paper border: the share of the places, the width, and the darkest code.
  private static let (paperShare, paperWidth, paper) = (0.4, 0.12, 200)
  /// The largest difference of pixels of one line, and the smallest one of the art behind it, in codes.
  private static let (tolerance, minimumDifference) = (24, 48)
  /// The largest difference of the channels of gray, and its darkest code. Darker lines disappear on dark
  /// bubbles.
  private static let (maximumChroma, darkest) = (24, 110)
  /// The number of pixels at an edge that may be mixtures.
  private static let softEdge = 3

  /// Whether an even line in white or gray surrounds art, or a border as of white paper.
  private static func isOutlined(_ art: Bitmap) -> Bool {
    let samples = art.samples.span
    let side = Double(max(art.width, art.height))
    let outline = Outline(of: art)
    /// The share of the places at which the line ends within a width, 0 to 1.
    func share(upTo width: Double, notBelow darkest: Int) -> Double {
      let most = max(2, Int(clamping: side * width))
      let found = outline.crossings.count { hasLine($0, upTo: most, notBelow: darkest) }
      return outline.crossings.isEmpty ? 0 : Double(found) / Double(outline.crossings.count)
    }
    func hasLine(_ crossing: Outline.Crossing, upTo most: Int, notBelow darkest: Int) -> Bool {
      func pixel(_ depth: Int) -> Pixel {
        samples.pixel(at: crossing.index + depth * crossing.step)
      }
      guard
        let start = (0..<min(softEdge, crossing.length)).first(where: {
          pixel($0).alpha >= 224
        })
      else { return false }
      let line = pixel(start)
      guard line.isGray(within: maximumChroma), line.red >= darkest else { return false }
      var end = start
      while end < crossing.length, end - start <= most,
        pixel(end).largestDifference(from: line) <= tolerance
      { end += 1 }
      // The pixels behind the line may be mixtures, too.
      guard end - start <= most, end + 2 < crossing.length else { return false }
      return pixel(end + 2).largestDifference(from: line) >= minimumDifference
    }
    return share(upTo: maximumWidth, notBelow: darkest) >= minimumShare
      || share(upTo: paperWidth, notBelow: paper) >= paperShare
  }
}

extension Pixel {
  fileprivate func isGray(within difference: Int) -> Bool {
    Int(max(red, green, blue)) - Int(min(red, green, blue)) <= difference
  }
}

extension PixelSet {
  /// The share of its bounding box that the set fills, 0 to 1.
  fileprivate var fill: Double {
    bounds.map { Double(count) / Double($0.width * $0.height) } ?? 0
  }
}
