internal import Basics
internal import StickerPacks

/// A reason for which App Store Connect refuses an upload, or accepts an app that does not work: what it says, who
/// reported it, and where to look for its cause.
public struct UploadCheck: Sendable, Identifiable {
  /// The fate of an app that fails a check.
  public enum Verdict: String, Sendable {
    /// App Store Connect refuses the upload.
    case refused
    /// The upload is accepted, but iOS does not install the app or users do not get the stickers.
    case broken
  }

  /// A name for programs.
  public enum ID: String, Sendable, CaseIterable {
    case stickerExtension = "sticker-extension"
    case stickerContent = "sticker-content"
    case stickerSize = "sticker-size"
    case hasPack = "pack"
    case packComplete = "pack-complete"
    case listedOnce = "listed-once"
    case noOldFiles = "no-old-files"
    case sameAsBundle = "same-as-bundle"
    case icons
    case storeIcon = "store-icon"
    case embedded
    case oneExtension = "one-extension"
    case extensionPoint = "extension-point"
    case principalClass = "principal-class"
    case identifiers
    case minimumVersion = "minimum-version"
    case sdk
    case platform
    case info
    case executable
    case launchProhibited = "launch-prohibited"
    case stubs
    case stubMatch = "stub-match"
    case nested
  }

  /// A name for programs.
  public let id: ID
  /// The property that it looks for, in a few words.
  public let title: String
  /// The fate of an app that fails it.
  public let verdict: Verdict
  /// The words of App Store Connect, Xcode or iOS, or the effect that users see.
  public let text: String
  /// The report of it, with the year.
  public let source: String
  /// The ids of the rules that find its cause. Some of their findings may concern no check.
  public let rules: [String]
  let looks: [UploadLook]

  private init(
    _ id: ID, _ title: String, _ verdict: Verdict, _ text: String, source: String,
    all rules: [Rule] = [], some others: [Rule] = [], _ looks: [UploadLook]
  ) {
    (self.id, self.title, self.verdict) = (id, title, verdict)
    (self.text, self.source, self.looks) = (text, source, looks)
    let known = Set((rules + others).map { $0.id })
    self.rules = Rule.all.map { $0.id }.filter(known.contains)
    wholeRules = rules.map { $0.id }
  }

  private let wholeRules: [String]

  /// The check that every finding of a rule fails, by the rule's id.
  static let ofRules = Dictionary(
    firstOf: all.flatMap { check in check.wholeRules.map { ($0, check.id) } })

