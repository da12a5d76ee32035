internal import StickerModel

/// The icon of an app without code and of its extension.
enum AppIcon {
  /// The icon set in the packs’ catalogs, by the name that Xcode’s template gives it.
  static let setName = "iMessage App Icon"
}

extension ProjectDescription.App {
  /// `TARGETED_DEVICE_FAMILY`: 1 is the iPhone, 2 the iPad.
  var deviceFamily: String {
    settings.devices.map { $0 == .iPhone ? "1" : "2" }.joined(separator: ",")
  }
}
