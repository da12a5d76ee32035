#!/usr/bin/env python3
"""Lints 10,000 files and prints the resident memory over time.

    python3 Tests/Faults/leaks.py PROGRAM [FILES]

The files are copies of SampleStickers/Biscuit, 100 per pack. Progress is read from the progress
bar on a pseudoterminal, memory from /proc. Exits with 1 if memory grows by more than MOST_BYTES per
file after the first tenth of the files, or if valgrind finds lost memory after linting VALGRIND_FILES of them: growth
alone does not tell a small leak from facts. Requires Linux.
"""

import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile

SAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "SampleStickers" / "Biscuit"
# The facts about a file, with the fingerprints of up to six frames, stay in memory until the report is written. The
# pixels of a sticker are a megabyte.
MOST_BYTES = 20480
VALGRIND_FILES = 200


def make_files(folder, count):
    names = sorted(file.name for file in SAMPLES.iterdir() if file.suffix != ".json")
    for index in range(count):
        pack = folder / f"pack-{index // 100}"
        pack.mkdir(exist_ok=True)
        name = names[index % len(names)]
        # Not a link: lint reads links to one file once.
        shutil.copy(SAMPLES / name, pack / f"{index}-{name}")


def held(process):
    """Current and peak resident bytes; None after the process ended."""
    try:
        text = pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return None
    values = [re.search(name + r":\s+(\d+) kB", text) for name in ("VmRSS", "VmHWM")]
    return [int(value[1]) * 1024 for value in values] if all(values) else None


def measure(program, folder, count):
    """Returns (files done, resident bytes, peak bytes) about ten times per second, and the peak."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [program, "lint", folder, "--format", "json", "--output", folder.parent / "report.json"],
        stderr=theirs, stdin=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    samples, text = [], ""
    while True:
        try:
            text += os.read(ours, 4096).decode(errors="replace")
        except OSError:
            break
        found = re.findall(r"(\d+) of (\d+)", text)
        text = text[-100:]
        memory = held(process.pid)
        if found and memory:
            samples.append((int(found[-1][0]), *memory))
    os.close(ours)
    _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1):
        sys.exit(f"lint ended with {code}")
    return samples, usage.ru_maxrss * 1024


def lost(program, folder):
    """What valgrind's memcheck says about memory that is lost when lint ends."""
    if not shutil.which("valgrind"):
        return "skipped: valgrind is not installed"
    # valgrind 3.19 cannot read Swift's debug information.
    stripped, log = folder.parent / "stripped", folder.parent / "valgrind.txt"
    subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
    subprocess.run(
        ["valgrind", "--leak-check=full", "--show-leak-kinds=definite", "--num-callers=30", f"--log-file={log}",
         stripped, "lint", folder, "--jobs", "1", "--format", "json", "--output", folder.parent / "report.json"],
        check=False, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    text = log.read_text()
    if "All heap blocks were freed" in text or "definitely lost: 0 bytes in 0 blocks" in text:
        return "0 bytes definitely lost"
    sys.exit(f"failed under valgrind:\n{text}")


def slope(samples):
    """Bytes per file, by least squares."""
    mean_files = sum(files for files, _ in samples) / len(samples)
    mean_bytes = sum(memory for _, memory in samples) / len(samples)
    return (sum((files - mean_files) * (memory - mean_bytes) for files, memory in samples)
            / sum((files - mean_files) ** 2 for files, _ in samples))


def print_growth(samples, most, report, step):
    """Returns the growth in bytes per file after the first step."""
    print("| files | RSS, KiB | peak so far, KiB |\n| ---: | ---: | ---: |")
    for target in range(step, step * 10 + 1, step):
        files, memory, peak = min(samples, key=lambda sample: abs(sample[0] - target))
        print(f"| {files} | {memory // 1024} | {peak // 1024} |")
    late = [(files, memory) for files, memory, _ in samples if files >= step]
    growth = slope(late)
    print(f"\nAfter the first {step} files RSS grew by {growth:.0f} bytes per file "
          f"({len(late)} samples); the peak was {most // 1024} KiB, including the "
          f"report ({report} bytes).", flush=True)
    return growth


def main(program, count):
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="stickerpack-leaks-"))
    try:
        folder, few = scratch / "Art", scratch / "Few"
        folder.mkdir()
        few.mkdir()
        make_files(folder, count)
        make_files(few, min(count, VALGRIND_FILES))
        samples, most = measure(program, folder, count)
        growth = print_growth(samples, most, (scratch / "report.json").stat().st_size, count // 10)
        print(f"valgrind, {min(count, VALGRIND_FILES)} files: {lost(program, few)}")
    finally:
        shutil.rmtree(scratch)
    if growth > MOST_BYTES:
        sys.exit(f"failed: more than {MOST_BYTES} bytes per file")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not os.path.exists("/proc/self/status"):
        print("skipped: this system has no /proc")
        sys.exit(0)
    main(os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10000)
