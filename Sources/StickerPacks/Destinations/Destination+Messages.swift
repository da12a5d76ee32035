internal import Basics
package import ImageContainers

/// The values that rules about Messages read. A destination without one has that of Messages.
extension Destination {
  /// The value of Messages where the destination has none.
  private func own<Value>(_ value: (Destination) -> Value?, or fallback: Value) -> Value {
    value(self) ?? value(.messages) ?? fallback
  }

  /// The formats that decoders read.
  package var imageFormats: [ImageFormat] {
    formats.compactMap { ImageFormat(rawValue: $0.rawValue) }
  }

  /// The largest file that the destination's tools accept, in bytes.
  package var maximumBytes: Int { own({ $0.whole(.maximumBytes) }, or: .max) }

  /// The largest file that is accepted whichever way the limit is read, in bytes.
  package var safeBytes: Int { min(own({ $0.whole(.safeBytes) }, or: .max), maximumBytes) }

  /// The longer sides of the canvases that are shown without scaling, in pixels, in ascending order.
  package var sides: [Int] {
    own({ $0.numbers(.sizeClasses) }, or: []).map { Int(clamping: $0) }
  }

  /// The shortest side of a canvas, in pixels.
  package var smallestSide: Int { own({ $0.whole(.minimumSide) }, or: 1) }

  /// The longest side of a canvas, in pixels.
  package var largestSide: Int { own({ $0.size(.maximumCanvas)?.width }, or: .max) }

  /// The longest label, in Unicode scalars.
  package var labelLength: Int { own({ $0.whole(.maximumLabel) }, or: .max) }

  /// The playback of frames with short delays.
  package var playedDelays: Delays {
    own({ $0.delays }, or: Delays(longestMistake: 0, replacement: 0, shortest: [:]))
  }

  /// The side of `sides` that is nearest to another, in pixels; the larger of two that are equally near.
  package func nearestSide(to side: Int) -> Int {
    sides.min { (abs($0 - side), -$0) < (abs($1 - side), -$1) } ?? side
  }

  /// Returns the time a frame is shown, in milliseconds, with ImageIO's minimum delay. Rules about time use this
  /// definition; `low-frame-rate` uses `unclamped`, and `photosensitive-flash` both.
  ///
  /// - Parameter delay: the stored delay in milliseconds.
  package func played(_ delay: Double, in format: ImageFormat) -> Double {
    max(unclamped(delay), playedDelays.shortest[format] ?? 0)
  }

  /// Returns the time a frame is shown, in milliseconds, where ImageIO's minimum delay is not used.
  ///
  /// - Parameter delay: the stored delay in milliseconds.
  package func unclamped(_ delay: Double) -> Double {
    let delays = playedDelays
    return delay <= delays.longestMistake ? delays.replacement : delay
  }
}
