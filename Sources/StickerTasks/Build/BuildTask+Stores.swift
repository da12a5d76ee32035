package import StickerBuild
internal import StickerFit
internal import StickerLint
package import StickerPacks

extension BuildTask {
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
