internal import Basics

/// The art of a canvas that cannot be told apart from a background.
///
/// A part is a connected region of art in about the color of the background. It is lost if it opens
/// to the background and no visible art is near enough to outline it: the white body of a line drawing
/// on white is not lost, even if the canvas cuts it; dark hair around a face on a dark background is. A border
/// around visible art is not lost at any width, because what it encloses remains: the outline of a cartoon,
/// the paper around a die-cut logo, the frame of a photo. What sticks out of a black border is lost on black all the same:
/// the cord of a pendant, the poles of a tent, the hood above a face. So is hair from which lines of the drawing lead on, and
/// art of which so little remains that it cannot be recognized.
package struct LostArt: Sendable, Equatable {
  /// The lost parts at one contrast.
  package struct Portion: Sendable, Equatable {
    /// The lost fraction of the art, weighted by its alpha, 0 to 1.
    package var share = 0.0
    /// The bounds of the largest lost part, in pixels of the canvas; nil if nothing is lost.
    package var area: PixelRect?
    /// The bounds of all lost parts, in pixels of the canvas; nil if nothing is lost.
    package var extent: PixelRect?
    /// Whether the largest part is most of what is lost.
    package var isMainlyThere = false
  }

  /// The lost art up to each visibility but `visible`. Each includes those before it.
  package struct Portions: Sendable, Equatable {
    /// The art in about the color of the background: a contrast below 1.1:1, and no channel that differs by 0.05 in
    /// linear light.
    package fileprivate(set) var invisible = Portion()
    /// The art that cannot be told apart from the background, as `BackgroundColor` defines it.
    package fileprivate(set) var lost = Portion()
    /// The art that can hardly be told apart: a contrast below 1.6:1, and no more difference of a channel than `lost`.
    package fileprivate(set) var faint = Portion()

    /// Returns the portion up to a visibility, which must not be `visible`.
    package func upTo(_ most: Visibility) -> Portion {
      switch most {
      case .invisible: invisible
      case .lost: lost
      case .faint, .visible: faint
      }
    }

    /// Adds what is lost up to the next visibility, unless it is less.
    fileprivate mutating func raise(_ most: Visibility, to portion: Portion) {
      if most == .invisible { invisible = portion }
      if most <= .lost, portion.share >= lost.share { lost = portion }
      if portion.share >= faint.share { faint = portion }
    }
  }

  package let all: Portions
  /// The parts that hardly touch visible art, such as a caption beside a figure, or a figure that stands on something, and
  /// what is invisible of limbs: what sticks out of a border. Small parts get a stricter limit: without its caption, a
  /// figure loses its meaning. On a light background, only what is invisible: paper around art is almost lost on light
  /// gray, and not missed.
  package let separate: Portions

  /// No lost parts, as on an opaque canvas.
  package static let nothing = LostArt(all: Portions(), separate: Portions())

  /// The smallest area of a lost part per length of visible art around it, as a fraction of the longer
  /// side. A line inside of visible art is thinner.
  static let minimumDepth = 1.0 / 22
  /// The smallest length of a lost part's border with the background, as a fraction of its border with
  /// visible art. Drawn lines leave smaller gaps.
  static let minimumOpening = 0.3
  /// The largest length of a separate part's border with visible art, as a fraction of that with the background.
  static let maximumAttachment = 0.1
  /// The smallest length of a limb beyond the width of its border, as a fraction of the longer side: 12 px of a sticker in
  /// a conversation, 200 px wide.
  private static let minimumLimb = 0.06

  /// Measures a canvas on each of some opaque backgrounds.
  package static func measured(in bitmap: Bitmap, on backgrounds: [Pixel]) -> [LostArt] {
    measured(in: ArtCells(of: bitmap), on: backgrounds)
  }

  /// Measures the cells of a canvas on each of some opaque backgrounds.
  package static func measured(in cells: ArtCells, on backgrounds: [Pixel]) -> [LostArt] {
    let art = cells.alpha
    return backgrounds.map { background in
      let visibilities = CellVisibilities(of: cells, on: BackgroundColor(background))
      var (all, separate) = (Portions(), Portions())
      // Without a cell of a visibility, nothing changes.
      for most in [Visibility.invisible, .lost, .faint] where visibilities.contains(most) {
        var (parts, separateParts) = (LostParts(), LostParts())
        findParts(of: cells, visibilities, upTo: most) { part, kind in
          if kind != .limb { parts.add(part, of: cells) }
          if kind != .attached, !cells.isGroundShadow(part) { separateParts.add(part, of: cells) }
        }
        all.raise(most, to: parts.portion(of: art))
        if most == .invisible || !visibilities.isOnLight {
          separate.raise(most, to: separateParts.portion(of: art))
        }
      }
      return LostArt(all: all, separate: separate)
    }
  }
}

