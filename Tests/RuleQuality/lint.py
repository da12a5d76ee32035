"""Runs `stickerpack lint` and reads its report."""

import json
import os
import subprocess
import tempfile


def report(program: str, folder: str) -> dict:
    """The report about a folder. Configurations of its packs do not matter, because their
    suppressions would hide findings."""
    parent, name = os.path.split(os.path.abspath(folder))
    with tempfile.TemporaryDirectory() as scratch:
        empty = os.path.join(scratch, "stickerpack.json")
        with open(empty, "w", encoding="utf-8") as file:
            file.write("{}\n")
        process = subprocess.run(
            [program, "lint", name, "--format", "json", "--no-ignore", "--exit-zero",
             "--config", empty],
            cwd=parent, capture_output=True, check=False)
    if process.returncode != 0:
        raise SystemExit(f"{program} lint {folder}: {process.stderr.decode(errors='replace')}")
    return json.loads(process.stdout)


def subjects(folder: str, finding: dict) -> list[str]:
    """The images that a finding is about: its file, or the files of a finding about a pack."""
    parent = os.path.dirname(os.path.abspath(folder))
    path = os.path.join(parent, finding["file"])
    if os.path.isfile(path):
        return [path]
    return [os.path.join(parent, it) for it in finding.get("related", [])]
