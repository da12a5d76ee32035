import Foundation

/// A program that is installed on some machines, as an independent reference.
package struct OtherProgram: Sendable {
  private let name: String
  /// Whether it is installed.
  package let isHere: Bool

  /// Python 3.
  package static let python = OtherProgram("python3", test: ["--version"])
  /// Info-ZIP's unzip.
  package static let unzip = OtherProgram("unzip", test: ["-v"])
  /// The Swift compiler.
  package static let swiftc = OtherProgram("swiftc", test: ["--version"])
  /// git.
  package static let git = OtherProgram("git", test: ["--version"])
  /// Node.js.
  package static let node = OtherProgram("node", test: ["--version"])
  /// The TypeScript compiler, which checks JavaScript.
  package static let tsc = OtherProgram("tsc", test: ["--version"])

  /// The processor of JSON.
  package static let jq = OtherProgram("jq", test: ["--version"])
  /// The decoder of WebP.
  package static let dwebp = OtherProgram("dwebp", test: ["-version"])
  /// FFmpeg.
  package static let ffmpeg = OtherProgram("ffmpeg", test: ["-version"])

  /// A program that is there.
  package init(_ file: URL) { (name, isHere) = (file.path, true) }

  private init(_ name: String, test arguments: [String]) {
    self.name = name
    isHere = (try? Self.run(name, arguments, input: []))?.status == 0
  }

  /// The program's output and errors.
  package func run(
    _ arguments: [String], in folder: URL = Repository.root, input: [UInt8] = []
  ) throws -> String {
    try Self.run(name, arguments, in: folder, input: input).output
  }

  private static func run(
    _ name: String, _ arguments: [String], in place: URL = Repository.root, input: [UInt8]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.currentDirectoryURL = place
    let folder = try TemporaryFolder()
    try folder.write(input, to: "in")
    try folder.write("", to: "out")
    process.standardInput = try FileHandle(forReadingFrom: folder.url.appending(path: "in"))
    let output = try FileHandle(forWritingTo: folder.url.appending(path: "out"))
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: try folder.bytes("out"), as: UTF8.self))
  }
}
