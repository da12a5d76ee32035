"""Reads and compares pictures, with Pillow and numpy only."""

import fractions
import io
import math
import struct
import zlib

import numpy
from PIL import Image, ImageSequence


def frames(path):
    """The frames of a file as RGBA samples, and their delays in milliseconds."""
    data = path.read_bytes()
    pictures, delays = apng(data) if b"acTL" in data[:1000] else others(data)
    for samples in pictures:
        samples[samples[..., 3] == 0] = 0
    return pictures, delays


def others(data):
    """The frames of a GIF, or a still image."""
    pictures, delays = [], []
    with Image.open(io.BytesIO(data)) as image:
        for frame in ImageSequence.Iterator(image):
            pictures.append(numpy.array(frame.convert("RGBA")))
            delays.append(fractions.Fraction(frame.info.get("duration", 0)))
    return pictures, delays


def apng(data):
    """The frames of an APNG. Pillow 13 composites indexed ones incorrectly, so it decodes only rectangles."""
    head, parts, offset = {}, [], 8
    while offset < len(data):
        size, kind = struct.unpack(">I4s", data[offset : offset + 8])
        body = data[offset + 8 : offset + 8 + size]
        offset += size + 12
        if kind == b"fcTL":
            parts.append((struct.unpack(">4xIIIIHHBB", body), []))
        elif kind in (b"IHDR", b"PLTE", b"tRNS"):
            head[kind] = body
        elif kind in (b"IDAT", b"fdAT") and parts:
            parts[-1][1].append(body if kind == b"IDAT" else body[4:])
    width, height = struct.unpack(">II", head[b"IHDR"][:8])
    canvas = numpy.zeros((height, width, 4), dtype=numpy.uint8)
    pictures, delays = [], []
    for (w, h, x, y, numerator, denominator, dispose, blend), bodies in parts:
        header = struct.pack(">II", w, h) + head[b"IHDR"][8:]
        file = b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            for kind, body in (
                {**head, b"IHDR": header, b"IDAT": b"".join(bodies), b"IEND": b""}.items()))
        (picture,), _ = others(file)
        before, area = canvas.copy(), (slice(y, y + h), slice(x, x + w))
        canvas[area] = composited(picture, canvas[area]) if blend else picture
        pictures.append(canvas.copy())
        delays.append(fractions.Fraction(1000 * numerator, denominator or 100))
        if dispose:
            canvas[area] = 0 if dispose == 1 else before[area]
    return pictures, delays


def composited(picture, below):
    """A picture in front of another one, both without premultiplied alpha."""
    alpha, rest = picture[..., 3:] / 255, below[..., 3:] / 255
    sum = alpha + rest * (1 - alpha)
    color = (picture[..., :3] * alpha + below[..., :3] * rest * (1 - alpha)) / numpy.maximum(sum, 1e-9)
    return numpy.round(numpy.concatenate([color, sum * 255], axis=2)).astype(numpy.uint8)


def over(samples, ground):
    """The samples in front of a color."""
    alpha = samples[..., 3:] / 255
    return samples[..., :3] * alpha + numpy.array(ground) * (1 - alpha)


def decibels(first, second):
    """The smaller PSNR over white and over black, of the pixels that are visible in either picture."""
    visible = (first[..., 3] > 0) | (second[..., 3] > 0)
    worst = max(
        ((over(first, ground) - over(second, ground)) ** 2)[visible].mean() for ground in (0, 255))
    return math.inf if worst == 0 else 10 * math.log10(255**2 / worst)


def starts(delays):
    """When each frame begins, in milliseconds."""
    return [sum(delays[:index]) for index in range(len(delays))]


def kept(before, after):
    """Pairs of frames that begin at the same time. Each is a list of pictures and one of delays."""
    originals = dict(zip(starts(before[1]), before[0]))
    return [
        (originals[start], picture)
        for start, picture in zip(starts(after[1]), after[0])
        if start in originals
    ]
