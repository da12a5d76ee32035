#!/usr/bin/env python3
"""Draws the typeface of contact sheets, a part of Noto Sans: NotoSans.png and NotoSans.txt, which SheetFont.swift reads.

    apt-get download fonts-noto-core && dpkg-deb -x fonts-noto-core_*.deb noto
    pip install fonttools==4.68.0 pillow==13.0.0
    python3 Tools/SheetFont/sheet_font.py noto/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf

The picture has a cell of 72 x 64 px for each character, 24 in a row. Its origin is 10 px from the left and 49 px from the
top. The first line of the text has the characters and the second one their advances; each other line has two characters
and by how much they are moved apart. All lengths are pixels of the picture, in which the lower-case letters are 24 px
high and the capitals 32, which makes their edges sharp in this size and in half of it.
"""

import pathlib
import sys

from PIL import Image, ImageDraw, ImageFont
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Sources/StickerReports/Pictures"
# Noto Sans has an x-height of 0.536 and capitals of 0.714 of its size.
SIZE = 44.8
CELL, ORIGIN, COLUMNS = (72, 64), (10, 49), 24
# Each pixel is the mean of 16 x 16, so hinting does not matter.
SCALE = 16
# ASCII, Latin-1, Latin Extended-A, Romanian, Greek, Cyrillic, Vietnamese, punctuation and currencies.
CHARACTERS = [
    range(0x20, 0x7F), range(0xA0, 0x180), [0x192, 0x218, 0x219, 0x21A, 0x21B], range(0x384, 0x3CF),
    range(0x400, 0x460), [0x490, 0x491], range(0x1EA0, 0x1EFA), range(0x2010, 0x2016),
    range(0x2018, 0x201F), [0x2020, 0x2022, 0x2026, 0x2030, 0x2039, 0x203A, 0x20AC, 0x20BD, 0x2116, 0x2122],
    [0x2212, 0x2248, 0x2260, 0x2264, 0x2265],
]
# The characters whose pairs are kerned. Names have few others next to each other that need it.
KERNED = [chr(code) for code in range(0x21, 0x7F) if chr(code).isalpha() or chr(code) in ".,-_'\""]


def kerning(font):
    """The distances between kerned characters, in font units."""
    characters = {font.getBestCmap()[ord(character)]: character for character in KERNED}
    glyphs = list(characters)
    lookups = font["GPOS"].table.LookupList.Lookup
    indices = {index for record in font["GPOS"].table.FeatureList.FeatureRecord
               if record.FeatureTag == "kern" for index in record.Feature.LookupListIndex}
    pairs = {}
    for index in sorted(indices):
        for table in lookups[index].SubTable:
            table = table.ExtSubTable if isinstance(table, otTables.ExtensionPos) else table
            if isinstance(table, otTables.PairPos):
                for left in set(glyphs) & set(table.Coverage.glyphs):
                    # The first table that has a pair decides.
                    for right, distance in distances(table, left, glyphs):
                        pairs.setdefault((left, right), distance)
    return {characters[left] + characters[right]: distance for (left, right), distance in sorted(pairs.items())}


def distances(table, left, glyphs):
    if table.Format == 1:
        records = table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord
        return [(record.SecondGlyph, advance(record.Value1)) for record in records if record.SecondGlyph in glyphs]
    row = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)].Class2Record
    return [(glyph, advance(row[table.ClassDef2.classDefs.get(glyph, 0)].Value1)) for glyph in glyphs]


def advance(value):
    return getattr(value, "XAdvance", 0) if value else 0


def draw(path):
    font = TTFont(path)
    glyphs = font.getBestCmap()
    characters = [chr(code) for part in CHARACTERS for code in part if code in glyphs]
    size = (CELL[0] * COLUMNS, CELL[1] * -(-len(characters) // COLUMNS))
    picture = Image.new("L", size)
    face = ImageFont.truetype(path, SIZE * SCALE, layout_engine=ImageFont.Layout.BASIC)
    for index, character in enumerate(characters):
        cell = Image.new("L", (CELL[0] * SCALE, CELL[1] * SCALE))
        ImageDraw.Draw(cell).text((ORIGIN[0] * SCALE, ORIGIN[1] * SCALE), character, 255, face, anchor="ls")
        # What touches the border would be cut.
        left, top, right, bottom = cell.getbbox() or (1, 1, 1, 1)
        assert left > 0 and top > 0 and right < cell.width and bottom < cell.height, character
        picture.paste(cell.reduce(SCALE), (index % COLUMNS * CELL[0], index // COLUMNS * CELL[1]))
    unit = SIZE / font["head"].unitsPerEm
    advances = [round(font["hmtx"][glyphs[ord(character)]][0] * unit) for character in characters]
    pairs = [f"{pair}{round(distance * unit)}" for pair, distance in kerning(font).items() if round(distance * unit)]
    return picture, "\n".join(["".join(characters), " ".join(map(str, advances))] + pairs) + "\n"


if __name__ == "__main__":
    picture, text = draw(sys.argv[1])
    # 16 shades are enough: text has the mean of four pixels.
    shades = Image.eval(picture, lambda value: (value + 8) // 17).convert("P")
    shades.putpalette([channel for shade in range(16) for channel in [shade * 17] * 3])
    shades.save(FOLDER / "NotoSans.png", optimize=True, bits=4)
    (FOLDER / "NotoSans.txt").write_text(text)
    print(f"{(FOLDER / 'NotoSans.png').stat().st_size:,} bytes, {len(text.splitlines()[0])} characters,"
          f" {len(text.splitlines()) - 2} pairs")
