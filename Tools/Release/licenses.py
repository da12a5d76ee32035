"""What is linked into the program, from the linker's map, and the license texts of all of it."""

import pathlib
import re
import shutil
import subprocess
from typing import NamedTuple

from archives import File

# SPDX expressions by Debian source package. A release stops at a package that is not listed: read its
# license first.
EXPRESSIONS = {
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "giflib": "MIT AND ISC",
    "glibc": "LGPL-2.1-or-later",
    "libdeflate": "MIT",
    "libjpeg-turbo": "IJG AND BSD-3-Clause AND Zlib",
    "libpng1.6": "libpng-2.0",
    "zlib": "Zlib",
    "zopfli": "Apache-2.0",
}
SWIFT = "Apache-2.0 WITH Swift-exception"


class Component(NamedTuple):
    name: str
    version: str
    expression: str
    texts: dict


def components(root, linker_map):
    """Everything linked into the program besides its own code, sorted by name."""
    archives = set(re.findall(r"^(/[^\s(]+\.[ao])\b", linker_map.read_text(errors="replace"), re.M))
    owners = {}
    for archive in {str(pathlib.Path(path).resolve()) for path in archives if not path.startswith(f"{root}/")}:
        if "/swift_static/" not in archive and "/lib/swift/" not in archive and "/clang/" not in archive:
            package = package_of(archive)
            owners[run("dpkg-query", "-W", "-f", "${source:Package}", package)] = package
    found = [debian_component(source, package) for source, package in owners.items()]
    toolchain = pathlib.Path(shutil.which("swift")).resolve().parents[1]
    version = re.search(r"Swift version (\S+)", run("swift", "--version")).group(1)
    found.append(Component("swift", version, SWIFT, text("swift", toolchain / "share/swift/LICENSE.txt")))
    resolved = (root / "Package.resolved").read_text()
    version = re.search(r'"version" *: *"([^"]+)"', resolved).group(1)
    license_file = root / ".build/checkouts/swift-argument-parser/LICENSE.txt"
    found.append(
        Component("swift-argument-parser", version, SWIFT, text("swift-argument-parser", license_file)))
    return sorted(found)


def package_of(path):
    """The Debian package that installed a file."""
    # Packages name files of /usr/lib by /lib if they were made before Debian merged the two.
    for name in (str(path), str(path).removeprefix("/usr")):
        found = subprocess.run(["dpkg", "-S", name], text=True, capture_output=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    raise SystemExit(f"no package has installed {path}")


def debian_component(source, package):
    if source not in EXPRESSIONS:
        raise SystemExit(f"{source} is linked, but Tools/Release/licenses.py does not list its license")
    file = pathlib.Path(f"/usr/share/doc/{package}/copyright")
    texts = text(source, file)
    # Debian's files refer to the texts of common licenses by path.
    for name in set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", file.read_text())):
        texts |= text(name, pathlib.Path("/usr/share/common-licenses") / name)
    version = run("dpkg-query", "-W", "-f", "${source:Version}", package)
    return Component(source, version, EXPRESSIONS[source], texts)


def text(name, file):
    return {f"{name}.txt": File(file.read_bytes())}


def run(*arguments):
    return subprocess.run(arguments, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
