#!/usr/bin/env python3
"""Measures what `build --target` wrote, with limits and readers that share nothing with the program.

    check-stores.py PROGRAM           build the sample pack for each store and measure it
    check-stores.py --built FOLDER    measure the stores in an output folder

Each file is also decoded by ffmpeg, if that is installed.
"""

import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile

# Read from the stores' own pages: width and height, bytes and so on. Not taken from the profiles.
LIMITS = {
    # signalapp/Signal-Desktop, sticker-creator/src/constants.ts; Signal's support page
    "signal": dict(formats="png apng", bytes=300 * 1024, square=True, seconds=3, endless=True, palette=False),
    # creator.line.me/en/guideline
    "line-static": dict(formats="png", width=370, height=320, even=True, bytes=1_000_000, alpha=True,
                        counts=(8, 16, 24, 32, 40), icons={"main.png": (240, 240), "tab.png": (96, 74)},
                        numbered=True, zip=20_000_000),
    # creator.line.me/en/guideline/animationsticker
    "line-animated": dict(formats="apng", width=320, height=270, bytes=300_000, alpha=True, frames=(5, 20),
                          loops=(1, 4), seconds=4, whole=True, counts=(8, 16, 24),
                          icons={"main.png": (240, 240), "tab.png": (96, 74)}, numbered=True, zip=20_000_000),
    # core.telegram.org/stickers
    "telegram-static": dict(formats="png", longer=512, bytes=512_000, alpha=True),
    # discord.com/developers/docs/resources/sticker
    "discord-sticker": dict(formats="png apng gif", exact=(320, 320), bytes=512_000, seconds=5),
    # discord.com/developers/docs/resources/emoji
    "discord-emoji": dict(formats="png gif", width=128, height=128, bytes=256_000),
    # docs.slack.dev/reference/methods/admin.emoji.add
    "slack-emoji": dict(formats="png gif", width=128, height=128, square=True, bytes=128_000, frames=(1, 50)),
    # Twitch's page, as docs.elgato.com copies it
    "twitch-static": dict(formats="png", least=112, square=True, bytes=1_000_000),
    "twitch-animated": dict(formats="gif", least=112, square=True, bytes=1_000_000, frames=(1, 60)),
    # intercom.help/7tv
    "seventv": dict(formats="png apng gif", width=1000, height=1000, bytes=7_000_000, frames=(1, 1000)),
}


def read_png(data):
    facts = dict(format="png", frames=1, seconds=0.0, loops=None, palette=False, alpha=False)
    offset = 8
    while offset < len(data):
        length, kind = struct.unpack(">I4s", data[offset : offset + 8])
        body = data[offset + 8 : offset + 8 + length]
        if kind == b"IHDR":
            facts["width"], facts["height"] = struct.unpack(">II", body[:8])
            facts["palette"] = body[9] == 3
            facts["alpha"] = body[9] in (4, 6)
        elif kind == b"tRNS":
            facts["alpha"] = True
        elif kind == b"acTL":
            facts["frames"], facts["loops"] = struct.unpack(">II", body)
            facts["format"] = "apng"
        elif kind == b"fcTL":
            numerator, denominator = struct.unpack(">HH", body[20:24])
            facts["seconds"] += numerator / (denominator or 100)
        offset += 12 + length
    assert offset == len(data), "bytes after the last chunk"
    return facts


def read_gif(data):
    width, height, flags = struct.unpack("<HHB", data[6:11])
    facts = dict(format="gif", width=width, height=height, frames=0, seconds=0.0, loops=1, palette=True, alpha=False)
    offset = 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)

    def skip(offset):
        while data[offset]:
            offset += data[offset] + 1
        return offset + 1

    while data[offset] != 0x3B:
        if data[offset] == 0x21:
            if data[offset + 1] == 0xF9:
                facts["seconds"] += struct.unpack("<H", data[offset + 4 : offset + 6])[0] / 100
                facts["alpha"] |= bool(data[offset + 3] & 1)
            if data[offset + 3 : offset + 14] == b"NETSCAPE2.0":
                facts["loops"] = struct.unpack("<H", data[offset + 16 : offset + 18])[0]
            offset = skip(offset + 2)
        else:
            facts["frames"] += 1
            local = data[offset + 9]
            offset = skip(offset + 11 + (3 << (local & 7) + 1 if local & 0x80 else 0))
    return facts


