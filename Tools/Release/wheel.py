"""The wheel for pip, uv and pre-commit."""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

import contents
from archives import File, zip_of

# `python -m stickerpack` runs the program that pip installed beside Python.
MODULE = b'''import os
import sys
import sysconfig


def program():
    """The path of the installed program."""
    schemes = ["", os.name + "_user"]
    folders = [sysconfig.get_path("scripts", *([s] if s else [])) for s in schemes]
    # pip install --target
    folders.append(os.path.join(os.path.dirname(os.path.dirname(__file__)), "bin"))
    for folder in folders:
        path = os.path.join(folder, "stickerpack")
        if os.path.isfile(path):
            return path
    raise FileNotFoundError("stickerpack is not in " + ", ".join(folders))


if __name__ == "__main__":
    path = program()
    os.execv(path, [path, *sys.argv[1:]])
'''


def write(release, files, triple):
    tag = macos_tag() if triple.endswith("-macos") else linux_tag(release, files, triple)
    release.write(f"stickerpack-{release.version}-py3-none-{tag}.whl", wheel(release, files, tag))


def macos_tag():
    """The oldest macOS that the program runs on."""
    manifest = (pathlib.Path(__file__).resolve().parents[2] / "Package.swift").read_text()
    version = re.search(r"\.macOS\(\.v(\d+)\)", manifest).group(1)
    return f"macosx_{version}_0_universal2"


def linux_tag(release, files, triple):
    """The oldest glibc that the program runs with, as auditwheel finds it."""
    machine = triple.split("-")[0]
    # auditwheel reads whole wheels only.
    with tempfile.TemporaryDirectory() as folder:
        draft = pathlib.Path(folder) / f"stickerpack-{release.version}-py3-none-linux_{machine}.whl"
        draft.write_bytes(wheel(release, files, f"linux_{machine}"))
        report = subprocess.run(
            [sys.executable, "-m", "auditwheel", "show", draft], check=True, text=True, capture_output=True)
    tag = re.search(r'tag:\s+"((?:many|musl)linux_\w+)"', report.stdout)
    if not tag:
        raise SystemExit(f"auditwheel names no tag:\n{report.stdout}")
    return tag.group(1)


def wheel(release, files, tag):
    name = f"stickerpack-{release.version}"
    texts = sorted(path for path in files if path.startswith("LICENSES/"))
    metadata = "\n".join([
        "Metadata-Version: 2.4", "Name: stickerpack", f"Version: {release.version}",
        "Summary: Lint and build iMessage sticker packs.", f"Project-URL: Source, {release.address}",
        f"License-Expression: {contents.expression(files)}", *(f"License-File: {path}" for path in texts), "Requires-Python: >=3.8",
        "Description-Content-Type: text/markdown", "",
        "Lints and builds iMessage sticker packs: `stickerpack lint Stickers`.", "",
        f"See [the documentation]({release.address}).", ""])
    wheel = f"Wheel-Version: 1.0\nGenerator: stickerpack\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n"
    entries = {
        "stickerpack/__init__.py": File(b""),
        "stickerpack/__main__.py": File(MODULE),
        f"{name}.data/scripts/stickerpack": files[contents.PROGRAM],
        f"{name}.data/data/{contents.MANUAL}": files[contents.MANUAL],
        **{f"{name}.dist-info/licenses/{path}": files[path] for path in texts},
        f"{name}.dist-info/METADATA": File(metadata.encode()),
        f"{name}.dist-info/WHEEL": File(wheel.encode()),
    }
    record = [f"{path},sha256={digest(file.content)},{len(file.content)}" for path, file in entries.items()]
    record.append(f"{name}.dist-info/RECORD,,")
    entries[f"{name}.dist-info/RECORD"] = File(("\n".join(record) + "\n").encode())
    return zip_of(entries, release.epoch)


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
