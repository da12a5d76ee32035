// The action, `Tools/Release` and `PublicationTests` read both constants from this file.

/// The version of stickerpack, by semantic versioning. A release's tag has the same name.
package let stickerpackVersion = "0.1.0"

/// The address of the repository, such as `"https://github.com/OWNER/stickerpack"`, for links in reports;
/// nil until the first release is published.
package let projectAddress: String? = nil