extension LostArt {
  /// Finds the cells of the lost parts on a background, up to a visibility.
  static func find(
    in bitmap: Bitmap, on background: Pixel, upTo most: Visibility, found: (PixelRect) -> Void
  ) {
    let cells = ArtCells(of: bitmap)
    let visibilities = CellVisibilities(of: cells, on: BackgroundColor(background))
    findParts(of: cells, visibilities, upTo: most) { part, _ in
      for cell in part { found(cells.bounds(of: [cell])) }
    }
  }
}

/// The sum of some lost parts.
private struct LostParts {
  private var (alpha, largest) = (0, 0)
  private var area: PixelRect?
  private var extent: PixelRect?

  /// Adds a part by its cells.
  mutating func add(_ part: [Int], of cells: ArtCells) {
    let alpha = part.reduce(0) { $0 + Int(cells.pixels[$1].alpha) }
    let bounds = cells.bounds(of: part)
    self.alpha += alpha
    extent = extent?.union(bounds) ?? bounds
    guard alpha > largest else { return }
    largest = alpha
    area = bounds
  }

  /// - Parameter art: the sum of the alpha of all art.
  func portion(of art: Int) -> LostArt.Portion {
    LostArt.Portion(
      share: Double(alpha) / Double(art), area: area, extent: extent,
      isMainlyThere: largest * 2 > alpha)
  }
}

extension LostArt {
  private enum PartKind {
    /// Visible art hardly touches it.
    case separate
    case attached
    /// It sticks out of a part that visible art touches, whether that part is lost or not.
    case limb
  }

  /// The smallest share of the art that is lost in open parts of any depth, because too little remains: neither the dots of
  /// a rim around a drawing in black lines nor the lights on a fly show what it is. Bodies with an outline are not open.
  private static let minimumRest = 0.75

  /// Calls `found` with the cells of each lost part, which have at most a visibility, and of the limbs that are invisible.
  private static func findParts(
    of cells: ArtCells, _ visibilities: CellVisibilities, upTo most: Visibility,
    found: (_ part: [Int], _ kind: PartKind) -> Void
  ) {
    let depth = LostArt.minimumDepth * Double(max(cells.width, cells.height)) * 255
    let (pixels, all) = (cells.pixels.span, visibilities.all.span)
    let neighbors = [-1, 1, -cells.rowLength, cells.rowLength]
    func isLost(_ part: Contacts) -> Bool {
      part.isOpen && Double(part.alpha) >= depth * Double(part.outline)
    }
    func isBordered(_ part: [Int]) -> Bool {
      EnclosedArt(in: part, of: cells, visibilities, above: most).isBordered
    }
    var isReached = [Bool](repeating: false, count: pixels.count)
    var (part, open, rest): ([Int], [Int], [Int]) = ([], [], [])
    var attached: [[Int]] = []
    for start in visibilities.unclear where all[start] <= most && !isReached[start] {
      isReached[start] = true
      part.removeAll(keepingCapacity: true)
      part.append(start)
      var contacts = Contacts()
      var next = 0
      while next < part.count {
        let cell = part[next]
        next += 1
        contacts.alpha += Int(pixels[cell].alpha)
        for distance in neighbors {
          let neighbor = cell + distance
          if all[neighbor] > most {
            contacts.outline += 1
          } else if !cells.isArt(pixels[neighbor]) {
            // Where the canvas cuts a part, nothing separates it from the background, but it is not missed there.
            if cells.isInside(neighbor) { contacts.opening += 1 }
          } else if !isReached[neighbor] {
            isReached[neighbor] = true
            part.append(neighbor)
          }
        }
      }
      let distances =
        most == .invisible && visibilities.isOnBlack && !contacts.isSeparate
          && Double(part.count) > minimumLimb * Double(max(cells.width, cells.height))
        ? Distances(in: part, of: cells, visibilities) : nil
      if let distances {
        for limb in limbs(of: part, distances, in: cells) { found(limb, .limb) }
      }
      if isLost(contacts) {
        guard contacts.outline == 0 || !isBordered(part) else { continue }
        if contacts.isSeparate { found(part, .separate) } else { attached.append(part) }
        open += part
        continue
      }
      let pieces = (distances.map { widePieces(of: part, $0, in: cells) } ?? []).filter {
        let contacts = Contacts(of: $0, in: cells, visibilities, above: most)
        return isLost(contacts)
          && Double(contacts.alpha) >= minimumPiece * Double(cells.alpha)
      }
      if !pieces.isEmpty, !isBordered(part) {
        attached += pieces.filter { !isBordered($0) }
      } else if contacts.isOpen {
        open += part
        rest += part
      }
    }
    let alpha = open.reduce(0) { $0 + Int(cells.pixels[$1].alpha) }
    if !rest.isEmpty, Double(alpha) >= Double(cells.alpha) * minimumRest { attached.append(rest) }
    // The pieces of an outline of pixel art touch at corners only.
    guard !attached.isEmpty, !isBordered(open) else { return }
    for part in attached { found(part, .attached) }
  }

