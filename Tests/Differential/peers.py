"""Runs each decoder and returns its answer in one common form."""

import io
import json
import os
import resource
import shutil
import subprocess
import tempfile
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy

import walks

UNSAID = "unsaid"

# What one decoder may return for one file, in bytes. Files that declare more are not decoded.
MOST_DECODED = 1 << 30
# The address space of each child process, in bytes.
MOST_MEMORY = 4 << 30


@dataclass
class Answer:
    """What one decoder returns: full canvases of straight RGBA, 8 bits per channel."""

    canvases: list[numpy.ndarray] = field(default_factory=list)
    # Seconds, one for each canvas; None if the decoder does not report them.
    delays: list[Fraction] | None = None
    # How often it plays, 0 forever, None if the file has no loop count; UNSAID if the decoder does
    # not report it.
    plays: int | None | str = UNSAID
    # The static image that is not part of the animation.
    hidden: numpy.ndarray | None = None
    # Whether the decoder returns only the first of several canvases.
    is_first_only: bool = False
    complaints: list[str] = field(default_factory=list)


class Stickerpack:
    """The decoders under test, in one process that answers file after file."""

    def __init__(self, *command: str):
        self.command = list(command)
        self.process: subprocess.Popen | None = None

    def ask(self, path: str) -> tuple[Answer, bool]:
        """The answer, and whether the file is animated. Raises RuntimeError after a crash."""
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                preexec_fn=limit_memory)
        self.process.stdin.write(os.fsencode(path) + b"\n")
        self.process.stdin.flush()
        header = self.line()
        answer = Answer()
        while "byteCount" in (part := self.line()):
            samples = numpy.frombuffer(self.process.stdout.read(part["byteCount"]), numpy.uint8)
            canvas = samples.reshape(part["height"], part["width"], 4)
            if part["isHidden"]:
                answer.hidden = canvas
            else:
                answer.canvases.append(canvas)
        answer.complaints = [f"{it['kind']}: {it['message']}" for it in part["defects"]]
        if "failure" in part:
            answer.complaints.append(part["failure"])
        if header["isAnimated"]:
            answer.delays = [Fraction(*delay) for delay in header["delays"]]
            answer.plays = header.get("plays")
        return answer, header["isAnimated"]

    def line(self) -> dict:
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"stickerpack's decoder ended with {self.process.wait()}")
        return json.loads(line)


class Reference:
    """stickerpack with libpng and giflib instead of its own decoders."""

    name = "reference"
    version = "(stickerpack with libpng and giflib)"

    def __init__(self, program: str):
        self.stickerpack = Stickerpack(program, "--reference")

    def ask(self, path: str, walk: walks.Walk) -> Answer | None:
        return self.stickerpack.ask(path)[0] if walk.format in ("png", "apng", "gif") else None


class Pillow:
    name = "Pillow"

    def __init__(self):
        import PIL.Image

        # Pillow warns above this and raises above twice this.
        PIL.Image.MAX_IMAGE_PIXELS = MOST_DECODED // 8
        self.version = PIL.__version__

    def ask(self, path: str, walk: walks.Walk) -> Answer:
        import PIL.Image
        import PIL.ImageOps

        answer = Answer()
        warnings.simplefilter("ignore")
        try:
            with PIL.Image.open(path) as image:
                count = getattr(image, "n_frames", 1)
                delays = []
                skipped = 0
                # The file may have more frames than its walk found.
                if image.width * image.height * 4 * count > MOST_DECODED:
                    raise MemoryError(f"{count} frames of {image.width} × {image.height} px")
                for index in range(count):
                    image.seek(index)
                    image.load()
                    # Pillow returns a static image that is not a frame first.
                    if index == 0 and count > 1 and getattr(image, "default_image", False):
                        answer.hidden = rgba(image)
                        skipped = 1
                        continue
                    upright = PIL.ImageOps.exif_transpose(image) if walk.format == "jpeg" else image
                    answer.canvases.append(rgba(upright))
                    delays.append(Fraction(image.info.get("duration", 0)) / 1000)
                if count - skipped > 1 or walk.format == "apng":
                    answer.delays = delays
                    answer.plays = image.info.get("loop")
                    if walk.format == "gif" and answer.plays is not None:
                        answer.plays = walks.plays(answer.plays)
        except Exception as error:  # Pillow documents no common class.
            answer.complaints.append(f"{type(error).__name__}: {error}")
        return answer


