internal import ImageContainers
internal import Pixels

extension Rule {
  static let lowLegibility = Rule(
    id: "low-legibility",
    title: "The outline nearly vanishes on red, on yellow or on a photo",
    category: .transparency, severity: .info,
    rationale: """
      Stickers are stuck on photos and on other stickers. Each place of the outline is held against \
      systemRed, systemYellow and five greys of a busy photo. It counts in full at a contrast of 3 : 1, or \
      where it has clearly another colour, and less below; 100 is an outline that is clear everywhere. One \
      of 1.25 : 1 all around has 20. A picture that shows well inside passes.
      """,
    fix:
      "Put a rim of another lightness around the art, such as a white die-cut outline with a thin"
      + " grey edge.",
    source:
      "Apple, Human Interface Guidelines: “remains legible against a wide range of backgrounds”;"
      + " WCAG 2.2, 1.4.11",
    check: .image { image, _ in
      guard let sights = image.outlineSights else { return [] }
      let faint = zip(PictureFacts.Backdrop.all, sights).dropFirst(
        PictureFacts.Backdrop.ofMessages.count
      ).filter { _, sight in
        sight.clarity < OutlineContrast.leastClarity
          && sight.seenShare <= OutlineContrast.leastSeen
      }
      guard let worst = faint.map(\.1.clarity).min() else { return [] }
      let names = faint.map(\.0.name).joined(separator: ", or on ")
      return [
        Violation(
          "The outline has a legibility of \(Int((worst * 100).rounded())) of 100 on \(names);"
            + " \(Int(OutlineContrast.leastClarity * 100)) is the limit.",
          measured: Quantity(Int((worst * 100).rounded()), .value),
          limit: Quantity(Int(OutlineContrast.leastClarity * 100), .value))
      ]
    })
}

extension OutlineContrast {
  /// What a contrast of 1.25 : 1 gives: log 1.25 / log 3.
  fileprivate static let leastClarity = 0.2
}
