internal import Basics

/// The removal of an opaque background of one color from art that it surrounds.
package struct BackgroundRemoval: Sendable {
  /// A reason to keep a background: removing it would damage the art.
  package enum Obstacle: Error, Equatable {
    case tooLarge
    /// The edges of the background do not have one color.
    case unevenEdge
    /// It is unclear whether an area in about the color is art.
    case unclearArea(PixelRect)
    /// The background is a colored plate behind a symbol in its middle.
    case plate
    /// Pixels of the background remain apart from the art.
    case specks(Int)
    /// A share of the art's edge, 0 to 1, keeps the color of the background.
    case rim(Double)
  }

  package let result: Bitmap
  /// The bounds of areas in the color that stay because they may be art, the largest first, at most three: those that
  /// the art encloses, that are open only through a narrow gap in it, or that it cuts off from the corners.
  package let kept: [PixelRect]

  /// The longest side of a canvas that is measured, in pixels.
  private static let maximumSide = 2048
  /// The maximum difference of a channel from the background: JPEG artifacts and the noise of a scan.
  private static let tolerance = 20
  /// The maximum difference of a channel in an enclosed area of the background.
  private static let exactTolerance = 8
  /// The difference of a channel from which a pixel at the edge is art.
  private static let artDifference = 60
  /// The largest share of the edges in neither the color of the background nor art.
  private static let maximumUnclear = 0.03
  /// The distance from an edge up to which pixels are mixtures with the background, in pixels.
  private static let softEdge = 3
  /// Half the width of a gap in the art, as a share of the longer side. Wider ones are open.
  private static let gapRadius = 0.02
  /// The smallest areas that matter, as shares of the canvas: behind a gap, cut off by an edge of the
  /// canvas, and enclosed.
  private static let (behindGap, atEdge, enclosed) = (0.003, 0.001, 0.0015)
  /// The smallest enclosed area that is named, as a share of the canvas, such as one between arm and body. Whether it is
  /// the highlight of an eye is unclear, so it does not stop the removal.
  private static let enclosedPatch = 0.0003
  /// The largest number of areas that may be art. More are the counters of letters, or leaves.
  private static let mostKept = 3
  /// The depth, as a share of the longer side, up to which an area that art cuts off at an edge is background.
  private static let shallow = 0.06
  /// The difference of a channel from which an area is not the background itself, and the smallest such area
  /// that may be art, as a share of the canvas.
  private static let (nearDifference, nearArea) = (4, 0.002)
  /// The smallest share of a line drawing without its background that has the color of the background.
  private static let drawingShare = 0.3
  /// The smallest difference of the channels of a color that eyes, teeth and paper do not have.
  private static let saturated: UInt8 = 60
  /// The largest share of the canvas sides by which the symbol on a plate is off center.
  private static let plateOffset = 0.04
  /// The largest share of the canvas that a speck of the background covers, and their largest number.
  private static let (speck, maximumSpecks) = (0.0005, 2)
  /// The largest share of the edge in the color of the background.
  private static let maximumRim = 0.04

  /// Removes a background.
  ///
  /// Pixels of about the color that are connected to a corner of the art's bounds become transparent. The
  /// pixels next to them are mixtures of the background and the art inside: they get the alpha of the
  /// mixture and the color that shows the same pixel on the background. Areas that may be art stay.
  package init(of canvas: Bitmap, color: Pixel) throws(Obstacle) {
    guard max(canvas.width, canvas.height) <= Self.maximumSide else { throw .tooLarge }
    guard let area = canvas.visibleArea else { throw .unevenEdge }
    let art = canvas.cropped(to: area)
    func bounds(of part: [Int]) -> PixelRect {
      let bounds = part.bounds(inWidth: art.width)
      return PixelRect(
        x: bounds.x + area.x, y: bounds.y + area.y, width: bounds.width, height: bounds.height)
    }
    let samples = art.samples.span
    let differences = (0..<art.width * art.height).map { place -> Int in
      let pixel = samples.pixel(at: place * 4)
      return pixel.alpha < Self.minimumAlpha ? 0 : pixel.largestDifference(from: color)
    }
    let open = PixelSet(of: art) { differences[$0] <= Self.tolerance }
    var (removed, unclear, slivers) = try Self.background(open, differences)
    unclear += Self.takeRooms(from: &removed)
    for place in slivers { removed.insert(place) }
    if let part = Self.nearColor(in: removed, differences) { throw .unclearArea(bounds(of: part)) }
    if Self.isPlate(art, removed, color) { throw .plate }
    let enclosed = Self.addEnclosed(&removed, differences, color)
    unclear += enclosed.large
    unclear.sort { $0.count > $1.count }
    // What was left behind a gap may be found again as enclosed.
    var seen = PixelSet(width: art.width, height: art.height)
    unclear.removeAll { part in
      defer { for place in part { seen.insert(place) } }
      return part.contains { seen.isMember[$0] }
    }
    if unclear.count > Self.mostKept {
      throw .unclearArea(bounds(of: unclear[0]))
    }

    let cut = Matte(removed, differences, tolerance: Self.tolerance).applied(to: art, color)
    try Self.checkSpecks(cut, differences)
    try Self.checkRim(cut, removed, color)
    var result = canvas
    result.replace(with: cut, x: area.x, y: area.y)
    self.result = result
    kept = (unclear + enclosed.patches).prefix(Self.mostKept).map(bounds)
  }

  /// The alpha below which a pixel is invisible, as in `visibleArea`.
  private static let minimumAlpha: UInt8 = 8

  /// The pixels of about the color that are connected to a corner; of those at the edges that are not, the large areas,
  /// and the pixels of shallow ones, which are background.
  private static func background(
    _ open: PixelSet, _ differences: [Int]
  ) throws(Obstacle) -> (removed: PixelSet, cutOff: [[Int]], slivers: [Int]) {
    let unclear = PixelSet(like: open) { place in
      differences[place] > exactTolerance && differences[place] < artDifference
    }
    // Art that touches an edge from inside makes its pixels mixtures.
    let art = PixelSet(like: open) { differences[$0] >= artDifference }
    let beside = art.grown(by: Float(softEdge))
    let ring = open.ring
    let uneven = ring.count { unclear.isMember[$0] && !beside.isMember[$0] }
    let corners = open.corners.filter { open.isMember[$0] }
    guard !corners.isEmpty, Double(uneven) <= Double(ring.count) * maximumUnclear else {
      throw .unevenEdge
    }
    let removed = open.connected(to: corners)
    let rest = open.connected(to: ring.filter { !removed.isMember[$0] })
    let least = Int(clamping: Double(differences.count) * atEdge)
    let most = Int(clamping: Double(max(open.width, open.height)) * shallow)
    var (cutOff, slivers): ([[Int]], [Int]) = ([], [])
    for part in rest.parts {
      let bounds = part.bounds(inWidth: open.width)
      if min(bounds.width, bounds.height) <= most {
        slivers += part
      } else if part.count > least {
        cutOff.append(part)
      }
    }
    return (removed, cutOff, slivers)
  }

  /// Takes large areas that are reached only through a narrow gap out of the background.
  private static func takeRooms(from removed: inout PixelSet) -> [[Int]] {
    let radius = Float(max(1, Double(max(removed.width, removed.height)) * gapRadius))
    let cores = removed.shrunk(by: radius)
    let open = cores.connected(to: removed.corners)
    let wide = open.grown(by: radius + 1.5)
    let narrow = removed.filter { !wide.isMember[$0] }
    let least = Int(clamping: Double(removed.isMember.count) * behindGap)
    // A slit between two lines has no core: it is not a body.
    let rooms = narrow.parts.filter { part in
      part.count >= least && part.contains { cores.isMember[$0] && !open.isMember[$0] }
    }
    guard !rooms.isEmpty else { return [] }
    let taken = Set(rooms.joined())
    removed = removed.filter { !taken.contains($0) }
    return rooms
  }

  /// Returns a large area in about the color that would be removed, such as a light gray shirt on white. Noise has no
  /// such areas.
  private static func nearColor(in removed: PixelSet, _ differences: [Int]) -> [Int]? {
    let near = removed.filter { differences[$0] > nearDifference }
    let least = Int(clamping: Double(differences.count) * nearArea)
    return near.parts.first { $0.count >= least }
  }

  /// Whether the background is colored or dark, fills the bounds, and has its symbol in the middle.
  private static func isPlate(_ art: Bitmap, _ removed: PixelSet, _ color: Pixel) -> Bool {
    let isPaper = min(color.red, color.green, color.blue) >= 200
    guard !isPaper, let symbol = removed.others.bounds else { return false }
    let x = abs(symbol.x * 2 + symbol.width - art.width)
    let y = abs(symbol.y * 2 + symbol.height - art.height)
    return Double(x) <= Double(art.width) * plateOffset * 2
      && Double(y) <= Double(art.height) * plateOffset * 2
  }

  /// Adds enclosed areas of the color that are not art for certain, and returns those of which that is unclear, the
  /// largest first.
  private static func addEnclosed(
    _ removed: inout PixelSet, _ differences: [Int], _ color: Pixel
  ) -> (large: [[Int]], patches: [[Int]]) {
    let pockets = PixelSet(like: removed) {
      differences[$0] <= exactTolerance && !removed.isMember[$0]
    }
    func pixels(_ share: Double) -> Int { Int(clamping: Double(differences.count) * share) }
    let parts = pockets.parts.filter { $0.count >= pixels(enclosedPatch) }
    let isSaturated =
      max(color.red, color.green, color.blue) - min(color.red, color.green, color.blue) >= saturated
    if isSaturated {
      for part in parts { for place in part { removed.insert(place) } }
      return ([], [])
    }
    let large = parts.filter { $0.count >= pixels(enclosed) }
    // In a line drawing on paper, the enclosed paper is the body.
    let figure = differences.count - removed.count
    let total = large.reduce(0) { $0 + $1.count }
    if Double(total) >= Double(figure) * drawingShare { return ([], []) }
    let unclear = parts.filter { !$0.enclosesOthers(in: removed) }.sorted { $0.count > $1.count }
    return (
      unclear.filter { $0.count >= pixels(enclosed) },
      unclear.filter { $0.count < pixels(enclosed) }
    )
  }

  /// Throws if small parts in about the color of the background remain.
  private static func checkSpecks(_ cut: Bitmap, _ differences: [Int]) throws(Obstacle) {
    let visible = PixelSet(of: cut) { cut.samples[$0 * 4 + 3] >= 32 }
    let most = max(3, Int(clamping: Double(differences.count) * speck))
    let specks = visible.parts.count { part in
      part.count <= most
        && part.reduce(0) { $0 + differences[$1] } <= part.count * artDifference
    }
    guard specks <= maximumSpecks else { throw .specks(specks) }
  }

  /// Throws if much of the new edge is opaque and has about the color of the background.
  private static func checkRim(
    _ cut: Bitmap, _ removed: PixelSet, _ color: Pixel
  ) throws(Obstacle) {
    let distances = removed.distances
    let samples = cut.samples.span
    var (edge, rim) = (0, 0)
    for place in distances.indices where distances[place] > 0 && distances[place] < 1.5 {
      edge += 1
      let pixel = samples.pixel(at: place * 4)
      if pixel.alpha >= 96, pixel.largestDifference(from: color) < artDifference { rim += 1 }
    }
    let share = edge == 0 ? 0 : Double(rim) / Double(edge)
    guard share <= maximumRim else { throw .rim(share) }
  }
}

extension [Int] {
  /// Whether there are other pixels, such as a pupil, inside of a connected area.
  fileprivate func enclosesOthers(in canvas: PixelSet) -> Bool {
    let bounds = bounds(inWidth: canvas.width)
    // With a margin, which surrounds the area.
    let around = PixelRect(
      x: bounds.x - 1, y: bounds.y - 1, width: bounds.width + 2, height: bounds.height + 2)
    var own = PixelSet(width: around.width, height: around.height)
    for place in self {
      let (y, x) = place.quotientAndRemainder(dividingBy: canvas.width)
      own.insert((y - around.y) * around.width + x - around.x)
    }
    return own.others.connected(to: [0]).count < own.others.count
  }
}
