internal import Basics
package import ImageContainers

/// A limit of a destination: its key in the file, its requirement in words, and its check.
///
/// `Limit.table` is the only place that judges one. The rules of the category `store`, the plan of a build,
/// `stickerpack targets` and the comparison of destinations read it.
package struct Limit: Sendable {
  /// The key of a limit in the file of a destination.
  package enum Key: String, Sendable, CaseIterable {
    case formats, transparency, indexedAnimations
    case canvas, longerSide, maximumCanvas, minimumLongerSide, minimumSide, square, evenSides
    case maximumRatio, advisedCanvas, sizeClasses
    case maximumBytes, maximumStillBytes, maximumAnimatedBytes, minimumBytes, safeBytes
    case durations, wholeSeconds, minimumDuration, maximumDuration, maximumDurationWithLoops
    case minimumFrames, maximumFrames, maximumFrameRate, minimumDelay
    case minimumLoops, maximumLoops, endless
    case maximumLabel, minimumEmoji, maximumEmoji, minimumKeywords, maximumKeywords
    case maximumKeywordCharacters
    case stickerCounts, minimumStickers, maximumStickers, oneKind
    case maximumArchiveBytes
  }

  /// The value of a limit. Pixels, bytes and milliseconds are numbers.
  package enum Value: Sendable, Equatable {
    case number(Double)
    case numbers([Double])
    case flag(Bool)
    case formats([FileFormat])
  }

  /// The kind of value that a file has.
  enum Kind {
    case formats, flag
    /// A whole number from 0.
    case whole
    /// A number above 0.
    case number
    /// A width and a height.
    case size
    /// One or more numbers above 0.
    case numbers
  }

  /// A value that exceeds a limit.
  struct Excess: Sendable {
    /// A sentence without a full stop: "The file has 600,000 bytes".
    var sentence: String
    var measured: Quantity?
    var limit: Quantity?
    var fix: String?
  }

  enum Check: Sendable {
    case sticker(@Sendable (MeasuredSticker, Value) -> Excess?)
    case pack(@Sendable (MeasuredPack, Value) -> Excess?)
    /// Only advice.
    case none
  }

  package let key: Key
  /// The id of the rule that reports it, or `archive`, which a build checks; empty for advice.
  package let rule: String
  /// The id of the rule that reports it instead for Messages.
  var messagesRule: String?
  /// The limited property, in a word or two.
  package let title: String
  let kind: Kind
  /// The requirement: "at most 512,000".
  let requirement: @Sendable (Value) -> String
  /// Whether a build changes a sticker until the limit holds.
  package let isMetByBuild: Bool
  let check: Check
  /// The result that a build promises if only encoding shows it: "at most 512,000 bytes".
  var promise: (@Sendable (Value) -> String)?
}

/// A limit that a sticker or a pack exceeds.
package struct ExceededLimit: Sendable {
  /// The measured value and the requirement, as sentences.
  package let message: String
  package let measured: Quantity?
  package let limit: Quantity?
  package let fix: String?
  /// Whether the limit is not certain: no source of the destination states it, or sources disagree.
  package let isUncertain: Bool
}

extension Destination {
  /// The id of the rule that reports a limit for this destination.
  private func rule(of limit: Limit) -> String {
    isMessages ? limit.messagesRule ?? limit.rule : limit.rule
  }

  /// The ids of the rules that report a limit of the destination.
  package var rulesWithLimits: Set<String> {
    Set(Limit.table.lazy.filter { limits[$0.key] != nil }.map(rule))
  }

  /// The limits that a rule reports, of those that the destination has, in the order of the table.
  private func limits(of rule: String) -> [(limit: Limit, value: Limit.Value)] {
    Limit.table.lazy.filter { self.rule(of: $0) == rule }.compactMap { limit in
      limits[limit.key].map { (limit, $0) }
    }
  }

  /// The first limit of a rule that a sticker exceeds.
  package func excess(of sticker: MeasuredSticker, by rule: String) -> ExceededLimit? {
    for (limit, value) in limits(of: rule) {
      guard case .sticker(let check) = limit.check, let excess = check(sticker, value) else {
        continue
      }
      return exceeded(limit, value, excess)
    }
    return nil
  }

  /// Returns the promises of a build for limits that a sticker exceeds, besides its plan.
  package func promises(about sticker: MeasuredSticker) -> [String] {
    Limit.table.compactMap { limit in
      guard let value = limits[limit.key], let promise = limit.promise, !rule(of: limit).isEmpty,
        case .sticker(let check) = limit.check, check(sticker, value) != nil
      else { return nil }
      return promise(value)
    }
  }

  /// All limits of a rule that a pack exceeds.
  package func excesses(of pack: MeasuredPack, by rule: String) -> [ExceededLimit] {
    limits(of: rule).compactMap { limit, value in
      guard case .pack(let check) = limit.check, let excess = check(pack, value) else { return nil }
      return exceeded(limit, value, excess)
    }
  }

  private func exceeded(
    _ limit: Limit, _ value: Limit.Value, _ excess: Limit.Excess
  ) -> ExceededLimit {
    let doubt = uncertain[limit.key].map { " This limit is not certain: \($0)." } ?? ""
    return ExceededLimit(
      message: "\(excess.sentence) (\(name): \(limit.requirement(value))).\(doubt)",
      measured: excess.measured, limit: excess.limit, fix: excess.fix,
      isUncertain: !doubt.isEmpty)
  }

  /// The limits as `targets` lists them: a title, the requirements in words, and why some are not certain.
  package var requirements: [(title: String, text: String, doubts: [String])] {
    var rows: [(title: String, text: String, doubts: [String])] = []
    for limit in Limit.table {
      guard let value = limits[limit.key] else { continue }
      let (text, doubt) = (limit.requirement(value), uncertain[limit.key])
      if let last = rows.last, last.title == limit.title {
        rows[rows.count - 1].text += ", \(text)"
        rows[rows.count - 1].doubts += [doubt].compactMap { $0 }
      } else {
        rows.append((limit.title, text, [doubt].compactMap { $0 }))
      }
    }
    return rows
  }

  /// The requirements of one title in a line; nil if there is none.
  package func summary(of title: String) -> String? {
    requirements.first { $0.title == title }?.text
  }
}

extension Limit.Value: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral
{
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(booleanLiteral value: Bool) { self = .flag(value) }
  package init(arrayLiteral elements: Double...) { self = .numbers(elements) }
}

extension Limit.Value {
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var numbers: [Double] { if case .numbers(let numbers) = self { numbers } else { [] } }
  var formats: [FileFormat] {
    if case .formats(let formats) = self { formats } else { [] }
  }
  var isTrue: Bool { self == .flag(true) }
}
