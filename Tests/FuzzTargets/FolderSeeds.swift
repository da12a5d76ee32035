import Basics
import Foundation
import ImageContainers
import StickerFiles
import StickerLint
import StickerManifest
import StickerPacks
import StickerReports
import TestSupport

extension FuzzTarget {
  private static func folderSeed(_ name: String, _ entries: [(String, String)]) -> Seed {
    Seed(name, Array(entries.map { Array("\($0)\n\($1)".utf8) }.joined(separator: [0])))
  }

  static func catalogSeeds() throws -> [Seed] {
    let info = #""info": { "author": "xcode", "version": 1 }"#
    let pack = [
      (
        "A.xcstickers/P.stickerpack/Contents.json",
        #"{ \#(info), "properties": { "grid-size": "small" }, "stickers": "#
          + #"[{ "filename": "a.sticker" }, { "filename": "run.stickersequence" }] }"#
      ),
      (
        "A.xcstickers/P.stickerpack/a.sticker/Contents.json",
        #"{ \#(info), "properties": { "accessibility-label": "A", "filename": "a.png" } }"#
      ),
      ("A.xcstickers/P.stickerpack/a.sticker/a.png", ""),
      (
        "A.xcstickers/P.stickerpack/run.stickersequence/Contents.json",
        #"{ \#(info), "frames": [{ "filename": "1.png" }, { "filename": "2.png" }], "properties": "#
          + #"{ "duration": 15, "duration-type": "fps", "repetitions": 0 } }"#
      ),
      ("A.xcstickers/P.stickerpack/run.stickersequence/1.png", ""),
      ("A.xcstickers/P.stickerpack/run.stickersequence/2.png", ""),
      ("de.lproj/P.strings", "\"a\" = \"A\";"),
      (
        "stickerpack.json", #"{ "icon": "i.png", "stickers": [{ "file": "run.stickersequence" }] }"#
      ),
      ("i.png", ""), ("q@3x.png", ""), (".git/HEAD", ""), (".gitignore", "x*\n!x/"),
    ]
    let icons = [
      (
        "A.xcassets/iMessage App Icon.stickersiconset/Contents.json",
        #"{ \#(info), "images": [{ "filename": "i.png", "idiom": "iphone", "size": "60x45", "#
          + #""scale": "2x" }, { "idiom": "ipad", "size": "67x50", "scale": "2x" }] }"#
      ),
      ("A.xcassets/iMessage App Icon.stickersiconset/i.png", ""),
      ("A.xcassets/Contents.json", "{ \(info) }"),
    ]
    let folder = [
      (
        "P/stickerpack.json",
        #"{ "name": "P", "stickers": [{ "file": "b.png" }, { "frames": "run", "fps": 10 }], "#
          + #""exclude": ["x*"], "overrides": [{ "files": ["*.png"], "rules": { "duplicate": "off" } }] }"#
      ),
      ("P/b.png", ""), ("P/x.png", ""), ("P/run/1.png", ""), ("P/run/2.png", ""),
      ("stickerpack.json", #"{ "root": true, "strict": true }"#),
    ]
    let links = [
      ("P/a.png", ""), ("P/b.png", "link:a.png"), ("P/c.png", "link:../../c.png"),
      ("Q.stickerpack", "link:P"), ("A.xcassets/P.stickerpack/Contents.json", "link:../.."),
      ("A.xcassets/P.stickerpack/a.sticker/", ""),
    ]
    return [("pack", pack), ("icons", icons), ("folder", folder), ("links", links)]
      .map(folderSeed)
  }

  static var projectSeeds: [Seed] {
    let catalog = [
      ("S.xcstickers/P.stickerpack/Contents.json", "{}"),
      ("S.xcstickers/I.stickersiconset/Contents.json", "{}"),
    ]
    let info = (
      "Info.plist",
      "<plist><dict><key>CFBundleVersion</key><string>$(V)</string><key>NSExtension</key><dict>"
        + "<key>NSExtensionPointIdentifier</key><string>com.apple.message-payload-provider</string>"
        + "</dict></dict></plist>"
    )
    let type = "com.apple.product-type."
    let xcode = (
      "A.xcodeproj/project.pbxproj",
      """
      // !$*UTF8*$!
      { objects = { F = {isa = PBXFileReference; path = S.xcstickers; sourceTree = "<group>"; };
      B = {isa = PBXBuildFile; fileRef = F /* a */; }; G = {isa = PBXGroup; children = (F, ); path = ..; };
      R = {isa = PBXResourcesBuildPhase; files = (B, ); }; D = {target = E; };
      A = {isa = PBXNativeTarget; name = A; productType = "\(type)application"; buildConfigurationList = L;
      dependencies = (D, ); };
      E = {isa = PBXNativeTarget; name = "A\\U00e9"; productType = "\(type)app-extension.messages-sticker-pack";
      buildConfigurationList = L; buildPhases = (R, ); fileSystemSynchronizedGroups = (); };
      L = {buildConfigurations = (C, ); }; C = {name = Release; buildSettings = { V = "$(W)"; W = "1"; "X[a]" = <0a>;
      PRODUCT_BUNDLE_IDENTIFIER = a.b; IPHONEOS_DEPLOYMENT_TARGET = 9.0; INFOPLIST_FILE = "$(SRCROOT)/Info.plist";
      ASSETCATALOG_COMPILER_APPICON_NAME = J; }; };
      O = {targets = (A, E, ); buildConfigurationList = L; projectDirPath = ""; }; }; rootObject = O; }
      """
    )
    let spec = (
      "project.yml",
      """
      options: {deploymentTarget: {iOS: "9.0"}} # a
      targets:
        A:
          type: application
          platform: iOS
          dependencies:
          - target: E
          settings: {base: {PRODUCT_BUNDLE_IDENTIFIER: a.b}, configs: {Release: {A: 'b'}}}
          info: {path: A.plist}
        E:
          type: app-extension
          platform: iOS
          sources:
            - path: S.xcstickers
              buildPhase: resources
          script: |
            a: b
          settings:
            PRODUCT_BUNDLE_IDENTIFIER: "c"
          info:
            properties:
              CFBundleVersion: ${V}
              NSExtension: {NSExtensionPointIdentifier: com.apple.message-payload-provider}
      """
    )
    let settings = [
      ("A.xcconfig", "#include? \"B.xcconfig\" // a\nV[sdk=iphoneos*] = 1;\nX = $(V)\n"),
      ("B.xcconfig", "V = 2"),
    ]
    let configured = (
      xcode.0,
      xcode.1.replacing(
        "C = {", with: "X = {path = A.xcconfig; }; C = {baseConfigurationReference = X; ")
    )
    // As Xcode 16 writes it: a folder whose files it finds, with exceptions, beside a resource with translations.
    let synchronized = (
      xcode.0,
      """
      { objects = { S = {isa = PBXFileSystemSynchronizedRootGroup; path = Sources; sourceTree = "<group>";
      exceptions = (X, ); }; X = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = E;
      membershipExceptions = (Old.xcstickers, Info.plist, ); };
      V = {isa = PBXVariantGroup; children = (T, ); name = T.xcstickers; sourceTree = "<group>"; };
      T = {isa = PBXFileReference; name = de; path = de.lproj/T.xcstickers; sourceTree = "<group>"; };
      G = {isa = PBXGroup; children = (S, V, ); sourceTree = "<group>"; }; B = {isa = PBXBuildFile; fileRef = V; };
      R = {isa = PBXResourcesBuildPhase; files = (B, ); }; H = {isa = PBXShellScriptBuildPhase; };
      K = {isa = PBXCopyFilesBuildPhase; files = (P, ); }; P = {fileRef = Z; }; Z = {path = E.appex; };
      A = {isa = PBXNativeTarget; name = A; productType = "\(type)application.messages"; buildPhases = (K, );
      buildConfigurationList = L; };
      E = {isa = PBXNativeTarget; name = E; productType = "\(type)app-extension.messages-sticker-pack";
      productReference = Z; buildConfigurationList = L; buildPhases = (R, H, ); fileSystemSynchronizedGroups = (S, ); };
      L = {buildConfigurations = (C, ); }; C = {name = Release; buildSettings = { GENERATE_INFOPLIST_FILE = YES;
      INFOPLIST_FILE = Sources/Info.plist; }; }; O = {targets = (A, E, ); buildConfigurationList = L; };
      }; rootObject = O; }
      """
    )
    let sources = [
      ("Sources/S.xcstickers/P.stickerpack/Contents.json", "{}"),
      ("Sources/Old.xcstickers/I.stickersiconset/Contents.json", "{}"),
      ("Sources/Info.plist", info.1), ("de.lproj/T.xcstickers/P.stickerpack/Contents.json", "{}"),
    ]
    let folders = [
      ("xcode", catalog + [info, xcode]), ("synchronized", sources + [synchronized]),
      ("xcodegen", catalog + [spec]),
      ("xcconfig", catalog + [info, configured] + settings),
    ]
    return folders.map(folderSeed)
  }

  private static func archive(_ files: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
    var index = ArchiveIndex()
    var bytes: [UInt8] = []
    for file in files {
      let checksum = CRC32.checksum(of: file.bytes, in: file.bytes.indices)
      let entry = try index.append(file.name, bytes: file.bytes.count, crc32: checksum)
      bytes += entry.localHeader + file.bytes
    }
    return bytes + index.directory
  }

  static func archiveSeeds() throws -> [Seed] {
    let manifest = Array(#"{"schema":"stickerpack.manifest/2"}"#.utf8)
    return [
      Seed("empty", try archive([])), Seed("manifest", try archive([("manifest.json", manifest)])),
      Seed(
        "files", try archive([("manifest.json", manifest), ("a.png", [1, 2]), ("b/é.png", [])])),
    ]
  }

  static func propertyListSeeds() throws -> [Seed] {
    let value: [String: Any] = [
      "IMStickers": [["file": "a.png", "label": "Wäve"], ["file": "b.png"]], "n": [1, -2, 70_000],
      "r": 1.5, "yes": true, "no": false, "d": Data([1]), "t": Date(timeIntervalSince1970: 0),
    ]
    return try [("binary", PropertyListSerialization.PropertyListFormat.binary), ("xml", .xml)].map
    {
      Seed(
        $0,
        Array(
          try PropertyListSerialization.data(fromPropertyList: value, format: $1, options: 0)))
    }
  }

  static func productSeeds() throws -> [Seed] {
    let folder = Repository.root.appending(path: "Tests/Products")
    let products = try Repository.names(in: folder, endingIn: "").filter { !$0.hasSuffix(".py") }
      .map { Seed($0, try Repository.bytes(folder.appending(path: $0))) }
      .filter { $0.bytes.count <= FuzzTarget.product.largestInput }
    return products + [
      folderSeed("app", product(in: "A.app/")),
      folderSeed("ipa", product(in: "A.ipa/Payload/A.app/") + support),
      folderSeed("archive", product(in: "A.xcarchive/Products/Applications/A.app/")),
      Seed(
        "whole-ipa",
        try archive(
          product(in: "Payload/A.app/").map { name, content in
            (
              name,
              name.hasSuffix(".png") ? PNGBytes.still(4, 3, [255, 0, 0, 128]) : Array(content.utf8)
            )
          })),
    ]
  }

  private static let support = ["MessagesApplication", "MessagesApplicationExtension"].map {
    ("A.ipa/\($0)Support/\($0)Stub", "x")
  }

  /// The files of an app with a sticker pack, by the folder of the app.
  private static func product(in app: String) -> [(String, String)] {
    func list(_ members: String) -> String { "<plist><dict>\(members)</dict></plist>" }
    func text(_ key: String, _ value: String) -> String {
      "<key>\(key)</key><string>\(value)</string>"
    }
    let version =
      text("MinimumOSVersion", "15.0") + text("DTPlatformName", "iphoneos")
      + text("DTPlatformVersion", "26.1") + text("DTXcodeBuild", "17B55")
    let stickers = ["a.png", "b.png"].map {
      "<dict>\(text("IMStickerFileName", $0) + text("IMStickerAccessibilityLabel", "A"))</dict>"
    }
    let appex = app + "PlugIns/S.appex/"
    let pack = appex + "P.stickerpack/"
    return [
      (
        app + "Info.plist",
        list(
          text("CFBundleIdentifier", "a.b") + text("CFBundleExecutable", "A") + version
            + "<key>LSApplicationLaunchProhibited</key><true/>")
      ),
      (app + "A", "x"), (app + "Assets.car", "x"),
      (
        appex + "Info.plist",
        list(
          text("CFBundleIdentifier", "a.b.c") + text("CFBundleExecutable", "S") + version
            + text("MSMessagesExtensionStoreIconName", "I")
            + "<key>LSApplicationIsStickerProvider</key><true/><key>NSExtension</key><dict>"
            + text("NSExtensionPointIdentifier", "com.apple.message-payload-provider")
            + text("NSExtensionPrincipalClass", "StickerBrowserViewController") + "</dict>")
      ),
      (appex + "S", "x"), (appex + "I60x45@2x.png", ""), (appex + "I67x50@2x~ipad.png", ""),
      (
        pack + "Info.plist",
        list(
          text("IMStickerPackLayout", "MSStickerSizeClassRegular")
            + "<key>IMStickers</key><array>\(stickers.joined())</array>")
      ),
      (pack + "a.png", ""), (pack + "b.png", ""),
      (pack + "de.lproj/P.strings", "\"a.png.accessibilityLabel\" = \"A\";"),
    ]
  }
}
