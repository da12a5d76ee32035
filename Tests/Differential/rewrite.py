#!/usr/bin/env python3
"""Rewrites images with gifsicle, ImageMagick, ffmpeg and Pillow in forms that stickerpack does not
write: interlaced, optimized, subsampled, with Exif orientation, with few or with 16 bits.

usage: rewrite.py FOLDER OUT    FOLDER holds animated GIFs and PNGs of at least 140 px
"""

import pathlib
import random
import subprocess
import sys

import PIL.Image

from peers import ImageMagick

CONVERT = ImageMagick().program
WHITE = ["-background", "white", "-flatten"]


def run(*command) -> None:
    subprocess.run([str(part) for part in command], check=True)


def rewrite_gif(gif: pathlib.Path, out: pathlib.Path) -> None:
    """Writes the first frames of a GIF as differently stored GIFs and APNGs."""
    start = out / gif.stem
    small = f"{start}-small.gif"
    run("gifsicle", "--resize", "160x160", "-O1", gif, "#0-15", "-o", small)
    for name, options in {
        "optimized": ["-O3", "--loopcount=3"],
        "previous": ["--interlace", "-U", "--disposal=previous"],
        "background": ["-U", "--disposal=background", "--crop", "20,30+100x90"],
        "few": ["--no-loopcount", "--colors=7"],
    }.items():
        run("gifsicle", "-w", *options, small, "-o", f"{start}-{name}.gif")
    for method in ("optimize", "optimize-frame"):
        run(CONVERT, small, "-coalesce", "-layers", method, f"{start}-{method}.gif")
    for name, filters in {"plain": "null", "soft": "format=rgba,rotate=0.3*t:c=none"}.items():
        run("ffmpeg", "-y", "-v", "error", "-i", small, "-vf", filters, "-plays", "4",
            "-fps_mode", "passthrough", "-f", "apng", f"{start}-{name}.png")


def write_animations(name: str, pictures: list, out: pathlib.Path) -> None:
    """Writes frames with partial alpha with each dispose and blend operation, using Pillow."""
    chance = random.Random(name)
    frames = []
    for _ in range(6):
        frame = PIL.Image.new("RGBA", (160, 160))
        turned = chance.choice(pictures).rotate(chance.randrange(360))
        frame.alpha_composite(turned, (chance.randrange(20), chance.randrange(20)))
        frames.append(frame)
    delays = [10, 33, 100, 250, 1000, 7]
    for dispose in range(3):
        for blend in range(2):
            frames[0].save(
                out / f"{name}-{dispose}{blend}.png", save_all=True, append_images=frames[1:],
                disposal=dispose, blend=blend, duration=delays, loop=chance.randrange(5),
                default_image=chance.random() < 0.5)
    for mode in ("P", "L", "LA", "RGB"):
        same = [it.quantize(60) if mode == "P" else it.convert(mode) for it in frames]
        same[0].save(
            out / f"{name}-{mode}.png", save_all=True, append_images=same[1:],
            blend=int(mode in ("LA", "RGB")), duration=40, loop=0)
    frames[0].save(
        out / f"{name}-mixed.gif", save_all=True, append_images=frames[1:],
        disposal=[2, 1, 3, 2, 3, 0], duration=[20, 40, 70, 100, 30, 50], loop=7)


def rewrite_png(png: pathlib.Path, out: pathlib.Path) -> None:
    """A picture in every PNG form, and as JPEGs."""
    start = out / png.stem
    for form in ("png8", "png24", "png32", "png48", "png64"):
        run(CONVERT, png, "-resize", "97x97", f"{form}:{start}-{form}.png")
        run(CONVERT, png, "-resize", "97x61!", "-interlace", "PNG", f"{form}:{start}-{form}-i.png")
    for depth in (1, 2, 4, 8, 16):
        run(CONVERT, png, "-resize", "90x90", *WHITE, "-colorspace", "Gray",
            "-define", f"png:bit-depth={depth}", "-define", "png:color-type=0",
            f"{start}-gray{depth}.png")
    for colors in (2, 4, 16):
        run(CONVERT, png, "-resize", "90x90", *WHITE, "+dither", "-colors", colors,
            f"png8:{start}-palette{colors}.png")
    for factor in ("1x1", "2x2", "2x1", "1x2", "4x1"):
        run(CONVERT, png, *WHITE, "-resize", "203x151!", "-sampling-factor", factor,
            f"{start}-{factor}.jpg")
    run(CONVERT, png, *WHITE, "-interlace", "JPEG", "-quality", "70", f"{start}-progressive.jpg")
    for space in ("Gray", "CMYK"):
        run(CONVERT, png, *WHITE, "-colorspace", space, f"{start}-{space}.jpg")
    with PIL.Image.open(png) as image:
        picture = image.convert("RGB").resize((120, 77))
    for orientation in range(1, 9):
        tags = PIL.Image.Exif()
        tags[0x0112] = orientation
        for name, subsampling in {"full": 0, "half": 2}.items():
            picture.save(
                f"{start}-{orientation}-{name}.jpg", exif=tags, subsampling=subsampling,
                restart_marker_rows=subsampling // 2)


def main(folder: str, target: str) -> None:
    out = pathlib.Path(target)
    out.mkdir(parents=True, exist_ok=True)
    gifs = sorted(pathlib.Path(folder).rglob("*.gif"))[:6]
    pngs = sorted(pathlib.Path(folder).rglob("*.png"))
    pngs = pngs[:3] + pngs[-3:]
    pictures = [PIL.Image.open(png).convert("RGBA").resize((140, 140)) for png in pngs]
    for gif in gifs:
        rewrite_gif(gif, out)
        write_animations(f"{gif.stem}-made", pictures, out)
    for png in pngs:
        rewrite_png(png, out)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
