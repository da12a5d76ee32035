"""Sheets that show a sticker before and after, to look at."""

import numpy
from PIL import Image

import pictures

SIDE = 200
ZOOM = 2
GROUNDS = ((255, 255, 255), (0, 0, 0), (0, 122, 255))


def busiest(samples):
    """The left and top edge of the area of 200 x 200 px with the largest differences between neighbors."""
    gray = pictures.over(samples, 128).mean(axis=2)
    detail = numpy.zeros((gray.shape[0] + 1, gray.shape[1] + 1))
    change = numpy.abs(numpy.diff(gray, axis=0))[:, :-1] + numpy.abs(numpy.diff(gray, axis=1))[:-1]
    # Sums over all areas from the upper left corner, without the sharpest edges: they are in every area.
    detail[1:-1, 1:-1] = numpy.minimum(change, 16).cumsum(axis=0).cumsum(axis=1)
    detail[-1], detail[:, -1] = detail[-2], detail[:, -2]
    height, width = (min(SIDE, length) for length in gray.shape)
    sums = (detail[height:, width:] - detail[:-height, width:]
            - detail[height:, :-width] + detail[:-height, :-width])
    top, left = numpy.unravel_index(sums.argmax(), sums.shape)
    return left, top


def write(path, before, after):
    """Writes the middle one of the kept frames: above before, below after, on each ground."""
    pairs = pictures.kept(pictures.frames(before), pictures.frames(after))
    first, second = (Image.fromarray(samples) for samples in pairs[len(pairs) // 2])
    if first.size != second.size:
        first = first.resize(second.size, Image.Resampling.LANCZOS)
    left, top = busiest(numpy.array(first))
    sheet = Image.new("RGB", (len(GROUNDS) * SIDE * ZOOM, 2 * SIDE * ZOOM))
    for row, picture in enumerate((first, second)):
        crop = picture.crop((left, top, left + SIDE, top + SIDE))
        for column, ground in enumerate(GROUNDS):
            flat = Image.alpha_composite(Image.new("RGBA", crop.size, ground), crop)
            flat = flat.resize((SIDE * ZOOM, SIDE * ZOOM), Image.Resampling.NEAREST)
            sheet.paste(flat, (column * SIDE * ZOOM, row * SIDE * ZOOM))
    sheet.save(path)
