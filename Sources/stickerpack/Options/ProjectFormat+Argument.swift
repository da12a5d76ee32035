// A conformance of a public type is public, and so are the imports that it uses.
public import ArgumentParser
public import StickerProject

extension ProjectFormat: ExpressibleByArgument {}
