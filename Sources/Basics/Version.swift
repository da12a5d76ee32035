/// The version of stickerpack, by semantic versioning.
package let stickerpackVersion = "0.1.0"

/// The address of the project, for links in reports.
package let projectAddress = "https://github.com/OWNER/stickerpack"
