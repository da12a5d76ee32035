/// A file or folder with images that was found and is not linted.
package struct LeftOut: Sendable, Equatable {
  /// The reason it is not linted.
  package enum Reason: Sendable, Equatable {
    /// The tree has catalogs or packs with a `stickerpack.json`, and the folder is neither.
    case undeclared(images: Int)
    /// A `.gitignore` covers it.
    case ignoredByGit
    /// It is a folder for dependencies or build products, such as `node_modules`.
    case dependencies
    /// A configuration excludes it.
    case excluded
    /// It is a source file (such as `love.psd`) of the sticker with the same name, or the same art for
    /// other apps.
    case source(of: String)
    /// Its name is that of an icon, and no pack uses it.
    case icon
    /// It is a bundle that stickerpack built.
    case built
  }

  package var displayPath: String
  package var isFolder: Bool
  package var reason: Reason

  package init(displayPath: String, isFolder: Bool, reason: Reason) {
    self.displayPath = displayPath
    self.isFolder = isFolder
    self.reason = reason
  }

  /// Whether it would be a pack in a tree without catalogs and `stickerpack.json` files.
  package var isUndeclared: Bool {
    if case .undeclared = reason { true } else { false }
  }
}
