import TestSupport
import Testing

@Suite("Listing what is linted")
struct ShowFilesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let png = PNGBytes.still(300, 300, [0, 9, 90, 128])
    for file in [
      "Biscuit/hello@3x.png", "Biscuit/hello@2x.png", "Biscuit/run/1.png", "Biscuit/run/2.png",
      "docs/shot.png", "node_modules/x/icon.png", "old/a.png", "Biscuit/draft.png",
    ] {
      try folder.write(png, to: file)
    }
    try folder.write(
      #"{ "stickers": [{ "frames": "run" }], "exclude": ["draft.png"] }"#,
      to: "Biscuit/stickerpack.json")
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write("old/\n", to: ".gitignore")
  }

  func lint(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(["lint"] + arguments, in: folder.url)
  }

  @Test("--show-files lists packs and files with reasons and checks nothing")
  func listing() throws {
    let run = try lint(".", "--show-files")
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.output == """
        Biscuit: has a stickerpack.json
          run, 2 frames
          hello@3x.png, hello@2x.png

        Left out
          node_modules: dependencies or build products
          old: ignored by git; --no-ignore includes it
          Biscuit/draft.png: excluded by a stickerpack.json
          docs: 1 image, but no stickerpack.json

        1 pack with 2 stickers. Nothing was checked.

        """)
    #expect(try lint("old", "--show-files").output.hasPrefix("old: folder of images\n  a.png\n"))
    #expect(try lint("node_modules", "--show-files").output.hasPrefix("node_modules/x: folder"))
  }

  @Test("lint says in one line what it left out, and --no-ignore includes what git ignores")
  func summary() throws {
    #expect(
      try lint(".").errors == """
        stickerpack: left out 3 image folders: node_modules, old, docs. To check one, name it; \
        --show-files lists the reasons

        """)
    #expect(try lint("Biscuit").errors == "")
    #expect(
      try lint(".", "--no-ignore", "--show-files").output.contains(
        "old: 1 image, but no stickerpack.json"))
  }

  @Test("a tree in which everything is left out can be listed, but not linted")
  func nothing() throws {
    try folder.write("*\n", to: ".gitignore")
    #expect(try lint(".", "--show-files").status == 0)
    let run = try lint(".")
    #expect(run.status == 2)
    #expect(
      run.errors
        == "stickerpack: no stickers in . except for what is left out; lint --show-files lists it\n"
    )
  }
}
