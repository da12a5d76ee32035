internal import Basics

extension Rule.Example.File {
  /// The `Contents.json` of a folder.
  ///
  /// - Parameters:
  ///   - members: its members without `info`, as JSON without the outer braces.
  ///   - isUsual: whether it is as Xcode writes it and has nothing to do with the rule.
  static func contents(of folder: String, _ members: String, isUsual: Bool = false) -> Self {
    let text = """
      {
        "info" : { "author" : "xcode", "version" : 1 }\(members.isEmpty ? "" : ",\n  ")\(members)
      }

      """
    return .file("\(folder)/Contents.json", isUsual ? .usualText(text) : .text(text))
  }
}

extension [Rule.Example.File] {
  /// The name of the pack without a catalog.
  private static let pack = "Pack.stickerpack"
  private static let usualProperties = #""grid-size" : "regular""#
  private static let usualList = #"[ { "filename" : "hello.sticker" } ]"#

  /// A pack of an asset catalog with the sticker `hello`, as Xcode writes it.
  ///
  /// - Parameter changes: files that replace its own or are added to them.
  static func stickerPack(
    _ name: String = pack, changing changes: [Rule.Example.File] = []
  ) -> [Rule.Example.File] {
    let files: [Rule.Example.File] = [
      .contents(of: name, list(usualList, usualProperties), isUsual: true),
      .contents(of: "\(name)/hello.sticker", sticker("hello.png"), isUsual: true),
      .sticker("\(name)/hello.sticker/hello.png"),
    ]
    return files.filter { file in !changes.contains { $0.path == file.path } } + changes
  }

  /// The pack with other properties or another list of stickers, as JSON without outer braces.
  static func stickerPack(
    properties: String, stickers: String = usualList
  ) -> [Rule.Example.File] {
    stickerPack(changing: [.contents(of: pack, list(stickers, properties))])
  }

  /// The pack with another name of the sticker's image in its `Contents.json`.
  static func stickerPack(filename: String) -> [Rule.Example.File] {
    stickerPack(changing: [.contents(of: "\(pack)/hello.sticker", sticker(filename))])
  }

  private static func list(_ stickers: String, _ properties: String) -> String {
    #"""
    "properties" : { \#(properties) },
      "stickers" : \#(stickers)
    """#
  }

  private static func sticker(_ filename: String) -> String {
    #""properties" : { "accessibility-label" : "Biscuit waves", "filename" : "\#(filename)" }"#
  }

  /// A pack with the sequence `dance`.
  ///
  /// - Parameters:
  ///   - duration: the number of frames per second.
  ///   - repetitions: the number of repetitions; nil for none in its properties.
  ///   - entries: the elements of its list of frames, as JSON; all frames by default.
  static func sequence(
    _ frames: [Sketch] = [Sketch(), Sketch(Sketch.Art(width: 335))], duration: Int = 15,
    repetitions: Int? = nil, list entries: String? = nil
  ) -> [Rule.Example.File] {
    let folder = "\(pack)/dance.stickersequence"
    let all = frames.indices.map { #"{ "filename" : "\#($0 + 1).png" }"# }.joined(separator: ", ")
    let properties =
      #""duration" : \#(duration), "duration-type" : "fps""#
      + (repetitions.map { #", "repetitions" : \#($0)"# } ?? "")
    return [
      .contents(
        of: pack, list(#"[ { "filename" : "dance.stickersequence" } ]"#, usualProperties),
        isUsual: true),
      .contents(
        of: folder,
        #"""
        "frames" : [ \#(entries ?? all) ],
          "properties" : { "accessibility-label" : "Biscuit dances", \#(properties) }
        """#),
    ] + frames.enumerated().map { .sticker("\(folder)/\($0.offset + 1).png", $0.element) }
  }

  /// A catalog with packs and all icons.
  ///
  /// - Parameters:
  ///   - icons: icons that replace the default, a brown field, by the names of their slots.
  ///   - empty: the names of slots without an icon; nil for a catalog without an icon set.
  ///   - text: a part of the icon set's list, which another one replaces.
  static func catalog(
    packs: [String] = ["Pack"], icons: [String: Sketch] = [:], empty: [String]? = [],
    replacing text: String = "", with other: String = ""
  ) -> [Rule.Example.File] {
    let catalog = "Stickers.xcstickers"
    var files: [Rule.Example.File] = [.contents(of: catalog, "", isUsual: true)]
    for pack in packs { files += stickerPack("\(catalog)/\(pack).stickerpack") }
    guard let empty else { return files }
    let set = "\(catalog)/iMessage App Icon.stickersiconset"
    var entries: [String] = []
    for slot in IconSlot.all {
      let platform = slot.platform.map { #""platform" : "\#($0)", "# } ?? ""
      var entry =
        #""idiom" : "\#(slot.idiom)", \#(platform)"scale" : "\#(slot.scale)x", "size" : "\#(slot.size)""#
      if !empty.contains(slot.name) {
        let file = "\(slot.name).png"
        entry = #""filename" : "\#(file)", "# + entry
        let icon = Sketch.icon(width: slot.pixels.width, height: slot.pixels.height)
        files.append(.sticker("\(set)/\(file)", icons[slot.name] ?? icon))
      }
      entries.append("    { \(entry) }")
    }
    let images = "\"images\" : [\n\(entries.joined(separator: ",\n"))\n  ]"
    let changed = text.isEmpty ? images : images.replacing(text, with: other)
    return files + [.contents(of: set, changed, isUsual: changed == images)]
  }
}

extension Sketch {
  /// An icon: a brown field that fills its canvas of this size in pixels.
  static func icon(width: Int, height: Int, coding: Coding = .rgb) -> Sketch {
    Sketch(
      Sketch.Art(width: 0, backdrop: 0x9C5F32), side: width, height: height, coding: coding)
  }
}
