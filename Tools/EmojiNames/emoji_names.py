#!/usr/bin/env python3
"""Writes the table from which `stickerpack init` drafts emoji: their English names and keywords in Unicode's CLDR.

    apt-get install unicode-cldr-core unicode-data
    python3 Tools/EmojiNames/emoji_names.py

Each line has an emoji, its name and its keywords, separated by tabs, in the order of emoji keyboards. Flags, and
variants by skin tone or gender, are left out. The license of the data is written beside the table.
"""

import pathlib
import re
from xml.etree import ElementTree

UNICODE = pathlib.Path("/usr/share/unicode")
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Sources/StickerTasks/Init"
LEFT_OUT = {"Component", "Flags"}


def annotations():
    """The names and keywords by emoji without variation selectors, as CLDR has them."""
    names, keywords = {}, {}
    for element in ElementTree.parse(UNICODE / "cldr/common/annotations/en.xml").iter("annotation"):
        if element.get("type") == "tts":
            names[element.get("cp")] = element.text
        else:
            keywords[element.get("cp")] = [word.strip() for word in element.text.split("|")]
    return names, keywords


def emoji():
    """The complete emoji in the order of keyboards."""
    group = ""
    for line in (UNICODE / "emoji/emoji-test.txt").read_text().splitlines():
        if line.startswith("# group: "):
            group = line.removeprefix("# group: ")
        found = re.match(r"[0-9A-F ]+; fully-qualified +# (\S+) ", line)
        if found and group not in LEFT_OUT:
            yield found.group(1)


def main():
    names, keywords = annotations()
    lines = []
    for character in emoji():
        key = character.replace("\ufe0f", "")
        if key in names:
            words = [word for word in keywords[key] if word != names[key]]
            lines.append("\t".join([character, names[key], *words]) + "\n")
    (FOLDER / "EmojiNames.txt").write_text("".join(lines))
    text = pathlib.Path("/usr/share/doc/unicode-cldr-core/copyright").read_text()
    license = text[text.index("Copyright: "):].split("\n\n")[0]
    lines = [line.removeprefix(" ") for line in license.replace("\n .\n", "\n\n").splitlines()]
    (FOLDER / "EmojiNames-LICENSE.txt").write_text("\n".join(lines) + "\n")


main()
