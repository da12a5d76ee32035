package import Basics

/// Pixels that a measurement has counted, for showing them on the canvas.
package enum MeasuredPixels: Sendable, Hashable {
  case hiddenColor
  /// Those of a component of ``ArtExtent``.
  case island(ArtExtent.Island)
  /// The cells of ``LostArt`` on a background, up to the visibility of one of its portions, in all of the art or without its
  /// outer pixels.
  case lost(on: Pixel, upTo: Visibility, insideRim: Bool)
  /// Those of ``EdgeFringe`` that contain the color of a matte.
  case fringe(EdgeFringe.Matte)
  case lightRim
  case darkRim
  case leftoverRim
  case keyRim
  case background
  /// The art in the area of an ``EdgeCut``.
  case cutEdge(PixelRect)
}

/// Some pixels of a canvas as run lengths.
package struct PixelMask: Sendable, Hashable {
  /// The number of cells in a row.
  package private(set) var width: Int
  package private(set) var height: Int
  /// The side of a cell in pixels of the canvas. More than 1 if the mask would be too long otherwise; a
  /// cell is then part of the mask if any of its pixels is.
  package private(set) var scale: Int
  /// The numbers of cells outside of the mask and in it, alternating, row by row, starting outside. They
  /// add up to all cells.
  package private(set) var runs: [Int]

  /// Measures a canvas with the code that counted the pixels.
  ///
  /// Where the count is of a sample, such as every fourth row, the mask has all pixels.
  ///
  /// - Parameter mostRuns: the largest number of runs, 2 or more.
  package init(of measured: MeasuredPixels, in canvas: Bitmap, mostRuns: Int) {
    var pixels = PixelSet(width: canvas.width, height: canvas.height)
    // Every row and column, or as many of a canvas that is too large for a sticker: a line of noise has a
    // crossing at each pixel.
    let distance = max(1, max(canvas.width, canvas.height) / 618)
    // The edges of pixel art are measured in blocks.
    func measureEdge(_ measure: (Bitmap, Outline, (Int) -> Void) -> Void) {
      guard let area = canvas.visibleArea, let blocks = PixelBlocks(of: canvas, in: area) else {
        return measure(canvas, Outline(of: canvas, distance: distance)) { pixels.insert($0) }
      }
      let art = blocks.reduced(canvas)
      measure(art, Outline(of: art, distance: 1)) { place in
        let (y, x) = place.quotientAndRemainder(dividingBy: art.width)
        pixels.insert(blocks.pixels(of: PixelRect(x: x, y: y, width: 1, height: 1)))
      }
    }
    switch measured {
    case .hiddenColor: HiddenColor.find(in: canvas) { pixels.insert($0) }
    case .island(let island): island.find(in: canvas) { pixels.insert($0) }
    case .lost(let background, let visibility, let insideRim):
      LostArt.find(
        in: insideRim ? canvas.withoutOuterPixels() : canvas, on: background, upTo: visibility
      ) { pixels.insert($0) }
    case .fringe(let matte):
      measureEdge { art, outline, insert in
        _ = EdgeFringe(of: art, along: outline) { if $1 == matte { insert($0) } }
      }
    case .lightRim:
      measureEdge { art, outline, insert in _ = LightRim(of: art, along: outline, found: insert) }
    case .darkRim:
      measureEdge { art, outline, insert in _ = DarkRim(of: art, along: outline, found: insert) }
    case .leftoverRim:
      measureEdge { art, outline, insert in _ = LeftoverRim(of: art, along: outline, found: insert)
      }
    case .keyRim:
      measureEdge { art, outline, insert in _ = KeyRim(of: art, along: outline, found: insert) }
    case .background: BackgroundBox.find(in: canvas) { pixels.insert($0) }
    case .cutEdge(let area): EdgeCut.find(in: canvas, area) { pixels.insert($0) }
    }
    self.init(of: pixels, scale: 1)
    while runs.count > mostRuns, width * height > 1 {
      pixels = pixels.halved()
      self.init(of: pixels, scale: scale * 2)
    }
  }

  private init(of pixels: PixelSet, scale: Int) {
    (width, height) = (pixels.width, pixels.height)
    self.scale = scale
    runs = [0]
    var isInside = false
    for isMember in pixels.isMember {
      if isMember != isInside {
        runs.append(0)
        isInside = isMember
      }
      runs[runs.count - 1] += 1
    }
  }
}

extension PixelMask: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("height", height)
    json.add("runs", runs)
    json.add("scale", scale)
    json.add("width", width)
  }
}

/// Some pixels of a canvas.
struct PixelSet {
  let width: Int
  let height: Int
  /// Whether each pixel is in the set, row by row.
  private(set) var isMember: [Bool]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    isMember = [Bool](repeating: false, count: width * height)
  }

  /// Creates the set of the pixels of a canvas whose numbers, row by row, satisfy a predicate.
  init(of canvas: Bitmap, where isIncluded: (Int) -> Bool) {
    (width, height) = (canvas.width, canvas.height)
    isMember = (0..<width * height).map(isIncluded)
  }

  /// Creates a set of pixels of the same canvas as another set.
  init(like other: PixelSet, where isIncluded: (Int) -> Bool) {
    (width, height) = (other.width, other.height)
    isMember = other.isMember.indices.map(isIncluded)
  }

  mutating func insert(_ place: Int) { isMember[place] = true }

  mutating func remove(_ places: [Int]) {
    for place in places { isMember[place] = false }
  }

  mutating func insert(_ area: PixelRect) {
    for y in area.y..<area.y + area.height {
      for x in area.x..<area.x + area.width { isMember[y * width + x] = true }
    }
  }

  /// Returns a set of half the size. A pixel is in it if any of its four pixels here is.
  func halved() -> PixelSet {
    var half = PixelSet(width: (width + 1) / 2, height: (height + 1) / 2)
    for (place, isMember) in isMember.enumerated() where isMember {
      let (y, x) = place.quotientAndRemainder(dividingBy: width)
      half.insert(y / 2 * half.width + x / 2)
    }
    return half
  }
}
