#!/usr/bin/env python3
"""Writes the typeface of contact sheets: a part of Noto Sans with the tables that SheetFont.swift reads.

    apt-get download fonts-noto-core && dpkg-deb -x fonts-noto-core_*.deb noto
    pip install fonttools==4.68.0
    python3 Tools/SheetFont/sheet_font.py noto/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf

The same font always makes the same bytes. FreeType and font viewers open the result, too: what Swift
draws can be compared with what they draw.
"""

import pathlib
import sys

from fontTools.pens.filterPen import DecomposingFilterPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables import otTables
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Sources/StickerPages/Pictures"
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
    """The distances between the glyphs of kerned characters, in font units."""
    glyphs = [font.getBestCmap()[ord(character)] for character in KERNED]
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
    return {pair: distance for pair, distance in pairs.items() if distance}


def distances(table, left, glyphs):
    if table.Format == 1:
        records = table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord
        return [(record.SecondGlyph, advance(record.Value1)) for record in records if record.SecondGlyph in glyphs]
    row = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)].Class2Record
    return [(glyph, advance(row[table.ClassDef2.classDefs.get(glyph, 0)].Value1)) for glyph in glyphs]


def advance(value):
    return getattr(value, "XAdvance", 0) if value else 0


def subset(path):
    font = TTFont(path, recalcTimestamp=False)
    pairs = kerning(font)
    options = Options(hinting=False, layout_features=[], notdef_outline=True, name_IDs=[0, 1, 2, 5, 7, 13, 14],
                      drop_tables=["GDEF", "GPOS", "GSUB", "OS/2", "post", "gasp", "STAT", "meta", "DSIG", "prep"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for part in CHARACTERS for code in part])
    subsetter.subset(font)
    characters = CmapSubtable.newSubtable(12)
    characters.platformID, characters.platEncID, characters.language = 3, 10, 0
    characters.cmap = font.getBestCmap()
    font["cmap"].tables = [characters]
    table = KernTable_format_0(apple=False)
    table.coverage, table.kernTable = 1, pairs
    font["kern"] = newTable("kern")
    font["kern"].version, font["kern"].kernTables = 0, [table]
    # Parts of accented letters are moved, never turned or scaled.
    glyphs = font.getGlyphSet()
    for name in font.getGlyphOrder():
        if any(hasattr(part, "transform") for part in getattr(font["glyf"][name], "components", [])):
            outline = TTGlyphPen(None)
            glyphs[name].draw(DecomposingFilterPen(outline, glyphs))
            font["glyf"][name] = outline.glyph()
    return font


if __name__ == "__main__":
    font = subset(sys.argv[1])
    font.save(FOLDER / "NotoSans.ttf", reorderTables=None)
    path = FOLDER / "NotoSans.ttf"
    print(f"{path.stat().st_size:,} bytes, {len(font.getBestCmap())} characters,"
          f" {len(font['kern'].kernTables[0].kernTable)} pairs")
