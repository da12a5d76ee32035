// swift-tools-version: 6.2
import PackageDescription

// Every Swift target is held to the same rules: the Swift 6 language mode, explicit imports and
// existentials, marked unsafe code, and no warning left standing.
let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let testSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
]

let cSettings: [CSetting] = [
  .enableWarning("all"),
  .enableWarning("extra"),
  .enableWarning("conversion"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "stickerpack",
  platforms: [.macOS(.v13), .iOS(.v13)],
  products: [
    .executable(name: "stickerpack", targets: ["stickerpack"]),
    .library(name: "StickerManifest", targets: ["StickerManifest"]),
    .library(
      name: "StickerLint",
      targets: ["StickerLint", "StickerManifest", "StickerModel", "StickerReports"]),
    .library(
      name: "StickerBuild",
      targets: [
        "StickerBuild", "StickerBundles", "StickerManifest", "StickerModel", "StickerProject",
      ]),
    .library(name: "ImageCodecs", targets: ["ImageCodecs", "ImageContainers", "Pixels"]),
    .plugin(name: "LintStickers", targets: ["LintStickers"]),
    .plugin(name: "LintStickersOnBuild", targets: ["LintStickersOnBuild"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The system's decoders, as they are installed.
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CGIF", pkgConfig: "libgif",
      providers: [.apt(["libgif-dev"]), .brew(["giflib"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),

    // The only code that calls the decoders, and every setjmp: one call is one whole operation, bytes in, one buffer out.
    .target(
      name: "CImageShim", dependencies: ["CPNG", "CGIF", "CJPEG"],
      exclude: ["install-libraries.sh"], cSettings: cSettings,
      // The shim includes C headers, so no module map links their libraries for it.
      linkerSettings: ["png", "gif", "jpeg"].map { .linkedLibrary($0) }),

    // The one system call that Swift cannot reach: two folders change places in one step.
    .target(name: "CFolderSwap", cSettings: cSettings),

    // Buffers of pixels and what can be done with them: no files, no formats, no C.
    .target(name: "Pixels", swiftSettings: swiftSettings),

    // What a PNG, APNG, GIF or JPEG file says about itself, walked byte by byte: no pixels, no C.
    .target(name: "ImageContainers", swiftSettings: swiftSettings),

    // From bytes to full canvases and back.
    .target(
      name: "ImageCodecs", dependencies: ["CImageShim", "ImageContainers", "Pixels"],
      swiftSettings: swiftSettings),

    // What a bundle holds, for apps that show it: no C, nothing of ours, nothing is written.
    .target(
      name: "StickerManifest", exclude: ["collection.schema.json", "manifest.schema.json"],
      swiftSettings: swiftSettings),

    // What a pack is: configuration, discovery, asset catalogs.
    .target(
      name: "StickerModel", dependencies: ["ImageContainers", "StickerManifest"],
      exclude: ["baseline.schema.json", "stickerpack.schema.json"], swiftSettings: swiftSettings),

    // What lies in a bundle that was built, held to its manifest: nothing is written.
    .target(
      name: "StickerBundles", dependencies: ["ImageContainers", "StickerManifest", "StickerModel"],
      swiftSettings: swiftSettings),

    // The bytes of a sticker: a file as it is, or numbered frames assembled into one.
    .target(
      name: "StickerArt",
      dependencies: ["ImageCodecs", "ImageContainers", "Pixels", "StickerModel"],
      swiftSettings: swiftSettings),

    // Facts about each file, rules over facts, findings.
    .target(
      name: "StickerLint",
      dependencies: [
        "ImageCodecs", "ImageContainers", "Pixels", "StickerArt", "StickerManifest", "StickerModel",
      ],
      swiftSettings: swiftSettings),

    // From a pack to a bundle on disk: plan, scale, write, put in place.
    .target(
      name: "StickerBuild",
      dependencies: [
        "CFolderSwap", "ImageCodecs", "ImageContainers", "Pixels", "StickerArt", "StickerBundles",
        "StickerManifest", "StickerModel",
      ],
      swiftSettings: swiftSettings),

    // Projects around built packs, for Xcode and others: pure functions to files.
    .target(
      name: "StickerProject", dependencies: ["StickerManifest", "StickerModel"],
      swiftSettings: swiftSettings),

    // Findings, facts and rules in every format: pure functions to a string.
    .target(
      name: "StickerReports",
      dependencies: [
        "ImageContainers", "Pixels", "StickerBundles", "StickerLint", "StickerManifest",
        "StickerModel",
      ],
      exclude: ["difference.schema.json", "report.schema.json", "verification.schema.json"],
      swiftSettings: swiftSettings),

    // The command line: reads arguments, composes the rest, prints, exits.
    .executableTarget(
      name: "stickerpack",
      dependencies: [
        "ImageContainers", "StickerBuild", "StickerBundles", "StickerLint", "StickerManifest",
        "StickerModel", "StickerProject", "StickerReports",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings),

    // `swift package lint-stickers`, for packages that depend on this one.
    .plugin(
      name: "LintStickers",
      capability: .command(
        intent: .custom(verb: "lint-stickers", description: "Check the package’s stickers.")),
      dependencies: ["stickerpack"], path: "Sources/LintStickers"),

    // Lints a target's stickers in each build, for Xcode to show.
    .plugin(
      name: "LintStickersOnBuild", capability: .buildTool(), dependencies: ["stickerpack"],
      path: "Sources/LintStickersOnBuild"),

    // Draws SampleStickers; `make samples` runs it.
    .executableTarget(
      name: "DrawSamples", dependencies: ["ImageCodecs", "ImageContainers", "Pixels"],
      swiftSettings: swiftSettings),

    // Compresses the image data of files that tests write.
    .systemLibrary(
      name: "CZlib", path: "Tests/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // What tests share: byte builders, folders, the built program, other programs' verdicts.
    .target(
      name: "TestSupport", dependencies: ["CZlib", "ImageCodecs", "ImageContainers", "Pixels"],
      path: "Tests/TestSupport", swiftSettings: testSettings),

    // giflib's own decoder, which the project's is held to.
    .target(
      name: "GIFReference", dependencies: ["CGIF"], path: "Tests/GIFReference",
      cSettings: cSettings, linkerSettings: [.linkedLibrary("gif")]),
    // Tells other programs what the decoders see; `make differential` runs it.
    .executableTarget(
      name: "DumpCanvases", dependencies: ["ImageCodecs", "ImageContainers", "Pixels"],
      path: "Tests/DumpCanvases", swiftSettings: testSettings),
    // Runs the shim with every allocation failing in turn; a test starts it.
    .executableTarget(
      name: "AllocationFaults", dependencies: ["CImageShim"], path: "Tests/AllocationFaults",
      cSettings: cSettings),

    // One test target a room.
    .testTarget(
      name: "PixelsTests", dependencies: ["Pixels", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "ImageContainersTests", dependencies: ["ImageContainers", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "ImageCodecsTests",
      dependencies: [
        "AllocationFaults", "CImageShim", "GIFReference", "ImageCodecs", "ImageContainers",
        "Pixels", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerManifestTests", dependencies: ["StickerManifest", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerModelTests", dependencies: ["StickerModel", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerLintTests",
      dependencies: [
        "GIFReference", "ImageCodecs", "ImageContainers", "Pixels", "StickerLint",
        "StickerManifest", "StickerModel", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerBuildTests",
      dependencies: [
        "ImageContainers", "Pixels", "StickerBuild", "StickerBundles", "StickerLint",
        "StickerManifest", "StickerModel", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerProjectTests",
      dependencies: ["StickerManifest", "StickerModel", "StickerProject", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerReportsTests",
      dependencies: [
        "ImageContainers", "StickerLint", "StickerModel", "StickerReports", "TestSupport",
      ],
      swiftSettings: testSettings),
    // Each rule's examples, and the pages that are made of them.
    .testTarget(
      name: "RulePagesTests",
      dependencies: [
        "ImageCodecs", "ImageContainers", "Pixels", "StickerLint", "StickerModel",
        "StickerReports", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "CommandTests",
      dependencies: ["DrawSamples", "Pixels", "StickerLint", "TestSupport", "stickerpack"],
      swiftSettings: testSettings),

    // Any bytes at all against what the code promises; `make fuzz` runs it, Documentation/Fuzzing.md
    // says how.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "ImageCodecs", "ImageContainers", "Pixels", "StickerLint", "StickerManifest",
        "StickerModel",
        "StickerReports", "TestSupport",
      ],
      path: "Tests/FuzzTargets", swiftSettings: testSettings),
    .testTarget(
      name: "FuzzTargetTests", dependencies: ["FuzzTargets", "ImageContainers", "TestSupport"],
      exclude: ["Regressions"], swiftSettings: testSettings),

    // The decoders against suites that nobody here wrote.
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["ImageCodecs", "ImageContainers", "Pixels", "TestSupport"],
      swiftSettings: testSettings),
  ]
)

// libFuzzer comes with the compiler and is linked by Tests/Fuzz/fuzz.sh alone.
if Context.environment["STICKERPACK_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
    .executableTarget(
      name: "Fuzz", dependencies: ["CLibFuzzer", "FuzzTargets"], path: "Tests/Fuzz",
      exclude: ["fuzz.sh"], swiftSettings: testSettings),
  ]
}
