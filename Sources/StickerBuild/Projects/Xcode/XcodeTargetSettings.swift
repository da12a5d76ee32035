internal import StickerPacks

typealias BuildSetting = (key: String, value: String)

extension ProjectDescription.App {
  /// The settings for versions and signing of both targets, in all formats for Xcode.
  ///
  /// `VERSIONING_SYSTEM` lets agvtool and fastlane change the build number.
  var versionAndSigning: [BuildSetting] {
    [("CODE_SIGN_STYLE", "Automatic"), ("CURRENT_PROJECT_VERSION", settings.build)]
      + (settings.team.map { [("DEVELOPMENT_TEAM", $0)] } ?? [])
      + [("MARKETING_VERSION", settings.version), ("VERSIONING_SYSTEM", "apple-generic")]
  }

  /// The value of `TARGETED_DEVICE_FAMILY`: 1 is iPhone, 2 is iPad.
  var deviceFamily: String {
    settings.devices.map { $0 == .iPhone ? "1" : "2" }.joined(separator: ",")
  }

  /// The settings for manual signing of the app's release builds; empty if Xcode manages signing.
  var releaseSigning: [BuildSetting] {
    Self.signing(with: settings.provisioningProfiles?.app)
  }

  var extensionReleaseSigning: [BuildSetting] {
    Self.signing(with: settings.provisioningProfiles?.stickerPackExtension)
  }

  private static let certificate = "Apple Distribution"

  private static func signing(with profile: String?) -> [BuildSetting] {
    guard let profile else { return [] }
    return [
      ("CODE_SIGN_IDENTITY", certificate), ("CODE_SIGN_STYLE", "Manual"),
      ("PROVISIONING_PROFILE_SPECIFIER", profile),
    ]
  }

  /// The options for exporting an archive of the app for App Store Connect.
  ///
  /// Source: xcodebuild -help. The build number stays as configured.
  var exportOptions: (path: String, text: String) {
    var members: [(key: String, value: XcodePropertyList)] = [
      ("destination", "export"), ("manageAppVersionAndBuildNumber", .bool(false)),
      ("method", "app-store-connect"),
    ]
    if let profiles = settings.provisioningProfiles {
      let names: XcodePropertyList = .dictionary([
        (bundleIdentifier.description, .text(profiles.app)),
        (
          bundleIdentifier.forStickerPackExtension.description,
          .text(profiles.stickerPackExtension)
        ),
      ])
      members += [
        ("provisioningProfiles", names), ("signingCertificate", .text(Self.certificate)),
      ]
    }
    let style = settings.provisioningProfiles == nil ? "automatic" : "manual"
    members.append(("signingStyle", .text(style)))
    if let team = settings.team { members.append(("teamID", .text(team))) }
    return (
      "\(ProjectDescription.folder)/\(name)-ExportOptions.plist",
      XcodePropertyList.dictionary(members).file
    )
  }
}
