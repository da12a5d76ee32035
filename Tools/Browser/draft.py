#!/usr/bin/env python3
"""Draws the pack with problems that the web page offers, from the sample pack: usage: draft.py

Writes Tools/Browser/Draft, the stickers of a first export. Needs Pillow. The files are part of the repository, since
another version of Pillow would write other bytes.
"""

import pathlib

from PIL import Image, ImageFilter, ImageOps

HERE = pathlib.Path(__file__).resolve().parent
SAMPLE = HERE.parents[1] / "SampleStickers/Biscuit"
DRAFT = HERE / "Draft"


def art(name):
    return Image.open(SAMPLE / f"{name}.png").convert("RGBA")


def frames(name):
    image = Image.open(SAMPLE / f"{name}.png")
    for index in range(image.n_frames):
        image.seek(index)
        yield image.convert("RGBA")


def on_canvas(picture, size, place, ground=(0, 0, 0, 0)):
    canvas = Image.new("RGBA", (size, size), ground)
    canvas.alpha_composite(picture, place)
    return canvas


def save(picture, name, **options):
    picture.save(DRAFT / name, optimize=True, **options)


def main():
    DRAFT.mkdir(exist_ok=True)
    # The background layer was left on.
    save(on_canvas(art("love"), 408, (0, 0), (255, 255, 255, 255)), "love.png")
    # Exported at the size of the drawing, and as a thumbnail.
    save(art("birthday").resize((700, 700)).quantize(128), "birthday.png")
    save(art("grumpy").resize((240, 240)), "grumpy.png")
    # Moved beyond the artboard.
    moved = Image.new("RGBA", (408, 408))
    moved.paste(art("kiss"), (70, 0))
    save(moved, "kiss.png")
    # Small and in a corner.
    save(on_canvas(art("high-five").resize((130, 130)), 408, (250, 250)), "high-five.png")
    # Cut out of a white background, which is still in the soft edge.
    cut = art("laughing")
    alpha = cut.getchannel("A").point(lambda value: 255 if value > 20 else 0)
    inner = alpha.filter(ImageFilter.MinFilter(7)).filter(ImageFilter.GaussianBlur(1))
    rim = Image.new("RGBA", cut.size, (255, 255, 255, 255))
    rim.paste(cut.convert("RGB"), mask=inner)
    rim.putalpha(alpha.filter(ImageFilter.GaussianBlur(1)))
    save(rim, "laughing.png")
    # A dark drawing without an outline.
    night = ImageOps.grayscale(art("sleeping").convert("RGB")).point(lambda value: value // 7)
    dark = Image.merge("RGBA", (night, night, night, art("sleeping").getchannel("A")))
    save(dark, "sleeping.png")
    # An animation as GIF, with hard edges and without delays.
    animated = list(frames("zoomies"))
    animated[0].save(DRAFT / "zoomies.gif", save_all=True, append_images=animated[1:], duration=0, disposal=2)
    save(art("good-morning"), "good-morning.png")
    save(art("good-morning"), "good-morning copy.png")


if __name__ == "__main__":
    main()
