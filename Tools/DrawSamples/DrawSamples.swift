#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ImageCodecs
import Pixels

/// Draws the images of SampleStickers into a folder: `DrawSamples SampleStickers`.
@main
enum DrawSamples {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: DrawSamples FOLDER")
      return
    }
    let root = CommandLine.arguments[1]
    for drawing in Biscuit.drawings() + [AppIcon.head] {
      try write(drawing.encoded(), to: "\(root)/Biscuit/\(drawing.fileName)")
    }
    for file in try Broken.files() {
      try write(file.bytes, to: "\(root)/Broken/\(file.name)")
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]),
      withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: path))
  }
}

extension Drawing {
  /// The file's name: an animated PNG is named .png, or App Store Connect refuses it.
  var fileName: String {
    switch kind {
    case .png, .apng: name + ".png"
    case .gif: name + ".gif"
    case .jpeg: name + ".jpg"
    }
  }

  func encoded() throws -> [UInt8] {
    let bitmaps = frames.map { Bitmap(width: width, height: height, samples: $0.pixels) }
    let delays = frames.map { frame in
      CanvasAnimation.Delay(numerator: frame.delayMilliseconds / 10, denominator: 100)
    }
    switch kind {
    case .png: return try ImageEncoder.png(bitmaps[0])
    case .jpeg: return try ImageEncoder.jpeg(bitmaps[0])
    case .apng:
      return try ImageEncoder.apng(CanvasAnimation(canvases: bitmaps, delays: delays), plays: 0)
    case .gif:
      return try ImageEncoder.gif(CanvasAnimation(canvases: bitmaps, delays: delays), loopCount: 0)
    }
  }
}
