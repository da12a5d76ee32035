internal import ImageCodecs
internal import ImageContainers
internal import Pixels

extension ICCProfile {
  /// The conversion of canvases to sRGB; nil if they need none, or if the profile consists of tables.
  var conversionToSRGB: ((Bitmap) -> Bitmap)? {
    switch colors {
    case .nothing, .sRGB, .unreadable: return nil
    case .displayP3, .other: break
    }
    guard let space, let matrix = space.toSRGB else { return nil }
    return { $0.convertedToSRGB(curves: space.curves) { matrix * $0 } }
  }
}

extension ImageContainer {
  /// Returns a canvas of the file as a PNG can store it: with the chunks of a PNG, otherwise in sRGB.
  func storable(_ canvas: Bitmap, _ bytes: [UInt8]) -> (Bitmap, ColorDescription) {
    if case .png = self { return (canvas, ColorDescription(of: self, bytes: bytes)) }
    let profile = try? ICCProfile(of: self, bytes: bytes)
    return (profile?.conversionToSRGB?(canvas) ?? canvas, ColorDescription())
  }
}
