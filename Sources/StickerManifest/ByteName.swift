/// A name that is compared byte by byte: on Linux, canonically equivalent strings name different files.
struct ByteName: Hashable {
  private let name: String

  init(_ name: String) { self.name = name }

  static func == (left: ByteName, right: ByteName) -> Bool {
    left.name == right.name && left.name.utf8.elementsEqual(right.name.utf8)
  }

  // Equal bytes are equal strings. An array of bytes takes several times as long.
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
