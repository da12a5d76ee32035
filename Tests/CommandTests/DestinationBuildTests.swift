import Foundation
import ImageCodecs
import Pixels
import StickerPacks
import TestSupport
import Testing
import Timing

@Suite("Builds for other destinations")
struct StoreBuildTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func build(_ stores: String, _ more: String...) throws -> Program.Run {
    try Program.stickerpack.run(
      ["build", "Pack", "-o", "Out", "--target", stores] + more, in: folder.url)
  }

  /// The facts in the header and the chunks of a PNG.
  private struct PNGFacts: Equatable {
    var width = 0
    var height = 0
    var color = 0
    var plays: Int?
    var delays: [Double] = []

    init(_ bytes: [UInt8]) {
      func number(_ offset: Int, _ count: Int) -> Int {
        bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
      }
      var offset = 8
      while offset + 12 <= bytes.count {
        let data = offset + 8
        switch String(decoding: bytes[offset + 4..<data], as: UTF8.self) {
        case "IHDR":
          (width, height, color) = (number(data, 4), number(data + 4, 4), Int(bytes[data + 9]))
        case "acTL": plays = number(data + 4, 4)
        case "fcTL":
          delays.append(1000 * Double(number(data + 20, 2)) / Double(number(data + 22, 2)))
        default: break
        }
        offset += 12 + number(offset, 4)
      }
    }
  }

  private func png(_ name: String) throws -> PNGFacts { PNGFacts(try folder.bytes(name)) }

  private func json(_ name: String) throws -> NSObject {
    try #require(
      try JSONSerialization.jsonObject(with: Data(try folder.bytes(name))) as? NSObject)
  }

  /// An animation of a disc that moves, on a transparent canvas.
  private func animation(_ side: Int, frames: Int, milliseconds: Int = 100) -> [UInt8] {
    PNGBytes.file(
      side, side,
      frames: (0..<frames).map {
        (PNGBytes.rows(Bitmap.disc(side: side, step: $0)), (milliseconds, 1000))
      })
  }

  /// A square that moves, which is small as a file.
  private func square(_ side: Int, frames: Int, milliseconds: Int) -> [UInt8] {
    PNGBytes.file(
      side, side,
      frames: (0..<frames).map { frame in
        let bitmap = Bitmap(width: side, height: side) { x, y in
          (frame * 3..<frame * 3 + side / 2).contains(x) && y > side / 4 ? .gray(90) : .clear
        }
        return (PNGBytes.rows(bitmap), (milliseconds, 1000))
      })
  }

  @Test("Signal gets square APNGs in RGBA of at most 3 s, and a manifest")
  func signal() throws {
    try folder.write(
      GIFBytes.file(
        100, 60,
        [
          .init(width: 100, height: 60, index: 0, delay: 200, transparent: 0),
          .init(x: 10, y: 10, width: 20, height: 20, index: 1, delay: 200, transparent: 0),
        ]), to: "Pack/b wave.gif")
    try folder.write(PNGBytes.file(.disc(side: 200)), to: "Pack/a.png")
    try folder.write(
      #"""
      { "name": "Discs", "author": "Ana", "cover": "b wave.gif",
        "stickers": [
          { "file": "b wave.gif", "label": "Wave", "emoji": ["👋"] },
          { "file": "a.png", "label": "Disc", "emoji": ["🙂"] }] }
      """#, to: "Pack/stickerpack.json")
    let run = try build("signal")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("Pack/b wave.gif: plays in 3 s instead of 4 s"))
    let wave = try png("Out/signal/b-wave.png")
    #expect(wave.width == 100 && wave.height == 100 && wave.color == 6 && wave.plays == 0)
    #expect(wave.delays.reduce(0, +) == 3000)
    #expect(try folder.bytes("Out/signal/a.png") == PNGBytes.file(.disc(side: 200)))
    let expected: NSDictionary = [
      "title": "Discs", "author": "Ana", "cover": ["file": "b-wave.png", "emoji": "👋"],
      "stickers": [["file": "b-wave.png", "emoji": "👋"], ["file": "a.png", "emoji": "🙂"]],
    ]
    #expect(try json("Out/signal/manifest.json") == expected)
  }

  @Test("listed stands for the targets of stickerpack.json, in lint, build and preview")
  func listed() throws {
    try folder.write(PNGBytes.file(.disc(side: 320)), to: "Pack/a.png")
    try folder.write(#"{ "targets": ["seventv", "discord-sticker"] }"#, to: "Pack/stickerpack.json")
    func lint(_ more: String...) throws -> Program.Run {
      try Program.stickerpack.run(["lint", "Pack", "--target", "listed"] + more, in: folder.url)
    }
    #expect(try lint().output.contains("discord-sticker"))
    #expect(try lint("--fix").errors.contains("--fix cannot be combined with --target"))
    let run = try build("listed")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(
      try folder.files().filter { $0.hasPrefix("Out/") && $0.hasSuffix("png") }
        == ["Out/discord-sticker/sticker_a_1.png", "Out/seventv/stickerA1.png"])
    let preview = try Program.stickerpack.run(
      ["preview", "Pack", "-o", "page.html", "--target", "listed"], in: folder.url)
    #expect(preview.status == 0 && preview.errors == "")
    let page = String(decoding: try folder.bytes("page.html"), as: UTF8.self)
    #expect(page.contains("seventv") && !page.contains("telegram"))
    try folder.write(PNGBytes.file(.disc(side: 320)), to: "Other/a.png")
    try folder.write("{}", to: "Other/stickerpack.json")
    let both = try Program.stickerpack.run(["lint", ".", "--target", "listed"], in: folder.url)
    #expect(both.status == 2 && both.errors.contains("have different \"targets\""))
    try folder.write("{}", to: "Pack/stickerpack.json")
    #expect(try build("listed").errors.contains("no stickerpack.json has \"targets\""))
  }

  @Test(
    "WebP files are art like any other, and stay as they are where a store takes them",
    .enabled(if: WebPEncoder.isAvailable, "this build has no libwebp"))
  func webP() throws {
    let canvases = (0..<2).map { Bitmap.disc(side: 512, step: $0) }
    var encoder = WebPEncoder(
      CanvasAnimation(
        canvases: CanvasList(canvases),
        delays: canvases.map { _ in Delay(numerator: 1, denominator: 10) }),
      loop: .forever, jobs: 1)
    let file = try encoder.encode(quality: nil)
    try folder.write(file, to: "Pack/a.webp")
    // A set has at least three stickers.
    for name in ["b", "c"] {
      try folder.write(square(300, frames: 2, milliseconds: 100), to: "Pack/\(name).png")
    }
    let stickers = ["a.webp", "b.png", "c.png"].map {
      "{ \"file\": \"\($0)\", \"label\": \"Disc\", \"emoji\": [\"👋\"] }"
    }
    try folder.write(
      "{ \"author\": \"Ana\", \"stickers\": [\(stickers.joined(separator: ","))] }",
      to: "Pack/stickerpack.json")
    let run = try build("whatsapp-animated,signal")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try folder.bytes("Out/whatsapp-animated/01.webp") == file)
    let signal = try png("Out/signal/a.png")
    #expect(signal.width == 512 && signal.color == 6 && signal.delays == [100, 100])
    let decoded = try Decoded(folder.bytes("Out/signal/a.png"))
    #expect(decoded.canvases.map { $0[256, 256] } == canvases.map { $0[256, 256] })
    try folder.write(Array(file.prefix(file.count / 2)), to: "Pack/a.webp")
    #expect(try build("signal").status == 1)
  }

  @Test("Telegram gets keywords, at most 64 characters of them")
  func keywords() throws {
    try folder.write(
      PNGBytes.file(
        Bitmap.disc(side: 512).cropped(to: PixelRect(x: 0, y: 250, width: 512, height: 8))),
      to: "Pack/a.png")
    func describe(_ keywords: String) throws {
      try folder.write(
        #"{ "stickers": [{ "file": "a.png", "emoji": ["👋"], "keywords": [\#(keywords)] }] }"#,
        to: "Pack/stickerpack.json")
    }
    try describe(#""wave", "hello there""#)
    #expect(try build("telegram-static").status == 0)
    let set = String(decoding: try folder.bytes("Out/telegram-static/set.json"), as: UTF8.self)
    #expect(set.contains("\"hello there\""))
    try describe("\"\(String(repeating: "a", count: 65))\"")
    let long = try build("telegram-static")
    #expect(long.status == 1)
    #expect(
      long.output.contains(
        "The keywords have 65 characters together (Telegram still stickers: at most 64)."
      ))
    try describe(Array(repeating: "\"a\"", count: 21).joined(separator: ","))
    #expect(
      try build("telegram-static").output.contains(
        "The sticker has 21 keywords (Telegram still stickers: at most 20)."))
  }

  @Test("what a list needs and nothing states is named")
  func author() throws {
    try folder.write(PNGBytes.file(.disc(side: 300)), to: "Pack/a.png")
    let bare = try build("signal")
    #expect(bare.output.contains("The sticker has no emoji (Signal stickers: at least 1)."))
    try folder.write(
      #"{ "stickers": [{ "file": "a.png", "label": "Disc", "emoji": ["👋"] }] }"#,
      to: "Pack/stickerpack.json")
    let run = try build("signal")
    #expect(run.status == 1)
    #expect(run.output.contains("signal: not built: \"author\" is missing in stickerpack.json"))
    #expect(run.output.contains("Nothing was written"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "Out").path))
  }

  /// A short loop has its frames twice rather than half of its speed.
  @Test("LINE gets whole seconds, one to four loops, 5 to 20 frames and a ZIP file with both icons")
  func line() throws {
    try folder.write(square(200, frames: 6, milliseconds: 80), to: "Pack/1.png")
    // A set has at least eight stickers.
    for index in 2...7 {
      try folder.write(square(60, frames: 5, milliseconds: 200), to: "Pack/\(index).png")
    }
    try folder.write(square(300, frames: 24, milliseconds: 50), to: "Pack/8.png")
    try folder.write(PNGBytes.file(.disc(side: 300)), to: "Pack/still.png")
    let run = try build("line-animated")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("without 1 still"))
    let sticker = try png("Out/line-animated/08.png")
    #expect(sticker.width == 270 && sticker.height == 270 && sticker.plays == 4)
    #expect((5...20).contains(sticker.delays.count) && sticker.delays.reduce(0, +) == 1000)
    #expect(run.output.contains("has its frames twice in a row; plays in 1 s instead of 0.96 s"))
    let short = try png("Out/line-animated/01.png").delays
    #expect(short.reduce(0, +) == 1000 && short.count == 12)
    let main = try png("Out/line-animated/main.png")
    #expect(main.width == 240 && main.height == 240 && !main.delays.isEmpty)
    let tab = try png("Out/line-animated/tab.png")
    #expect(tab.width == 96 && tab.height == 74 && tab.plays == nil)
    let archive = try folder.bytes("Out/line-animated.zip")
    let names = (1...8).map { "0\($0).png" } + ["main.png", "tab.png"]
    for name in names { #expect(archive.contains(Array(name.utf8)), "\(name)") }
  }

  @Test(
    "exact canvases are filled, names have the store's characters, and lists name each file once")
  func names() throws {
    try folder.write(PNGBytes.file(.disc(side: 100)), to: "Pack/Good Morning!.png")
    try folder.write(PNGBytes.file(.disc(side: 400)), to: "Pack/good_morning.png")
    try folder.write(PNGBytes.file(.disc(side: 320)), to: "Pack/東京.png")
    let run = try build("discord-sticker")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("enlarged from 100 to 320 px"))
    let names = ["Good_Morning", "good_morning_2", "sticker_3"]
    #expect(
      try folder.files().filter { $0.hasPrefix("Out/") } == [
        "Out/discord-sticker/Good_Morning.png", "Out/discord-sticker/good_morning_2.png",
        "Out/discord-sticker/sticker_3.png", "Out/discord-sticker/upload.json",
        "Out/manifest.json",
      ])
    for name in names {
      let image = try png("Out/discord-sticker/\(name).png")
      #expect(image.width == 320 && image.height == 320)
    }
    let list = try #require(try json("Out/discord-sticker/upload.json") as? [[String: String]])
    #expect(list.map { $0["name"] } == names)
    #expect(list.map { $0["file"] } == names.map { "\($0).png" })
  }

  @Test("one image becomes all sizes of a destination that takes several")
  func sizes() throws {
    try folder.write(PNGBytes.file(.disc(side: 60)), to: "Pack/wave.png")
    let run = try Program.stickerpack.run(
      ["build", "Pack/wave.png", "-o", "Out", "--target", "twitch"], in: folder.url)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    for side in [28, 56, 112] {
      let emote = try png("Out/twitch-static/Wave-\(side).png")
      #expect(emote.width == side && emote.height == side)
    }
    let list = try #require(try json("Out/twitch-static/upload.json") as? [NSDictionary])
    #expect(
      list == [["name": "Wave", "files": ["Wave-112.png", "Wave-56.png", "Wave-28.png"]]])
    #expect(try Program.stickerpack.run(["verify", "Out"], in: folder.url).status == 0)
  }

  @Test("a destination that refuses refuses itself alone, in a dry run as in the build")
  func archive() throws {
    for index in 1...8 {
      try folder.write(PNGBytes.file(.disc(side: 180, step: index)), to: "Pack/\(index).png")
    }
    try folder.write(
      #"{ "extends": "line-emoji", "limits": { "maximumArchiveBytes": 4000 } }"#, to: "small.json")
    let dry = try build("./small.json,line-emoji", "--dry-run")
    let problem =
      "small: not built: the archive is too large: The archive has "
    #expect(dry.status == 1 && dry.output.contains(problem), "\(dry.output)\(dry.errors)")
    #expect(dry.output.contains("line-emoji: 8 stickers, "))
    let run = try build("./small.json,line-emoji")
    #expect(run.status == 1 && run.output.contains(problem))
    #expect(run.output.contains("Out: 1 of 2 destinations"))
    #expect(try folder.files().contains("Out/line-emoji.zip"))
    // The number in the message is the size of the file.
    let words = run.output.split(separator: "The archive has ").last?.split(separator: " ").first
    let size = try folder.bytes("Out/line-emoji.zip").count
    #expect(words.map { $0.replacing(",", with: "") } == "\(size)")
  }

  @Test("a set for Telegram is written in parts of 50 stickers")
  func parts() throws {
    var stickers: [String] = []
    for index in 1...51 {
      let bitmap = Bitmap(width: 512, height: 8) { x, _ in x < index * 9 ? .gray(90) : .clear }
      try folder.write(PNGBytes.file(bitmap), to: "Pack/\(index).png")
      stickers.append("{ \"file\": \"\(index).png\", \"label\": \"Bar\", \"emoji\": [\"👋\"] }")
    }
    try folder.write(
      "{ \"stickers\": [\(stickers.joined(separator: ","))] }", to: "Pack/stickerpack.json")
    let run = try build("telegram")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let counts = try ["set.json", "set-2.json"].map {
      (try json("Out/telegram-static/\($0)") as? [String: Any])?["stickers"] as? [Any]
    }
    #expect(counts.map { $0?.count } == [50, 1])
  }

  @Test("stores that take no APNG get a GIF of the same duration")
  func gif() throws {
    try folder.write(animation(128, frames: 4, milliseconds: 150), to: "Pack/spin.png")
    let run = try build("discord-emoji")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let gif = try folder.bytes("Out/discord-emoji/spin.gif")
    #expect(gif.starts(with: Array("GIF89a".utf8)))
    let delays = gif.indices.dropLast(6).filter { gif[$0...].starts(with: [0x21, 0xF9, 4]) }
      .map { Int(gif[$0 + 4]) + Int(gif[$0 + 5]) << 8 }
    #expect(delays.reduce(0, +) == 60)
  }

  @Test("nothing is written that the store refuses, and the message names the file")
  func refused() throws {
    try folder.write(PNGBytes.still(512, 512, [200, 30, 30, 255]), to: "Pack/box.png")
    try folder.write(animation(320, frames: 2, milliseconds: 10_000), to: "Pack/slow.png")
    let run = try build("line-static,discord-sticker,slack-emoji")
    #expect(run.status == 1)
    #expect(run.output.contains("box.png\n           The sticker is a rectangle"))
    #expect(
      run.output.contains("The animation takes 20,000 ms (Discord stickers: at most 5,000 ms)"))
    #expect(run.output.contains("Out: 1 of 3 destinations"))
    let written = try folder.files().filter { $0.hasPrefix("Out/") }
    #expect(
      written == [
        "Out/manifest.json", "Out/slack-emoji/box.png", "Out/slack-emoji/slow.gif",
        "Out/slack-emoji/upload.json",
      ])
  }

  @Test("a damaged file is a finding")
  func damaged() throws {
    try folder.write(Array(PNGBytes.file(.disc(side: 320)).prefix(2000)), to: "Pack/half.png")
    let run = try build("discord-sticker")
    #expect(run.status == 1 && run.output.contains("half.png") && run.output.contains("error"))
  }

  @Test("a second build has the same bytes, replaces the first, and no other folder")
  func rebuild() throws {
    try folder.write(PNGBytes.file(.disc(side: 300)), to: "Pack/a.png")
    try folder.write(animation(300, frames: 3), to: "Pack/b.png")
    #expect(try build("slack-emoji,google-chat-emoji").status == 0)
    let first = try folder.files().filter { $0.hasPrefix("Out/") }.map { try folder.bytes($0) }
    #expect(try build("slack-emoji,google-chat-emoji").status == 0)
    let second = try folder.files().filter { $0.hasPrefix("Out/") }.map { try folder.bytes($0) }
    #expect(first == second && first.count == 7)
    #expect(try Program.stickerpack.run(["verify", "Out"], in: folder.url).status == 0)
    try folder.write("mine", to: "Out/slack-emoji/a.png")
    let changed = try build("slack-emoji")
    #expect(changed.status == 2 && changed.errors.contains("changed after the last build"))
    #expect(try build("slack-emoji", "--force").status == 0)
    #expect(try folder.files().filter { $0.hasPrefix("Out/") }.count == 4)
    let other = try Program.stickerpack.run(
      ["build", "Pack", "-o", "Pack", "--target", "google-chat-emoji"], in: folder.url)
    #expect(other.status == 2 && other.errors.contains("stickerpack did not write"))
  }

  @Test("a lint for destinations names the build that changes what they refuse, and no fix")
  func hint() throws {
    try folder.write(PNGBytes.file(.disc(side: 200)), to: "Pack/a.png")
    let lint = try Program.stickerpack.run(
      ["lint", "Pack", "--target", "line-emoji,discord-sticker,signal"], in: folder.url)
    #expect(
      lint.errors.contains(
        "--target line-emoji,discord-sticker` makes files that these destinations take;"
      ))
    #expect(!lint.output.contains("stickerpack fix"))
  }

  @Test("a canvas gets smaller before frames are dropped where the store takes any")
  func canvasBeforeFrames() throws {
    var noise = SplitMix(state: 7)
    let frames = (0..<8).map { _ in
      Bitmap(
        rows: (0..<80).map { _ in
          (0..<80).map { _ in
            Pixel(
              red: UInt8(noise.next() >> 56), green: UInt8(noise.next() >> 56), blue: 0, alpha: 255)
          }
        })
    }
    try folder.write(PNGBytes.stored(frames), to: "Pack/noise.png")
    try folder.write(
      #"{ "author": "Ana", "stickers": [{ "file": "noise.png", "label": "Noise", "emoji": ["👋"] }] }"#,
      to: "Pack/stickerpack.json")
    try folder.write(
      #"{ "extends": "signal", "limits": { "maximumBytes": 12000 } }"#, to: "small.json")
    let run = try build("./small.json")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let sticker = try png("Out/small/noise.png")
    #expect(sticker.width < 80 && sticker.delays.count == 8)
  }

  @Test("several packs have a folder each")
  func packs() throws {
    try folder.write(PNGBytes.file(.disc(side: 300)), to: "Pack/Cats/a.png")
    try folder.write(PNGBytes.file(.disc(side: 300, step: 3)), to: "Pack/Dogs/b.png")
    #expect(try build("google-chat-emoji").status == 0)
    let written = try folder.files().filter { $0.hasSuffix(".png") && $0.hasPrefix("Out/") }
    #expect(written.map { $0.split(separator: "/")[2] } == ["Cats", "Dogs"])
  }

  @Test(
    "what cannot be built is refused",
    arguments: [
      (
        ["--target", "apple-message-media"],
        "nothing can be written for Images in interactive messages"
      ),
      (["--target", "sginal"], "did you mean \"signal\"?"),
      (["--target", "signal", "--fit"], "--fit cannot be combined with --target"),
      (["--target", "signal", "--archive"], "--archive cannot be combined with --target"),
    ])
  func arguments(_ arguments: [String], _ message: String) throws {
    try folder.write(PNGBytes.file(.disc(side: 300)), to: "Pack/a.png")
    let run = try Program.stickerpack.run(
      ["build", "Pack", "-o", "Out"] + arguments, in: folder.url)
    #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
  }

  @Test(
    "WhatsApp gets WebP files, a tray icon, contents.json and a ZIP file",
    .enabled(if: WebPEncoder.isAvailable, "this build has no libwebp"),
    arguments: [("whatsapp-static", false), ("whatsapp-animated", true)])
  func webP(_ store: String, _ isAnimated: Bool) throws {
    for index in 1...3 {
      try folder.write(
        isAnimated ? animation(300, frames: 2) : PNGBytes.file(.disc(side: 300, step: index)),
        to: "Pack/\(index).png")
    }
    try folder.write(
      #"""
      { "name": "Discs", "author": "Ana",
        "stickers": [{ "file": "2.png", "label": "Two", "emoji": ["👋"] }] }
      """#, to: "Pack/stickerpack.json")
    let run = try build(store)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    for index in 1...3 {
      let file = try folder.bytes("Out/\(store)/0\(index).webp")
      // RIFF, WEBP, then VP8X with the flag of an animation, or VP8L.
      #expect(file.starts(with: Array("RIFF".utf8)))
      let isExtended = file[12..<16].elementsEqual("VP8X".utf8)
      #expect((isExtended && file[20] & 2 != 0) == isAnimated)
    }
    let tray = try png("Out/\(store)/tray.png")
    #expect(tray.width == 96 && tray.height == 96)
    let contents = try #require(try json("Out/\(store)/contents.json") as? [String: Any])
    let pack = try #require((contents["sticker_packs"] as? [[String: Any]])?.first)
    #expect(pack["name"] as? String == "Discs" && pack["publisher"] as? String == "Ana")
    #expect(pack["identifier"] as? String == "discs")
    #expect(pack["animated_sticker_pack"] as? Bool == isAnimated)
    #expect(pack["tray_image_file"] as? String == "tray.png")
    let stickers = try #require(pack["stickers"] as? [[String: Any]])
    #expect(stickers.map { $0["image_file"] as? String } == ["01.webp", "02.webp", "03.webp"])
    #expect(stickers[0]["emojis"] as? [String] == ["👋"])
    #expect(stickers[0]["accessibility_text"] as? String == "Two")
    #expect(try folder.bytes("Out/\(store)/title.txt") == Array("Discs".utf8))
    let archive = try folder.bytes("Out/\(store).wastickers")
    for name in ["03.webp", "contents.json", "author.txt"] {
      #expect(archive.contains(Array(name.utf8)), "\(name)")
    }
  }

  @Test(
    "a build without libwebp says that it cannot write WebP",
    .disabled(if: WebPEncoder.isAvailable, "this build has libwebp"))
  func withoutWebP() throws {
    try folder.write(PNGBytes.file(.disc(side: 300)), to: "Pack/a.png")
    let run = try build("whatsapp-static")
    #expect(run.status == 2 && run.errors.contains("this program was built without libwebp"))
    #expect(try build("all").errors.contains("not built here: "))
  }

  @Test("a dry run lists what each sticker would need, and writes nothing")
  func dryRun() throws {
    try folder.write(PNGBytes.file(.disc(side: 300)), to: "Pack/a.png")
    try folder.write(animation(320, frames: 2, milliseconds: 10_000), to: "Pack/slow.png")
    let run = try build("slack-emoji,discord-sticker", "--dry-run", "--report", "json=report.json")
    #expect(run.status == 1)
    #expect(run.output.contains("slack-emoji: 2 stickers"))
    let line = run.output.split(separator: "\n").first { $0.contains("Pack/a.png") }
    #expect(line?.hasSuffix("128 px") == true, "\(run.output)")
    #expect(run.output.contains("discord-sticker: not built"))
    #expect(run.output.hasSuffix("Nothing was written.\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "Out").path))
    let bytes = try folder.bytes("report.json")
    #expect(JSONSchemaValidator.complaints(about: bytes, schema: "stores") == "")
    let report = try #require(try json("report.json") as? [String: Any])
    #expect(report["output"] == nil)
    let stores = try #require(report["stores"] as? [[String: Any]])
    #expect(stores.map { $0["taken"] as? Bool } == [true, false])
    #expect((stores[0]["files"] as? [Any])?.count == 3)
    let findings = try #require(stores[1]["findings"] as? [[String: Any]])
    #expect(findings.contains { $0["rule"] as? String == "store-duration" })
  }

  @Test("a JSON report has the files that were written")
  func report() throws {
    try folder.write(PNGBytes.file(.disc(side: 300)), to: "Pack/a.png")
    let run = try build("slack-emoji", "--quiet", "--report", "json=report.json")
    #expect(run.status == 0 && run.output == "", "\(run.output)\(run.errors)")
    let bytes = try folder.bytes("report.json")
    #expect(JSONSchemaValidator.complaints(about: bytes, schema: "stores") == "")
    let report = try #require(try json("report.json") as? [String: Any])
    #expect(report["output"] as? String == "Out")
    let store = try #require((report["stores"] as? [[String: Any]])?.first)
    let files = try #require(store["files"] as? [[String: Any]])
    #expect(
      files.map { $0["file"] as? String } == ["slack-emoji/a.png", "slack-emoji/upload.json"])
    let sticker = try #require((store["stickers"] as? [[String: Any]])?.first)
    #expect(sticker["file"] as? String == "Pack/a.png")
    let other = try build("slack-emoji", "--report", "text=report.txt")
    #expect(other.status == 2)
    #expect(other.errors.contains("--report text cannot be combined with --target"))
  }

  @Test("what is written has a format that the store takes", arguments: Destination.all)
  func outputs(_ destination: Destination) throws {
    guard let output = destination.output else { return }
    for format in [output.still, output.animated].compactMap(\.self) {
      #expect(destination.formats.contains(format))
    }
    for icon in output.icons.keys.sorted() {
      #expect(destination.icons.contains { $0.name == icon }, "\(icon)")
    }
  }
}
