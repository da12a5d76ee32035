import Foundation
import TestSupport
import Testing

@Suite("Conversions of floating-point numbers to integers")
struct NumberConversionTests {
  /// The files that may have unchecked ones, with what limits the numbers.
  static let proven = [
    "ImageCodecs/Encoding/PNG/ResidualRounding.swift": "not a floating-point number",
    "Pixels/Measuring/ArtFingerprint.swift": "means of 8-bit codes",
    "Pixels/Quantizing/ColorVector.swift": "clamped to 8-bit codes before, once per pixel",
    "Pixels/Resampling/LinearLight.swift": "codes of a table of light from 0 to 1",
    "Timing/Delay.swift": "at most 65,535 by the loop's condition; the module depends on nothing",
  ]

  @Test("are checked, except in a few files that say what limits the numbers")
  func policy() throws {
    var found: [String: [String]] = [:]
    for (path, text) in try Repository.sources() {
      let unchecked = Self.unchecked(in: text)
      if !unchecked.isEmpty { found[path] = unchecked }
    }
    for (path, conversions) in found where Self.proven[path] == nil {
      Issue.record("\(path) converts \(conversions.joined(separator: ", ")): use Int(clamping:)")
    }
    #expect(Self.proven.keys.filter { found[$0] == nil } == [], "no longer needed")
  }

  @Test(
    "are found by the words around them",
    arguments: [
      ("let side = Int((length * 2).rounded())", ["(length * 2).rounded()"]),
      ("let side = Int(Double(length) * share)", ["Double(length) * share"]),
      ("let tenths = (value * 10).rounded()\nlet whole = UInt8(tenths / 10)", ["tenths / 10"]),
      ("func f(time: Double) -> Int { Int(time) }", ["time"]),
      ("let color: SIMD3<Float>\nlet red = UInt8(color.x)", ["color.x"]),
      ("let text = durations.map { Int($0) }", ["$0"]),
      ("let bin = SIMD4<Int32>(mean.rounded(.down))", ["mean.rounded(.down)"]),
      ("// Int(time.rounded())\nlet side = Int(clamping: time.rounded())", []),
      ("let time: Double\nlet byte = Int(bytes[0]) | Int(high) << 8", []),
      ("let numbers = words.compactMap { Int($0) }", []),
    ])
  func search(source: String, expected: [String]) {
    #expect(Self.unchecked(in: source) == expected)
  }

  /// The arguments of conversions without a label that are floating-point numbers, as far as the text of the file
  /// shows it: by a call in the argument, or by the type or value of a name in it.
  static func unchecked(in source: String) -> [String] {
    let code = source.replacing(/\/\/[^\n]*/, with: "")
    let floating = #"\.rounded\(|\b(?:Double|Float)[(.]|\d\.\d"#
    let arithmetic = #"[\w.$ */+()-]+"#
    var names = Set(
      matches(#"\b(\w+)\??: (?:inout )?\[?(?:Double|Float|SIMD\d<(?:Double|Float)>)"#, code).map {
        $0[1]
      })
    /// Whether an expression uses one of the names, by itself or as a vector.
    func isNamed(_ text: String) -> Bool {
      isMatch(arithmetic, text)
        && matches(#"(?<![.\w])(\w+)(?:\.[xyzw])?(?![.\w])"#, text).contains {
          names.contains($0[1])
        }
    }
    // A value can use a name before it.
    for _ in 0..<2 {
      for binding in matches(#"\b(?:let|var) (\w+) =\s*([^\n]*)"#, code)
      where !isMatch(#"(?:max\(|min\()?(?:\w+, )?U?Int\d*\(.*"#, binding[2]) {
        if !matches(floating, binding[2]).isEmpty || isNamed(binding[2]) {
          names.insert(binding[1])
        }
      }
      for binding in matches(#"\b(?:let|var) \((\w+), (\w+)\) = \(([^\n]*)\)"#, code)
      where !matches(floating, binding[3]).isEmpty { names.formUnion(binding[1...2]) }
    }
    var result: [String] = []
    for conversion in matches(
      #"\b(?:U?Int(?:8|16|32|64)?|SIMD\d+<U?Int\d*>)(\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))"#,
      code)
    {
      let argument = conversion[1].dropFirst().dropLast().trimmingCharacters(
        in: .whitespacesAndNewlines)
      guard !isMatch(#"\w+:[\s\S]*"#, argument) else { continue }
      if !matches(floating, argument).isEmpty || isNamed(argument) { result.append(argument) }
    }
    // A closure that only converts; words become numbers in compactMap and flatMap.
    result += matches(#"\bmap \{ (?:"[^"{}]*\\\()?U?Int\d*\((\$0)\)"#, code).map { $0[1] }
    return result
  }

  private static func matches(_ pattern: String, _ text: String) -> [[String]] {
    let whole = text as NSString
    let expression = try? NSRegularExpression(pattern: pattern)
    return (expression?.matches(in: text, range: NSRange(location: 0, length: whole.length)) ?? [])
      .map {
        match in
        (0..<match.numberOfRanges).map {
          let range = match.range(at: $0)
          return range.location == NSNotFound ? "" : whole.substring(with: range)
        }
      }
  }

  private static func isMatch(_ pattern: String, _ text: String) -> Bool {
    matches("^(?:\(pattern))$", text).count == 1
  }
}
