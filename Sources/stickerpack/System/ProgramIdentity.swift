#if canImport(Darwin)
  internal import Foundation
#endif
internal import Basics
internal import StickerPacks

/// The identity of this build, so that cached facts of other builds are ignored.
enum ProgramIdentity {
  /// The version, a hash of the executable, and the loaded decoders.
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

  // Fast rather than cryptographic: forging a program gains nothing.
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

  /// The names of the loaded decoding libraries, which contain their versions. Linux only.
  private static var decoders: [String] {
    guard let maps = try? FileStream.bytes(ofFileAt: "/proc/self/maps", limit: 1 << 24) else {
      return []
    }
    let names = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.split(separator: "/").last.map(String.init)
    }
    let libraries = ["libdeflate", "libjpeg", "libpng"]
    return Set(names.filter { name in libraries.contains { name.hasPrefix($0) } }).sorted()
  }
}
