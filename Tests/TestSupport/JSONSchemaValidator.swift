import Foundation

/// Python's jsonschema, where it is installed.
package enum JSONSchemaValidator {
  /// Whether the validator is installed.
  package static let isHere = run(["-c", "import jsonschema"], input: []) == ""

  /// The errors of a document by a schema of this repository.
  package static func complaints(about document: [UInt8], schema: String) -> String {
    let program = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      validator = jsonschema.validators.validator_for(schema)
      validator.check_schema(schema)
      for error in validator(schema).iter_errors(json.load(sys.stdin)):
          print(error.json_path, error.message)
      """
    let path = Repository.root.appending(path: schema).path
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
