"""What viewers see of a changed sticker, measured from the files alone.

usage: score.py BEFORE AFTER

The definition is that of the manual, "Quality": at each moment, the canvas that is shown is compared with the
original's. No code is shared with stickerpack: Pillow decodes, and scores are those of the package ssimulacra2.
"""

import bisect
import fractions
import functools
import io
import multiprocessing
import os
import pathlib
import statistics
import sys
import warnings

import numpy
from PIL import Image
from ssimulacra2.ssimulacra2 import compute_ssimulacra2

import pictures

MOMENTS = 24
GROUNDS = (255, 0)


def viewer_quality(before, after, moments=MOMENTS):
    """The mean and the lowest score at moments that are spread over the original's time.

    Results of another size are scaled to that of the original.
    """
    with multiprocessing.Pool() as pool:
        scores = pool.map(lowest, shown(before, after, moments), chunksize=1)
    return statistics.mean(scores), min(scores)


def shown(before, after, moments):
    """Pairs of canvases that are shown at the same moment."""
    (originals, delays), results = decoded(pathlib.Path(before)), pictures.frames(pathlib.Path(after))
    ends = [start + delay for start, delay in zip(pictures.starts(delays), delays)]
    duration = ends[-1] or len(originals)
    pairs = []
    for index in range(moments if len(originals) > 1 else 1):
        # Multiples of the golden ratio: at equal steps, all moments could be those of frames that were kept.
        moment = duration * fractions.Fraction((index + 0.5) * 0.6180339887 % 1)
        pairs.append((at(moment, originals, delays), at(moment, *results)))
    return pairs


def at(moment, canvases, delays):
    """The canvas of an animation that plays forever."""
    total = sum(delays)
    ends = [start + delay for start, delay in zip(pictures.starts(delays), delays)]
    return canvases[min(bisect.bisect_right(ends, moment % total), len(canvases) - 1) if total else 0]


@functools.lru_cache(maxsize=1)
def decoded(path):
    return pictures.frames(path)


def lowest(pair):
    """The lower score of two, on white and on black."""
    before, after = pair
    if after.shape != before.shape:
        size = (before.shape[1], before.shape[0])
        premultiplied = Image.fromarray(after).convert("RGBa").resize(size, Image.Resampling.LANCZOS)
        after = numpy.array(premultiplied.convert("RGBA"))
    if numpy.array_equal(before, after):
        return 100.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return min(
            float(compute_ssimulacra2(file(before, ground), file(after, ground))) for ground in GROUNDS)


def file(samples, ground):
    """An image in front of a color, as the package reads it."""
    result = io.BytesIO()
    colors = numpy.round(pictures.over(samples, ground)).astype(numpy.uint8)
    Image.fromarray(colors).save(result, "bmp")
    result.seek(0)
    return result


if __name__ == "__main__":
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    print("mean {:.1f}, worst {:.1f}".format(*viewer_quality(*sys.argv[1:])))
