import Foundation
import TestSupport
import Testing

@Suite("Scripts of pages")
struct ScriptTests {
  @Test(
    "functions that need no browser return what they should",
    .enabled(if: OtherProgram.node.isHere, "Node.js is not installed"),
    arguments: ["Tests/Preview/page-tests.mjs", "Tests/Browser/page-tests.mjs"])
  func functions(script: String) throws {
    let output = try OtherProgram.node.run(["--test", "--test-reporter=tap", script])
    #expect(output.contains("\n# fail 0\n") && !output.contains("\n# pass 0\n"), "\(output)")
  }

  @Test(
    "scripts have no type errors",
    .enabled(if: OtherProgram.tsc.isHere, "The TypeScript compiler is not installed"))
  func types() throws {
    #expect(try OtherProgram.tsc.run(["-p", "Tests/Preview/jsconfig.json"]) == "")
  }
}
