import Pixels
import TestSupport
import Testing

/// Art that the edge of a canvas of 100 px cuts off. The outline is compared at depths of 2 and 4 px.
@Suite("Edge cuts")
struct EdgeCutTests {
  /// Draws art from its insets on the left and right in each row, counted from an edge; further rows are
  /// as the last one. Without insets, the art is from 40 to 59.
  func canvas(
    from edge: ArtExtent.Edge = .bottom, _ insets: [(left: Int, right: Int)] = [(0, 0)],
    alpha: UInt8 = 255
  ) -> Bitmap {
    Bitmap(width: 100, height: 100) { x, y in
      let (along, depth) =
        switch edge {
        case .top: (x, y)
        case .right: (y, 99 - x)
        case .bottom: (x, 99 - y)
        case .left: (y, x)
        }
      let inset = insets[min(depth, insets.count - 1)]
      return depth < 60 && (40 + inset.left..<60 - inset.right).contains(along)
        ? Pixel(red: 9, green: 9, blue: 9, alpha: alpha) : .clear
    }
  }

  func disc(y: Double) -> Bitmap {
    Bitmap(width: 100, height: 100) { column, row in
      let (right, down) = (Double(column) + 0.5 - 50, Double(row) + 0.5 - y)
      return right * right + down * down < 40 * 40 ? .gray(9) : .clear
    }
  }

  @Test("straight sides continue without an end", arguments: ArtExtent.Edge.allCases)
  func straight(_ edge: ArtExtent.Edge) {
    let found = EdgeCut.all(in: canvas(from: edge))
    #expect(found.map(\.edge) == [edge])
    #expect(found.map(\.contact) == [0.2])
    #expect(found.map(\.missing) == [1])
  }

  @Test("sides that meet outside of the canvas end there", arguments: ArtExtent.Edge.allCases)
  func sloping(_ edge: ArtExtent.Edge) throws {
    // 10 px wide at the edge and 14 px at a depth of 2 px: 10² / ((14² - 10²) / 2) is 2.08 px.
    let found = EdgeCut.all(
      in: canvas(from: edge, [(5, 5), (4, 4), (3, 3), (2, 2), (1, 1), (0, 0)]))
    #expect(found.map(\.contact) == [0.1])
    #expect(abs(try #require(found.first).missing - 0.0208) < 0.0001)
  }

  @Test(
    "the missing part of a disc is estimated within a third",
    arguments: [(65, 0.05), (70, 0.1)])
  func disc(_ y: Double, _ missing: Double) throws {
    let found = try #require(EdgeCut.all(in: disc(y: y)).first).missing
    #expect((missing * 2 / 3...missing * 4 / 3).contains(found))
  }

  @Test("a base with rounded corners is not cut off, one with a single round corner is")
  func corners() {
    #expect(EdgeCut.all(in: canvas([(3, 3), (1, 1), (0, 0)])) == [])
    #expect(EdgeCut.all(in: canvas([(3, 0), (1, 0), (0, 0)])).map(\.contact) == [0.17])
  }

  @Test("an alpha of 192 counts as art", arguments: [(191, 0), (192, 1), (254, 1)])
  func alpha(_ alpha: UInt8, _ count: Int) {
    #expect(EdgeCut.all(in: canvas(alpha: alpha)).count == count)
  }

  @Test("legs that join just inside of the edge are one contact", arguments: [(2, [0.2]), (3, [])])
  func legs(_ gap: Int, _ expected: [Double]) {
    // A gap of 18 px leaves two legs of 1 px, which are too short to measure.
    var bitmap = canvas()
    for y in 0..<gap { for x in 41..<59 { bitmap[x, 99 - y] = .clear } }
    #expect(EdgeCut.all(in: bitmap).map(\.contact) == expected)
  }

  @Test("art that fills its canvas, such as a card with round corners, is not cut off")
  func card() {
    let card = Bitmap(width: 100, height: 100) { x, y in
      min(x, 99 - x) + min(y, 99 - y) < 6 ? .clear : .gray(9)
    }
    #expect(EdgeCut.all(in: card) == [])
    #expect(EdgeCut.all(in: Bitmap(width: 3, height: 3, filledWith: .gray(9))) == [])
    #expect(EdgeCut.all(in: Bitmap(width: 100, height: 100)) == [])
  }

  /// A box of 60 × 80 px that touches the top edge, with a border of some width on its sides and below, and one along
  /// the edge.
  func bordered(_ width: Int, top: Int, body: Pixel = .gray(200)) -> Bitmap {
    Bitmap(width: 100, height: 100) { x, y in
      guard (20..<80).contains(x), y < 80 else { return .clear }
      return y < top || min(x - 20, 79 - x, 79 - y) < width ? .gray(9) : body
    }
  }

  @Test(
    "art whose border also runs along the edge is not cut off",
    arguments: [
      (6, 6, 0), (6, 4, 0),
      // No border, one that is much wider, as black shoes are, and art of one color.
      (6, 0, 1), (6, 1, 1), (6, 12, 1), (80, 80, 1),
    ])
  func border(_ width: Int, _ top: Int, _ count: Int) {
    #expect(EdgeCut.all(in: bordered(width, top: top)).count == count)
  }
}
