#!/usr/bin/env python3
"""Scales raw canvases of 618 × 618 RGBA with Lanczos3 and prints the CPU seconds of the loop.

Usage: resample_peers.py pillow|libvips SIDE ROUNDS CANVAS...
"""

import os
import sys
import time

SIDE = 618
# CPU time counts all threads.
os.environ["VIPS_CONCURRENCY"] = "1"


def with_pillow(samples, side):
    from PIL import Image

    image = Image.frombytes("RGBA", (SIDE, SIDE), samples)
    return lambda: image.resize((side, side), Image.Resampling.LANCZOS)


def with_libvips(samples, side):
    import pyvips

    pyvips.cache_set_max(0)
    image = pyvips.Image.new_from_memory(samples, SIDE, SIDE, 4, "uchar").copy(interpretation="srgb")
    return lambda: (image.premultiply().resize(side / SIDE, kernel="lanczos3").unpremultiply()
                    .cast("uchar").write_to_memory())


def main(library, side, rounds, paths):
    seconds = 0
    for path in paths:
        with open(path, "rb") as file:
            resample = {"pillow": with_pillow, "libvips": with_libvips}[library](file.read(), side)
        start = time.process_time()
        for _ in range(rounds):
            resample()
        seconds += time.process_time() - start
    print(seconds)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
