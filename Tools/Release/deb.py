"""The package for Debian 11 and later, and Ubuntu. It links everything statically, with one program for
all of them; lintian's objections to that are overridden with the reason."""

import gzip
import hashlib
import lzma
import time

import contents
from archives import File, tar

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
DOCUMENTS = "usr/share/doc/stickerpack"
OVERRIDES = b"""# One program runs on every release since Debian 11, with the image libraries that it was tested with.
stickerpack: statically-linked-binary [usr/bin/stickerpack]
stickerpack: embedded-library *
"""
COPYRIGHT = b"""The licenses of everything that is linked into the program are in
/usr/share/doc/stickerpack/LICENSES. The license of stickerpack itself:

"""


def write(release, files, triple):
    architecture = ARCHITECTURES[triple.split("-")[0]]
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(release.epoch))
    maintainer = f"{release.owner} <{release.owner}@users.noreply.github.com>"
    changelog = (
        f"stickerpack ({release.version}) stable; urgency=medium\n\n  * See {release.address}/releases\n\n"
        f" -- {maintainer}  {date}\n")
    data = {
        "usr/bin/stickerpack": files[contents.PROGRAM],
        f"usr/{contents.MANUAL}.gz": zipped(files[contents.MANUAL].content),
        **{f"usr/{path}": files[path] for path in contents.COMPLETIONS.values()},
        f"{DOCUMENTS}/changelog.gz": zipped(changelog.encode()),
        f"{DOCUMENTS}/copyright": File(COPYRIGHT + files["LICENSES/stickerpack.txt"].content),
        **{f"{DOCUMENTS}/{path}": file for path, file in files.items() if path.startswith("LICENSES/")},
        "usr/share/lintian/overrides/stickerpack": File(OVERRIDES),
    }
    size = sum(len(file.content) for file in data.values()) // 1024
    control = (
        f"Package: stickerpack\nVersion: {release.version}\nArchitecture: {architecture}\n"
        f"Maintainer: {maintainer}\nInstalled-Size: {size}\nSuggests: ffmpeg, git, webp\nSection: graphics\n"
        f"Priority: optional\nHomepage: {release.address}\n"
        "Description: lint and build iMessage sticker packs\n"
        " Checks PNG, APNG, GIF and JPEG stickers against Apple's rules and common\n"
        " mistakes, fixes them, makes them small enough, and builds asset catalogs.\n")
    sums = "".join(
        f"{hashlib.md5(file.content).hexdigest()}  {path}\n" for path, file in sorted(data.items()))
    members = {
        "debian-binary": b"2.0\n",
        "control.tar.xz": archive({"control": File(control.encode()), "md5sums": File(sums.encode())}, release),
        "data.tar.xz": archive(data, release),
    }
    package = b"!<arch>\n"
    for name, content in members.items():
        package += f"{name:<16}{release.epoch:<12}0     0     100644  {len(content):<10}`\n".encode()
        package += content + b"\n" * (len(content) % 2)
    release.write(f"stickerpack_{release.version}_{architecture}.deb", package)


def archive(files, release):
    return lzma.compress(tar(files, release.epoch), preset=6)


def zipped(data):
    return File(gzip.compress(data, 9, mtime=0))
