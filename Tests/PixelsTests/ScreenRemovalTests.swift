import Pixels
import TestSupport
import Testing

@Suite("Removing the color of a screen")
struct ScreenRemovalTests {
  static let brown = Pixel(red: 156, green: 95, blue: 50)
  static let green = Pixel(red: 0, green: 255, blue: 0)

  @Test("pixels of the screen disappear, and mixed ones become the art with half of its alpha")
  func rim() throws {
    let art = Self.brown
    // The outermost pixels are all screen, the next ones half of it.
    let square = Bitmap(width: 100, height: 100) { x, y in
      switch min(x - 10, y - 10, 89 - x, 89 - y) {
      case ..<0: .clear
      case 0: Self.green
      case 1: Pixel(red: 78, green: 175, blue: 25)
      default: art
      }
    }
    let result = try #require(square.withoutScreen(.green))
    #expect(result[50, 10] == .clear)
    // Green exceeds red by 97 of 255.
    let mixed = result[50, 11]
    #expect((mixed.red, mixed.green, mixed.blue) == (156, 95, 50))
    #expect(abs(Int(mixed.alpha) - 158) <= 1)
    for y in 12..<88 { for x in 12..<88 { #expect(result[x, y] == art) } }
  }

  @Test("art without the color of the screen stays as it is")
  func clean() {
    let art = Bitmap(width: 60, height: 60) { x, y in
      let inset = min(x - 10, y - 10, 49 - x, 49 - y)
      return inset < 0 ? .clear : inset < 3 ? .gray(40) : Self.brown
    }
    #expect(art.withoutScreen(.green) == art)
    #expect(art.withoutScreen(.magenta) == art)
  }

  @Test("art in about the color of the screen near its edge is refused")
  func refused() {
    let leaf = Bitmap(width: 100, height: 100) { x, y in
      switch min(x - 10, y - 10, 89 - x, 89 - y) {
      case ..<0: .clear
      case 0..<2: Self.green
      // A frame of 15 px in a green of its own.
      case 2..<17: Pixel(red: 60, green: 150, blue: 60)
      default: Self.brown
      }
    }
    #expect(leaf.withoutScreen(.green) == nil)
  }
}
