package import ImageContainers
package import Pixels

extension ICCProfile {
  /// The conversion of canvases to sRGB; nil if they need none, or if the profile is incomplete.
  package var conversionToSRGB: ((Bitmap) -> Bitmap)? {
    switch colors {
    case .nothing, .sRGB, .unreadable: return nil
    case .displayP3, .other: break
    }
    guard let xyz, let matrix = RGBSpace.fromXYZ else { return nil }
    return { $0.convertedToSRGB { matrix * xyz($0) } }
  }
}
