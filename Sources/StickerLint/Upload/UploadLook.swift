internal import Basics
internal import ImageContainers
internal import StickerPacks

/// A place where a check looks: nil if a pack has no such place, and otherwise whether everything was seen.
struct UploadLook: Sendable {
  /// The kind of file that has the place.
  enum Subject: Sendable {
    case art
    case catalog
    case project
    case product
  }

  enum Sight: Sendable {
    case seen
    /// The reason why it cannot be told, as a clause.
    case unknown(String)

    /// The first reason, or else seen.
    init(_ reasons: [String?]) {
      self = reasons.lazy.compactMap { $0 }.first.map { .unknown($0) } ?? .seen
    }
  }

  let subject: Subject
  let sight: @Sendable (PackFacts) -> Sight?

  private init(_ subject: Subject, _ sight: @escaping @Sendable (PackFacts) -> Sight?) {
    (self.subject, self.sight) = (subject, sight)
  }

  // MARK: Art

  /// The files of the stickers.
  static let stickers = UploadLook(.art) { $0.stickers.isEmpty ? nil : .seen }

  /// The content of the stickers.
  static let stickerContent = UploadLook(.art) { pack in
    guard !pack.stickers.isEmpty else { return nil }
    return Sight(
      pack.stickers.map { asset in
        let name = pack.source.name(of: asset.source.shownPath).quoted
        if case .unsupported(let format) = asset.signature, !asset.hasRefusedExtension(pack) {
          return "\(name) contains \(format.name), and its name is that of another format"
        }
        if let image = asset.image {
          // What Messages shows of such a file is not documented.
          return image.hasDamage ? "\(name) is damaged" : nil
        }
        return asset.source.sequence == nil && asset.readProblem != nil
          ? "\(name) was not read" : nil
      })
  }

  /// The sizes of the stickers.
  static let stickerSize = UploadLook(.art) { pack in
    guard !pack.stickers.isEmpty || !pack.source.sequences.isEmpty else { return nil }
    return pack.source.sequences.first.map {
      .unknown("Xcode makes the image of the sequence \($0.sticker.id.quoted)")
    } ?? .seen
  }

  // MARK: Catalogs

  /// The lists of an asset catalog.
  static let catalog = UploadLook(.catalog) { pack in
    guard pack.source.isOfCatalog else { return nil }
    return Sight([pack.unreadList(in: "stickerpack")])
  }

  /// The icon sets of a catalog.
  static let icons = UploadLook(.catalog) { pack in
    let sets = pack.source.icons.sets
    guard pack.source.isOfCatalog, !sets.isEmpty || pack.source.projectFile == nil else {
      return nil
    }
    guard !sets.isEmpty else { return .unknown("the catalog has no icon set; another one may") }
    let unclear = sets.first { pack.usesIconSet($0.displayPath.parent) == nil }
    let damaged = zip(pack.source.icons.given, pack.icons).first { icon, asset in
      // Whether Xcode takes a JPEG that is named .png is not documented.
      !icon.slots.isEmpty && (asset.image?.format != .png || asset.image?.hasDamage == true)
    }
    return Sight([
      pack.unreadList(in: "stickersiconset"),
      damaged.map { "\($0.0.file.path.name.string.quoted) is not a PNG, or is damaged" },
      unclear.map { "no project says whether \($0.displayPath.parent.name.string.quoted) is used" },
    ])
  }

  /// The icon of the App Store in a catalog.
  static let storeIcon = UploadLook(.catalog) { pack in
    guard pack.source.isOfCatalog else { return nil }
    let icons = zip(pack.source.icons.given, pack.icons).filter { icon, _ in
      icon.slots.contains { $0.isForStore }
    }
    guard !icons.isEmpty else { return nil }
    return Sight(
      icons.map { _, asset in
        guard let image = asset.image, image.isDecoded else { return "the icon cannot be decoded" }
        return image.hasUnneededAlpha
          ? "the icon is opaque and stores alpha, which App Store Connect has refused and accepted"
          : nil
      })
  }

  // MARK: Projects

  /// Each extension of a project.
  private static func project(
    _ reason: @escaping @Sendable (ProjectFile.Extension) -> String?
  ) -> UploadLook {
    UploadLook(.project) { pack in
      guard let project = pack.source.projectFile, !project.extensions.isEmpty else { return nil }
      return Sight(project.extensions.map(reason))
    }
  }

  /// The app of a project that holds the extension.
  static let project = UploadLook.project { $0.embeddingGap }

  /// The catalog with stickers of an extension.
  static let catalogInProject = UploadLook.project { each in
    guard each.target.isStickerPack, each.target.hasStickers != true else { return nil }
    return each.target.resourceGap
      ?? (each.target.runsScripts ? "a script of the target can make the stickers" : nil)
  }

  /// The icon set that an extension uses.
  static let projectIcons = UploadLook.project { each in
    guard each.target.isStickerPack else { return nil }
    return each.target.setting("ASSETCATALOG_COMPILER_APPICON_NAME").gap ?? each.target.resourceGap
  }

  /// A build setting of an extension and its apps.
  static func projectSetting(_ key: String) -> UploadLook {
    .project { each in
      ([each.target] + each.apps).lazy.compactMap { $0.setting(key).gap }.first
    }
  }

