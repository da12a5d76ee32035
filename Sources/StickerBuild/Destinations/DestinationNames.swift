internal import StickerPacks

extension Destination.NameRules {
  /// Returns a name for each sticker in letters from a to z and digits, all of them different.
  ///
  /// - Parameter icons: the names of other files.
  func names(of stickers: [StickerSource], besides icons: [String]) -> [String] {
    var taken = Set(icons)
    return stickers.enumerated().map { index, sticker in
      let name = name(of: sticker.wordsOfName, number: index + 1)
      var (unique, copy) = (name, 1)
      // Some destinations do not tell capitals from small letters.
      while !taken.insert(unique.lowercased()).inserted {
        copy += 1
        let ending = "\(separator)\(copy)"
        unique = name.prefix(max(1, longest - ending.count)) + ending
      }
      return unique
    }
  }

  /// Returns the words in the letters that the destination takes, or else a word with the number.
  func name(of words: [Substring], number: Int) -> String {
    let words = words.map { word in
      String(
        word.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphanumeric }.map(
          Character.init))
    }.filter { !$0.isEmpty }
    let cased = words.map { word in
      if isLowercase { return word.lowercased() }
      // Without a separator, capitals show where words begin.
      return separator.isEmpty ? word.prefix(1).uppercased() + word.dropFirst() : word
    }
    var name = ""
    for word in cased {
      let longer = name.isEmpty ? word : name + separator + word
      guard longer.count <= longest else { break }
      name = longer
    }
    if name.isEmpty, let first = cased.first { name = String(first.prefix(longest)) }
    guard name.count < shortest ?? 1 else { return name }
    let part = name.isEmpty ? "sticker" : "sticker\(separator)\(name)"
    return "\(part)\(separator)\(number)"
  }
}

extension Unicode.Scalar.Properties {
  /// Whether an ASCII character is a letter or a digit.
  fileprivate var isAlphanumeric: Bool { isAlphabetic || numericType != nil }
}
