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
      "docs/shot.png", "node_modules/x/star.png", "old/a.png", "Biscuit/draft.png",
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
        stickerpack: left out 3 image folders: node_modules, old, docs. To check one, name it, or run stickerpack init in it; \
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
      run.errors.hasPrefix(
        "stickerpack: no sticker was checked. All art was left out: "), "\(run.errors)")
    #expect(run.errors.contains("(ignored by git; --no-ignore includes it)"))
    #expect(try lint(".", "--no-ignore").status < 2)
  }

  @Test(
    "a pack without stickers beside art that was left out fails with --strict, and says so last")
  func nothingChecked() throws {
    let empty = try TemporaryFolder()
    try empty.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "App/art/a.png")
    try empty.write(
      #"{ "info": { "version": 1, "author": "xcode" } }"#,
      to: "App/Stickers.xcstickers/Pack.stickerpack/Contents.json")
    func lint(_ options: String...) throws -> Program.Run {
      try Program.stickerpack.run(
        ["lint", "App", "--ignore", "empty-pack", "--ignore", "icon-set-missing"] + options,
        in: empty.url)
    }
    let run = try lint()
    #expect(run.status == 0 && run.output == "0 stickers in 1 pack: no findings\n")
    #expect(
      run.errors == """
        stickerpack: no sticker was checked. All art was left out: App/art (1 image, but no \
        stickerpack.json). Run stickerpack init App/art

        """)
    #expect(try lint("--strict").status == 1)
    #expect(try lint("--strict", "--exit-zero").status == 0)
    let named = try Program.stickerpack.run(["lint", "App/art", "--strict"], in: empty.url)
    #expect(!named.errors.contains("left out"))
  }

  @Test(
    "hints at images that may be an icon or the frames of an animation, unless a pack is configured"
  )
  func hints() throws {
    let plain = try TemporaryFolder()
    let image = PNGBytes.still(408, 408, [200, 0, 0, 160])
    for name in ["Icon/icon.png", "Icon/a.png"] + (1...4).map({ "Run/\($0).png" }) {
      try plain.write(image, to: name)
    }
    try plain.write(image, to: "Two/1.png")
    try plain.write(image, to: "Two/3.png")
    try plain.write(image, to: "Two/4.png")
    func errors(_ arguments: String...) throws -> String {
      try Program.stickerpack.run(["lint"] + arguments, in: plain.url).errors
    }
    #expect(
      try errors("Icon") == """
        stickerpack: Icon/icon.png is taken for the icon because of its name. If it is a sticker, \
        list it in Icon/stickerpack.json

        """)
    #expect(
      try errors("Run") == """
        stickerpack: Run has 1.png to 4.png, which are checked as 4 stickers. If they are the \
        frames of one animation, run stickerpack fit Run -o Run.png

        """)
    #expect(try errors("Run", "--quiet") == "")
    // 2 is missing.
    #expect(try errors("Two") == "")
    try plain.write("{}", to: "Run/stickerpack.json")
    #expect(try errors("Run") == "")
  }
}
