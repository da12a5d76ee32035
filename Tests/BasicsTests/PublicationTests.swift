import Basics
import Foundation
import TestSupport
import Testing

/// Documents name the owner and the version of `Sources/Basics/Version.swift`. Before the first release they
/// say which commands do not work yet.
@Suite("Publication")
struct PublicationTests {
  @Test("documents name the owner and the version of the source")
  func documents() throws {
    let owner = projectAddress?.split(separator: "/").dropLast().last.map(String.init)
    let folders = ["", "Documentation", "Tests/Measurements", "Tools", ".agents"]
    for file in try Self.files(in: folders, [".md"]) + ["action.yml"] {
      let text = try Self.text(of: file)
      for problem in Self.problems(in: text, owner: owner, version: stickerpackVersion) {
        Issue.record("\(file): \(problem)")
      }
    }
  }

  static let notice = "When the first release is published"
  static let command = "docker pull ghcr.io/OWNER/stickerpack:1.2.0\n"

  @Test(
    "a placeholder needs the notice of its section before the first release and is wrong after it",
    arguments: [
      ("## Install\n\n\(notice):\n\n\(command)", nil, 0),
      ("## Install\n\n\(command)", nil, 1),
      ("## A\n\n\(notice):\n\n## B\n\n\(command)", nil, 1),
      ("## Install\n\n\(command)\n\(notice).\n", nil, 1),
      ("\(notice)\nuses: somebody/stickerpack@1.2.0\n", nil, 1),
      ("## Install\n\n\(notice):\n\n\(command)", "artist", 2),
      ("uses: artist/stickerpack@1.2.0\nhttps://github.com/artist/stickerpack\n", "artist", 0),
      ("uses: artist/stickerpack@1.1.0\n", "artist", 1),
      ("pip install stickerpack==1.1.0\nstickerpack-1.2.0-x86_64-linux.tar.gz", "artist", 1),
    ] as [(String, String?, Int)])
  func examples(_ text: String, _ owner: String?, _ count: Int) {
    #expect(Self.problems(in: text, owner: owner, version: "1.2.0").count == count)
  }

  @Test("every action is pinned by commit, with its version beside it")
  func pins() throws {
    var count = 0
    for file in try Self.files(in: [".github/workflows"], [".yml"]) + ["action.yml"] {
      for line in try Self.text(of: file).split(separator: "\n") where line.contains("uses: ") {
        count += 1
        #expect(
          line.contains(/uses: [\w\/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/), "\(file): \(line)")
      }
    }
    #expect(count > 10)
  }

  // Where this function is called, the compiler puts the length of the source file's absolute path into the
  // program, whatever it is told about paths. Take an escaping closure instead.
  @Test("the program does not depend on the path of the checkout")
  func paths() throws {
    let files = try Self.files(in: ["Sources"], [".swift"])
    #expect(files.count > 100)
    for file in files {
      #expect(try !Self.text(of: file).contains("withoutActuallyEscaping"), "\(file)")
    }
  }

  @Test(
    "a release has notes, the license of everything in it and a wheel for macOS",
    .enabled(if: OtherProgram.python.isHere, "python3 is not installed, so this test is skipped"))
  func release() throws {
    let output = try OtherProgram.python.run(["-B", "Tests/Release/release_texts.py"])
    #expect(output.hasSuffix("OK\n") || output.contains("OK (skipped="), "\(output)")
  }

  /// The problems of the owners, versions and notices of a document.
  static func problems(in text: String, owner: String?, version: String) -> [String] {
    var problems: [String] = []
    for section in text.split(separator: /(?m)^##[ ]/) {
      let named = section.matches(of: /(?:github\.com\/|ghcr\.io\/|uses: )([\w-]+)\/stickerpack/)
      for match in named where match.output.1 != (owner ?? "OWNER") {
        problems.append("\(match.output.0): the owner is \(owner ?? "OWNER")")
      }
      let place = section.range(of: notice, options: .caseInsensitive)?.lowerBound
      if owner != nil, place != nil {
        problems.append("remove \"\(notice)\"")
      }
      if owner == nil, let first = named.first, place ?? section.endIndex > first.range.lowerBound {
        problems.append("\(first.output.0): write \"\(notice)\" above it")
      }
      for match in section.matches(
        of: /(?:stickerpack(?:[@:-]|==|", from: ")|releases\/download\/|rev: )(\d+\.\d+\.\d+)/)
      where match.output.1 != version {
        problems.append("\(match.output.0): the version is \(version)")
      }
    }
    return problems
  }

  /// The paths of files with one of these ends in these folders of the repository.
  static func files(in folders: [String], _ ends: [String]) throws -> [String] {
    try folders.flatMap { folder in
      let url = Repository.root.appending(path: folder)
      guard FileManager.default.fileExists(atPath: url.path) else { return [] as [String] }
      let names =
        folder.isEmpty
        ? try FileManager.default.contentsOfDirectory(atPath: url.path)
        : try FileManager.default.subpathsOfDirectory(atPath: url.path)
      return names.filter { name in ends.contains { name.hasSuffix($0) } }
        .map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }
  }

  static func text(of file: String) throws -> String {
    String(decoding: try Data(contentsOf: Repository.root.appending(path: file)), as: UTF8.self)
  }
}
