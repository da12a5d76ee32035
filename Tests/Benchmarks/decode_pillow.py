#!/usr/bin/env python3
"""Decodes every frame of all files to RGBA with Pillow, in two processes.

Usage: decode_pillow.py FOLDER
"""

import multiprocessing
import os
import sys

from PIL import Image, ImageSequence


def decode(paths):
    for path in paths:
        with Image.open(path) as image:
            for frame in ImageSequence.Iterator(image):
                frame.convert("RGBA")


if __name__ == "__main__":
    paths = sorted(os.path.join(folder, name) for folder, _, names in os.walk(sys.argv[1]) for name in names)
    processes = [multiprocessing.Process(target=decode, args=[paths[part::2]]) for part in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    sys.exit(any(process.exitcode for process in processes))
