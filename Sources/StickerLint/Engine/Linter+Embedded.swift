#if hasFeature(Embedded)
  package import StickerPacks

  extension Linter {
    /// Lints packs, file by file.
    ///
    /// - Parameter progress: called after each file with the number of finished files, the total and the facts.
    package func lint(
      _ packs: [PackSource], progress: (_ done: Int, _ total: Int, AssetFacts) -> Void
    ) -> LintResult {
      let files = packs.map { distinctFiles(of: $0) }
      let shared = SharedFiles(Array(files.joined()))
      var facts: [AssetFacts] = []
      for source in shared.distinct {
        let own = read(source)
        facts.append(own)
        progress(facts.count, shared.distinct.count, own)
      }
      return check(packs, files, shared.facts(from: facts))
    }
  }
#endif
