internal import ArgumentParser
internal import Basics
internal import StickerLint
internal import StickerPacks
internal import SystemLibraries

/// The stores for which stickers are checked in place of Messages.
struct TargetOptions: ParsableArguments {
  // Without completions: to read all profiles takes a sixth of the time of a small lint.
  @Option(
    help: .init(
      """
      Check for these stores instead of Messages: ids separated by commas, all, or listed for the "targets" of \
      stickerpack.json. Several are compared in a table. See `stickerpack targets`.
      """, valueName: "ids"),
    transform: Target.init)
  var target: Target?

  enum Target {
    case stores([StoreProfile])
    /// Those in the configuration of the packs.
    case listed

    /// The stores of an argument.
    init(_ list: String) throws {
      guard list != StoreProfile.listed else {
        self = .listed
        return
      }
      do { self = .stores(try StoreProfile.named(list)) } catch {
        throw ValidationError("\(error)")
      }
    }

    func stores(of packs: [PackSource]) throws -> [StoreProfile] {
      switch self {
      case .stores(let stores): stores
      case .listed: try StoreProfile.named(StoreProfile.listed(by: packs))
      }
    }
  }

  /// None for Messages, and before `resolve`.
  var stores: [StoreProfile] {
    if case .stores(let stores)? = target { stores } else { [] }
  }

  /// Finds the stores that packs list, if these were asked for.
  mutating func resolve(for packs: [PackSource]) throws {
    if let target { self.target = .stores(try target.stores(of: packs)) }
  }

  /// - Parameters:
  ///   - conflict: the name of another option that was used and does not work for stores.
  func validate(without conflict: String?) throws {
    guard target != nil, let conflict else { return }
    throw ValidationError("\(conflict) cannot be combined with --target.")
  }

  /// The day in UTC, as 2026-11-22.
  static var today: String { Date.now.formatted(.iso8601.year().month().day()) }

  /// Notes about profiles that may be out of date.
  static func hints(about stores: [StoreProfile], on today: String = today) -> [String] {
    stores.filter { $0.isOld(on: today) }.map {
      "the profile \($0.id) was checked on \($0.checked), more than a year ago: limits may have changed"
    }
  }
}
