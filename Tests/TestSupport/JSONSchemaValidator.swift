import Foundation

/// Python's jsonschema, where it is installed.
package enum JSONSchemaValidator {
  /// Whether the validator is installed.
  package static let isHere = run(["-c", "import jsonschema"], input: []) == ""

  /// The errors of a document by one of the schemas that `stickerpack schema` prints; empty where the
  /// validator is missing, as the suite of the schemas reports.
  package static func complaints(about document: String, schema: String) -> String {
    complaints(about: Array(document.utf8), schema: schema)
  }

  package static func complaints(about document: [UInt8], schema: String) -> String {
    guard isHere else { return "" }
    let program = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      validator = jsonschema.validators.validator_for(schema)
      validator.check_schema(schema)
      for error in validator(schema).iter_errors(json.load(sys.stdin)):
          print(error.json_path, error.message)
      """
    let path = Repository.root.appending(path: "Sources/stickerpack/Schemas/\(schema).json").path
    return run(["-c", program, path], input: document)
  }

  private static func run(_ arguments: [String], input: [UInt8]) -> String {
    do {
      return try OtherProgram.python.run(arguments, input: input)
    } catch {
      return "\(error)"
    }
  }
}
