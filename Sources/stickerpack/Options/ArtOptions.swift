internal import ArgumentParser
internal import StickerTasks

/// The options of `fit` that change every sticker, even those that are small enough.
struct ArtOptions: ParsableArguments {
  @Flag(help: "Remove the transparent margins around the art of all frames.")
  var trim = false

  @Option(
    help: .init(
      "Add transparent margins; with --trim, the art is that far from the edges.", valueName: "px"))
  var padding = 0

  @Option(
    help: .init(
      "Draw a white outline around the art, with a gray edge of a third of its width outside.",
      valueName: "px"))
  var outline = 0

  @Flag(help: "Pad the canvas to a square with transparent pixels.")
  var square = false

  @Flag(
    help:
      "Enlarge stickers that are smaller than 300 px, or than the pack's gridSize, and trimmed art by more than 25%."
  )
  var enlarge = false

  // A quarter and a tenth of the smallest canvas, of which they leave enough for the art.
  private static let maximumPadding = 75
  private static let maximumOutline = 30

  func validate() throws {
    for (name, value, maximum) in [
      ("padding", padding, Self.maximumPadding), ("outline", outline, Self.maximumOutline),
    ] where !(0...maximum).contains(value) {
      throw ValidationError("--\(name) is \(value); it must be from 0 to \(maximum).")
    }
  }

  var changes: ArtChanges {
    var changes = ArtChanges()
    changes.trims = trim
    changes.padding = padding
    changes.outlineWidth = outline
    changes.squares = square
    changes.enlarges = enlarge
    return changes
  }
}
