"""What viewers see of a changed sticker, measured from the files alone.

usage: score.py BEFORE AFTER

The definition is that of the manual, "Quality": at each moment, the canvas that is shown is compared with the
original's. No code is shared with stickerpack: Pillow decodes, and scores are those of the reference program of
SSIMULACRA 2 (github.com/cloudinary/ssimulacra2), whose path is the environment variable SSIMULACRA2.
"""

import bisect
import fractions
import functools
import multiprocessing
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

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
    return min(compared(before, after, ground) for ground in GROUNDS)


def compared(before, after, ground):
    """The score of one canvas in front of a color."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / name for name in ("before.png", "after.png")]
        for path, samples in zip(files, (before, after)):
            colors = numpy.round(pictures.over(samples, ground)).astype(numpy.uint8)
            Image.fromarray(colors).save(path, compress_level=1)
        result = subprocess.run(
            [os.environ["SSIMULACRA2"], *files], capture_output=True, text=True, check=True)
        return float(result.stdout)


if __name__ == "__main__":
    print("mean {:.1f}, worst {:.1f}".format(*viewer_quality(*sys.argv[1:])))
