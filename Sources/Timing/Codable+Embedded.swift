#if hasFeature(Embedded)
  // Embedded Swift has no Codable: the names stand for nothing there, and ``JSONStream`` writes the reports.
  package protocol Encodable {}
  package protocol Decodable {}
  package typealias Codable = Encodable & Decodable
  package protocol CodingKey {}
#endif
