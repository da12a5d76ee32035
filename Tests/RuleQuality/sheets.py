"""Contact sheets, to be looked at."""

import io
import os

import numpy
from PIL import Image, ImageDraw

import stickers

CELL = 150
MOST_ROWS = 8


def thumbnail(canvas: numpy.ndarray, backdrop, side: int) -> Image.Image:
    picture = Image.fromarray(canvas)
    sheet = Image.new("RGBA", picture.size, (*backdrop, 255))
    sheet.alpha_composite(picture)
    return sheet.convert("RGB").resize((side, side * canvas.shape[0] // canvas.shape[1]))


def canvases(injected, shown) -> list[numpy.ndarray]:
    pack = injected.values() if isinstance(injected, dict) else [injected]
    result = []
    for sticker in pack:
        if sticker.is_animated:
            result += [sticker.frames[index] for index in shown]
        else:
            with Image.open(io.BytesIO(sticker.encoded())) as file:
                result.append(numpy.array(file.convert("RGBA")))
    return result


def draw(defect, cells: dict[str, list], folder: str) -> None:
    """One row for each base: without the defect, then each strength."""
    os.makedirs(folder, exist_ok=True)
    rows = list(cells.items())[:MOST_ROWS]
    pictures = [[canvases(it, defect.shown) for it in row] for _, row in rows]
    widest = max((len(cell) for row in pictures for cell in row), default=1)
    side = CELL if widest <= 2 else CELL * 2 // 3
    width = side * widest + 8
    titles = ["none", *(f"{it:g} {defect.unit}" for it in defect.strengths)]
    sheet = Image.new("RGB", (width * len(titles), 20 + (side + 8) * len(rows)), (90, 90, 90))
    text = ImageDraw.Draw(sheet)
    for column, title in enumerate(titles):
        text.text((column * width + 2, 4), title[: width // 6], fill="white")
    for y, row in enumerate(pictures):
        for x, cell in enumerate(row):
            for index, canvas in enumerate(cell):
                picture = thumbnail(canvas, defect.backdrop, side)
                sheet.paste(picture, (x * width + index * side, 20 + y * (side + 8)))
    sheet.save(os.path.join(folder, f"{defect.name}.png"))
