internal import ImageContainers
internal import Pixels
internal import Timing

/// Encodes an animation as a GIF in few bytes without loss: chooses what each frame stores, its palette, and what happens
/// to it afterwards.
///
/// Several plans are followed from frame to frame, as for an APNG; see `FramePlanner`. Unlike there, a frame cannot make
/// pixels transparent, so a plan only continues if what disappears next can be cleared.
struct GIFOptimizer {
  /// The colors of all frames as numbers; 0 is transparent.
  typealias Plane = [Int32]

  /// The frames so far.
  private struct Plan {
    var patches: [GIFEncoding.Patch] = []
    /// The size of all patches, in bytes.
    var cost = 0
    /// The canvas before the last frame was drawn.
    var before: Plane
  }

  /// The number of plans that are followed, which limits time and memory.
  private static let width = 3
  /// The most colors of a frame for which its own palette may be smaller than that of the file.
  private static let fewColors = 16

  private let animation: CanvasAnimation
  private let size: (width: Int, height: Int)
  private var numbers: [UInt32: Int32] = [:]
  private var colors: [Pixel] = [.clear]
  /// The number of a color in the palette of the file, by the color; -1 for others.
  private var shared: [Int32] = []
  /// The colors of the file's palette.
  private var palette: [Int32] = []

  /// - Parameter animation: its pixels are opaque or fully transparent.
  init(_ animation: CanvasAnimation) {
    self.animation = animation
    size = (animation.canvases[0].width, animation.canvases[0].height)
  }

  /// Returns the file, or the smaller one of those with and without a palette that frames share; nil for a frame that
  /// no palette fits.
  mutating func encoded(_ loop: LoopCount, _ colors: ColorDescription) -> [UInt8]? {
    let sets = colorsOfChanges()
    let files = palettes(for: sets).compactMap { palette -> [UInt8]? in
      self.palette = palette
      shared = [Int32](repeating: -1, count: self.colors.count)
      for (index, color) in palette.enumerated() { shared[Int(color)] = Int32(index) }
      guard let plan = plan() else { return nil }
      var gif = GIFEncoding.start(
        of: animation.canvases[0], palette: palette.map { self.colors[Int($0)] }, loop, colors)
      for (patch, delay) in zip(plan.patches, animation.delays) {
        gif += GIFEncoding.image(patch, delay)
      }
      return gif + [0x3B]
    }
    return files.min { $0.count < $1.count }
  }

  // MARK: Palettes

  /// Returns the numbers of a canvas's colors, and gives new colors a number.
  private mutating func plane(of canvas: Bitmap) -> Plane {
    let samples = canvas.samples.span
    var plane: Plane = []
    plane.reserveCapacity(samples.count / 4)
    var (last, number) = (Pixel.clear, Int32(0))
    for start in stride(from: 0, to: samples.count, by: 4) {
      let pixel = samples.pixel(at: start)
      // Most pixels equal their neighbor.
      if pixel != last {
        last = pixel
        number = pixel.alpha == 0 ? 0 : self.number(of: pixel)
      }
      plane.append(number)
    }
    return plane
  }

  private mutating func number(of color: Pixel) -> Int32 {
    if let number = numbers[color.packed] { return number }
    let number = Int32(colors.count)
    numbers[color.packed] = number
    colors.append(color)
    return number
  }

  /// Returns the colors that differ from the canvas before, of each canvas.
  private mutating func colorsOfChanges() -> [[Int32]] {
    var before = Plane(repeating: 0, count: size.width * size.height)
    return animation.canvases.map { canvas in
      let plane = plane(of: canvas)
      var isUsed = [Bool](repeating: false, count: colors.count)
      for (color, other) in zip(plane, before) where color != other { isUsed[Int(color)] = true }
      before = plane
      return isUsed.indices.filter { $0 > 0 && isUsed[$0] }.map { Int32(clamping: $0) }
    }
  }

