/// The value of `project` in `stickerpack.json`: the app that a pack ships in. The files of the folders
/// above can set some of the values.
package struct ProjectSettings: Sendable, Equatable {
  /// The apps in which the stickers can be used.
  ///
  /// Source: Apple, NSStickerSharingLevel, since iOS 17.
  package enum SharingLevel: String, Sendable, Equatable, CaseIterable {
    /// Only in Messages.
    case messages = "Messages"
    /// Everywhere the system shows stickers.
    case system = "OS"
  }

  package enum Device: String, Sendable, Equatable, CaseIterable {
    case iPhone = "iphone"
    case iPad = "ipad"
  }

  /// The names of the provisioning profiles for the App Store.
  package struct ProvisioningProfiles: Sendable, Equatable {
    package var app: String
    package var stickerPackExtension: String

    package init(app: String, stickerPackExtension: String) {
      self.app = app
      self.stickerPackExtension = stickerPackExtension
    }
  }

  /// The app's name; by default the pack's name.
  package var app: String?
  /// The name of the app and the pack in other languages, by BCP 47 tag.
  package var names: [String: String] = [:]
  package var bundleIdentifier: BundleIdentifier?
  /// The version that users see: one to three integers separated by dots.
  package var version = "1.0"
  /// The build number, in the same form.
  package var build = "1"
  /// The minimum iOS version. 15.0 is the oldest that Xcode 27 builds for.
  package var deploymentTarget = "15.0"
  /// The identifier of the signing team, ten letters and digits; by default chosen in Xcode.
  package var team: String?
  /// The profiles for manual signing of release builds; by default Xcode manages signing.
  package var provisioningProfiles: ProvisioningProfiles?
  /// The apps in which the stickers can be used; by default only Messages.
  package var sharingLevel: SharingLevel?
  /// The devices that the app supports, at least one.
  package var devices = Device.allCases
  /// The language of the pack's name and labels, such as `en` or `pt-BR`.
  package var developmentRegion = "en"

  package init() {}
}
