package import Basics

/// A built product: an .ipa, an archive of Xcode, an app, an extension or a compiled sticker pack.
///
/// No real product is public. The structure is put together from swift-build's and rules_apple's tests and from notes of
/// developers; where these disagree, both are accepted.
package struct Product: Sendable, Equatable {
  /// An app, an extension or a compiled pack.
  package struct Bundle: Sendable, Equatable {
    /// The `Info.plist`, as reports show it.
    package var infoPath: FilePath
    package var info: PropertyList
    /// Whether the file that `CFBundleExecutable` names is in it; nil if the key is missing.
    package var hasExecutable: Bool?
    /// Whether it is in the folder of an app for extensions. True for a bundle that is not in an app.
    package var isInPlace = true

    /// The text of a key.
    package func text(_ key: String) -> String? { info[key]?.text }
    /// The name of its folder.
    package var name: String { infoPath.parent.name.string }
  }

  /// The linted path, as reports show it.
  package var displayPath: FilePath
  /// Whether it is an .ipa, which has files beside its app.
  package var isIPA = false
  /// Whether it is an .ipa or an .xcarchive.
  package var isArchive = false
  /// The first file of a bundle with code in each extension, as reports show it.
  package var nested: [FilePath] = []
  /// The apps at the top.
  package var apps: [Bundle] = []
  /// The extensions with the extension point of Messages.
  package var extensions: [Bundle] = []
  /// Whether the app only holds an extension and has no program of its own.
  package var isOnlyForMessages: Bool {
    topFolders.contains("MessagesApplicationSupport")
      || apps.contains { $0.info["LSApplicationLaunchProhibited"]?.flag == true }
  }
  /// The folders of compiled packs, as reports show them.
  package var packs: [FilePath] = []
  /// The top-level folders that have files.
  package var topFolders: Set<String> = []
  /// The problem of an `Info.plist`, as one sentence, by its path as reports show it.
  package var defects: [FilePath: String] = [:]

  /// The apps and extensions whose `Info.plist` cannot be read.
  package var unreadBundles: [FilePath] {
    defects.keys.filter { $0.parent.fileExtension != "stickerpack" }
  }
  /// Whether no bundle of it was read: the product is empty or corrupt.
  package var isEmpty: Bool { apps.isEmpty && extensions.isEmpty && packs.isEmpty }

  /// Whether the extension is a sticker pack, and not an extension with code of its own.
  package static func isStickerPack(_ bundle: Bundle) -> Bool {
    bundle.info["LSApplicationIsStickerProvider"]?.flag == true
      || bundle.info["NSExtension"]?["NSExtensionPrincipalClass"]?.text == stickerClass
  }

  /// The extension point of Messages.
  package static let extensionPoint = "com.apple.message-payload-provider"
  /// The class of the program that Xcode adds to a sticker pack.
  package static let stickerClass = "StickerBrowserViewController"
}

/// A pack of a built product.
package struct BuiltPack: Sendable {
  /// The product. Only its first pack has it.
  package var product: Product?
  /// The list of the pack; nil for a product without packs.
  package var compiled: CompiledPack?
  /// The bundle's pack that the product should hold, if it is compared with one.
  package var expected: ExpectedPack?
}

/// The sticker list of a compiled pack.
package struct CompiledPack: Sendable, Equatable {
  /// Whether it was found. Without it the stickers have no labels and the order of their names.
  package var isListed = true
  /// The files that the list does not name, as reports show them.
  package var unlisted: [FilePath] = []
  /// The names in the list that have no file, or `entry 3` for an entry without a name.
  package var missing: [String] = []
  /// The names of files that the list has more than once.
  package var repeated: [String] = []
  /// The `Info.plist`, as reports show it.
  package var infoPath: FilePath
}