  /// The border of some cells.
  private struct Contacts {
    /// The sum of the cells' alpha.
    var alpha = 0
    /// The lengths of the border with the background and with visible art.
    var (opening, outline) = (0, 0)

    /// Whether enough of the border opens to the background.
    var isOpen: Bool { Double(opening) >= LostArt.minimumOpening * Double(outline) }
    /// Whether visible art hardly touches the cells.
    var isSeparate: Bool { Double(outline) <= Double(opening) * LostArt.maximumAttachment }

    init() {}

    init(
      of part: [Int], in cells: ArtCells, _ visibilities: CellVisibilities, above most: Visibility
    ) {
      let neighbors = cells.neighbors
      for cell in part {
        alpha += Int(cells.pixels[cell].alpha)
        for neighbor in neighbors.lazy.map({ cell + $0 }) {
          if visibilities.all[neighbor] > most {
            outline += 1
          } else if !cells.isArt(cells.pixels[neighbor]), cells.isInside(neighbor) {
            opening += 1
          }
        }
      }
    }
  }
}

extension LostArt {
  /// The largest distance of a drawn line from visible art, in cells of 96 per side: 2% of the side.
  private static let lineWidth = 2
  /// The smallest share of the art in a piece. Smaller ones are shoes and the thick places of outlines.
  private static let minimumPiece = 0.05

  /// Returns each piece of an invisible part that is wider than the lines that it continues in: the hair above a face, without the
  /// outline of the face.
  private static func widePieces(
    of part: [Int], _ distances: Distances, in cells: ArtCells
  ) -> [[Int]] {
    // Most of a reported piece is that far from visible art.
    var edge = part.filter { distances.all[$0] > lineWidth }
    guard Double(edge.count) * 255 >= minimumPiece / 2 * Double(cells.alpha) else { return [] }
    var isWide = distances.all.map { $0 > lineWidth }
    let allNeighbors = cells.allNeighbors
    for _ in 0..<lineWidth {
      edge = edge.flatMap { cell in allNeighbors.map { cell + $0 } }.filter {
        guard distances.all[$0] > 0, !isWide[$0] else { return false }
        isWide[$0] = true
        return true
      }
    }
    return groups(of: part, where: isWide, neighbors: cells.neighbors)
  }

  /// Returns the connected groups of those cells of a part for which a condition is true. It is false for all other cells.
  private static func groups(
    of part: [Int], where condition: [Bool], neighbors: [Int]
  ) -> [[Int]] {
    var isOpen = condition
    var groups: [[Int]] = []
    for start in part where isOpen[start] {
      isOpen[start] = false
      var group = [start]
      var next = 0
      while next < group.count {
        let cell = group[next]
        next += 1
        for distance in neighbors where isOpen[cell + distance] {
          isOpen[cell + distance] = false
          group.append(cell + distance)
        }
      }
      groups.append(group)
    }
    return groups
  }
}

