"""Writes every artifact of a release for one machine, without a network and with the same bytes for the
same commit. `make release` runs it.

usage: release.py PROGRAM OUTPUT [--triple TRIPLE]     the artifacts of one machine
       release.py --joint OUTPUT                       those made from all machines' tarballs, and SHA256SUMS
       release.py --check-tag TAG                      fails unless the sources name this version
       release.py --notes TAG                          prints this version's part of CHANGELOG.md
"""

import hashlib
import pathlib
import platform
import re
import subprocess
import sys
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACEHOLDER = "https://github.com/OWNER/stickerpack"


class Release(NamedTuple):
    output: pathlib.Path
    version: str
    address: str  # of the project, without a slash at the end
    epoch: int  # the time of the commit, in seconds

    def write(self, name, data):
        (self.output / name).write_bytes(data)
        print(f"{len(data):>12,}  {name}")


def release(output):
    text = (ROOT / "Sources/Basics/Version.swift").read_text()
    version = re.search(r'stickerpackVersion = "([^"]+)"', text).group(1)
    address = re.search(r'projectAddress\b[^"\n]*"([^"]+)"', text)
    time = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True)
    return Release(output, version, address.group(1) if address else PLACEHOLDER, int(time.stdout))


def notes(changelog, version):
    """The part of a version in the changelog: what is below `## [VERSION] - DATE`, up to the next one."""
    found = re.search(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |^\[[^\]]+\]: |\Z)", changelog, re.M | re.S)
    if not found or not found.group(1).strip():
        raise SystemExit(f"CHANGELOG.md has no changes below a heading [{version}]")
    return found.group(1).strip() + "\n"


def write_machine(release, program, triple):
    import contents, licenses, oci, page, sbom, tarball, wheel

    components = licenses.components(ROOT, ROOT / ".build/stickerpack.map")
    files = contents.files(program, components)
    tarball.write(release, files, triple)
    sbom.write(release, components)
    wheel.write(release, files, triple)
    if triple.endswith("-linux"):
        oci.write(release, files, triple)
        page.write(release, ROOT)


def write_joint(release):
    import bundle, formula

    bundle.write(release)
    formula.write(release)
    sums = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
        for file in sorted(release.output.iterdir()) if file.name != "SHA256SUMS"
    ]
    release.write("SHA256SUMS", "".join(sums).encode())
    if release.address == PLACEHOLDER:
        print("projectAddress is not set: stickerpack.rb and the package of the plugins have placeholders")


def main(arguments):
    if arguments[:1] == ["--check-tag"]:
        current = release(None)
        if current.version != arguments[1] or current.address == PLACEHOLDER:
            raise SystemExit(f"Sources/Basics/Version.swift has {current.version} and {current.address}")
    elif arguments[:1] == ["--notes"]:
        print(notes((ROOT / "CHANGELOG.md").read_text(), arguments[1]), end="")
    elif arguments[:1] == ["--joint"]:
        write_joint(release(pathlib.Path(arguments[1])))
    elif len(arguments) in (2, 4):
        triple = arguments[3] if len(arguments) == 4 else f"{platform.machine()}-linux"
        output = pathlib.Path(arguments[1])
        output.mkdir(parents=True, exist_ok=True)
        for old in [*output.glob("stickerpack*"), output / "SHA256SUMS"]:
            old.unlink(missing_ok=True)
        write_machine(release(output), pathlib.Path(arguments[0]), triple)
        write_joint(release(output))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