  /// A value of the Info.plist of an extension and its app.
  static func projectValue(_ key: String, _ setting: String) -> UploadLook {
    .project { each in
      if each.apps.count != 1 {
        return each.embeddingGap ?? "\(each.apps.count) apps of the project have the extension"
      }
      return ([each.target] + each.apps).lazy.compactMap { $0.infoValue(key, from: setting).gap }
        .first
    }
  }

  /// A value of an extension in its Info.plist.
  static func projectExtension(_ key: String) -> UploadLook {
    .project { $0.target.extensionValue(key).gap }
  }

  // MARK: Products

  /// A built product. Nothing is known of one whose bundles were not all read.
  private static func product(
    _ reasons: @escaping @Sendable (Product, PackFacts) -> [String?]
  ) -> UploadLook {
    UploadLook(.product) { pack in
      guard let product = pack.source.built?.product else { return nil }
      if product.isEmpty || !product.unreadBundles.isEmpty {
        return .unknown("the product cannot be read")
      }
      return Sight(reasons(product, pack))
    }
  }

  private static let noExtension = "the product has no extension for Messages"

  /// The bundles of a product.
  static let product = UploadLook.product { product, _ in
    [product.extensions.isEmpty ? noExtension : nil]
  }

  /// The Info.plists of a product. What cannot be read is found.
  static let readable = UploadLook(.product) { pack in
    pack.source.built?.product.map { _ in .seen }
  }

  /// The compiled pack.
  static let compiledPack = UploadLook.product { product, pack in
    [
      product.packs.isEmpty && !product.extensions.contains(where: Product.isStickerPack)
        ? noExtension : nil,
      product.packs.isEmpty ? nil : pack.unreadStickerList,
    ]
  }

  /// The list of the compiled pack.
  static let list = UploadLook.product { product, pack in
    [product.packs.isEmpty ? "the product has no compiled pack" : pack.unreadStickerList]
  }

  /// The comparison with a bundle, if one was asked for.
  static let comparison = UploadLook(.product) { pack in
    pack.source.built?.expected.map { _ in .seen }
  }

  /// The icon of the App Store in a product.
  static let compiledStoreIcon = UploadLook.product { _, _ in
    ["it is in Assets.car, which is not read"]
  }

  /// The place of the extension.
  static let place = UploadLook.product { product, _ in
    [product.apps.isEmpty ? "the product has no app" : nil]
  }

  /// The keys by which Messages finds the stickers.
  static let provider = UploadLook.product { product, _ in
    [
      product.extensions.isEmpty ? noExtension : nil,
      product.extensions.contains { $0.info["LSApplicationIsStickerProvider"]?.flag != true }
        ? "LSApplicationIsStickerProvider is not true, and no source says what Messages does then"
        : nil,
    ]
  }

  /// A key in the Info.plist of the extension and of the app.
  ///
  /// - Parameter inArchive: whether only a product for an upload has to have a certain value.
  static func key(_ key: String, inArchive: Bool = false) -> UploadLook {
    .product { product, _ in
      let bundles = product.apps + product.extensions
      return [
        product.extensions.isEmpty ? noExtension : nil,
        inArchive && !product.isArchive ? "only an .ipa or .xcarchive is for an upload" : nil,
        bundles.first { $0.text(key) == nil }.map { "\(key) is missing in \($0.name.quoted)" },
        ["CFBundleIdentifier", "DTXcodeBuild"].contains(key) && product.apps.count != 1
          ? "the product has not one app" : nil,
      ]
    }
  }

  /// The app that may only hold the extension.
  static let host = UploadLook.product { product, _ in
    [
      product.apps.contains { $0.info["LSApplicationLaunchProhibited"]?.flag == true }
        || product.isIPA && !product.apps.isEmpty
        ? nil : "only an .ipa shows whether the app has a program of its own"
    ]
  }

  /// The stubs beside Payload.
  static let stubs = UploadLook.product { product, _ in
    [
      product.isIPA ? nil : "only an .ipa has them",
      product.extensions.contains(where: Product.isStickerPack) ? nil : noExtension,
    ]
  }
}

extension PackSource {
  /// Whether it is what a catalog has for stickers.
  fileprivate var isOfCatalog: Bool {
    built == nil && (kind == .catalog || !icons.sets.isEmpty && kind == .files)
  }
}

extension ImageFacts {
  /// Whether the file is truncated or corrupt, or exceeds what is read.
  fileprivate var hasDamage: Bool {
    ![Defect.Kind.truncated, .corrupt, .limit].allSatisfy { violations(of: $0).isEmpty }
  }
}

extension PackFacts {
  /// A list of the catalog that is not valid JSON, in a folder with this extension.
  fileprivate func unreadList(in folder: String) -> String? {
    source.observations.lazy.compactMap { observation in
      guard case .invalidJSON = observation.kind else { return nil }
      let parent = observation.location.path.parent
      return parent.fileExtension == folder
        ? "the Contents.json of \(parent.name.string.quoted) is invalid" : nil
    }.first
  }

  fileprivate var unreadStickerList: String? {
    source.built?.compiled?.isListed == false ? "the list of the pack was not found" : nil
  }
}
