"""The files of an installation, by their path below a prefix such as /usr."""

import pathlib
import subprocess
import tempfile

import licenses
from archives import File

COMPLETIONS = {
    "bash": "share/bash-completion/completions/stickerpack",
    "fish": "share/fish/vendor_completions.d/stickerpack.fish",
    "zsh": "share/zsh/vendor-completions/_stickerpack",
}
PROGRAM = "stickerpack"
MANUAL = "share/man/man1/stickerpack.1"
# The license of everything in the program, as one line.
LICENSE = "LICENSES/SPDX.txt"


def files(program, components):
    result = {PROGRAM: File(stripped(program), 0o755)}

    def output(*arguments):
        return File(subprocess.run([program, *arguments], check=True, capture_output=True, timeout=60).stdout)

    result[MANUAL] = output("manual")
    for shell, path in COMPLETIONS.items():
        result[path] = output("--generate-completion-script", shell)
    root = pathlib.Path(__file__).resolve().parents[2]
    result["LICENSES/stickerpack.txt"] = File((root / "LICENSE").read_bytes())
    result[LICENSE] = File(f"SPDX-License-Identifier: {licenses.combined(components)}\n".encode())
    for component in components:
        result |= {f"LICENSES/{name}": text for name, text in component.texts.items()}
    return result


def stripped(program):
    """The program without symbols, as the same bytes for every path of the checkout."""
    data = pathlib.Path(program).read_bytes()
    # Apple's was stripped before it was signed.
    if not data.startswith(b"\x7fELF"):
        return data
    # The hash of each module and the build ID contain the path.
    removed = ["--remove-section=.swift_modhash", "--remove-section=.note.gnu.build-id"]
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "stickerpack"
        subprocess.run(["strip", *removed, "-o", output, program], check=True)
        return output.read_bytes()


def expression(files):
    """The SPDX expression of the program's license."""
    return files[LICENSE].content.decode().partition(": ")[2].strip()


def copyright(files):
    """All license texts as one, for formats with a single file."""
    parts = [(path, file.content) for path, file in sorted(files.items()) if path.startswith("LICENSES/")]
    parts.sort(key=lambda part: part[0] != "LICENSES/stickerpack.txt")
    return b"\n".join(
        b"=" * 80 + b"\n" + path.encode() + b"\n" + b"=" * 80 + b"\n\n" + content for path, content in parts)
