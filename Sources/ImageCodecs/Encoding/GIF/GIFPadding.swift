package import ImageContainers

extension ImageEncoder {
  /// Returns a GIF with transparent margins around its frames, which are in the center of the canvas and are not
  /// encoded again; nil if that is not possible.
  ///
  /// - Parameter file: without defects other than trailing bytes.
  package static func gif(padding file: [UInt8], to size: CanvasSize) -> [UInt8]? {
    GIFContainer.padded(file, to: size) { frame in
      let (width, height) = (frame.entry.width, frame.entry.height)
      var isUsed = [Bool](repeating: false, count: 256)
      for index in LZWDecoder(file[frame.data], pixels: width * height).indices {
        isUsed[Int(index)] = true
      }
      return isUsed.firstIndex(of: false).map(UInt8.init)
    }
  }
}
