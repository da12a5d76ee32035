internal import Basics
internal import StickerPacks

extension FileRepairer {
  /// Returns tasks without outlines in packs in which a sticker cannot get one.
  ///
  /// - Parameter jobs: the number of files that are repaired at the same time.
  package func agreed(
    on tasks: [RepairTask], jobs: Int
  ) async throws(CancellationError) -> [RepairTask] {
    let packs = Dictionary(grouping: tasks.indices) { tasks[$0].pack.location }
    var result = tasks
    for indices in packs.values {
      let outlined = indices.filter { tasks[$0].repairs.contains(.addOutline) }
      guard outlined.count > 1, tasks[outlined[0]].pack.kind != .files else { continue }
      let failures = try await outlined.concurrentMap(jobs: jobs) { index in
        repair(tasks[index]).problems.first { $0.repair == .addOutline }
          .map { "\(tasks[index].source.path.name): \($0.reason)" }
      }.compactMap { $0 }
      guard let first = failures.first else { continue }
      let reason =
        "\(Text.number(failures.count)) of \(Text.count(outlined.count, "sticker")) of the pack"
        + " cannot get an outline, such as \(first)"
      for index in outlined {
        result[index] = tasks[index].withholding(.addOutline, because: reason)
      }
    }
    return result
  }
}
