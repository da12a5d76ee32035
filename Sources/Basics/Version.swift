/// The version of stickerpack, by semantic versioning.
package let stickerpackVersion = "0.1.0"
