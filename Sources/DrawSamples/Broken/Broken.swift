import ImageCodecs
import ImageContainers
import Pixels

/// One small file for each rule that a file can break, named for the rule.
enum Broken {
  struct File {
    var name: String
    var bytes: [UInt8]
  }

  static func files() throws -> [File] {
    let still = try ImageEncoder.png(Cookie.drawing())
    return try plainFiles(still) + canvases() + transparency() + structures() + timings()
      + packs(still)
  }

  // MARK: Files

  private static func plainFiles(_ still: [UInt8]) throws -> [File] {
    var wrongChecksum = still
    wrongChecksum[29] ^= 0xFF
    var apple = ChunkList(still)
    apple.chunks.insert(("CgBI", [0x50, 0, 0x20, 6]), at: 0)
    var huge = ChunkList(still)
    huge.set("IHDR", at: 0, to: PNGChunk.bigEndian32(60_000) + PNGChunk.bigEndian32(60_000))
    let pointer = """
      version https://git-lfs.github.com/spec/v1
      oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
      size 48213

      """
    return [
      File(name: "empty-file.png", bytes: []),
      File(name: "git-lfs-pointer.png", bytes: Array(pointer.utf8)),
      File(name: "unsupported-format.webp", bytes: webP(animated: false)),
      File(name: "animation-unsupported.webp", bytes: webP(animated: true)),
      File(name: "wrong-extension.jpg", bytes: still),
      File(name: "apng-extension.apng", bytes: try animation()),
      File(name: "cgbi-png.png", bytes: apple.bytes),
      File(name: "corrupt-file.png", bytes: wrongChecksum),
      File(name: "truncated-file.png", bytes: Array(still.prefix(still.count / 2))),
      File(name: "trailing-bytes.png", bytes: still + Array("left over".utf8)),
      File(name: "limit-exceeded.png", bytes: huge.bytes),
      File(name: "file-too-large.png", bytes: padded(still, to: 512_001)),
      File(name: "file-near-limit.png", bytes: padded(still, to: 506_190)),
      File(name: "jpeg-cmyk.jpg", bytes: InkJPEG.bytes(side: 408)),
    ]
  }

