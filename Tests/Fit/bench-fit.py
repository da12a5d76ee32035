"""Measures `stickerpack fit`, its encoders and other tools on the same files, and prints the tables of
Documentation/Measurements/Fixing.md.

usage: bench-fit.py PROGRAMS FOLDER [--art FOLDER] [--part PART ...] [--all] [--sheets]

PROGRAMS has stickerpack and TimePixels, and FOLDER is for the results. Requires Pillow and numpy; oxipng is
the package pyoxipng-ng, apngasm and apngopt are those of Debian. Canvases, delays and PSNR are read from the
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
EMOJI = ("198_Foot", "203_Leg", "312_Push-leftwards", "511_Cloud-with-lightning", "579_Paw_Prints")


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


def draw(name, frames):
    """The cartoon with a number of frames, alone in a folder."""
    path = new(name) / f"{name}.png"
    subprocess.run(
        [sys.executable, pathlib.Path(__file__).with_name("cartoon.py"), path, str(frames)], check=True)
    return path


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
    before = draw("cartoon", 24)
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
    if options.sheets:
        others()


def others():
    """For the sheets: PNGs that are too large, and the four largest GIFs as APNGs."""
    folder = new("others")
    for path in images(".png"):
        if path.stat().st_size > LIMIT:
            shutil.copy(path, folder)
    for path in sorted(images(".gif"), key=lambda path: path.stat().st_size)[-4:]:
        pictures.write(folder / f"{path.stem}.png", *pictures.frames(path))
    _, entries = fit(folder)
    changed = [entry for entry in entries if "fit" in entry]
    table(
        ("sticker", "before", "after", "score", "change"),
        *((entry["file"].stem, entry["bytesBefore"], entry["bytesAfter"],
           math.floor(entry["fit"]["meanQuality"]["score"]), change(entry)) for entry in changed))
    show(changed)


def others_beside():
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
    table(
        (f"{len(some)} of them", "bytes", "seconds"),
        *((effort, sum(sizes), f"{seconds:.1f}") for effort, sizes, seconds in rows))


def apngs():
    """GIFs as APNGs: bytes and seconds of the lossless encoders, and whether the canvases are identical."""
    folder = new("apngs")
    files = []
    for path in images(".gif"):
        animation = pictures.frames(path)
        if path.stem in EMOJI or (options.all and len(animation[0]) < 60):
            files.append(folder / f"{path.stem}.png")
            pictures.write(files[-1], *animation)
            write_frames(folder / path.stem, *animation)
    results, seconds = {}, {}
    for effort in ("default", "max"):
        results[effort], seconds[effort] = optimized(effort, files)
        print(f"{effort}: {sum(results[effort]):,} bytes, {seconds[effort]:.1f} s", flush=True)
    different = []
    for name, encode in (("apngasm", apngasm), ("apngopt", apngopt), ("apngopt, oxipng", chain)):
        if not all(present(tool) for tool in name.split(", ")):
            continue
        results[name], seconds[name] = [], 0
        for file in files:
            output, needed = encode(file)
            results[name].append(output.stat().st_size)
            seconds[name] += needed
            if not pictures.identical(file, output):
                different.append(f"{name}: {file.stem}")
    table(
        ("sticker", "frames", *results),
        *((file.stem, len(pictures.frames(file)[0]), *(result[index] for result in results.values()))
          for index, file in enumerate(files)),
        ("seconds", "", *(f"{needed:.0f}" for needed in seconds.values())))
    ours = {effort: results.pop(effort) for effort in ("default", "max")}
    for effort, sizes in ours.items() if results else ():
        least = [min(others) for others in zip(*results.values())]
        larger = [
            f"{file.stem} ({size / other - 1:.1%})"
            for file, size, other in zip(files, sizes, least) if size > other]
        print(f"{effort}: larger than the best other result:", ", ".join(larger) or "none")
    # TimePixels writes no files. fit uses its encoder, with full color where that is small enough.
    gif = new("to-apng")
    for path in images(".gif"):
        if path.stem in {file.stem for file in files}:
            shutil.copy(path, gif)
    _, entries = fit(gif, "--to-apng")
    lossless = [entry for entry in entries if entry["fit"]["changes"] == [{"kind": "converted"}]]
    different += [
        f"fit --to-apng: {before.stem}" for before, after in map(fitted, lossless)
        if not pictures.identical(before, after)]
    print(f"fit --to-apng: {len(lossless)} of {len(entries)} without loss")
    print("Canvases or delays differ:", ", ".join(different) or "none", "\n")


def write_frames(folder, canvases, delays):
    """Writes the frames as apngasm reads them: a PNG of each, and a text with its delay."""
    folder.mkdir()
    for index, (canvas, delay) in enumerate(zip(canvases, delays)):
        Image.fromarray(canvas).save(folder / f"frame{index:03}.png")
        (folder / f"frame{index:03}.txt").write_text(f"delay={round(delay)}/1000\n")


def apngasm(file):
    output = file.with_suffix(".apngasm.png")
    return output, run("apngasm", output, file.with_suffix("") / "frame000.png").processor


def apngopt(file):
    output = file.with_suffix(".apngopt.png")
    # It reads names that begin with "/" as options.
    return output, run("apngopt", os.path.relpath(file), os.path.relpath(output)).processor


def chain(file):
    first, seconds = apngopt(file)
    output = file.with_suffix(".chain.png")
    start = time.process_time()
    output.write_bytes(optimized_by_oxipng(first.read_bytes()))
    return output, seconds + time.process_time() - start


def scales():
    """The sample pack: bytes of the art and of its scaled images."""
    folder = options.folder / "Biscuit"
    shutil.rmtree(folder, ignore_errors=True)
    stickerpack("build", ROOT / "SampleStickers" / "Biscuit", "-o", folder)
    rows = []
    for sticker in json.loads((folder / "manifest.json").read_text())["stickers"]:
        sizes = {scale["scale"]: scale["bytes"] for scale in sticker["scales"]}
        rows.append((sticker["id"], sizes[3], sizes[2], sizes[1]))
    table(("sticker", "@3x", "@2x", "@1x"), *rows,
          ("all", *(sum(row[column] for row in rows) for column in (1, 2, 3))))
    for what, larger in (
        ("@2x outweighs @3x", lambda large, medium, small: medium > large),
        ("@1x outweighs @3x", lambda large, medium, small: small > large),
        ("@1x outweighs @2x", lambda large, medium, small: small > medium),
        ("@2x and @1x together outweigh @3x", lambda large, medium, small: medium + small > large),
    ):
        print(f"{what}:", ", ".join(row[0] for row in rows if larger(*row[1:])) or "none")
    print()


def memory():
    """The peak memory of fitting a long animation."""
    before = draw("memory", 100)
    result, (entry,) = fit(before.parent)
    print(f"618 x 618 px, 100 frames, {entry['bytesBefore']:,} bytes: {entry['bytesAfter']:,} bytes after, "
          f"{change(entry)}; {result.peak / 2**20:.0f} MiB, {result.processor:.0f} s\n")


def present(tool):
    return oxipng is not None if tool == "oxipng" else shutil.which(tool) is not None


def main():
    options.folder.mkdir(parents=True, exist_ok=True)
    for tool in ("oxipng", "apngasm", "apngopt"):
        if not present(tool):
            print(f"{tool} is missing, and is left out.")
    for part in options.part:
        if PARTS[part] in (gifs, stills, apngs, others_beside) and not options.art:
            print(f"{part}: needs --art, and is left out.")
        else:
            PARTS[part]()


PARTS = {
    "cartoon": cartoon, "gifs": gifs, "stills": stills, "apngs": apngs, "scales": scales, "memory": memory,
    "peers": others_beside,
}


def absolute(path):
    return pathlib.Path(path).resolve()


parser = argparse.ArgumentParser()
parser.add_argument("programs", type=absolute)
parser.add_argument("folder", type=absolute)
parser.add_argument("--art", type=absolute, help="a folder of PNGs and GIFs")
parser.add_argument("--part", nargs="*", choices=list(PARTS), default=list(PARTS))
parser.add_argument("--all", action="store_true", help="all GIFs of less than 60 frames as APNGs")
parser.add_argument("--tools", nargs="*", help="the tools of the part peers")
parser.add_argument("--sheets", action="store_true", help="write sheets of stickers before and after")
options = parser.parse_args()
load = os.getloadavg()[0]
main()
