internal import ArgumentParser
package import ImageContainers

extension PNGDecoderKind: ExpressibleByArgument {}
