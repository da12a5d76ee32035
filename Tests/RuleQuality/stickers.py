"""Stickers as arrays: reading art, placing it on a canvas, and encoding it without losing a pixel."""

import io
import os
import struct
import zlib
from dataclasses import dataclass, field, replace

import numpy
from PIL import Image

# The side of a still's canvas in pixels: Apple's regular size. Animations are smaller, for speed.
SIDE = 408
ANIMATED_SIDE = 300
# The most frames of an animation. Longer ones lose every other frame, which is shown twice as long.
MOST_FRAMES = 40
# The share of the canvas side that the art of a base fills, with even margins.
FILL = 0.84


@dataclass
class Sticker:
    """Full canvases of straight RGBA, 8 bits per channel, and how to write them."""

    frames: list[numpy.ndarray]
    # Milliseconds, one for each frame.
    delays: list[int] = field(default_factory=lambda: [100])
    format: str = "png"
    # PNG chunks in front of the image data.
    chunks: tuple[bytes, ...] = ()
    # The most colors of a GIF, with one more for transparency.
    colors: int = 255

    @property
    def first(self) -> numpy.ndarray:
        return self.frames[0]

    @property
    def side(self) -> int:
        return self.first.shape[1]

    @property
    def is_animated(self) -> bool:
        return len(self.frames) > 1

    def changed(self, change) -> "Sticker":
        """The sticker with each frame replaced by `change(frame)`."""
        return replace(self, frames=[change(frame) for frame in self.frames])

    @property
    def name(self) -> str:
        return f"sticker.{self.format}"

    def encoded(self) -> bytes:
        return gif(self.first, self.colors) if self.format == "gif" else png(self)


def chunk(kind: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def image_data(canvas: numpy.ndarray) -> bytes:
    """Deflated rows with the filter "up", which is fast and compresses flat art well."""
    height, width, _ = canvas.shape
    rows = canvas.reshape(height, width * 4)
    filtered = numpy.full((height, width * 4 + 1), 2, numpy.uint8)
    filtered[0, 1:] = rows[0]
    filtered[1:, 1:] = rows[1:] - rows[:-1]
    return zlib.compress(filtered.tobytes(), 1)


def png(sticker: Sticker) -> bytes:
    """A PNG, or an APNG of full canvases that loops forever. No frame is merged or dropped."""
    height, width, _ = sticker.first.shape
    parts = [chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)), *sticker.chunks]
    if not sticker.is_animated:
        parts.append(chunk(b"IDAT", image_data(sticker.first)))
    else:
        parts.append(chunk(b"acTL", struct.pack(">II", len(sticker.frames), 0)))
        number = 0
        for index, (canvas, delay) in enumerate(zip(sticker.frames, sticker.delays)):
            parts.append(chunk(
                b"fcTL",
                struct.pack(">IIIIIHHBB", number, width, height, 0, 0, delay, 1000, 0, 0)))
            number += 1
            if index == 0:
                parts.append(chunk(b"IDAT", image_data(canvas)))
            else:
                parts.append(chunk(b"fdAT", struct.pack(">I", number) + image_data(canvas)))
                number += 1
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND")


def gif(canvas: numpy.ndarray, colors: int) -> bytes:
    """A still GIF: alpha of at least 128 becomes opaque, the rest transparent."""
    picture = Image.fromarray(canvas[..., :3]).quantize(colors, dither=Image.Dither.NONE)
    indexes = numpy.array(picture)
    indexes[canvas[..., 3] < 128] = 255
    picture = Image.fromarray(indexes, "P")
    palette = Image.fromarray(canvas[..., :3]).quantize(colors, dither=Image.Dither.NONE).getpalette()
    picture.putpalette((palette + [0] * 768)[:768])
    file = io.BytesIO()
    picture.save(file, "GIF", transparency=255)
    return file.getvalue()


def bounds(frames: list[numpy.ndarray]) -> tuple[int, int, int, int]:
    """The smallest rectangle around every visible pixel of all frames: left, top, right, bottom."""
    visible = numpy.any([frame[..., 3] > 8 for frame in frames], axis=0)
    columns, rows = numpy.flatnonzero(visible.any(0)), numpy.flatnonzero(visible.any(1))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def resized(canvas: numpy.ndarray, width: int, height: int) -> numpy.ndarray:
    """The canvas at another size, filtered with premultiplied alpha."""
    picture = Image.fromarray(canvas).convert("RGBa")
    return numpy.array(picture.resize((width, height), Image.Resampling.LANCZOS).convert("RGBA"))


def placed(
    sticker: Sticker, side: int = 0, fill: float = FILL, right: float = 0, down: float = 0
) -> Sticker:
    """The art on a square canvas, its longer side at `fill` of the canvas, moved from the center by
    shares of the canvas side. What leaves the canvas is cut off."""
    side = side or sticker.side
    left, top, r, bottom = bounds(sticker.frames)
    scale = fill * side / max(r - left, bottom - top)
    width, height = max(1, round((r - left) * scale)), max(1, round((bottom - top) * scale))
    x = round((side - width) / 2 + right * side)
    y = round((side - height) / 2 + down * side)

    def place(frame: numpy.ndarray) -> numpy.ndarray:
        art = resized(frame[top:bottom, left:r], width, height)
        canvas = Image.new("RGBA", (side, side))
        canvas.paste(Image.fromarray(art), (x, y))
        return numpy.array(canvas)

    return sticker.changed(place)


def moved(canvas: numpy.ndarray, right: int, down: int) -> numpy.ndarray:
    """The canvas with its content moved by whole pixels."""
    result = Image.new("RGBA", canvas.shape[1::-1])
    result.paste(Image.fromarray(canvas), (right, down))
    return numpy.array(result)


def over(canvas: numpy.ndarray, color) -> numpy.ndarray:
    """The canvas composited over an opaque color, as floating-point RGB."""
    alpha = canvas[..., 3:].astype(float) / 255
    return canvas[..., :3] * alpha + numpy.array(color, float) * (1 - alpha)


def opaque(rgb: numpy.ndarray) -> numpy.ndarray:
    return with_alpha(rgb, numpy.full(rgb.shape[:2], 255))


def with_alpha(rgb: numpy.ndarray, alpha: numpy.ndarray) -> numpy.ndarray:
    result = numpy.dstack([rgb, alpha])
    return numpy.clip(numpy.round(result), 0, 255).astype(numpy.uint8)


def read(path: str) -> Sticker:
    """A still or an animation, thinned to at most MOST_FRAMES frames."""
    with Image.open(path) as file:
        count = getattr(file, "n_frames", 1)
        step = 1
        while count / step > MOST_FRAMES:
            step *= 2
        frames, delays = [], []
        for index in range(0, count, step):
            file.seek(index)
            frames.append(numpy.array(file.convert("RGBA")))
            delays.append(round(file.info.get("duration") or 100) * step)
        return Sticker(frames, delays)


def base(path: str) -> Sticker:
    """Clean art in the middle of its canvas. No color is hidden in transparent pixels."""
    sticker = read(path)
    return placed(sticker, ANIMATED_SIDE if sticker.is_animated else SIDE)


def bases(folder: str, names: list[str]) -> dict[str, Sticker]:
    paths = [os.path.join(folder, name) for name in names]
    return {
        os.path.splitext(os.path.basename(path))[0]: base(path)
        for path in paths if os.path.exists(path)
    }
