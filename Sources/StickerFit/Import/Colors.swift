internal import ImageCodecs
internal import ImageContainers
internal import Pixels

extension ImageContainer {
  /// Returns a canvas of the file as a PNG can store it: with the chunks of a PNG, otherwise in sRGB.
  func storable(_ canvas: Bitmap, _ bytes: [UInt8]) -> (Bitmap, ColorDescription) {
    if case .png = self { return (canvas, ColorDescription(of: self, bytes: bytes)) }
    let profile = try? ICCProfile(of: self, bytes: bytes)
    return (profile?.conversionToSRGB?(canvas) ?? canvas, ColorDescription())
  }
}
