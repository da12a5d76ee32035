package import StickerPacks

extension Destination {
  /// A destination with one or two limits, for examples.
  package static func example(_ limits: [Limit.Key: Limit.Value]) -> Destination {
    var destination = Destination(id: "example", name: "the destination")
    destination.limits = limits
    return destination
  }
}