def rgba(image) -> numpy.ndarray:
    """Pillow's pixels as RGBA. It truncates 16-bit gray to 8 bits instead of rounding, which happens here."""
    if image.mode.startswith("I"):
        wide = numpy.asarray(image)
        gray = narrowed(wide)
        alpha = numpy.where(wide == image.info.get("transparency", -1), 0, 255)
        return numpy.dstack([gray, gray, gray, alpha.astype(numpy.uint8)])
    return numpy.asarray(image.convert("RGBA"))


class Composed:
    """Frames extracted by walks.py, decoded by Pillow one by one and composited here.

    Source: PNG Third Edition, 11.3.6 and 13.16; GIF89a, 20 and 23. A GIF's screen starts
    transparent and is cleared to transparent, as in pygif's references.
    """

    name = "composed"

    def __init__(self):
        import PIL

        self.version = f"Pillow {PIL.__version__} for single frames"

    def ask(self, path: str, walk: walks.Walk) -> Answer | None:
        if walk.format not in ("apng", "gif") or "damage" in walk.parts:
            return None
        import PIL.Image

        answer = Answer()
        canvas = numpy.zeros((walk.height, walk.width, 4), numpy.uint8)
        for frame in walk.frames:
            if frame.width == 0 or frame.height == 0:
                return None
            try:
                with PIL.Image.open(io.BytesIO(frame.file)) as image:
                    image.load()
                    pixels = rgba(image)
            except Exception as error:  # As above.
                answer.complaints.append(f"{type(error).__name__}: {error}")
                return answer
            area = (slice(frame.y, frame.y + frame.height), slice(frame.x, frame.x + frame.width))
            before = canvas.copy()
            clipped = pixels[: max(0, walk.height - frame.y), : max(0, walk.width - frame.x)]
            canvas[area] = clipped if frame.blend == "source" else over(clipped, canvas[area])
            answer.canvases.append(canvas.copy())
            if frame.dispose == "background":
                canvas[area] = 0
            elif frame.dispose == "previous":
                canvas = before
        if len(walk.frames) > 1 or walk.format == "apng":
            answer.delays = [Fraction(*frame.delay) for frame in walk.frames]
            answer.plays = walk.plays
        return answer


def over(source: numpy.ndarray, backdrop: numpy.ndarray) -> numpy.ndarray:
    """Porter-Duff "over" with straight alpha: exact, rounded half up once."""
    source, backdrop = source.astype(numpy.int64), backdrop.astype(numpy.int64)
    front = source[..., 3:] * 255
    back = backdrop[..., 3:] * (255 - source[..., 3:])
    both = front + back
    colors = source[..., :3] * front + backdrop[..., :3] * back
    divisor = numpy.maximum(both, 1)
    return numpy.concatenate(
        [(2 * colors + divisor) // (2 * divisor), (2 * both + 255) // 510], axis=2
    ).astype(numpy.uint8)


def limit_memory() -> None:
    """Called in a child process before it starts a decoder."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def run(command: list[str], most: int = 2 * MOST_DECODED) -> tuple[bytes, list[str]]:
    """A program's output, at most `most` bytes of it, and its complaints."""
    with tempfile.TemporaryFile() as errors, subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
        preexec_fn=limit_memory,
    ) as process:
        timer = threading.Timer(300, process.kill)
        timer.start()
        output = process.stdout.read(most + 1)
        complaints = [] if timer.is_alive() else ["timeout after 300 s"]
        timer.cancel()
        if len(output) > most:
            process.kill()
            output, complaints = b"", [f"more than {most:,} bytes of output"]
        code = process.wait()
        errors.seek(0)
        complaints += errors.read(1 << 16).decode(errors="replace").strip().splitlines()
        if code != 0:
            complaints.append(f"exit code {code}")
        return output, complaints


