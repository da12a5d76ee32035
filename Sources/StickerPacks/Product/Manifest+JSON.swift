package import Basics
package import StickerManifest

extension Manifest: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("author", author)
    json.add("cover", cover)
    json.add("files", files)
    json.add("gridSize", gridSize)
    json.add("id", id)
    json.add("license", license)
    json.add("name", name)
    json.add("schema", schema)
    json.add("stickers", stickers)
    json.add("toolVersion", toolVersion)
    json.add("version", version)
  }
}

extension Manifest.Sticker: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("animated", animated)
    json.add("animation", animation)
    json.add("emoji", emoji)
    json.add("fit", fit)
    json.add("format", format)
    json.add("id", id)
    json.add("label", label)
    json.add("localizedLabels", localizedLabels)
    json.add("mimeType", mimeType)
    json.add("points", points)
    json.add("scales", scales)
  }
}

extension Manifest.Animation: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("delays", delays)
    json.add("delaysMilliseconds", delaysMilliseconds)
    json.add("durationMilliseconds", durationMilliseconds)
    json.add("frameCount", frameCount)
    json.add("plays", plays)
  }
}

extension Delay: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("denominator", denominator)
    json.add("numerator", numerator)
  }
}

extension Manifest.Points: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("height", height)
    json.add("width", width)
  }
}

extension Manifest.Scale: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("bytes", bytes)
    json.add("file", file)
    json.add("height", height)
    json.add("scale", scale)
    json.add("sha256", sha256)
    json.add("width", width)
  }
}

extension Manifest.File: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("bytes", bytes)
    json.add("file", file)
    json.add("sha256", sha256)
  }
}

extension Manifest.Fit: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("alternative", alternative)
    json.add("bytesBefore", bytesBefore)
    json.add("changes", changes)
    json.add("indexed", indexed)
    json.add("meanQuality", meanQuality)
    json.add("quality", quality)
  }
}

extension Manifest.Fit.Change: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("from", from)
    json.add("kind", kind)
    json.add("of", of)
    json.add("value", value)
  }
}

extension Manifest.Fit.Quality: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("decibels", decibels)
    json.add("score", score)
  }
}

extension Manifest.Fit.Alternative: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("changes", changes)
    json.add("score", score)
  }
}

extension CollectionManifest: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("files", files)
    json.add("packs", objects: packs) { json, pack in
      json.add("manifest", pack.manifest)
      json.add("name", pack.name)
      json.add("stickers", pack.stickers)
    }
    json.add("schema", schema)
  }
}
