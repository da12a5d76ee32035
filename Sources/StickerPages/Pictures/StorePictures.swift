internal import Basics
internal import ImageCodecs
internal import Pixels
package import StickerLint
internal import StickerReports

/// Pictures of a pack for its page in the App Store: stickers in a conversation, and the drawer.
///
/// They have no text, so they serve all languages, and show no device.
package enum StorePictures {
  /// A picture as a file.
  package struct File: Sendable {
    /// Such as `iphone-1.png`.
    package var name: String
    /// The PNG.
    package var bytes: [UInt8]
  }

  /// A size that App Store Connect asks for, in pixels.
  ///
  /// Source: App Store Connect Help, Screenshot specifications: iPhone with 6.9" display, iPad with 13"
  /// display. App Store Connect scales them for all other devices.
  private struct Size {
    var name: String
    var width: Int
    var height: Int
    /// The pixels of a point.
    var scale: Double
    /// The stickers in a row of the drawer.
    var columns: Int
    /// The width of the conversation, in points.
    var column: Double
    /// The longer side of a sticker in the conversation, in points.
    var sticker: Double

    func scaled(by factor: Double) -> Size {
      var size = self
      size.width = Int(Double(width) * factor)
      size.height = Int(Double(height) * factor)
      size.scale *= factor
      return size
    }
  }

  private static let sizes = [
    Size(
      name: "iphone", width: 1290, height: 2796, scale: 3, columns: 4, column: 390, sticker: 150),
    Size(
      name: "ipad", width: 2064, height: 2752, scale: 2.58, columns: 6, column: 600, sticker: 180),
  ]
  /// The most pictures of a size. App Store Connect accepts ten; search results show three.
  private static let mostPictures = 3
  private static let rows = 2

  private static let white = Pixel(red: 255, green: 255, blue: 255)
  private static let blue = Pixel(red: 64, green: 140, blue: 250)
  private static let line = Pixel(red: 214, green: 217, blue: 224)

  private static let mark = PictureMark("--app-store")

  /// Whether a file that begins with some bytes is one of these pictures.
  package static func isPicture(_ head: some Collection<UInt8>) -> Bool { mark.isIn(head) }

  /// The names of all files that may be written.
  package static var names: [String] {
    sizes.flatMap { size in (1...mostPictures).map { "\(size.name)-\($0).png" } }
  }

  /// The stickers on the pictures of a pack.
  static func shown(of pack: LintedPack) -> [AssetFacts] {
    let most = (sizes.map(\.columns).max() ?? 0) * rows * mostPictures
    return pack.facts.shownStickers.prefix(most).map(\.facts)
  }

  /// Draws the pictures of a pack, one for each drawer of stickers; none without a sticker that can be shown.
  ///
  /// - Parameters:
  ///   - pack: the first pack of a lint.
  ///   - stickers: its drawn stickers.
  ///   - jobs: the number of pictures to draw at the same time.
  ///   - scale: the length of the pictures' sides, 1 for what App Store Connect asks for.
  package static func files(
    of pack: LintedPack, _ stickers: StickerPictures, jobs: Int, scale: Double = 1
  ) async throws -> [File] {
    let art = shown(of: pack).compactMap {
      stickers.still(of: $0, fitting: pack.facts.profile.largestSide)
    }
    guard !art.isEmpty else { return [] }
    let tint = tint(of: art)
    let jobsOfSizes = sizes.map { $0.scaled(by: scale) }.flatMap { size in
      let drawer = size.columns * rows
      let count = min(mostPictures, (art.count + drawer - 1) / drawer)
      return (0..<count).map { (size: size, number: $0, first: $0 * drawer) }
    }
    return try await jobsOfSizes.concurrentMap(jobs: jobs) { job in
      Result {
        var picture = Picture(job.size, art, first: job.first, number: job.number, tint)
        picture.draw()
        return File(
          name: "\(job.size.name)-\(job.number + 1).png",
          bytes: mark.added(to: try ImageEncoder.png(picture.drawing.bitmap)))
      }
    }.map { try $0.get() }
  }

  /// A light color that goes with all stickers: the mean of their visible pixels, mixed with white.
  private static func tint(of art: [Bitmap]) -> Pixel {
    var sum = SIMD4<Double>.zero
    for canvas in art {
      // Every eighth pixel is enough for a mean.
      for index in stride(from: 0, to: canvas.samples.count, by: 32) {
        let alpha = Double(canvas.samples[index + 3])
        sum +=
          SIMD4(
            Double(canvas.samples[index]), Double(canvas.samples[index + 1]),
            Double(canvas.samples[index + 2]), 1) * alpha
      }
    }
    guard sum.w > 0 else { return white }
    let mean = sum / sum.w
    return Pixel(red: UInt8(mean.x), green: UInt8(mean.y), blue: UInt8(mean.z))
      .mixed(with: white, share: 0.82)
  }

  /// A message of the conversation.
  private enum Message {
    /// A bubble with lines in place of text, of which each has a part of the width of the conversation.
    ///
    /// - Parameter hasSticker: whether a sticker is on its corner.
    case bubble(isOwn: Bool, lines: [Double], hasSticker: Bool = false)
    case sticker(isOwn: Bool)
  }

  /// The conversations, one for each picture.
  private static let conversations: [[Message]] = [
    [
      .bubble(isOwn: false, lines: [0.52, 0.34]), .sticker(isOwn: true),
      .bubble(isOwn: true, lines: [0.46], hasSticker: true), .sticker(isOwn: false),
    ],
    [
      .sticker(isOwn: false), .bubble(isOwn: true, lines: [0.5, 0.42]),
      .bubble(isOwn: false, lines: [0.38], hasSticker: true), .sticker(isOwn: true),
    ],
    [
      .bubble(isOwn: true, lines: [0.44], hasSticker: true), .sticker(isOwn: false),
      .bubble(isOwn: false, lines: [0.5, 0.28]), .sticker(isOwn: true),
    ],
  ]

  /// One picture while it is drawn.
  private struct Picture {
    var drawing: Drawing
    private let size: Size
    private let art: [Bitmap]
    /// The first sticker of the drawer.
    private let first: Int
    private let conversation: [Message]
    /// The next sticker of the conversation.
    private var next: Int

    init(_ size: Size, _ art: [Bitmap], first: Int, number: Int, _ tint: Pixel) {
      drawing = Drawing(
        width: size.width, height: size.height, scale: size.scale,
        from: tint.mixed(with: StorePictures.white, share: 0.72), to: tint)
      (self.size, self.art, self.first) = (size, art, first)
      conversation = conversations[number % conversations.count]
      next = first
    }

    mutating func draw() {
      let drawer = drawDrawer()
      let field = drawField(above: drawer)
      let top = drawHeader()
      drawConversation(from: top, to: field)
    }

    /// The person at the other end: a circle and a line.
    private mutating func drawHeader() -> Double {
      let (center, top) = (drawing.width / 2, drawing.height * 0.045)
      let face = Drawing.Box(x: center - 28, y: top, width: 56, height: 56)
      drawing.raise(face, radius: 28, with: StorePictures.white)
      let gray = StorePictures.line
      drawing.fill(
        .init(x: center - 9, y: top + 13, width: 18, height: 18), radius: 9, with: gray)
      drawing.fill(
        .init(x: center - 15, y: top + 34, width: 30, height: 14), radius: 7, with: gray)
      drawing.fill(
        .init(x: center - 32, y: top + 66, width: 64, height: 8), radius: 4, with: gray)
      return top + 86
    }

    /// The drawer with its handle and stickers. Returns its upper edge.
    private mutating func drawDrawer() -> Double {
      // The last drawer begins again with the first stickers, so it is full.
      let shown = (0..<min(art.count, size.columns * StorePictures.rows)).map {
        art[(first + $0) % art.count]
      }
      let columns = min(size.columns, max(3, (shown.count + 1) / 2))
      let rows = (shown.count + columns - 1) / columns
      let (margin, gap, handle) = (24.0, 18.0, 34.0)
      let cell = (drawing.width - 2 * margin - Double(columns - 1) * gap) / Double(columns)
      let height = handle + Double(rows) * (cell + gap) + 26
      let top = drawing.height - height
      // The lower corners are below the picture.
      let panel = Drawing.Box(x: 0, y: top, width: drawing.width, height: height + 60)
      drawing.fill(
        panel.lowered(by: -4), radius: 30, with: Pixel(red: 30, green: 40, blue: 80),
        opacity: 0.12, softness: 16)
      drawing.fill(panel, radius: 30, with: StorePictures.white)
      drawing.fill(
        .init(x: drawing.width / 2 - 20, y: top + 10, width: 40, height: 5), radius: 2.5,
        with: StorePictures.line)
      for (index, sticker) in shown.enumerated() {
        let (column, row) = (index % columns, index / columns)
        drawing.show(
          sticker, x: margin + Double(column) * (cell + gap) + cell / 2,
          y: top + handle + Double(row) * (cell + gap) + cell / 2, side: cell)
      }
      return top
    }

    /// The field for text. Returns its upper edge.
    private mutating func drawField(above drawer: Double) -> Double {
      let left = (drawing.width - size.column) / 2
      let top = drawer - 58
      drawing.raise(
        .init(x: left, y: top, width: 38, height: 38), radius: 19, with: StorePictures.white)
      let gray = Pixel(red: 150, green: 155, blue: 166)
      drawing.fill(
        .init(x: left + 11, y: top + 17.8, width: 16, height: 2.4), radius: 1.2, with: gray)
      drawing.fill(
        .init(x: left + 17.8, y: top + 11, width: 2.4, height: 16), radius: 1.2, with: gray)
      drawing.raise(
        .init(x: left + 50, y: top, width: size.column - 50, height: 38), radius: 19,
        with: StorePictures.white)
      drawing.fill(
        .init(x: left + 68, y: top + 15, width: 84, height: 8), radius: 4,
        with: StorePictures.line)
      return top
    }

    private func height(of message: Message) -> Double {
      switch message {
      case .bubble(_, let lines, _): 26 + Double(lines.count) * 18
      case .sticker: size.sticker
      }
    }

    /// Distributes as many messages as fit, the last ones rather than the first.
    private mutating func drawConversation(from top: Double, to bottom: Double) {
      var messages = conversation
      let smallestGap = 14.0
      func needed() -> Double {
        messages.reduce(smallestGap) { $0 + height(of: $1) + smallestGap }
      }
      while messages.count > 1, needed() > bottom - top { messages.removeFirst() }
      let room = bottom - top - messages.reduce(0) { $0 + height(of: $1) }
      let gap = room / Double(messages.count + 1)
      var y = top + gap
      for message in messages {
        draw(message, at: y)
        y += height(of: message) + gap
      }
    }

    private mutating func draw(_ message: Message, at y: Double) {
      let left = (drawing.width - size.column) / 2
      let height = height(of: message)
      switch message {
      case .sticker(let isOwn):
        let side = size.sticker
        drawing.show(
          takeSticker(), x: isOwn ? left + size.column - side / 2 : left + side / 2,
          y: y + side / 2, side: side)
      case .bubble(let isOwn, let lines, let hasSticker):
        let width = (lines.max() ?? 0) * size.column + 40
        let x = isOwn ? left + size.column - width : left
        drawing.raise(
          .init(x: x, y: y, width: width, height: height), radius: 22,
          with: isOwn ? StorePictures.blue : StorePictures.white)
        for (index, line) in lines.enumerated() {
          drawing.fill(
            .init(
              x: x + 20, y: y + 18 + Double(index) * 18, width: line * size.column, height: 8),
            radius: 4, with: isOwn ? StorePictures.white : StorePictures.line,
            opacity: isOwn ? 0.6 : 1)
        }
        guard hasSticker else { return }
        let side = size.sticker * 0.56
        drawing.show(
          takeSticker(), x: isOwn ? x - 2 : x + width + 2, y: y + height * 0.7, side: side,
          angle: isOwn ? -10 : 10)
      }
    }

    private mutating func takeSticker() -> Bitmap {
      defer { next += 1 }
      return art[next % art.count]
    }
  }
}
