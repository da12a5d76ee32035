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


# What a picture is judged on.
BACKDROPS = [(255, 255, 255), (0, 0, 0), (0, 122, 255)]
MOST_JUDGED = 60


def draw_disagreements(findings: list, missed: list, folder: str) -> None:
    """For each rule, what is not judged yet, what is false and what is missing."""
    os.makedirs(folder, exist_ok=True)
    kinds = {"unjudged": {}, "false": {}, "missed": {}}
    for it in findings:
        if it.verdict in kinds:
            kinds[it.verdict].setdefault(it.rule, []).append((it.path, it.related, it.message))
    for it in missed:
        kinds["missed"].setdefault(it.rule, []).append((it.path, [], it.reason))
    for kind, rules in kinds.items():
        for rule, pictures in rules.items():
            sheet(pictures[:MOST_JUDGED], os.path.join(folder, f"{kind}-{rule}.png"))


def sheet(pictures: list, path: str) -> None:
    """Three pictures in a row, each on white, black and blue, or beside its related picture."""
    width, height = CELL * len(BACKDROPS) + 10, CELL + 28
    rows = (len(pictures) + 2) // 3
    result = Image.new("RGB", (3 * width, rows * height), (90, 90, 90))
    text = ImageDraw.Draw(result)
    for index, (file, related, reason) in enumerate(pictures):
        x, y = index % 3 * width, index // 3 * height
        text.text((x + 2, y + 1), f"{os.path.basename(file)}"[:70], fill="white")
        text.text((x + 2, y + 13), reason[:74], fill="yellow")
        files = [file, related[0], file] if related else [file] * len(BACKDROPS)
        for column, (one, backdrop) in enumerate(zip(files, BACKDROPS)):
            canvas = stickers.read(one).frames
            picture = thumbnail(canvas[len(canvas) // 2], backdrop, CELL)
            picture.thumbnail((CELL, CELL))
            result.paste(picture, (x + column * CELL, y + 26))
    result.save(path)