def complaints(path, limits):
    data = path.read_bytes()
    facts = read_gif(data) if data[:3] == b"GIF" else read_png(data)
    width, height, frames = facts["width"], facts["height"], facts["frames"]
    moves = frames > 1
    seconds = round(facts["seconds"], 3)

    def check(is_right, text):
        if not is_right:
            yield f"{path}: {text}"

    yield from check(facts["format"] in limits["formats"].split(), f"format {facts['format']}")
    yield from check(len(data) <= limits["bytes"], f"{len(data)} bytes")
    yield from check(width <= limits.get("width", 1 << 16) and height <= limits.get("height", 1 << 16), f"{width} x {height}")
    yield from check(limits.get("exact", (width, height)) == (width, height), f"{width} x {height}")
    yield from check(limits.get("longer", max(width, height)) == max(width, height), f"{width} x {height}")
    yield from check(min(width, height) >= limits.get("least", 1), f"{width} x {height}")
    yield from check(not limits.get("square") or width == height, f"{width} x {height} is not square")
    yield from check(not limits.get("even") or (width | height) % 2 == 0, f"{width} x {height} is odd")
    yield from check(not limits.get("alpha") or facts["alpha"], "no alpha")
    if moves:
        least, most = limits.get("frames", (1, frames))
        yield from check(least <= frames <= most, f"{frames} frames")
        yield from check(seconds <= limits.get("seconds", seconds), f"{seconds} s")
        yield from check(not limits.get("whole") or seconds % 1 == 0, f"{seconds} s")
        yield from check(not limits.get("endless") or facts["loops"] == 0, f"{facts['loops']} loops")
        yield from check(limits.get("palette", True) or not facts["palette"], "a palette")
        if "loops" in limits:
            least, most = limits["loops"]
            yield from check(least <= facts["loops"] <= most and facts["loops"] * seconds <= limits["seconds"], f"{facts['loops']} loops of {seconds} s")
    if shutil.which("ffmpeg"):
        run = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-y", "/dev/null"], capture_output=True, text=True)
        # Its writer complains about delays that its clock cannot tell apart; its decoder does not.
        errors = [line for line in run.stderr.splitlines() if "monotonically" not in line]
        yield from check(run.returncode == 0 and not errors, f"ffmpeg: {errors}")


def measure(folder, limits):
    """Yields what is wrong with one pack of a store."""
    icons = limits.get("icons", {})
    stickers = sorted(p for p in folder.iterdir() if p.suffix in (".png", ".gif") and p.name not in icons)
    for path in stickers:
        yield from complaints(path, limits)
    if len(stickers) not in limits.get("counts", (len(stickers),)):
        yield f"{folder}: {len(stickers)} stickers"
    for name, size in icons.items():
        facts = read_png((folder / name).read_bytes())
        if (facts["width"], facts["height"]) != size:
            yield f"{folder / name}: {facts['width']} x {facts['height']}"
    if limits.get("numbered") and [p.stem for p in stickers] != [f"{n + 1:02}" for n in range(len(stickers))]:
        yield f"{folder}: the names are no numbers"
    if "zip" in limits:
        archive = folder.parent / f"{folder.name}.zip"
        with zipfile.ZipFile(archive) as file:
            if file.testzip() or sorted(file.namelist()) != sorted(p.name for p in folder.iterdir()):
                yield f"{archive}: {file.namelist()}"
        if archive.stat().st_size > limits["zip"]:
            yield f"{archive}: {archive.stat().st_size} bytes"
    for path in folder.glob("*.json"):
        named = {entry.get("file", entry.get("sticker", "").removeprefix("attach://")) for entry in entries(json.loads(path.read_text()))}
        if named != {p.name for p in stickers}:
            yield f"{path}: lists {sorted(named)}"


def entries(document):
    return document if isinstance(document, list) else document["stickers"]


def measure_all(output):
    wrong, count = [], 0
    for store, limits in LIMITS.items():
        folder = output / store
        if not folder.is_dir():
            continue
        packs = [p for p in folder.iterdir() if p.is_dir()] or [folder]
        for pack in packs:
            wrong += measure(pack, limits)
        files = [p for p in folder.rglob("*") if p.suffix in (".png", ".gif")]
        count += len(files)
        print(f"{store}: {len(files)} files, {sum(p.stat().st_size for p in files):,} bytes")
    return wrong, count


def build_sample(program, folder):
    art = pathlib.Path("SampleStickers/Biscuit")
    moving, still = folder / "Moving", folder / "Still"
    for pack in (moving, still):
        pack.mkdir()
        (pack / "stickerpack.json").write_text('{ "author": "Sample" }')
    for path in sorted(art.iterdir()):
        if path.suffix not in (".png", ".gif") or path.name == "icon.png":
            continue
        data = path.read_bytes()
        facts = read_gif(data) if path.suffix == ".gif" else read_png(data)
        shutil.copy(path, moving if facts["frames"] > 1 else still)
    # LINE takes 8 at least.
    for number in range(8 - len(list(still.glob("*.png")))):
        shutil.copy(sorted(still.glob("*.png"))[number], still / f"more-{number}.png")
    for pack, stores in ((moving, "signal,line-animated,discord-sticker,discord-emoji,slack-emoji,twitch-animated,seventv"),
                         (still, "signal,line-static,telegram-static,discord-sticker,slack-emoji,twitch-static,seventv")):
        subprocess.run([program, "build", pack, "-o", folder / f"Out{pack.name}", "--target", stores, "--quiet"], check=True)
        yield folder / f"Out{pack.name}"


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--built":
        results = [measure_all(pathlib.Path(sys.argv[2]))]
    elif len(sys.argv) == 2:
        with tempfile.TemporaryDirectory() as folder:
            results = [measure_all(output) for output in build_sample(sys.argv[1], pathlib.Path(folder))]
    else:
        sys.exit(__doc__)
    wrong = [text for result in results for text in result[0]]
    for text in wrong:
        print(text)
    count = sum(result[1] for result in results)
    print(f"{count} files, {len(wrong)} problems" + ("" if shutil.which("ffmpeg") else "; ffmpeg is not installed"))
    sys.exit(bool(wrong) or not count)


main()
