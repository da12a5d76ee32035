#!/usr/bin/env python3
"""Measures what `build --target` wrote, with limits and readers that share nothing with the program.

    check-stores.py PROGRAM           build the sample pack for each store and measure it
    check-stores.py --built FOLDER    measure the stores in an output folder

PNG and GIF files are also decoded by ffmpeg, and WebP files by Pillow, if these are installed.
"""

import io
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile

try:
    from PIL import Image, features

    CAN_DECODE_WEBP = features.check("webp")
except ImportError:
    CAN_DECODE_WEBP = False

# Read from the stores' own pages: width and height, bytes and so on. Not taken from the profiles.
LIMITS = {
    # signalapp/Signal-Desktop, sticker-creator/src/constants.ts; Signal's support page
    "signal": dict(formats="png apng webp", bytes=300 * 1024, square=True, seconds=3, endless=True, palette=False),
    # creator.line.me/en/guideline
    "line-static": dict(formats="png", width=370, height=320, even=True, bytes=1_000_000, alpha=True,
                        counts=(8, 16, 24, 32, 40), icons={"main.png": (240, 240), "tab.png": (96, 74)},
                        numbered=True, zip=20_000_000),
    # creator.line.me/en/guideline/animationsticker
    "line-animated": dict(formats="apng", width=320, height=270, side=270, bytes=300_000, alpha=True, frames=(5, 20),
                          loops=(1, 4), seconds=4, whole=True, counts=(8, 16, 24),
                          icons={"main.png": (240, 240), "tab.png": (96, 74)}, numbered=True, zip=20_000_000),
    # creator.line.me/en/guideline/emoji
    "line-emoji": dict(formats="png", exact=(180, 180), bytes=1_000_000, alpha=True, counts=range(8, 41),
                       icons={"tab.png": (96, 74)}, zip=20_000_000),
    # core.telegram.org/stickers, core.telegram.org/bots/api#createnewstickerset
    "telegram-static": dict(formats="png webp", longer=512, bytes=512 * 1024, alpha=True, listed=50),
    # core.telegram.org/stickers; tdlib, StickerFormat.cpp
    "telegram-emoji": dict(formats="png webp", exact=(100, 100), bytes=1 << 17, listed=50),
    # discord/discord-api-docs, developers/resources/sticker.mdx
    "discord-sticker": dict(formats="png apng gif", exact=(320, 320), bytes=512 * 1024, seconds=5),
    # discord.com/developers/docs/resources/emoji
    "discord-emoji": dict(formats="png gif", width=128, height=128, bytes=256_000),
    # docs.slack.dev/reference/methods/admin.emoji.add
    "slack-emoji": dict(formats="png gif", width=128, height=128, square=True, bytes=128_000, frames=(1, 50)),
    # developers.google.com/workspace/chat/api/reference/rest/v1/customEmojis
    "google-chat-emoji": dict(formats="png gif", width=500, height=500, least=64, square=True, bytes=256_000),
    # developer.apple.com/documentation/usernotifications/unnotificationattachment
    "apple-notification-attachment": dict(formats="png gif jpeg", bytes=10_000_000),
    # Twitch's page, as docs.elgato.com copies it: three files of their own
    "twitch-static": dict(formats="png", sizes=(28, 56, 112), square=True, bytes=100_000),
    "twitch-animated": dict(formats="gif", sizes=(28, 56, 112), square=True, bytes=512_000, frames=(1, 60)),
    # github.com/WhatsApp/stickers, README; issue 746 for the bytes of animations
    "whatsapp-static": dict(formats="webp", exact=(512, 512), bytes=100_000, alpha=True, counts=range(3, 31),
                            icons={"tray.png": (96, 96)}, numbered=True, zip=30 * 100_000 + 60_000, ending="wastickers"),
    "whatsapp-animated": dict(formats="webp-animated", exact=(512, 512), bytes=500_000, seconds=10, delay=0.008,
                              counts=range(3, 31), icons={"tray.png": (96, 96)}, numbered=True, zip=30 * 500_000 + 60_000,
                              ending="wastickers"),
    # intercom.help/7tv
    "seventv": dict(formats="png apng gif", width=1000, height=1000, bytes=7_000_000, frames=(1, 1000)),
}

