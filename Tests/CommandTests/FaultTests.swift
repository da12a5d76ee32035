import Foundation
import TestSupport
import Testing

/// One fault of each kind: StickerFilesTests have one at each system call, `make faults` those that need mounts.
@Suite("Faults while writing")
struct FaultTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b", "c"] {
      try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "One/\(name).png")
      try folder.write(PNGBytes.still(408, 408, [0, 200, 0, 128]), to: "Two/\(name).png")
    }
    for pack in ["One", "Two"] {
      try folder.write(#"{ "name": "Pack" }"#, to: "\(pack)/stickerpack.json")
    }
  }

  func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: folder.url)
  }

  /// The files below a folder with their bytes.
  func contents(of name: String) throws -> [String: [UInt8]] {
    let files = try folder.files().filter { $0.hasPrefix(name + "/") }
    return try Dictionary(
      uniqueKeysWithValues: files.map { (String($0.dropFirst(name.count)), try folder.bytes($0)) })
  }

  /// The files that a build of each pack writes.
  func bundles() throws -> [[String: [UInt8]]] {
    try ["One", "Two"].map { pack in
      #expect(try run("build", pack, "-o", "Expected/\(pack)").status == 0)
      return try contents(of: "Expected/\(pack)")
    }
  }

  func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("a build that is killed leaves the old bundle or the new one, and the next one cleans up")
  func killed() throws {
    let bundles = try bundles()
    #expect(bundles[0] != bundles[1])
    #expect(try run("build", "One", "-o", "out").status == 0)
    let process = Program.stickerpack.process(["build", "Two", "-o", "out"], in: folder.url)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    while process.isRunning, try entries().count == 4 {}
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(bundles.contains(try contents(of: "out")))
    #expect(try run("build", "Two", "-o", "out").status == 0)
    #expect(try contents(of: "out") == bundles[1])
    #expect(try entries() == ["Expected", "One", "Two", "out"])
  }

  @Test("of two concurrent builds one wins, and both succeed")
  func together() throws {
    let bundles = try bundles()
    let processes = ["One", "Two"].map { pack in
      Program.stickerpack.process(["build", pack, "-o", "out"], in: folder.url)
    }
    for process in processes {
      process.standardOutput = FileHandle.nullDevice
      try process.run()
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(bundles.contains(try contents(of: "out")))
    #expect(try entries() == ["Expected", "One", "Two", "out"])
  }

  static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  @Test(
    "a report that standard output does not take fails, and says why",
    .enabled(if: hasFullDevice, "this system has no /dev/full"),
    arguments: [
      ["lint", "One"], ["lint", "One", "--format", "json"], ["inspect", "One/a.png"], ["rules"],
      ["explain", "delay-zero"], ["--help"], ["build", "One", "-o", "out"],
    ])
  func fullOutput(_ arguments: [String]) throws {
    let process = Program.stickerpack.process(arguments, in: folder.url)
    let errors = Pipe()
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = errors
    try process.run()
    let text = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
    #expect(text == "stickerpack: cannot write to standard output: the disk is full\n")
  }

  @Test(
    "closed standard streams are not mistaken for files",
    arguments: [
      (">&-", 3, "cannot write to standard output: it is closed"), ("<&- >&-", 3, "it is closed"),
      ("2>&-", 0, ""), ("<&-", 0, ""), ("<&- 2>&-", 0, ""), ("<&- >&- 2>&-", 3, ""),
    ])
  func closedStreams(_ redirection: String, _ status: Int32, _ message: String) throws {
    let expected = try bundles()[0]
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.currentDirectoryURL = folder.url
    let program = Program.buildFolder.appending(path: "stickerpack").path
    process.arguments = ["-c", #"exec "$0" build One -o out --archive \#(redirection)"#, program]
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == status)
    #expect((message.isEmpty || text.contains(message)) && !text.contains("Fatal"))
    guard status == 0 else {
      // The findings cannot be printed, so nothing is built.
      #expect(try entries() == ["Expected", "One", "Two"])
      return
    }
    // All of it was written to its own files.
    #expect(try contents(of: "out") == expected)
    #expect(try run("verify", "out.zip").status == 0)
    #expect(try entries() == ["Expected", "One", "Two", "out", "out.zip"])
  }

  @Test("a list of paths from closed standard input is an error and not an empty list")
  func closedInput() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let program = Program.buildFolder.appending(path: "stickerpack").path
    process.arguments = ["-c", #"exec "$0" lint --files-from - <&-"#, program]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(
      String(decoding: text, as: UTF8.self)
        == "stickerpack: cannot read standard input: it is closed\n")
  }

  @Test("a closed pipe ends the program silently")
  func closedPipe() throws {
    let process = Program.stickerpack.process(["rules"], in: folder.url)
    let (output, errors) = (Pipe(), Pipe())
    try output.fileHandleForReading.close()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(text.isEmpty)
    // By the signal, or, where the parent had it ignored, by the status.
    #expect([SIGPIPE, 3].contains(process.terminationStatus))
  }

  @Test("a report is written to a pipe and does not replace it")
  func outputIsNoFile() throws {
    let screen = try run("lint", "One", "--exit-zero").output
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    // Open at both ends, so neither end waits for the other; a pipe holds a report of this size.
    let pipe = try #require(FileHandle(forUpdatingAtPath: folder.path + "/pipe"))
    #expect(try run("lint", "One", "--output", "pipe").status == 0)
    #expect(pipe.availableData == Data(screen.utf8))
    #expect(try entries() == ["One", "Two", "pipe"])
  }

  @Test("a report that cannot be written is named, with the reason")
  func outputIsFolder() throws {
    let result = try run("lint", "One", "--output", "Two")
    #expect(result.status == 3)
    #expect(result.errors == "stickerpack: cannot write Two: is a directory\n")
  }
}
