public import ImageContainers
internal import Basics
public import StickerPacks

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How stickers are linted.
public struct LintOptions: Sendable {
  /// Whether warnings are errors; otherwise each pack's configuration decides.
  public var isStrict = false
  /// The settings of rules by id. They override all configurations.
  public var rules: [String: RuleSetting] = [:]
  /// The limits for reading and decoding one file. A file over a limit is a finding.
  public var limits = DecodingLimits()
  /// The number of files to process at the same time, 1 or more. Does not affect the result. With the
  /// default limits, each takes up to 400 MiB of memory.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// The path of a configuration that is used instead of those in the folders above a pack.
  public var configuration: String?
  /// Whether files and folders that git ignores are left out, unless they are named. Reads `.gitignore`
  /// files, and does not run git.
  public var respectsGitIgnore = true
  /// The path of a baseline. Its findings are marked with ``Finding/isInBaseline``.
  public var baseline: String?

  /// Creates the default options.
  public init() {}
}

/// Lints image files, packs, folders of packs and asset catalogs.
///
///     let result = try await lint("Stickers")
///     for finding in result.findings { print(finding.file, finding.message) }
///
/// A file that cannot be read or decoded is a finding, not an error. Files are processed on threads of
/// their own, and only read.
///
/// - Parameters:
///   - paths: files and folders, at least one.
///   - options: how they are linted.
///   - progress: called after each file with the number of finished files and the total.
/// - Returns: the findings, including suppressed ones and those in the baseline.
/// - Throws: ``LintError`` if a path, a configuration or the options are invalid, or if the task is
///   cancelled.
public func lint(
  _ paths: [String], options: LintOptions = LintOptions(),
  progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
) async throws(LintError) -> LintResult {
  try Rule.check(options.rules)
  // Fails early: linting may take minutes.
  let baseline = try options.baseline.map { path throws(LintError) in
    try Baseline(reading: FilePath(path))
  }
  let found = try PackDiscovery(
    linting: paths.map { FilePath($0) }, configuration: options.configuration.map { FilePath($0) },
    respectsGitIgnore: options.respectsGitIgnore)
  let result: LintResult
  do {
    result = try await Linter(options).lint(found.packs, progress: progress)
  } catch {
    throw .cancelled
  }
  return baseline.map { result.compared(with: $0, lookedAt: found.lookedAt) } ?? result
}

/// Lints one image file, pack, folder of packs or asset catalog, as ``lint(_:options:progress:)`` does
/// for several.
public func lint(
  _ path: String, options: LintOptions = LintOptions(),
  progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
) async throws(LintError) -> LintResult {
  try await lint([path], options: options, progress: progress)
}
