package import Basics
internal import StickerPacks

/// The new names of files, checked before any work: a result never replaces another file or another result.
package struct NewNames: Sendable {
  /// Why a file cannot get its new name.
  package struct Clash: Error, Sendable, Equatable, CustomStringConvertible {
    /// Part of a sentence.
    package let description: String
  }

  private var clashes: [FilePath: Clash] = [:]

  /// Finds the files whose new name is taken in their folder, or which another file gets, too. Names that
  /// differ only in case are equal, because they are on Apple's file systems.
  ///
  /// - Parameter names: the new name of each file that gets one.
  package init(_ names: [FilePath: FilePath]) {
    for (folder, files) in Dictionary(grouping: names.keys.sorted(), by: \.parent) {
      let present = (try? FolderListing.names(in: folder)) ?? []
      let taken = Dictionary(grouping: present, by: Self.key)
      let wanted = Dictionary(grouping: files) { names[$0].map(Self.key) ?? "" }
      for file in files {
        guard let name = names[file] else { continue }
        let key = Self.key(of: name)
        if let other = taken[key]?.first(where: { $0 != file.name }) {
          clashes[file] = Clash(
            description: "it would become \(name), but \(other) exists; rename one of them")
        } else if let other = wanted[key]?.first(where: { $0 != file }) {
          clashes[file] = Clash(
            description: "it and \(other.name) would both become \(name); rename one of them")
        }
      }
    }
  }

  /// Why a file cannot get its new name; nil if it can or if it keeps its name.
  package func clash(of file: FilePath) -> Clash? { clashes[file] }

  private static func key(of name: FilePath) -> String { LegalName.collisionKey(name.string) }
}
