#!/usr/bin/env python3
"""Compares the speed of lint with a C program on libpng and with Pillow, which only decode and composite.

Usage: bench.py PROGRAM [ROUNDS]

Prints the rows of Tests/Measurements/Performance.md. Build/Benchmarks has the C programs and the files, which
are drawn first if they are missing. Pillow is skipped if this Python lacks it.
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "Build" / "Benchmarks"


def run(command):
    """Runs a command. Returns the seconds of the processors and the peak of the memory in MiB."""
    result = subprocess.run([WORK / "measure", *command], cwd=WORK, capture_output=True, text=True)
    # Lint exits with 1 for a finding.
    if result.returncode not in (0, 1):
        sys.exit(f"{command[0]} exits with {result.returncode}: {result.stderr}")
    processor, _, peak = result.stdout.split()
    return float(processor), int(peak) / 2**20


def main(program, rounds):
    if not (WORK / "files").exists():
        print("drawing files", file=sys.stderr)
        subprocess.run([WORK / "corpus", "files", WORK / "files.new"], check=True)
        (WORK / "files.new").rename(WORK / "files")
    commands = {
        "`stickerpack lint files --jobs 2 --format json`":
            [program, "lint", "files", "--jobs", "2", "--format", "json"],
        "C program on libpng, two threads": [WORK / "decode", "--jobs", "2", "files"],
        "Pillow, two processes": [sys.executable, ROOT / "Tests/Benchmarks/decode_pillow.py", "files"],
    }
    if subprocess.run([sys.executable, "-c", "import PIL"], stderr=subprocess.DEVNULL).returncode:
        print("Pillow is not installed, and is left out", file=sys.stderr)
        commands.popitem()
    best = {name: (float("inf"), float("inf")) for name in commands}
    # In turns: the speed of a machine drifts, and other programs only ever add time.
    for _ in range(rounds):
        for name, command in commands.items():
            best[name] = tuple(map(min, best[name], run(command)))
    ours = next(iter(best.values()))[0]
    print("| 2,000 files | processor time | lint over it | peak |\n| --- | ---: | ---: | ---: |")
    for name, (seconds, peak) in best.items():
        print(f"| {name} | {seconds:.2f} s | {ours / seconds:.2f} | {peak:.0f} MiB |")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 3)
