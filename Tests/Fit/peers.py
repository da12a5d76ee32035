"""Other tools that make an animated sticker small enough, each with the settings that a patient user would find.

Each function takes a GIF, a folder for its results and the limit in bytes, and returns the results that are small
enough: the best one that the tool finds on each canvas, of which the caller picks the best. Seconds are counted
for all attempts.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile

from PIL import Image

import pictures

SIDES = (512, 408, 300)


def execute(*command):
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=900)


def small(path, limit):
    return path.exists() and path.stat().st_size <= limit


def gifsicle(file, folder, limit):
    """The least lossy GIF with 256 and with 64 colors on each canvas."""
    results = []
    for side in SIDES:
        for colors in (256, 64):
            best, low, high = None, 0, 200
            while low <= high:
                lossy = high if best is None else (low + high) // 2
                output = folder / f"{file.stem}-{side}-{colors}-{lossy}.gif"
                execute("gifsicle", "-O3", f"--lossy={lossy}", "--colors", str(colors),
                        "--resize-fit", f"{side}x{side}", "--resize-method", "lanczos3",
                        file, "-o", output)
                if small(output, limit):
                    best, high = output, lossy - 1
                elif best is None:
                    break
                else:
                    low = lossy + 1
                if high - low < 8:
                    break
            results += [best] if best else []
    return results


def ffmpeg(file, folder, limit):
    """GIFs with a palette of their own: each canvas with the most frames per second that are small enough."""
    results = []
    for side in SIDES:
        for share in (1, 3 / 4, 1 / 2, 1 / 3, 1 / 4):
            output = folder / f"{file.stem}-{side}-{share:.2f}.gif"
            with Image.open(file) as image:
                rate = 1000 / max(image.info.get("duration", 100), 20) * share
            execute(
                "ffmpeg", "-v", "error", "-y", "-i", file, "-filter_complex",
                f"fps={rate:.3f},scale={side}:{side}:force_original_aspect_ratio=decrease:flags=lanczos,"
                "split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse=dither=none:"
                "diff_mode=rectangle", output)
            if small(output, limit):
                results.append(output)
                break
    return results


def pngquant(file, folder, limit):
    """APNGs by apngasm of frames by pngquant: each canvas with the most colors that are small enough."""
    results = []
    canvases, delays = pictures.frames(file)
    for side in SIDES:
        for colors in (256, 64, 16):
            output = folder / f"{file.stem}-{side}-{colors}.png"
            with tempfile.TemporaryDirectory() as frames:
                frames = pathlib.Path(frames)
                for index, (canvas, delay) in enumerate(zip(canvases, delays)):
                    image = Image.fromarray(canvas)
                    image.thumbnail((side, side), Image.Resampling.LANCZOS)
                    image.save(frames / f"f{index:03}.png", compress_level=1)
                    (frames / f"f{index:03}.txt").write_text(f"delay={round(delay)}/1000\n")
                execute("pngquant", "--nofs", "--force", "--ext", ".png", "--speed", "4", str(colors),
                        *sorted(frames.glob("*.png")))
                execute("apngasm", output, frames / "f000.png", "-z0")
            if small(output, limit):
                results.append(output)
                break
    return results


def sticker_convert(file, folder, limit):
    """What its presets for iMessage make of the file."""
    results = []
    for preset in ("imessage_large", "imessage_medium", "imessage_small"):
        source, output = folder / "in", folder / "out"
        for path in (source, output):
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir()
        shutil.copy(file, source)
        execute("sticker-convert", "--no-confirm", "--no-progress", "--preset", preset,
                "--input-dir", source, "--output-dir", output)
        for path in output.iterdir():
            if small(path, limit):
                results.append(folder / f"{file.stem}-{preset}{path.suffix}")
                shutil.move(path, results[-1])
    return results


def stickerpack(program, file, output, *options):
    execute(program, "fit", file, "-o", output, *options)
    return [output]


def before(file, folder, limit):
    """What another version of stickerpack makes of the file."""
    return stickerpack(os.environ["BEFORE"], file, folder / f"{file.stem}-before.gif")


TOOLS = {
    "gifsicle": (gifsicle, "gifsicle"),
    "ffmpeg": (ffmpeg, "ffmpeg"),
    "pngquant": (pngquant, "pngquant"),
    "sticker-convert": (sticker_convert, "sticker-convert"),
    # Another version of stickerpack, whose program is the environment variable BEFORE.
    "before": (before, os.environ.get("BEFORE", "")),
}
