"""Draws waves of color on a disc, with the grain of a video: 1.8 MB as an APNG of 10 frames of 300 px.

usage: hues.py OUTPUT.png [FRAMES] (requires Pillow and numpy)

With a number of frames, a smaller disc without grain crosses a canvas of 512 px: 25.8 MB with 150.
"""

import sys

import numpy
from PIL import Image

CROSSES = len(sys.argv) > 2
SIDE, FRAMES, DELAY = (512, int(sys.argv[2]), 40) if CROSSES else (300, 10, 80)
random = numpy.random.default_rng(1)
Y, X = numpy.mgrid[0:SIDE, 0:SIDE]


def frame(index):
    x = X + 9 * index
    waves = [
        numpy.sin(x / 40 + Y / 70), numpy.sin(x / 60 - Y / 50 + 1), numpy.cos(x / 90 + Y / 30)]
    color = numpy.stack([128 + 100 * wave for wave in waves], -1)
    if not CROSSES:
        color += random.normal(0, 3, (SIDE, SIDE, 3))
    center, radius = ((100 + index, 256), 60) if CROSSES else ((150, 150), 140)
    alpha = (radius - numpy.hypot(X - center[0], Y - center[1])) * 60
    return Image.fromarray(numpy.clip(numpy.dstack([color, alpha]), 0, 255).astype(numpy.uint8))


def main():
    frames = [frame(index) for index in range(FRAMES)]
    frames[0].save(
        sys.argv[1], save_all=True, append_images=frames[1:], duration=DELAY, loop=0, disposal=1,
        blend=0)


main()
