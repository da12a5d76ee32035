internal import StickerPacks

/// The build settings of Xcode's template for sticker packs.
///
/// Most are about code, which a sticker pack does not have. Without them, Xcode offers to "update to
/// recommended settings".
enum XcodeBuildSettings {
  /// The version of the template's Xcode, 14.0, as in `LastUpgradeCheck` and schemes.
  static let upgradeCheck = "1400"

  static let projectDebug = project.merging([
    "DEBUG_INFORMATION_FORMAT": "dwarf", "ENABLE_TESTABILITY": "YES", "GCC_DYNAMIC_NO_PIC": "NO",
    "GCC_OPTIMIZATION_LEVEL": "0",
    "GCC_PREPROCESSOR_DEFINITIONS": .list(["DEBUG=1", "$(inherited)"]),
    "MTL_ENABLE_DEBUG_INFO": "INCLUDE_SOURCE", "ONLY_ACTIVE_ARCH": "YES",
  ]) { first, _ in first }

  static let projectRelease = project.merging([
    "DEBUG_INFORMATION_FORMAT": "dwarf-with-dsym", "ENABLE_NS_ASSERTIONS": "NO",
    "MTL_ENABLE_DEBUG_INFO": "NO", "VALIDATE_PRODUCT": "YES",
  ]) { first, _ in first }

  /// The settings of a target for each configuration.
  typealias Target = (debug: [String: XcodeValue], release: [String: XcodeValue])

  /// The settings of an app without code.
  static func app(_ app: ProjectDescription.App) -> Target {
    target(app, app.bundleIdentifier, app.infoPath, release: app.releaseSigning)
  }

  static func stickerPack(of app: ProjectDescription.App) -> Target {
    target(
      app, app.bundleIdentifier.forStickerPackExtension, app.extensionInfoPath,
      more: [("SKIP_INSTALL", "YES")], release: app.extensionReleaseSigning)
  }

  private static func target(
    _ app: ProjectDescription.App, _ identifier: BundleIdentifier, _ infoPath: String,
    more: [BuildSetting] = [], release: [BuildSetting]
  ) -> Target {
    let settings: [BuildSetting] =
      [
        ("ASSETCATALOG_COMPILER_APPICON_NAME", AssetCatalog.iconSetName),
        ("INFOPLIST_FILE", infoPath),
        ("IPHONEOS_DEPLOYMENT_TARGET", app.settings.deploymentTarget),
        ("PRODUCT_BUNDLE_IDENTIFIER", identifier.description), ("PRODUCT_NAME", "$(TARGET_NAME)"),
        ("TARGETED_DEVICE_FAMILY", app.deviceFamily),
      ] + app.versionAndSigning + more
    return (values(of: settings), values(of: settings + release))
  }

  /// Later settings take precedence.
  private static func values(of settings: [BuildSetting]) -> [String: XcodeValue] {
    Dictionary(settings.map { ($0.key, .text($0.value)) }, uniquingKeysWith: { $1 })
  }

  private static let project: [String: XcodeValue] = {
    var settings: [String: XcodeValue] = [
      "ALWAYS_SEARCH_USER_PATHS": "NO",
      "CLANG_ANALYZER_NUMBER_OBJECT_CONVERSION": "YES_AGGRESSIVE",
      "CLANG_CXX_LANGUAGE_STANDARD": "gnu++20", "CLANG_WARN_DIRECT_OBJC_ISA_USAGE": "YES_ERROR",
      "CLANG_WARN_OBJC_ROOT_CLASS": "YES_ERROR",
      "CLANG_WARN_UNGUARDED_AVAILABILITY": "YES_AGGRESSIVE", "COPY_PHASE_STRIP": "NO",
      "GCC_C_LANGUAGE_STANDARD": "gnu11", "GCC_WARN_ABOUT_RETURN_TYPE": "YES_ERROR",
      "GCC_WARN_UNINITIALIZED_AUTOS": "YES_AGGRESSIVE", "SDKROOT": "iphoneos",
    ]
    for key in [
      "CLANG_ANALYZER_NONNULL", "CLANG_ENABLE_MODULES", "CLANG_ENABLE_OBJC_ARC",
      "CLANG_ENABLE_OBJC_WEAK", "CLANG_WARN_BLOCK_CAPTURE_AUTORELEASING",
      "CLANG_WARN_BOOL_CONVERSION", "CLANG_WARN_COMMA", "CLANG_WARN_CONSTANT_CONVERSION",
      "CLANG_WARN_DEPRECATED_OBJC_IMPLEMENTATIONS", "CLANG_WARN_DOCUMENTATION_COMMENTS",
      "CLANG_WARN_EMPTY_BODY", "CLANG_WARN_ENUM_CONVERSION", "CLANG_WARN_INFINITE_RECURSION",
      "CLANG_WARN_INT_CONVERSION", "CLANG_WARN_NON_LITERAL_NULL_CONVERSION",
      "CLANG_WARN_OBJC_IMPLICIT_RETAIN_SELF", "CLANG_WARN_OBJC_LITERAL_CONVERSION",
      "CLANG_WARN_QUOTED_INCLUDE_IN_FRAMEWORK_HEADER", "CLANG_WARN_RANGE_LOOP_ANALYSIS",
      "CLANG_WARN_STRICT_PROTOTYPES", "CLANG_WARN_SUSPICIOUS_MOVE",
      "CLANG_WARN_UNREACHABLE_CODE", "CLANG_WARN__DUPLICATE_METHOD_MATCH",
      "ENABLE_STRICT_OBJC_MSGSEND", "GCC_NO_COMMON_BLOCKS", "GCC_WARN_64_TO_32_BIT_CONVERSION",
      "GCC_WARN_UNDECLARED_SELECTOR", "GCC_WARN_UNUSED_FUNCTION", "GCC_WARN_UNUSED_VARIABLE",
      "MTL_FAST_MATH",
    ] {
      settings[key] = "YES"
    }
    return settings
  }()
}
