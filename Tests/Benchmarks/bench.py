#!/usr/bin/env python3
"""Compares stickerpack with C programs, Pillow and libvips, and writes Documentation/Measurements/Performance.md.

Usage: bench.py PROGRAMS [--only NAME ...] [--rounds N] [--static PROGRAM]

PROGRAMS is the folder of the built programs. Without --only, all benchmarks run and the page is
written. All commands run in Build/Benchmarks, which has the C programs and the files they read.
Pillow and libvips (pip install pillow 'pyvips[binary]') are skipped if this Python lacks them.
"""

import argparse
import dataclasses
import datetime
import hashlib
import importlib.metadata
import json
import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "Build" / "Benchmarks"
PAGE = ROOT / "Documentation" / "Measurements" / "Performance.md"
# As the commands, which run in WORK, name this folder.
SCRIPTS = "../../Tests/Benchmarks"

# SHA-256 of the files of each set, with zlib 1.2.13 and libjpeg-turbo 2.1.5.
DIGESTS = {
    "canvases": "64df7dd6e5a876d36b36e3ceb5086fbb7968bf8e9613638b536ad10eabf690ca",
    "few": "c552826af14145fb783ae79df72dd9fd5c3220969204c2a83bd12e86a2f6d2dd",
    "files": "b2bf1b53c3ac33af8b2e3177f2e7040d0f3571144e30b814b7b55d784f852e4f",
    "many": "7d2629f5edcd45ae2cf8f1e0c31c9d7563c79c4c86d7e5744ecabc0c1deea368",
    "pack": "855ad310b2c04d2c4ade36c3df9aba040c974ee49c1499d6c8e3764d93353ec8",
    "samples": "bf663e4ef5bb8179c86f9124760e1b1ee1f69939121c39a2e1cbd346db5bf491",
}


@dataclasses.dataclass
class Run:
    """The least that a command needed in all rounds: seconds of CPU, seconds, bytes of memory."""
    cpu: float
    wall: float
    peak: int

    def least(self, other):
        return Run(min(self.cpu, other.cpu), min(self.wall, other.wall), min(self.peak, other.peak))


@dataclasses.dataclass
class Row:
    what: str
    measured: str
    command: str
    # The limit as text, and whether it is met; None if there is none.
    target: str = "none"
    met: bool | None = None


def run(command):
    """Runs a command line. Lint may exit with 1, which is a finding."""
    words = shlex.split(command)
    result = subprocess.run(["measure", *words], capture_output=True, text=True, check=False)
    if result.returncode not in ((0, 1) if words[:2] == ["stickerpack", "lint"] else (0,)):
        sys.exit(f"{command} exits with {result.returncode}: {result.stderr}")
    cpu, wall, peak = result.stdout.split()
    return Run(float(cpu), float(wall), int(peak))


def interleaved(*commands, rounds=None):
    """The least of several rounds, each of which runs every command once: the speed of a machine drifts."""
    best = [None] * len(commands)
    for _ in range(rounds or options.rounds):
        for index, command in enumerate(commands):
            result = run(command)
            best[index] = best[index].least(result) if best[index] else result
    return best


def loops(*commands):
    """As `interleaved`, for programs that print the CPU seconds of their loop and other numbers."""
    best = [None] * len(commands)
    for _ in range(options.rounds):
        for index, command in enumerate(commands):
            output = subprocess.run(shlex.split(command), check=True, capture_output=True, text=True).stdout
            best[index] = min(best[index] or (float("inf"),), tuple(map(float, output.split())))
    return best


def ratio(what, values, limit, commands, unit="s", digits=2):
    """A row for the first of two values over the second. Without a limit there is no target."""
    first, second = values
    measured = f"{first / second:.2f} ({first:,.{digits}f} {unit} over {second:,.{digits}f} {unit})"
    command = " over ".join(f"`{command}`" for command in commands)
    if limit is None:
        return Row(what, measured, command)
    return Row(what, measured, command, f"at most {limit:.2f}", first / second <= limit)


def at_most(what, value, limit, unit, command, digits=0):
    return Row(what, f"{value:,.{digits}f} {unit}", f"`{command}`", f"at most {limit} {unit}", value <= limit)


def at_least(what, value, limit, command, note):
    return Row(what, f"{value:.2f} ({note})", f"`{command}`", f"at least {limit}", value >= limit)


def memory(what, run, command):
    return at_most(what, run.peak / 2**20, 64, "MiB", command)


def skipped(what, reason):
    return Row(what, f"skipped: {reason}", "")


def has_module(name):
    """Whether it can be imported; pyvips also needs libvips."""
    command = ["python3", "-c", f"import {name}"]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


# Files

