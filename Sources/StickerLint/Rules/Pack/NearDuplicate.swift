internal import Basics
internal import Pixels

extension Rule {
  private static let change = Option(
    "change", "the largest change of a part of the art between near-duplicates", 16, .percent,
    in: 0...100)

  static let nearDuplicate = Rule(
    id: "near-duplicate",
    title: "Near-duplicate sticker",
    category: .pack, scope: .everywhere, severity: .info,
    severityReason: "Small differences can be intended, as between two expressions.",
    rationale: """
      Both stickers show the same drawing: moved, at another size, in another format, compressed \
      again or with a change that is hardly visible in the browser. Often an old version is left \
      next to the new one. Animations must be alike in several frames. A copy changes nearly all \
      edges a little, so a drawing on the same template, such as a face with another mouth or a stamp \
      with another number, is not reported.
      """,
    fix: "Keep the better one of the two, or make the difference larger.",
    source: "stickerpack: compares 24 × 24 cells of the rectangle around the art",
    options: [change],
    examples: [
      .fails(
        "The same disc at 343 and 280 px",
        [.sticker("hello.png"), .sticker("goodbye.png", Sketch(Sketch.Art(width: 280)))],
        rules: ["uneven-margins": .init(level: .off)]),
      .passes(
        "A brown disc and a red disc",
        [.sticker("hello.png"), .sticker("goodbye.png", Sketch(.other(1)))]),
      .passes(
        "A disc and an animation that begins with it",
        [.sticker("hello.png"), .sticker("breath.png", Sketch(.breathing()))]),
      .passes(
        "Two discs whose browns differ by 1 of 255, with a limit of 0%",
        [.sticker("hello.png"), .sticker("goodbye.png", Sketch(Sketch.Art(fill: 0x9C5F33)))],
        rules: ["near-duplicate": .init(options: ["change": 0])]),
    ],
    check: .pack { pack, options in
      guard pack.source.kind != .files else { return [] }
      var digests: Set<CanvasDigest> = []
      let stickers = pack.assets.compactMap { asset -> Candidate? in
        guard let image = asset.image, image.isDecoded, let digest = image.digest,
          digests.insert(digest).inserted
        else { return nil }
        return Candidate(
          file: asset.source.shownPath,
          frameCount: image.isAnimated ? image.frames.count : 0,
          frames: image.pictures.map { ($0.frame, $0.fingerprint) })
      }
      let limit = options[change] / 100
      var indices: [Candidate.Slot: ArtIndex] = [:]
      return stickers.enumerated().compactMap { index, sticker in
        var earlier: Set<Int> = []
        for frame in sticker.frames {
          let slot = Candidate.Slot(frameCount: sticker.frameCount, index: frame.index)
          earlier.formUnion(indices[slot]?.candidates(for: frame.art) ?? [])
          indices[slot, default: ArtIndex()].add(index, frame.art)
        }
        for other in earlier.sorted().map({ stickers[$0] }) {
          guard let (change, limit) = other.change(to: sticker, limit: limit) else { continue }
          let (name, share) = (pack.source.name(of: other.file).quoted, Text.percent(change))
          return Violation(
            share == "0%"
              ? "It looks the same as \(name)."
              : "It looks like \(name) at a glance: the same drawing with hardly visible changes.",
            measured: Quantity(percent: change), limit: Quantity(percent: limit),
            file: sticker.file, related: [other.file])
        }
        return nil
      }
    })
}

/// A sticker that may look like another.
private struct Candidate {
  var file: FilePath
  /// The number of frames; 0 for a still.
  var frameCount: Int
  /// The indices and fingerprints of representative frames.
  var frames: [(index: Int, art: ArtFingerprint)]

  /// Frames that are compared with each other: those of the same number in animations of the same
  /// length.
  struct Slot: Hashable {
    var frameCount: Int
    var index: Int
  }

  /// The largest change of a part of the art and the limit that it meets, 0 to 1; nil if the stickers
  /// are not alike. All measured frames of animations with the same number must be alike.
  func change(to other: Candidate, limit: Double) -> (change: Double, limit: Double)? {
    guard frameCount == other.frameCount else { return nil }
    var worst: (change: Double, limit: Double)?
    var compared = 0
    for frame in frames {
      guard let partner = other.frames.first(where: { $0.index == frame.index }) else { continue }
      guard
        let difference = frame.art.difference(from: partner.art, limit: Int(clamping: limit * 255))
      else { return nil }
      let change = Double(difference.largestChange) / 255
      guard let most = Self.ceiling(difference.typicalChange),
        difference.concentration <= Self.maximumConcentration
      else { return nil }
      let ceiling = min(limit, most)
      guard change <= ceiling else { return nil }
      if change >= worst?.change ?? 0 { worst = (change, ceiling) }
      compared += 1
    }
    // The most opaque frame of a copy can have another number.
    return compared + 1 >= max(frames.count, other.frames.count) ? worst : nil
  }

  /// The largest share of all changes of a copy in one part of it. More is a detail that was drawn anew.
  private static let maximumConcentration = 0.5

  /// The largest change of a part of a copy, 0 to 1, by the typical change of its edges in steps of an
  /// 8-bit sample; nil if the edges change more than in a copy.
  ///
  /// Scaling, JPEG and palettes change a part of a copy by up to 16 without changing most edges, and by
  /// more if they change all edges: at the lowest quality of JPEG, edges by 18 and a part by 31. The most
  /// similar two of OpenMoji's 1,325 single emoji on one template differ by 18: a neutral face and one with
  /// closed eyes. Other faces on a hand-drawn head change edges by 7 and a part by 34, or edges by 26.
  private static func ceiling(_ typicalChange: Int) -> Double? {
    typicalChange > 24 ? nil : (16 + 2.5 * Double(typicalChange)) / 255
  }
}
