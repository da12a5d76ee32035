internal import StickerPacks

extension ProjectDescription.App {
  /// `TARGETED_DEVICE_FAMILY`: 1 is the iPhone, 2 the iPad.
  var deviceFamily: String {
    settings.devices.map { $0 == .iPhone ? "1" : "2" }.joined(separator: ",")
  }
}
