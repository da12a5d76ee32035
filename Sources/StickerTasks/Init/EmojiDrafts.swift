internal import Basics
internal import StickerPacks

/// Suggests an emoji and keywords for each sticker of a pack, by the words of its file's name.
///
/// The words are compared with the English names and keywords of emoji in Unicode's CLDR 41, which
/// `Tools/EmojiNames` writes into `EmojiNames.txt`.
struct EmojiDrafts {
  private struct Entry {
    let emoji: String
    let name: Set<String>
    let keywords: [Set<String>]
    /// The keywords as they are written.
    let words: [String]
  }

  /// The most characters of the keywords for a sticker together: what Telegram takes.
  private static let mostCharacters = 64

  private let entries: [Entry]

  /// - Parameter table: lines of an emoji, its name and its keywords, separated by tabs. Where several suit equally, the
  ///   first is suggested.
  init(_ table: String) {
    entries = table.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t")
      guard fields.count >= 2 else { return nil }
      let phrases = fields.dropFirst().map { Set($0.split { !$0.isLetter }.compactMap(\.stem)) }
      return Entry(
        emoji: String(fields[0]), name: phrases[0], keywords: Array(phrases.dropFirst()),
        words: fields.dropFirst(2).map(String.init))
    }
  }

  /// Returns the keywords of an emoji, as many as stores take; none if it has none.
  func keywords(of emoji: String) -> [String] {
    var rest = Self.mostCharacters
    return (entries.first { $0.emoji == emoji }?.words ?? []).prefix { word in
      rest -= word.count
      return rest >= 0
    }
  }

  /// Returns the emoji for the stickers of a pack; nil where none suits.
  ///
  /// - Parameter names: the names of their files, as words.
  func emoji(for names: [[Substring]]) -> [String?] {
    let stems = names.map { $0.compactMap(\.stem) }
    let counts = Dictionary(stems.flatMap { Set($0) }.map { ($0, 1) }, uniquingKeysWith: +)
    return stems.map { words in
      // A word of most names is the character's, such as "panda" in pandaCry.png.
      emoji(for: words.filter { names.count < 4 || (counts[$0] ?? 0) * 2 < names.count })
    }
  }

  private func emoji(for words: [String]) -> String? {
    let (all, last) = (Set(words), words.last)
    var best: (rank: (Int, Int, Int), emoji: String)?
    for entry in entries where !all.isEmpty {
      let hasName = !entry.name.isEmpty && entry.name.isSubset(of: all)
      let phrases = entry.keywords.filter { $0.isSubset(of: all) } + (hasName ? [entry.name] : [])
      guard phrases.contains(where: { !$0.isEmpty }) else { continue }
      let known = phrases.reduce(entry.name.intersection(all)) { $0.union($1) }
      // The last word is what the others describe: "happy-birthday" is a birthday.
      let rank = (known.count, last.map(known.contains) == true ? 1 : 0, hasName ? 1 : 0)
      if rank > best?.rank ?? (0, 0, 0) { best = (rank, entry.emoji) }
    }
    return best?.emoji
  }
}

extension Substring {
  /// Words that say nothing about what a sticker shows.
  private static let ignored: Set = [
    "a", "an", "and", "at", "face", "for", "good", "i", "in", "is", "it", "me", "my", "new", "of",
    "on", "the", "to", "with", "you",
  ]

  /// The word without the endings of English verbs and plurals, in lower case; nil if it says nothing: "Crying" and
  /// "cries" become "cry".
  fileprivate var stem: String? {
    var word = lowercased()
    guard !Self.ignored.contains(word), word.contains(where: \.isLetter) else { return nil }
    let ending = ["ing", "ed", "es", "s"].first { word.hasSuffix($0) && word.count >= $0.count + 3 }
    if let ending, !word.hasSuffix("ss") {
      word.removeLast(ending.count)
      if ["ing", "ed"].contains(ending), let double = word.last, word.count > 3,
        word.dropLast().last == double, !"ls".contains(double)
      {
        word.removeLast()
      }
    }
    if word.last == "i", word.count > 2 { word = word.dropLast() + "y" }
    if word.last == "e", word.count > 3 { word.removeLast() }
    return word
  }
}
