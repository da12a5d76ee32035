internal import Basics
public import ImageContainers
public import StickerPacks

/// The options of a lint: those of the command line, as values.
///
/// The defaults are those of `stickerpack lint`. What belongs to a pack, such as labels and suppressions, is in its
/// `stickerpack.json`, which is read for every pack unless an image in memory is linted. For untrusted files,
/// keep the limits, and lower ``limits`` and ``jobs`` to what the machine may spend.
public struct LintOptions: Sendable {
  /// Whether warnings are errors; otherwise each pack's configuration decides.
  public var isStrict = false
  /// The settings of rules by id. They override all configurations.
  public var rules: [String: RuleSetting] = [:]
  /// The destination whose requirements apply.
  package var destination = Destination.messages
  /// The limits for reading and decoding one file. A file over a limit is a finding.
  public var limits = DecodingLimits()
  /// The number of files to process at the same time, 1 or more. Does not affect the result. With the
  /// default limits, each takes up to 400 MiB of memory.
  public var jobs = Processors.count
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
