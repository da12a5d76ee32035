// Conformances of public types are public, and so are the imports that they use.
public import ArgumentParser
package import Basics
public import StickerTasks

extension DiffResult.Format: ExpressibleByArgument {}
extension ProjectFormat: ExpressibleByArgument {}

extension FilePath: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

/// The output format of commands other than `lint`.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

extension [FilePath] {
  /// The current folder, if there are no paths.
  var orCurrentFolder: [FilePath] { isEmpty ? [.currentFolder] : self }
}
