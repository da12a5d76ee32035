#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ArgumentParser
internal import StickerBundles
internal import StickerReports

/// `stickerpack verify`
struct Verify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check every file of a bundle against its manifest.",
    discussion: """
      Names what is missing, changed, not listed, a link or cannot be opened, and exits with 1 where \
      there is any. This finds accidents, not forgery: who can change a file can change the manifest.

      EXAMPLES
        stickerpack verify Build/Stickers
        stickerpack verify Build/Stickers.zip
        stickerpack verify Build/Stickers --format json
      """)

  @Argument(help: "A folder or an archive that stickerpack built.", completion: .file())
  var bundle: String

  @Option(name: .shortAndLong, help: "How it is written.")
  var format = ReportFormat.text

  func run() async throws {
    let bar = ProgressBar("Verifying")
    let verification: BundleVerification
    do {
      verification = try await BundleVerification(
        ofBundleAt: bundle, jobs: ProcessInfo.processInfo.activeProcessorCount
      ) {
        bar.update($0, of: $1)
      }
      bar.finish()
    } catch {
      bar.finish()
      throw CommandError(error)
    }
    switch format {
    case .text: try Terminal.write(VerificationReport.text(of: verification, style: Terminal.style))
    case .json: try Terminal.write(VerificationReport.json(of: verification))
    }
    if !verification.problems.isEmpty { throw ExitCode(ExitStatus.findings.rawValue) }
  }
}
