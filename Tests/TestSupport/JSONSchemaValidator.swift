import Foundation

/// Python's jsonschema, where it is installed.
package enum JSONSchemaValidator {
  /// Whether the validator is installed.
  package static let isHere = run(["-c", "import jsonschema"], input: []) == ""

  /// The errors of a document by one of the schemas that `stickerpack schema` prints; empty where the
  /// validator is missing, as the suite of the schemas reports. Keys of what stickerpack writes must be sorted.
  package static func complaints(about document: String, schema: String) -> String {
    complaints(about: Array(document.utf8), schema: schema)
  }

  package static func complaints(about document: [UInt8], schema: String) -> String {
    complaints(aboutEach: [document], schema: schema).joined()
  }

  /// The errors of each of several documents, which one process reads.
  package static func complaints(aboutEach documents: [[UInt8]], schema: String) -> [String] {
    guard isHere else { return documents.map { _ in "" } }
    let program = """
      import json, sys, jsonschema
      schema = json.loads(sys.argv[1])
      kind = jsonschema.validators.validator_for(schema)
      kind.check_schema(schema)
      validator = kind(schema)
      unsorted = []
      def read(members):
          keys = [key.encode() for key, _ in members]
          if keys != sorted(keys):
              unsorted.append(f"keys are not sorted: {keys}")
          return dict(members)
      for document in sys.stdin.buffer.read().split(b"\\0"):
          errors = validator.iter_errors(json.loads(document))
          print("\\n".join(f"{error.json_path} {error.message}" for error in errors), end="\\0")
      """
    let text = (try? Program.stickerpack.run(["schema", schema]).output) ?? ""
    let output = run(["-c", program, text, schema], input: Array(documents.joined(separator: [0])))
    let complaints = output.split(separator: "\0", omittingEmptySubsequences: false)
      .dropLast().map { String($0) }
    // Without an answer to each, the program failed.
    return complaints.count == documents.count ? complaints : documents.map { _ in output }
  }

  private static func run(_ arguments: [String], input: [UInt8]) -> String {
    do {
      return try OtherProgram.python.run(arguments, input: input)
    } catch {
      return "\(error)"
    }
  }
}
