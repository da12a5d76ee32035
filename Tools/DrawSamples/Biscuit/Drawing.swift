/// One finished drawing: what a sticker shows and how it plays.
struct Drawing: Sendable {
  enum Kind: Sendable { case png, apng, gif, jpeg }

  struct Frame: Sendable {
    /// Straight (not premultiplied) RGBA8, row by row.
    var pixels: [UInt8]
    var delayMilliseconds: Int
  }

  /// File stem, lower-case with hyphens.
  var name: String
  var kind: Kind
  /// What VoiceOver says.
  var label: String
  var width: Int
  var height: Int
  var frames: [Frame]
}
