package import ImageContainers
internal import Basics
package import StickerPacks

extension Rule {
  /// A number of a rule that a configuration may change, as in
  /// `"rules": { "animation-memory": { "bytes": 50000000 } }`.
  package struct Option: Sendable, Equatable {
    /// Its key.
    package let name: String
    /// What the number is, in a few words without a full stop.
    package let meaning: String
    /// What it counts.
    package let unit: Quantity.Unit
    /// What it is without a configuration.
    package let standard: Double
    /// What it may be.
    package let range: ClosedRange<Double>

    /// A number of it with its unit, as people read it: `10%`, `4`, `60 characters`.
    package func amount(_ number: Double) -> String {
      switch unit {
      case .percent: Text.number(number) + "%"
      case .value: Text.number(number)
      case .milliseconds: Text.milliseconds(number)
      case .pixels: Text.number(number) + " px"
      case .bytes, .frames, .characters, .files:
        // The units are plurals.
        "\(Text.number(number)) \(number == 1 ? String(unit.rawValue.dropLast()) : unit.rawValue)"
      }
    }

    init(
      _ name: String, _ meaning: String, _ standard: Double, _ unit: Quantity.Unit,
      in range: ClosedRange<Double>
    ) {
      self.name = name
      self.meaning = meaning
      self.unit = unit
      self.standard = standard
      self.range = range
    }
  }

  /// The numbers of a rule for one file or pack: what was configured, or else the standard.
  package struct Options: Sendable {
    private let values: [String: Double]

    init(_ setting: RuleSetting?) { values = setting?.options ?? [:] }

    /// The number of an option.
    package subscript(option: Option) -> Double { values[option.name] ?? option.standard }

    /// The number of an option that counts whole things.
    package subscript(whole option: Option) -> Int { Int(self[option].rounded()) }
  }

  /// Why a setting cannot be used for this rule, in one sentence without a full stop; nil when it can.
  package func objection(to setting: RuleSetting) -> String? {
    for (name, value) in setting.options.sorted(by: { $0.key < $1.key }) {
      guard let option = options.first(where: { $0.name == name }) else {
        let nearest = Spelling.nearest(to: name, in: options.map(\.name))
        let advice =
          nearest.map { "did you mean \"\($0)\"?" }
          ?? (options.isEmpty
            ? "the rule has none" : "it has \(options.map(\.name).joined(separator: ", "))")
        return "\(name.quoted) is no option of \(id); \(advice)"
      }
      guard option.range.contains(value) else {
        return "\(name) of \(id) is \(Text.number(value)); it must be from"
          + " \(Text.number(option.range.lowerBound)) to \(Text.number(option.range.upperBound))"
      }
    }
    return nil
  }
}
