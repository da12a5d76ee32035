/// The shape of art that an outline follows: its parts without specks and thin lines, with what they
/// enclose.
struct Silhouette {
  /// The pixels of the art and of what it encloses, with gaps in its lines closed.
  let filled: PixelSet
  /// The pixels of `filled` that get an outline: thick parts, with their tips.
  let body: PixelSet
  /// The share of the boundary of `filled` that is around lines thinner than the outline, 0 to 1.
  let thinShare: Double
  /// The share of the boundary of `filled` that gets no outline, 0 to 1: long lines and small detached parts.
  let bareShare: Double

  /// The smallest alpha of art that gets an outline. Fainter pixels are shadows and glows.
  static let minimumAlpha: UInt8 = 128
  /// The largest gap in a line that is closed, in widths of the outline.
  private static let closedGap: Float = 1
  /// The thickness below which a line gets no outline, in widths of the outline.
  private static let thickness: Float = 0.66
  /// The largest distance that a tip may reach out of the thick part, in widths of the outline. Longer ones are
  /// whiskers.
  private static let tip: Float = 0.5
  /// The smallest radius of the core of a detached part, in widths of the outline: a smaller star would
  /// become a lump.
  private static let core: Float = 1
  /// The smallest area of a detached part as a share of the largest one.
  private static let minimumPart = 0.02
  /// The smallest radius of the core of a detached part that the outline of the body reaches, in widths of the
  /// outline, and how far it reaches with its gray edge.
  private static let (reachedCore, reach): (Float, Float) = (0.75, 4.0 / 3)

  /// - Parameter width: of the white part of the outline, in pixels.
  init(of art: Bitmap, outline width: Float) {
    let mask = PixelSet(of: art) { art.samples[$0 * 4 + 3] >= Self.minimumAlpha }
    // What is enclosed if gaps are closed, then what is enclosed exactly. Nothing is closed beside it: that
    // would join sparks and motion lines.
    let gap = width * Self.closedGap / 2
    let distances = mask.distances
    let far = PixelSet(like: mask) { distances[$0] > gap }
    let outside = far.connected(to: mask.ring)
    let enclosed = far.filter { !outside.isMember[$0] }.distances
    let open = mask.others.connected(to: mask.ring)
    let filled = PixelSet(like: mask) { !open.isMember[$0] || enclosed[$0] <= gap + 1 }

    let radius = max(1, width * Self.thickness / 2)
    let depths = filled.others.distances
    let thick = PixelSet(like: mask) { depths[$0] > radius }.distances
    let edge = filled.filter { depths[$0] < 1.5 }
    // The boundary of a thick part is a radius away from its core, rounded up to whole pixels.
    let thin = edge.filter { thick[$0] > radius + 1.5 }.count
    thinShare = edge.count == 0 ? 0 : Double(thin) / Double(edge.count)

    var body = filled.filter { thick[$0] <= radius + 1.5 + width * Self.tip }
    let parts = body.parts
    let largest = parts.map { $0.count }.max() ?? 0
    let specks = parts.filter { part in
      part.count < largest
        && (Double(part.count) < Double(largest) * Self.minimumPart
          || part.allSatisfy { depths[$0] < width * Self.core })
    }
    for part in specks { body.remove(part) }
    // The outline of the body would cut through a ray beside it, so the ray gets one, too.
    let beside = specks.filter { $0.contains { depths[$0] >= width * Self.reachedCore } }
    if !beside.isEmpty {
      let bodyDistances = body.distances
      for part in beside where part.contains(where: { bodyDistances[$0] <= width * Self.reach }) {
        for place in part { body.insert(place) }
      }
    }
    let bare = edge.filter { !body.isMember[$0] }.count
    bareShare = edge.count == 0 ? 0 : Double(bare) / Double(edge.count)
    (self.filled, self.body) = (filled, body)
  }
}
