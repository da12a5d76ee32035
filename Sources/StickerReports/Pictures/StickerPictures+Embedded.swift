#if hasFeature(Embedded)
  package import ImageContainers
  package import StickerLint

  extension StickerPictures {
    /// Draws pictures of a lint's stickers, one by one.
    package init(of result: LintResult, _ parts: [Part], limits: DecodingLimits) {
      let plan = Plan(result, parts)
      self.init(
        plan,
        plan.orders.map { DrawnImage($0, limits: limits, result.destination) })
    }
  }
#endif
