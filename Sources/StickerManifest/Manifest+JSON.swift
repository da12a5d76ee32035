// Members are decoded in the order of the declarations, so the same one of several invalid values is
// reported, wherever they are in the file.

extension Manifest: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    schema = try json.member("schema")
    toolVersion = try json.optionalMember("toolVersion")
    id = try json.optionalMember("id")
    name = try json.member("name")
    version = try json.optionalMember("version")
    author = try json.optionalMember("author")
    license = try json.optionalMember("license")
    cover = try json.optionalMember("cover")
    gridSize = try json.member("gridSize")
    stickers = try json.member("stickers")
    files = try json.optionalMember("files")
  }
}

extension Manifest.Sticker: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    id = try json.member("id")
    label = try json.optionalMember("label")
    localizedLabels = try json.optionalMember("localizedLabels")
    emoji = try json.optionalMember("emoji")
    format = try json.member("format")
    mimeType = try json.optionalMember("mimeType")
    animated = try json.member("animated")
    animation = try json.optionalMember("animation")
    points = try json.optionalMember("points")
    scales = try json.member("scales")
    fit = try json.optionalMember("fit")
  }
}

extension Manifest.Points: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    width = try json.member("width")
    height = try json.member("height")
  }
}

extension Manifest.Animation: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    frameCount = try json.member("frameCount")
    delays = try json.optionalMember("delays")
    delaysMilliseconds = try json.member("delaysMilliseconds")
    durationMilliseconds = try json.member("durationMilliseconds")
    plays = try json.member("plays")
  }
}

extension Manifest.Delay: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    numerator = try json.member("numerator")
    denominator = try json.member("denominator")
  }
}

extension Manifest.Scale: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    scale = try json.member("scale")
    file = try json.member("file")
    width = try json.member("width")
    height = try json.member("height")
    bytes = try json.member("bytes")
    sha256 = try json.member("sha256")
  }
}

extension Manifest.File: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    file = try json.member("file")
    bytes = try json.member("bytes")
    sha256 = try json.member("sha256")
  }
}

extension Manifest.Fit: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    bytesBefore = try json.member("bytesBefore")
    changes = try json.member("changes")
    indexed = try json.member("indexed")
    quality = try json.member("quality")
    meanQuality = try json.member("meanQuality")
    nextBetter = try json.optionalMember("nextBetter")
  }
}

extension Manifest.Fit.Change: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    kind = try json.member("kind")
    value = try json.optionalMember("value")
    of = try json.optionalMember("of")
    from = try json.optionalMember("from")
  }
}

extension Manifest.Fit.Quality: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    score = try json.member("score")
    decibels = try json.optionalMember("decibels")
  }
}

extension Manifest.Fit.Alternative: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    bytes = try json.member("bytes")
    changes = try json.member("changes")
  }
}

extension GridSize: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    guard let size = GridSize(rawValue: try String(json)) else { throw json.mismatch }
    self = size
  }
}

extension CollectionManifest: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    schema = try json.member("schema")
    packs = try json.member("packs")
    files = try json.optionalMember("files")
  }
}

extension CollectionManifest.Pack: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) {
    name = try json.member("name")
    manifest = try json.member("manifest")
    stickers = try json.member("stickers")
  }
}