extension LostArt {
  /// The smallest share of a limb in its outer half. A strip has 0.5, a triangle 0.25: where a thick outline has a sharp
  /// corner, it ends in one.
  private static let minimumOuterHalf = 0.4

  /// Returns the cells of each limb of an invisible part: it is farther from visible art than most of the part's edge, and
  /// touches more of the background than of the rest, unlike the middle of a wide border and a patch between visible art.
  private static func limbs(
    of part: [Int], _ partDistances: Distances, in cells: ArtCells
  ) -> [[Int]] {
    let length = Int(
      clamping: (minimumLimb * Double(max(cells.width, cells.height))).rounded(.up))
    let (distances, farthest) = (partDistances.all, partDistances.farthest)
    guard farthest > length else { return [] }
    let (neighbors, allNeighbors) = (cells.neighbors, cells.allNeighbors)

    // What the canvas cuts is not missed there.
    func isOpen(_ cell: Int) -> Bool { cells.isInside(cell) && !cells.isArt(cells.pixels[cell]) }
    let edge = part.filter { cell in neighbors.contains { isOpen(cell + $0) } }
      .map { distances[$0] }.sorted()
    guard !edge.isEmpty else { return [] }
    let width = edge[edge.count / 4]
    guard farthest >= width + length else { return [] }
    let border = max(width * 3 / 2, width + 1)
    let isFar = distances.map { $0 > border }
    var limbs: [[Int]] = []
    for limb in groups(of: part, where: isFar, neighbors: allNeighbors) {
      var (opening, contact) = (0, 0)
      for next in limb.lazy.flatMap({ cell in neighbors.map { cell + $0 } }) where !isFar[next] {
        if isOpen(next) {
          opening += 1
        } else if cells.isInside(next) {
          contact += 1
        }
      }
      let end = limb.reduce(0) { max($0, distances[$1]) }
      let outer = limb.count { distances[$0] * 2 > end + border }
      if end >= width + length, opening >= contact,
        Double(outer) >= Double(limb.count) * minimumOuterHalf
      {
        limbs.append(limb)
      }
    }
    return limbs
  }
}

/// The number of cells from each cell of an invisible part up to visible art, through the part.
private struct Distances {
  /// 0 outside of the part.
  let all: [Int]
  /// The largest of them; 0 without visible art.
  let farthest: Int

  init(in part: [Int], of cells: ArtCells, _ visibilities: CellVisibilities) {
    let neighbors = cells.allNeighbors
    var distances = [Int](repeating: 0, count: cells.pixels.count)
    for cell in part { distances[cell] = .max }
    var reached = part.filter { cell in
      neighbors.contains { visibilities.all[cell + $0] > .invisible }
    }
    for cell in reached { distances[cell] = 1 }
    var next = 0
    while next < reached.count {
      let cell = reached[next]
      next += 1
      for distance in neighbors where distances[cell + distance] == .max {
        distances[cell + distance] = distances[cell] + 1
        reached.append(cell + distance)
      }
    }
    all = distances
    farthest = reached.last.map { distances[$0] } ?? 0
  }
}

extension ArtCells {
  /// The smallest width of the shadow under a figure that jumps, in heights, and the smallest share of its bounds that it
  /// fills: an ellipse fills 79%, and a line of letters is not one part.
  private static let (shadowWidth, shadowFill) = (4, 0.7)
  /// The largest relative luminance of a shadow.
  private static let shadowLuminance: Float = 0.05

  /// Whether a part of the art is the shadow on the ground below all other art, which is not missed in the dark.
  fileprivate func isGroundShadow(_ part: [Int]) -> Bool {
    let bounds = part.lazy.bounds(inWidth: rowLength)
    guard bounds.width >= bounds.height * Self.shadowWidth,
      Double(part.count) >= Double(bounds.width * bounds.height) * Self.shadowFill,
      part.allSatisfy({ luminances[$0] <= Self.shadowLuminance })
    else { return false }
    let isOfPart = Set(part)
    let others = pixels.indices.filter { isArt(pixels[$0]) && !isOfPart.contains($0) }
    guard let last = others.last, last / rowLength < bounds.y else { return false }
    let figure = others.lazy.bounds(inWidth: rowLength)
    let center = figure.x + figure.width / 2
    return bounds.x <= center && center < bounds.x + bounds.width
  }
}

