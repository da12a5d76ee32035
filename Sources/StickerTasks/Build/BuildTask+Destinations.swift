package import StickerBuild
internal import StickerFit
public import StickerLint
package import StickerPacks

extension BuildTask {
  /// The result for one destination besides Messages.
  public struct DestinationResult: Sendable {
    /// The id of the destination, such as `signal`.
    public let destination: String
    /// The findings about the files that were made.
    public let lint: LintResult
    /// The reason nothing was built besides errors in ``lint``, as a sentence in lower case without a full stop.
    public let problem: String?
    /// The paths of the written files in the output folder; empty if the destination does not take the art.
    public let files: [String]
  }

  /// Builds the art for destinations besides Messages, each in a folder of the output. What a destination refuses is not
  /// written, and the others are.
  ///
  /// - Parameters:
  ///   - destinations: ids such as `signal`, which `stickerpack targets` lists, the common beginning of several ids, such
  ///     as `whatsapp`, or paths of files.
  ///   - isDryRun: whether nothing is written.
  /// - Returns: a result for each destination, in the order of the ids. Nothing is written if none takes the art.
  /// - Throws: ``BuildError``, even if nothing can be written for a destination.
  @discardableResult
  public func run(
    forDestinations destinations: [String], isDryRun: Bool = false,
    _ observe: @escaping TaskObserver = { _ in }
  ) async throws(BuildError) -> [DestinationResult] {
    let found = try self.destinations(named: destinations.joined(separator: ","))
    return try await build(for: found, isDryRun: isDryRun, observe).map {
      DestinationResult(
        destination: $0.destination.id, lint: $0.lint, problem: $0.problem,
        files: $0.files.map(\.file))
    }
  }

  /// Finds the destinations that an argument names, for the packs of the folder.
  package func destinations(named list: String) throws(BuildError) -> [Destination] {
    let packs = try packs(takesFile: true).packs
    let found: [Destination]
    do { found = try Destination.named(list, for: packs) } catch { throw .lint(error) }
    guard !list.split(separator: ",").contains("all") else { return found.filter(\.canBeBuilt) }
    guard let other = found.first(where: { !$0.canBeBuilt && !$0.isMessages }) else { return found }
    throw .lint(
      .unknownDestination(
        reason: "nothing can be written for \(other.name), which takes"
          + " \(other.formats.map(\.name).joined(separator: ", "))"
          + (other.output == nil ? "" : ": this program was built without libwebp")
          + "; `stickerpack lint --target \(list)` checks files"))
  }

  /// Builds the art for destinations besides Messages, each in a folder of the output.
  ///
  /// - Parameter isDryRun: whether nothing is written.
  /// - Returns: an outcome for each destination. Nothing is written if none takes the art.
  package func build(
    for destinations: [Destination], isDryRun: Bool, _ observe: @escaping TaskObserver
  ) async throws(BuildError) -> [DestinationBuilder.Outcome] {
    do { try Rule.check(options.lint.rules) } catch { throw .lint(error) }
    var fitting = options.fit ?? FitOptions()
    (fitting.limits, fitting.jobs) = (options.lint.limits, options.lint.jobs)
    var builder = DestinationBuilder(Linter(options.lint), StickerFitter(fitting))
    builder.replacesChangedFiles = options.isForced
    return try await builder.build(
      try packs(takesFile: true).packs, for: destinations, to: isDryRun ? nil : output
    ) {
      observe(.progress(.building, done: $0, total: $1))
    }
  }
}
