extension Bitmap {
  /// Returns the bitmap without an opaque background of one color that reaches its edges.
  ///
  /// Pixels of about the color that are connected to an edge of the bitmap become transparent, also
  /// through transparent ones. The pixels next to them are mixtures of the background and the art inside:
  /// they get the alpha of the mixture and the color that gives the same pixel on the background, so that
  /// no fringe remains. Enclosed areas of the color, such as eyes, stay.
  package func removingBackground(_ background: Pixel) -> Bitmap {
    let removed = connectedBackground(background)
    let depths = distances(from: removed, upTo: Self.edgeWidth + Self.insideReach)
    var result = self
    for index in 0..<width * height {
      let pixel = samples.span.pixel(at: index * 4)
      let depth = depths[index]
      if depth == 0 {
        result.set(.clear, at: index)
      } else if depth <= Self.edgeWidth, pixel.alpha == 255,
        let inside = meanInside(around: index, depths)
      {
        result.set(pixel.unmixed(from: background, toward: inside), at: index)
      }
    }
    return result
  }

  /// The width of an antialiased edge, also of art that was scaled, in pixels.
  private static let edgeWidth: UInt8 = 2
  /// How far behind the edge the color of the art is taken, in pixels.
  private static let insideReach: UInt8 = 2
  /// The maximum difference of a channel from the background: JPEG artifacts and the noise of a scan.
  private static let tolerance = 20
  /// The alpha below which a pixel is invisible, as in `visibleArea`.
  private static let minimumAlpha: UInt8 = 8

  private mutating func set(_ pixel: Pixel, at index: Int) {
    self[index % width, index / width] = pixel
  }

  /// Which pixels are background or invisible, and connected to the edges of the bitmap.
  private func connectedBackground(_ background: Pixel) -> [Bool] {
    let samples = samples.span
    func isOpen(_ index: Int) -> Bool {
      let pixel = samples.pixel(at: index * 4)
      return pixel.alpha < Self.minimumAlpha
        || pixel.largestDifference(from: background) <= Self.tolerance
    }
    var isReached = [Bool](repeating: false, count: width * height)
    var waiting: [Int] = []
    func visit(_ index: Int) {
      guard !isReached[index], isOpen(index) else { return }
      isReached[index] = true
      waiting.append(index)
    }
    for x in 0..<width {
      visit(x)
      visit((height - 1) * width + x)
    }
    for y in 0..<height {
      visit(y * width)
      visit(y * width + width - 1)
    }
    while let index = waiting.popLast() {
      let x = index % width
      if x > 0 { visit(index - 1) }
      if x + 1 < width { visit(index + 1) }
      if index >= width { visit(index - width) }
      if index + width < width * height { visit(index + width) }
    }
    return isReached
  }

  /// The number of steps from each pixel to the nearest removed one, also diagonal, at most `limit`.
  private func distances(from removed: [Bool], upTo limit: UInt8) -> [UInt8] {
    var distances = removed.map { $0 ? 0 : limit }
    for step in 1..<limit {
      let before = distances
      for y in 0..<height {
        for x in 0..<width where before[y * width + x] == limit {
          let rows = max(0, y - 1)...min(height - 1, y + 1)
          let columns = max(0, x - 1)...min(width - 1, x + 1)
          if rows.contains(where: { row in
            columns.contains { before[row * width + $0] == step - 1 }
          }) {
            distances[y * width + x] = step
          }
        }
      }
    }
    return distances
  }

  /// The mean color of the art near a pixel of its edge: of the deepest pixels around it. Nil if there is
  /// none behind the edge, as in a thin line.
  private func meanInside(around index: Int, _ depths: [UInt8]) -> Pixel? {
    let samples = samples.span
    let (row, column) = index.quotientAndRemainder(dividingBy: width)
    let reach = Int(Self.edgeWidth)
    var sum = SIMD4<Int>.zero
    var deepest = depths[index]
    for y in max(0, row - reach)...min(height - 1, row + reach) {
      for x in max(0, column - reach)...min(width - 1, column + reach) {
        let depth = depths[y * width + x]
        guard depth >= deepest, depth > depths[index] else { continue }
        if depth > deepest { (deepest, sum) = (depth, .zero) }
        let pixel = samples.pixel(at: (y * width + x) * 4)
        sum &+= SIMD4(Int(pixel.red), Int(pixel.green), Int(pixel.blue), 1)
      }
    }
    guard sum.w > 0 else { return nil }
    return Pixel(
      red: UInt8(sum.x / sum.w), green: UInt8(sum.y / sum.w), blue: UInt8(sum.z / sum.w))
  }
}

extension Pixel {
  /// The smallest distance of two colors of which a mixture can be told, in codes.
  private static let minimumContrast = 24.0
  /// The largest distance of a mixture from the line between its two colors, in codes.
  private static let maximumDeviation = 32.0
  /// The alpha from which a pixel counts as opaque: noise of the art looks like a mixture, too.
  private static let opaque = 0.97

  /// Returns the translucent pixel that gives this one on a background, if this one is a mixture of the
  /// background and a color; otherwise returns the pixel itself.
  fileprivate func unmixed(from background: Pixel, toward inside: Pixel) -> Pixel {
    func vector(_ pixel: Pixel) -> SIMD3<Double> {
      SIMD3(Double(pixel.red), Double(pixel.green), Double(pixel.blue))
    }
    let (own, from) = (vector(self) - vector(background), vector(inside) - vector(background))
    let contrast = (from * from).sum()
    guard contrast >= Self.minimumContrast * Self.minimumContrast else { return self }
    let share = (own * from).sum() / contrast
    let deviation = own - from * share
    guard (deviation * deviation).sum() <= Self.maximumDeviation * Self.maximumDeviation else {
      return self
    }
    // The alpha is rounded first, so that the color fits to what is stored.
    let alpha = (min(max(share, 0), 1) * 255).rounded()
    guard alpha > 0 else { return .clear }
    guard alpha < Self.opaque * 255 else { return self }
    let color = vector(background) + own * (255 / alpha)
    func code(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
    return Pixel(
      red: code(color.x), green: code(color.y), blue: code(color.z), alpha: UInt8(alpha))
  }
}
