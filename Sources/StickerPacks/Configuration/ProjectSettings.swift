/// The value of `project` in `stickerpack.json`: the app that a pack ships in.
package struct ProjectSettings: Sendable, Equatable {
  /// Where the stickers can be used.
  ///
  /// Source: Apple, NSStickerSharingLevel, since iOS 17.
  package enum SharingLevel: String, Sendable, Equatable, CaseIterable {
    /// Only in Messages.
    case messages = "Messages"
    /// Everywhere the system shows stickers.
    case system = "OS"
  }

  /// A kind of device.
  package enum Device: String, Sendable, Equatable, CaseIterable {
    /// An iPhone.
    case iPhone = "iphone"
    /// An iPad.
    case iPad = "ipad"
  }

  /// The app's name; by default the pack's name.
  package var app: String?
  /// The app's bundle identifier.
  package var bundleIdentifier: BundleIdentifier
  /// The version that users see: one to three integers separated by dots.
  package var version = "1.0"
  /// The build number, in the same form.
  package var build = "1"
  /// The minimum iOS version. 15.0 is the oldest that Xcode 26 supports.
  package var deploymentTarget = "15.0"
  /// The identifier of the signing team, ten letters and digits; by default chosen in Xcode.
  package var team: String?
  /// Where the stickers can be used; by default only in Messages.
  package var sharingLevel: SharingLevel?
  /// The devices that the app supports, at least one.
  package var devices = Device.allCases
  /// The language of the pack's name and labels, such as `en` or `pt-BR`.
  package var developmentRegion = "en"

  /// Creates the default settings of a first version.
  package init(bundleIdentifier: BundleIdentifier) { self.bundleIdentifier = bundleIdentifier }
}
