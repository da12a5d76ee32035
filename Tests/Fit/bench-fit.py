"""Measures `stickerpack fit`, its encoders and other tools on the same files, and prints the tables of
Tests/Measurements/Fixing.md.

usage: bench-fit.py PROGRAMS FOLDER [--art FOLDER] [--part PART ...] [--sheets]

PROGRAMS has stickerpack and TimePixels, and FOLDER is for the results. Requires Pillow and numpy; oxipng is
the package pyoxipng-ng, and zopflipng Debian's package zopfli. Canvases, delays and PSNR are read from the
files with Pillow; only scores are stickerpack's. Seconds are those of the processors, without waiting.
"""

import argparse
import dataclasses
import json
import math
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from PIL import Image

import pictures
import sheets

try:
    import oxipng
except ImportError:
    oxipng = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
MEASURE = ROOT / "Build" / "Benchmarks" / "measure"
LIMIT = 500_000


@dataclasses.dataclass
class Run:
    """What a command needed: seconds of the processors, seconds, bytes of memory."""
    processor: float
    wall: float
    peak: int
    output: str


def run(*command):
    """Runs a command. Exit status 1 of `fit` says that a sticker is too large."""
    with tempfile.NamedTemporaryFile() as output:
        result = subprocess.run(
            [MEASURE, "sh", "-c", 'exec "$@" > "$0"', output.name, *command],
            capture_output=True, text=True)
        if result.returncode not in (0, 1):
            sys.exit(f"{command[0]} exits with {result.returncode}: {result.stderr}")
        processor, wall, peak = result.stdout.split()
        return Run(float(processor), float(wall), int(peak), output.read().decode())


def stickerpack(*arguments):
    return run(options.programs / "stickerpack", *arguments)


def fit(folder, *arguments):
    """Fits the stickers of a folder into a new one beside it. Returns the run and the entries of its report."""
    output = folder.with_name(folder.name + "-fitted")
    result = stickerpack("fit", folder, "-o", output, "--format", "json", *arguments)
    entries = json.loads(result.output)["stickers"]
    for entry in entries:
        # The report may name files from the working directory on.
        entry["file"] = folder / pathlib.Path(entry["file"]).name
    return result, entries


def fitted(entry):
    """The original and the result of a sticker in the report of `fit`."""
    before = entry["file"]
    folder = before.parent.with_name(before.parent.name + "-fitted")
    return before, folder / entry.get("writtenAs", before.name)


def optimized(effort, files):
    """Encodes files again without loss. Returns the bytes of each and the seconds."""
    *lines, total = run(options.programs / "TimePixels", "optimize", effort, *files).output.splitlines()
    return [int(line.split()[-1]) for line in lines], float(total.split()[0])


def optimized_by_oxipng(file, alpha=False):
    """The bytes of a file by `oxipng -o max --strip safe`, and `--alpha` where that is wanted."""
    return oxipng.optimize_from_memory(
        file, level=6, strip=oxipng.StripChunks.safe(), optimize_alpha=alpha)


