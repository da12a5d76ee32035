internal import ArgumentParser
internal import StickerTasks

/// `stickerpack schema`
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a format that stickerpack reads or writes.",
    discussion: """
      configuration   stickerpack.json
      baseline        lint --write-baseline
      report          lint --format json
      manifest        manifest.json of a bundle
      collection      manifest.json of a folder of bundles
      verification    verify --format json
      difference      diff --format json
      fix             fix --format json
      fit             fit --format json
      undo            undo --format json
      init            init --format json
      error           any error with exit status 2 or 3, with --format json
      upload          check-upload --format json
      targets         lint --target ID,ID --format json
      stores          build --target ID --report json=FILE
      destination     targets ID --format json, and files for --target

      EXAMPLES
        stickerpack schema configuration > stickerpack.schema.json
        stickerpack lint Stickers --format json | check-jsonschema --schemafile <(stickerpack schema report) -
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case configuration, baseline, report, manifest, collection, verification, difference, fix
    case fit, undo, `init`, error, upload, targets, stores, destination

    /// The schema: a file of the same name in `Schemas`, or made from the table of keys.
    var bytes: [UInt8] {
      switch self {
      case .configuration: Array(PackConfiguration.schema.utf8)
      default: Resource.bytes("\(rawValue).json")
      }
    }
  }

  @Argument(help: "The format.")
  var name: Format

  func run() throws { try Terminal.write(name.bytes) }
}
