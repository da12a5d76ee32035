internal import Basics
internal import ImageCodecs
internal import StickerPacks

extension Rule {
  static let storeContent = Rule(
    id: "store-content",
    title: "The store does not take what the file has",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file, or the app does not draw a part of it.",
    rationale: """
      Telegram's videos are VP9 without sound, and its vector animations leave out what is slow to draw: images, \
      texts, masks, effects, gradient strokes and others.
      """,
    fix: "Export the animation again without what the message names.",
    source: "Telegram, Video Stickers; Telegram, Animated Stickers: \"you must not use\"",
    examples: [
      .fails(
        "A video in VP8", [.file("hello.webm", .webM(codec: "V_VP8"))],
        rules: ["store-undecoded": RuleSetting(level: .off)], in: .example(formats: [.webM])),
      .passes(
        "A video in VP9", [.file("hello.webm", .webM(codec: "V_VP9"))],
        rules: ["store-undecoded": RuleSetting(level: .off)], in: .example(formats: [.webM])),
    ],
    check: .store { sticker, store in
      guard let file = sticker.undecoded, let format = sticker.format,
        store.formats?.contains(format) == true
      else { return nil }
      if let codec = file.codec, codec != "V_VP9" {
        return Violation(
          "The codec of the video is \(codec.quoted) (\(store.name): V_VP9).")
      }
      if file.hasSound { return Violation("The video has sound (\(store.name): none).") }
      guard sticker.format == .tgs, !file.features.isEmpty else { return nil }
      let features = file.features.map(\.rawValue).sorted()
      return Violation(
        "The animation has \(Text.list(features)), which \(store.name) does not draw.")
    })
}
