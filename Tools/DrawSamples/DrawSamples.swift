import Foundation
import ImageCodecs
import Pixels

/// Writes the files of SampleStickers into a folder: `DrawSamples SampleStickers`.
@main
enum DrawSamples {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: DrawSamples FOLDER")
      return
    }
    let root = URL(filePath: CommandLine.arguments[1])
    let biscuit = root.appending(path: "Biscuit")
    try FileManager.default.createDirectory(at: biscuit, withIntermediateDirectories: true)
    for drawing in Biscuit.drawings() + [AppIcon.head] {
      try Data(drawing.encoded()).write(to: biscuit.appending(path: drawing.fileName))
    }
    try Broken.write(to: root.appending(path: "Broken"))
  }
}

extension Drawing {
  /// The file name. App Store Connect rejects .apng, so an APNG is named .png.
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
      Delay(numerator: frame.delayMilliseconds / 10, denominator: 100)
    }
    switch kind {
    case .png: return try ImageEncoder.png(bitmaps[0])
    case .jpeg: return try ImageEncoder.jpeg(bitmaps[0])
    case .apng:
      return try ImageEncoder.apng(
        CanvasAnimation(canvases: bitmaps, delays: delays), loop: .forever)
    case .gif:
      return try ImageEncoder.gif(
        CanvasAnimation(canvases: bitmaps, delays: delays), loop: .forever)
    }
  }
}