def zopflipped(files):
    """Encodes files again by `zopflipng -m`. Returns the bytes of each and the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        outputs = [pathlib.Path(folder) / f"{index}.png" for index in range(len(files))]
        runs = [run("zopflipng", "-m", *pair) for pair in zip(files, outputs)]
        return [output.stat().st_size for output in outputs], sum(it.processor for it in runs)


def table(*rows):
    """Prints rows of cells, the first of which is the head, as Markdown."""
    head, *body = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    for row in (head, ["---"] * len(head), *body):
        print("|", " | ".join(row), "|")
    print(flush=True)


def images(*endings):
    """The files of the art with these endings."""
    return sorted(path for path in options.art.rglob("*") if path.suffix.lower() in endings)


def new(name):
    """An empty folder for a part, without earlier results."""
    folder = options.folder / name
    for path in (folder, folder.with_name(name + "-fitted")):
        shutil.rmtree(path, ignore_errors=True)
    folder.mkdir()
    return folder


def frames_of(entry):
    """The numbers of frames of a sticker before and after."""
    return tuple(len(pictures.frames(path)[0]) for path in fitted(entry))


def change(entry):
    """The changes of a sticker as text."""
    texts = {"frames": "{value} of {of} frames", "colors": "{value} colors", "settled": "{value} codes",
             "scaled": "{value} px", "converted": "APNG"}
    return ", ".join(
        texts.get(change["kind"], change["kind"]).format(**change) for change in entry["fit"]["changes"])


def worst(before, after):
    """The PSNR of the worst frame that was kept."""
    pairs = pictures.kept(pictures.frames(before), pictures.frames(after))
    return min(pictures.decibels(*pair) for pair in pairs)


def decibels(value):
    return "" if value == float("inf") else f"{value:.1f} dB"


def cartoon():
    """The cartoon: its size, frames, delays and quality."""
    before = new("cartoon") / "cartoon.png"
    subprocess.run([sys.executable, pathlib.Path(__file__).with_name("cartoon.py"), before], check=True)
    result, (entry,) = fit(before.parent)
    before, after = fitted(entry)
    first, second = pictures.frames(before), pictures.frames(after)
    table(
        ("cartoon", "before", "after", "target"),
        ("bytes", before.stat().st_size, after.stat().st_size, LIMIT),
        ("frames", len(first[0]), len(second[0]), len(first[0])),
        ("delays", "", "equal" if first[1] == second[1] else "different", "equal"),
        ("change", "", change(entry), ""),
        ("PSNR of the worst frame", "", decibels(worst(before, after)), "42 dB"),
        ("lowest score", "", f"{entry['fit']['quality']['score']:.1f}", ""),
        ("seconds of the processors", "", f"{result.processor:.1f}", ""),
        (f"seconds, at a load of {load:.1f}", "", f"{result.wall:.1f}", "10"),
        ("peak memory", "", f"{result.peak / 2**20:.0f} MiB", ""))
    show([entry])


def gifs():
    """All GIFs, each on its own: those that fit, what was changed, and how good the results are."""
    folder = new("gifs")
    entries, seconds, peak = [], 0, 0
    for path in images(".gif"):
        (folder / path.stem).mkdir()
        shutil.copy(path, folder / path.stem)
        result, (entry,) = fit(folder / path.stem)
        entries.append(entry)
        seconds += result.processor
        peak = max(peak, result.peak)
    changed = [entry for entry in entries if "fit" in entry]
    table(
        ("sticker", "before", "after", "score", "worst", "change"),
        *((entry["file"].stem, entry["bytesBefore"], entry["bytesAfter"],
           math.floor(entry["fit"]["meanQuality"]["score"]),
           math.floor(entry["fit"]["quality"]["score"]), change(entry))
          for entry in changed))
    fewer = sum(after < before for before, after in map(frames_of, changed))
    print(f"{sum(entry['fits'] for entry in entries)} of {len(entries)} fit, {len(changed)} were changed, "
          f"{fewer} have fewer frames; {seconds:.0f} s, {peak / 2**20:.0f} MiB\n")
    show(changed)


def peers_beside():
    """The GIFs that are too large, by other tools, too: what viewers see, by an independent script."""
    import peers
    import score

    program = options.programs / "stickerpack"
    tools = {
        "fit": lambda file, folder, limit: peers.stickerpack(
            program, file, folder / f"{file.stem}-fitted.gif"),
        "fit --to-apng": lambda file, folder, limit: peers.stickerpack(
            program, file, folder / f"{file.stem}-fitted.png", "--to-apng"),
    }
    tools |= {name: tool for name, (tool, program) in peers.TOOLS.items() if shutil.which(program)}
    tools = {name: tools[name] for name in options.tools or tools}
    folder = new("peers")
    rows, seconds = [], dict.fromkeys(tools, 0.0)
    for file in images(".gif"):
        if file.stat().st_size <= LIMIT:
            continue
        row = [file.stem]
        for name, tool in tools.items():
            start = resource.getrusage(resource.RUSAGE_CHILDREN)
            results = tool(file, folder, LIMIT)
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds[name] += end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
            best = max(((*score.viewer_quality(file, result), result) for result in results), default=None)
            row.append(best and f"{best[0]:.0f} ({best[1]:.0f}), {best[2].stat().st_size:,}")
        print(*row, sep=" | ", flush=True)
        rows.append(row)
    table(("mean (worst), bytes", *tools), *rows, ("seconds", *(f"{sum:.0f}" for sum in seconds.values())))


def show(entries):
    """Writes sheets of stickers that were changed, if they are wanted."""
    folder = options.folder / "sheets"
    folder.mkdir(exist_ok=True)
    for entry in entries if options.sheets else []:
        before, after = fitted(entry)
        sheets.write(folder / f"{before.parent.name}-{before.stem}.png", before, after)


def stills():
    """All PNGs: bytes and seconds of the lossless encoders."""
    files = [path for path in images(".png") if len(pictures.frames(path)[0]) == 1]
    contents = [path.read_bytes() for path in files]
    sizes, seconds = optimized("default", files)
    rows = [("default", sum(sizes), f"{seconds:.0f}")]
    for alpha in (False, True) if oxipng else ():
        start = time.process_time()
        size = sum(len(optimized_by_oxipng(file, alpha)) for file in contents)
        name = "oxipng -o max --strip safe" + (" --alpha" if alpha else "")
        rows.append((name, size, f"{time.process_time() - start:.0f}"))
    table((f"{len(files)} PNGs", "bytes", "seconds"), ("before", sum(map(len, contents)), ""), *rows)
    some = files[::24]
    rows = [(effort, *optimized(effort, some)) for effort in ("default", "max")]
    if shutil.which("zopflipng"):
        rows.append(("zopflipng -m", *zopflipped(some)))
    table(
        (f"{len(some)} of them", "bytes", "seconds"),
        *((effort, sum(sizes), f"{seconds:.1f}") for effort, sizes, seconds in rows))


def main():
    options.folder.mkdir(parents=True, exist_ok=True)
    if not oxipng:
        print("oxipng is missing, and is left out.")
    for part in options.part:
        if part != "cartoon" and not options.art:
            print(f"{part}: needs --art, and is left out.")
        elif part == "peers" and "SSIMULACRA2" not in os.environ:
            print("peers: needs SSIMULACRA2 (see score.py), and is left out.")
        else:
            PARTS[part]()


PARTS = {"cartoon": cartoon, "gifs": gifs, "stills": stills, "peers": peers_beside}


def absolute(path):
    return pathlib.Path(path).resolve()


parser = argparse.ArgumentParser()
parser.add_argument("programs", type=absolute)
parser.add_argument("folder", type=absolute)
parser.add_argument("--art", type=absolute, help="a folder of PNGs and GIFs")
parser.add_argument("--part", nargs="*", choices=list(PARTS), default=list(PARTS))
parser.add_argument("--tools", nargs="*", help="the tools of the part peers")
parser.add_argument("--sheets", action="store_true", help="write sheets of stickers before and after")
options = parser.parse_args()
load = os.getloadavg()[0]
main()
