internal import Basics
public import ImageContainers
package import StickerPacks

extension Rule {
  /// A number of a rule that a configuration can change, as in
  /// `"rules": { "animation-memory": { "bytes": 50000000 } }`.
  public struct Option: Sendable, Equatable {
    /// Its key in the configuration.
    public let name: String
    /// The meaning of the number, in a few words without a full stop.
    public let meaning: String
    /// Its unit.
    public let unit: Quantity.Unit
    /// The value without a configuration.
    public let defaultValue: Double
    /// The valid values.
    public let range: ClosedRange<Double>

    /// A value of it with its unit for messages: `10%`, `4`, `60 characters`.
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
      _ name: String, _ meaning: String, _ defaultValue: Double, _ unit: Quantity.Unit,
      in range: ClosedRange<Double>
    ) {
      self.name = name
      self.meaning = meaning
      self.unit = unit
      self.defaultValue = defaultValue
      self.range = range
    }
  }

  /// The values of a rule's options for one file or pack: configured values and defaults.
  package struct Options: Sendable {
    private let values: [String: Double]

    init(_ setting: RuleSetting?) { values = setting?.options ?? [:] }

    /// The value of an option.
    package subscript(option: Option) -> Double { values[option.name] ?? option.defaultValue }

    /// The value of an option that is a whole number.
    package subscript(whole option: Option) -> Int { Int(clamping: self[option].rounded()) }
  }

  /// The reason a setting is invalid for this rule, in one sentence without a full stop; nil if it is valid.
  package func objection(to setting: RuleSetting) -> String? {
    for (name, value) in setting.options.sorted(by: { $0.key < $1.key }) {
      guard let option = options.first(where: { $0.name == name }) else {
        let nearest = Spelling.nearest(to: name, in: options.map { $0.name })
        let advice =
          nearest.map { "did you mean \"\($0)\"?" }
          ?? (options.isEmpty
            ? "the rule has none" : "it has \(options.map { $0.name }.joined(separator: ", "))")
        return "unknown option \(name.quoted) of \(id); \(advice)"
      }
      guard option.range.contains(value) else {
        return "\(name) of \(id) is \(Text.number(value)); it must be from"
          + " \(Text.number(option.range.lowerBound)) to \(Text.number(option.range.upperBound))"
      }
    }
    return nil
  }
}
