#!/usr/bin/env python3
"""Counts the instructions of a few commands and compares them with recorded counts.

Usage: instructions.py PROGRAMS [--record]

PROGRAMS is the folder of the built programs.

Clocks differ between machines and minutes; counts of valgrind's callgrind hardly do. They depend on the
compiler and the libraries, so `instructions.json` has counts for each system. On other systems this prints
the counts and passes; --record adds them.
"""

import concurrent.futures
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDED = ROOT / "Tests" / "Benchmarks" / "instructions.json"

# A command fails if it needs more than this share of additional instructions. Tests/Measurements/Performance.md
# has the measured spread.
TOLERANCE = 0.02

# One thread, because the order of several changes counts. SAMPLES has one drawn file of each format.
COMMANDS = [
    "stickerpack --version",
    "stickerpack lint --jobs 1 SAMPLES/still",
    "stickerpack lint --jobs 1 SAMPLES/apng",
    "stickerpack lint --jobs 1 SAMPLES/gif",
    "stickerpack lint --jobs 1 SAMPLES/jpeg",
    "stickerpack lint --jobs 1 SampleStickers/Biscuit",
    "TimePixels resample 412 1 /dev/null SAMPLES/canvas/00004.rgba",
    "TimePixels encode 1 SAMPLES/canvas/00004.rgba",
]


def count(command, scratch):
    """Runs a command under callgrind, with the library that keeps valgrind from crashing on sigsuspend."""
    program, *words = command.replace("SAMPLES", str(scratch / "samples")).split()
    result = subprocess.run(
        ["valgrind", "--tool=callgrind", "--fair-sched=yes", "--callgrind-out-file=/dev/null",
         scratch / program, *words], cwd=ROOT,
        # Only variables of a known length, because they are on the stack, and hashes that are not random.
        env={"PATH": os.environ["PATH"], "LC_ALL": "C", "SWIFT_DETERMINISTIC_HASHING": "1",
             "LD_PRELOAD": str(scratch / "sigsuspend.so")},
        capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode != 0 or not found:
        sys.exit(f"{command} exits with {result.returncode}:\n{result.stderr}")
    return int(found[1])


def system():
    swift = re.search(r"Swift version (\S+)", subprocess.run(
        ["swift", "--version"], capture_output=True, text=True, check=True).stdout)[1]
    release = platform.freedesktop_os_release()
    return f"{platform.machine()}, {release['ID']} {release.get('VERSION_ID', '')}, Swift {swift}"


def main(programs, records):
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed (apt-get install valgrind)")
        return 0
    with tempfile.TemporaryDirectory(prefix="stickerpack-instructions-") as folder:
        scratch = pathlib.Path(folder)
        subprocess.run([ROOT / "Build" / "Benchmarks" / "corpus", "samples", scratch / "samples"], check=True)
        # valgrind 3.19 cannot read Swift's debug information.
        for program in ("stickerpack", "TimePixels"):
            subprocess.run(["strip", "-o", scratch / program, programs / program], check=True)
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", scratch / "sigsuspend.so",
                        ROOT / "Tests" / "Faults" / "sigsuspend.c"], check=True)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = pool.map(lambda command: count(command, scratch), COMMANDS)
            counts = dict(zip(COMMANDS, found))
    recorded = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    limits = recorded.get(system(), {})
    failures = 0
    for command, instructions in counts.items():
        note = "not recorded"
        if limit := limits.get(command):
            change = instructions / limit - 1
            failures += change > TOLERANCE
            note = f"{change:+.2%}" + (f", more than {TOLERANCE:.0%}" if change > TOLERANCE else "")
        print(f"{instructions:15,}  {command}  ({note})")
    if records:
        recorded[system()] = counts
        RECORDED.write_text(json.dumps(recorded, indent=2, sort_keys=True) + "\n")
        print(f"recorded for {system()}")
        return 0
    if not limits:
        print(f"skipped: nothing is recorded for {system()}; run make instructions RECORD=1")
    if failures:
        print("If the change is worth it, record the new counts: make instructions RECORD=1")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), "--record" in sys.argv[2:]))
