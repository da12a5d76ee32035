import Basics
import StickerPacks
import TestSupport
import Testing

@Suite("Files of destinations")
struct DestinationFileTests {
  @Test(
    "a bad file is refused with the place and what is expected",
    arguments: [
      ("", "line 1, column 1: expected a value"),
      ("[]", "expected an object for the file, found an array"),
      ("{}", "expected \"extends\", or \"limits\" with \"formats\""),
      (
        #"{ "extends": "slak-emoji" }"#,
        "line 1, column 14: unknown destination \"slak-emoji\"; did you mean \"slack-emoji\"?"
      ),
      (#"{ "extends": 3 }"#, "expected a string for extends"),
      (
        #"{ "extends": "signal", "limit": {} }"#,
        "column 24: unknown key \"limit\"; did you mean \"limits\"?"
      ),
      (
        "{ \"extends\": \"signal\",\n  \"limits\": { \"maximumByte\": 1 } }",
        "line 2, column 15: unknown key \"maximumByte\"; did you mean \"maximumBytes\"?"
      ),
      (
        #"{ "extends": "signal", "limits": { "maximumBytes": "1" } }"#,
        "expected a number for maximumBytes, found a string"
      ),
      (
        #"{ "extends": "signal", "limits": { "maximumBytes": -1 } }"#,
        "expected a whole number from 0"
      ),
      (#"{ "extends": "signal", "limits": { "maximumBytes": 1.5 } }"#, "expected a whole number"),
      (#"{ "extends": "signal", "limits": { "maximumBytes": 1e300 } }"#, "expected a whole number"),
      (#"{ "extends": "signal", "limits": { "maximumRatio": 0 } }"#, "expected a number from"),
      (
        #"{ "extends": "signal", "limits": { "maximumRatio": 0.5 } }"#,
        "expected a number from 1 for maximumRatio"
      ),
      (
        #"{ "extends": "signal", "limits": { "canvas": 512 } }"#,
        "expected an array for canvas, found a number"
      ),
      (
        #"{ "extends": "signal", "limits": { "canvas": [512] } }"#,
        "expected a width and a height for canvas"
      ),
      (
        #"{ "extends": "signal", "limits": { "canvas": [0, 512] } }"#,
        "expected a whole number from 1"
      ),
      (
        #"{ "extends": "signal", "limits": { "canvas": [1, 2, 3] } }"#,
        "expected a width and a height for canvas"
      ),
      (
        #"{ "extends": "signal", "limits": { "formats": [] } }"#,
        "expected 1 to 100 values for formats"
      ),
      (#"{ "extends": "signal", "limits": { "formats": ["bpm"] } }"#, "found \"bpm\""),
      (#"{ "extends": "signal", "limits": { "square": 1 } }"#, "expected true or false for square"),
      (
        #"{ "extends": "signal", "limits": { "stickerCounts": [0] } }"#,
        "expected a whole number from 1"
      ),
      (
        #"{ "extends": "signal", "limits": { "minimumFrames": 9, "maximumFrames": 8 } }"#,
        "no sticker can meet both \"minimumFrames\" and \"maximumFrames\""
      ),
      (
        #"{ "extends": "signal", "limits": { "canvas": [1, 1], "longerSide": 2 } }"#,
        "both \"canvas\" and \"longerSide\""
      ),
      (
        #"{ "extends": "signal", "limits": { "maximumLoops": 4 } }"#,
        "both \"endless\" and \"maximumLoops\""
      ),
      (
        #"{ "extends": "signal", "limits": { "minimumSide": 99, "maximumCanvas": [98, 400] } }"#,
        "both \"minimumSide\" and \"maximumCanvas\""
      ),
      (
        #"{ "extends": "signal", "id": "My Limits" }"#,
        "lower-case letters, digits and single hyphens"
      ),
      (
        #"{ "extends": "signal", "kind": "store" }"#,
        "expected messages, stickers, emoji or media for kind"
      ),
      (
        #"{ "extends": "signal", "uncertain": { "maximumFrames": "x" } }"#,
        "unknown key \"maximumFrames\""
      ),
      (#"{ "extends": "signal", "output": { "still": "tiff" } }"#, "expected png, jpeg, webp"),
      (
        #"{ "extends": "signal", "output": { "file": "{label}" } }"#,
        "expected {name} or {number} in file"
      ),
      (
        #"{ "extends": "signal", "output": { "file": "sticker" } }"#,
        "expected {name} or {number} in file"
      ),
      (
        #"{ "extends": "signal", "output": { "lists": { "a.png": [] } } }"#,
        "it ends in .json or .txt"
      ),
      (
        #"{ "extends": "signal", "output": { "file": "../{name}" } }"#, "cannot be the name of file"
      ),
      (
        #"{ "extends": "signal", "output": { "lists": { "a/b.json": [] } } }"#,
        "cannot be the name of a list"
      ),
      (
        #"{ "extends": "signal", "output": { "lists": { "a.json": ["{nmae}"] } } }"#,
        "unknown value {nmae}; expected {author}"
      ),
      (#"{ "extends": "signal", "output": { "archive": "../zip" } }"#, "it has lower-case letters"),
      (
        #"{ "extends": "signal", "output": { "name": { "longest": 0 } } }"#,
        "expected a whole number from 1"
      ),
      (
        #"{ "extends": "signal", "icons": [{ "name": "a" }] }"#,
        "an icon has \"name\" and \"canvas\""
      ),
      (
        #"{ "extends": "signal", "limits": { "maximumBytes": 1, "maximumBytes": 2 } }"#,
        "duplicate key"
      ),
      (#"{ "extends": "signal" "#, "unterminated object"),
    ])
  func refused(_ file: String, _ message: String) {
    do {
      let destination = try Destination(parsing: Array(file.utf8), named: "mine")
      Issue.record("read as \(destination)")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
      #expect("\(error)".hasPrefix("line ") || message.hasPrefix("the file"))
    }
  }

  @Test("a file has the keys of the destination that it extends, except for its own")
  func extends() throws {
    let file = """
      {
        // Our server allows more.
        "extends": "slack-emoji",
        "limits": { "maximumFrames": 32, "advisedCanvas": null },
        "output": { "animated": null },
      }
      """
    let own = try Destination(parsing: Array(file.utf8), named: "Our Limits")
    #expect(own.id == "our-limits" && own.name == "Our Limits" && own.kind == .emoji)
    #expect(own.whole(.maximumFrames) == 32 && own.size(.advisedCanvas) == nil)
    #expect(own.formats == [.png, .jpeg, .gif] && own.isTrue(.square))
    #expect(own.uncertain[.maximumFrames] == nil && own.uncertain[.square] != nil)
    #expect(!own.sources.contains { $0.of.contains("maximumFrames") })
    #expect(own.output?.still == .png && own.output?.animated == nil)
  }

  @Test("a file needs only formats")
  func standalone() throws {
    let own = try Destination(
      parsing: Array(#"{ "limits": { "formats": ["png"], "maximumBytes": 9 } }"#.utf8), named: "a")
    #expect(own.formats == [.png] && own.maximumBytes(isAnimated: false) == 9)
    #expect(own.kind == .stickers && own.checked == nil && !own.canBeBuilt)
  }

  @Test(
    "two targets with one id are refused, of which one is a file",
    arguments: [
      ["a/own.json", "b/own.json"], ["slack-emoji", "a/own.json"], ["a/own.json", "all"],
    ])
  func sameID(_ names: [String]) throws {
    let folder = try TemporaryFolder()
    let id = names.contains("b/own.json") ? "own" : "slack-emoji"
    for name in ["a/own.json", "b/own.json"] {
      try folder.write(#"{ "extends": "signal", "id": "\#(id)" }"#, to: name)
    }
    let list = names.map { $0.contains("/") ? "\(folder.path)/\($0)" : $0 }.joined(separator: ",")
    do {
      let found = try Destination.named(list, for: [])
      Issue.record("found \(found.map(\.id))")
    } catch {
      #expect(
        "\(error)"
          == "two targets have the id \"\(id)\"; write another \"id\" into one of the files")
    }
    try folder.write(#"{ "extends": "signal", "id": "other" }"#, to: "a/own.json")
    try folder.write(#"{ "extends": "signal", "id": "more" }"#, to: "b/own.json")
    #expect(try Destination.named(list, for: []).count >= 2)
  }

  @Test("each key of a limit is in the table once, and has words")
  func table() {
    #expect(Limit.table.map(\.key.rawValue).sorted() == Limit.Key.allCases.map(\.rawValue).sorted())
    #expect(Limit.table.allSatisfy { !$0.title.isEmpty })
  }
}
