/// A finished drawing: a sticker's frames and how they play.
struct Drawing: Sendable {
  enum Kind: Sendable { case png, apng, gif, jpeg }

  struct Frame: Sendable {
    /// Straight (not premultiplied) RGBA8, row by row.
    var pixels: [UInt8]
    var delayMilliseconds: Int
  }

  /// The file name without its extension, lower-case with hyphens.
  var name: String
  var kind: Kind
  /// The label.
  var label: String
  var width: Int
  var height: Int
  var frames: [Frame]
}
