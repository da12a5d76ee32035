"""The artifact bundle (SE-0305) of all platforms' programs, and the package of the plugins that use it."""

import hashlib
import json
import pathlib
import tarfile

from archives import File, tar_gz, zip_of

TRIPLES = {
    "x86_64-linux": ["x86_64-unknown-linux-gnu"],
    "aarch64-linux": ["aarch64-unknown-linux-gnu"],
    "universal-macos": ["x86_64-apple-macosx", "arm64-apple-macosx"],
}
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "stickerpack-plugins",
  products: [
    .plugin(name: "LintStickers", targets: ["LintStickers"]),
    .plugin(name: "LintStickersOnBuild", targets: ["LintStickersOnBuild"]),
  ],
  targets: [
    .plugin(
      name: "LintStickers",
      capability: .command(
        intent: .custom(verb: "lint-stickers", description: "Lint the package's stickers.")),
      dependencies: ["stickerpack"]),
    .plugin(name: "LintStickersOnBuild", capability: .buildTool(), dependencies: ["stickerpack"]),
    .binaryTarget(
      name: "stickerpack",
      url: "{url}",
      checksum: "{checksum}"),
  ]
)
"""


def programs(release):
    """The program and the license texts of each platform that has a tarball."""
    for platform in TRIPLES:
        archive = release.output / f"stickerpack-{release.version}-{platform}.tar.gz"
        if archive.exists():
            with tarfile.open(archive) as files:
                yield platform, {
                    entry.name.partition("/")[2]: File(files.extractfile(entry).read(), entry.mode)
                    for entry in files if entry.isfile()
                }


def write(release):
    files, variants = {}, []
    for platform, content in programs(release):
        path = f"stickerpack-{release.version}-{platform}"
        variants.append({"path": f"{path}/stickerpack", "supportedTriples": TRIPLES[platform]})
        for name, file in content.items():
            if name == "stickerpack" or name.startswith("LICENSES/"):
                files[f"stickerpack.artifactbundle/{path}/{name}"] = file
    info = {
        "schemaVersion": "1.0",
        "artifacts": {
            "stickerpack": {"type": "executable", "version": release.version, "variants": variants}},
    }
    files["stickerpack.artifactbundle/info.json"] = File((json.dumps(info, indent=2) + "\n").encode())
    data = zip_of(files, release.epoch)
    release.write("stickerpack.artifactbundle.zip", data)
    write_plugins(release, hashlib.sha256(data).hexdigest())


def write_plugins(release, checksum):
    """The package of the plugins, which dependents use without compiling the program."""
    folder = pathlib.Path(__file__).resolve().parents[2]
    files = {
        str(path.relative_to(folder)): File(path.read_bytes()) for path in folder.glob("Plugins/*/*.swift")}
    files["LICENSE"] = File((folder / "LICENSE").read_bytes())
    url = f"{release.address}/releases/download/{release.version}/stickerpack.artifactbundle.zip"
    files["Package.swift"] = File(MANIFEST.format(url=url, checksum=checksum).encode())
    name = f"stickerpack-plugins-{release.version}"
    release.write(f"{name}.tar.gz", tar_gz({f"{name}/{path}": file for path, file in files.items()}, release.epoch))
