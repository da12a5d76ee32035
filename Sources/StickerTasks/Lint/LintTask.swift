package import Basics
public import StickerLint
package import StickerPacks

/// Lints image files, packs, folders of packs and asset catalogs, or an image in memory.
///
///     let result = try await LintTask("Stickers").run()
///     for finding in result.findings { print(finding.file, finding.message) }
///
/// A file that cannot be read or decoded is a finding, not an error. Files are processed on threads of
/// their own, and only read.
///
/// Each file is read once and each frame decoded once. Linting a pack takes about as long as decoding it, and at most
/// 400 MiB of memory for each job. To read one image, use `ImageDecoder`; to check a built bundle, ``VerifyTask``.
public struct LintTask: Sendable {
  /// The options of the lint.
  public var options: LintOptions
  /// The commit, branch or tag of git since which a file must have changed so that its findings are
  /// reported; nil reports all. Runs git.
  public var changedSince: String?
  /// The path of a bundle that the linted products should hold; nil compares with none. What differs has findings
  /// of the rule `product-differs`.
  public var against: String?
  /// The destinations besides Messages whose limits apply, as `Destination.named` reads them; nil for that of the
  /// options.
  package var targets: String?
  /// The rules that were not selected, whose baseline entries are not stale.
  package var unselectedRules: Set<String> = []
  /// The use of the packs, which decides which are found.
  package var purpose = PackDiscovery.Purpose.lint
  package let paths: [FilePath]
  /// The image in memory; it has the name of the only path.
  private let image: [UInt8]?

  /// Creates a task for files and folders. Without any, the result is empty.
  public init(_ paths: [String], options: LintOptions = LintOptions()) {
    (self.paths, self.options, image) = (paths.map { FilePath($0) }, options, nil)
  }

  /// Creates a task for a file or folder.
  public init(_ path: String, options: LintOptions = LintOptions()) {
    self.init([path], options: options)
  }

  /// Creates a task for an image in memory. No file is opened, so only the options configure rules.
  ///
  /// - Parameters:
  ///   - image: the content of a file.
  ///   - name: its file name, which findings have and whose extension is checked.
  ///   - options: the options of the lint.
  public init(_ image: [UInt8], named name: String, options: LintOptions = LintOptions()) {
    (paths, self.image, self.options) = ([FilePath(name)], image, options)
  }

  /// Lints the files.
  ///
  /// - Returns: the findings, including suppressed ones and those in the baseline.
  /// - Throws: ``LintError`` if a path, a configuration or the options are invalid, or if the task is
  ///   cancelled.
  public func run(
    _ observe: @escaping TaskObserver = { _ in }
  ) async throws(LintError) -> LintResult {
    try await run(on: select(), observe)
  }

  /// The packs and files that are linted, and the part of their findings that is reported.
  package struct Selection: Sendable {
    package var packs: [PackSource] = []
    /// The destinations that the task names.
    package var destinations: [Destination] = []
    package var leftOut: [LeftOut] = []
    /// The linted files and folders, as reports show them.
    package var lookedAt: [FilePath] = []
    /// The changes in each pack; nil to report everything.
    fileprivate var effects: [ChangedPaths.Effect]?
    fileprivate var baseline: Baseline?
    fileprivate var comparison: ProductComparison?

    /// Whether nothing is linted because nothing has changed.
    package var isUnchanged: Bool { effects?.isEmpty == true }
  }

  /// Finds what to lint. If nothing has changed, there are no packs.
  ///
  /// - Parameter mayBeEmpty: whether paths without stickers are not an error.
  package func select(mayBeEmpty: Bool = false) throws(LintError) -> Selection {
    try Rule.check(options.rules)
    var selection = Selection()
    // Fails early: linting may take minutes.
    selection.baseline = try options.baseline.map { path throws(LintError) in
      try Baseline(reading: FilePath(path))
    }
    guard image == nil else {
      selection.packs = paths.map { PackSource(ofFile: $0) }
      selection.lookedAt = paths
      return selection
    }
    guard !paths.isEmpty else { return selection }
    let found = try PackDiscovery(
      paths, options, mayBeEmpty: mayBeEmpty, for: purpose)
    (selection.packs, selection.leftOut) = (found.packs, found.leftOut)
    selection.destinations =
      try targets.map { list throws(LintError) in
        try Destination.named(list, for: found.packs)
      } ?? []
    if options.baseline == nil { selection.baseline = try Baseline(of: found.packs) }
    selection.lookedAt = found.lookedAt
    selection.comparison = try against.map { path throws(LintError) in
      try ProductComparison(with: path, of: &selection.packs)
    }
    guard let changedSince, !found.packs.isEmpty else { return selection }
    let changes = try changes(since: changedSince)
    let configuration = options.configuration.map { FilePath($0) }
    let touched = found.packs.map { ($0, changes.effect(on: $0, configuration: configuration)) }
      .filter { $0.1 != .none }
    selection.packs = touched.map(\.0)
    selection.effects = touched.map(\.1)
    selection.lookedAt = selection.packs.flatMap { $0.stickers.map(\.location.displayPath) }
    return selection
  }

