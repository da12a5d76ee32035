import Foundation

/// SHA-256 by a system program, as a reference for the project's own.
package enum Digest {
  /// The digest of `bytes` in lower-case hexadecimal.
  package static func sha256(_ bytes: [UInt8]) -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    #if os(macOS)
      process.arguments = ["shasum", "-a", "256"]
    #else
      process.arguments = ["sha256sum"]
    #endif
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    do {
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data(bytes))
      try input.fileHandleForWriting.close()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: text.prefix(64), as: UTF8.self)
    } catch {
      return "no digest: \(error)"
    }
  }
}
