internal import Basics
internal import StickerPacks

/// Files of which several may be one: links to an image, which are cheap in a repository.
///
/// Each image is read once, and all files that are this image share its facts in memory.
struct SharedFiles {
  private struct Key: Hashable {
    let file: FileIdentity
    let role: StickerSource.Role
  }

  private let sources: [StickerSource]
  /// The index in ``distinct`` of each source.
  private let indices: [Int]
  /// The sources to read.
  let distinct: [StickerSource]

  init(_ sources: [StickerSource]) {
    var known: [Key: Int] = [:]
    var distinct: [StickerSource] = []
    indices = sources.map { source in
      // The frames of a sequence are not one file.
      let status = source.sequence == nil ? FileStatus(of: source.location.path) : nil
      let key = status.flatMap {
        $0.kind == .file ? Key(file: $0.identity, role: source.role) : nil
      }
      if let key, let index = known[key] { return index }
      if let key { known[key] = distinct.count }
      distinct.append(source)
      return distinct.count - 1
    }
    (self.sources, self.distinct) = (sources, distinct)
  }

  /// The facts about all sources, from those about the distinct ones.
  func facts(from distinct: [AssetFacts]) -> [AssetFacts] {
    zip(sources, indices).map { source, index in
      var facts = distinct[index]
      facts.source = source
      return facts
    }
  }
}
