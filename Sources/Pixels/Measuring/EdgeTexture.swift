/// The edges of a canvas whose pixels form streaks if they are repeated outward, as in a photo. Those of
/// a gradient do not.
package struct EdgeTexture: Sendable, Equatable {
  /// The edges with neighbors that differ by more than the tolerance.
  package private(set) var isTextured: Set<ArtExtent.Edge> = []

  /// The maximum difference of neighbors in a channel, which allows for JPEG artifacts and dithering.
  private static let tolerance = 10

  /// Compares neighboring pixels along each edge of a canvas.
  package init(of bitmap: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    for edge in ArtExtent.Edge.allCases {
      let pixels =
        switch edge {
        case .top: (0..<width).map { bitmap[$0, 0] }
        case .bottom: (0..<width).map { bitmap[$0, height - 1] }
        case .left: (0..<height).map { bitmap[0, $0] }
        case .right: (0..<height).map { bitmap[width - 1, $0] }
        }
      let isTextured = zip(pixels, pixels.dropFirst()).contains {
        $0.largestDifference(from: $1) > Self.tolerance
      }
      if isTextured { self.isTextured.insert(edge) }
    }
  }
}
