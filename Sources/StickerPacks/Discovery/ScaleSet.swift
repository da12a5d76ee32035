internal import Basics

/// The images of one sticker as design tools export them: `love@3x.png` is the art, `love@2x.png` and
/// `love.png` or `love@1x.png` are the same at smaller scales. Most sets are one image.
struct ScaleSet {
  /// The name of the art's file.
  private(set) var art: String
  /// The name without a scale, such as `love.png`.
  let name: FilePath
  /// The names of the images at smaller scales, by scale.
  private(set) var smaller: [Int: String] = [:]
  /// The scale of the art if the set has a scale but no @3x; the others of it are not used then.
  private(set) var largestScale: Int?

  /// Groups names. The sets have the order of the first name of each.
  static func sets(of names: [String]) -> [ScaleSet] {
    var order: [FilePath] = []
    var groups: [FilePath: [Int: String]] = [:]
    // A name without a scale is the image at @1x, unless there is another one.
    for name in names {
      let (plain, scale) = parts(of: name)
      if groups[plain] == nil { order.append(plain) }
      groups[plain, default: [:]][scale ?? 0] = name
    }
    return order.flatMap { plain in
      var files = groups[plain] ?? [:]
      let single = files.count == 1 || files[1] != nil ? files.removeValue(forKey: 0) : nil
      var sets: [ScaleSet] = []
      if let largest = files.keys.max(), let art = files[largest] {
        var set = ScaleSet(art: art, name: plain)
        if largest == 3 {
          for (scale, file) in files where scale < 3 { set.smaller[max(1, scale)] = file }
        } else {
          set.largestScale = largest
        }
        sets.append(set)
      }
      return sets + (single.map { [ScaleSet(art: $0, name: plain)] } ?? [])
    }
  }

  /// All names of the set, by which a configuration can list it.
  var names: [String] {
    [art] + smaller.sorted { $0.key > $1.key }.map { $0.value } + [name.string]
  }

  /// The names that the other images of a file's set can have; none for a name without a scale.
  static func siblings(of name: String) -> [FilePath] {
    let (plain, scale) = parts(of: name)
    guard scale != nil else { return [] }
    let ending =
      plain.fileExtension.isEmpty ? [] : plain.bytes.suffix(plain.fileExtension.utf8.count + 1)
    return [plain] + (1...3).map { FilePath(bytes: Array("\(plain.stem)@\($0)x".utf8) + ending) }
  }

  /// A name without its scale, and the scale.
  private static func parts(of name: String) -> (plain: FilePath, scale: Int?) {
    let path = FilePath(name)
    let stem = path.stem
    guard let scale = [1, 2, 3].first(where: { stem.hasSuffix("@\($0)x") }), stem.utf8.count > 3
    else { return (path, nil) }
    let ending = path.bytes.dropFirst(stem.utf8.count)
    return (FilePath(bytes: Array(stem.utf8.dropLast(3)) + ending), scale)
  }
}
