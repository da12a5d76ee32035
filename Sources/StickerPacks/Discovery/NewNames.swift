package import Basics

/// The new names of files, checked before any work: a result never replaces another file or another result.
package enum NewNames {
  /// Returns why files cannot get their new names, as parts of sentences: the name is taken in the folder,
  /// or another file gets it, too. Names that differ only in case or in the encoding of accents are equal, because they
  /// are on Apple's file systems.
  ///
  /// - Parameter names: the new name of each file that gets one.
  package static func clashes(of names: [FilePath: FilePath]) -> [FilePath: String] {
    func key(of name: FilePath) -> String { LegalName.collisionKey(name.string) }
    var clashes: [FilePath: String] = [:]
    for (folder, files) in Dictionary(grouping: names.keys.sorted(), by: { $0.parent }) {
      let present = (try? FolderListing.names(in: folder)) ?? []
      let taken = Dictionary(grouping: present, by: key)
      let wanted = Dictionary(grouping: files) { names[$0].map(key) ?? "" }
      for file in files {
        guard let name = names[file] else { continue }
        if let other = taken[key(of: name)]?.first(where: { $0 != file.name }) {
          clashes[file] = "it would become \(name), but \(other) exists; rename one of them"
        } else if let other = wanted[key(of: name)]?.first(where: { $0 != file }) {
          clashes[file] = "it and \(other.name) would both become \(name); rename one of them"
        }
      }
    }
    return clashes
  }
}
