internal import Basics

extension String {
  /// Words for any image.
  private static let alwaysPlaceholders: Set = [
    "accessibilitylabel", "bildschirmfoto", "label", "placeholder", "screenshot", "sticker", "todo",
    "unbenannt",
    "untitled",
  ]
  /// Words that programs and artists add to names. A label of these alone, such as "Final", can be a description.
  private static let placeholdersWithNumber: Set = [
    "am", "artboard", "artwork", "at", "bild", "copy", "dsc", "export", "final", "foto", "frame",
    "image", "img",
    "kopie", "layer", "new", "photo", "pic", "picture", "pm", "scan", "um", "v", "version", "x",
  ]

  /// Whether the text is a file name, or has only words for any image and numbers: "Untitled artwork", "Final v3".
  package var isPlaceholder: Bool {
    let text = lowercased()
    let isFileName =
      text.contains("_")
      || ["png", "apng", "gif", "jpg", "jpeg"].contains(FilePath(text).fileExtension)
      || ["@2x", "@3x"].contains { text.hasSuffix($0) }
    if isFileName { return true }
    let words = text.split { !$0.isLetter }.map(String.init)
    if Self.alwaysPlaceholders.contains(words.joined()) { return true }
    let isCertain = words.contains(where: Self.alwaysPlaceholders.contains)
    return !words.isEmpty && (isCertain || text.contains { $0.isNumber })
      && words.allSatisfy {
        Self.alwaysPlaceholders.contains($0) || Self.placeholdersWithNumber.contains($0)
      }
  }
}
