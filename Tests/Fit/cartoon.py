"""Draws a cartoon of 618 x 618 px with soft edges and gradients: about 2.5 MB as an APNG of 24 frames.

usage: cartoon.py OUTPUT.png [FRAMES] (requires Pillow and numpy)
"""

import math
import sys

import numpy
from PIL import Image

SIDE = 618
FRAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 24
# With more, the colors of the frames no longer fit into one palette.
SHADING = 0.4
# The part of the samples that differs by one code, as in art that was exported from a video.
GRAIN = 0.013
random = numpy.random.default_rng(14)
Y, X = numpy.mgrid[0:SIDE, 0:SIDE].astype(numpy.float64)


def disc(x, y, width, height, turn=0.0):
    """The distance from the center of an ellipse, 1 at its edge, and its coverage of each pixel."""
    dx, dy = X + 0.5 - x, Y + 0.5 - y
    u = (dx * math.cos(turn) + dy * math.sin(turn)) / width
    v = (dy * math.cos(turn) - dx * math.sin(turn)) / height
    distance = numpy.sqrt(u * u + v * v)
    return distance, numpy.clip((1 - distance) * min(width, height) + 0.5, 0, 1)


def paint(canvas, color, coverage):
    """Composites a color, which may differ between pixels, with premultiplied alpha."""
    for channel, value in enumerate(color):
        canvas[..., channel] = value * coverage + canvas[..., channel] * (1 - coverage)
    canvas[..., 3] = coverage + canvas[..., 3] * (1 - coverage)


def shaded(color, light, distance, x, y, size):
    """A color that is lit from the upper left."""
    lit = numpy.clip(1.15 - numpy.hypot(X - x + size * 0.35, Y - y + size * 0.4) / size / 1.5, 0, 1)
    return [c + SHADING * ((l - c) * lit - 0.25 * c * distance**4) for c, l in zip(color, light)]


def frame(index):
    canvas = numpy.zeros((SIDE, SIDE, 4))
    phase = 2 * math.pi * index / FRAMES
    jump = abs(math.sin(phase))
    squash = 1 + 0.12 * math.cos(2 * phase)
    x, y = 309 + 30 * math.sin(phase), 360 - 110 * jump
    _, shadow = disc(309 + 30 * math.sin(phase), 575, 190 - 70 * jump, 28)
    paint(canvas, (0, 0, 0), shadow * 0.25)
    width, height = 195 * squash, 185 / squash
    for side in (-1, 1):
        swing = side * (0.6 + 0.5 * math.sin(phase * 2))
        place = x + side * width * 0.95, y + 20 - 60 * math.sin(phase + side)
        brown = (0.2, 0.1, 0.05)
        for grow, color, light in ((8, brown, brown), (0, (0.9, 0.55, 0.2), (1, 0.85, 0.5))):
            distance, coverage = disc(*place, 38 + grow, 70 + grow, swing)
            paint(canvas, shaded(color, light, distance, *place, 70), coverage)
        ear = x + side * width * 0.6, y - height * 0.85
        distance, coverage = disc(*ear, 58, 66, side * 0.4)
        paint(canvas, (0.2, 0.1, 0.05), coverage)
        distance, coverage = disc(*ear, 50, 58, side * 0.4)
        paint(canvas, shaded((0.8, 0.4, 0.15), (1, 0.75, 0.45), distance, *ear, 58), coverage)
    _, coverage = disc(x, y, width + 9, height + 9)
    paint(canvas, (0.2, 0.1, 0.05), coverage)
    distance, coverage = disc(x, y, width, height)
    paint(canvas, shaded((0.92, 0.55, 0.18), (1, 0.9, 0.6), distance, x, y, width), coverage)
    distance, coverage = disc(x, y + 70, 110 * squash, 90 / squash)
    paint(canvas, shaded((1, 0.85, 0.65), (1, 0.98, 0.92), distance, x, y + 70, 100), coverage)
    blink = 1 if index % 12 else 0.15
    for side in (-1, 1):
        eye = x + side * 72, y - 40
        for size, color in ((34, (0.15, 0.08, 0.05)), (30, (1, 1, 1))):
            _, coverage = disc(*eye, size, size * 1.25 * blink)
            paint(canvas, color, coverage)
        pupil = eye[0] + 10 * math.sin(phase), eye[1] + 8 * math.cos(phase)
        _, coverage = disc(*pupil, 17, 20 * blink)
        paint(canvas, (0.1, 0.2, 0.35), coverage)
        _, coverage = disc(x + side * 125, y + 30, 44, 30)
        paint(canvas, (1, 0.4, 0.35), coverage * 0.6)
    _, coverage = disc(x, y + 55, 46, 18 + 22 * jump)
    paint(canvas, (0.45, 0.1, 0.1), coverage)
    _, nose = disc(x, y + 12, 24, 17)
    paint(canvas, (0.25, 0.12, 0.08), nose)
    for star in range(5):
        angle = phase + star * 2 * math.pi / 5
        place = 309 + 255 * math.cos(angle), 180 + 110 * math.sin(angle)
        _, coverage = disc(*place, 26, 26)
        paint(canvas, (1, 0.9, 0.3), coverage)
    alpha = canvas[..., 3:]
    color = numpy.divide(canvas[..., :3], alpha, out=numpy.zeros_like(canvas[..., :3]), where=alpha > 0)
    rgba = numpy.concatenate([numpy.clip(color, 0, 1), alpha], axis=2)
    rgba = numpy.round(rgba * 255)
    grain = random.random((SIDE, SIDE, 3))
    rgba[..., :3] += (grain < GRAIN / 2).astype(int) - (grain > 1 - GRAIN / 2)
    rgba = numpy.clip(rgba, 0, 255).astype(numpy.uint8)
    rgba[rgba[..., 3] == 0] = 0
    return Image.fromarray(rgba)


def main():
    frames = [frame(index) for index in range(FRAMES)]
    frames[0].save(
        sys.argv[1], save_all=True, append_images=frames[1:], duration=1000 / 12, loop=0)


main()
