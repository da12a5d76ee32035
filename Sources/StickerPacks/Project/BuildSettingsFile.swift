internal import Basics
internal import ImageContainers

extension ProjectFile.Layer {
  /// The largest file that is read, in bytes: several times any of Xcode's templates.
  private static let mostBytes = 1 << 16
  private static let mostIncludes = 16

  /// The settings of an `.xcconfig` file and of those that it includes.
  ///
  /// An included file that is missing can exist on other machines. What it could override is unknown.
  ///
  /// Source: Xcode Help, "Build settings file syntax".
  ///
  /// - Parameter top: a folder that nothing is read outside of.
  init(configuration file: Location?, within top: FilePath, isIncluded: Bool = false) {
    guard let file, file.path.resolved?.isInside(top) == true,
      let bytes = try? FileReading.bytes(ofFileAt: file.path, limit: Self.mostBytes)
    else {
      isIncomplete = true
      return
    }
    var (offset, includesLeft) = (0, isIncluded ? 0 : Self.mostIncludes)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      defer { offset += line.count + 1 }
      let text = String(decoding: line, as: UTF8.self)
      let code = text.firstRange(of: "//").map { text[..<$0.lowerBound] } ?? text[...]
      if code.hasPrefix("#include") {
        includesLeft -= 1
        let path = code.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first
        include(
          ProjectFile.Layer(
            configuration: includesLeft < 0
              ? nil : path.map { file.parent.appending(String($0)) }, within: top, isIncluded: true)
        )
        continue
      }
      // A condition has an equals sign, too.
      let condition = code.firstIndex(of: "[").flatMap { code[$0...].firstIndex(of: "]") }
      guard let equals = code[(condition ?? code.startIndex)...].firstIndex(of: "=") else {
        continue
      }
      let key = code[..<equals].trimmed
      var value = code[equals...].dropFirst().trimmed
      if value.last == ";" { value = value.dropLast().trimmed }
      // The last one counts.
      if !key.contains("[") { settings[key] = nil }
      add(
        key,
        ProjectFile.Value(
          text: value, file: file.displayPath,
          place: Place(file.displayPath.name.string, offset: offset, line: index + 1, column: 1)))
    }
  }

  private mutating func include(_ other: ProjectFile.Layer) {
    if other.isIncomplete {
      conditional.formUnion(settings.keys)
      isIncomplete = true
    }
    settings = settings.updated(with: other.settings)
    conditional.formUnion(other.conditional)
  }
}

extension StringProtocol {
  /// Without spaces, tabs and returns at both ends.
  fileprivate var trimmed: String {
    let isSpace = { (character: Character) in character.isWhitespace }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
