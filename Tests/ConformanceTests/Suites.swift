import Foundation
import TestSupport
import Testing

/// The third-party suites: in `.conformance`, where `make fetch-conformance` puts them, or in
/// `../shared/conformance`.
enum Suites {
  static let png = folder("png", containing: "expected")
  /// The expected canvases of this suite are not public, so a fetched copy cannot be used alone.
  static let apng = folder("apng", containing: "expected.json")
  static let gif = folder("gif", containing: "TESTS")
  static let jpeg = folder("jpeg/reftest/images", containing: "mozilla")

  /// Real stickers, which are not public.
  static let art: URL? = {
    let folder = Repository.root.deletingLastPathComponent().appending(path: "shared/art")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static let missing: Comment =
    "not in .conformance or ../shared/conformance; run `make fetch-conformance`"
  static let missingExpectations: Comment = """
    no expected.json in .conformance/apng or ../shared/conformance/apng; it is not public, and \
    `make fetch-conformance` fetches only the images
    """

  private static func folder(_ suite: String, containing name: String) -> URL? {
    let root = Repository.root
    return [
      root.appending(path: ".conformance"),
      root.deletingLastPathComponent().appending(path: "shared/conformance"),
    ].map { $0.appending(path: suite) }
      .first { FileManager.default.fileExists(atPath: $0.appending(path: name).path) }
  }

  /// The names in a suite's folder, or none if the suite is missing.
  static func names(in folder: URL?, endingIn suffix: String) -> [String] {
    guard let folder else { return [] }
    return (try? Repository.names(in: folder, endingIn: suffix)) ?? []
  }

  /// The files in a folder and those in it, or none if it is missing.
  static func files(in folder: URL?, endingIn suffixes: [String]) -> [URL] {
    let paths = folder.flatMap { FileManager.default.subpaths(atPath: $0.path) } ?? []
    return paths.filter { path in suffixes.contains { path.hasSuffix($0) } }.sorted()
      .compactMap { folder?.appending(path: $0) }
  }
}

/// The result of one case of a suite.
enum Outcome: Equatable {
  /// Equal to the reference.
  case same
  /// The suite calls the file invalid, and this finding reports it.
  case reported(String)
  /// Different from the suite, for a known reason.
  case known(String)
  /// Different from the suite.
  case wrong(String)

  /// The difference that fails a test.
  var fault: String? {
    if case .wrong(let fault) = self { fault } else { nil }
  }

  /// The first fault, or `same`.
  init(faults: [String?]) {
    self = faults.compactMap(\.self).first.map(Outcome.wrong) ?? .same
  }
}

/// A suite as a row of the table in the documentation.
struct SuiteCases: Sendable {
  var name: String
  /// The compared properties.
  var compares: String
  var cases: [String]
  var outcome: @Sendable (String) throws -> Outcome
}