IMAGES = (".png", ".gif", ".webp")


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


def read_webp(data):
    """The header, as RFC 9649 has it, and what Pillow decodes."""
    assert struct.unpack("<I", data[4:8])[0] == len(data) - 8, "the RIFF size is wrong"
    facts = dict(format="webp", frames=0, seconds=0.0, loops=None, palette=False, alpha=False, shortest=10.0)
    offset = 12
    while offset < len(data):
        kind, length = struct.unpack("<4sI", data[offset : offset + 8])
        body = data[offset + 8 : offset + 8 + length]
        if kind == b"VP8X":
            facts["width"], facts["height"] = (1 + int.from_bytes(body[at : at + 3], "little") for at in (4, 7))
            facts["alpha"] = bool(body[0] & 0x10)
            facts["format"] += "-animated" if body[0] & 2 else ""
        elif kind == b"VP8L" and "width" not in facts:
            bits = struct.unpack("<I", body[1:5])[0]
            facts["width"], facts["height"] = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
            facts["alpha"] = bool(bits >> 28 & 1)
        elif kind == b"VP8 " and "width" not in facts:
            facts["width"], facts["height"] = (side & 0x3FFF for side in struct.unpack("<HH", body[6:10]))
        elif kind == b"ANIM":
            facts["loops"] = struct.unpack("<H", body[4:6])[0]
        elif kind == b"ANMF":
            delay = int.from_bytes(body[12:15], "little") / 1000
            facts["frames"] += 1
            facts["seconds"] += delay
            facts["shortest"] = min(facts["shortest"], delay)
        offset += 8 + length + length % 2
    assert offset == len(data), "bytes after the last chunk"
    facts["frames"] = facts["frames"] or 1
    if CAN_DECODE_WEBP:
        with Image.open(io.BytesIO(data)) as image:
            assert image.size == (facts["width"], facts["height"]) and getattr(image, "n_frames", 1) == facts["frames"]
            for frame in range(facts["frames"]):
                image.seek(frame)
                image.load()
            alpha = image.convert("RGBA").getchannel("A").getextrema()
            assert facts["alpha"] or alpha == (255, 255)
    return facts


def read(data):
    return read_gif(data) if data[:3] == b"GIF" else read_webp(data) if data[:4] == b"RIFF" else read_png(data)


def complaints(path, limits):
    data = path.read_bytes()
    facts = read(data)
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
    yield from check(max(width, height) >= limits.get("side", 1), f"{width} x {height}")
    yield from check(width in limits.get("sizes", (width,)), f"{width} x {height}")
    yield from check(not limits.get("square") or width == height, f"{width} x {height} is not square")
    yield from check(not limits.get("even") or (width | height) % 2 == 0, f"{width} x {height} is odd")
    yield from check(not limits.get("alpha") or facts["alpha"], "no alpha")
    if moves:
        least, most = limits.get("frames", (1, frames))
        yield from check(least <= frames <= most, f"{frames} frames")
        yield from check(seconds <= limits.get("seconds", seconds), f"{seconds} s")
        yield from check(facts.get("shortest", 1) >= limits.get("delay", 0), f"{facts.get('shortest')} s")
        yield from check(not limits.get("whole") or seconds % 1 == 0, f"{seconds} s")
        yield from check(not limits.get("endless") or facts["loops"] == 0, f"{facts['loops']} loops")
        yield from check(limits.get("palette", True) or not facts["palette"], "a palette")
        if "loops" in limits:
            least, most = limits["loops"]
            yield from check(least <= facts["loops"] <= most and facts["loops"] * seconds <= limits["seconds"], f"{facts['loops']} loops of {seconds} s")
    if shutil.which("ffmpeg") and path.suffix != ".webp":
        run = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-y", "/dev/null"], capture_output=True, text=True)
        # Its writer complains about delays that its clock cannot tell apart; its decoder does not.
        errors = [line for line in run.stderr.splitlines() if "monotonically" not in line and "Last message" not in line]
        yield from check(run.returncode == 0 and not errors, f"ffmpeg: {errors}")


