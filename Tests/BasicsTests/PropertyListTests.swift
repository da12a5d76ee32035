import Basics
import Foundation
import TestSupport
import Testing

@Suite("Property lists")
struct PropertyListTests {
  private static var value: [String: Any] {
    [
      "text": "é<&>\"' \u{1F436}", "ascii": "plain", "empty": "", "whole": 300, "negative": -7,
      "large": 5_000_000_000, "real": 1.5, "yes": true, "no": false, "data": Data([1, 2, 3]),
      "date": Date(timeIntervalSince1970: 0), "list": ["a", ["b"], [String]()] as [Any],
      "nested": ["dictionary": ["key": "value"]],
      "long": (0..<400).map { "item \($0)" },
    ]
  }

  @Test(
    "reads what Foundation writes, in both formats",
    arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func reads(format: PropertyListSerialization.PropertyListFormat) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: Self.value, format: format, options: 0)
    let list = try PropertyList(parsing: Array(data))
    #expect(list["text"]?.text == "é<&>\"' \u{1F436}")
    #expect(list["ascii"] == .text("plain"))
    #expect(list["empty"] == .text(""))
    #expect(list["whole"] == .number(300))
    #expect(list["negative"] == .number(-7))
    #expect(list["large"] == .number(5_000_000_000))
    #expect(list["real"] == .number(1.5))
    #expect(list["yes"] == .flag(true) && list["no"]?.flag == false)
    #expect(list["data"] == .other && list["date"] == .other)
    #expect(list["list"] == .list([.text("a"), .list([.text("b")]), .list([])]))
    #expect(list["nested"]?["dictionary"]?["key"]?.text == "value")
    #expect(list["long"]?.list?.count == 400)
    #expect(list["long"]?.list?.last == .text("item 399"))
    #expect(list["missing"] == nil && list["text"]?["key"] == nil)
  }

  @Test("a flag is also the text YES, as Bazel writes it")
  func flags() {
    #expect(PropertyList.text("YES").flag == true && PropertyList.text("NO").flag == false)
    #expect(PropertyList.number(1).flag == true && PropertyList.text("yes").flag == nil)
  }

  private func parse(_ xml: String) throws -> PropertyList {
    try PropertyList(parsing: Array(xml.utf8))
  }

  @Test("comments, declarations, CDATA and entities in XML")
  func xml() throws {
    let list = try parse(
      """
      \u{FEFF}<?xml version="1.0"?><!-- <dict> -->
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://a/b.dtd">
      <plist version="1.0"><dict><!-- a --><key>a&#x26;b</key><string>1<![CDATA[<2>]]>&#51;</string >
      <key>empty</key><array/></dict></plist>
      """)
    #expect(list["a&b"] == .text("1<2>3"))
    #expect(list["empty"] == .list([]))
  }

  @Test(
    "invalid XML is refused",
    arguments: [
      "", "<plist>", "<plist></plist>", "<plist><dict></plist>",
      "<plist><dict><string>a</string></dict></plist>",
      "<plist><string>a&b;</string></plist>", "<plist><string>a&#xD800;</string></plist>",
      "<plist><integer>a</integer></plist>", "<plist><thing/></plist>", "text",
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><true/></plist>", "<plist><string>a", "<!--",
    ])
  func invalid(xml: String) {
    #expect(throws: PropertyList.Defect.self) { try parse(xml) }
  }

  @Test("nesting is limited in both formats")
  func depth() throws {
    #expect(throws: PropertyList.Defect.self) {
      try parse("<plist>" + String(repeating: "<array>", count: 100_000))
    }
    // One array that contains itself.
    #expect(throws: PropertyList.Defect.self) {
      try PropertyList(parsing: Self.binary([[0xA1, 0]]))
    }
  }

  @Test("a small file cannot have endless values")
  func bomb() {
    // Each of twenty arrays has the next one sixteen times.
    let objects = (0..<20).map { index in
      [0xAF, 0x10, 16] + [UInt8](repeating: UInt8(index + 1), count: 16)
    }
    #expect(throws: PropertyList.Defect.self) {
      try PropertyList(parsing: Self.binary(objects + [[0x08]]))
    }
  }

  @Test("strings that share bytes are refused, and one that is referred to often is read once")
  func sharedBytes() throws {
    let text: [UInt8] = [0x5F, 0x10, 200] + [UInt8](repeating: 0x61, count: 200)
    let often = try PropertyList(
      parsing: Self.binary([[0xA9] + Array(repeating: 1, count: 9), text]))
    #expect(often.list?.count == 9)
    // Each of nine strings has the next ones in it.
    let head: [UInt8] = [0x5F, 0x10, 120]
    let strings = Array(repeating: head, count: 9) + [[UInt8](repeating: 0x61, count: 120)]
    #expect(throws: PropertyList.Defect.self) {
      try PropertyList(parsing: Self.binary([[0xA9, 1, 2, 3, 4, 5, 6, 7, 8, 9]] + strings))
    }
  }

  @Test("a damaged binary list is refused or read, and never read outside of its bytes")
  func mutations() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: Self.value, format: .binary, options: 0)
    var random = SplitMix(state: 27)
    var refused = 0
    for length in 0..<data.count {
      if (try? PropertyList(parsing: Array(data.prefix(length)))) == nil { refused += 1 }
    }
    #expect(refused == data.count)
    for _ in 0..<5000 {
      var bytes = Array(data)
      for _ in 0..<3 {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(in: 0...255)
      }
      _ = try? PropertyList(parsing: bytes)
    }
  }

  /// A binary list of objects with references of one byte; the first object is the top.
  private static func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
      bytes += object
    }
    let table = bytes.count
    func number(_ value: Int) -> [UInt8] {
      (0..<8).reversed().map { UInt8(value >> ($0 * 8) & 255) }
    }
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 2, 1] + number(objects.count) + number(0)
      + number(table)
  }
}
