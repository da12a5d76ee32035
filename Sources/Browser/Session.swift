import Basics
import ImageContainers
import StickerLint
import StickerPacks
import StickerReports

/// A request of a caller, a JSON object.
struct Request {
  /// `paths`: the files and folders to lint.
  var paths: [FilePath] = []
  /// `targets`: destinations as `--target` takes them; none by default.
  var targets: String?
  /// `configuration`: the path of a configuration that replaces those of the folders above a pack.
  var configuration: FilePath?
  /// `strict`: whether warnings are errors.
  var isStrict = false

  init(taking bytes: UnsafeMutablePointer<UInt8>, _ count: Int) {
    guard let json = try? RelaxedJSON(parsing: take(bytes, count)),
      case .object(let members) = json.content
    else { return }
    for (key, _, value) in members {
      switch (key, value.content) {
      case ("paths", .list(let list)):
        paths = list.compactMap { try? $0.text(of: key) }.map { FilePath($0) }
      case ("targets", .text(let list)): targets = list
      case ("configuration", .text(let path)): configuration = FilePath(path)
      case ("strict", .bool(let isStrict)): self.isStrict = isStrict
      default: break
      }
    }
  }
}

/// A lint and its result.
struct Session {
  private(set) var destinations: [Destination] = []
  private(set) var verdicts: [DestinationVerdict] = []
  private(set) var result: LintResult?
  /// The reason there is no result, as a sentence without a full stop.
  private(set) var failure: String?
  private var fixes: Fixes?
  private let configuration: FilePath?
  /// The linter for Messages.
  private var linter = Linter(jobs: 1)

  init(_ request: Request) {
    configuration = request.configuration
    linter.isStrict = request.isStrict
    do throws(LintError) {
      let packs = try PackDiscovery(
        linting: request.paths, configuration: configuration, for: .lint
      ).packs
      if let targets = request.targets { destinations = try Destination.named(targets, for: packs) }
      lint(packs)
    } catch {
      failure = error.description
    }
  }

  /// Lints for one destination by its limits, as the command does, and for several by those of each.
  private mutating func lint(_ packs: [PackSource]) {
    var own = linter
    if destinations.count == 1 { own.destination = destinations[0] }
    let result = own.lint(packs) { done, total, facts in
      let pack = packs.last {
        facts.source.location.displayPath.isInside($0.location.displayPath)
      }
      report(done, total, facts, pack.map { own.firstFindings(in: facts, of: $0) } ?? [])
    }
    if destinations.count > 1 {
      verdicts = destinations.map { DestinationVerdict($0, result, by: linter) }
    }
    self.result = result
  }

  private func report(_ done: Int, _ total: Int, _ facts: AssetFacts, _ findings: [Finding]) {
    let bytes = JSONStream.object { json in
      json.add("done", done)
      json.add("file", facts.source.location.displayPath.string)
      json.add("findings", objects: findings) {
        $0.add("message", $1.message)
        $0.add("rule", $1.rule)
        $0.add("severity", $1.severity)
      }
      json.add("total", total)
    }
    bytes.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { reportProgress(start, buffer.count) }
    }
  }

  /// Fixes the files, and lists those that changed as JSON.
  mutating func fix() -> [UInt8] {
    guard let result else { return [] }
    var own = linter
    own.destination = result.destination
    fixes = Fixes(of: result, by: own)
    return fixes?.json ?? []
  }

  /// The new content of a fixed file; nil if there is none with this number.
  func fixedBytes(at index: Int) -> [UInt8]? {
    guard let files = fixes?.files, files.indices.contains(index) else { return nil }
    return files[index].bytes
  }

  /// The page of a result, with pictures.
  func page(of result: LintResult) -> LintPage {
    let pictures = StickerPictures(of: result, LintPage.pictures(), limits: linter.limits)
    var page = LintPage(ReportContents(result), pictures)
    page.configuration = configuration
    page.verdicts = verdicts
    page.view = verdicts.isEmpty ? .findings : .destinations
    return page
  }
}
