import Foundation

/// An independent opinion on JSON: Python's jsonschema, where a machine has it.
public enum JSONSchemaValidator {
  /// Whether the validator is here.
  public static let isHere = run(["-c", "import jsonschema"], input: []) == ""

  /// What is wrong with a document by a schema of this repository; empty when nothing is.
  public static func complaints(about document: [UInt8], schema: String) -> String {
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
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    do {
      let folder = try TemporaryFolder()
      try folder.write(input, to: "in")
      try folder.write("", to: "out")
      process.standardInput = try FileHandle(forReadingFrom: folder.url.appending(path: "in"))
      let output = try FileHandle(forWritingTo: folder.url.appending(path: "out"))
      process.standardOutput = output
      process.standardError = output
      try process.run()
      process.waitUntilExit()
      return String(decoding: try folder.bytes("out"), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }
}