/// The visible art that a lost part encloses.
private struct EnclosedArt {
  /// Whether the part is no more than a border of the art.
  private(set) var isBordered = false

  /// The smallest share of a border's contacts with visible art that are with the art inside.
  private static let minimumContacts = 0.9
  /// The smallest area of art inside, as a fraction of the border's, that remains a figure of its own without the
  /// border: a photo in its frame has 1.4, a grin in a dark head 0.5.
  private static let minimumArea = 1.25
  /// The same if the border is everywhere about as wide, or if a rectangle is inside. The smallest of lettering that was die cut is 0.4; a small
  /// picture in a large box has 0.04.
  private static let minimumAreaInBand = 0.3
  /// The smallest share of its bounds that a picture in a frame fills: the frame of an instant photo is wider below.
  private static let minimumFill = 0.9
  /// The smallest share of the outer edge at about the median distance from the art inside, and the largest
  /// share of the border that is farther away than any part of a band. Figures with visible
  /// parts inside have up to 0.8, and down to 0.05.
  private static let (minimumSteady, maximumFar) = (0.9, 0.02)
  /// The smallest area of art on a plate, as a fraction of the plate's: symbols of logos and lines of text have 0.1 and
  /// more, the eyes of a ghost less.
  private static let minimumAreaOnPlate = 0.1
  /// The smallest share of its bounds that a plate fills, or of its convex hull.
  private static let (minimumPlateFill, minimumConvexFill) = (0.9, 0.95)

  /// - Parameter least: the visibility above which cells can be told apart from the background.
  init(
    in part: [Int], of cells: ArtCells, _ visibilities: CellVisibilities, above least: Visibility
  ) {
    let pixels = cells.pixels
    let isVisible = visibilities.all.map { $0 > least }
    var isPart = [Bool](repeating: false, count: pixels.count)
    for cell in part { isPart[cell] = true }
    let neighbors = cells.neighbors
    // Where the canvas cuts art, it closes the border.
    let isOutside = cells.outside(neighbors: neighbors) { cell, next in
      !isPart[next] && (cells.isInside(cell) || !cells.isArt(pixels[next]))
    }
    let isEnclosed = pixels.indices.map { !isOutside[$0] && !isPart[$0] && isVisible[$0] }
    let contacts = part.lazy.flatMap { cell in neighbors.map { cell + $0 } }.filter {
      isVisible[$0]
    }
    let area = Double(isEnclosed.count { $0 }) / Double(part.count)
    guard Double(contacts.count { isEnclosed[$0] }) >= Double(contacts.count) * Self.minimumContacts
    else { return }
    let isSolid = isOutside.map { !$0 }
    if area >= Self.minimumAreaOnPlate, Self.isPlate(isSolid, inWidth: cells.rowLength) {
      isBordered = true
      return
    }
    guard area >= Self.minimumAreaInBand else { return }
    let bounds = isEnclosed.indices.lazy.filter { isEnclosed[$0] }.bounds(inWidth: cells.rowLength)
    let isPicture =
      area * Double(part.count) >= Double(bounds.width * bounds.height) * Self.minimumFill
    guard area < Self.minimumArea, !isPicture else {
      isBordered = true
      return
    }
    let distances = cells.distances(from: isEnclosed)
    let edge = part.filter { cell in
      neighbors.contains {
        isOutside[cell + $0] && cells.isInside(cell + $0) && !cells.isArt(pixels[cell + $0])
      }
    }.map { distances[$0] }.sorted()
    guard !edge.isEmpty else { return }
    let median = edge[edge.count / 2]
    let slack = max(ArtCells.step, median / 4)
    // A mitered corner is farther away than the edges that meet there.
    let band = median - slack...median * 3 / 2 + slack
    isBordered =
      Double(edge.count(where: band.contains)) >= Self.minimumSteady * Double(edge.count)
      && Double(part.count { distances[$0] > band.upperBound })
        <= Self.maximumFar * Double(part.count)
  }

