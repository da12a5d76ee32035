internal import Basics

extension ProjectSettings {
  init(_ value: RelaxedJSON) throws(ConfigurationError) {
    self.init()
    for member in try value.members(of: "project") {
      switch member.key {
      case "bundleId": bundleIdentifier = try Self.bundleIdentifier(member.value)
      case "app": app = try Self.appName(member.value, member.key)
      case "names": names = try member.value.texts(byLanguageOf: member.key, Self.appName)
      case "version": version = try Self.version(member.value, member.key)
      case "build": build = try Self.version(member.value, member.key)
      case "deploymentTarget": deploymentTarget = try Self.deploymentTarget(member.value)
      case "team": team = try Self.team(member.value)
      case "provisioningProfiles":
        provisioningProfiles = try ProvisioningProfiles(member.value)
      case "sharingLevel": sharingLevel = try member.value.choice(of: member.key)
      case "devices": devices = try Self.devices(member.value)
      case "developmentRegion":
        developmentRegion = try member.value.text(
          of: member.key, "expected a language such as \"en\" or \"pt-BR\"", where: \.isLanguageTag)
      default:
        let known = [
          "app", "names", "bundleId", "version", "build", "deploymentTarget", "team",
          "provisioningProfiles", "sharingLevel", "devices", "developmentRegion",
        ]
        throw .unknownKey(member.key, known: known, member.place)
      }
    }
  }

  private static func bundleIdentifier(
    _ value: RelaxedJSON
  ) throws(ConfigurationError) -> BundleIdentifier {
    let text = try value.text(of: "bundleId")
    do {
      return try BundleIdentifier(text)
    } catch {
      throw ConfigurationError("invalid bundleId: \(error.message)", at: value.place)
    }
  }

  private static func appName(
    _ value: RelaxedJSON, _ key: String
  ) throws(ConfigurationError) -> String {
    try text(value, key, \.problemAsAppName)
  }

  private static func version(
    _ value: RelaxedJSON, _ key: String
  ) throws(ConfigurationError) -> String {
    try text(value, key, \.problemAsBundleVersion)
  }

  private static func text(
    _ value: RelaxedJSON, _ key: String, _ problem: (String) -> String?
  ) throws(ConfigurationError) -> String {
    let text = try value.text(of: key)
    if let problem = problem(text) {
      throw ConfigurationError("\(key) is \(text.quoted); \(problem)", at: value.place)
    }
    return text
  }

  private static func deploymentTarget(_ value: RelaxedJSON) throws(ConfigurationError) -> String {
    let rule = "expected an iOS version such as \"15.0\", at least \"10.0\""
    return try value.text(of: "deploymentTarget", rule) { text in
      // iOS 10 introduced stickers.
      guard text.utf8.count <= 8, let numbers = text.dottedNumbers else { return false }
      return (2...3).contains(numbers.count) && numbers[0] >= 10
    }
  }

  private static func team(_ value: RelaxedJSON) throws(ConfigurationError) -> String {
    let rule =
      "expected the team's identifier of ten capital letters and digits, shown on Apple's"
      + " developer site under Membership"
    return try value.text(of: "team", rule) { team in
      let isTeam = team.utf8.allSatisfy { $0.isASCIILetter && $0 & 0x20 == 0 || $0.isASCIIDigit }
      return isTeam && team.utf8.count == 10
    }
  }

  private static func devices(_ value: RelaxedJSON) throws(ConfigurationError) -> [Device] {
    guard case .list(let entries) = value.content, !entries.isEmpty else {
      throw value.typeMismatch("an array of iphone, ipad or both", "devices")
    }
    var named: Set<Device> = []
    for entry in entries { named.insert(try entry.choice(of: "a device")) }
    return Device.allCases.filter(named.contains)
  }

}

extension ProjectSettings.ProvisioningProfiles {
  fileprivate init(_ value: RelaxedJSON) throws(ConfigurationError) {
    var names: [String: String] = [:]
    for member in try value.members(of: "provisioningProfiles") {
      guard ["app", "extension"].contains(member.key) else {
        throw .unknownKey(member.key, known: ["app", "extension"], member.place)
      }
      names[member.key] = try member.value.line(of: member.key)
    }
    guard let app = names["app"], let stickerPackExtension = names["extension"] else {
      throw ConfigurationError(
        "\"provisioningProfiles\" requires \"app\" and \"extension\"", at: value.place)
    }
    self.init(app: app, stickerPackExtension: stickerPackExtension)
  }
}

extension String {
  /// Why the text cannot be the version or the build number of an app; nil when it can.
  ///
  /// Source: Apple, CFBundleVersion and TN2420, which allows 18 characters.
  package var problemAsBundleVersion: String? {
    if utf8.count <= 18, let numbers = dottedNumbers, numbers.count <= 3 { return nil }
    return "expected one to three integers separated by dots, at most 18 characters"
  }

  /// Why the text cannot be the name of an app or a pack in a project; nil when it can.
  package var problemAsAppName: String? {
    if hasControlCharacters { return "it cannot contain control characters or line breaks" }
    if unicodeScalars.contains(where: \.properties.isNoncharacterCodePoint) {
      return "it cannot contain noncharacters"
    }
    return allSatisfy(\.isWhitespace) ? "it cannot be empty" : nil
  }

  /// The integers of a version; nil when the text contains anything but digits and dots.
  fileprivate var dottedNumbers: [Int]? {
    let parts = utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy(\.isASCIIDigit)
        ? Int(String(decoding: part, as: UTF8.self)) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }
}
