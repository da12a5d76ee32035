#if canImport(Darwin)
  internal import Foundation
#endif
internal import Basics
internal import StickerPacks

/// What tells this program from every other build of it, so that facts which another one found are
/// not believed.
enum ProgramIdentity {
  /// The version, a hash of the program's file, and the decoders that it was started with.
  static var current: String {
    ([Stickerpack.version, fingerprint] + decoders).joined(separator: "\n")
  }

  #if canImport(Darwin)
    private static var path: FilePath {
      FilePath(Bundle.main.executablePath ?? CommandLine.arguments[0])
    }
  #else
    private static var path: FilePath { "/proc/self/exe" }
  #endif

  // Nobody forges a program to be mistaken for an older one: it has to be quick and no more.
  private static var fingerprint: String {
    let bytes = (try? FileReading.bytes(ofFileAt: path)) ?? []
    var state = UInt64(bytes.count)
    unsafe bytes.withUnsafeBytes { buffer in
      for offset in stride(from: 0, to: buffer.count & ~7, by: 8) {
        let word = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let mixed = state ^ word
        state = (mixed << 29 | mixed >> 35) &* 0x9E37_79B9_7F4A_7C15
      }
    }
    return String(state, radix: 16)
  }

  /// The libraries that decode, where the system tells: their versions are in their names.
  private static var decoders: [String] {
    guard let maps = try? FileStream.bytes(ofFileAt: "/proc/self/maps", limit: 1 << 24) else {
      return []
    }
    let names = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.split(separator: "/").last.map(String.init)
    }
    return Set(names.filter { $0.hasPrefix("libpng") || $0.hasPrefix("libjpeg") }).sorted()
  }
}
