#!/usr/bin/env python3
"""Lints, fits and fixes files made to be as expensive as possible, and checks the documented bounds for each.

Usage: limits.py PROGRAM [NAME ...]

Prints the tables of Tests/Measurements/Limits.md. Fails if a file exceeds a bound, its finding is missing,
or the valid file beside it was not checked.
"""

import json
import os
import random
import resource
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

# The bounds for one file in Documentation/Configuration.md, SECURITY.md and `lint --help`.
MOST_MEBIBYTES = 400
MOST_SECONDS = 60
# The bound for the folders in that page.
MOST_FOLDER_MEBIBYTES = 1536
# The bound of a job that makes art: `fit`, `build --fit` and the fixes of `lint`.
MOST_MADE_MEBIBYTES = 512

SCRIPT = os.path.abspath(__file__)
SIDE = 4096  # the side of a square with the default limit of pixels
FILE_BYTES = 32 * 1024 * 1024
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data=b""):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def header(width, height, depth=8, color=6, interlaced=0):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlaced))


def png(*chunks):
    return SIGNATURE + b"".join(chunks) + chunk(b"IEND")


def deflated(pieces):
    """A zlib stream of pieces, compressed one by one to save memory."""
    stream = zlib.compressobj(9)
    return b"".join([stream.compress(piece) for piece in pieces]) + stream.flush()


