import Foundation
import TestSupport
import Testing

/// A rebuild into a folder that has more than a name: an owner, permissions, or another file system.
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

  /// The files that a build of a pack writes.
  func bundle(of pack: String) throws -> [String: [UInt8]] {
    #expect(try run("build", pack, "-o", "Expected").status == 0)
    defer { try? FileManager.default.removeItem(atPath: world.path + "/Expected") }
    return try contents(of: "Expected")
  }

  func entries(of name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: world.path + "/" + name).sorted()
  }

  // MARK: Folders that cannot be exchanged

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
  static let canChangeUser: Bool = succeeds(["setpriv", "--reuid=65534", "--clear-groups", "true"])

  @Test(
    "a mount point is refused and nothing is left in it, and a folder in it is built into",
    .enabled(if: canMount, "mounting needs root and Linux"))
  func mountPoint() throws {
    #expect(mkdir(world.path + "/out", 0o755) == 0)
    let script = """
      cd '\(world.path)' && mount -t tmpfs tmpfs out && ! "$0" build One -o out 2> errors.txt &&
      [ -z "$(ls -A out)" ] && "$0" build One -o out/Pack && "$0" build Two -o out/Pack && cp -r out/Pack copy
      """
    let program = Program.buildFolder.appending(path: "stickerpack").path
    #expect(Self.succeeds(["unshare", "-m", "sh", "-c", script, program]))
    let errors = String(decoding: try world.bytes("errors.txt"), as: UTF8.self)
    #expect(errors.contains("out cannot be replaced: it is a mount point, or "), "\(errors)")
    #expect(try contents(of: "copy") == bundle(of: "Two"))
    #expect(try entries() == ["One", "Two", "copy", "errors.txt", "out"])
  }

  @Test(
    "a read-only disk is named, and the folder on it keeps its files",
    .enabled(if: canMount, "mounting needs root and Linux"))
  func readOnlyDisk() throws {
    #expect(mkdir(world.path + "/disk", 0o755) == 0)
    let script = """
      cd '\(world.path)' && mount -t tmpfs tmpfs disk && "$0" build One -o disk/out &&
      mount -o remount,ro disk && ! "$0" build Two -o disk/out 2> errors.txt && cp -r disk/out copy
      """
    let program = Program.buildFolder.appending(path: "stickerpack").path
    #expect(Self.succeeds(["unshare", "-m", "sh", "-c", script, program]))
    let errors = String(decoding: try world.bytes("errors.txt"), as: UTF8.self)
    #expect(errors.hasSuffix("disk/out: the file system is read-only\n"), "\(errors)")
    #expect(try contents(of: "copy") == bundle(of: "One"))
  }

  @Test(
    "a folder in one that cannot be written to is refused, and keeps its files",
    .enabled(if: canChangeUser, "another user needs root and setpriv"))
  func readOnlyParent() throws {
    let out = world.path + "/out"
    #expect(try run("build", "One", "-o", "out").status == 0)
    #expect(chmod(world.path, 0o755) == 0)
    #expect(chown(out, 65534, 65534) == 0)
    #expect(
      !Self.succeeds([
        "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
        Program.buildFolder.appending(path: "stickerpack").path, "build", world.path + "/Two",
        "-o", out, "--quiet",
      ]))
    #expect(try contents(of: "out") == bundle(of: "One"))
    #expect(try entries() == ["One", "Two", "out"])
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
      try run("build", "One", "-o", "out", "--emit", "xcodeproj", "--emit", "xcodegen").status == 0)
    try world.write("mine", to: "out/Pack.xcodeproj/xcuserdata/me")
    let line =
      "removed: Project, project.yml, Pack.xcodeproj/project.pbxproj and 6 more; --emit writes the project again"
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
