internal import StickerPacks

/// A group of rules, each of which knows a reason for which an upload is refused, or accepted without its stickers.
public struct UploadCheck: Sendable {
  /// A kind of input that it checks. One of these must be at hand.
  public enum Subject: Sendable {
    /// Image files.
    case art
    /// An asset catalog.
    case catalog
    /// The file of a project that is above a catalog.
    case project
    /// A built app, extension or pack.
    case product
  }

  /// A message of App Store Connect, Xcode or iOS, as developers reported it.
  ///
  /// Source: `Documentation/Uploading.md`.
  public struct Refusal: Sendable {
    /// The code or the text.
    public let text: String
    /// The ids of the rules that find its cause.
    public let rules: [String]

    fileprivate init(_ text: String, _ rules: Rule...) {
      (self.text, self.rules) = (text, rules.map { $0.id })
    }
  }

  /// A name for programs.
  public let id: String
  /// The checked property, in a few words.
  public let title: String
  /// The kinds of input that it checks.
  public let subjects: Set<Subject>
  /// The refusals whose texts are known.
  public let refusals: [Refusal]
  /// The ids of its rules, including those of refusals.
  public let rules: [String]

  private init(
    _ id: String, _ title: String, in subjects: Set<Subject>, refusals: [Refusal] = [],
    and rules: [Rule] = []
  ) {
    (self.id, self.title, self.subjects, self.refusals) = (id, title, subjects, refusals)
    let known = Set(refusals.flatMap { $0.rules } + rules.map { $0.id })
    self.rules = Rule.all.map { $0.id }.filter(known.contains)
  }

  /// All checks. Each rule about products, each about projects, except for those about sharing, and each rule
  /// that is an error by default is in one of them.
  public static let all = [
    UploadCheck(
      "art", "Stickers", in: anything,
      refusals: [
        Refusal(
          #""has invalid extension for a 'Sticker' file. Should be one of 'jpg, jpeg, gif, png'""#,
          .apngExtension, .unsupportedFormat)
      ],
      and: errors(about: [.file, .canvas, .transparency, .animation])),
    UploadCheck(
      "packs", "Packs and their lists", in: anything,
      and: errors(about: [.pack, .catalog]).filter { !$0.id.hasPrefix("icon-") }),
    UploadCheck(
      "icons", "Icons", in: [.catalog, .project, .product],
      refusals: [
        Refusal(
          #"ITMS-90649 "Missing App Icon""#, .iconSetMissing, .iconMissing, .iconWrongSlot,
          .iconWrongSize, .projectIconName, .projectTargetType, .productIconMissing),
        Refusal(
          #"ITMS-90642 "Missing Info.plist key … MSMessagesExtensionStoreIconName""#,
          .productStoreIcon),
        Refusal(
          #""can't be transparent nor contain an alpha channel""#, .iconNotOpaque,
          .iconAlphaChannel),
      ]),
    UploadCheck(
      "content", "The app holds the stickers", in: [.project, .product],
      refusals: [
        Refusal(#""Invalid iMessage App … invalid sticker pack""#, .productUnlistedFile)
      ],
      and: [.projectCatalogMissing, .productMissingFile, .productDiffers]),
    UploadCheck(
      "identifiers", "Identifiers and versions", in: [.project, .product],
      refusals: [
        Refusal(
          #""bundle identifier is not prefixed with the parent app's bundle identifier""#,
          .projectIdentifier, .productIdentifier)
      ],
      and: [.projectVersion, .projectMinimumVersion, .productVersion]),
    UploadCheck(
      "structure", "Structure of the app", in: [.product],
      refusals: [
        Refusal(#""Invalid iMessage App … invalid sticker pack""#, .productStubMissing),
        Refusal("ITMS-90044, ITMS-90508", .productPlatform),
      ],
      and: [.productStructure, .productKey]),
  ]

  /// The requirements of App Store Connect that no program can check.
  public static let notChecked = [
    "screenshots", "answers about privacy", "the age rating", "signing",
  ]

  private static let anything: Set<Subject> = [.art, .catalog, .project, .product]

  private static func errors(about categories: Set<Rule.Category>) -> [Rule] {
    Rule.all.filter { $0.severity == .error && categories.contains($0.category) }
  }
}

/// The result of a check.
public struct UploadOutcome: Sendable {
  /// The outcome of a check.
  public enum Status: String, Sendable {
    /// There is an error.
    case failed
    /// There are findings, but no error: an upload may be refused.
    case warned
    /// There is no finding.
    case passed
    /// None of its kinds of input was there.
    case unchecked
  }

  /// The check.
  public let check: UploadCheck
  /// The outcome.
  public let status: Status
  /// The open findings of its rules.
  public let findings: [Finding]

  init(_ check: UploadCheck, of result: LintResult) {
    self.check = check
    findings = result.findings.filter { $0.isOpen && check.rules.contains($0.rule) }
    let isChecked = result.packs.contains { !check.subjects.isDisjoint(with: $0.subjects) }
    status =
      findings.contains { $0.severity == .error }
      ? .failed : !findings.isEmpty ? .warned : isChecked ? .passed : .unchecked
  }
}

extension LintResult {
  /// The results of each check of ``UploadCheck/all``. Only the rules that ran have findings.
  public var uploadOutcomes: [UploadOutcome] {
    UploadCheck.all.map { UploadOutcome($0, of: self) }
  }
}

extension LintOptions {
  /// These options with the rules of all upload checks and no others, with their default severities: App Store Connect
  /// does not know which rules a configuration turns off.
  package var forUpload: LintOptions {
    let checked = Set(UploadCheck.all.flatMap { $0.rules })
    var options = self
    for rule in Rule.all {
      let level = checked.contains(rule.id) ? rule.severity.rawValue : "off"
      options.rules[rule.id, default: RuleSetting()].level = RuleSetting.Level(rawValue: level)
    }
    return options
  }
}

extension LintedPack {
  fileprivate var subjects: Set<UploadCheck.Subject> {
    let source = facts.source
    var subjects: Set<UploadCheck.Subject> = source.allStickers.isEmpty ? [] : [.art]
    if let built = source.built {
      if built.product?.isEmpty != true { subjects.insert(.product) }
    } else if source.kind == .catalog {
      subjects.insert(.catalog)
    }
    if source.projectFile != nil { subjects.insert(.project) }
    return subjects
  }
}