def digest(folder):
    result = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            result.update(f"{path.relative_to(folder)}\0{len(content)}\0".encode() + content)
    return result.hexdigest()


def need(*names):
    """Draws the sets that are missing or older than corpus.c."""
    source = ROOT / "Tests" / "Benchmarks" / "corpus.c"
    for name in names:
        if name in checked:
            continue
        checked.add(name)
        folder = WORK / name
        if not folder.exists() or folder.stat().st_mtime < source.stat().st_mtime:
            print(f"drawing {name}", flush=True)
            shutil.rmtree(folder, ignore_errors=True)
            new = WORK / f"{name}.new"
            shutil.rmtree(new, ignore_errors=True)
            run(f"corpus {name} {new.name}")
            new.rename(folder)
        found = digest(folder)
        note = "as recorded" if found == DIGESTS[name] else "not as recorded: other zlib or libjpeg?"
        print(f"{name}: {found}, {note}")


CANVASES = " ".join(f"canvases/{number:05}.rgba" for number in range(20))


def manifest_sticker(index, is_new):
    """One each of ten new stickers is replaced, renamed, changed and relabeled, and two swap places."""
    share = index % 10 if is_new else None
    number = {5: index + 1, 6: index - 1}.get(share, index)
    name = f"{'new' if share in (1, 2) else 'sticker'}-{number}"
    art = f"{'new' if share in (1, 3) else 'old'} {number}"
    return {
        "id": name, "label": f"Label {number}" + (" again" if share == 4 else ""), "format": "png",
        "mimeType": "image/png", "animated": False, "points": {"width": 136, "height": 136},
        "scales": [{"scale": scale, "file": f"images/{name}@{scale}x.png", "width": 136 * scale,
                    "height": 136 * scale, "bytes": 9000 * scale,
                    "sha256": hashlib.sha256(f"{art} {scale}".encode()).hexdigest()} for scale in (3, 2, 1)]}


def write_manifests():
    """Two manifests of 100,000 stickers. With lists of files, they would exceed the limit of 64 MiB."""
    for name, is_new in [("old.json", False), ("new.json", True)]:
        with open(WORK / name, "w") as file:
            file.write('{"schema":"stickerpack.manifest/2","toolVersion":"0.1.0","name":"Many","version":"1.0",'
                       '"id":"com.example.many","gridSize":"regular","cover":"sticker-0","stickers":[\n')
            for index in range(100_000):
                comma = "," if index else ""
                file.write(comma + json.dumps(manifest_sticker(index, is_new), separators=(",", ":")) + "\n")
            file.write("]}\n")


# Benchmarks

BENCHMARKS = {}


def benchmark(function):
    BENCHMARKS[function.__name__] = function
    return function


def lint(path, jobs=2):
    return f"stickerpack lint {path} --jobs {jobs} --format json"


def c_program(library, path):
    return f"decode-{library} --jobs 2 {path}"


