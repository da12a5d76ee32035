import Foundation
import TestSupport
import Testing

/// A rebuild into a folder that has more than a name: a mount point, an owner, permissions.
@Suite("Output folders")
struct OutputPlaceTests {
  let world: TemporaryFolder

  init() throws {
    world = try TemporaryFolder()
    for (pack, names) in [("One", ["a", "b"]), ("Two", ["a", "c"])] {
      for name in names {
        try world.write(
          PNGBytes.still(300, 300, [UInt8(pack.utf8.count), 9, 0, 128]), to: "\(pack)/\(name).png")
      }
      try world.write(
        #"{ "name": "Pack", "project": { "bundleId": "com.example.pack" } }"#,
        to: "\(pack)/stickerpack.json")
    }
  }

  func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: world.url)
  }

  /// The files of a folder with their bytes.
  func contents(of name: String) throws -> [String: [UInt8]] {
    let files = try world.files().filter { $0.hasPrefix(name + "/") }
    return try Dictionary(
      uniqueKeysWithValues: files.map { (String($0.dropFirst(name.count)), try world.bytes($0)) })
  }

  /// What a build of each pack gives.
  func bundles() throws -> [[String: [UInt8]]] {
    try ["One", "Two"].map { pack in
      #expect(try run("build", pack, "-o", "Expected").status == 0)
      defer { try? FileManager.default.removeItem(atPath: world.path + "/Expected") }
      return try contents(of: "Expected")
    }
  }

  func entries(of name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: world.path + "/" + name).sorted()
  }

  // MARK: Folders that cannot be exchanged

  /// A process in a mount namespace in which `out` is a mount point of itself.
  func mounted(_ script: String) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let program = Program.buildFolder.appending(path: "stickerpack").path
    process.arguments = ["unshare", "-m", "sh", "-c", "mount --bind out out && \(script)", program]
    process.currentDirectoryURL = world.url
    process.standardOutput = FileHandle.nullDevice
    return process
  }

  func runMounted(_ script: String) throws -> Int32 {
    let process = mounted(script)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  static func succeeds(_ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  static let canMount: Bool = succeeds(["unshare", "-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt"])

  @Test(
    "a mount point is built into, and files of the user stay",
    .enabled(if: canMount, "mounting needs root and Linux"))
  func mountPoint() throws {
    let bundles = try bundles()
    #expect(mkdir(world.path + "/out", 0o755) == 0)
    #expect(try runMounted(#"exec "$0" build One -o out"#) == 0)
    #expect(try contents(of: "out") == bundles[0])
    for name in ["notes.txt", ".git/a", "images/notes.txt", "Stickers.xcstickers/b/c"] {
      try world.write("precious", to: "out/" + name)
    }
    #expect(try runMounted(#""$0" build Two -o out && exec "$0" verify out"#) == 1)
    var files = try contents(of: "out")
    for name in ["notes.txt", ".git/a", "images/notes.txt", "Stickers.xcstickers/b/c"] {
      #expect(files.removeValue(forKey: "/" + name) == Array("precious".utf8))
    }
    #expect(files == bundles[1])
    #expect(try entries() == ["One", "Two", "out"])
    // On the outside it is a folder like any other.
    #expect(try run("build", "One", "-o", "out").status == 0)
    #expect(try entries(of: "out").count == 5)
  }

  @Test(
    "another file system is built into, with a full disk as well",
    .enabled(if: canMount, "mounting needs root and Linux"))
  func fileSystem() throws {
    let bundles = try bundles()
    #expect(mkdir(world.path + "/out", 0o755) == 0)
    let status = try runMounted(
      """
      mount -t tmpfs -o size=64k tmpfs out && ! "$0" build One -o out 2>full.txt &&
      [ -z "$(ls -A out)" ] && mount -o remount,size=9m out &&
      "$0" build One -o out && "$0" build Two -o out --archive && "$0" verify out && cp -r out copy
      """)
    #expect(status == 0)
    #expect(String(decoding: try world.bytes("full.txt"), as: UTF8.self).contains("disk is full"))
    #expect(try contents(of: "copy") == bundles[1])
    #expect(try entries() == ["One", "Two", "copy", "full.txt", "out", "out.zip"])
  }

  @Test(
    "a killed build of a mount point leaves whole files, and the next one cleans up",
    .enabled(if: canMount, "mounting needs root and Linux"))
  func killed() throws {
    let bundles = try bundles()
    #expect(mkdir(world.path + "/out", 0o755) == 0)
    #expect(try runMounted(#"exec "$0" build Two -o out"#) == 0)
    try world.write("precious", to: "out/images/notes.txt")
    for moment in 0..<8 {
      let process = mounted(#"exec "$0" build \#(moment % 2 == 0 ? "One" : "Two") -o out"#)
      try process.run()
      // Some at the commit, which begins when the manifest is written.
      while process.isRunning, moment > 2,
        try !entries(of: "out").contains(where: { name in
          FileManager.default.fileExists(atPath: "\(world.path)/out/\(name)/manifest.json")
        })
      {}
      usleep(UInt32(moment) * 500)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      for (name, bytes) in try contents(of: "out") where !name.hasPrefix("/.stickerpack.draft-") {
        #expect(
          name == "/images/notes.txt" || bundles.contains { $0[name] == bytes }, "\(name)")
      }
      #expect(try world.bytes("out/images/notes.txt") == Array("precious".utf8))
    }
    #expect(try runMounted(#"exec "$0" build Two -o out"#) == 0)
    var files = try contents(of: "out")
    #expect(files.removeValue(forKey: "/images/notes.txt") == Array("precious".utf8))
    #expect(files == bundles[1])
  }

  @Test("what a killed build of a mount point has begun is ended, wherever the next one runs")
  func ended() throws {
    #expect(try run("build", "One", "-o", "out").status == 0)
    #expect(try run("build", "Two", "-o", "new").status == 0)
    // The state after a kill when one of three entries was exchanged, and added to since.
    let draft = "out/.stickerpack.draft-1"
    #expect(mkdir(world.path + "/" + draft, 0o755) == 0)
    var record = "d 1 1 .\0"
    for name in ["Stickers.xcstickers", "images", "manifest.json"] {
      let file = world.path + "/new/" + name
      var status = stat()
      let code = lstat(file, &status)
      #expect(code == 0)
      record += "e 0 \(status.st_ino) \(name)\0"
      #expect(rename(file, world.path + "/\(draft)/" + name) == 0)
    }
    try world.write(record + "\0", to: draft + ".lock")
    for (old, new) in [
      ("out/Stickers.xcstickers", "old"),
      (draft + "/Stickers.xcstickers", "out/Stickers.xcstickers"),
      ("old", draft + "/Stickers.xcstickers"),
    ] { #expect(rename(world.path + "/" + old, world.path + "/" + new) == 0) }
    try world.write("late", to: draft + "/Stickers.xcstickers/late.txt")
    try world.write("precious", to: "out/images/notes.txt")
    let expected = try bundles()[0]
    #expect(try run("build", "One", "-o", "out").status == 0)
    var files = try contents(of: "out")
    #expect(files.removeValue(forKey: "/Stickers.xcstickers/late.txt") == Array("late".utf8))
    #expect(files.removeValue(forKey: "/images/notes.txt") == Array("precious".utf8))
    #expect(files == expected)
  }

  static let canChangeUser: Bool = succeeds(["setpriv", "--reuid=65534", "--clear-groups", "true"])

  @Test(
    "a folder in one that cannot be written to is built into",
    .enabled(if: canChangeUser, "another user needs root and setpriv"))
  func readOnlyParent() throws {
    let out = world.path + "/out"
    #expect(mkdir(out, 0o755) == 0)
    #expect(chmod(world.path, 0o755) == 0)
    #expect(chown(out, 65534, 65534) == 0)
    for pack in ["One", "Two"] {
      #expect(
        Self.succeeds([
          "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
          Program.buildFolder.appending(path: "stickerpack").path, "build",
          world.path + "/" + pack, "-o", out, "--quiet",
        ]))
    }
    #expect(try contents(of: "out") == bundles()[1])
    #expect(try entries(of: "out") == ["Stickers.xcstickers", "images", "manifest.json"])
  }

  // MARK: What a folder keeps

  @Test("a rebuild keeps the folder's permissions, owner, group and extended attributes")
  func attributes() throws {
    let out = world.path + "/out"
    #expect(mkdir(out, 0o755) == 0)
    #expect(try run("build", "One", "-o", "out").status == 0)
    let isRoot = getuid() == 0
    if isRoot { #expect(chown(out, 65534, 65533) == 0) }
    #expect(chmod(out, 0o2770) == 0)
    let python = OtherProgram.python
    let attribute = """
      import os, sys
      try:
          if sys.argv[2] == "set": os.setxattr(sys.argv[1], "user.note", b"mine")
          print(os.getxattr(sys.argv[1], "user.note"))
      except (OSError, AttributeError): print("unsupported")
      """
    let before = python.isHere ? try python.run(["-c", attribute, out, "set"]) : ""
    #expect(try run("build", "Two", "-o", "out").status == 0)
    var status = stat()
    var code = stat(out, &status)
    #expect(code == 0 && status.st_mode & 0o7777 == 0o2770)
    if isRoot { #expect(status.st_uid == 65534 && status.st_gid == 65533) }
    if python.isHere { #expect(try python.run(["-c", attribute, out, "get"]) == before) }
    // Folders in it have its group, because it says so.
    code = stat(out + "/images", &status)
    #expect(code == 0)
    if isRoot { #expect(status.st_gid == 65533) }
  }

  @Test("what is no longer built is removed, and both a dry run and the build say so")
  func removed() throws {
    #expect(
      try run("build", "One", "-o", "out", "--emit", "xcodeproj", "--emit", "bazel").status == 0)
    try world.write("mine", to: "out/Pack.xcodeproj/xcuserdata/me")
    let line =
      "removed: BUILD.bazel, MODULE.bazel, Project and 7 more; --emit writes the project again"
    let plan = try run("build", "Two", "-o", "out", "--dry-run")
    #expect(plan.output.contains("\n  \(line)\n"), "\(plan.output)")
    let result = try run("build", "Two", "-o", "out")
    #expect(result.errors.contains("stickerpack: \(line)\n"), "\(result.errors)")
    #expect(
      try entries(of: "out") == [
        "Pack.xcodeproj", "Stickers.xcstickers", "images", "manifest.json",
      ]
    )
    #expect(try entries(of: "out/Pack.xcodeproj") == ["xcuserdata"])
    let again = try run("build", "Two", "-o", "out")
    #expect(!again.errors.contains("removed") && again.status == 0)
  }
}
