import Basics
import Dispatch
import Testing

@Suite("Other programs")
struct SubprocessTests {
  private func run(
    _ script: String, timeLimit: Duration? = nil
  ) throws -> (end: Subprocess.End, output: String) {
    var output: [UInt8] = []
    let end = try Subprocess.run(
      "sh", ["-c", script], environment: ["GREETING": "hello"], timeLimit: timeLimit
    ) {
      output += $0
      return true
    }
    return (end, String(decoding: output, as: UTF8.self))
  }

  @Test("output, errors, status and variables")
  func streams() throws {
    let run = try run("echo $GREETING; echo wrong >&2; exit 3")
    #expect(run.output == "hello\n")
    #expect(run.end.errors == Array("wrong\n".utf8))
    #expect(!run.end.isSuccess && !run.end.isTimeout)
    #expect(try self.run("true").end.isSuccess)
  }

  @Test("standard input is empty")
  func input() throws {
    #expect(try run("cat").output == "")
  }

  @Test("arguments are no shell text")
  func arguments() throws {
    var output: [UInt8] = []
    let end = try Subprocess.run("printf", ["%s", "$HOME; `x` 'y' \"z\""]) {
      output += $0
      return true
    }
    #expect(end.isSuccess)
    #expect(String(decoding: output, as: UTF8.self) == "$HOME; `x` 'y' \"z\"")
  }

  @Test("a program that takes too long is ended")
  func timeLimit() throws {
    // A busy machine may not start it in a third of a second.
    var (limit, output) = (Duration.milliseconds(300), "")
    while output.isEmpty {
      let run = try run("echo begin; while :; do sleep 600; done", timeLimit: limit)
      #expect(run.end.isTimeout && !run.end.isSuccess)
      (limit, output) = (limit * 10, run.output)
    }
    #expect(output == "begin\n")
  }

  @Test("a program that has closed its output is ended, too")
  func silent() throws {
    #expect(
      try run("exec >&- 2>&-; while :; do sleep 600; done", timeLimit: .milliseconds(200)).end
        .isTimeout)
  }

  @Test("a program that a thread of tasks starts gets signals")
  func signals() async throws {
    let end = await withCheckedContinuation { continuation in
      DispatchQueue(label: "test").async {
        continuation.resume(
          returning: Result { try Subprocess.run("sh", ["-c", "kill -TERM $$"]) { _ in true } })
      }
    }
    #expect(try !end.get().isSuccess)
  }

  @Test("a program whose output is refused is ended")
  func refusal() throws {
    var count = 0
    let end = try Subprocess.run("sh", ["-c", "while :; do echo x; done"]) { part in
      count += part.count
      return count < 100_000
    }
    #expect(!end.isSuccess && !end.isTimeout)
    #expect(count < 1_000_000)
  }

  @Test("only the last part of many errors is kept")
  func errors() throws {
    let run = try run("head -c 300000 /dev/zero >&2; echo last >&2")
    #expect(run.end.isSuccess)
    #expect(run.end.errors.count == 65_536)
    #expect(run.end.errors.suffix(5) == Array("last\n".utf8)[...])
  }

  @Test("a missing program is told from one that fails")
  func missing() throws {
    #expect {
      try Subprocess.run("stickerpack-no-such-program", []) { _ in true }
    } throws: {
      ($0 as? Subprocess.Failure)?.isMissing == true
    }
  }
}
