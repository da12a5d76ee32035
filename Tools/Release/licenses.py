"""What is linked into the program, from the linker's map, its typeface, and the license texts of all of it."""

import pathlib
import re
import subprocess
from typing import NamedTuple

from archives import File

# SPDX expressions by source package of Debian and formula of Homebrew. A release stops at a package that is
# not listed: read its license first.
EXPRESSIONS = {
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "giflib": "MIT AND ISC",
    "glibc": "LGPL-2.1-or-later",
    "jpeg-turbo": "IJG AND BSD-3-Clause AND Zlib",
    "libdeflate": "MIT",
    "libjpeg-turbo": "IJG AND BSD-3-Clause AND Zlib",
    "libpng": "libpng-2.0",
    "libpng1.6": "libpng-2.0",
    "libwebp": "BSD-3-Clause",
    "webp": "BSD-3-Clause",
    "zlib": "Zlib",
    "zopfli": "Apache-2.0",
}
SWIFT = "Apache-2.0 WITH Swift-exception"
# The names of license texts in Homebrew's folders. LICENSE.md of libjpeg-turbo refers to README.ijg.
TEXTS = re.compile(r"(copying|copyright|licen[cs]e|notice)\b.*|readme\.ijg", re.I)


class Component(NamedTuple):
    name: str
    version: str
    expression: str
    texts: dict
    kind: str = "generic"  # the type of its package URL


def components(root, linker_map):
    """Everything linked into the program besides its own code, sorted by name."""
    found = {}
    for archive in linked(root, linker_map):
        keg = re.search(r"^(?P<folder>.*/Cellar/(?P<name>[^/]+)/(?P<version>[^/]+))/", str(archive))
        component = homebrew_component(**keg.groupdict()) if keg else debian_component(package_of(archive))
        found[component.name] = component
    # The texts of the runtime and of swift-argument-parser are the same.
    parser = text("swift-argument-parser", root / ".build/checkouts/swift-argument-parser/LICENSE.txt")
    version = re.search(r'"version" *: *"([^"]+)"', (root / "Package.resolved").read_text()).group(1)
    found["swift-argument-parser"] = Component("swift-argument-parser", version, SWIFT, parser)
    version = re.search(r"Swift version (\S+)", run("swift", "--version")).group(1)
    found["swift"] = Component("swift", version, SWIFT, {"swift.txt": parser["swift-argument-parser.txt"]})
    # The typeface is a resource, which no linker names. Tools/SheetFont made it of this version.
    typeface = text("noto-sans", root / "Sources/StickerReports/Pictures/NotoSans-OFL.txt")
    found["noto-sans"] = Component("noto-sans", "2.004", "OFL-1.1", typeface)
    return [found[name] for name in sorted(found)]


def combined(components):
    """The SPDX expression of a file with the program, its own code first, each license once."""
    parts = {part for component in components for part in component.expression.split(" AND ")} - {"MIT"}
    return " AND ".join(["MIT", *sorted(parts)])


def linked(root, linker_map):
    """The real paths of the linked libraries and objects that are neither ours nor part of the compiler."""
    # GNU ld begins a line with the path, Apple's linker with a number: [ 12] /usr/lib/libz.a[3](inflate.o)
    paths = re.findall(r"^(?:\[ *\d+\] )?(/[^\s(\[]+\.[ao])\b", linker_map.read_text(errors="replace"), re.M)
    theirs = {path for path in paths if not path.startswith(f"{root}/.build/")
              and not re.search("/swift_static/|/lib/swift/|/clang/", path)}
    missing = [path for path in sorted(theirs) if not pathlib.Path(path).exists()]
    if missing:
        raise SystemExit(f"{missing[0]} is in the linker's map, but not on this machine: build the program here")
    return sorted({pathlib.Path(path).resolve() for path in theirs})


def package_of(path):
    """The Debian package that installed a file."""
    # Packages name files of /usr/lib by /lib if they were made before Debian merged the two.
    for name in (str(path), str(path).removeprefix("/usr")):
        try:
            found = subprocess.run(["dpkg", "-S", name], text=True, capture_output=True)
        except FileNotFoundError:
            raise SystemExit(f"{path} is linked, but neither Homebrew nor Debian has installed it")
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    raise SystemExit(f"no package has installed {path}")


def debian_component(package):
    source, version = run("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", package).split()
    file = pathlib.Path(f"/usr/share/doc/{package}/copyright")
    texts = text(source, file)
    # Debian's files refer to the texts of common licenses by path.
    for name in set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", file.read_text())):
        texts |= text(name, pathlib.Path("/usr/share/common-licenses") / name)
    return Component(source, version, expression(source), texts, "deb/debian")


def homebrew_component(folder, name, version):
    """A formula's folder has the license texts at its top or with the documentation."""
    folder = pathlib.Path(folder)
    files = [file for file in sorted([*folder.iterdir(), *folder.glob("share/doc/**/*")])
             if file.is_file() and TEXTS.fullmatch(file.name)]
    if not files:
        raise SystemExit(f"no license text of {name} is in {folder}: find it, and add its name to TEXTS")
    content = b"\n".join({file.read_bytes(): None for file in files})
    return Component(name, version, expression(name), {f"{name}.txt": File(content)}, "brew")


def expression(name):
    if name not in EXPRESSIONS:
        raise SystemExit(f"{name} is linked, but Tools/Release/licenses.py does not list its license")
    return EXPRESSIONS[name]


def text(name, file):
    return {f"{name}.txt": File(file.read_bytes())}


def run(*arguments):
    return subprocess.run(arguments, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
