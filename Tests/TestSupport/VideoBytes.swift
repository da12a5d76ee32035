/// Files of the formats that only other stores than Apple's take.
package enum VideoBytes {
  /// A WebM of VP9 without a frame (RFC 8794, RFC 9559).
  ///
  /// - Parameter duration: in milliseconds.
  package static func webM(width: Int = 512, height: Int = 512, duration: Double = 1000) -> [UInt8]
  {
    let video = element([0xE0], element([0xB0], number(width)) + element([0xBA], number(height)))
    let track = element(
      [0xAE],
      element([0xD7], [1]) + element([0x83], [1]) + element([0x86], Array("V_VP9".utf8)) + video)
    let information = element(
      [0x15, 0x49, 0xA9, 0x66],
      element([0x44, 0x89], number(Int(truncatingIfNeeded: duration.bitPattern))))
    return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("webm".utf8)))
      + element([0x18, 0x53, 0x80, 0x67], information + element([0x16, 0x54, 0xAE, 0x6B], track))
  }

  /// A TGS: an animation of Lottie in gzip (RFC 1952), not compressed.
  ///
  /// - Parameters:
  ///   - frameRate: as JSON.
  ///   - end: the number of frames as JSON.
  package static func tgs(
    width: String = "512", height: String = "512", frameRate: String = "60", end: String = "60"
  ) -> [UInt8] {
    tgs(
      Array(
        #"{"w":\#(width),"h":\#(height),"fr":\#(frameRate),"ip":0,"op":\#(end),"layers":[]}"#.utf8))
  }

  /// A TGS of a text of at most 65,535 bytes.
  package static func tgs(_ text: [UInt8]) -> [UInt8] {
    func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1] + littleEndian(text.count, 2)
      + littleEndian(~text.count, 2) + text + littleEndian(Int(PNGBytes.checksum(text)), 4)
      + littleEndian(text.count, 4)
  }

  private static func element(_ id: [UInt8], _ data: [UInt8]) -> [UInt8] {
    // A size of two bytes.
    id + [0x40 | UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
  }

  /// All eight bytes, or seven of a number that has no more: readers take sizes of at most seven.
  private static func number(_ value: Int) -> [UInt8] {
    let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return bytes[0] == 0 ? Array(bytes.dropFirst()) : bytes
  }
}
