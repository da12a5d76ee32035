// swift-tools-version: 6.2
import PackageDescription

// Every Swift target uses the same settings: the Swift 6 language mode, explicit imports and
// existentials, marked unsafe code, and warnings as errors.
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

let isRelease = Context.environment["STICKERPACK_STATIC"] != nil

let package = Package(
  name: "stickerpack",
  // The `span` of arrays is part of macOS 26. iOS apps use only the product StickerManifest.
  platforms: [.macOS(.v26), .iOS(.v13)],
  products: [
    .executable(name: "stickerpack", targets: ["stickerpack"]),
    .library(name: "StickerManifest", targets: ["StickerManifest"]),
    .library(name: "StickerTasks", targets: ["StickerTasks"]),
    .library(name: "ImageCodecs", targets: ["ImageCodecs", "ImageContainers", "Pixels"]),
  ],
  traits: [
    // Without it, and libwebp, no WebP files can be read or written.
    "WebP",
    .default(enabledTraits: ["WebP"]),
  ],
  dependencies: [
    // A release has one version of it, so the same commit makes the same bytes when there are newer ones.
    isRelease
      ? .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
      : .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The system's image libraries.
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CGIF", pkgConfig: "libgif",
      providers: [.apt(["libgif-dev"]), .brew(["giflib"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CZopfli", providers: [.apt(["libzopfli-dev"]), .brew(["zopfli"])]),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebp",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),

    // The only code that calls the image libraries or uses setjmp. One call is one complete
    // operation: bytes in, one buffer out.
    .target(
      name: "CImageShim",
      dependencies: [
        "CDeflate", "CGIF", "CJPEG", "CPNG", "CZopfli",
        .byName(name: "CWebP", condition: .when(traits: ["WebP"])),
      ],
      exclude: ["install-libraries.sh"],
      cSettings: cSettings + [.define("STICKERPACK_WEBP", .when(traits: ["WebP"]))],
      // The shim includes C headers, so no module map links their libraries for it.
      linkerSettings: ["deflate", "gif", "jpeg", "png", "zopfli"].map { .linkedLibrary($0) }
        + [.linkedLibrary("webp", .when(traits: ["WebP"]))]),

    // Swaps two folders atomically, which Swift cannot do itself.
    .target(name: "CFolderSwap", cSettings: cSettings),

    // Ends the program with a message where /proc is missing, instead of aborting.
    .target(name: "CEarlyStart", cSettings: cSettings),

    // Files that are part of the program: pages, schemas and a font.
    .target(
      name: "CResources", cSettings: cSettings + [.disableWarning("c23-extensions")]),

    // SHA-256 with the processor's instructions for it, which Swift cannot use.
    .target(name: "CSHA256", cSettings: cSettings),

    // The C library and FoundationEssentials, which have another name on each platform.
    .target(name: "SystemLibraries", swiftSettings: swiftSettings),

    // Files, digests, JSON, globs and text: nothing about images or stickers.
    .target(
      name: "Basics", dependencies: ["CSHA256", "SystemLibraries"], swiftSettings: swiftSettings),

    // How long frames are shown and how often: the delays and loop counts of image files and bundles.
    .target(name: "Timing", swiftSettings: swiftSettings),

    // Bitmaps: measuring, compositing, resampling, quantizing. No files or formats.
    .target(
      name: "Pixels", dependencies: ["Basics", "SystemLibraries"], swiftSettings: swiftSettings),

    // The structure of PNG, APNG, GIF and JPEG files, byte by byte. No pixels, no C.
    .target(
      name: "ImageContainers", dependencies: ["Basics", "SystemLibraries", "Timing"],
      swiftSettings: swiftSettings),

    // Decoding to full canvases and encoding.
    .target(
      name: "ImageCodecs",
      dependencies: [
        "Basics", "CImageShim", "ImageContainers", "Pixels", "SystemLibraries", "Timing",
      ],
      swiftSettings: swiftSettings),

    // Reads built bundles, for apps that show them. No image library, no writing.
    .target(
      name: "StickerManifest", dependencies: ["SystemLibraries", "Timing"],
      swiftSettings: swiftSettings),

    // Packs as they are found on disk: configuration, discovery, asset catalogs, sequences.
    .target(
      name: "StickerPacks",
      dependencies: [
        "Basics", "CResources", "ImageCodecs", "ImageContainers", "Pixels", "StickerManifest",
        "SystemLibraries",
      ],
      exclude: ["Destinations/Files"],
      swiftSettings: swiftSettings),

    // Everything that replaces folders and files: completely or not at all, and with the originals kept.
    .target(
      name: "StickerFiles",
      dependencies: [
        "Basics", "CFolderSwap", "ImageContainers", "StickerManifest", "StickerPacks",
        "SystemLibraries",
      ],
      swiftSettings: swiftSettings),

    // Makes stickers small enough with the least harm.
    .target(
      name: "StickerFit",
      dependencies: [
        "Basics", "ImageCodecs", "ImageContainers", "Pixels", "StickerManifest", "StickerPacks",
        "SystemLibraries",
      ],
      swiftSettings: swiftSettings),

    // Facts about each file, rules over facts, findings.
    .target(
      name: "StickerLint",
      dependencies: [
        "Basics", "ImageCodecs", "ImageContainers", "Pixels", "StickerFit", "StickerManifest",
        "StickerPacks", "SystemLibraries",
      ],
      swiftSettings: swiftSettings),

    // From a pack to a bundle on disk: plan, render, write.
    .target(
      name: "StickerBuild",
      dependencies: [
        "Basics", "ImageCodecs", "ImageContainers", "Pixels", "StickerFiles", "StickerFit",
        "StickerLint", "StickerManifest", "StickerPacks", "SystemLibraries",
      ],
      swiftSettings: swiftSettings),

    // Findings, facts, rules and comparisons as text, JSON, XML, pages and contact sheets.
    .target(
      name: "StickerReports",
      dependencies: [
        "Basics", "ImageCodecs", "ImageContainers", "Pixels", "StickerFiles", "StickerFit",
        "StickerLint", "StickerManifest", "StickerPacks", "SystemLibraries",
      ],
      exclude: [
        "apng.js", "backgrounds.js", "comparison.js", "diff.html", "diff.js", "findings.js",
        "fixing.js", "fragment.js", "mask.js", "messages.js", "page.html", "page.js", "player.js",
        "preview.html", "preview.js", "refresh.js", "report.js", "destinations.js",
        "style.css",
      ].map { "Page/\($0)" }
        + ["NotoSans.png", "NotoSans.txt", "NotoSans-OFL.txt"].map { "Pictures/\($0)" },
      swiftSettings: swiftSettings),

    // The use cases: a value of options in, a value of results out.
    .target(
      name: "StickerTasks",
      dependencies: [
        "Basics", "ImageCodecs", "ImageContainers", "StickerBuild", "StickerFiles", "StickerFit",
        "StickerLint", "StickerManifest", "StickerPacks", "StickerReports", "SystemLibraries",
      ],
      swiftSettings: swiftSettings),

    // The command line: parses arguments, runs a task, prints its result, exits.
    .executableTarget(
      name: "stickerpack",
      dependencies: [
        "Basics", "CEarlyStart", "StickerReports", "StickerTasks", "SystemLibraries",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Schemas"],
      swiftSettings: swiftSettings),

    // Prints the canvases of an image for comparison with other decoders; `make differential` runs
    // it.
    .executableTarget(
      name: "DumpCanvases", dependencies: ["ImageCodecs", "ImageContainers", "Pixels"],
      path: "Tools/DumpCanvases", swiftSettings: testSettings),
    // Resamples and encodes in a loop; `make bench` compares it with C programs.
    .executableTarget(
      name: "TimePixels", dependencies: ["ImageCodecs", "Pixels"],
      path: "Tools/TimePixels",
      swiftSettings: testSettings),

    // Compresses the image data of files that tests write.
    .systemLibrary(
      name: "CZlib", path: "Tests/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Shared by all tests: byte builders, folders, the built program, other programs. Does not
    // import Testing, so executables can use it.
    .target(
      name: "TestSupport", dependencies: ["CZlib", "ImageCodecs", "ImageContainers", "Pixels"],
      path: "Tests/TestSupport", swiftSettings: testSettings),

    // Writes the rules' examples as packs.
    .target(
      name: "RuleExamples",
      dependencies: [
        "Basics", "ImageCodecs", "Pixels", "StickerLint", "StickerPacks", "TestSupport",
      ],
      path: "Tests/RuleExamples", swiftSettings: testSettings),

    // Runs the shim with each allocation failing in turn; a test starts it.
    .executableTarget(
      name: "AllocationFaults", dependencies: ["CImageShim"], path: "Tests/AllocationFaults",
      cSettings: cSettings),

    // One test target per module.
    .testTarget(
      name: "BasicsTests", dependencies: ["Basics", "CSHA256", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(name: "TimingTests", dependencies: ["Timing"], swiftSettings: testSettings),
    .testTarget(
      name: "PixelsTests", dependencies: ["Pixels", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "ImageContainersTests", dependencies: ["ImageContainers", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "ImageCodecsTests",
      dependencies: [
        "AllocationFaults", "CImageShim", "ImageCodecs", "ImageContainers", "Pixels", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerManifestTests", dependencies: ["StickerManifest", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerPacksTests",
      dependencies: [
        "Basics", "ImageContainers", "StickerManifest", "StickerPacks", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerLintTests",
      dependencies: [
        "Basics", "CGIF", "ImageCodecs", "ImageContainers", "Pixels", "RuleExamples",
        "StickerFiles", "StickerFit", "StickerLint",
        "StickerManifest", "StickerPacks", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerFitTests",
      dependencies: [
        "Basics", "ImageCodecs", "ImageContainers", "Pixels", "StickerFit", "StickerManifest",
        "StickerPacks", "TestSupport", "Timing",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerFilesTests",
      dependencies: ["Basics", "StickerFiles", "StickerManifest", "StickerPacks", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerBuildTests",
      dependencies: [
        "Basics", "ImageCodecs", "ImageContainers", "Pixels", "StickerBuild", "StickerFiles",
        "StickerFit", "StickerLint", "StickerManifest", "StickerPacks", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerReportsTests",
      dependencies: [
        "Basics", "ImageCodecs", "ImageContainers", "Pixels", "StickerLint", "StickerPacks",
        "StickerReports",
        "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StickerTasksTests",
      dependencies: [
        "Basics", "ImageCodecs", "Pixels", "StickerLint", "StickerManifest", "StickerPacks",
        "StickerTasks", "TestSupport",
      ],
      swiftSettings: testSettings),
    // Each rule's examples, and the documentation pages generated from them.
    .testTarget(
      name: "RulePagesTests",
      dependencies: [
        "Basics", "ImageCodecs", "ImageContainers", "Pixels", "RuleExamples", "StickerLint",
        "StickerManifest", "StickerPacks", "StickerReports", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "ImageCodecs", "Pixels", "StickerLint", "StickerPacks", "TestSupport", "stickerpack",
      ],
      swiftSettings: testSettings),

    // Properties that must hold for any bytes; `make fuzz` runs them, see Tests/Measurements/Fuzzing.md.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Basics", "ImageCodecs", "ImageContainers", "Pixels", "StickerBuild", "StickerFiles",
        "StickerFit", "StickerLint", "StickerManifest", "StickerPacks", "StickerReports",
        "TestSupport", "Timing",
      ],
      path: "Tests/FuzzTargets", swiftSettings: testSettings),
    .testTarget(
      name: "FuzzTargetTests", dependencies: ["FuzzTargets", "ImageContainers", "TestSupport"],
      exclude: ["Regressions"], swiftSettings: testSettings),

    // The decoders against independent conformance suites.
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["ImageCodecs", "ImageContainers", "Pixels", "TestSupport"],
      exclude: ["fetch.sh"], swiftSettings: testSettings),
  ]
)

// A plugin's tool is compiled for the machine that builds, besides the program itself: without the plugins,
// everything is compiled once instead of twice. The Makefile leaves them out.
if Context.environment["STICKERPACK_WITHOUT_PLUGINS"] == nil {
  package.products += [
    .plugin(name: "LintStickers", targets: ["LintStickers"]),
    .plugin(name: "LintStickersOnBuild", targets: ["LintStickersOnBuild"]),
  ]
  package.targets += [
    // `swift package lint-stickers`, for packages that depend on this one.
    .plugin(
      name: "LintStickers",
      capability: .command(
        intent: .custom(verb: "lint-stickers", description: "Lint the package's stickers.")),
      dependencies: ["stickerpack"]),

    // Lints a target's stickers in each build and shows the findings in Xcode.
    .plugin(
      name: "LintStickersOnBuild", capability: .buildTool(), dependencies: ["stickerpack"]),
  ]
}

// libFuzzer comes with the compiler; only Tests/Fuzz/fuzz.sh links it.
if Context.environment["STICKERPACK_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
    .executableTarget(
      name: "Fuzz", dependencies: ["CLibFuzzer", "FuzzTargets"], path: "Tests/Fuzz",
      exclude: ["fuzz.sh"], swiftSettings: testSettings),
  ]
}

// Links everything into the program, so it runs on any Linux. Only the last step of the build differs,
// whereas --static-swift-stdlib compiles everything again. macOS has the runtime, and
// Tools/Release/build-on-mac.sh names static image libraries.
if isRelease {
  for target in package.targets where target.name == "stickerpack" {
    target.linkerSettings = [
      // The map lists what is linked, for the licenses of a release.
      .unsafeFlags(
        ["-static-executable", "-Xlinker", "-Map=.build/stickerpack.map"],
        .when(platforms: [.linux])),
      .unsafeFlags(
        ["-Xlinker", "-map", "-Xlinker", ".build/stickerpack.map"], .when(platforms: [.macOS])),
      // The parts of the runtime that only its static form names, and what the image libraries need.
      .linkedLibrary("_FoundationCollections", .when(platforms: [.linux])),
      .linkedLibrary("_FoundationCShims", .when(platforms: [.linux])),
      .linkedLibrary("swiftSynchronization", .when(platforms: [.linux])),
      .linkedLibrary("z", .when(platforms: [.linux])),
      .linkedLibrary("m", .when(platforms: [.linux])),
    ]
  }
}

// Tests are compiled for one run, so optimizing takes longer than it saves, except for loops over pixels. The Makefile
// passes -Onone to all modules, including dependencies; an -O for the frontend overrides it.
if let module = Context.environment["STICKERPACK_TESTS"] {
  let loops: Set = [
    "Basics", "Timing", "Pixels", "ImageContainers", "ImageCodecs", "StickerFit", "TestSupport",
    "RuleExamples",
  ]
  for target in package.targets where loops.contains(target.name) {
    target.swiftSettings? += [.unsafeFlags(["-Xfrontend", "-O"])]
  }
  // `make test MODULE=Pixels` compiles the tests of one module and what they need, instead of everything.
  if !module.isEmpty {
    var needed: Set<String> = []
    var names = ["\(module)Tests"]
    while let name = names.popLast() {
      guard needed.insert(name).inserted,
        let target = package.targets.first(where: { $0.name == name })
      else { continue }
      for case .byNameItem(let name, _) in target.dependencies { names.append(name) }
    }
    package.products = []
    package.targets.removeAll { !needed.contains($0.name) }
  }
}
