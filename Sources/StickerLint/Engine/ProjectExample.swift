internal import Basics
internal import StickerPacks

extension [Rule.Example.File] {
  /// A catalog with the project of its app for XcodeGen, in which no rule finds anything.
  ///
  /// - Parameters:
  ///   - text: a part of the project, which another one replaces.
  ///   - other: the other one.
  static func project(_ text: String = "", _ other: String = "") -> [Rule.Example.File] {
    let spec = """
      name: Biscuit
      options:
        deploymentTarget:
          iOS: "15.0"
      settings:
        MARKETING_VERSION: "1.1"
        CURRENT_PROJECT_VERSION: "7"
      targets:
        Biscuit:
          type: application.messages
          platform: iOS
          sources: [Stickers.xcstickers]
          settings:
            PRODUCT_BUNDLE_IDENTIFIER: com.example.biscuit
            ASSETCATALOG_COMPILER_APPICON_NAME: "iMessage App Icon"
          info:
            path: App.plist
            properties:
              CFBundleShortVersionString: $(MARKETING_VERSION)
              CFBundleVersion: $(CURRENT_PROJECT_VERSION)
          dependencies:
            - target: BiscuitStickers
        BiscuitStickers:
          type: app-extension.messages-sticker-pack
          platform: iOS
          sources:
            - path: Stickers.xcstickers
          settings:
            PRODUCT_BUNDLE_IDENTIFIER: com.example.biscuit.stickers
            ASSETCATALOG_COMPILER_APPICON_NAME: "iMessage App Icon"
          info:
            path: Stickers.plist
            properties:
              CFBundleShortVersionString: $(MARKETING_VERSION)
              CFBundleVersion: $(CURRENT_PROJECT_VERSION)
              NSStickerSharingLevel: OS
              NSExtension:
                NSExtensionPointIdentifier: com.apple.message-payload-provider
                NSExtensionPrincipalClass: StickerBrowserViewController

      """
    // In the extension if it is there, too.
    let place = text.isEmpty ? nil : spec.lastRange(of: text)
    let changed = spec.replacingSubrange(place, with: other)
    let files: [Rule.Example.File] =
      .catalog()
      + [.file("project.yml", changed == spec ? .usualText(spec) : .text(changed))]
    return files.map {
      Rule.Example.File(path: "App/\($0.path)", content: $0.content, label: $0.label)
    }
  }
}

extension String {
  fileprivate func lastRange(of text: String) -> Range<Index>? {
    var last: Range<Index>?
    while let range = self[(last?.upperBound ?? startIndex)...].firstRange(of: text) {
      last = range
    }
    return last
  }

  fileprivate func replacingSubrange(_ range: Range<Index>?, with text: String) -> String {
    guard let range else { return self }
    return self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}

extension Rule.Check {
  /// Checks each extension for Messages with the apps that embed it.
  static func projectExtension(
    _ check: @escaping @Sendable (ProjectFile.Target, _ apps: [ProjectFile.Target]) -> [Violation]
  ) -> Rule.Check {
    .pack { pack in
      (pack.source.projectFile?.extensions ?? []).flatMap { check($0.target, $0.apps) }
    }
  }
}
