import Basics
import StickerPacks
import Testing

@Suite("The budget of images in memory")
struct ImageBudgetTests {
  @Test("bytes are reserved up to the last one, and not more")
  func limit() {
    let budget = ImageBudget(bytes: 10)
    #expect(budget.reserve(4))
    #expect(!budget.reserve(7))
    #expect(budget.reserve(6))
    #expect(!budget.reserve(1))
  }

  @Test("threads do not reserve more than there is")
  func threads() {
    let budget = ImageBudget(bytes: 500)
    let reserved = Array(0..<1000).blockingMap(jobs: 8) { _ in budget.reserve(1) }
    #expect(reserved.count { $0 } == 500)
  }
}
