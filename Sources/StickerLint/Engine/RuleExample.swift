package import StickerManifest
package import StickerPacks

extension Rule {
  /// A small pack that shows a rule at work, as data: for its documentation, and for the tests.
  package struct Example: Sendable, Equatable {
    /// What a rule makes of an example.
    package enum Verdict: String, Sendable, Codable {
      /// The rule finds something, and no other rule does.
      case fails
      /// No rule finds anything.
      case passes
    }

    /// A file of the pack.
    package struct File: Sendable, Equatable {
      /// What is in a file.
      package enum Content: Sendable, Equatable {
        /// A drawn image.
        case sticker(Sketch)
        /// Text, such as that of a `Contents.json`.
        case text(String)
        /// Text that is as Xcode writes it and has nothing to do with the rule.
        case usualText(String)
        /// Bytes as they are.
        case bytes([UInt8])
        /// The bytes of a file of `SampleStickers/Broken`.
        case sample(String)
        /// A symbolic link to a path.
        case link(String)
        /// A named pipe, which is no regular file.
        case pipe
      }

      /// Its path in the pack's folder.
      package let path: String
      /// What is in it.
      package let content: Content
      /// What VoiceOver says; where nobody wrote it, the example has a label of its own.
      package let label: String?

      /// Creates a file of a pack.
      package init(path: String, content: Content, label: String?) {
        self.path = path
        self.content = content
        self.label = label
      }

      /// A file of a pack.
      static func file(_ path: String, _ content: Content, label: String? = nil) -> File {
        File(path: path, content: content, label: label)
      }

      /// A sticker of a pack.
      static func sticker(_ path: String, _ sketch: Sketch = Sketch(), label: String? = nil) -> File
      {
        File(path: path, content: .sticker(sketch), label: label)
      }
    }

    /// What the rule makes of it.
    package let verdict: Verdict
    /// What is special about it, with its number; a few words without a full stop.
    package let caption: String
    /// The pack's files. A folder of stickers without a `stickerpack.json` gets one with labels.
    package let files: [File]
    /// The size class that the pack's `stickerpack.json` states.
    package let gridSize: GridSize?
    /// What the pack's `stickerpack.json` makes of rules, by id.
    package var rules: [String: RuleSetting]

    /// A pack of files in which the rule, and no other, finds something.
    static func fails(
      _ caption: String, _ files: [File], gridSize: GridSize? = nil,
      rules: [String: RuleSetting] = [:]
    ) -> Example {
      Example(
        verdict: .fails, caption: caption, files: files, gridSize: gridSize, rules: rules)
    }

    /// A pack of one sticker in which the rule, and no other, finds something.
    static func fails(
      _ caption: String, _ sketch: Sketch, rules: [String: RuleSetting] = [:]
    ) -> Example {
      .fails(caption, [.sticker(sketch.fileName, sketch)], rules: rules)
    }

    /// A pack of files in which no rule finds anything.
    static func passes(
      _ caption: String, _ files: [File], gridSize: GridSize? = nil,
      rules: [String: RuleSetting] = [:]
    ) -> Example {
      Example(
        verdict: .passes, caption: caption, files: files, gridSize: gridSize, rules: rules)
    }

    /// A pack of one sticker in which no rule finds anything.
    static func passes(
      _ caption: String, _ sketch: Sketch = Sketch(), rules: [String: RuleSetting] = [:]
    ) -> Example {
      .passes(caption, [.sticker(sketch.fileName, sketch)], rules: rules)
    }
  }
}