  /// All checks.
  public static let all = [
    UploadCheck(
      .stickerExtension, "Extensions of the stickers", .refused,
      #""has invalid extension for a 'Sticker' file. Should be one of 'jpg, jpeg, gif, png'""#,
      source: "ReachyStickers, 2026", all: [.apngExtension],
      some: [.unsupportedFormat, .wrongExtension], [.stickers]),
    UploadCheck(
      .stickerContent, "Images that can be read", .broken, "Messages cannot show the sticker",
      source: "Apple, MSMessageErrorCode",
      all: [.emptyFile, .gitLFSPointer],
      some: [.unsupportedFormat, .unreadableFile], [.stickerContent]),
    UploadCheck(
      .stickerSize, "Sizes of the stickers", .broken,
      "stickers above 512,000 bytes cannot be peeled off and are sent as blank images",
      source: "Apple Developer Forums, thread 50394, 2016", all: [.fileTooLarge], [.stickerSize]),
    UploadCheck(
      .hasPack, "The app has stickers", .broken, "the app installs and has no stickers",
      source: "notes of developers, 2026", all: [.emptyPack, .projectCatalogMissing],
      some: [.productStructure], [.catalogInProject, .compiledPack]),
    UploadCheck(
      .packComplete, "The pack has what it lists", .broken, "stickers are missing",
      source: "swift-build",
      all: [.severalPacks, .productMissingFile],
      some: [.listedFileMissing, .productStructure], [.catalog, .list]),
    UploadCheck(
      .listedOnce, "Each sticker is listed once", .broken, "a sticker is shown twice",
      source: "the compiled list", some: [.productStructure], [.list]),
    UploadCheck(
      .noOldFiles, "No files of an earlier build", .refused,
      #""Invalid iMessage App … invalid sticker pack""#,
      source: "ReachyStickers, 2026", all: [.productUnlistedFile], [.list]),
    UploadCheck(
      .sameAsBundle, "The stickers of the bundle", .broken, "users get other stickers",
      source: "--against", all: [.productDiffers], [.comparison]),
    UploadCheck(
      .icons, "Icons for Messages", .refused,
      #"ITMS-90649 "Missing App Icon", ITMS-90642 "Missing Info.plist key … MSMessagesExtensionStoreIconName""#,
      source: "edwardofclt/bufo-keyboard and two others, 2026",
      all: [.projectIconName, .projectTargetType, .productIconMissing, .productStoreIcon],
      some: [.iconMissing, .iconWrongSlot, .iconWrongSize], [.icons, .projectIcons, .product]),
    UploadCheck(
      .storeIcon, "The App Store icon is opaque", .refused,
      #"ITMS-90717 "can't be transparent nor contain an alpha channel""#,
      source: "expo/expo#1086, 2017; Life-USTC/Life-USTC#3, 2023",
      some: [.iconNotOpaque], [.storeIcon, .compiledStoreIcon]),
    UploadCheck(
      .embedded, "The app holds the extension", .broken, "the app has no stickers",
      source: "Xcode's templates", some: [.projectExtension, .productStructure],
      [.project, .place]),
    UploadCheck(
      .oneExtension, "One extension for Messages", .refused,
      #""Multiple message payload provider extensions found in app but only one is allowed""#,
      source: "edwardofclt/bufo-keyboard, 2026",
      some: [.projectExtension, .productStructure], [.project, .product]),
    UploadCheck(
      .extensionPoint, "Extension point of Messages", .refused,
      #"ITMS-90349 "Invalid Info.plist value … NSExtensionPointIdentifier""#,
      source: "Apple Developer Forums, thread 814945, 2026",
      some: [.projectExtension, .productKey],
      [.projectExtension("NSExtensionPointIdentifier"), .provider]),
    UploadCheck(
      .principalClass, "Class of the sticker pack", .broken, "Messages cannot load the stickers",
      source: "Xcode's templates",
      some: [.projectExtension, .productKey],
      [.projectExtension("NSExtensionPrincipalClass"), .provider]),
    UploadCheck(
      .identifiers, "Identifiers", .refused,
      #""bundle identifier is not prefixed with the parent app's bundle identifier", "Bad bundle identifier""#,
      source: "Xcode; uhooi/UhooiPicBook#173, 2021",
      all: [.projectIdentifier, .productIdentifier],
      [
        .projectValue("CFBundleIdentifier", "PRODUCT_BUNDLE_IDENTIFIER"),
        .key("CFBundleIdentifier"),
      ]),
    UploadCheck(
      .minimumVersion, "Minimum iOS version", .refused,
      #"ITMS-90068 "MinimumOSVersion too low": an e-mail today, refused from spring 2027; Xcode 27 does not build it"#,
      source: "thunderbird/thunderbird-ios#466, August 2026",
      all: [.projectMinimumVersion, .productMinimumVersion],
      [.projectSetting("IPHONEOS_DEPLOYMENT_TARGET"), .key("MinimumOSVersion")]),
    UploadCheck(
      .sdk, "SDK of iOS 26 or later", .refused, #"ITMS-90725 "SDK version issue""#,
      source: "AceDataCloud/Nexior#790, May 2026", some: [.productPlatform],
      [.key("DTPlatformVersion", inArchive: true)]),
    UploadCheck(
      .platform, "Built for iPhone and iPad", .refused, "ITMS-90044, ITMS-90508",
      source: "notes of developers, 2026", some: [.productPlatform],
      [.key("DTPlatformName", inArchive: true)]),
    UploadCheck(
      .info, "Info.plist of each bundle", .refused,
      #"ITMS-90036 "Info.plist … is missing or could not be read""#,
      source: "dotnet/macios#17193, 2023", some: [.productStructure, .unreadableFile],
      [.readable]),
    UploadCheck(
      .executable, "Program of each bundle", .refused,
      #"ITMS-90207 "does not contain a bundle executable""#,
      source: "dotnet/macios#17193, 2023", some: [.productStructure],
      [.key("CFBundleExecutable")]),
    UploadCheck(
      .launchProhibited, "No empty app on the Home Screen", .broken,
      "the Home Screen shows an app without a program of its own",
      source: "swift-build", some: [.productKey], [.host]),
    UploadCheck(
      .stubs, "Stubs of Messages", .refused, #""Invalid iMessage App … invalid sticker pack""#,
      source: "agens-no/iMessageStickerUnity#29, 2017", all: [.productStubMissing],
      [.stubs]),
    UploadCheck(
      .stubMatch, "One Xcode for app and extension", .refused,
      #""The files MessagesApplicationExtensionStub don't match""#, source: "Defold, 2017",
      some: [.productVersion], [.key("DTXcodeBuild")]),
    UploadCheck(
      .nested, "No code inside of the extension", .refused,
      #"ITMS-90205 "contains disallowed nested bundles""#,
      source: "aws/amazon-chime-sdk-ios#301, 2021", some: [.productStructure], [.product]),
  ]

  /// The requirements of App Store Connect that no program can check.
  public static let notChecked = [
    "screenshots", "answers about privacy", "the age rating", "signing",
    "whether the stubs are Xcode's",
  ]
}
