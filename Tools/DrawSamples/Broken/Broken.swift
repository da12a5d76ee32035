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
    try plainFiles() + surplus() + encodings() + canvases() + transparency() + looks()
      + structures() + timings() + motions()
      + packs() + catalogs()
  }

  // MARK: Files

  /// A biscuit that nothing is wrong with.
  private static func still(for name: String) throws -> [UInt8] {
    try ImageEncoder.png(Cookie.drawing(for: name))
  }

  private static func plainFiles() throws -> [File] {
    var wrongChecksum = try still(for: "corrupt-file")
    wrongChecksum[29] ^= 0xFF
    var apple = ChunkList(try still(for: "cgbi-png"))
    apple.chunks.insert(("CgBI", [0x50, 0, 0x20, 6]), at: 0)
    var huge = ChunkList(try still(for: "limit-exceeded"))
    huge.set("IHDR", at: 0, to: PNGChunk.bigEndian32(60_000) + PNGChunk.bigEndian32(60_000))
    let whole = try still(for: "truncated-file")
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
      File(name: "wrong-extension.jpg", bytes: try still(for: "wrong-extension")),
      File(name: "apng-extension.apng", bytes: try animation(for: "apng-extension")),
      File(name: "cgbi-png.png", bytes: apple.bytes),
      File(name: "corrupt-file.png", bytes: wrongChecksum),
      File(name: "truncated-file.png", bytes: Array(whole.prefix(whole.count / 2))),
      File(
        name: "trailing-bytes.png",
        bytes: try still(for: "trailing-bytes") + Array("left over".utf8)),
      File(name: "limit-exceeded.png", bytes: huge.bytes),
      File(name: "file-too-large.png", bytes: try padded("file-too-large", to: 512_001)),
      File(name: "file-near-limit.png", bytes: try padded("file-near-limit", to: 506_190)),
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
  private static func padded(_ name: String, to count: Int) throws -> [UInt8] {
    let png = try still(for: name)
    var list = ChunkList(png)
    let padding = [UInt8](repeating: 0, count: count - png.count - 12)
    list.chunks.insert(("paDd", padding), at: list.index(of: "IEND"))
    return list.bytes
  }

  /// Files with more in them than a picture.
  private static func surplus() throws -> [File] {
    // Adobe RGB (1998): a gamma of 563/256, and its white, red, green and blue.
    let adobe = [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000]
    let history = String(repeating: "A biscuit was baked, and baked again. ", count: 320)
    let chunks: [(name: String, chunks: [(type: String, data: [UInt8])])] = [
      ("gps-position", [("eXIf", Traces.position)]), ("device-data", [("eXIf", Traces.device)]),
      ("heavy-metadata", [("tEXt", Array("History\0\(history)".utf8))]),
      (
        "not-srgb",
        [
          ("gAMA", PNGChunk.bigEndian32(45455)),
          ("cHRM", adobe.flatMap(PNGChunk.bigEndian32)),
        ]
      ),
    ]
    return try chunks.map { name, chunks in
      var list = ChunkList(try still(for: name))
      list.chunks.insert(contentsOf: chunks, at: 1)
      return File(name: name + ".png", bytes: list.bytes)
    }
  }

  /// Files that the encoder would write in another way.
  private static func encodings() throws -> [File] {
    let frames = [0.14, 0.2, 0.26].map { Cookie.drawing(for: "indexed-apng", bite: $0) }
    let comment = String(repeating: "crumb ", count: 150)
    return [
      File(
        name: "sixteen-bits.png",
        bytes: try RawPNG.sixteenBits(Cookie.drawing(for: "sixteen-bits"))),
      File(
        name: "interlaced-png.png",
        bytes: RawPNG.interlaced(Cookie.drawing(for: "interlaced-png"))),
      File(name: "indexed-apng.png", bytes: try RawPNG.indexed(frames)),
      File(
        name: "loose-compression.png",
        bytes: RawPNG.uncompressed(Cookie.drawing(for: "loose-compression"), comment)),
    ]
  }

  // MARK: Canvases

  private static func canvases() throws -> [File] {
    func png(_ name: String, _ width: Int, _ height: Int) throws -> File {
      let cookie = Cookie.drawing(for: name, width: width, height: height)
      return File(name: name + ".png", bytes: try ImageEncoder.png(cookie))
    }
    return [
      try png("canvas-too-small", 200, 200), try png("canvas-too-large", 640, 640),
      try png("canvas-off-size", 512, 512), try png("canvas-not-square", 408, 320),
      try png("grid-size-mismatch", 300, 300),
    ]
  }

  private static func transparency() throws -> [File] {
    let white = Pixel(red: 255, green: 255, blue: 255)
    // So near that only a corner shows the rim.
    let crumb = Cookie.drawing(for: "no-transparency", width: 800, height: 800)
      .cropped(to: PixelRect(x: 148, y: 148, width: 408, height: 408))
    let gif = CanvasAnimation(
      canvases: [Cookie.drawing(for: "gif-hard-edges")],
      delays: [.init(numerator: 0, denominator: 100)])
    return [
      File(name: "no-transparency.png", bytes: try ImageEncoder.png(crumb)),
      File(
        name: "background-box.png",
        bytes: try ImageEncoder.png(Cookie.drawing(for: "background-box", background: white))),
      File(
        name: "jpeg-no-transparency.jpg",
        bytes: try ImageEncoder.jpeg(
          Cookie.drawing(for: "jpeg-no-transparency", background: white))),
      File(name: "gif-hard-edges.gif", bytes: try ImageEncoder.gif(gif, loopCount: nil)),
      File(
        name: "blank-sticker.png",
        bytes: try ImageEncoder.png(Bitmap(width: 408, height: 408))),
    ]
  }

  // MARK: Looks

  private static func looks() throws -> [File] {
    func cookie(_ name: String, _ side: Int = 408) -> Bitmap {
      Cookie.drawing(for: name, width: side, height: side)
    }
    func placed(_ cookie: Bitmap, x: Int, y: Int) -> Bitmap {
      var canvas = Bitmap(width: 408, height: 408)
      canvas.replace(with: cookie, x: x, y: y)
      return canvas
    }
    var halo = cookie("edge-halo")
    var hidden = cookie("hidden-color")
    for y in 0..<halo.height {
      for x in 0..<halo.width {
        // As cutting out of a white page leaves it.
        let edge = halo[x, y]
        let white = Pixel(red: 255, green: 255, blue: 255)
        halo[x, y] = Cookie.mixed(white, edge, Double(edge.alpha) / 255, alpha: edge.alpha)
        if hidden[x, y].alpha == 0 {
          hidden[x, y] = Pixel(red: UInt8(x / 2), green: UInt8(y / 2), blue: 90, alpha: 0)
        }
      }
    }
    var specked = placed(cookie("stray-pixels", 360), x: 24, y: 24)
    let crumb = Bitmap(width: 3, height: 3, samples: [UInt8](repeating: 255, count: 36))
    specked.replace(with: crumb, x: 8, y: 10)
    let burnt = Cookie.drawing(for: "low-contrast", dough: .burnt)
    let cut = cookie("clipped-art", 520).cropped(
      to: PixelRect(x: 56, y: 0, width: 408, height: 408))
    return try [
      ("edge-halo", halo), ("low-contrast", burnt),
      ("low-legibility", Cookie.drawing(for: "low-legibility", dough: .custard)),
      ("uneven-margins", placed(cookie("uneven-margins", 300), x: 54, y: 54)), ("clipped-art", cut),
      ("mostly-empty", placed(cookie("mostly-empty", 190), x: 109, y: 109)),
      ("off-center", placed(cookie("off-center", 280), x: 8, y: 64)), ("hidden-color", hidden),
      ("stray-pixels", specked),
    ].map { File(name: $0.0 + ".png", bytes: try ImageEncoder.png($0.1)) }
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
    for name: String, delay: Int = 10, plays: Int = 0, hiddenImage: Bitmap? = nil
  ) throws -> [UInt8] {
    let canvases = [0.14, 0.2, 0.26].map { Cookie.drawing(for: name, bite: $0) }
    return try ImageEncoder.apng(
      canvasAnimation(canvases, delay: delay), plays: plays, hiddenImage: hiddenImage)
  }

  private static func structures() throws -> [File] {
    func damaged(_ name: String, _ damage: (inout ChunkList) -> Void) throws -> File {
      var list = ChunkList(try animation(for: name))
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
    func cookie(_ name: String, bite: Double = 0.14) -> Bitmap {
      Cookie.drawing(for: name, bite: bite)
    }
    let first = cookie("blank-first-frame")
    let blank = Bitmap(width: first.width, height: first.height)
    let whole = cookie("faint-first-frame")
    var faint = whole
    for index in stride(from: 3, to: faint.samples.count, by: 4) { faint.samples[index] /= 16 }
    let bitten = cookie("faint-first-frame", bite: 0.2)
    // Nothing moves but one pixel, and the memory that the frames take.
    let still = cookie("animation-memory")
    var moved = still
    moved[204, 204].red ^= 1
    let many = canvasAnimation((0..<160).map { $0 % 2 == 0 ? still : moved })
    let bites = [0.14, 0.26].map { cookie("missing-loop-block", bite: $0) }
    return [
      File(
        name: "single-frame-animation.png",
        bytes: try ImageEncoder.apng(
          canvasAnimation([cookie("single-frame-animation")]), plays: 0)),
      File(name: "delay-zero.png", bytes: try animation(for: "delay-zero", delay: 0)),
      File(name: "delay-too-short.png", bytes: try animation(for: "delay-too-short", delay: 1)),
      File(name: "delay-clamped.png", bytes: try animation(for: "delay-clamped", delay: 3)),
      File(name: "finite-loop.png", bytes: try animation(for: "finite-loop", plays: 3)),
      File(
        name: "missing-loop-block.gif",
        bytes: try ImageEncoder.gif(canvasAnimation(bites), loopCount: nil)),
      File(
        name: "hidden-default-image.png",
        bytes: try animation(
          for: "hidden-default-image", hiddenImage: cookie("hidden-default-image", bite: 0.3))),
      File(
        name: "blank-first-frame.png",
        bytes: try ImageEncoder.apng(canvasAnimation([blank, first], delay: 100), plays: 0)),
      File(
        name: "faint-first-frame.png",
        bytes: try ImageEncoder.apng(
          canvasAnimation([faint, whole, bitten], delay: 100), plays: 0)),
      File(name: "animation-memory.png", bytes: try ImageEncoder.apng(many, plays: 0)),
    ]
  }

  private static func motions() throws -> [File] {
    let dark = Cookie.drawing(for: "photosensitive-flash")
    let light = Cookie.drawing(for: "photosensitive-flash", dough: .dazzling)
    let frames = [0.14, 0.14, 0.2, 0.26].map { Cookie.drawing(for: "duplicate-frames", bite: $0) }
    let eaten = (1...8).map { Cookie.drawing(for: "loop-jump", bite: Double($0) * 0.05) }
    return try [
      ("photosensitive-flash", [dark, light], 6), ("duplicate-frames", frames, 10),
      ("loop-jump", eaten, 10),
    ].map { name, canvases, delay in
      File(
        name: name + ".png",
        bytes: try ImageEncoder.apng(canvasAnimation(canvases, delay: delay), plays: 0))
    }
  }

  // MARK: Packs

  private static func packs() throws -> [File] {
    // Other bytes for the same pixels, and a bite that is hardly larger.
    var copy = ChunkList(try still(for: "label-missing"))
    copy.chunks.insert(("tEXt", Array("Comment\0a copy".utf8)), at: 1)
    let similar = Cookie.drawing(for: "label-too-long", bite: 0.145)
    return try [
      File(name: "name-collision.png", bytes: try still(for: "name-collision")),
      File(
        name: "Name-Collision.jpg",
        bytes: try ImageEncoder.jpeg(Cookie.drawing(for: "Name-Collision"))),
      File(name: "icon-too-small.png", bytes: try still(for: "icon-too-small")),
      File(name: "label-too-long.png", bytes: try still(for: "label-too-long")),
      File(name: "label-missing.png", bytes: try still(for: "label-missing")),
      File(name: "duplicate-sticker.png", bytes: copy.bytes),
      File(name: "near-duplicate.png", bytes: try ImageEncoder.png(similar)),
      File(name: "sequence-frames/1.png", bytes: try still(for: "sequence-frames")),
      File(
        name: "sequence-frames/2.png",
        bytes: try ImageEncoder.png(
          Cookie.drawing(for: "sequence-frames", width: 320, height: 320, bite: 0.2))),
      File(name: "frames-as-stickers/1.png", bytes: try still(for: "frames-as-stickers")),
      File(
        name: "frames-as-stickers/2.png",
        bytes: try ImageEncoder.png(Cookie.drawing(for: "frames-as-stickers", bite: 0.3))),
      File(name: "pack-overfull/one.png", bytes: try still(for: "pack-overfull one")),
      File(name: "pack-overfull/too-many.png", bytes: try still(for: "pack-overfull two")),
    ]
      + ["label-placeholder", "label-repeats-name", "duplicate-label", "translation-missing"].map {
        File(name: $0 + ".png", bytes: try still(for: $0))
      }
  }

  // MARK: Catalogs

  private static func catalogs() throws -> [File] {
    let pack = "Broken.xcstickers/Broken.stickerpack"
    let stickers = [
      "\(pack)/name-in-other-case", "\(pack)/sticker-not-listed",
      "icon-set-missing.xcstickers/Bare.stickerpack/icon-set-missing",
    ].map { path -> (folder: String, name: String) in
      (
        path + ".sticker",
        String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...])
      )
    }
    let sequences: [(name: String, sides: [Int])] = [
      ("sequence-frame-unnamed", [408, 408]), ("sequence-frame-sizes", [408, 300]),
      ("sequence-frame-rate", [408, 408]), ("sequence-stops", [408, 408]),
      ("sequence-size", [408, 408]),
    ]
    return try stickers.map {
      File(name: "\($0.folder)/\($0.name).png", bytes: try still(for: $0.name))
    }
      + sequences.flatMap { name, sides in
        try sides.enumerated().map { index, side in
          let cookie = Cookie.drawing(
            for: name, width: side, height: side, bite: 0.14 + 0.08 * Double(index))
          return File(
            name: "\(pack)/\(name).stickersequence/\(index + 1).png",
            bytes: try ImageEncoder.png(cookie))
        }
      } + icons()
  }

  private static func icons() throws -> [File] {
    func icon(_ name: String, _ width: Int, _ height: Int, _ background: Pixel) -> Bitmap {
      Cookie.drawing(for: name, width: width, height: height, background: background)
    }
    let blue = Pixel(red: 70, green: 120, blue: 200)
    var gray = ColorDescription()
    gray.isGray = true
    // One frame of an animation keeps its alpha channel where all of it is opaque.
    var opaque = ChunkList(
      try ImageEncoder.apng(
        canvasAnimation([icon("icon-alpha-channel", 1024, 768, blue)]), plays: 0))
    opaque.chunks.removeAll { ["acTL", "fcTL"].contains($0.type) }
    return [
      ("icon-wrong-size", try ImageEncoder.png(icon("icon-wrong-size", 120, 120, blue))),
      ("icon-not-opaque", try ImageEncoder.png(icon("icon-not-opaque", 180, 135, .clear))),
      ("icon-not-rgb", try ImageEncoder.png(icon("icon-not-rgb", 134, 100, blue), colors: gray)),
      ("icon-alpha-channel", opaque.bytes),
    ].map {
      File(
        name: "Broken.xcstickers/iMessage App Icon.stickersiconset/\($0.0).png", bytes: $0.1)
    }
  }
}
