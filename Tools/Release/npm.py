"""The npm packages: `stickerpack` starts the program of the package for its platform."""

import json

from archives import File, tar_gz
from bundle import programs

PLATFORMS = {
    "x86_64-linux": [("linux", "x64")],
    "aarch64-linux": [("linux", "arm64")],
    "universal-macos": [("darwin", "x64"), ("darwin", "arm64")],
}
SCRIPT = b"""#!/usr/bin/env node
"use strict";
const { spawnSync } = require("child_process");
const name = `stickerpack-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/stickerpack`);
} catch {
  console.error(`stickerpack: the package ${name} is missing: install without --omit=optional, ` +
    "or use another way to install if there is no such package");
  process.exit(3);
}
const result = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (result.error) throw result.error;
if (result.signal) process.kill(process.pid, result.signal);
process.exit(result.status);
"""


def write(release):
    optional = {}
    for platform, content in programs(release):
        for system, processor in PLATFORMS[platform]:
            name = f"stickerpack-{system}-{processor}"
            optional[name] = release.version
            kept = {path: file for path, file in content.items() if path.startswith("LICENSES/")}
            package(
                release, name, {"bin/stickerpack": content["stickerpack"], **kept},
                {"os": [system], "cpu": [processor]})
    package(
        release, "stickerpack", {"bin/stickerpack.js": File(SCRIPT, 0o755)},
        {"bin": {"stickerpack": "bin/stickerpack.js"}, "optionalDependencies": optional})


def package(release, name, files, settings):
    manifest = {
        "name": name, "version": release.version, "description": "Lint and build iMessage sticker packs",
        "license": "MIT", "repository": f"git+{release.address}.git", **settings,
    }
    files = {"package.json": File((json.dumps(manifest, indent=2) + "\n").encode()), **files}
    data = tar_gz({f"package/{path}": file for path, file in files.items()}, release.epoch)
    release.write(f"{name}-{release.version}.tgz", data)
