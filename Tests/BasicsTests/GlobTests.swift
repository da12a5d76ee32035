import Basics
import TestSupport
import Testing

@Suite("Globs")
struct GlobTests {
  @Test(
    "match names and paths",
    arguments: [
      ("*.gif", "a.gif", true), ("*.gif", "sub/deep/a.gif", true), ("*.gif", "a.GIF", false),
      ("*.gif", "a.gif.png", false), ("a?.png", "ab.png", true), ("a?.png", "a.png", false),
      ("a?b", "a/b", false), ("*", "x/y.png", true), ("**", "x/y.png", true),
      ("/a.png", "a.png", true), ("/a.png", "sub/a.png", false),
      ("sub/*.png", "sub/a.png", true), ("sub/*.png", "sub/deep/a.png", false),
      ("sub/*.png", "other/sub/a.png", false), ("**/sub/*.png", "other/sub/a.png", true),
      ("**/sub/*.png", "sub/a.png", true), ("a/**/b.png", "a/b.png", true),
      ("a/**/b.png", "a/x/y/b.png", true), ("a/**/b.png", "a/xb.png", false),
      ("seasonal/**", "seasonal/a.png", true), ("seasonal/**", "seasonal/x/a.png", true),
      ("seasonal/**", "seasonal", false), ("seasonal", "seasonal/x/a.png", true),
      ("seasonal/", "seasonal/a.png", true), ("seasonal/", "seasonal", false),
      ("seasonal", "seasonal.png", false), ("x", "sub/x/a.png", true),
      ("[a-c]1.png", "b1.png", true), ("[a-c]1.png", "d1.png", false),
      ("[!a-c]1.png", "d1.png", true), ("[^a-c]1.png", "b1.png", false),
      ("[]x]", "]", true), ("[a-]", "-", true), ("[!a]", "/", false),
      ("*.{png,gif}", "a.gif", true), ("*.{png,gif}", "a.jpg", false),
      ("a{,-dark}.png", "a.png", true), ("a{,-dark}.png", "a-dark.png", true),
      ("{a*,b?}", "abc", true), ("a\\*", "a*", true), ("a\\*", "ab", false),
      ("a\\[1\\].png", "a[1].png", true), ("./a.png", "a.png", true),
      // Spellings of an accent are equal, and a slash before a combining accent is a slash.
      ("caf\u{E9}.png", "cafe\u{301}.png", true), ("caf?.png", "cafe\u{301}.png", true),
      ("a/*", "a/\u{301}b", true), ("a?\u{301}b", "a/\u{301}b", false),
    ])
  func matches(_ pattern: String, _ path: String, _ expected: Bool) throws {
    #expect(try Glob(pattern).covers(Glob.Path(FilePath(path))) == expected)
  }

  @Test("folder patterns match folders")
  func folders() throws {
    for pattern in ["drafts", "drafts/", "drafts/**", "**/drafts"] {
      #expect(try Glob(pattern).covers(Glob.Path("drafts"), isFolder: true), "\(pattern)")
    }
    #expect(!(try Glob("drafts/*.png").covers(Glob.Path("drafts"), isFolder: true)))
  }

  @Test(
    "report what is invalid",
    arguments: [
      ("", "the pattern is empty"), ("/", "the pattern is empty"),
      ("../a", "\"..\" is not supported"),
      ("!a", "negated patterns"), ("[a", "expected \"]\""),
      ("[]", "expected \"]\""),
      ("{a,b", "expected \"}\""), ("{a/b}", "expected \"}\" before the end of the name"),
      ("{a,{b}}", "nested braces are not supported"), ("[z-a]", "\"z-a\" is reversed"),
      ("a\\", "expected a character after \"\\\""),
      (String(repeating: "a", count: 257), "257 characters"),
    ])
  func invalid(_ pattern: String, _ message: String) {
    let error = #expect(throws: ConfigurationError.self) { try Glob(pattern) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("hostile patterns do not take exponential time")
  func hostile() throws {
    let path = Glob.Path(FilePath(String(repeating: "a/", count: 2000) + "a"))
    let pattern = try Glob(String(repeating: "**/a*a/", count: 30) + "b")
    #expect(!pattern.covers(path))
    let name = Glob.Path(FilePath(String(repeating: "a", count: 4000)))
    #expect(!(try Glob(String(repeating: "a*", count: 127) + "b").covers(name)))
    #expect(!(try Glob(String(repeating: "{a,a*}", count: 42) + "b").covers(name)))
    // A line of a .gitignore may be long.
    let folders = Array(String(repeating: "**/", count: 300_000).utf8)
    let deep = try #require(Glob(gitIgnore: folders + Array("a".utf8)))
    #expect(deep.matches(Glob.Path(bytesOf: "x/a"), isFolder: false))
  }
}
