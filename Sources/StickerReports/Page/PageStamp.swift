package import Basics

/// An image beside a page, whose size tells the open page that its file has changed: other contents have another size.
/// A page from disk can read no other file, but it may show images.
package struct PageStamp: Sendable, JSONObject {
  /// The name of the image, which is hidden.
  package var file: String
  private var width: Int
  private var height: Int

  /// Makes the stamp of a page for a file with a name.
  package init(of page: LintPage, named name: String) {
    var digest = SHA256()
    digest.update(page.bytes())
    let bytes = digest.bytes().map(Int.init)
    file = ".\(name).stamp.svg"
    // From 1: an image of no width has the browser's default.
    width = 1 + bytes[0] << 8 + bytes[1]
    height = 1 + bytes[2] << 8 + bytes[3]
  }

  package func addMembers(to json: inout JSONStream) {
    json.add("file", file)
    json.add("height", height)
    json.add("width", width)
  }

  /// The image.
  package var image: [UInt8] {
    Array(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\"/>\n".utf8)
  }
}
