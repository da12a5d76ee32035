internal import ImageContainers

extension Rule {
  static let apngOperation = Rule(
    id: "apng-operation",
    title: "A frame’s dispose or blend operation does not exist",
    category: .animation, severity: .error,
    rationale: """
      There are three dispose operations and two blend operations. Decoders reject other values.
      """,
    fix: "Assemble the animation again with a program that writes APNG.",
    source: "PNG Third Edition, 11.3.6.2 (fcTL)",
    check: .image { image, _ in image.violations(of: .frameOperation) })
}