  /// Whether some cells fill a rectangle or a convex shape.
  private static func isPlate(_ isSolid: [Bool], inWidth width: Int) -> Bool {
    let solid = isSolid.indices.lazy.filter { isSolid[$0] }
    let bounds = solid.bounds(inWidth: width)
    let count = solid.reduce(0) { sum, _ in sum + 1 }
    if Double(count) >= Double(bounds.width * bounds.height) * minimumPlateFill { return true }
    // The corners of the first and last cell of each row, from the top on the left and on the right.
    var (left, right): ([Corner], [Corner]) = ([], [])
    for row in bounds.y..<bounds.y + bounds.height {
      let columns = (bounds.x..<bounds.x + bounds.width).filter { isSolid[row * width + $0] }
      guard let first = columns.first, let last = columns.last else { continue }
      for y in [row, row + 1] {
        add(Corner(x: -first, y: y), to: &left)
        add(Corner(x: last + 1, y: y), to: &right)
      }
    }
    return Double(count) >= (area(of: left) + area(of: right)) * minimumConvexFill
  }

  private struct Corner {
    var x: Int
    var y: Int
  }

  /// Adds the next corner to the right side of a convex hull.
  private static func add(_ corner: Corner, to side: inout [Corner]) {
    while side.count >= 2 {
      let (first, last) = (side[side.count - 2], side[side.count - 1])
      let turn =
        (last.x - first.x) * (corner.y - first.y) - (corner.x - first.x) * (last.y - first.y)
      guard turn <= 0 else { break }
      side.removeLast()
    }
    side.append(corner)
  }

  /// The area between the side of a convex hull and x = 0.
  private static func area(of side: [Corner]) -> Double {
    zip(side, side.dropFirst()).reduce(0) { $0 + Double(($1.0.x + $1.1.x) * ($1.1.y - $1.0.y)) / 2 }
  }
}

/// The visibility of each cell of a canvas on a background.
private struct CellVisibilities {
  /// The visibility of each cell. Transparent ones have the color of any background.
  let all: [Visibility]
  /// The cells of the art that are not clearly visible.
  let unclear: [Int]
  /// Whether the background is black. Only there limbs are missed: lines and hair are black, what sticks out in white is
  /// paper, and a brown line is seen on dark gray.
  let isOnBlack: Bool
  let isOnLight: Bool
  /// A bit for each visibility of a cell that is not transparent.
  private let found: UInt8

  init(of cells: ArtCells, on background: BackgroundColor) {
    let (pixels, luminances) = (cells.pixels.span, cells.luminances.span)
    var all = [Visibility](repeating: .invisible, count: pixels.count)
    var visibilities = all.mutableSpan
    var unclear: [Int] = []
    var found: UInt8 = 0
    for index in pixels.indices where pixels[index].alpha > 0 {
      let visibility = background.visibility(of: pixels[index], luminances[index])
      visibilities[index] = visibility
      found |= 1 &<< visibility.rawValue
      if visibility != .visible, cells.isArt(pixels[index]) { unclear.append(index) }
    }
    (self.all, self.unclear, self.found) = (all, unclear, found)
    isOnBlack = background.luminance == 0
    isOnLight = background.luminance > 0.5
  }

  /// Whether a cell that is not transparent has a visibility.
  func contains(_ visibility: Visibility) -> Bool { found & 1 &<< visibility.rawValue != 0 }
}

extension Bitmap {
  /// Returns a copy without the visible pixels beside transparent ones. At a hard edge, they hold the rest of an old
  /// background.
  package func withoutOuterPixels() -> Bitmap {
    let alpha = samples.span
    func isTransparent(_ x: Int, _ y: Int) -> Bool { alpha[(y * width + x) * 4 + 3] == 0 }
    var result = self
    for y in 0..<height {
      for x in 0..<width where !isTransparent(x, y) {
        if x > 0 && isTransparent(x - 1, y) || x + 1 < width && isTransparent(x + 1, y)
          || y > 0 && isTransparent(x, y - 1) || y + 1 < height && isTransparent(x, y + 1)
        {
          result[x, y] = .clear
        }
      }
    }
    return result
  }
}
