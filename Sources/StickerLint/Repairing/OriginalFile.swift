internal import Basics
internal import ImageContainers

/// A file before its repair, read and linted again.
struct OriginalFile {
  let task: RepairTask
  let bytes: [UInt8]
  let image: ImageFacts
  /// The repairs of the task that can be tried.
  let repairs: [Repair]
  /// The open findings.
  let findings: [Finding]

  /// Throws if the file is damaged, or has changed since it was linted.
  init(_ task: RepairTask, bytes: [UInt8], _ linter: Linter) throws(RepairError) {
    self.task = task
    self.bytes = bytes
    let facts = AssetFacts(
      source: task.source, bytes: bytes, limits: linter.limits, destination: linter.destination)
    guard facts.contentHash == task.contentHash else {
      throw RepairError("the file has changed since it was linted")
    }
    guard let image = facts.image else {
      throw RepairError("the format is not supported")
    }
    if let defect = image.defects.first(where: { $0.kind.isDamage }) {
      throw RepairError("the file is damaged: \(defect.message)")
    }
    self.image = image
    repairs = task.repairs.filter { $0.isPossible(for: facts) }
    findings = linter.check(facts, in: task.pack, task.layout)
  }
}
