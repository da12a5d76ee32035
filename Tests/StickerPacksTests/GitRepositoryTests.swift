import Basics
import Foundation
import StickerPacks
import TestSupport
import Testing

@Suite("Changes in a git repository", .enabled(if: GitFolder.isHere, "git is not installed"))
struct GitRepositoryTests {
  let test: GitFolder
  var folder: TemporaryFolder { test.folder }

  init() throws { test = try GitFolder() }

  /// The changed paths below a folder of the test.
  func changes(
    _ place: String = "Repo", since reference: String = "main", below: String = "Repo"
  ) throws -> [String] {
    let repository = try GitRepository(at: FilePath(test.path + "/" + place))
    let root = FilePath(test.path + "/" + below)
    return try repository.changes(since: reference).paths
      .map { $0.relative(to: root)?.string ?? $0.string }.sorted()
  }

  // MARK: What has changed

  @Test("committed, staged, unstaged, new and removed files, and no others")
  func kinds() throws {
    for name in ["a", "b", "c", "d", "e", "f", "g"] {
      try folder.write(name, to: "Repo/Art/\(name)")
    }
    try folder.write("*.tmp\n", to: "Repo/.gitignore")
    try test.commit("Repo")
    #expect(try changes() == [])
    try test.git("checkout", "-b", "branch", in: "Repo")
    try folder.write("committed", to: "Repo/Art/a")
    try test.git("commit", "-am", "Second", in: "Repo")
    try folder.write("staged", to: "Repo/Art/b")
    try test.git("add", ".", in: "Repo")
    try folder.write("unstaged", to: "Repo/Art/c")
    try test.git("rm", "Art/d", in: "Repo")
    try FileManager.default.removeItem(atPath: test.path + "/Repo/Art/e")
    try folder.write("new", to: "Repo/Art/n\u{e9}\nw")
    try folder.write("ignored", to: "Repo/Art/x.tmp")
    // A configuration above the folder counts, and is not in it.
    try folder.write("{}", to: "Repo/stickerpack.json")
    // Its status has changed, and its content has not.
    try test.touch("Repo/Art/f")
    let all = ["Art/a", "Art/b", "Art/c", "Art/d", "Art/e", "Art/n\u{e9}\nw", "stickerpack.json"]
    #expect(try changes() == all)
    #expect(try changes("Repo/Art") == all)
  }

  @Test("a file of the same size that changed in the second of the index is found")
  func racy() throws {
    try folder.write("one", to: "Repo/a")
    try test.commit("Repo")
    try folder.write("two", to: "Repo/a")
    #expect(try changes() == ["a"])
  }

