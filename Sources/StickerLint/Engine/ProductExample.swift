internal import Basics
internal import StickerPacks

extension [Rule.Example.File] {
  /// A sticker pack extension as Xcode builds it, from what is known of one.
  ///
  /// - Parameters:
  ///   - root: its folder.
  ///   - packs: the names of its compiled packs.
  ///   - list: the files in the list of each pack; all but `hello.png` are missing.
  ///   - key: a key that its `Info.plist` does not have.
  ///   - icon: the key of a slot without an image.
  ///   - more: files to add, with paths in its folder.
  ///   - values: other values of its `Info.plist`.
  static func product(
    _ root: String = "Biscuit.appex", packs: [String] = ["Biscuit"],
    listing list: [String] = ["hello.png"], without key: String? = nil,
    withoutIcon icon: String? = nil, adding more: [Rule.Example.File] = [],
    values: [String: String] = [:]
  ) -> [Rule.Example.File] {
    var info = [
      "CFBundleIdentifier": "com.example.biscuit.stickers", "CFBundleVersion": "7",
      "CFBundleShortVersionString": "1.1", "LSApplicationIsStickerProvider": "YES",
      "MSMessagesExtensionStoreIconName": "iMessage App Icon",
    ].updated(with: values)
    if let key { info[key] = nil }
    let point = """
      <key>NSExtension</key><dict>
      <key>NSExtensionPointIdentifier</key><string>com.apple.message-payload-provider</string>
      <key>NSExtensionPrincipalClass</key><string>StickerBrowserViewController</string>
      </dict>
      """
    var files = [
      Rule.Example.File.info(in: root, info, point, isUsual: key == nil && values.isEmpty)
    ]
    for pack in packs {
      let entries = list.map {
        "<dict><key>IMStickerFileName</key><string>\($0)</string>"
          + "<key>IMStickerAccessibilityLabel</key><string>Biscuit waves</string></dict>"
      }
      files.append(
        .info(
          in: "\(root)/\(pack).stickerpack", ["IMStickerPackLayout": "MSStickerSizeClassRegular"],
          "<key>IMStickers</key><array>\n\(entries.joined(separator: "\n"))\n</array>",
          isUsual: list.count == 1))
      files.append(.sticker("\(root)/\(pack).stickerpack/hello.png"))
    }
    for slot in IconSlot.all where slot.isRequired && !slot.isForStore && slot.key != icon {
      files.append(
        .sticker(
          "\(root)/Icon\(slot.key).png",
          .icon(width: slot.pixels.width, height: slot.pixels.height)))
    }
    return files
      + more.map {
        Rule.Example.File(path: "\(root)/\($0.path)", content: $0.content, label: $0.label)
      }
  }

  /// An .ipa that was unpacked, with the extension in an app that only holds it.
  ///
  /// - Parameters:
  ///   - identifier: that of the extension.
  ///   - version: that of the extension.
  ///   - values: other values of the extension's `Info.plist`.
  ///   - stubs: the folders beside `Payload`.
  static func ipa(
    identifier: String? = nil, version: String? = nil, values: [String: String] = [:],
    stubs: [String] = ["MessagesApplicationSupport", "MessagesApplicationExtensionSupport"]
  ) -> [Rule.Example.File] {
    let app = "Biscuit.ipa/Payload/Biscuit.app"
    var values = values
    if let identifier { values["CFBundleIdentifier"] = identifier }
    if let version { values["CFBundleShortVersionString"] = version }
    let info = [
      "CFBundleIdentifier": "com.example.biscuit", "CFBundleVersion": "7",
      "CFBundleShortVersionString": "1.1", "LSApplicationLaunchProhibited": "YES",
      "DTXcodeBuild": "17B55",
    ]
    return .product("\(app)/PlugIns/Stickers.appex", values: values)
      + [.info(in: app, info, "", isUsual: true)]
      + stubs.map {
        .file("Biscuit.ipa/\($0)/\($0.replacing("Support", with: "Stub"))", .usualText("stub\n"))
      }
  }
}

extension Rule.Example.File {
  /// An `Info.plist` with texts, and with other members as XML.
  fileprivate static func info(
    in folder: String, _ texts: [String: String], _ members: String, isUsual: Bool
  ) -> Self {
    let lines = texts.sorted { $0.key < $1.key }.map {
      "<key>\($0.key)</key><string>\($0.value)</string>"
    }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      \((lines + (members.isEmpty ? [] : [members])).joined(separator: "\n"))
      </dict></plist>

      """
    return .file("\(folder)/Info.plist", isUsual ? .usualText(text) : .text(text))
  }
}
