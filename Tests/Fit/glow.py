"""Draws a star whose soft halo pulses: 4.7 MB as an APNG of 60 frames of 618 px.

usage: glow.py OUTPUT.png (requires Pillow and numpy)
"""

import sys

import numpy
from PIL import Image

SIDE, FRAMES = 618, 60
Y, X = (numpy.mgrid[0:SIDE, 0:SIDE] - (SIDE - 1) / 2).astype(float)
RADIUS = numpy.hypot(X, Y)
# The angle from the nearest of the five points.
ANGLE = numpy.abs((numpy.arctan2(X, -Y) + numpy.pi / 5) % (2 * numpy.pi / 5) - numpy.pi / 5)


def frame(index):
    pulse = 0.5 + 0.5 * numpy.sin(2 * numpy.pi * index / FRAMES)
    star = numpy.clip(75 / numpy.cos(1.05 - ANGLE) - RADIUS + 0.5, 0, 1)
    halo = numpy.exp(-(RADIUS / (120 + 70 * pulse)) ** 2) * (0.55 + 0.35 * pulse)
    halo *= numpy.clip((SIDE / 2 - RADIUS) / 30, 0, 1)
    alpha = 255 * (star + (1 - star) * halo)
    red, green, blue = 255 + 0 * RADIUS, 220 - 0.2 * RADIUS, 70 + 0.1 * RADIUS + 60 * pulse
    return Image.fromarray(numpy.clip(numpy.dstack([red, green, blue, alpha]), 0, 255).astype(numpy.uint8))


frames = [frame(index) for index in range(FRAMES)]
frames[0].save(sys.argv[1], save_all=True, append_images=frames[1:], duration=50)
