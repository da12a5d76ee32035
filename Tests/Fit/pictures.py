"""Reads, compares and writes pictures, with Pillow and numpy only."""

import math

import numpy
from PIL import Image, ImageSequence


def frames(path):
    """The frames of a file as RGBA samples, and their delays in milliseconds."""
    pictures, delays = [], []
    with Image.open(path) as image:
        for frame in ImageSequence.Iterator(image):
            samples = numpy.array(frame.convert("RGBA"))
            samples[samples[..., 3] == 0] = 0
            pictures.append(samples)
            delays.append(frame.info.get("duration", 0))
    return pictures, delays


def write(path, pictures, delays):
    """Writes an APNG that is played forever."""
    first, *others = [Image.fromarray(samples) for samples in pictures]
    first.save(path, save_all=True, append_images=others, duration=delays, loop=0)


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


def played(pictures, delays):
    """The pictures and delays without repeated pictures, which encoders merge with the one before."""
    result = []
    for picture, delay in zip(pictures, delays):
        if result and numpy.array_equal(result[-1][0], picture):
            result[-1][1] += delay
        else:
            result.append([picture, delay])
    return result


def identical(first, second):
    """Whether two files show the same canvases for the same times."""
    first, second = played(*frames(first)), played(*frames(second))
    return len(first) == len(second) and all(
        numpy.array_equal(one[0], other[0]) and abs(one[1] - other[1]) < 0.5
        for one, other in zip(first, second))