  /// The palettes that the file may have: all colors, or those of as many frames as possible, and none.
  private func palettes(for sets: [[Int32]]) -> [[Int32]] {
    // Frames whose colors have low indices have short codes.
    func palette(of chosen: [Int32], from sets: [[Int32]]) -> [Int32] {
      let first = [15, 31, 63, 127].reduce(none) { $0.extended(to: $1, with: sets) }
      let rest = first.extended(to: 255, with: chosen.isEmpty ? sets : []).colors
      let palette = rest + chosen.filter { !first.contains($0) }
      return palette.count < 256 ? [0] + palette : palette
    }
    let none = Cover(colorCount: colors.count)
    guard colors.count > 257 else {
      return [palette(of: Array(1..<Int32(colors.count)), from: sets)]
    }
    let chosen = none.extended(to: 255, with: sets).colors
    let isChosen = Set(chosen)
    let inside = sets.filter { $0.allSatisfy(isChosen.contains) }
    return [[], palette(of: [], from: sets), palette(of: chosen, from: inside)]
  }

  /// Colors of whole frames.
  private struct Cover {
    private(set) var colors: [Int32] = []
    private var isCovered: [Bool]

    /// The number of frames with which a choice begins, each of which takes time.
    private static let seedCount = 8

    init(colorCount: Int) { isCovered = [Bool](repeating: false, count: colorCount) }

    func contains(_ color: Int32) -> Bool { isCovered[Int(color)] }

    /// Returns the colors with those of as many frames as possible, weighted by the sizes of their tables.
    func extended(to limit: Int, with sets: [[Int32]]) -> Cover {
      let open = sets.filter { missing(of: $0) > 0 }
      let step = max(1, open.count / Self.seedCount)
      var best = (cover: self, weight: 0)
      for seed in stride(from: 0, to: open.count, by: step) {
        var cover = self
        var rest = open
        var (next, weight) = (seed, 0)
        while !rest.isEmpty, cover.colors.count + cover.missing(of: rest[next]) <= limit {
          cover.add(rest[next])
          weight += 3 << GIFEncoding.bits(ofColors: rest[next].count + 1)
          rest.remove(at: next)
          let counts = rest.map { cover.missing(of: $0) }
          next = counts.indices.min { counts[$0] < counts[$1] } ?? 0
        }
        if weight > best.weight { best = (cover, weight) }
      }
      return best.cover
    }

    private func missing(of set: [Int32]) -> Int { set.count { !isCovered[Int($0)] } }

    private mutating func add(_ set: [Int32]) {
      for color in set where !isCovered[Int(color)] {
        isCovered[Int(color)] = true
        colors.append(color)
      }
    }
  }

  // MARK: Frames

  /// Returns the cheapest plan that was found; nil if a frame has too many colors.
  private mutating func plan() -> Plan? {
    let empty = Plane(repeating: 0, count: size.width * size.height)
    var plans = [Plan(before: empty)]
    var shown = empty
    var wanted = plane(of: animation.canvases[0])
    for index in animation.canvases.indices {
      let isLast = index + 1 == animation.canvases.count
      let next = isLast ? wanted : plane(of: animation.canvases[index + 1])
      let vanishing = isLast ? nil : area { wanted[$0] != 0 && next[$0] == 0 }
      var extended: [Plan] = []
      for base in bases(of: plans, shown, isFirst: index == 0)
      where !zip(wanted, base.plane).contains(where: { $0 == 0 && $1 != 0 }) {
        let changed = area { wanted[$0] != base.plane[$0] }
        let smallest = changed ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
        let larger = vanishing.map { changed?.union($0) ?? $0 } ?? smallest
        for area in smallest == larger ? [smallest] : [smallest, larger] {
          // Only what can be cleared before the next frame.
          guard
            vanishing.map({ area.union($0) == area }) ?? true
              || !zip(base.plane, next).contains(where: { $0 != 0 && $1 == 0 }),
            let patch = patch(of: wanted, over: base.plane, in: area)
          else { continue }
          var plan = base.plan
          if let disposal = base.disposal {
            plan.patches[plan.patches.count - 1].dispose = disposal
          }
          plan.patches.append(patch)
          plan.cost += patch.size
          plan.before = base.plane
          extended.append(plan)
        }
      }
      extended.sort { $0.cost < $1.cost }
      extended.removeLast(max(0, extended.count - Self.width))
      guard !extended.isEmpty else { return nil }
      (plans, shown, wanted) = (extended, wanted, next)
    }
    return plans[0]
  }

