internal import ArgumentParser
package import Basics

extension FilePath: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
