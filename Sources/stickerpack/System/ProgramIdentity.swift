#if canImport(Darwin)
  internal import Foundation
#endif
internal import Basics
internal import StickerPacks

/// The identity of this build, so that cached facts of other builds are ignored.
enum ProgramIdentity {
  /// The version and the loaded decoders. The content of ``executable`` is the rest of the identity.
  static var current: String { ([Stickerpack.version] + decoders).joined(separator: "\n") }

  #if canImport(Darwin)
    /// The program's file.
    static var executable: FilePath {
      FilePath(Bundle.main.executablePath ?? CommandLine.arguments[0])
    }
  #else
    /// The program's file.
    static var executable: FilePath { "/proc/self/exe" }
  #endif

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