  @Test("links, executables, conflicts and IDs of SHA-256")
  func modes() throws {
    try folder.write("a", to: "Repo/a")
    try folder.write("b", to: "Repo/b")
    let link = test.path + "/Repo/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a")
    try test.commit("Repo", "--object-format=sha256")
    try test.touch("Repo/a")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: test.path + "/Repo/a")
    #expect(try changes() == [])
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "b")
    #expect(try changes() == ["link"])
    try test.git("checkout", ".", in: "Repo")
    try test.git("checkout", "-b", "branch", in: "Repo")
    try folder.write("ours", to: "Repo/b")
    try test.git("commit", "-am", "Ours", in: "Repo")
    try test.git("checkout", "-b", "other", "main", in: "Repo")
    try folder.write("theirs", to: "Repo/b")
    try test.git("commit", "-am", "Theirs", in: "Repo")
    #expect(try test.git("merge", "branch", in: "Repo") == 1)
    #expect(try changes() == ["b"])
  }

  @Test("files outside of a sparse checkout have not changed")
  func sparse() throws {
    for name in ["In/a", "Out/b", "Out/c"] { try folder.write(name, to: "Repo/" + name) }
    try test.commit("Repo")
    try test.git("sparse-checkout", "set", "In", in: "Repo")
    #expect(!FileManager.default.fileExists(atPath: test.path + "/Repo/Out/b"))
    #expect(try changes() == [])
  }

  @Test("worktrees and submodules, with the files that changed in them")
  func nested() throws {
    try folder.write("a", to: "Art/a")
    try folder.write("b", to: "Art/b")
    try test.commit("Art")
    try folder.write("c", to: "Repo/c")
    try test.commit("Repo")
    #expect(try test.git("submodule", "add", test.path + "/Art", "Art", in: "Repo") == 0)
    try test.git("commit", "-m", "Submodule", in: "Repo")
    #expect(try changes() == [])
    try folder.write("changed", to: "Repo/Art/b")
    try folder.write("new", to: "Repo/Art/n")
    #expect(try changes() == ["Art/b", "Art/n"])
    #expect(try changes("Repo/Art", below: "Repo/Art") == ["b", "n"])
    try test.git("commit", "-am", "In the submodule", in: "Repo/Art")
    try test.git("commit", "-am", "Update the submodule", in: "Repo")
    #expect(try changes() == ["Art/n"])
    #expect(try changes(since: "main~1") == ["Art/b", "Art/n"])
    try test.git("checkout", "-b", "branch", "main~1", in: "Repo")
    #expect(try changes() == ["Art/b", "Art/n"])
    try test.git("worktree", "add", "../Tree", "main", in: "Repo")
    try folder.write("changed", to: "Tree/c")
    #expect(try changes("Tree", below: "Tree") == ["c"])
  }

  // MARK: Conversions

  @Test("a file of Git LFS has changed if its digest is not the pointer's")
  func pointers() throws {
    // The SHA-256 of "art" by sha256sum.
    let digest = "d3cec99112255db9bf4963f7798562b6a36f1bd0b2016918629e007d474deb70"
    try folder.write("*.png filter=lfs diff=lfs merge=lfs -text\n", to: "Repo/.gitattributes")
    for name in ["a", "b"] {
      try folder.write(
        "version https://git-lfs.github.com/spec/v1\noid sha256:\(digest)\nsize 3\n",
        to: "Repo/\(name).png")
    }
    try test.commit("Repo")
    #expect(try changes() == [])
    try folder.write("art", to: "Repo/a.png")
    #expect(try changes() == [])
    try folder.write("tra", to: "Repo/b.png")
    #expect(try changes() == ["b.png"])
  }

  @Test("line ends that git converts are no change of text, but of an image")
  func lineEnds() throws {
    try folder.write("{\n}\n", to: "Repo/stickerpack.json")
    try folder.write("\u{89}PNG\n\0", to: "Repo/a.png")
    try test.commit("Repo")
    try test.git("config", "core.autocrlf", "true", in: "Repo")
    try folder.write("{\r\n}\r\n", to: "Repo/stickerpack.json")
    #expect(try changes() == [])
    try folder.write("{\r\n\r}\r\n", to: "Repo/stickerpack.json")
    try folder.write("\u{89}PNG\r\n\0", to: "Repo/a.png")
    #expect(try changes() == ["a.png", "stickerpack.json"])
  }

  @Test("a file that another filter converts is compared by its status")
  func filters() throws {
    try folder.write("*.txt filter=upper\n", to: "Repo/.gitattributes")
    try folder.write("a", to: "Repo/a.txt")
    try test.git("init", in: "Repo")
    try test.git("config", "filter.upper.clean", "tr a-z A-Z", in: "Repo")
    try test.touch("Repo/a.txt")
    try test.git("add", ".", in: "Repo")
    try test.git("commit", "-m", "First", in: "Repo")
    #expect(try changes() == [])
    try test.touch("Repo/.gitattributes")
    try folder.write("b", to: "Repo/a.txt")
    #expect(try changes() == ["a.txt"])
  }

  // MARK: Programs

  /// A program that leaves a file in `ran`.
  func trap(_ name: String) throws -> String {
    try test.script("echo \"$*\" > '\(test.path)/ran/\(name)'; exit 1", to: "traps/\(name)")
  }

  var ran: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: test.path + "/ran").sorted()
    }
  }

  func setTraps(in place: String) throws {
    try folder.write("", to: "ran/none")
    try FileManager.default.removeItem(atPath: test.path + "/ran/none")
    let settings = [
      "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.evil.textconv",
      "diff.evil.command", "diff.external", "core.pager", "pager.ls-files", "pager.ls-tree",
      "pager.rev-parse", "pager.merge-base", "core.sshCommand", "core.gitProxy", "core.askPass",
      "core.editor", "core.alternateRefsCommand", "credential.helper", "gpg.program",
      "merge.evil.driver", "remote.origin.uploadpack", "core.fsmonitor",
    ]
    for name in settings { try test.git("config", name, try trap(name), in: place) }
    for name in ["ls-files", "ls-tree", "rev-parse", "merge-base"] {
      try test.git("config", "alias.\(name)", "!" + (try trap("alias.\(name)")), in: place)
    }
    try test.git("config", "filter.evil.required", "true", in: place)
    for hook in [
      "post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman",
    ] {
      let path = try trap(hook)
      try FileManager.default.createDirectory(
        atPath: test.path + "/hooks", withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: path, toPath: test.path + "/hooks/" + hook)
    }
    try test.git("config", "core.hooksPath", test.path + "/hooks", in: place)
    try folder.write("[core]\n\tfsmonitor = \(try trap("include"))\n", to: "included")
    try test.git("config", "include.path", test.path + "/included", in: place)
  }

  @Test("no program that a repository names is started")
  func programs() throws {
    try folder.write("* filter=evil diff=evil merge=evil text\n", to: "Repo/.gitattributes")
    try folder.write("*.txt working-tree-encoding=UTF-16\n", to: "Repo/Sub/.gitattributes")
    for name in ["a", "b"] { try folder.write(name, to: "Repo/" + name) }
    try folder.write([0xFE, 0xFF, 0, 0x63], to: "Repo/Sub/c.txt")
    try test.commit("Repo")
    try setTraps(in: "Repo")
    try folder.write("changed", to: "Repo/a")
    try folder.write("new", to: "Repo/n")
    try test.touch("Repo/b", "Repo/Sub/c.txt")
    #expect(try changes() == ["a", "n"])
    #expect(try changes("Repo/Sub") == ["a", "n"])
    #expect(try ran == [])
    // The traps work.
    try test.git("diff", "main", in: "Repo")
    #expect(try !ran.isEmpty)
  }

  @Test("missing objects are not fetched", arguments: ["blob:none", "tree:0"])
  func partial(_ filter: String) throws {
    for name in ["a", "b", "Sub/c"] { try folder.write(name, to: "Origin/" + name) }
    try test.commit("Origin")
    try folder.write("a2", to: "Origin/a")
    try test.git("commit", "-am", "Second", in: "Origin")
    try test.git("config", "uploadpack.allowFilter", "true", in: "Origin")
    let url = "file://\(test.path)/Origin"
    #expect(try test.git("clone", "--filter=\(filter)", url, "Repo", in: "") == 0)
    try setTraps(in: "Repo")
    // Both ways in which a clone names a program, and a file that is not in the index's state.
    try test.git("config", "remote.origin.uploadpack", try trap("uploadpack"), in: "Repo")
    try test.git("config", "protocol.allow", "always", in: "Repo")
    try folder.write("b2", to: "Repo/b")
    for url in [url, "ext::" + (try trap("ext"))] {
      try test.git("config", "remote.origin.url", url, in: "Repo")
      if filter == "blob:none" {
        #expect(try changes(since: "main~1") == ["a", "b"])
      } else {
        let error = #expect(throws: GitError.self) { try changes(since: "main~1") }
        let text = try #require(error).description
        #expect(text.contains("are missing, as in a partial clone; fetch them: git ls-tree -r "))
      }
      #expect(try changes() == ["b"])
      #expect(try ran == [])
    }
    // The traps work, and the advice does.
    try test.git("cat-file", "-e", "main~1:a", in: "Repo")
    #expect(try ran.contains("ext"))
    try test.git("config", "remote.origin.url", url, in: "Repo")
    try test.git("config", "--unset-all", "remote.origin.uploadpack", in: "Repo")
    #expect(try test.git("ls-tree", "-r", "main~1", in: "Repo") == 0)
    #expect(try changes(since: "main~1") == ["a", "b"])
  }

  @Test("a folder of files that look like a repository is none")
  func embedded() throws {
    try folder.write("a", to: "Repo/Art/a")
    try folder.write("ref: refs/heads/main\n", to: "Repo/Art/HEAD")
    try folder.write("", to: "Repo/Art/refs/heads/x")
    try folder.write("", to: "Repo/Art/objects/x")
    try folder.write("", to: "ran/x")
    try FileManager.default.removeItem(atPath: test.path + "/ran/x")
    try folder.write(
      "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = \(test.path)/Repo\n"
        + "\tfsmonitor = \(try trap("fsmonitor"))\n", to: "Repo/Art/config")
    #expect {
      try changes("Repo/Art")
    } throws: { error in
      if case GitError.notInRepository = error { true } else { false }
    }
    #expect(try ran == [])
  }

  @Test("a git that hangs is ended with the programs that it started")
  func hang() throws {
    let fake = try test.hangingScript(to: "bin/git")
    // A busy machine may not start both programs in a second.
    var seconds = 1
    while try !Set(test.folder.files()).isSuperset(of: ["parent", "child"]) {
      #expect(throws: GitError.timeout(seconds: seconds)) {
        try GitRepository(at: FilePath(test.path), program: fake, timeLimit: .seconds(seconds))
      }
      seconds *= 10
    }
    for name in ["parent", "child"] { #expect(try test.hasEnded(name), "\(name)") }
  }
}
