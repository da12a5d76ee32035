import Foundation

/// JPEG files written by Pillow at quality 95: 16 × 8 pixels, the left half (230, 40, 40), the right
/// half (40, 40, 230); and segments to insert.
package enum JPEGBytes {
  /// YCbCr without subsampling, with a JFIF segment and no Adobe segment.
  package static let color = decoded(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJ\
    BwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
    CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAIABADAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAA\
    AAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk\
    M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT\
    lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QA\
    HwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdh\
    cRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hp\
    anN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk\
    5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDwOv5/P9fD5zr/AH8P8Rz/2Q==
    """)

  /// CMYK, inverted as Adobe stores it, with an Adobe segment and no JFIF segment.
  package static let cmyk = decoded(
    """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcG\
    BggLCAkKCgoKCgYICwwLCgwJCgoK/8AAFAgACAAQBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAAB\
    AgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNi\
    coIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SV\
    lpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4E\
    QwBNAFkASwAAPwD9mK/J+vyfr9/K/kHor+viiv/Z
    """)

  /// One component: 97 on the left and 62 on the right.
  package static let gray = decoded(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJ\
    BwYGCAsICQoKCgoKBggLDAsKDAkKCgr/wAALCAAIABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcI\
    CQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcY\
    GRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKj\
    pKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APA6\
    +c6//9k=
    """)

  /// The picture of `color` in progressive scans.
  package static let progressive = decoded(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJ\
    BwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
    CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wgARCAAIABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA\
    Bgf/xAAVAQEBAAAAAAAAAAAAAAAAAAAIB//aAAwDAQACEAMQAAABAz9fTl/CP//EABQQAQAAAAAAAAAAAAAAAAAA\
    ABD/2gAIAQEAAQUCP//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQMBAT8BP//EABQRAQAAAAAAAAAAAAAAAAAA\
    ABD/2gAIAQIBAT8BP//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEABj8CP//EABQQAQAAAAAAAAAAAAAAAAAA\
    ABD/2gAIAQEAAT8hP//aAAwDAQACAAMAAAAQA//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQMBAT8QP//EABQR\
    AQAAAAAAAAAAAAAAAAAAABD/2gAIAQIBAT8QP//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEAAT8QP//Z
    """)

  private static func decoded(_ base64: String) -> [UInt8] {
    Array(Data(base64Encoded: base64) ?? Data())
  }

  /// The file with segments inserted behind its JFIF segment, where application segments belong.
  package static func inserting(_ segments: [UInt8], into file: [UInt8] = color) -> [UInt8] {
    Array(file[..<20]) + segments + file[20...]
  }

  /// A segment: marker, length and data.
  package static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    let length = data.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + data
  }

  /// An APP1 segment whose IFD0 holds an ImageWidth and the orientation (Exif 2.32, 4.6.2).
  package static func orientation(_ value: Int, littleEndian: Bool) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] {
      let bytes = [UInt8(value >> 8), UInt8(value & 0xFF)]
      return littleEndian ? bytes.reversed() : bytes
    }
    func long(_ value: Int) -> [UInt8] {
      littleEndian ? short(value) + short(0) : short(0) + short(value)
    }
    var tiff = Array((littleEndian ? "II" : "MM").utf8) + short(42) + long(8) + short(2)
    tiff += short(0x0100) + short(4) + long(1) + long(16)
    tiff += short(0x0112) + short(3) + long(1) + short(value) + short(0)
    return segment(0xE1, Array("Exif\0\0".utf8) + tiff + long(0))
  }

  /// A profile of 132 bytes with only a size, a color space and the signature (ICC.1, 7.2).
  package static func profile(colorSpace: String) -> [UInt8] {
    var profile = [UInt8](repeating: 0, count: 132)
    profile[3] = 132
    profile.replaceSubrange(16..<20, with: Array(colorSpace.utf8))
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return profile
  }

  /// An APP2 segment with one part of a profile (ICC.1, B.4).
  package static func profileSegment(
    _ part: ArraySlice<UInt8>, number: UInt8 = 1, of count: UInt8 = 1
  ) -> [UInt8] {
    segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + part)
  }

  /// A Multi-Picture file: `color` with an index of the pictures behind it (CIPA DC-007, 5.2).
  ///
  /// - Parameter pictures: the bytes of each; the index lists them as if all were there.
  package static func multiPicture(_ pictures: [[UInt8]]) -> [UInt8] {
    // The structure starts at 28: after JFIF at 20, the marker, the length and the identifier. Its
    // directory has 2 + 3 × 12 + 4 bytes from 8 on.
    let (structure, list) = (28, 50)
    let entries = 16 * (pictures.count + 1)
    let end = color.count + 8 + list + entries
    var index = MetadataBytes.tiff
    index += MetadataBytes.directory([
      .init(0xB000, type: 7, count: 4, Array("0100".utf8)),
      .init(0xB001, type: 4, count: 1, PNGBytes.number(pictures.count + 1)),
      .init(0xB002, type: 7, count: entries, PNGBytes.number(list)),
    ])
    index += PNGBytes.number(0x30000) + PNGBytes.number(end) + [UInt8](repeating: 0, count: 8)
    var offset = end - structure
    for picture in pictures {
      index += [0, 0, 0, 0] + PNGBytes.number(picture.count) + PNGBytes.number(offset)
      index += [0, 0, 0, 0]
      offset += picture.count
    }
    return inserting(segment(0xE2, Array("MPF\0".utf8) + index)) + pictures.flatMap { $0 }
  }

  /// The file with only its first scans.
  package static func firstScans(_ count: Int, of file: [UInt8] = progressive) -> [UInt8] {
    let starts = (0..<file.count - 1).filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
    return count < starts.count ? file[..<starts[count]] + [0xFF, 0xD9] : file
  }

  /// The offset of the first segment with a marker; nil if there is none before the image data.
  package static func offset(of marker: UInt8, in file: [UInt8]) -> Int? {
    var offset = 2
    while offset + 4 <= file.count, file[offset] == 0xFF {
      if file[offset + 1] == marker { return offset }
      if file[offset + 1] == 0xDA { return nil }
      offset += 2 + Int(file[offset + 2]) * 256 + Int(file[offset + 3])
    }
    return nil
  }
}
