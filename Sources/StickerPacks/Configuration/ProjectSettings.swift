/// What `project` in `stickerpack.json` says about the app that a pack is sold in.
package struct ProjectSettings: Sendable, Equatable {
  /// Where else than in Messages the stickers may be used.
  ///
  /// Source: Apple, NSStickerSharingLevel, since iOS 17.
  package enum SharingLevel: String, Sendable, Equatable, CaseIterable {
    /// In Messages alone.
    case messages = "Messages"
    /// Wherever the system shows stickers.
    case system = "OS"
  }

  /// A kind of device.
  package enum Device: String, Sendable, Equatable, CaseIterable {
    /// An iPhone.
    case iPhone = "iphone"
    /// An iPad.
    case iPad = "ipad"
  }

  /// The app's name; the pack's name without one.
  package var app: String?
  /// The app's bundle identifier.
  package var bundleIdentifier: BundleIdentifier
  /// The version that people see: one to three whole numbers with dots between them.
  package var version = "1.0"
  /// The number of the build, in the same form.
  package var build = "1"
  /// The first iOS that the app runs on. 15.0 is the oldest for which Xcode 26 builds.
  package var deploymentTarget = "15.0"
  /// The team that signs, ten letters and digits; chosen in Xcode without one.
  package var team: String?
  /// Where the stickers may be used; only in Messages without one.
  package var sharingLevel: SharingLevel?
  /// What the app runs on, at least one.
  package var devices = Device.allCases
  /// The language of the pack's name and labels, such as `en` or `pt-BR`.
  package var developmentRegion = "en"

  /// Creates settings with what is usual for a first version.
  package init(bundleIdentifier: BundleIdentifier) { self.bundleIdentifier = bundleIdentifier }
}
