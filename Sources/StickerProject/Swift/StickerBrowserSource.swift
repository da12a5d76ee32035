internal import Basics
internal import StickerManifest
internal import StickerPacks

/// A Swift file for an app or an extension that shows the stickers in a browser of its own.
///
/// Source: Apple, MSSticker and MSStickerBrowserViewController.
enum StickerBrowserSource {
  static func files(for project: ProjectDescription) -> [String: String] {
    var files: [String: String] = [:]
    for (app, identifier) in project.identifiedApps {
      files["\(ProjectDescription.folder)/\(identifier)Stickers.swift"] = source(app, identifier)
    }
    return files
  }

  private static func source(_ app: ProjectDescription.App, _ identifier: String) -> String {
    let entries = app.pack.stickers.map { sticker in
      "    (\(sticker.id.inQuotes), \(sticker.path.inQuotes), \(sticker.label.inSwiftQuotes)),\n"
    }
    return """
      // Written by stickerpack from the pack's configuration. Add this file to a Messages extension, and
      // beside it the folder "\(app.imagesFolder)" as a folder reference, which keeps its name in the bundle.
      import Foundation
      import Messages

      /// The stickers of the pack, in its order.
      enum \(identifier)Stickers {
        /// How large a browser shows them.
        static let size = MSStickerSize.\(app.pack.gridSize.rawValue)

        /// Each sticker's name, its file in the bundle and what VoiceOver says.
        static let files: [(name: String, path: String, label: String)] = [
      \(entries.joined())  ]

        /// Loads all of them. A label is taken from the pack's strings, by the sticker's name, where
        /// the bundle has them.
        static func load(from bundle: Bundle = .main) throws -> [MSSticker] {
          try files.map { file in
            try MSSticker(
              contentsOfFileURL: bundle.bundleURL.appendingPathComponent(file.path),
              localizedDescription: bundle.localizedString(
                forKey: file.name, value: file.label, table: \(FilePath(app.pack.stringsName).stem.inQuotes)))
          }
        }
      }

      /// A browser of the stickers, to be a child of an extension's MSMessagesAppViewController.
      final class \(identifier)BrowserViewController: MSStickerBrowserViewController {
        private let stickers: [MSSticker]

        /// Creates a browser of stickers that were loaded.
        init(stickers: [MSSticker]) {
          self.stickers = stickers
          super.init(stickerSize: \(identifier)Stickers.size)
        }

        required init?(coder: NSCoder) { nil }

        override func numberOfStickers(in stickerBrowserView: MSStickerBrowserView) -> Int {
          stickers.count
        }

        override func stickerBrowserView(
          _ stickerBrowserView: MSStickerBrowserView, stickerAt index: Int
        ) -> MSSticker {
          stickers[index]
        }
      }

      """
  }
}

extension ProjectDescription.App {
  /// The first folder on the way to the images, for people.
  fileprivate var imagesFolder: String {
    pack.stickers.first?.path.unicodeScalars.split(separator: "/").first.map { String($0) } ?? ""
  }
}

extension String {
  /// The text in quotes as Swift alone reads it. A label may hold anything, and Swift's source no
  /// control characters.
  fileprivate var inSwiftQuotes: String {
    inQuotes.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }
}
