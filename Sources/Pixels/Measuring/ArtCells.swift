/// The mean colors of the cells of a grid over a canvas. They are means of encoded values, as viewers
/// scale and composite.
package struct ArtCells {
  /// The number of cells along the longer side to which a canvas is reduced: two pixels each of a
  /// sticker in a conversation, 200 px wide.
  static let perSide = 96
  /// The smallest mean alpha of a cell that belongs to the art. Fainter ones are shadows, glass or the
  /// outermost pixels of an edge. Where all of the art is fainter, every cell counts.
  static let minimumAlpha: UInt8 = 128

  let width: Int
  let height: Int
  /// The cells row by row, inside a border of transparent ones, which saves checks.
  private(set) var pixels: [Pixel]
  /// The relative luminance of each cell's color.
  private(set) var luminances: [Float]
  /// The sum of the alpha of all art.
  private(set) var alpha = 0
  /// The smallest alpha of a cell that belongs to the art.
  private let minimumAlpha: UInt8
  private let canvas: PixelRect

  package init(of bitmap: Bitmap) {
    canvas = bitmap.bounds
    let longest = max(bitmap.width, bitmap.height)
    let count = min(Self.perSide, longest)
    let width = max(1, bitmap.width * count / longest)
    let height = max(1, bitmap.height * count / longest)
    (self.width, self.height) = (width, height)
    pixels = [Pixel](repeating: .clear, count: (width + 2) * (height + 2))
    luminances = [Float](repeating: 0, count: pixels.count)
    // Two to four samples of a cell each way; a drawn line is wider.
    let distance = max(1, longest / Self.perSide / 2)
    let samples = bitmap.samples.span
    let (across, down) = (distance * 4, distance * bitmap.width * 4)
    let edges = (0...width).map { $0 * bitmap.width / width * 4 }
    let edge = edges.span
    var largest: UInt8 = 0
    for row in 0..<height {
      let (top, bottom) = (row * bitmap.height / height, (row + 1) * bitmap.height / height)
      for cell in 0..<width {
        var total = PixelSum()
        // The sum of opaque pixels; a cell has far fewer than the 257 for which there is room.
        var opaque: UInt64 = 0
        var count: UInt32 = 0
        let length = edge[cell + 1] &- edge[cell]
        var start = top &* bitmap.width &* 4 &+ edge[cell]
        let last = bottom &* bitmap.width &* 4
        // `stride` takes twice the time.
        while start < last {
          var index = start
          let end = start &+ length
          while index < end {
            let pixel = samples.pixelWord(at: index)
            switch pixel &>> 24 {
            case 255: opaque &+= pixelLanes(pixel)
            case 0: break
            default: total.add(pixel)
            }
            count &+= 1
            index &+= across
          }
          start &+= down
        }
        total.add(opaque: opaque)
        let sum = total.channels
        guard sum.w > 0 else { continue }
        let color = (sum &+ sum.w / 2) / sum.w
        let alpha = UInt8((sum.w + count / 2) / count)
        largest = max(largest, alpha)
        let pixel = Pixel(
          red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z), alpha: alpha)
        let place = (row + 1) * (width + 2) + cell + 1
        (pixels[place], luminances[place]) = (pixel, LinearLight.luminance(of: pixel))
      }
    }
    minimumAlpha = largest < Self.minimumAlpha ? 1 : Self.minimumAlpha
    alpha = pixels.reduce(0) { isArt($1) ? $0 + Int($1.alpha) : $0 }
  }

  /// The distance between a cell and the one below it.
  var rowLength: Int { width + 2 }

  /// Whether a cell is not part of the border.
  func isInside(_ cell: Int) -> Bool {
    let (row, column) = cell.quotientAndRemainder(dividingBy: rowLength)
    return 1...height ~= row && 1...width ~= column
  }

  @inline(__always)
  func isArt(_ pixel: Pixel) -> Bool { pixel.alpha >= minimumAlpha }

  /// Returns the bounds of one or more cells in pixels of the canvas.
  func bounds(of cells: [Int]) -> PixelRect {
    cells.lazy.map { $0 - rowLength - 1 }.bounds(inWidth: rowLength)
      .pixels(ofGrid: (width, height), onWidth: canvas.width, height: canvas.height)
  }
}

extension ArtCells {
  /// The distances of neighbors in a row or column and of diagonal ones, in thirds of a cell.
  static let (step, diagonal) = (3, 4)

  /// Returns the distance of each cell from the nearest of some cells, in thirds of a cell.
  func distances(from isStart: [Bool]) -> [Int] {
    let width = rowLength
    var distances = isStart.map { $0 ? 0 : isStart.count * Self.step }
    let inner = width + 1..<max(width + 1, isStart.count - width - 1)
    for cell in inner {
      distances[cell] = min(
        distances[cell], distances[cell - 1] + Self.step, distances[cell - width] + Self.step,
        min(distances[cell - width - 1], distances[cell - width + 1]) + Self.diagonal)
    }
    for cell in inner.reversed() {
      distances[cell] = min(
        distances[cell], distances[cell + 1] + Self.step, distances[cell + width] + Self.step,
        min(distances[cell + width - 1], distances[cell + width + 1]) + Self.diagonal)
    }
    return distances
  }

  /// Returns the cells that are connected to the border around the canvas.
  ///
  /// - Parameter isOpen: whether a cell is connected to a neighbor.
  func outside(
    neighbors: [Int], isOpen: (_ from: Int, _ to: Int) -> Bool
  ) -> [Bool] {
    var isOutside = pixels.indices.map { !isInside($0) }
    var open = pixels.indices.filter { isOutside[$0] }
    while let cell = open.popLast() {
      for distance in neighbors {
        let next = cell + distance
        guard pixels.indices.contains(next), !isOutside[next], isOpen(cell, next) else { continue }
        isOutside[next] = true
        open.append(next)
      }
    }
    return isOutside
  }

  /// The distances to the neighbors of a cell in its row and column.
  var neighbors: [Int] { [-1, 1, -rowLength, rowLength] }
  /// The distances to all eight neighbors of a cell.
  var allNeighbors: [Int] {
    neighbors + [-rowLength - 1, -rowLength + 1, rowLength - 1, rowLength + 1]
  }
}