  /// The different canvases over which a frame can be drawn, each at the lowest cost, and what is done with the frame
  /// before.
  private func bases(
    of plans: [Plan], _ shown: Plane, isFirst: Bool
  ) -> [(plan: Plan, disposal: DisposeOperation?, plane: Plane)] {
    var bases = [(plan: plans[0], disposal: DisposeOperation?.none, plane: shown)]
    guard !isFirst else { return bases }
    func add(_ disposal: DisposeOperation, _ plane: Plane, _ plan: Plan) {
      guard !bases.contains(where: { $0.plane == plane }) else { return }
      bases.append((plan, disposal, plane))
    }
    for plan in plans {
      var cleared = shown
      let area = plan.patches[plan.patches.count - 1].area
      for y in area.y..<area.y + area.height {
        for place in y * size.width + area.x..<y * size.width + area.x + area.width {
          cleared[place] = 0
        }
      }
      add(.background, cleared, plan)
      add(.previous, plan.before, plan)
    }
    return bases
  }

  /// Returns the bounds of the pixels that satisfy a predicate on their position; nil for none.
  private func area(where isIncluded: (Int) -> Bool) -> PixelRect? {
    var (left, right, top, bottom) = (size.width, -1, -1, -1)
    for y in 0..<size.height {
      let row = y * size.width
      guard let first = (0..<size.width).first(where: { isIncluded(row + $0) }) else { continue }
      let last = (first..<size.width).last { isIncluded(row + $0) } ?? first
      (left, right, bottom) = (min(left, first), max(right, last), y)
      if top < 0 { top = y }
    }
    guard right >= 0 else { return nil }
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Returns the smallest frame in the file's palette or its own; nil if neither has its colors.
  private func patch(of wanted: Plane, over base: Plane, in area: PixelRect) -> GIFEncoding.Patch? {
    var pixels: Plane = []
    var isKept: [Bool] = []
    for y in area.y..<area.y + area.height {
      for place in y * size.width + area.x..<y * size.width + area.x + area.width {
        pixels.append(wanted[place])
        isKept.append(wanted[place] == base[place])
      }
    }
    var changed = [Int32](repeating: 0, count: colors.count)
    var kept = changed
    for (color, isKept) in zip(pixels, isKept) {
      if isKept { kept[Int(color)] += 1 } else { changed[Int(color)] += 1 }
    }
    let needed = changed.indices.filter { changed[$0] > 0 }.map { Int32(clamping: $0) }
    var patches: [GIFEncoding.Patch] = []
    let isShared = !palette.isEmpty && needed.allSatisfy { shared[Int($0)] >= 0 }
    if isShared {
      let own = ColorIndices(palette, of: needed, shared)
      if let patch = patch(pixels, isKept, own, area, palette: []) { patches.append(patch) }
    }
    if !isShared || needed.count <= Self.fewColors, needed.count <= 256 {
      // Colors that the table has room for may continue a string.
      let room = 1 << GIFEncoding.bits(ofColors: needed.count + 1)
      let more = kept.indices.dropFirst().filter { kept[$0] > 0 && changed[$0] == 0 }
        .sorted { kept[$0] > kept[$1] }.prefix(max(0, min(256, room) - needed.count - 1))
      let table =
        (isKept.contains(true) && needed.count < 256 ? [0] : []) + needed
        + more.map { Int32(clamping: $0) }
      var places = [Int32](repeating: -1, count: colors.count)
      for (index, color) in table.enumerated() { places[Int(color)] = Int32(index) }
      let own = ColorIndices(table, of: needed, places)
      if let patch = patch(pixels, isKept, own, area, palette: table.map { colors[Int($0)] }) {
        patches.append(patch)
      }
    }
    return patches.min { $0.size < $1.size }
  }

  /// A palette's indices for a frame.
  private struct ColorIndices {
    /// The index of each color; -1 for those that are not used.
    var places: [Int32]
    /// The index that leaves a pixel as it is; nil if all are colors of the frame.
    var transparent: UInt8?

    /// - Parameter places: the index of each color in a table; -1 for those that it does not have.
    init(_ table: [Int32], of needed: [Int32], _ places: [Int32]) {
      self.places = places
      guard table.first != 0 else {
        transparent = 0
        return
      }
      let isNeeded = Set(needed)
      guard let index = table.firstIndex(where: { !isNeeded.contains($0) }) else { return }
      transparent = UInt8(index)
      self.places[Int(table[index])] = -1
    }
  }

  /// Returns the smallest of the ways to store a frame in a palette; nil if it needs a transparent color too many.
  private func patch(
    _ pixels: Plane, _ isKept: [Bool], _ own: ColorIndices, _ area: PixelRect, palette: [Pixel]
  ) -> GIFEncoding.Patch? {
    var best: GIFEncoding.Patch?
    for way in KeptPixels.allCases {
      var usesTransparent = false
      var keepCosts = [Float](repeating: .infinity, count: pixels.count)
      var indices = [UInt8](repeating: own.transparent ?? 0, count: pixels.count)
      var highest: UInt8 = 0
      for place in pixels.indices {
        let index = own.places[Int(pixels[place])]
        let hasColor = index >= 0 && pixels[place] != 0
        if hasColor, !isKept[place] || way != .transparent || own.transparent == nil {
          indices[place] = UInt8(index)
          if isKept[place], way == .either, own.transparent != nil {
            keepCosts[place] = 0
            usesTransparent = true
          }
        } else {
          guard own.transparent != nil else { return nil }
          usesTransparent = true
        }
        highest = max(highest, indices[place])
      }
      if usesTransparent { highest = max(highest, own.transparent ?? 0) }
      var encoder = LZWEncoder(
        bits: GIFEncoding.bits(ofColors: Int(highest) + 1),
        .init(
          indices: (0...UInt8.max).map { [($0, 0)] }, transparent: own.transparent ?? 0))
      for judgedCodes in [64, 256, 0] {
        encoder.judgedCodes = judgedCodes
        let data = encoder.encode(indices, keepCosts: keepCosts, limits: keepCosts.map { _ in 0 })
          .data
        let patch = GIFEncoding.Patch(
          area: area, data: data, dispose: .none,
          transparent: usesTransparent ? own.transparent : nil, palette: palette)
        if patch.size < best?.size ?? .max { best = patch }
        if !encoder.wasFull { break }
      }
    }
    return best
  }

  /// The storage of pixels that stay as they are.
  private enum KeptPixels: CaseIterable { case either, transparent, colored }
}

extension GIFEncoding.Patch {
  /// The size of the compressed pixels and the palette, in bytes.
  fileprivate var size: Int {
    data.count + (palette.isEmpty ? 0 : 3 << GIFEncoding.bits(ofColors: palette.count))
  }
}

extension LosslessOptimizer {
  /// Encodes an animation of opaque and fully transparent pixels as a GIF, or a still image of one canvas.
  ///
  /// - Throws: `codecFailed` if a side is out of range, or a frame has more colors than a palette.
  package func gif(
    _ animation: CanvasAnimation, loop: LoopCount, colors: ColorDescription = .init()
  ) throws(ImageError) -> [UInt8] {
    try GIFEncoding.checkSize(of: animation.canvases[0])
    var optimizer = GIFOptimizer(animation)
    guard let file = optimizer.encoded(loop, colors) else {
      throw .codecFailed("a frame has more colors than a palette")
    }
    try check(file, is: animation, loop: animation.canvases.count > 1 ? loop : nil)
    return file
  }
}