class FFmpeg:
    name = "ffmpeg"

    def __init__(self):
        for program in ("ffmpeg", "ffprobe"):
            if shutil.which(program) is None:
                raise ImportError(f"{program} is not installed")
        output, _ = run(["ffmpeg", "-version"])
        self.version = output.decode().split()[2]

    def ask(self, path: str, walk: walks.Walk) -> Answer:
        described, complaints = run(
            ["ffprobe", "-v", "error", "-select_streams", "v:0", "-of", "json", "-show_entries",
             "frame=width,duration_time,pkt_duration_time", f"file:{path}"])
        # A comment in the file need not be UTF-8.
        described = json.loads(described.decode(errors="replace") or "{}")
        frames = [frame for frame in described.get("frames", []) if "width" in frame]
        answer = Answer(complaints=complaints)
        if not frames:
            return answer
        raw, complaints = run(
            ["ffmpeg", "-v", "error", "-nostdin", "-i", f"file:{path}", "-map", "0:v:0",
             # By default ffmpeg repeats and drops frames for a constant rate.
             "-fps_mode", "passthrough",
             "-sws_flags", "accurate_rnd+full_chroma_int", "-pix_fmt",
             "rgba64be" if walk.bit_depth == 16 else "rgba", "-f", "image2pipe",
             "-c:v", "pam", "-"])
        answer.complaints += complaints
        answer.canvases = list(pam(raw))
        if len(frames) > 1:
            answer.delays = [
                Fraction(frame.get("duration_time", frame.get("pkt_duration_time", "0")))
                for frame in frames]
        return answer


class ImageMagick:
    name = "ImageMagick"

    def __init__(self):
        for program in ("magick", "convert-im6.q16", "convert"):
            if shutil.which(program) is None:
                continue
            output, _ = run([program, "-version"])
            if output.startswith(b"Version: ImageMagick"):
                self.program = program
                self.version = output.split()[2].decode()
                return
        raise ImportError("neither magick nor convert is installed")

    def ask(self, path: str, walk: walks.Walk) -> Answer:
        steps = ["-coalesce"] if walk.format == "gif" else ["-auto-orient"]
        # CMYK is converted to RGB. Everything else stays as stored: gAMA is ignored.
        colors = ["-colorspace", "sRGB"] if walk.components == 4 else ["-set", "colorspace", "sRGB"]
        raw, complaints = run(
            [self.program, f"{walk_format(walk)}:{path}", *steps, *colors,
             "-alpha", "set", "-type", "TrueColorMatte", "-depth", "16", "pam:-"])
        answer = Answer(list(pam(raw)), complaints=complaints)
        answer.is_first_only = walk.format == "apng"
        if walk.format == "apng" and walk.hides_image and answer.canvases:
            answer.hidden, answer.canvases = answer.canvases[0], []
        if walk.format == "gif" and len(answer.canvases) > 1:
            timing, _ = run([self.program, path, "-format", "%T\n", "info:"])
            answer.delays = [Fraction(int(line), 100) for line in timing.split()]
            answer.plays = self.plays(path)
        return answer

    def plays(self, path: str) -> int | None:
        """None if the file has no loop count."""
        verbose, _ = run([self.program, f"{path}[0]", "-verbose", "info:"])
        for line in verbose.decode(errors="replace").splitlines():
            if line.strip().startswith("Iterations:"):
                return int(line.split(":")[1])
        return None


def walk_format(walk: walks.Walk) -> str:
    return {"apng": "png", "unknown": "png"}.get(walk.format, walk.format)


def pam(raw: bytes) -> Iterator[numpy.ndarray]:
    """The images of a stream of PAM files with four channels, rounded to 8 bits."""
    offset = 0
    while raw.startswith(b"P7\n", offset):
        start = raw.index(b"ENDHDR\n", offset) + 7
        # ImageMagick copies the file's comment into the header, in any encoding.
        lines = raw[offset:start].decode("latin-1").split("\n")
        fields = dict(line.split(" ", 1) for line in lines if " " in line and line[0] != "#")
        shape = int(fields["HEIGHT"]), int(fields["WIDTH"]), 4
        kind = {"255": numpy.dtype("u1"), "65535": numpy.dtype(">u2")}[fields["MAXVAL"]]
        size = shape[0] * shape[1] * 4
        if fields["DEPTH"] != "4" or start + size * kind.itemsize > len(raw):
            return
        samples = numpy.frombuffer(raw, kind, size, start).reshape(shape)
        yield samples if kind.itemsize == 1 else narrowed(samples)
        offset = start + size * kind.itemsize


def narrowed(wide: numpy.ndarray) -> numpy.ndarray:
    """16-bit samples rounded to 8 bits: v * 255 / 65535."""
    return ((wide.astype(numpy.uint32) * 255 + 32767) // 65535).astype(numpy.uint8)


def installed() -> tuple[list, list[str]]:
    """The decoders that are installed, and why the others cannot be used."""
    present, missing = [], []
    # "composed" comes first: rules for the others depend on its answer.
    for peer in (Composed, Pillow, FFmpeg, ImageMagick):
        try:
            present.append(peer())
        except ImportError as error:
            missing.append(f"{peer.name}: {error}")
    return present, missing
