extension Rule.Example.File {
  /// The `Contents.json` of a folder.
  ///
  /// - Parameter members: its members without `info`, as JSON without the outer braces.
  static func contents(of folder: String, _ members: String) -> Self {
    .file("\(folder)/Contents.json", .text(json(members)))
  }

  fileprivate static func usual(_ folder: String, _ members: String) -> Self {
    .file("\(folder)/Contents.json", .usualText(json(members)))
  }

  private static func json(_ members: String) -> String {
    """
    {
      "info" : { "author" : "xcode", "version" : 1 }\(members.isEmpty ? "" : ",\n  ")\(members)
    }

    """
  }
}

extension [Rule.Example.File] {
  /// A pack of an asset catalog with the sticker `hello`, as Xcode writes it.
  ///
  /// - Parameter changes: files that replace its own or are added to them.
  static func stickerPack(
    _ name: String = "Pack.stickerpack", changing changes: [Rule.Example.File] = []
  ) -> [Rule.Example.File] {
    let files: [Rule.Example.File] = [
      .usual(
        name,
        #"""
        "properties" : { "grid-size" : "regular" },
          "stickers" : [ { "filename" : "hello.sticker" } ]
        """#),
      .usual(
        "\(name)/hello.sticker",
        #"""
        "properties" : { "accessibility-label" : "Biscuit waves", "filename" : "hello.png" }
        """#),
      .sticker("\(name)/hello.sticker/hello.png"),
    ]
    return files.filter { file in !changes.contains { $0.path == file.path } } + changes
  }

  /// A pack with the sequence `dance`.
  ///
  /// - Parameters:
  ///   - properties: the properties of the sequence without its label, as JSON without braces.
  ///   - list: the elements of its list of frames, as JSON; all frames by default.
  static func sequence(
    _ frames: [Sketch], properties: String = #""duration" : 15, "duration-type" : "fps""#,
    list: String? = nil
  ) -> [Rule.Example.File] {
    let pack = "Pack.stickerpack"
    let folder = "\(pack)/dance.stickersequence"
    let all = frames.indices.map { #"{ "filename" : "\#($0 + 1).png" }"# }.joined(separator: ", ")
    return [
      .usual(
        pack,
        #"""
        "properties" : { "grid-size" : "regular" },
          "stickers" : [ { "filename" : "dance.stickersequence" } ]
        """#),
      .contents(
        of: folder,
        #"""
        "frames" : [ \#(list ?? all) ],
          "properties" : { "accessibility-label" : "Biscuit dances", \#(properties) }
        """#),
    ] + frames.enumerated().map { .sticker("\(folder)/\($0.offset + 1).png", $0.element) }
  }

  /// A catalog with packs and all icons.
  ///
  /// - Parameters:
  ///   - icons: icons that replace the default, a brown field, by the names of their slots.
  ///   - empty: the names of slots without an icon; nil for a catalog without an icon set.
  static func catalog(
    packs: [String] = ["Pack"], icons: [String: Sketch] = [:], empty: [String]? = []
  ) -> [Rule.Example.File] {
    let catalog = "Stickers.xcstickers"
    var files: [Rule.Example.File] = [.usual(catalog, "")]
    for pack in packs { files += stickerPack("\(catalog)/\(pack).stickerpack") }
    guard let empty else { return files }
    let set = "\(catalog)/iMessage App Icon.stickersiconset"
    var entries: [String] = []
    for slot in IconSlot.all {
      var entry =
        #""idiom" : "\#(slot.idiom)", "scale" : "\#(slot.scale)x", "size" : "\#(slot.size)""#
      if !empty.contains(slot.name) {
        let file = "\(slot.name).png"
        entry = #""filename" : "\#(file)", "# + entry
        let icon = Sketch.icon(width: slot.pixels.width, height: slot.pixels.height)
        files.append(.sticker("\(set)/\(file)", icons[slot.name] ?? icon))
      }
      entries.append("    { \(entry) }")
    }
    return files + [.usual(set, "\"images\" : [\n\(entries.joined(separator: ",\n"))\n  ]")]
  }
}

extension Sketch {
  /// An icon: a brown field that fills its canvas of this size in pixels.
  static func icon(width: Int, height: Int, coding: Coding = .rgb) -> Sketch {
    Sketch(
      Sketch.Art(width: 0, backdrop: 0x9C5F32), side: width, height: height, coding: coding)
  }
}