def inflating():
    """A zlib stream as large as a file may be; it inflates to 30 GB."""
    stream = zlib.compressobj(9)
    first, *same = [stream.compress(bytes(1 << 20)) + stream.flush(zlib.Z_FULL_FLUSH) for _ in range(3)]
    return first + same[0] * ((FILE_BYTES - 10_000) // len(same[0]))


def rows(width, height, pixel):
    line = b"\0" + pixel * width
    several = max(1, min(height, 65536 // len(line)))
    pieces = [line * several] * (height // several) + [line * (height % several)]
    return deflated(pieces)


def bits(rows_, alpha):
    """A square with the most pixels, in two colors."""
    palette = chunk(b"PLTE", b"\xff\xff\xff\0\0\0") + chunk(b"tRNS", alpha)
    return png(header(SIDE, SIDE, 1, 3), palette, chunk(b"IDAT", deflated(b"\0" + row for row in rows_)))


def interlaced_rows(width, height, pixel):
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    def lines():
        for x, y, across, down in passes:
            line = b"\0" + pixel * ((width - x + across - 1) // across)
            for _ in range((height - y + down - 1) // down):
                yield line
    return deflated(lines())


def control(sequence, width, height, dispose=0, blend=0):
    return chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, width, height, 0, 0, 1, 10, dispose, blend))


def animated(side, count, data, depth=8, interlaced=0, dispose=0, blend=0):
    chunks = [header(side, side, depth, 6, interlaced), chunk(b"acTL", struct.pack(">II", count, 0))]
    sequence = 0
    for index in range(count):
        chunks.append(control(sequence, side, side, dispose, blend))
        sequence += 1
        if index == 0:
            chunks.append(chunk(b"IDAT", data))
        else:
            chunks.append(chunk(b"fdAT", struct.pack(">I", sequence) + data))
            sequence += 1
    return png(*chunks)


def blocks(data):
    return b"".join(bytes([len(data[i:i + 255])]) + data[i:i + 255] for i in range(0, len(data), 255)) + b"\0"


def lzw(pixels):
    """LZW codes for `pixels` times index 0, each one pixel longer than the last until the table is full."""
    bits, count, out = 0, 0, bytearray()
    def put(code, width):
        nonlocal bits, count
        bits |= code << count
        count += width
        while count >= 8:
            out.append(bits & 255)
            bits >>= 8
            count -= 8
    put(4, 3)
    put(0, 3)
    done, following, width, length = 1, 6, 3, 1
    while done < pixels:
        if following < 4096:
            length += 1
            code = following
            following += 1
        put(code, width)
        if following == 1 << width and width < 12:
            width += 1
        done += length
    put(5, width)
    if count:
        out.append(bits & 255)
    return b"\x02" + blocks(bytes(out))


def gif(width, height, *images):
    palette = bytes([0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255])
    loop = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0x91, 0, 0) + palette + loop + b"".join(images) + b";"


def image(width, height, data, dispose=1):
    return (b"\x21\xf9\x04" + bytes([dispose << 2, 10, 0, 0, 0])
            + b"," + struct.pack("<HHHHB", 0, 0, width, height, 0) + data)


def segment(marker, data):
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data


def progressive(side, scans):
    """A progressive JPEG in gray: one scan of DC values, then the AC values again and again."""
    table = segment(0xDB, b"\0" + bytes([1] * 64))
    frame = segment(0xC2, struct.pack(">BHHB", 8, side, side, 1) + b"\x01\x11\0")
    # One code of one bit each: a DC difference of 0, and a run of 2^14 blocks without AC.
    dc = segment(0xC4, b"\x00" + bytes([1] + [0] * 15) + b"\0")
    ac = segment(0xC4, b"\x10" + bytes([1] + [0] * 15) + b"\xe0")
    count = (side // 8) ** 2
    first = segment(0xDA, b"\x01\x01\x00\x00\x00\x00") + bytes(count // 8)
    # A 0 for the code and 14 bits of 0: runs of 2^14.
    runs = (count + (1 << 14) - 1) >> 14
    again = segment(0xDA, b"\x01\x01\x00\x01\x3f\x00") + bytes((runs * 15 + 7) // 8)
    return b"\xff\xd8" + table + frame + dc + ac + first + again * (scans - 1) + b"\xff\xd9"


def exif_loop():
    """A directory that declares 65,535 entries and links to itself."""
    tiff = b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 65535)
    entry = struct.pack("<HHII", 0x0112, 4, 0xFFFFFFFF, 8)
    tiff += entry * 5000 + struct.pack("<I", 8)
    return b"\xff\xd8" + segment(0xE1, b"Exif\0\0" + tiff) + progressive(8, 2)[2:]


def filled(start, piece, end):
    """As many pieces as fit into the largest file."""
    return start + piece * ((FILE_BYTES - len(start) - len(end)) // len(piece)) + end


def padding(kind, build):
    """A chunk that inflates to a thousand times its size, as large as a file may be."""
    return png(header(300, 300), chunk(kind, build + inflating()), chunk(b"IDAT", rows(300, 300, b"\1\2\3\xff")))


# (file name, title, expected finding, content)
LIMIT = "limit-exceeded"
BOMBS = [
    ("declares-2-31.png", "PNG that declares 2,147,483,647 px a side", LIMIT,
     lambda: png(header(2**31 - 1, 2**31 - 1), chunk(b"IDAT", rows(1, 1, b"\1\2\3\4")))),
    ("most-pixels.png", "PNG of 4,096 × 4,096 px", "canvas-too-large",
     lambda: png(header(SIDE, SIDE), chunk(b"IDAT", rows(SIDE, SIDE, b"\1\2\3\4")))),
    ("most-pixels-16.png", "the same with 16 bits, interlaced", "canvas-too-large",
     lambda: png(header(SIDE, SIDE, 16, 6, 1), chunk(b"IDAT", interlaced_rows(SIDE, SIDE, bytes(range(8)))))),
    ("noise.png", "the same, half of it transparent at random", "canvas-too-large",
     lambda: bits((os.urandom(SIDE // 8) for _ in range(SIDE)), b"\0\xff")),
    ("sieve.png", "the same, a background with four million holes", "canvas-too-large",
     lambda: bits(([b"\0", b"\x55"][0 < y < SIDE - 1 and y % 2] * (SIDE // 8 - 1) + b"\0"
                   for y in range(SIDE)), b"\xff\xff")),
    ("one-row.png", "PNG of 16,777,216 × 1 px", LIMIT,
     lambda: png(header(SIDE * SIDE, 1), chunk(b"IDAT", rows(SIDE * SIDE, 1, b"\1\2\3\4")))),
    ("one-column.png", "PNG of 1 × 65,535 px", "canvas-too-large",
     lambda: png(header(1, 65535), chunk(b"IDAT", rows(1, 65535, b"\1\2\3\4")))),
    ("zlib-bomb.png", "PNG of 300 px whose IDAT inflates to 30 GB", "corrupt-file",
     lambda: png(header(300, 300), chunk(b"IDAT", inflating()))),
    ("zlib-bomb-wide.png", "PNG of 65,535 × 256 px of 16 bits, which inflates to 30 GB", "corrupt-file",
     lambda: png(header(65535, 256, 16), chunk(b"IDAT", inflating()))),
    ("ztxt-bomb.png", "PNG whose zTXt inflates to 30 GB", "file-too-large",
     lambda: padding(b"zTXt", b"Comment\0\0")),
    ("iccp-bomb.png", "PNG whose iCCP inflates to 30 GB", "file-too-large",
     lambda: padding(b"iCCP", b"Profile\0\0")),
    ("many-chunks.png", "PNG of 2.8 million empty chunks", "file-too-large",
     lambda: filled(SIGNATURE + header(300, 300), chunk(b"teXt"),
                    chunk(b"IDAT", rows(300, 300, b"\1\2\3\xff")) + chunk(b"IEND"))),
    ("declares-2-31-frames.png", "APNG that declares 2,147,483,647 frames", "apng-frame-count",
     lambda: png(header(300, 300), chunk(b"acTL", struct.pack(">II", 2**31 - 1, 0)), control(0, 300, 300),
                 chunk(b"IDAT", rows(300, 300, b"\1\2\3\xff")))),
    ("most-decoded.png", "APNG that decodes to 940 MB, 16 bits, interlaced, blended", "canvas-too-large",
     lambda: animated(SIDE, 14, interlaced_rows(SIDE, SIDE, bytes([1, 2, 3, 4, 5, 6, 128, 0])), 16, 1, 2, 1)),
    ("many-frames.png", "APNG of 840,000 frames without data", LIMIT,
     lambda: filled(SIGNATURE + header(1, 1) + chunk(b"acTL", struct.pack(">II", 840_000, 0)),
                    control(0, 1, 1), chunk(b"IDAT", rows(1, 1, b"\1\2\3\4")) + chunk(b"IEND"))),
    ("many-frames.gif", "GIF of 1.4 million frames of 1 px", LIMIT,
     lambda: filled(gif(1, 1)[:-1], image(1, 1, lzw(1)), b";")),
    ("large-frames.gif", "GIF of 1 px whose frames have 16,777,216", LIMIT,
     lambda: gif(1, 1, *[image(SIDE, SIDE, lzw(SIDE * SIDE))] * 100)),
    ("giant-frame.gif", "GIF of 300 px with a frame of 65,535 px a side", LIMIT,
     lambda: gif(300, 300, image(300, 300, lzw(90_000)), image(65535, 65535, lzw(100)))),
    ("most-decoded.gif", "GIF that decodes to 940 MB, restored each time", "canvas-too-large",
     lambda: gif(SIDE, SIDE, *[image(SIDE, SIDE, lzw(SIDE * SIDE), 3)] * 14)),
    ("many-blocks.gif", "GIF with 32 MiB of empty comments", "file-too-large",
     lambda: filled(gif(300, 300)[:-1], b"\x21\xfe\0", image(300, 300, lzw(90_000)) + b";")),
    ("declares-65535.jpg", "JPEG that declares 65,535 px a side", LIMIT,
     lambda: progressive(65528, 1)[:2000]),
    ("most-scans.jpg", "JPEG of 4,096 × 4,096 px in 500 scans", "canvas-too-large",
     lambda: progressive(SIDE, 500)),
    ("too-many-scans.jpg", "JPEG of 4,096 × 4,096 px in 100,000 scans", "corrupt-file",
     lambda: progressive(SIDE, 100_000)),
    ("many-segments.jpg", "JPEG of 8.4 million empty segments", "file-too-large",
     lambda: filled(b"\xff\xd8", segment(0xE5, b""), progressive(304, 2)[2:])),
    ("fill-bytes.jpg", "JPEG with 32 MiB of fill bytes", "file-too-large",
     lambda: filled(b"\xff\xd8", b"\xff", progressive(304, 2)[2:])),
    ("exif-loop.jpg", "JPEG whose Exif directory leads back to itself", "jpeg-no-transparency",
     exif_loop),
    ("sparse.png", "sparse file of 10 GB", LIMIT, None),
]


def sticker_list(count):
    return ",".join('{"file":"%d.png"}' % index for index in range(count))


def many_files(folder, count):
    for index in range(count):
        # Different images: lint reads links to one image once.
        pixel = struct.pack(">I", index)
        image = png(header(1, 1), chunk(b"IDAT", zlib.compress(b"\0" + pixel)))
        (folder / f"{index}.png").write_bytes(image)


def many_links(folder, count):
    """Links to one image with as many defects as a few kilobytes can have."""
    control_ = chunk(b"fcTL", struct.pack(">IIIIIHHBB", 5, 9999, 9999, 5, 5, 0, 0, 7, 7))
    frames = chunk(b"acTL", struct.pack(">II", 1500, 0)) + control_[:-1] + b"\0"
    (folder / "bad.png").write_bytes(
        png(header(300, 300), frames + control_ * 1500, chunk(b"IDAT", rows(300, 300, b"\1\2\3\4"))))
    for index in range(count):
        (folder / f"{index}.png").symlink_to("bad.png")


def many_folders(folder, count):
    for index in range(count):
        (folder / str(index)).mkdir()


def below(folder, depth):
    """The innermost of `depth` nested folders."""
    for _ in range(depth):
        folder = folder / "d"
        folder.mkdir()
    return folder


def deep_folders(folder, depth):
    (below(folder, depth) / "deep.png").write_bytes(good())


def deep_groups(folder, depth):
    (folder / "A.xcstickers").mkdir()
    pack = below(folder / "A.xcstickers", depth) / "B.stickerpack"
    pack.mkdir()
    (pack / "Contents.json").write_text("{}")


def catalog(folder, contents):
    sticker = folder / "A.xcstickers" / "B.stickerpack" / "C.sticker"
    sticker.mkdir(parents=True)
    for place in [sticker, sticker.parent, sticker.parent.parent]:
        (place / "Contents.json").write_text(contents)


def configuration(text):
    return lambda folder: (folder / "stickerpack.json").write_text(text())


def most_frames(folder):
    """A sequence with the most and largest canvases, with as much noise as the file size allows."""
    side, count, hard = 2048, 12, 320
    (folder / "frames").mkdir()
    for index in range(count):
        noise = b"".join(b"\0" + os.urandom(side * 4) for _ in range(hard))
        plain = (b"\0" + bytes([index, 0, 0, 128]) * side) * (side - hard)
        (folder / "frames" / f"{index}.png").write_bytes(
            png(header(side, side), chunk(b"IDAT", zlib.compress(noise + plain, 1))))
    (folder / "stickerpack.json").write_text('{"stickers":[{"frames":"frames"}]}')


# (name, title, expected exit status, expected text in the report or on stderr, content)
FOLDERS = [
    ("deep-configuration", "stickerpack.json of a million brackets", 2, "nested too deeply",
     configuration(lambda: "[" * 1_000_000)),
    ("huge-configuration", "stickerpack.json of 100 MiB", 2, "(limit: 1048576)",
     configuration(lambda: '{"name":"' + "a" * (100 << 20) + '"}')),
    ("many-keys", "stickerpack.json of 80,000 keys", 2, "unknown key",
     configuration(lambda: "{" + ",".join('"k%d":1' % index for index in range(80_000)) + "}")),
    ("long-key", "stickerpack.json with a key of a million letters", 2, "unknown key",
     configuration(lambda: '{"' + "k" * 1_000_000 + '":1}')),
    ("many-stickers", "stickerpack.json that lists 45,000 files that are not there", 1,
     "listed-file-missing", configuration(lambda: '{"stickers":[' + sticker_list(45_000) + "]}")),
    ("deep-catalog", "catalog whose JSON has a million brackets", 1, "invalid-catalog",
     lambda folder: catalog(folder, "[" * 1_000_000)),
    ("deep-manifest", "manifest.json of 60 million brackets beside art", 0, "label-missing",
     lambda folder: (folder / "manifest.json").write_text("[" * 60_000_000)),
    ("most-frames", "sequence of 12 frames of 2,048 × 2,048 px, 30 MiB of them noise", 1,
     "animation-memory", most_frames),
    ("many-files", "folder of 100,000 images", 1, "canvas-too-small",
     lambda folder: many_files(folder, 100_000)),
    ("many-links", "100,000 links to an image with 1,500 defects", 1, "apng-frame-area",
     lambda folder: many_links(folder, 100_000)),
    ("many-folders", "100,000 empty folders", 0, "label-missing",
     lambda folder: many_folders(folder, 100_000)),
    ("deep-folders", "1,900 folders inside one another", 0, "label-missing",
     lambda folder: deep_folders(folder, 1_900)),
    ("deep-groups", "catalog of 1,900 groups inside one another", 0, "empty-pack",
     lambda folder: deep_groups(folder, 1_900)),
]


def stripe(width, height):
    """A PNG of one color, a long line."""
    return png(header(width, height), chunk(b"IDAT", rows(width, height, b"\x50\x60\x70\xff")))


def disc(side):
    """A PNG of a circle of one color with a margin."""
    def line(y):
        half = int(max(0, (side * 0.4) ** 2 - (y - side / 2) ** 2) ** 0.5)
        return b"\0" + bytes(4 * (side // 2 - half)) + b"\x50\x60\x70\xff" * (2 * half) + bytes(4 * (side // 2 - half))
    return png(header(side, side), chunk(b"IDAT", deflated(line(y) for y in range(side))))


def moving(width, height, frames, noise=0):
    """An APNG of which every pixel changes in every frame, in thousands of colors. One of `noise` rows is random."""
    generator = random.Random(frames)
    step = bytes(value for x in range(width * 2) for value in (x * 5 & 255, x * 3 & 255, x & 255, 255))
    result = header(width, height) + chunk(b"acTL", struct.pack(">II", frames, 0))
    sequence = 0
    for frame in range(frames):
        result += control(sequence, width, height)
        sequence += 1
        starts = ((frame * 7 + y * 3) % width * 4 for y in range(height))
        lines = [b"\0" + step[start:start + width * 4] for start in starts]
        for y in range(0, height, noise) if noise else []:
            line = bytearray(generator.randbytes(width * 4))
            line[3::4] = b"\xff" * width
            lines[y] = b"\0" + line
        data = zlib.compress(b"".join(lines), 6)
        if frame == 0:
            result += chunk(b"IDAT", data)
        else:
            result += chunk(b"fdAT", struct.pack(">I", sequence) + data)
            sequence += 1
    return SIGNATURE + result + chunk(b"IEND")


def file(name, build):
    return lambda folder: (folder / name).write_bytes(build())


def several(count, side, frames):
    def write_all(folder):
        for index in range(count):
            (folder / f"{index}.png").write_bytes(moving(side, side, frames + index, 12))
    return write_all


def heavy(count):
    """Images of 32 MiB, almost all of it in a chunk that every destination ignores, and one that takes them as they are."""
    def write_all(folder):
        body = chunk(b"prVt", bytes(FILE_BYTES - 20_000)) + chunk(b"IDAT", rows(320, 320, b"\x50\x60\x70\xcc"))
        (folder / "0.png").write_bytes(png(header(320, 320), body))
        (folder / "kept.json").write_text(
            f'{{"extends": "apple-notification-attachment", "limits": {{"maximumBytes": {FILE_BYTES}}}}}')
        for index in range(1, count):
            os.link(folder / "0.png", folder / f"{index}.png")
    return write_all


FIT = ["fit", "Pack", "--dry-run"]
BUILD = ["build", "Pack", "-o", "Built", "--fit"]
FIX = ["fix", "Pack", "--dry-run", "--unsafe"]

# (name, title, arguments, expected text in the output, content)
MADE = [
    ("line-fit", "PNG of 1 × 20,000 px", FIT, "618 px", file("a.png", lambda: stripe(1, 20_000))),
    ("changes-fit", "PNG of 20,000 × 10 px, trimmed and padded",
     FIT + ["--trim", "--padding", "75", "--square", "--enlarge"], "75 px of padding",
     file("a.png", lambda: stripe(20_000, 10))),
    ("outline-fit", "PNG of 4,096 × 4,096 px, trimmed, padded and outlined",
     FIT + ["--trim", "--padding", "75", "--outline", "30", "--square", "--enlarge"],
     "30 px of outline", file("a.png", lambda: disc(SIDE))),
    ("largest-fit", "PNG of 4,096 × 4,096 px", FIT, "618 px",
     file("a.png", lambda: stripe(SIDE, SIDE))),
    ("frames-fit", "APNG of 242 frames of 512 px", FIT, "1 of 1 sticker",
     file("a.png", lambda: moving(512, 512, 242))),
    ("six-fit", "six APNGs of 12 to 17 frames of 512 px", FIT, "6 of 6 stickers",
     several(6, 512, 12)),
    ("six-build", "the same", BUILD, "6 of 6 stickers", several(6, 512, 12)),
    ("heavy-kept", "20 PNGs of 32 MiB", ["build", "Pack", "-o", "Built", "--target", "./Pack/kept.json"],
     "kept: 20 stickers", heavy(20)),
    ("heavy-store", "the same, for a destination with smaller files", ["build", "Pack", "-o", "Built", "--target", "discord-sticker"],
     "discord-sticker: 20 stickers", heavy(20)),
    ("line-fix", "PNG of 1 × 20,000 px", FIX, "→ 618 × 618 px",
     file("a.png", lambda: stripe(1, 20_000))),
    ("longer-fix", "PNG of 1 × 65,535 px", FIX, "→ 618 × 618 px",
     file("a.png", lambda: stripe(1, 65_535))),
    ("largest-fix", "PNG of 4,096 × 4,096 px", FIX, "→ 618 × 618 px",
     file("a.png", lambda: stripe(SIDE, SIDE))),
    ("frames-fix", "APNG of 30 frames of 2 × 20,000 px", FIX, "→ 618 × 618 px",
     file("a.png", lambda: moving(2, 20_000, 30))),
]


def good():
    return png(header(300, 300), chunk(b"IDAT", rows(300, 300, b"\1\2\3\xff")))


def write(path, build):
    with open(path, "wb") as file:
        if build:
            file.write(build())
        else:
            file.truncate(10 * 10**9)


# A child's peak memory includes what its parent had when it started it, and this script reads large reports.
LAUNCHER = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[2:])
_, status, usage = os.wait4(process.pid, 0)
with open(sys.argv[1], "w") as file:
    print(status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=file)
"""


def run(program, arguments):
    """Returns the output, errors, wait status, processor seconds and peak memory in MiB of one run."""
    with (tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors,
          tempfile.NamedTemporaryFile() as costs):
        subprocess.run([sys.executable, "-S", "-c", LAUNCHER, costs.name, program, *arguments],
                       stdout=out, stderr=errors, check=True)
        status, seconds, peak = costs.read().split()
        out.seek(0)
        errors.seek(0)
        # Not the time on the clock: other programs must not make a bound fail.
        return (out.read(), errors.read(), int(status), float(seconds),
                int(peak) / (1 << 20 if sys.platform == "darwin" else 1 << 10))


def check(program, name, build, wanted):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "Pack"
        folder.mkdir()
        # In a separate process, because the file is large.
        subprocess.run([sys.executable, __file__, "--write", name, folder / name], check=True)
        (folder / "good.png").write_bytes(good())
        size = (folder / name).stat().st_size
        out, errors, status, seconds, peak = run(
            program, ["lint", str(folder), "--format", "json", "--jobs", "1"])
    faults = []
    if os.WIFSIGNALED(status):
        return size, seconds, peak, f"killed by signal {os.WTERMSIG(status)}", ["crashed"]
    try:
        report = json.loads(out)
    except ValueError:
        return size, seconds, peak, errors.decode(errors="replace"), ["no report"]
    mine = [f for f in report["findings"] if f["file"].endswith(name)]
    found = [f for f in mine if f["rule"] == wanted]
    if not found:
        faults.append(f"no {wanted}: " + ", ".join(sorted({f["rule"] for f in mine})))
    if wanted == LIMIT and found and b"--max-pixels" not in errors:
        faults.append("the options for limits are not mentioned")
    if not any(s["file"].endswith("good.png") and s.get("width") == 300
               for p in report["packs"] for s in p["stickers"]):
        faults.append("the good file was not checked")
    if peak > MOST_MEBIBYTES:
        faults.append(f"{peak:.0f} MiB")
    if seconds > MOST_SECONDS:
        faults.append(f"{seconds:.0f} s")
    return size, seconds, peak, found[0]["message"] if found else "", faults


def check_folder(program, name, wanted, words):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "Pack"
        folder.mkdir()
        (folder / "good.png").write_bytes(good())
        subprocess.run([sys.executable, __file__, "--write", name, folder], check=True)
        out, errors, status, seconds, peak = run(
            program, ["lint", str(folder), "--format", "json", "--jobs", "1"])
        # Too deep for shutil.rmtree.
        subprocess.run(["rm", "-rf", folder], check=True)
    if os.WIFSIGNALED(status):
        return "", seconds, peak, [f"killed by signal {os.WTERMSIG(status)}"]
    faults = []
    if os.WEXITSTATUS(status) != wanted:
        faults.append(f"expected exit status {wanted}")
    if words not in (out + errors).decode(errors="replace"):
        faults.append(f"expected \"{words}\" in the output")
    if name == "most-frames" and peak > MOST_MEBIBYTES:
        # A sequence is one sticker, so the bound for one file applies.
        faults.append(f"{peak:.0f} MiB")
    if peak > MOST_FOLDER_MEBIBYTES:
        faults.append(f"{peak:.0f} MiB")
    if len(errors) > 2000:
        faults.append(f"a message of {len(errors):,} bytes")
    if seconds > MOST_SECONDS:
        faults.append(f"{seconds:.0f} s")
    return os.WEXITSTATUS(status), seconds, peak, faults


def check_made(program, name, arguments, words):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "Pack"
        folder.mkdir()
        subprocess.run([sys.executable, SCRIPT, "--write", name, folder], check=True)
        os.chdir(scratch)
        out, errors, status, seconds, peak = run(program, [*arguments, "--jobs", "1"])
        os.chdir("/")
    faults = []
    if os.WIFSIGNALED(status):
        faults.append(f"killed by signal {os.WTERMSIG(status)}")
    if words not in (out + errors).decode(errors="replace"):
        faults.append(f"expected \"{words}\" in the output")
    if peak > MOST_MADE_MEBIBYTES:
        faults.append(f"{peak:.0f} MiB")
    return seconds, peak, faults


def main():
    if sys.argv[1] == "--write":
        bomb = next(b for b in BOMBS + FOLDERS + MADE if b[0] == sys.argv[2])
        return write(sys.argv[3], bomb[3]) if len(bomb) == 4 else bomb[4](Path(sys.argv[3]))
    program, names = sys.argv[1], sys.argv[2:]
    print("| file | its bytes | finding | peak MiB | seconds |")
    print("| --- | ---: | --- | ---: | ---: |")
    failed = False
    for name, title, wanted, build in BOMBS:
        if names and name not in names:
            continue
        size, seconds, peak, message, faults = check(program, name, build, wanted)
        failed = failed or bool(faults)
        mark = " **" + "; ".join(faults) + "**" if faults else ""
        print(f"| {title} | {size:,} | `{wanted}`{mark} | {peak:.0f} | {seconds:.1f} |", flush=True)
    print("\n| folder | exit status | peak MiB | seconds |")
    print("| --- | ---: | ---: | ---: |")
    for name, title, wanted, words, _ in FOLDERS:
        if names and name not in names:
            continue
        status, seconds, peak, faults = check_folder(program, name, wanted, words)
        failed = failed or bool(faults)
        mark = " **" + "; ".join(faults) + "**" if faults else ""
        print(f"| {title} | {status}{mark} | {peak:.0f} | {seconds:.1f} |", flush=True)
    print("\n| made art | command | peak MiB | seconds |")
    print("| --- | --- | ---: | ---: |")
    program = os.path.abspath(program)
    for name, title, arguments, words, _ in MADE:
        if names and name not in names:
            continue
        seconds, peak, faults = check_made(program, name, arguments, words)
        failed = failed or bool(faults)
        mark = " **" + "; ".join(faults) + "**" if faults else ""
        kept = "target" if "--target" in arguments else "fit"
        command = {"fit": "`fit`", "build": f"`build --{kept}`"}.get(arguments[0], "`lint` fixes")
        print(f"| {title} | {command}{mark} | {peak:.0f} | {seconds:.1f} |", flush=True)
    print(f"\nBounds: {MOST_MEBIBYTES} MiB and {MOST_SECONDS} s for one file,"
          f" {MOST_MADE_MEBIBYTES} MiB for one job that makes art.")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
