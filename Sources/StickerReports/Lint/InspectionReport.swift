internal import Basics
internal import ImageContainers
internal import Pixels
package import StickerLint
internal import StickerManifest
internal import StickerPacks

/// The facts about a file as text and JSON.
package enum InspectionReport {
  /// The version of the JSON format. Incompatible changes get a new number.
  package static let schema = "stickerpack.inspection/2"

  // MARK: Text

  /// Text: a line for each fact, then an animation's frame table. Ends in a newline.
  package static func text(of asset: AssetFacts, style: TextStyle) -> String {
    let rows = properties(of: asset)
    let width = (rows.map { $0.name.count }.max() ?? 0) + 2
    var lines = [style.bold(asset.source.displayPath.withoutControls)]
    lines += rows.map { row in
      "  " + style.faint(row.name.padded(to: width)) + row.value.withoutControls
    }
    if let image = asset.image {
      if image.isAnimated || image.frames.count > 1 {
        lines += [""] + frameTable(of: image, style)
      }
      if !image.defects.isEmpty { lines.append("") }
      for defect in image.defects {
        let place = defect.place.map { " (\($0.inWords))" } ?? ""
        lines.append(
          "  " + style.colored("defect", .error) + "  " + (defect.message + place).withoutControls)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func properties(of asset: AssetFacts) -> [(name: String, value: String)] {
    var rows: [(name: String, value: String)] = []
    rows.append(("size", "\(Text.number(asset.byteCount)) bytes"))
    if let problem = asset.readProblem { rows.append(("unreadable", "\(problem)")) }
    guard let image = asset.image else {
      rows.append(("content", asset.signature.map(name(of:)) ?? "unknown"))
      return rows
    }
    rows.append(("format", describe(image)))
    if let canvas = image.canvas { rows.append(("canvas", describe(canvas))) }
    rows += containerRows(image.container)
    if let first = image.frameAlpha.first { rows.append(("alpha", describe(first))) }
    if let legibility = image.legibility {
      rows.append(
        (
          "legibility",
          "\(legibility.mean) of 100 on average, \(legibility.worst) on \(legibility.worstBackdrop)"
        ))
    }
    if image.isAnimated {
      let duration = image.frames.reduce(0) { $0 + $1.delay.milliseconds }
      rows.append(
        (
          "animation",
          "\(image.frames.count) frames, \(Text.milliseconds(duration)), \(loop(image))"
        ))
    }
    return rows
  }

  private static func name(of signature: FileSignature) -> String {
    switch signature {
    case .unsupported(let format): format.name
    case .empty: "empty"
    case .gitLFSPointer: "Git LFS pointer"
    case .png, .gif, .jpeg, .unknown: "unknown"
    }
  }

  private static func describe(_ image: ImageFacts) -> String {
    switch image.container {
    case .png(let png):
      guard let header = png.header else { return image.format.name }
      let color =
        switch header.colorType {
        case .gray: "gray"
        case .grayAlpha: "gray and alpha"
        case .indexed: "indexed, \((png.palette?.count ?? 0) / 3) colors"
        case .rgb: "RGB"
        case .rgba: "RGBA"
        }
      let bits = "\(header.bitDepth) \(header.bitDepth == 1 ? "bit" : "bits")"
      return "\(image.format.name), \(color), \(bits)\(header.interlaced ? ", interlaced" : "")"
    case .gif(let gif): return "GIF\(gif.version)"
    case .jpeg(let jpeg):
      let colors = jpeg.isCMYK ? "inks (CMYK)" : jpeg.components == 1 ? "gray" : "color"
      return "JPEG, \(jpeg.coding?.rawValue ?? "without a frame header"), \(colors)"
    }
  }

  private static func describe(_ canvas: CanvasSize) -> String {
    let sizeClass = GridSize.allCases.first {
      $0.pixels == canvas.width && $0.pixels == canvas.height
    }
    return sizeClass.map { "\(canvas), size class \($0.rawValue)" } ?? "\(canvas)"
  }

  private static func describe(_ alpha: AlphaStatistics) -> String {
    func percent(_ count: Int) -> String {
      let tenths = (Double(count) * 1000 / Double(max(1, alpha.total))).rounded()
      return "\(tenths / 10)%"
    }
    return "\(percent(alpha.opaque)) opaque, \(percent(alpha.translucent)) translucent,"
      + " \(percent(alpha.transparent)) transparent"
  }

  private static func containerRows(
    _ container: ImageContainer
  ) -> [(name: String, value: String)] {
    switch container {
    case .png(let png):
      let chunks = png.chunks.map { $0.count == 1 ? $0.type : "\($0.type) × \($0.count)" }
      let shown = chunks.prefix(24) + (chunks.count > 24 ? ["… \(chunks.count - 24) more"] : [])
      return (png.profileName.map { [("profile", $0)] } ?? [])
        + [("chunks", shown.joined(separator: ", "))]
    case .gif(let gif):
      var rows = [
        (name: "palette", value: gif.globalPalette.map { "\($0.count / 3) colors" } ?? "local only")
      ]
      if gif.profileBlock != nil { rows.append(("profile", "embedded")) }
      return rows
    case .jpeg(let jpeg):
      var rows: [(name: String, value: String)] = []
      if let space = jpeg.profileColorSpace { rows.append(("profile", space)) }
      if jpeg.orientation != 1 { rows.append(("orientation", "\(jpeg.orientation), applied")) }
      return rows
    }
  }

  private static func loop(_ image: ImageFacts) -> String {
    switch image.container.loop {
    case .forever: "loops forever"
    case .times(1): "plays once"
    case .times(let plays): "plays \(plays) times"
    case .unstated, nil: "plays once (no loop block)"
    }
  }

  private static func frameTable(of image: ImageFacts, _ style: TextStyle) -> [String] {
    let header = ["frame", "delay", "x", "y", "width", "height", "dispose", "blend", "bytes"]
    let rows = image.frames.enumerated().map { index, frame in
      [
        "\(index + 1)",
        "\(frame.delay.numerator)/\(frame.delay.denominator) s", "\(frame.x)", "\(frame.y)",
        "\(frame.width)", "\(frame.height)", frame.dispose.rawValue, frame.blend.rawValue,
        Text.number(frame.byteCount),
      ]
    }
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      "  "
        + zip(cells, widths).map { cell, width in
          String(repeating: " ", count: width - cell.count) + cell
        }.joined(separator: "  ")
    }
    return [style.faint(line(header))] + rows.map(line)
  }

  // MARK: JSON

  /// JSON. Ends in a newline.
  package static func json(of assets: [AssetFacts]) -> [UInt8] {
    JSONStream.object { report in
      report.add("images", objects: assets) { add($1, to: &$0) }
      report.add("schema", schema)
    }
  }

  private static func add(_ asset: AssetFacts, to json: inout JSONStream) {
    let facts = asset.image
    json.add("alpha", objects: facts?.frameAlpha) {
      $0.add("opaque", $1.opaque)
      $0.add("translucent", $1.translucent)
      $0.add("translucentAlpha", Int(clamping: $1.translucentAlpha))
      $0.add("transparent", $1.transparent)
    }
    if case .png(let png) = facts?.container {
      json.add("chunks", objects: png.chunks) {
        $0.add("byteCount", $1.byteCount)
        $0.add("count", $1.count)
        $0.add("offset", $1.offset)
        $0.add("type", $1.type)
      }
    }
    if facts == nil { json.add("content", asset.signature.map { name(of: $0) }) }
    json.add("defects", objects: facts?.defects) {
      $0.add("kind", $1.kind)
      $0.add("message", $1.message)
      $0.add("place", $1.place)
    }
    json.add("description", facts.map { describe($0) })
    json.add("frames", objects: facts?.frames) {
      $0.add("blend", $1.blend)
      $0.add("byteCount", $1.byteCount)
      $0.add("delayDenominator", $1.delay.denominator)
      $0.add("delayNumerator", $1.delay.numerator)
      $0.add("dispose", $1.dispose)
      $0.add("height", $1.height)
      $0.add("offset", $1.offset)
      $0.add("width", $1.width)
      $0.add("x", $1.x)
      $0.add("y", $1.y)
    }
    json.add("image") { $0.addMembers(about: asset) }
    json.add("plays", facts?.container.loop?.plays)
    json.add("problem", asset.readProblem.map { "\($0)" })
  }
}
