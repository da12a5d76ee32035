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

    /// Returns the open findings of a file while the others are read, the most severe first: those of the rules about
    /// files. With those about packs, the time would be quadratic.
    package func firstFindings(in file: AssetFacts, of pack: PackSource) -> [Finding] {
      let facts = PackFacts(source: pack, assets: [file], destination: destination)
      var run = RuleRun(self, facts, only: file, in: PackFiles([file.source]))
      run.check(file)
      let id = FileID(file.source)
      return run.findings.filter { $0.isOpen && $0.subject == id }
        .sorted { $0.severity > $1.severity }
    }
  }
#endif