  /// The header of a WebP, which is all that a checker of stickers looks at.
  private static func webP(animated: Bool) -> [UInt8] {
    let chunk =
      Array("VP8X".utf8) + [10, 0, 0, 0, animated ? 0x12 : 0x10, 0, 0, 0]
      + [0x97, 1, 0, 0x97, 1, 0]
    return Array("RIFF".utf8) + [UInt8(chunk.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunk
  }

  /// A PNG with a private chunk of zeros, which git and archives store in a few bytes.
  private static func padded(_ png: [UInt8], to count: Int) -> [UInt8] {
    var list = ChunkList(png)
    let padding = [UInt8](repeating: 0, count: count - png.count - 12)
    list.chunks.insert(("paDd", padding), at: list.index(of: "IEND"))
    return list.bytes
  }

  // MARK: Canvases

  private static func canvases() throws -> [File] {
    func png(_ width: Int, _ height: Int) throws -> [UInt8] {
      try ImageEncoder.png(Cookie.drawing(width: width, height: height))
    }
    return [
      File(name: "canvas-too-small.png", bytes: try png(200, 200)),
      File(name: "canvas-too-large.png", bytes: try png(640, 640)),
      File(name: "canvas-off-size.png", bytes: try png(512, 512)),
      File(name: "canvas-not-square.png", bytes: try png(408, 320)),
      File(name: "grid-size-mismatch.png", bytes: try png(300, 300)),
    ]
  }

  private static func transparency() throws -> [File] {
    let white = Pixel(red: 255, green: 255, blue: 255)
    let boxed = Cookie.drawing(background: white)
    let gif = CanvasAnimation(
      canvases: [Cookie.drawing()], delays: [.init(numerator: 0, denominator: 100)])
    return [
      File(name: "no-transparency.png", bytes: try ImageEncoder.png(boxed)),
      File(name: "jpeg-no-transparency.jpg", bytes: try ImageEncoder.jpeg(boxed)),
      File(name: "gif-hard-edges.gif", bytes: try ImageEncoder.gif(gif, loopCount: nil)),
      File(
        name: "blank-sticker.png",
        bytes: try ImageEncoder.png(Bitmap(width: 408, height: 408))),
    ]
  }

  // MARK: Animations

  private static func canvasAnimation(
    _ canvases: [Bitmap], delay: Int = 10
  ) -> CanvasAnimation {
    CanvasAnimation(
      canvases: canvases, delays: canvases.map { _ in .init(numerator: delay, denominator: 100) })
  }

  /// A biscuit that is eaten.
  private static func animation(
    delay: Int = 10, plays: Int = 0, hiddenImage: Bitmap? = nil
  ) throws -> [UInt8] {
    let canvases = [0.14, 0.2, 0.26].map { Cookie.drawing(bite: $0) }
    return try ImageEncoder.apng(
      canvasAnimation(canvases, delay: delay), plays: plays, hiddenImage: hiddenImage)
  }

  private static func structures() throws -> [File] {
    func damaged(_ name: String, _ damage: (inout ChunkList) -> Void) throws -> File {
      var list = ChunkList(try animation())
      damage(&list)
      return File(name: name + ".png", bytes: list.bytes)
    }
    return [
      try damaged("apng-frame-count") { $0.set("acTL", at: 0, to: PNGChunk.bigEndian32(5)) },
      try damaged("apng-sequence") { $0.set("fcTL", 1, at: 0, to: PNGChunk.bigEndian32(9)) },
      try damaged("apng-frame-area") { $0.set("fcTL", 1, at: 12, to: PNGChunk.bigEndian32(400)) },
      try damaged("apng-operation") { $0.set("fcTL", 1, at: 24, to: [7]) },
      try damaged("apng-order") { list in
        let control = list.chunks.remove(at: list.index(of: "acTL"))
        list.chunks.insert(control, at: list.index(of: "IDAT") + 1)
      },
      try damaged("apng-frame-data") { list in
        list.chunks.remove(at: list.index(of: "fdAT", 1))
      },
    ]
  }

  private static func timings() throws -> [File] {
    let cookie = Cookie.drawing()
    let bitten = Cookie.drawing(bite: 0.26)
    let blank = Bitmap(width: cookie.width, height: cookie.height)
    // Nothing moves but the memory that the frames take.
    let many = canvasAnimation([Bitmap](repeating: cookie, count: 160))
    return [
      File(
        name: "single-frame-animation.png",
        bytes: try ImageEncoder.apng(canvasAnimation([cookie]), plays: 0)),
      File(name: "delay-zero.png", bytes: try animation(delay: 0)),
      File(name: "delay-too-short.png", bytes: try animation(delay: 1)),
      File(name: "delay-clamped.png", bytes: try animation(delay: 3)),
      File(name: "finite-loop.png", bytes: try animation(plays: 3)),
      File(
        name: "missing-loop-block.gif",
        bytes: try ImageEncoder.gif(canvasAnimation([cookie, bitten]), loopCount: nil)),
      File(
        name: "hidden-default-image.png", bytes: try animation(hiddenImage: bitten)),
      File(
        name: "blank-first-frame.png",
        bytes: try ImageEncoder.apng(canvasAnimation([blank, cookie]), plays: 0)),
      File(name: "animation-memory.png", bytes: try ImageEncoder.apng(many, plays: 0)),
    ]
  }

  // MARK: Packs

  private static func packs(_ still: [UInt8]) throws -> [File] {
    let catalog = "Broken.xcstickers/Broken.stickerpack"
    return [
      File(name: "name-collision.png", bytes: still),
      File(name: "Name-Collision.jpg", bytes: try ImageEncoder.jpeg(Cookie.drawing())),
      File(name: "label-too-long.png", bytes: still),
      File(name: "label-missing.png", bytes: still),
      File(name: "\(catalog)/sequence-not-checked.stickersequence/1.png", bytes: still),
    ]
  }
}
