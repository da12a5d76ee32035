internal import StickerPacks

extension ProjectDescription.App {
  /// The value of `TARGETED_DEVICE_FAMILY`: 1 is iPhone, 2 is iPad.
  var deviceFamily: String {
    settings.devices.map { $0 == .iPhone ? "1" : "2" }.joined(separator: ",")
  }
}
