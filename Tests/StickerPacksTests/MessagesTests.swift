import ImageContainers
import StickerManifest
import StickerPacks
import Testing

/// The numbers of Messages as Apple states them.
@Suite("Limits of Messages")
struct MessagesTests {
  let destination = Destination.messages

  @Test("a sticker is \"a PNG, APNG, GIF, or JPEG\" (MSSticker)")
  func formats() {
    #expect(destination.imageFormats == [.png, .apng, .gif, .jpeg])
  }

  @Test("App Store Connect: \"Should be one of 'jpg, jpeg, gif, png'\"")
  func extensions() {
    #expect(destination.fileExtensions == ["jpg", "jpeg", "gif", "png"])
    for format in destination.imageFormats {
      #expect(Set(format.fileExtensions).isSubset(of: destination.fileExtensions))
    }
  }

  @Test("\"less than 500 KB\" (MSSticker), \"cannot be larger than 512000 bytes\" (actool)")
  func bytes() {
    #expect(destination.safeBytes == 500 * 1000)
    #expect(destination.maximumBytes == 500 * 1024)
  }

  @Test("\"@3x images (300x300 to 618x618 pixels)\" (MSSticker), of 100, 136 and 206 points")
  func sides() {
    #expect(destination.sides == [300, 408, 618])
    #expect(destination.smallestSide == 300 && destination.largestSide == 618)
    #expect(GridSize.allCases.map(\.pixels) == [300, 408, 618])
  }

  @Test(
    "a side is nearest to a class, and to the larger of two",
    arguments: [
      (1, 300), (353, 300), (354, 408), (512, 408), (513, 618), (9000, 618),
    ])
  func nearest(_ side: Int, _ expected: Int) {
    #expect(destination.nearestSide(to: side) == expected)
    #expect(GridSize.nearest(toPixels: side).pixels == expected)
  }

  /// kCGImagePropertyAPNGDelayTime: "never less than 50 millseconds", kCGImagePropertyGIFDelayTime: "never less than
  /// 100 millseconds". WebKit: "if the duration is <= 10 ms", 100 ms.
  @Test(
    "delays as ImageIO and browsers play them",
    arguments: [
      (ImageFormat.apng, 0.0, 100.0), (.apng, 10, 100), (.apng, 11, 50), (.apng, 50, 50),
      (.apng, 51, 51), (.gif, 0, 100), (.gif, 10, 100), (.gif, 20, 100), (.gif, 100, 100),
      (.gif, 110, 110),
    ])
  func delays(_ format: ImageFormat, _ stored: Double, _ played: Double) {
    #expect(destination.played(stored, in: format) == played)
  }

  @Test("labels are \"limited to 150 Unicode characters\" (MSSticker)")
  func labels() {
    #expect(destination.labelLength == 150)
  }

  @Test("icons as Xcode writes them, in pixels; QA1686, table 8, requires nine")
  func icons() {
    let slots = IconSlot.all
    #expect(
      slots.map { "\($0.idiom) \($0.pixels.width)x\($0.pixels.height)" } == [
        "iphone 58x58", "iphone 87x87", "iphone 120x90", "iphone 180x135", "ipad 58x58",
        "ipad 134x100", "ipad 148x110", "ios-marketing 1024x1024", "universal 54x40",
        "universal 81x60", "universal 64x48", "universal 96x72", "ios-marketing 1024x768",
      ])
    #expect(
      Set(slots.filter(\.isRequired).map { "\($0.pixels.width)x\($0.pixels.height)" }) == [
        "1024x768", "120x90", "180x135", "134x100", "148x110", "54x40", "81x60", "64x48", "96x72",
      ])
  }
}
