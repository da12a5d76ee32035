import Foundation
import TestSupport
import Testing

/// A rebuild replaces what stickerpack wrote and nothing else.
@Suite("Rebuilding")
struct RebuildTests {
  let world: TemporaryFolder

  init() throws {
    world = try TemporaryFolder()
    for (name, green) in [("a", 10), ("b", 20)] {
      try world.write(
        PNGBytes.still(408, 408, [200, UInt8(green), 0, 128]), to: "Pack/\(name).png")
    }
    try world.write(
      #"{ "project": { "bundleId": "com.example.pack" } }"#, to: "Pack/stickerpack.json")
  }

  func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: world.url)
  }

  func build(_ options: String...) throws -> Program.Run {
    try Program.stickerpack.run(["build", "Pack", "-o", "out"] + options, in: world.url)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: world.path + "/" + name)
  }

  func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: world.path).sorted()
  }

  /// The attributes of an entry that a user notices, the file's identity included.
  func attributes(_ name: String) throws -> String {
    let all = try FileManager.default.attributesOfItem(atPath: world.path + "/" + name)
    let isFolder = all[.type] as? FileAttributeType == .typeDirectory
    let keys: [FileAttributeKey] =
      [.type, .posixPermissions, .modificationDate] + (isFolder ? [] : [.systemFileNumber])
    return try keys.map { "\(all[$0] ?? "")" }.joined(separator: " ")
      + (isFolder ? "" : " \(world.snapshot()[name] ?? "")")
  }

  /// The part of `stickerpack schema difference` that these tests read.
  struct Difference: Decodable {
    struct Pack: Decodable {
      struct Sticker: Decodable { var kinds: [String] }
      struct Count: Decodable { var old: Int?, new: Int? }
      var stickers: [Sticker]
      var stickerCount: Count
    }
    var schema: String
    var same: Bool
    var packs: [Pack]
  }

  func changes() throws -> Difference {
    try JSONDecoder().decode(Difference.self, from: Data(world.bytes("changes.json")))
  }

  @Test("a report has what differs from the replaced bundle, in the format of diff")
  func report() throws {
    let options = ["--report", "json=changes.json", "--report", "markdown=changes.md"]
    func build() throws {
      let result = try Program.stickerpack.run(
        ["build", "Pack", "-o", "out", "-q"] + options, in: world.url)
      #expect(result.status == 0 && result.output.isEmpty)
    }
    try build()
    var changes = try changes()
    #expect(changes.schema == "stickerpack.difference/1" && !changes.same)
    #expect(changes.packs[0].stickerCount.old == nil && changes.packs[0].stickerCount.new == 2)
    #expect(changes.packs[0].stickers.map(\.kinds) == [["added"], ["added"]])
    try build()
    changes = try self.changes()
    #expect(changes.same && changes.packs[0].stickers.isEmpty)

    let old = try Program.stickerpack.run(["build", "Pack", "-o", "old"], in: world.url)
    #expect(old.status == 0)
    try remove("Pack/a.png")
    try world.write(PNGBytes.still(408, 408, [9, 20, 0, 128]), to: "Pack/b.png")
    try world.write(PNGBytes.still(408, 408, [7, 7, 0, 128]), to: "Pack/c.png")
    try build()
    changes = try self.changes()
    #expect(changes.packs[0].stickers.map(\.kinds) == [["added"], ["removed"], ["changed"]])
    // The same as comparing the bundles afterwards.
    let compared = try run("diff", "old", "out", "--format", "json")
    #expect(compared.output == String(decoding: try world.bytes("changes.json"), as: UTF8.self))
    let markdown = try run("diff", "old", "out", "--format", "markdown")
    #expect(markdown.output == String(decoding: try world.bytes("changes.md"), as: UTF8.self))
  }

  @Test("a report says that a sticker was fitted, and nothing is reported without a build")
  func fittedReport() throws {
    try world.write(PNGBytes.still(900, 900, [200, 90, 0, 128]), to: "Pack/b.png")
    let refused = try build("--report", "text=changes.txt")
    #expect(refused.status == 1)
    #expect(!FileManager.default.fileExists(atPath: world.path + "/changes.txt"))
    for name in ["a", "b"] {
      try world.write(PNGBytes.still(408, 408, [200, 10, 0, 128]), to: "Pack/\(name).png")
    }
    #expect(try build("--report", "text=changes.txt").status == 0)
    let large = PNGBytes.still(900, 900, [200, 90, 0, 128])
    try world.write(large, to: "Pack/b.png")
    #expect(try build("--fit", "--report", "text=changes.txt").status == 0)
    let text = String(decoding: try world.bytes("changes.txt"), as: UTF8.self)
    #expect(
      text.contains(
        "fitted from \(large.count.formatted(.number.locale(.init(identifier: "en_US")))) bytes"))
    #expect(text.contains("1 changed"))
  }

  @Test("reports that a build cannot make are refused")
  func refusedReports() throws {
    let page = try build("--report", "html=changes.html")
    #expect(
      page.status == 2 && page.errors.contains("--report html requires the images of both bundles"))
    let dry = try build("--report", "json=changes.json", "--dry-run")
    #expect(dry.status == 2 && dry.errors.contains("--report cannot be combined with --dry-run"))
  }

  @Test("files that the manifest does not list survive at their place, untouched")
  func added() throws {
    #expect(try build().status == 0)
    let sticker = "out/Stickers.xcstickers/Pack.stickerpack/b.sticker"
    for name in [
      "out/.git/objects/ab/cd", "out/fastlane/Fastfile", "out/images/notes.txt",
      "\(sticker)/sketch.txt", "out/readonly/inside",
    ] {
      try world.write("precious \(name)", to: name)
    }
    try world.link("out/link", to: "../Pack")
    #expect(mkdir(world.path + "/out/empty", 0o750) == 0)
    #expect(chmod(world.path + "/out/fastlane/Fastfile", 0o755) == 0)
    #expect(chmod(world.path + "/out/readonly", 0o555) == 0)
    let old = utimbuf(actime: 1_000_000_000, modtime: 1_000_000_000)
    for name in ["out/empty", "out/fastlane", "out/.git/objects"] {
      _ = withUnsafePointer(to: old) { utime(world.path + "/" + name, $0) }
    }
    let mine = [
      "out/.git", "out/.git/objects", "out/.git/objects/ab/cd", "out/fastlane",
      "out/fastlane/Fastfile", "out/images/notes.txt", "\(sticker)/sketch.txt", "out/link",
      "out/empty", "out/readonly", "out/readonly/inside",
    ]
    let before = try mine.map { try attributes($0) }
    // The sticker's folder is not part of the new bundle.
    try remove("Pack/b.png")
    #expect(try build().status == 0)
    #expect(try mine.map { try attributes($0) } == before)
    #expect(try !world.files().contains { $0.contains("b@3x") })
    #expect(try entries() == ["Pack", "out"])
    #expect(try run("verify", "out").output.contains("6 extra, 1 link"))
    #expect(chmod(world.path + "/out/readonly", 0o755) == 0)
  }

  @Test("a listed file that was changed stops the build by name, unless it is forced")
  func changed() throws {
    #expect(try build().status == 0)
    let before = try world.snapshot(without: ["out"])
    try world.write("mine", to: "out/images/a@1x.png")
    try remove("out/images/a@2x.png")
    try remove("out/images/a@3x.png")
    try world.link("out/images/a@3x.png", to: "../../Pack/a.png")
    let edited = try world.snapshot()
    let result = try build()
    #expect(result.status == 2)
    #expect(
      result.errors == """
        stickerpack: 2 files in out changed after the last build: images/a@1x.png, images/a@3x.png; \
        restore or remove them, or use --force

        """)
    #expect(try world.snapshot() == edited)
    #expect(try build("--force").status == 0)
    #expect(try run("verify", "out").status == 0)
    // The target of the link is as it was.
    #expect(try world.snapshot(without: ["out"]) == before)
    try remove("out/images/a@1x.png")
    #expect(try build().status == 0)
    #expect(try run("verify", "out").status == 0)
  }

  @Test(
    "a manifest that lists no files justifies no removal",
    arguments: [
      #"{ "schema": "stickerpack.manifest/2" }"#,
      #"{ "schema": "stickerpack.manifest/2", "files": [] }"#,
      #"{ "schema": "stickerpack.collection/1", "packs": [] }"#,
      #"{ "schema": "stickerpack.manifest/2", "files": [{ "file": "../x", "bytes": 1, "sha256": "" }] }"#,
      #"{ "schema": "other/1", "files": [] }"#, "{",
    ])
  func emptyManifest(_ manifest: String) throws {
    try world.write(manifest, to: "out/manifest.json")
    for name in ["", "out/notes.txt"] {
      if !name.isEmpty { try world.write("precious", to: name) }
      let before = try world.snapshot()
      for option in ["--archive", "--force"] {
        let result = try build(option)
        #expect(result.status == 2)
        #expect(result.errors.contains("out contains files that stickerpack did not write"))
      }
      #expect(try world.snapshot() == before)
    }
  }

  @Test("the Finder's and the Explorer's files count as nothing")
  func fileManagers() throws {
    try world.write("view", to: "out/.DS_Store")
    try world.write("view", to: "out/Thumbs.db")
    #expect(try build("--archive").status == 0)
    #expect(try world.bytes("out/.DS_Store") == Array("view".utf8))
    let sticker = "out/Stickers.xcstickers/Pack.stickerpack/b.sticker"
    try world.write("view", to: "\(sticker)/.DS_Store")
    #expect(try run("verify", "out").status == 0)
    #expect(try run("diff", "out", "out.zip", "--exit-code").status == 0)
    try remove("Pack/b.png")
    #expect(try build("--archive").status == 0)
    #expect(try !world.snapshot().keys.contains(sticker))
    #expect(try world.bytes("out/.DS_Store") == Array("view".utf8))
  }

  @Test(
    "a file of the user's at the place of a new one stops the build, even a forced one",
    arguments: [
      ("images/c@2x.png", "images/c@2x.png"),
      ("Stickers.xcstickers/Pack.stickerpack/c.sticker", nil),
      ("images/c@1x.png/inside", "images/c@1x.png"),
    ])
  func inTheWay(_ name: String, _ named: String?) throws {
    #expect(try build().status == 0)
    try world.write("precious", to: "out/" + name)
    try world.write(PNGBytes.still(408, 408, [0, 90, 0, 128]), to: "Pack/c.png")
    let before = try world.snapshot()
    for option in ["--archive", "--force"] {
      let result = try build(option)
      #expect(result.status == 2)
      #expect(
        result.errors.contains(
          "stickerpack: out/\(named ?? name) is not from stickerpack, and the build writes another"),
        "\(result.errors)")
    }
    #expect(try world.snapshot() == before)
    try remove("out/" + (named ?? name))
    #expect(try build().status == 0)
  }

  @Test("an archive to which a file was added is refused")
  func archive() throws {
    #expect(try build("--archive").status == 0)
    // The bundle's folder as an archive in stickerpack's own format, with a file that is not listed.
    try world.write("precious", to: "out/notes.txt")
    let program = """
      import os, sys, zipfile
      folder, path = sys.argv[1:]
      names = sorted((os.path.relpath(os.path.join(top, name), folder)
                      for top, _, files in os.walk(folder) for name in files), key=os.fsencode)
      names.remove("manifest.json")
      with zipfile.ZipFile(path, "w") as archive:
          for name in ["manifest.json"] + names:
              entry = zipfile.ZipInfo(name)
              entry.flag_bits |= 0x800
              entry.create_system, entry.external_attr = 3, 0o100644 << 16
              archive.writestr(entry, open(os.path.join(folder, name), "rb").read())
      """
    guard OtherProgram.python.isHere else { return }
    _ = try OtherProgram.python.run(["-c", program, world.path + "/out", world.path + "/out.zip"])
    let before = try world.snapshot()
    let result = try build("--archive", "--force")
    #expect(result.status == 2)
    #expect(result.errors.contains("out.zip is not an archive that stickerpack wrote"))
    #expect(try world.snapshot() == before)
  }

  @Test("in a project, added files survive and edited ones stop the build")
  func project() throws {
    #expect(try build("--emit", "xcodeproj").status == 0)
    let project = try #require(
      world.files().first { $0.hasSuffix(".xcodeproj/project.pbxproj") }?.dropLast(
        "/project.pbxproj".count))
    let mine = [
      "\(project)/xcuserdata/me.xcuserdatad/state.plist",
      "\(project)/xcshareddata/xcschemes/Mine.xcscheme",
    ]
    for name in mine { try world.write("mine", to: name) }
    #expect(try build("--emit", "xcodeproj").status == 0)
    for name in mine { #expect(try world.bytes(name) == Array("mine".utf8)) }
    try world.write("mine", to: "\(project)/project.pbxproj")
    let result = try build("--emit", "xcodeproj")
    #expect(result.status == 2)
    #expect(result.errors.contains("1 file in out changed after the last build"))
  }

  @Test("a dry run says what is replaced, what is kept and what stops the build")
  func dryRun() throws {
    #expect(try build().status == 0)
    #expect(try build("--dry-run").output.contains("replaced: 27 files that stickerpack wrote"))
    for name in ["notes.txt", ".git/a", ".git/b", "images/c.txt", "z.txt"] {
      try world.write("mine", to: "out/" + name)
    }
    let kept = try build("--dry-run")
    #expect(kept.status == 0)
    #expect(kept.output.contains("\n  kept: .git, images/c.txt, notes.txt and 1 more\n"))
    try world.write("mine", to: "out/images/a@1x.png")
    let before = try world.snapshot()
    let stopped = try build("--dry-run")
    #expect(stopped.status == 2)
    #expect(stopped.output.contains("\n  changed after the last build: images/a@1x.png\n"))
    #expect(stopped.errors.hasPrefix("stickerpack: 1 file in out changed after the last build"))
    #expect(try build("--dry-run", "--force").status == 0)
    try world.write("mine", to: "other/notes.txt")
    let refused = try run("build", "Pack", "-o", "other", "--dry-run")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("other contains files that stickerpack did not write"))
    #expect(try world.snapshot(without: ["other"]) == before)
  }

  // MARK: After a kill

  /// The state after a kill between the exchange of the folders and the removal of the old one.
  func exchange() throws {
    #expect(try build().status == 0)
    try FileManager.default.copyItem(
      atPath: world.path + "/out", toPath: world.path + "/.out.draft-1")
    // The draft was another folder, and no entry of the user's was adopted by it.
    try world.write("d 1 1 .\0\0", to: ".out.draft-1.lock")
  }

  @Test("what was added to an old folder that a killed build left is moved to the new one")
  func recovered() throws {
    try exchange()
    try world.write("late", to: ".out.draft-1/a/late.txt")
    try world.link(".out.draft-1/link", to: "nowhere")
    #expect(try build().status == 0)
    #expect(try world.bytes("out/a/late.txt") == Array("late".utf8))
    #expect(try world.snapshot()["out/link"] == "NSFileTypeSymbolicLink nowhere")
    #expect(try entries() == ["Pack", "out"])
  }

  @Test("what cannot be moved is set aside and named, and the next build succeeds")
  func setAside() throws {
    try exchange()
    try world.write("one", to: ".out.draft-1/notes.txt")
    try world.write("other", to: "out/notes.txt")
    try world.write("edited", to: ".out.draft-1/images/a@1x.png")
    let result = try build()
    #expect(result.status == 3)
    let kept = try #require(entries().first { $0.hasPrefix("out.kept-") })
    #expect(result.errors.contains("files changed while out was replaced; they are in \(kept):"))
    #expect(
      try world.files().filter { $0.hasPrefix(kept) } == [
        "\(kept)/images/a@1x.png", "\(kept)/notes.txt",
      ])
    #expect(try world.bytes("out/notes.txt") == Array("other".utf8))
    #expect(try build().status == 0)
    #expect(try world.bytes("\(kept)/notes.txt") == Array("one".utf8))
    #expect(try entries() == ["Pack", "out", kept].sorted())
  }

  @Test("an unfinished draft is removed without the files that it shares with the bundle")
  func unfinished() throws {
    #expect(try build().status == 0)
    try world.write("precious", to: "out/notes.txt")
    try world.write("half", to: ".out.draft-1/images/a@1x.png")
    #expect(link(world.path + "/out/notes.txt", world.path + "/.out.draft-1/notes.txt") == 0)
    try world.write("", to: ".out.draft-1.lock")
    #expect(try build().status == 0)
    #expect(try world.bytes("out/notes.txt") == Array("precious".utf8))
    #expect(try entries() == ["Pack", "out"])
  }

  // MARK: Signals

  @Test("a signal ends a build without anything left", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ number: Int32) throws {
    #expect(try build().status == 0)
    try world.write("precious", to: "out/notes.txt")
    let before = try world.snapshot()
    var hasEnded = false
    // On a busy machine the build may end before the signal, which must not change anything either.
    for _ in 0..<50 where !hasEnded {
      let process = Program.stickerpack.process(
        ["build", "Pack", "-o", "out", "--jobs", "1"], in: world.url)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      // Once there is a lock file.
      while process.isRunning, try entries().count == 2 {}
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      hasEnded = process.terminationReason == .uncaughtSignal
      #expect(process.terminationStatus == (hasEnded ? number : 0))
      #expect(try entries() == ["Pack", "out"])
      #expect(try world.snapshot() == before)
    }
    #expect(hasEnded)
  }

  // MARK: Reports

  @Test("a report or baseline does not overwrite art, images or configurations")
  func reports() throws {
    try world.write(PNGBytes.still(10, 10, [1, 2, 3, 255]), to: "photo")
    try world.write("broken", to: "Pack/broken.png")
    let before = try world.snapshot()
    for (file, reason) in [
      ("Pack/a.png", "Pack/a.png is an image"), ("photo", "photo is an image"),
      ("Pack/../Pack/broken.png", "broken.png is a file of the pack Pack"),
      ("Pack/stickerpack.json", "Pack/stickerpack.json is a configuration"),
    ] {
      for option in [["--output", file], ["--report", "json=\(file)"]] {
        let result = try Program.stickerpack.run(["lint", "Pack"] + option, in: world.url)
        #expect(result.status == 2)
        #expect(result.errors.contains(reason + " and was not overwritten"), "\(result.errors)")
      }
      let result = try run("lint", "Pack", "--write-baseline", file)
      #expect(result.status == 2)
      #expect(result.errors.contains("was not overwritten"))
    }
    #expect(try world.snapshot() == before)
    // A report is overwritten.
    for format in ["html", "sarif", "junit", "text"] {
      for _ in 0..<2 {
        let result = try run("lint", "Pack", "--format", format, "--output", "r", "--exit-zero")
        #expect(result.status == 0, "\(result.errors)")
      }
    }
    #expect(try run("report", "merge", "r", "--output", "photo").status == 2)
    #expect(try world.snapshot(without: ["r"]) == before)
  }
}