@benchmark
def check():
    """The C programs decode the same pixels as stickerpack, in every tenth file; lint sees all files."""
    need("files")
    paths = sorted(str(path.relative_to(WORK)) for path in (WORK / "files").rglob("*.*"))
    listed = subprocess.run(
        ["stickerpack", "lint", "files", "--show-files"], stdout=subprocess.PIPE, text=True, check=True)
    if f" {len(paths)} stickers" not in listed.stdout:
        sys.exit(f"lint does not find {len(paths)} files: {listed.stdout.splitlines()[-1]}")
    paths = paths[::10]
    for library in ("libpng", "libdeflate"):
        theirs = subprocess.Popen([f"decode-{library}", "--dump", *paths], stdout=subprocess.PIPE)
        ours = subprocess.Popen(["DumpCanvases"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        ours.stdin.write("\n".join(paths).encode())
        ours.stdin.close()
        path, count = None, 0
        for line in ours.stdout:
            answer = json.loads(line)
            path = answer.get("path", path)
            if answer.get("defects") or answer.get("failure"):
                sys.exit(f"{path}: {line.decode()}")
            if size := answer.get("byteCount"):
                count += 1
                if not same_pixels(ours.stdout.read(size), theirs.stdout.read(size)):
                    sys.exit(f"{path}: stickerpack and decode-{library} decode different pixels")
        if theirs.stdout.read(1) or theirs.wait() != 0 or ours.wait() != 0:
            sys.exit(f"stickerpack and decode-{library} decode different numbers of canvases")
        print(f"{count} canvases of {len(paths)} files are the same in stickerpack and decode-{library}")
    return []


def same_pixels(first, second):
    """Whether all pixels are the same; all with an alpha of 0 are."""
    return first == second or len(first) == len(second) and all(
        one == other or one[3] == other[3] == 0 for one, other in zip(quads(first), quads(second)))


def quads(samples):
    return (samples[start:start + 4] for start in range(0, len(samples), 4))


@benchmark
def speed():
    """Lint against programs that only decode and composite."""
    need("files")
    ours = lint("files")
    others = [("the C program on libpng", 0.6, c_program("libpng", "files")),
              ("the C program on libdeflate", 1.25, c_program("libdeflate", "files"))]
    if has_module("PIL"):
        others.append(("Pillow in two processes", 0.4, f"python3 {SCRIPTS}/decode_pillow.py files"))
    first, *runs = interleaved(ours, *(command for _, _, command in others))
    rows = [ratio(f"Lint over {name}", (first.cpu, run.cpu), limit, (ours, command))
            for (name, limit, command), run in zip(others, runs)]
    if len(others) == 2:
        rows.append(skipped("Lint over Pillow in two processes", "Pillow is not installed"))
    return rows + [memory("Peak memory, 2,000 files", first, ours)]


@benchmark
def kinds():
    """The same for each kind of file."""
    need("files")
    rows = []
    for kind, name in [("png", "PNG"), ("apng", "APNG"), ("gif", "GIF"), ("jpeg", "JPEG")]:
        libraries = ("libpng", "libdeflate")
        ours, *others = commands = [
            lint(f"files/{kind}"), *(c_program(library, f"files/{kind}") for library in libraries)]
        first, *runs = interleaved(*commands)
        rows += [ratio(f"{name} only, over {library}", (first.cpu, run.cpu), None, (ours, other))
                 for library, other, run in zip(libraries, others, runs)]
    return rows


@benchmark
def start():
    """The shortest runs."""
    need("samples")
    commands = ["stickerpack --version", "stickerpack lint samples/still/00000.png"]
    rounds = 10 * options.rounds
    runs = interleaved(*commands, rounds=rounds)
    rows = [
        at_most("Start-up, `--version`", runs[0].wall * 1000, 6, "ms", commands[0], 1),
        at_most("Lint of one small file", runs[1].wall * 1000, 10, "ms", commands[1], 1),
    ]
    what = "Start-up with the Swift runtime linked in"
    if options.static:
        [static] = interleaved(f"{shlex.quote(options.static)} --version", rounds=rounds)
        rows.append(at_most(what, static.wall * 1000, 3, "ms", "STATIC --version", 1))
    else:
        rows.append(skipped(what, "STATIC names no program of `swift build --static-swift-stdlib`"))
    return rows


@benchmark
def threads():
    """Two threads against one, in elapsed time."""
    need("files")
    commands = [lint("files", jobs=1), lint("files")]
    one, two = interleaved(*commands)
    return [at_least("Speed-up of two threads", one.wall / two.wall, 1.9, "` over `".join(commands),
                     f"{one.wall:.2f} s over {two.wall:.2f} s elapsed")]


@benchmark
def growth():
    """Ten times as many files, small ones, so decoding hides no quadratic cost."""
    need("few", "many")
    commands = [lint("many"), lint("few")]
    many, few = interleaved(*commands, rounds=min(options.rounds, 3))
    return [
        ratio("20,000 files over 2,000", (many.cpu, few.cpu), 10.5, commands),
        memory("Peak memory, 20,000 small files", many, commands[0]),
        memory("Peak memory, 2,000 small files", few, commands[1]),
    ]


@benchmark
def diff():
    """A comparison of two manifests of 100,000 stickers."""
    write_manifests()
    commands = ["stickerpack diff old.json new.json", "stickerpack diff old.json new.json --format json"]
    text, json = interleaved(*commands)
    return [
        at_most("`diff` of 100,000 stickers, CPU", text.cpu, 2, "s", commands[0], 2),
        Row("The same as 145 MB of JSON, CPU", f"{json.cpu:.2f} s", f"`{commands[1]}`"),
    ]


@benchmark
def resample():
    """Scaling raw canvases, without decoding and encoding."""
    need("canvases")
    peers = [("Pillow", "PIL"), ("libvips", "pyvips")]
    missing = [name for name, module in peers if not has_module(module)]
    peers = [name for name, _ in peers if name not in missing]
    rows = []
    for side in (412, 206):
        commands = [f"TimePixels resample {side} 3 ours.rgba", f"resample {side} 3 theirs.rgba"]
        commands += [f"python3 {SCRIPTS}/resample_peers.py {name.lower()} {side} 3" for name in peers]
        ours, *others = [seconds for [seconds] in loops(*(f"{command} {CANVASES}" for command in commands))]
        difference = max(abs(one - other) for one, other in zip(
            (WORK / "ours.rgba").read_bytes(), (WORK / "theirs.rgba").read_bytes()))
        if difference > 1:
            sys.exit(f"resampling to {side} px differs from the C program by {difference}")
        shown = [f"{command} canvases/*" for command in commands]
        rows += [ratio(f"618 to {side} px over {name}", (ours, seconds), limit, (shown[0], command))
                 for name, limit, seconds, command in zip(
                     ["C", *peers], [1.15, 0.5, 0.5], others, shown[1:])]
    return rows + [skipped(f"618 to 412 and 206 px over {name}", f"{name} is not installed")
                   for name in missing]


@benchmark
def encode():
    """PNG encoding of raw canvases."""
    need("canvases")
    commands = ["TimePixels encode 1", "encode 1"]
    seconds, sizes = zip(*loops(*(f"{command} {CANVASES}" for command in commands)))
    commands = [f"{command} canvases/*" for command in commands]
    return [
        ratio("PNG encoding over libpng, level 6", seconds, 1.2, commands),
        ratio("Its bytes", sizes, 1, commands, "bytes", 0),
    ]


@benchmark
def build():
    """A build of 200 stickers, of which 40 are animated: processors used."""
    need("pack")
    command = "stickerpack build pack --output built --force --jobs 2"
    best = Run(0, 1, 0)
    for _ in range(options.rounds):
        shutil.rmtree(WORK / "built", ignore_errors=True)
        result = run(command)
        best = max(best, result, key=lambda each: each.cpu / each.wall)
    return [
        at_least("Processors used by a build, of two", best.cpu / best.wall, 1.9, command,
                 f"{best.cpu:.1f} s of CPU in {best.wall:.1f} s"),
    ]


@benchmark
def size():
    """The size of the program without symbols."""
    rows = []
    for what, program in [("Size of the program", shutil.which("stickerpack")),
                          ("Size with the Swift runtime linked in", options.static)]:
        if program:
            subprocess.run(["strip", "-o", WORK / "stripped", program], check=True)
            rows.append(Row(what, f"{(WORK / 'stripped').stat().st_size / 1e6:.1f} MB", "`strip`"))
    return rows


# The page

def line(row):
    met = {True: "yes", False: "no", None: ""}[row.met]
    return f"| {row.what} | {row.target} | {row.measured} | {met} | {row.command} |"


def output_of(command):
    return subprocess.run(shlex.split(command), capture_output=True, text=True, check=False).stdout.strip()


def machine():
    """The hardware and the versions that the numbers belong to."""
    processor = re.search(r"model name\s*:\s*(.+)", pathlib.Path("/proc/cpuinfo").read_text())
    versions = [platform.freedesktop_os_release()["PRETTY_NAME"], output_of("cc --version").splitlines()[0]]
    if swift := re.search(r"Swift version \S+", output_of("swift --version")):
        versions.append(swift[0])
    for package in ("libpng", "zlib", "libdeflate", "libgif", "libjpeg"):
        versions.append(f"{package} {output_of(f'pkg-config --modversion {package}')}")
    for package in ("pillow", "pyvips", "pyvips-binary"):
        try:
            versions.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            pass
    today = datetime.date.today()
    return (f"{today.day} {today:%B %Y}, {processor[1] if processor else platform.machine()}, "
            f"{os.cpu_count()} processors, load {load:.1f} at the start. Least of {options.rounds} rounds.\n"
            + ", ".join(versions) + ".")


def table(rows):
    head = ["| benchmark | target | measured | met | command |", "| --- | --- | --- | --- | --- |"]
    return "\n".join(head + [line(row) for row in rows])


def write_page(rows):
    text = PAGE.read_text()
    start, end = "<!-- Results, written by make bench. -->\n", "\n<!-- End of results. -->"
    results = start + machine() + "\n\n" + table(rows) + end
    text, count = re.subn(f"{start}.*{end}", lambda _: results, text, flags=re.DOTALL)
    assert count == 1, "the markers are missing"
    PAGE.write_text(text)


def main():
    folders = [os.path.abspath(options.programs), WORK, pathlib.Path(sys.executable).parent]
    os.environ["PATH"] = ":".join(map(str, [*folders, os.environ["PATH"]]))
    os.chdir(WORK)
    if load > 0.5:
        print(f"warning: the load is {load:.1f}; other programs disturb the measurement")
    rows = []
    for name in options.only or BENCHMARKS:
        print(f"{name}: {BENCHMARKS[name].__doc__}", flush=True)
        for row in BENCHMARKS[name]():
            print(f"  {row.what}: {row.measured}, target: {row.target}", flush=True)
            rows.append(row)
    print(f"\n{table(rows)}")
    if not options.only:
        write_page(rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--only", nargs="*", choices=list(BENCHMARKS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--static", type=os.path.abspath)
    options = parser.parse_args()
    load = os.getloadavg()[0]
    checked = set()
    main()