def measure(folder, limits):
    """Yields what is wrong with one pack of a store."""
    icons = limits.get("icons", {})
    stickers = sorted(p for p in folder.iterdir() if p.suffix in IMAGES and p.name not in icons)
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
        archive = folder.parent / f"{folder.name}.{limits.get('ending', 'zip')}"
        with zipfile.ZipFile(archive) as file:
            if file.testzip() or sorted(file.namelist()) != sorted(p.name for p in folder.iterdir()):
                yield f"{archive}: {file.namelist()}"
        if archive.stat().st_size > limits["zip"]:
            yield f"{archive}: {archive.stat().st_size} bytes"
    lists = [entries(json.loads(path.read_text())) for path in folder.glob("*.json")]
    named = [name for entry in sum(lists, []) for name in names_in(entry)]
    if lists and sorted(named) != [p.name for p in stickers]:
        yield f"{folder}: lists {sorted(named)}"
    if any(len(entries) > limits.get("listed", len(entries)) for entries in lists):
        yield f"{folder}: more than {limits['listed']} stickers in a list"
    if "sizes" in limits and len(stickers) != len(limits["sizes"]) * len(sum(lists, [])):
        yield f"{folder}: a size is missing"


def entries(document):
    if isinstance(document, list):
        return document
    return document["sticker_packs"][0]["stickers"] if "sticker_packs" in document else document["stickers"]


def names_in(entry):
    if "files" in entry:
        return entry["files"]
    return [entry.get("file") or entry.get("image_file") or entry["sticker"].removeprefix("attach://")]


def measure_all(output):
    wrong, count = [], 0
    for store, limits in LIMITS.items():
        folder = output / store
        if not folder.is_dir():
            continue
        packs = [p for p in folder.iterdir() if p.is_dir()] or [folder]
        for pack in packs:
            wrong += measure(pack, limits)
        files = [p for p in folder.rglob("*") if p.suffix in IMAGES]
        count += len(files)
        print(f"{store}: {len(files)} files, {sum(p.stat().st_size for p in files):,} bytes")
    return wrong, count


def build_sample(program, folder):
    art = pathlib.Path("SampleStickers/Biscuit")
    moving, still = folder / "Moving", folder / "Still"
    for pack in (moving, still):
        pack.mkdir()
    for path in sorted(art.iterdir()):
        if path.suffix not in (".png", ".gif") or path.name == "icon.png":
            continue
        data = path.read_bytes()
        facts = read(data)
        shutil.copy(path, moving if facts["frames"] > 1 else still)
    # LINE takes 8 at least.
    for number in range(8 - len(list(still.glob("*.png")))):
        shutil.copy(sorted(still.glob("*.png"))[number], still / f"more-{number}.png")
    for pack in (moving, still):
        stickers = [{"file": p.name, "label": p.stem, "emoji": ["\N{DOG FACE}"]} for p in sorted(pack.iterdir())]
        (pack / "stickerpack.json").write_text(json.dumps({"author": "Sample", "stickers": stickers}))
    for pack, stores in ((moving, "signal,whatsapp-animated,line-animated,discord-sticker,discord-emoji,slack-emoji,twitch-animated,seventv,google-chat-emoji,apple-notification-attachment"),
                         (still, "signal,whatsapp-static,line-static,telegram-static,discord-sticker,slack-emoji,twitch-static,seventv,line-emoji,telegram-emoji,discord-emoji,google-chat-emoji,apple-notification-attachment")):
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
    missing = [name for name, found in (("ffmpeg", shutil.which("ffmpeg")), ("Pillow", CAN_DECODE_WEBP)) if not found]
    print(f"{count} files, {len(wrong)} problems" + "".join(f"; {name} is not installed" for name in missing))
    sys.exit(bool(wrong) or not count)


if __name__ == "__main__":
    main()
