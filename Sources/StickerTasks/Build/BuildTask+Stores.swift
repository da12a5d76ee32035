package import StickerBuild
internal import StickerFit
public import StickerLint
package import StickerPacks

extension BuildTask {
  /// What became of the art for one store other than Apple's.
  public struct StoreResult: Sendable {
    /// The id of the store, such as `signal`.
    public let store: String
    /// The findings about the files that were made.
    public let lint: LintResult
    /// Why the store was not built besides errors in ``lint``, as a sentence in lower case without a full stop.
    public let problem: String?
    /// The paths of the written files in the output folder; empty if the store does not take the art.
    public let files: [String]
  }

  /// Builds the art for stores other than Apple's, each in a folder of the output. What a store refuses is not written.
  ///
  /// - Parameters:
  ///   - stores: ids such as `signal`, which `stickerpack targets` lists.
  ///   - isDryRun: whether nothing is written.
  /// - Returns: a result for each store, in the order of the ids. Nothing is written if no store takes the art.
  /// - Throws: ``BuildError``, even if nothing can be written for a store.
  @discardableResult
  public func run(
    forStores stores: [String], isDryRun: Bool = false,
    _ observe: @escaping TaskObserver = { _ in }
  ) async throws(BuildError) -> [StoreResult] {
    let profiles: [StoreProfile]
    do { profiles = try StoreProfile.forBuild(stores.joined(separator: ",")).stores } catch {
      throw .lint(error)
    }
    return try await build(for: profiles, isDryRun: isDryRun, observe).map {
      StoreResult(
        store: $0.store.id, lint: $0.lint, problem: $0.problem, files: $0.files.map(\.file))
    }
  }

  /// Returns the stores that the packs list in their configuration, as ids separated by commas.
  package func listedStores() throws(BuildError) -> String {
    let packs = try packs().packs
    do { return try StoreProfile.listed(by: packs) } catch { throw .lint(error) }
  }

  /// Builds the art for stores other than Apple's, each in a folder of the output.
  ///
  /// - Parameter isDryRun: whether nothing is written.
  /// - Returns: an outcome for each store. Nothing is written if no store takes the art.
  package func build(
    for stores: [StoreProfile], isDryRun: Bool, _ observe: @escaping TaskObserver
  ) async throws(BuildError) -> [StoreBuilder.Outcome] {
    do { try Rule.check(options.lint.rules) } catch { throw .lint(error) }
    var fitting = options.fit ?? FitOptions()
    (fitting.limits, fitting.jobs) = (options.lint.limits, options.lint.jobs)
    var builder = StoreBuilder(Linter(options.lint), StickerFitter(fitting))
    builder.replacesChangedFiles = options.isForced
    return try await builder.build(try packs().packs, for: stores, to: isDryRun ? nil : output) {
      observe(.progress(.building, done: $0, total: $1))
    }
  }
}
