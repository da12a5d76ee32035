internal import Basics

extension ProjectSettings {
  static let keys = KeyTable<ProjectSettings>(
    "project", ProjectSettings(),
    [
      .init("app", "The app's name. Default: the pack's name.", .appName) { $0.app = $1 },
      .init(
        "names",
        "The name of the app and the pack in other languages, by BCP 47 tag such as de or pt-BR.",
        .byLanguage(.appName)
      ) { $0.names = $0.names.updated(with: $1) },
      .init(
        "bundleId",
        "The app's bundle identifier, such as com.example.biscuit. The extension's identifier starts with it.",
        .bundleIdentifier
      ) { $0.bundleIdentifier = $1 },
      .init("version", "The version shown in the App Store. Default: 1.0.", .bundleVersion) {
        $0.version = $1
      },
      .init("build", "The build number. Default: 1.", .bundleVersion) { $0.build = $1 },
      .init(
        "deploymentTarget", "The minimum version of iOS, at least 10.0. Default: 15.0.",
        .deploymentTarget
      ) { $0.deploymentTarget = $1 },
      .init("team", "The development team. Default: chosen in Xcode.", .team) { $0.team = $1 },
      .init(
        "provisioningProfiles",
        "The names of the profiles for manual signing of release builds. Default: Xcode manages signing.",
        .object(ProvisioningProfiles.keys)
      ) { $0.provisioningProfiles = $1 },
      .init(
        "sharingLevel",
        "Where the stickers can be used: only in Messages, or everywhere in the system.", .choice()
      ) { $0.sharingLevel = $1 },
      .init("devices", "The supported devices. Default: both.", .devices) { $0.devices = $1 },
      .init(
        "developmentRegion", "The language of the pack's name and labels. Default: en.", .language
      ) { $0.developmentRegion = $1 },
    ])
}

extension ProjectSettings.ProvisioningProfiles {
  fileprivate static let keys = KeyTable<ProjectSettings.ProvisioningProfiles>(
    "provisioningProfiles", ProjectSettings.ProvisioningProfiles(app: "", stickerPackExtension: ""),
    [
      .init("app", nil, .line) { $0.app = $1 },
      .init("extension", nil, .line) { $0.stickerPackExtension = $1 },
    ], required: ["app", "extension"],
    orElse: "\"provisioningProfiles\" requires \"app\" and \"extension\""
  ) { !$0.app.isEmpty && !$0.stickerPackExtension.isEmpty }
}

extension ValueKind<BundleIdentifier> {
  fileprivate static let bundleIdentifier = ValueKind([
    "type": "string", "pattern": #"^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$"#,
  ]) { json, name, _ throws(ConfigurationError) in
    let text = try json.text(of: name)
    do throws(ConfigurationError) {
      return try BundleIdentifier(text)
    } catch {
      throw ConfigurationError("invalid \(name): \(error.message)", at: json.place)
    }
  }
}

extension ValueKind<[ProjectSettings.Device]> {
  fileprivate static let devices = ValueKind([
    "type": "array", "minItems": 1, "items": device.schema,
  ]) { json, name, file throws(ConfigurationError) in
    guard case .list(let entries) = json.content, !entries.isEmpty else {
      throw json.typeMismatch("an array of iphone, ipad or both", name)
    }
    var named: Set<ProjectSettings.Device> = []
    for entry in entries { named.insert(try device.read(entry, "a device", file)) }
    return ProjectSettings.Device.allCases.filter { named.contains($0) }
  }

  private static let device = ValueKind<ProjectSettings.Device>.choice()
}

extension ValueKind<String> {
  fileprivate static let appName = text(line.schema) { $0.problemAsAppName }

  fileprivate static let bundleVersion = text([
    "type": "string", "maxLength": 18, "pattern": #"^[0-9]+(\.[0-9]+){0,2}$"#,
  ]) { $0.problemAsBundleVersion }

  fileprivate static let deploymentTarget = text(
    "expected an iOS version such as \"15.0\", at least \"10.0\"", ("maxLength", 8),
    ("pattern", #"^0*[1-9][0-9]+(\.[0-9]+){1,2}$"#)
  ) { text in
    // iOS 10 introduced stickers.
    guard text.utf8.count <= 8, let numbers = text.dottedNumbers else { return false }
    return (2...3).contains(numbers.count) && numbers[0] >= 10
  }

  fileprivate static let team = text(
    "expected the team's identifier of ten capital letters and digits, shown on Apple's"
      + " developer site under Membership", ("pattern", "^[A-Z0-9]{10}$")
  ) { team in
    let isTeam = team.utf8.allSatisfy { $0.isASCIILetter && $0 & 0x20 == 0 || $0.isASCIIDigit }
    return isTeam && team.utf8.count == 10
  }

  /// A text in which `problem` finds none.
  private static func text(
    _ schema: RelaxedJSON, _ problem: @escaping @Sendable (String) -> String?
  ) -> Self {
    ValueKind(schema) { json, name, _ throws(ConfigurationError) in
      let text = try json.text(of: name)
      if let problem = problem(text) {
        throw ConfigurationError("\(name) is \(text.quoted); \(problem)", at: json.place)
      }
      return text
    }
  }
}

extension String {
  /// States why the text cannot be the version or the build number of an app; nil when it can.
  ///
  /// Source: Apple, CFBundleVersion and TN2420, which allows 18 characters.
  package var problemAsBundleVersion: String? {
    if utf8.count <= 18, let numbers = dottedNumbers, numbers.count <= 3 { return nil }
    return "expected one to three integers separated by dots, at most 18 characters"
  }

  /// States why the text cannot be the name of an app or a pack in a project; nil when it can.
  package var problemAsAppName: String? {
    if hasControlCharacters { return "it cannot contain control characters or line breaks" }
    if unicodeScalars.contains(where: { $0.properties.isNoncharacterCodePoint }) {
      return "it cannot contain noncharacters"
    }
    return allSatisfy { $0.isWhitespace } ? "it cannot be empty" : nil
  }

  /// The integers of a version; nil when the text contains anything but digits and dots.
  fileprivate var dottedNumbers: [Int]? {
    let parts = utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCIIDigit }
        ? Int(String(decoding: part, as: UTF8.self)) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }
}
