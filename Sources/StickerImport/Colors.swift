internal import ImageCodecs
internal import ImageContainers
internal import Pixels

extension ICCProfile {
  /// The conversion of canvases to sRGB; nil if they need none, or if the profile is incomplete.
  var conversionToSRGB: ((Bitmap) -> Bitmap)? {
    switch colors {
    case .nothing, .sRGB, .unreadable: return nil
    case .displayP3, .other: break
    }
    guard let xyz, let matrix = RGBSpace.fromXYZ else { return nil }
    return { $0.convertedToSRGB { matrix * xyz($0) } }
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
