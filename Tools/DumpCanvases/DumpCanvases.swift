import Foundation
import ImageCodecs
import ImageContainers
import Pixels

/// Prints what stickerpack decodes, for programs that compare it with other decoders.
///
/// Standard input has one path per line. The output for each is a line of JSON for the file
/// (`Header`), then for each canvas a line of JSON (`Canvas`) and the raw samples, then a line of
/// JSON at the end (`End`). Only one file is in memory at a time. With `--reference`, libpng and
/// giflib decode the images.
@main
enum DumpCanvases {
  struct Header: Encodable {
    var path: String
    /// `png`, `apng`, `gif` or `jpeg`; missing for other formats.
    var format: String?
    var width: Int?
    var height: Int?
    /// The delay of each canvas in seconds, as numerator and denominator.
    var delays: [[Int]] = []
    /// The number of loops, 0 for forever; missing if the file does not specify it.
    var plays: Int?
    var isAnimated = false
  }

  struct Canvas: Encodable {
    var width: Int
    var height: Int
    /// Whether it is a static image that is not a frame of the animation.
    var isHidden: Bool
    /// The number of bytes of straight RGBA that follow this line.
    var byteCount: Int
  }

  struct Problem: Encodable {
    var kind: String
    var message: String
  }

  struct End: Encodable {
    /// All defects, those of the container first.
    var defects: [Problem]
    /// The reason the file could not be read.
    var failure: String?
  }

  static func main() throws {
    var limits = DecodingLimits()
    if CommandLine.arguments.contains("--reference") { limits.usesReferenceDecoders = true }
    while let path = readLine() {
      do {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        try answer(path, bytes, limits)
      } catch let error as CocoaError {
        try say(Header(path: path))
        try say(End(defects: [], failure: error.localizedDescription))
      }
    }
  }

  static func answer(_ path: String, _ bytes: [UInt8], _ limits: DecodingLimits) throws {
    guard var decoder = try? ImageDecoder(bytes, limits: limits) else {
      try say(Header(path: path))
      try say(End(defects: [], failure: "it begins as no sticker format does"))
      return
    }
    let container = decoder.container
    var defects = container.defects
    var header = Header(path: path)
    header.format = container.format.rawValue
    header.width = container.canvas?.width
    header.height = container.canvas?.height
    header.isAnimated = decoder.isAnimated
    if decoder.isAnimated {
      header.delays = container.frameTable.map { [$0.delay.numerator, $0.delay.denominator] }
      switch container.loop {
      case .forever: header.plays = 0
      case .times(let count): header.plays = count
      case .unstated, nil: break
      }
    }
    try say(header)
    while let frame = decoder.nextFrame(collecting: &defects) {
      try say(frame.canvas, isHidden: false)
    }
    if let hidden = decoder.hiddenImage(collecting: &defects) { try say(hidden, isHidden: true) }
    try say(
      End(defects: defects.map { Problem(kind: $0.kind.rawValue, message: $0.message) }))
  }

  static func say(_ canvas: Bitmap, isHidden: Bool) throws {
    try say(
      Canvas(
        width: canvas.width, height: canvas.height, isHidden: isHidden,
        byteCount: canvas.samples.count))
    FileHandle.standardOutput.write(Data(canvas.samples))
  }

  static func say(_ value: some Encodable) throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(value) + Data("\n".utf8))
  }
}