  /// The changes in all repositories that contain the paths.
  private func changes(since reference: String) throws(LintError) -> ChangedPaths {
    var changes = ChangedPaths([])
    let folders = paths.map { $0.isFolder ? $0 : $0.parent }
    for folder in Set(folders).sorted() {
      do {
        changes = changes.union(try GitRepository(at: folder).changes(since: reference))
      } catch {
        throw .unknownChanges(reason: "\(error)")
      }
    }
    return changes
  }

  /// The linter for a selection: by the limits of its only destination, or else of that of the options.
  func linter(for selection: Selection) -> Linter {
    var linter = Linter(options)
    if selection.destinations.count == 1 { linter.destination = selection.destinations[0] }
    return linter
  }

  /// Lints what was selected.
  package func run(
    on selection: Selection, _ observe: @escaping TaskObserver
  ) async throws(LintError) -> LintResult {
    var linter = linter(for: selection)
    if let comparison = selection.comparison {
      linter.reader = { [destination = linter.destination] in
        comparison.facts(about: $0, limits: $1, destination: destination)
      }
    }
    if let image {
      linter.reader = { [destination = linter.destination] in
        AssetFacts(source: $0, bytes: image, limits: $1, destination: destination)
      }
    }
    var result = try await linter.lint(selection.packs, observe)
    if let baseline = selection.baseline {
      result = marking(result, with: baseline, in: selection)
    }
    // Findings in unchanged files are left out.
    for (index, effect) in (selection.effects ?? []).enumerated() {
      guard case .stickers(let changed) = effect else { continue }
      let pack = result.packs[index]
      let findings = pack.separateFindings.filter { finding in
        switch Rule.named(finding.rule)?.check {
        case .asset, .image: changed.contains(finding.subject.path)
        // Those of rules about whole packs can be in any file.
        case .pack, .findings, nil: true
        }
      }
      result.packs[index] = LintedPack(facts: pack.facts, findings: findings)
    }
    return result
  }

  /// The findings for one destination.
  public struct DestinationResult: Sendable {
    /// The id of the destination, such as `signal`.
    public let destination: String
    /// The findings by its limits.
    public let result: LintResult
  }

  /// Lints the files for destinations, each by its own limits.
  ///
  /// - Parameter destinations: ids such as `signal`, which `stickerpack targets` lists, the common beginning of several
  ///   ids, such as `whatsapp`, or paths of files.
  /// - Returns: a result for each destination, in the order of the ids.
  /// - Throws: ``LintError``, even if there is no destination with an id.
  public func run(
    forDestinations destinations: [String], _ observe: @escaping TaskObserver = { _ in }
  ) async throws(LintError) -> [DestinationResult] {
    var task = self
    task.targets = destinations.joined(separator: ",")
    return try await task.verdicts(on: task.select(), observe).map {
      DestinationResult(destination: $0.destination.id, result: $0.result)
    }
  }

  /// Lints what was selected for each of its destinations. Each file is read once for all of them.
  package func verdicts(
    on selection: Selection, _ observe: @escaping TaskObserver
  ) async throws(LintError) -> [DestinationVerdict] {
    var own = selection
    own.destinations = []
    let read = try await run(on: own, observe)
    return selection.destinations.map { DestinationVerdict($0, read, by: Linter(options)) }
  }

  /// Marks the findings of a result that are in a baseline.
  package func marking(
    _ result: LintResult, with baseline: Baseline, in selection: Selection
  ) -> LintResult {
    result.compared(
      with: baseline, lookedAt: selection.lookedAt, ran: { !unselectedRules.contains($0) })
  }
}

extension Linter {
  /// Lints packs, and reports the progress as that of a task.
  func lint(
    _ packs: [PackSource], _ observe: @escaping TaskObserver
  ) async throws(LintError) -> LintResult {
    do {
      return try await lint(packs) { observe(.progress(.checking, done: $0, total: $1)) }
    } catch {
      throw .cancelled
    }
  }
}

extension PackDiscovery {
  /// Finds packs as options say, at least one unless `mayBeEmpty`.
  package init(
    _ paths: [FilePath], _ options: LintOptions, mayBeEmpty: Bool = false,
    for purpose: Purpose = .art
  ) throws(LintError) {
    let configuration = options.configuration.map { FilePath($0) }
    self =
      mayBeEmpty
      ? try PackDiscovery(
        at: paths, configuration: configuration, respectsGitIgnore: options.respectsGitIgnore,
        for: purpose)
      : try PackDiscovery(
        linting: paths, configuration: configuration, respectsGitIgnore: options.respectsGitIgnore,
        for: purpose)
  }
}

extension Baseline {
  /// Reads the baselines that the configurations of packs name. One that does not exist has no entries: it may be
  /// about to be written. Nil if there is none.
  fileprivate init?(of packs: [PackSource]) throws(LintError) {
    let paths = Set(packs.compactMap(\.settings.baseline)).map { FilePath($0) }
    guard !paths.isEmpty else { return nil }
    var entries: [Entry] = []
    for path in paths.sorted() where path.exists {
      entries += try Baseline(reading: path).entries
    }
    self.init(entries)
  }
}

extension PackSource {
  /// A file that is not on disk.
  fileprivate init(ofFile path: FilePath) {
    let folder = Location(path.parent, displayPath: path.parent)
    self.init(
      kind: .files, name: path.parent.name.string, at: folder,
      stickers: [StickerSource(id: path.stem, at: Location(path, displayPath: path))])
  }
}
