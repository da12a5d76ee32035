"""What PNG, GIF and JPEG files declare, and each frame as a file of its own.

Independent of the product's walkers, so one mistake does not hide in both. Damage raises an
exception that `walk` turns into the part "damage".
"""

import struct
import zlib
from dataclasses import dataclass, field


@dataclass
class Frame:
    """A stored frame: its place on the canvas, its operations, and a file with only this frame."""

    x: int
    y: int
    width: int
    height: int
    delay: tuple[int, int]
    dispose: str
    blend: str
    file: bytes = b""


@dataclass
class Walk:
    """What a file declares."""

    format: str = "unknown"
    width: int = 0
    height: int = 0
    frames: list[Frame] = field(default_factory=list)
    plays: int | None = None
    hides_image: bool = False
    # Every chunk type of a PNG; the extensions' names of a GIF; the markers of a JPEG.
    parts: set[str] = field(default_factory=set)
    bit_depth: int = 8
    color_type: int = 6
    # A GIF's transparent color index for each frame; None for a frame without one.
    transparent: list[int | None] = field(default_factory=list)
    components: int = 0
    # Whether a JPEG stores some components with fewer samples than others.
    is_subsampled: bool = False

    @property
    def decoded_bytes(self) -> int:
        """The size of all canvases as RGBA, 8 bits per channel."""
        return self.width * self.height * 4 * max(1, len(self.frames))


def walk(data: bytes) -> Walk:
    """Walks a file up to its end or the first damage."""
    result = Walk()
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            result.format = "png"
            walk_png(data, result)
        elif data.startswith((b"GIF87a", b"GIF89a")):
            result.format = "gif"
            walk_gif(data, result)
        elif data.startswith(b"\xff\xd8\xff"):
            result.format = "jpeg"
            walk_jpeg(data, result)
    except (IndexError, struct.error, KeyError):
        result.parts.add("damage")
    return result


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def walk_png(data: bytes, result: Walk) -> None:
    header, colors = b"", b""
    images: list[bytearray] = []
    static = bytearray()
    offset = 8
    while offset < len(data):
        (length,) = struct.unpack_from(">I", data, offset)
        name, body = data[offset + 4 : offset + 8], data[offset + 8 : offset + 8 + length]
        (checksum,) = struct.unpack_from(">I", data, offset + 8 + length)
        if checksum != zlib.crc32(name + body):
            result.parts.add("damage")
        offset += 12 + length
        if name == b"acTL" and "IDAT" not in result.parts:
            result.format = "apng"
            result.plays = struct.unpack(">II", body)[1]
        elif name == b"fcTL":
            width, height, x, y, top, bottom, dispose, blend = struct.unpack(">4xIIIIHHBB", body)
            result.frames.append(
                Frame(
                    x, y, width, height, (top, bottom or 100),
                    {0: "none", 1: "background", 2: "previous"}[dispose],
                    {0: "source", 1: "over"}[blend],
                )
            )
            images.append(bytearray())
        elif name == b"IHDR":
            header = body
            result.width, result.height, result.bit_depth, result.color_type = struct.unpack_from(
                ">IIBB", body)
        elif name in (b"PLTE", b"tRNS"):
            # Each frame's file gets a copy; 768 bytes are 256 colors.
            if len(colors) + length > 2 * 768:
                raise IndexError
            colors += chunk(name, body)
        elif name == b"IDAT":
            if "IDAT" not in result.parts:
                result.hides_image = not result.frames
            static += body
            if not result.hides_image:
                images[0] += body
        elif name == b"fdAT":
            images[-1] += body[4:]
        result.parts.add(name.decode("latin-1"))
        if name == b"IEND":
            break
    if result.format == "png":
        result.frames, images, result.hides_image = [], [], False
        result.frames.append(
            Frame(0, 0, result.width, result.height, (0, 100), "none", "source"))
        images.append(static)
    for frame, image in zip(result.frames, images):
        frame.file = (
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">II", frame.width, frame.height) + header[8:])
            + colors + chunk(b"IDAT", bytes(image)) + chunk(b"IEND", b"")
        )


def plays(repetitions: int) -> int:
    """How often a GIF plays whose loop block states repetitions after the first play; 0 is forever."""
    return repetitions and repetitions + 1


def walk_gif(data: bytes, result: Walk) -> None:
    result.width, result.height, flags = struct.unpack_from("<HHB", data, 6)
    offset = 13
    palette = b""
    if flags & 0x80:
        palette = data[offset : offset + 3 * (2 << (flags & 7))]
        offset += len(palette)
        result.parts.add("global palette")
    control = (0, 0, None)

    def blocks(offset: int) -> tuple[bytes, int]:
        body = b""
        while data[offset]:
            body += data[offset + 1 : offset + 1 + data[offset]]
            offset += 1 + data[offset]
        return body, offset + 1

    while data[offset] != 0x3B:
        if data[offset] == 0x21:
            label = data[offset + 1]
            body, offset = blocks(offset + 2)
            if label == 0xF9:
                dispose, delay, index = struct.unpack("<BHB", body[:4])
                control = (dispose >> 2 & 7, delay, index if dispose & 1 else None)
            elif label == 0xFF:
                result.parts.add(body[:11].decode("latin-1"))
                if body[:11] in (b"NETSCAPE2.0", b"ANIMEXTS1.0") and body[11] == 1:
                    (repetitions,) = struct.unpack("<H", body[12:14])
                    result.plays = plays(repetitions)
            elif label == 0x01:
                result.parts.add("plain text")
                control = (0, 0, None)
        elif data[offset] == 0x2C:
            x, y, width, height, local = struct.unpack_from("<HHHHB", data, offset + 1)
            offset += 10
            colors, bits = palette, flags & 7
            if local & 0x80:
                colors, bits = data[offset : offset + 3 * (2 << (local & 7))], local & 7
                offset += len(colors)
            start = offset
            if not 2 <= data[start] <= 8:
                result.parts.add("code size")
            if x + width > result.width or y + height > result.height:
                result.parts.add("outside")
            _, offset = blocks(offset + 1)
            dispose, delay, index = control
            frame = Frame(
                x, y, width, height, (delay, 100),
                {2: "background", 3: "previous"}.get(dispose, "none"), "over",
            )
            see_through = struct.pack("<BHB", 1 if index is not None else 0, 0, index or 0)
            frame.file = (
                b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80 | bits, 0, 0) + colors
                + b"\x21\xf9\x04" + see_through + b"\x00"
                + b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, local & 0x40)
                + data[start:offset] + b"\x3b"
            )
            result.frames.append(frame)
            result.transparent.append(index)
            control = (0, 0, None)
        else:
            raise IndexError


def walk_jpeg(data: bytes, result: Walk) -> None:
    offset = 2
    while data[offset] == 0xFF and data[offset + 1] != 0xDA:
        marker = data[offset + 1]
        (length,) = struct.unpack_from(">H", data, offset + 2)
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            result.bit_depth, result.height, result.width, result.components = struct.unpack_from(
                ">BHHB", data, offset + 4)
            factors = data[offset + 11 : offset + 2 + length : 3]
            result.is_subsampled = len(set(factors)) > 1
        result.parts.add(f"{marker:02X}")
        if marker == 0xEE and data[offset + 4 : offset + 9] == b"Adobe":
            result.parts.add("Adobe")
        offset += 2 + length
