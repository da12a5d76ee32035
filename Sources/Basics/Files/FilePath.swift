/// A path in the file system: bytes, not text.
///
/// File systems tell names apart by their bytes, and Swift compares strings by character. As strings,
/// two spellings of "é" are one name, and a slash followed by a combining accent is not a slash.
/// Everything that splits, joins, compares or looks up paths therefore uses this type and not strings.
///
/// A path is kept in one form: without a trailing slash, repeated slashes or `.` components, so
/// `./Pack/` and `Pack` are equal. `..` components stay: what they mean depends on links.
package struct FilePath: Sendable, Hashable, CustomStringConvertible {
  /// The bytes of the path, without a NUL.
  package let bytes: [UInt8]

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// The working directory.
  package static let currentFolder: FilePath = "."

  /// Creates a path from its bytes. A path of no bytes stays empty and names nothing.
  package init(bytes: some Collection<UInt8>) {
    guard !Self.isNormalized(bytes) else {
      self.bytes = Array(bytes)
      return
    }
    let components = bytes.split(separator: Self.slash)
      .filter { !$0.elementsEqual(CollectionOfOne(Self.dot)) }
    let start = bytes.first == Self.slash ? [Self.slash] : []
    let path = start + components.joined(separator: CollectionOfOne(Self.slash))
    self.bytes = path.isEmpty && !bytes.isEmpty ? [Self.dot] : path
  }

  /// Whether bytes are in the one form already, as nearly all are: splitting and joining them would take
  /// most of the time of reading a long list of paths.
  private static func isNormalized(_ bytes: some Collection<UInt8>) -> Bool {
    // The length of the name so far, and whether it is a single dot.
    var (length, isDot) = (0, false)
    var isFirst = true
    for byte in bytes {
      if byte == slash {
        guard isFirst || length > 0 && !isDot else { return false }
        (length, isDot) = (0, false)
      } else {
        length += 1
        isDot = length == 1 && byte == dot
      }
      isFirst = false
    }
    return length > 0 && !isDot
  }

  /// Creates a path from bytes that are in the one form already, such as a part of another path. Deep
  /// trees would otherwise take quadratic time.
  private init(normalized bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  package init(_ text: String) { self.init(bytes: text.utf8) }

  /// The path as text, for reports and other programs. Bytes that are not UTF-8 become U+FFFD.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package var description: String { string }

  /// Whether the bytes are UTF-8, so `string` names the same file.
  package var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// The names between the slashes; none for `/`.
  package var components: [ArraySlice<UInt8>] { bytes.split(separator: Self.slash) }

  /// The last name of the path; empty for `/`.
  package var name: FilePath { FilePath(normalized: lastComponent) }

  /// The bytes after the last slash.
  private var lastComponent: ArraySlice<UInt8> {
    bytes[(bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)...]
  }

  /// The folder that holds the last name: `.` for a single name, and `/` for `/`.
  package var parent: FilePath {
    guard let index = bytes.lastIndex(of: Self.slash) else { return Self.currentFolder }
    return FilePath(normalized: bytes[..<max(index, 1)])
  }

  /// Whether the path names an entry below any folder that it is appended to.
  package var staysInFolder: Bool {
    !bytes.isEmpty && !isAbsolute && self != .currentFolder && !bytes.contains(0)
      && !components.contains { $0.elementsEqual([Self.dot, Self.dot]) }
  }

  /// The part of the name after its last dot, in lower case; empty without one, as in `.png`.
  package var fileExtension: String {
    extensionDot.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self).lowercased() } ?? ""
  }

  /// The name without its extension.
  package var stem: String {
    let name = lastComponent
    return String(decoding: name[..<(extensionDot ?? name.endIndex)], as: UTF8.self)
  }

  /// The dot before the extension. A dot that begins the name hides the file instead.
  private var extensionDot: Int? {
    let name = lastComponent
    guard let dot = name.lastIndex(of: Self.dot), dot > name.startIndex else { return nil }
    return dot
  }

  /// Returns the path of `other`, a relative path, below this folder.
  package func appending(_ other: FilePath) -> FilePath {
    if bytes.isEmpty || self == Self.currentFolder { return other }
    let rest = other.bytes.drop { $0 == Self.slash }
    if rest.isEmpty || other == Self.currentFolder { return self }
    return FilePath(normalized: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + rest)
  }

  package func appending(_ name: String) -> FilePath { appending(FilePath(name)) }

  /// Whether the path is `folder` or below it. Neither may contain links or `..`.
  package func isInside(_ folder: FilePath) -> Bool { relative(to: folder) != nil }

  /// The path below `folder`, `.` for the folder itself; nil when the path is outside of it.
  package func relative(to folder: FilePath) -> FilePath? {
    if self == folder { return Self.currentFolder }
    if folder == Self.currentFolder { return isAbsolute ? nil : self }
    guard bytes.starts(with: folder.bytes) else { return nil }
    let rest = bytes.dropFirst(folder.bytes.count)
    guard folder == "/" || rest.first == Self.slash else { return nil }
    return FilePath(normalized: folder == "/" ? rest : rest.dropFirst())
  }
}

extension FilePath: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }
}

extension FilePath: Comparable {
  package static func < (first: FilePath, second: FilePath) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
}
