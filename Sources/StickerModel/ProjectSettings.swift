/// What `project` in `stickerpack.json` says about the app that a pack is sold in.
public struct ProjectSettings: Sendable, Equatable {
  /// Where else than in Messages the stickers may be used.
  ///
  /// Source: Apple, NSStickerSharingLevel, since iOS 17.
  public enum SharingLevel: String, Sendable, Equatable, CaseIterable {
    /// In Messages alone.
    case messages = "Messages"
    /// Wherever the system shows stickers.
    case system = "OS"
  }

  /// A kind of device.
  public enum Device: String, Sendable, Equatable, CaseIterable {
    /// An iPhone.
    case iPhone = "iphone"
    /// An iPad.
    case iPad = "ipad"
  }

  /// The app’s name; the pack’s name without one.
  public var app: String?
  /// The app’s bundle identifier.
  public var bundleIdentifier: BundleIdentifier
  /// The version that people see: one to three whole numbers with dots between them.
  public var version = "1.0"
  /// The number of the build, in the same form.
  public var build = "1"
  /// The first iOS that the app runs on. 15.0 is the oldest for which Xcode 26 builds.
  public var deploymentTarget = "15.0"
  /// The team that signs, ten letters and digits; chosen in Xcode without one.
  public var team: String?
  /// Where the stickers may be used; only in Messages without one.
  public var sharingLevel: SharingLevel?
  /// What the app runs on, at least one.
  public var devices = Device.allCases
  /// The language of the pack’s name and labels, such as `en` or `pt-BR`.
  public var developmentRegion = "en"

  /// Creates settings with what is usual for a first version.
  public init(bundleIdentifier: BundleIdentifier) { self.bundleIdentifier = bundleIdentifier }
}
