#!/usr/bin/env python3
"""Measures `build --target` and sticker-convert on the same files, and prints the table of
Documentation/Measurements/Fixing.md.

    bench-stores.py PROGRAM FOLDER --art ART [--all] [--only TEXT] [--converter PATH]

ART has the folders `animated` and `static`. FOLDER is for the results; what sticker-convert wrote before is not made
again. Without --all, 8 animations and 24 stills are used, evenly spaced by name, and with it, animations are compared at
half as many moments. Art without a transparent pixel is left out, because most stores refuse it. Requires Pillow, numpy
and the package ssimulacra2.

Files are judged by check-stores.py. Scores are those of Tests/Fit/score.py with two differences: a file that plays
faster, slower or several times in a row is compared at the same share of its time, and margins are left out.
"""

import argparse
import importlib.util
import json
import multiprocessing
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys

import numpy
from PIL import Image

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Fit"))
import pictures
import score


def imported(name):
    specification = importlib.util.spec_from_file_location(name, pathlib.Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


check_stores = imported("check-stores")

# Our store, sticker-convert's preset and the kind of art.
ROWS = (
    ("signal", "signal", "static"),
    ("signal", "signal", "animated"),
    ("whatsapp-static", "whatsapp", "static"),
    ("whatsapp-animated", "whatsapp", "animated"),
    ("telegram-static", "telegram", "static"),
    ("line-static", "line", "static"),
    ("line-animated", "line", "animated"),
    ("discord-sticker", "discord", "static"),
    ("discord-sticker", "discord", "animated"),
)
PACK = {"animated": 8, "static": 24}
MOMENTS = {"animated": 12, "static": 1}


def chosen(art, kind, everything):
    """Files by a name that sorts like theirs."""
    files = sorted((art / kind).iterdir())
    count = PACK[kind]
    indices = range(len(files)) if everything else [index * len(files) // count for index in range(count)]
    return {f"sticker{index:03}": files[index] for index in indices if is_transparent(files[index])}


def is_transparent(file):
    with Image.open(file) as image:
        return image.convert("RGBA").getextrema()[3][0] < 255


def packs(files, size):
    """Packs of a size that stores take. The last one may have files of the one before."""
    names = list(files)
    for start in range(0, len(names), size):
        yield {name: files[name] for name in names[max(0, min(start, len(names) - size)):][:size]}


def timed(*command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode:
        print(result.stdout[-2000:], result.stderr[-2000:], file=sys.stderr)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def stickerpack(pack, store, _, output):
    return timed(options.program, "build", pack, "-o", output, "--target", store, "--jobs", "1", "--quiet")


def sticker_convert(pack, _, preset, output):
    return timed(
        options.converter, "--no-confirm", "--no-progress", "--processes", "1", "--input-dir", pack, "--output-dir",
        output, "--preset", preset)


def made(tool, store, preset, kind, names, folder):
    """The results by name, and the seconds of the processors."""
    record = folder / "seconds.json"
    if tool is stickerpack or not record.exists():
        shutil.rmtree(folder, ignore_errors=True)
        pack = folder / "in"
        pack.mkdir(parents=True)
        if tool is stickerpack:
            (pack / "stickerpack.json").write_text('{ "author": "Ana" }')
        for name, file in names.items():
            shutil.copy(file, pack / f"{name}{file.suffix}")
        record.write_text(json.dumps(tool(pack, store, preset, folder / "out")))
    root = folder / "out" / store if tool is stickerpack else folder / "out"
    found = sorted(path for path in root.glob("*.*") if path.suffix in (*check_stores.IMAGES, ".apng"))
    stems = {}
    for path in found:
        # Numbered results are in the order of the names.
        number = re.search(r"(?<=sticker)-?\d{3}|^\d\d$", path.stem)
        if number:
            digits = number.group().strip("-")
            stems[sorted(names)[int(digits) - 1] if len(digits) == 2 else f"sticker{digits}"] = path
    return stems, json.loads(record.read_text())


def quality(pair):
    before_path, after_path, moments = pair
    before, after = pictures.frames(before_path), pictures.frames(after_path)
    size = before[0][0].shape[1::-1]
    plays = repeats(before, after)
    scores = []
    for index in range(moments):
        # Multiples of the golden ratio: at equal steps, all moments could be those of frames that were kept.
        share = (index + 0.5) * 0.6180339887 % 1
        scores.append(score.lowest((resized(shown(before, share), size), resized(shown(after, share / plays), size))))
    return statistics.mean(scores), min(scores), len(before[0]), len(after[0])


def shown(animation, share):
    canvases, delays = animation
    return score.at(sum(delays) * pictures.fractions.Fraction(share), canvases, delays)


def repeats(before, after):
    """How often the result shows the original in a row: as often as fits its pictures best."""
    durations = [float(sum(delays)) for _, delays in (before, after)]
    if not all(durations):
        return 1

    def difference(plays):
        pairs = [(shown(before, share), shown(after, share / plays)) for share in (numpy.arange(8) + 0.5) / 8]
        return sum(
            numpy.abs(numpy.subtract(*(resized(canvas, (64, 64)).astype(float) for canvas in pair))).mean()
            for pair in pairs)

    return min(range(1, max(1, round(durations[1] / durations[0])) + 1), key=difference)


def resized(canvas, size):
    """The center of a canvas that has the proportions of a size, in that size."""
    height, width = canvas.shape[:2]
    scale = min(width / size[0], height / size[1])
    x, y = (width - size[0] * scale) / 2, (height - size[1] * scale) / 2
    if (width, height) == size:
        return canvas
    # In the mode RGBa, transparent pixels do not bleed into others.
    image = Image.fromarray(canvas).convert("RGBa")
    image = image.resize(size, Image.Resampling.LANCZOS, (x, y, width - x, height - y))
    return numpy.array(image.convert("RGBA"))


def row(tool, store, preset, kind):
    files = chosen(options.art, kind, options.all)
    results, seconds = {}, 0
    for index, names in enumerate(packs(files, PACK[kind])):
        folder = options.folder / tool.__name__ / (store if tool is stickerpack else preset) / f"{kind}-{index}"
        found, time = made(tool, store, preset, kind, names, folder)
        seconds += time
        results.update({names[name]: path for name, path in found.items() if name in names})
    problems = {path: list(check_stores.complaints(path, check_stores.LIMITS[store])) for path in results.values()}
    for texts in problems.values():
        for text in texts:
            print(text, file=sys.stderr)
    moments = MOMENTS[kind] // 2 if options.all and kind == "animated" else MOMENTS[kind]
    pairs = [(file, path, moments) for file, path in results.items()]
    with multiprocessing.Pool() as pool:
        qualities = pool.map(quality, pairs, chunksize=1)
    for (file, path, *_), (mean, worst, old, new) in zip(pairs, qualities):
        print(f"{tool.__name__} {store} {file.name} {path.stat().st_size} bytes, {new} of {old} frames, {mean:.1f}, {worst:.1f}",
              file=sys.stderr)
    total = sum(path.stat().st_size for path in results.values())
    frames = [sum(quality[index] for quality in qualities) for index in (3, 2)]
    return [
        store, kind, tool.__name__.replace("_", "-"),
        f"{sum(not texts for texts in problems.values())} of {len(files)}", f"{total:,}",
        f"{frames[0]} of {frames[1]}" if kind == "animated" else "",
        f"{statistics.mean(quality[0] for quality in qualities):.1f}" if qualities else "",
        f"{min(quality[1] for quality in qualities):.1f}" if qualities else "",
        f"{seconds:.0f}"]


def main():
    tools = [stickerpack]
    if shutil.which(options.converter):
        tools.append(sticker_convert)
    else:
        print(f"{options.converter} is missing, and is left out.")
    print("| store | art | tool | legal | bytes | frames | mean | worst | seconds |")
    print("| --- " * 9 + "|")
    for store, preset, kind in ROWS:
        if options.only and options.only not in f"{store} {kind}":
            continue
        for tool in tools:
            print("|", " | ".join(row(tool, store, preset, kind)), "|", flush=True)


def absolute(path):
    return pathlib.Path(path).resolve()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=absolute)
    parser.add_argument("folder", type=absolute)
    parser.add_argument("--art", type=absolute, required=True)
    parser.add_argument("--all", action="store_true", help="use every file")
    parser.add_argument("--only", help="a part of the store and the kind of art")
    parser.add_argument("--converter", default="sticker-convert")
    options = parser.parse_args()
    main()
