package import StickerPacks

extension Rule {
  /// A small pack in which a rule finds something or not, as data. The tests lint it, the rule's
  /// page quotes it, and `SampleStickers/Broken` is generated from it.
  package struct Example: Sendable, Equatable {
    package enum Verdict: String, Sendable {
      /// The rule finds something, and no other rule does.
      case fails
      /// No rule finds anything.
      case passes
    }

    package struct File: Sendable, Equatable {
      package enum Content: Sendable, Equatable {
        /// A drawn image.
        case sticker(Sketch)
        /// Text, such as that of a `Contents.json`.
        case text(String)
        /// Text as Xcode writes it, which has nothing to do with the rule.
        case usualText(String)
        case bytes([UInt8])
        /// A symbolic link to a path.
        case link(String)
        /// A named pipe, which is not a regular file.
        case pipe

        /// A WebP of 408 × 408 px that ends after its extended header, whose flags say whether it is
        /// animated (0x02) and has alpha (0x10).
        static func webP(flags: UInt8) -> Content {
          .bytes(
            Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8)
              + [10, 0, 0, 0, flags, 0, 0, 0, 0x97, 1, 0, 0x97, 1, 0])
        }
      }

      /// The path in the pack's folder.
      package let path: String
      package let content: Content
      /// The sticker's label; nil for one that is made up from the file name.
      package let label: String?

      package init(path: String, content: Content, label: String?) {
        self.path = path
        self.content = content
        self.label = label
      }

      static func file(_ path: String, _ content: Content) -> File {
        File(path: path, content: content, label: nil)
      }

      /// A `stickerpack.json`.
      ///
      /// - Parameter members: its members as JSON without the outer braces.
      static func configuration(_ members: String) -> File {
        .file("stickerpack.json", .text("{\n\(members)\n}\n"))
      }

      static func sticker(_ path: String, _ sketch: Sketch = Sketch(), label: String? = nil) -> File
      {
        File(path: path, content: .sticker(sketch), label: label)
      }
    }

    package let verdict: Verdict
    /// The point of the example, with the measured value: a few words without a full stop.
    package let caption: String
    /// The pack's files. A folder of stickers gets a `stickerpack.json` with labels if it has none.
    package let files: [File]
    /// The rule settings in the generated `stickerpack.json`, by rule id.
    package var rules: [String: RuleSetting]
    /// The names of the stickers in the bundle that a product is compared with. Their art is that of the product,
    /// and all have the label of its stickers.
    package var bundle: [String]?
    /// The limits of the destination for which the pack is linted; nil for Messages.
    package var limits: [Limit.Key: Limit.Value]?

    /// A pack in which only this rule finds something.
    static func fails(
      _ caption: String, _ files: [File], rules: [String: RuleSetting] = [:],
      against bundle: [String]? = nil, in limits: [Limit.Key: Limit.Value]? = nil
    ) -> Example {
      Example(
        verdict: .fails, caption: caption, files: files, rules: rules, bundle: bundle,
        limits: limits)
    }

    /// A pack of one sticker in which only this rule finds something.
    static func fails(
      _ caption: String, _ sketch: Sketch, rules: [String: RuleSetting] = [:],
      in limits: [Limit.Key: Limit.Value]? = nil
    ) -> Example {
      .fails(caption, [.sticker(sketch.fileName, sketch)], rules: rules, in: limits)
    }

    /// A pack in which no rule finds anything.
    static func passes(
      _ caption: String, _ files: [File], rules: [String: RuleSetting] = [:],
      against bundle: [String]? = nil, in limits: [Limit.Key: Limit.Value]? = nil
    ) -> Example {
      Example(
        verdict: .passes, caption: caption, files: files, rules: rules, bundle: bundle,
        limits: limits
      )
    }

    /// A pack of one sticker in which no rule finds anything.
    static func passes(
      _ caption: String, _ sketch: Sketch = Sketch(), rules: [String: RuleSetting] = [:],
      in limits: [Limit.Key: Limit.Value]? = nil
    ) -> Example {
      .passes(caption, [.sticker(sketch.fileName, sketch)], rules: rules, in: limits)
    }
  }
}
