#!/usr/bin/env python3
"""Runs a command on a pseudo-terminal and writes what it prints as an SVG picture.

    terminal_picture.py PICTURE.svg PROMPT PROGRAM [ARGUMENT ...]

`make pictures` draws Documentation/Images/lint.svg with it.
"""

import os
import pty
import re
import sys
from xml.sax.saxutils import escape

# The light text on dark that most terminals use for the sixteen ANSI colors.
COLORS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "36": "#76e3ea"}
FOREGROUND, BACKGROUND, DIM = "#e6edf3", "#0d1117", "#8b949e"
ADVANCE, LEADING, MARGIN = 8.4, 20, 20


def output(command):
    """What a command prints on a terminal; its exit status does not matter."""
    chunks = []

    def read(descriptor):
        chunk = os.read(descriptor, 1 << 16)
        chunks.append(chunk)
        return chunk

    # Colored, but without progress.
    os.environ.update(TERM="dumb", FORCE_COLOR="1")
    pty.spawn(command, read)
    return b"".join(chunks).decode().replace("\r\n", "\n").rstrip("\n")


def spans(line):
    """The text of a line with the style of each part."""
    style, parts = "", []
    # Browsers collapse spaces in SVG text, but not non-breaking ones.
    for text, codes in re.findall(r"([^\x1b]*)(?:\x1b\[([0-9;]*)m)?", line):
        text = text.replace(" ", "\u00a0")
        if text:
            parts.append(f"<tspan{style}>{escape(text)}</tspan>" if style else escape(text))
        if codes:
            codes = codes.split(";")
            fill = next((COLORS[code] for code in codes if code in COLORS), None)
            style = f' fill="{fill or DIM}"' if fill or "2" in codes else ""
            style += ' font-weight="bold"' if "1" in codes else ""
    return "".join(parts)


def picture(lines):
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    width = round(max(map(len, plain)) * ADVANCE + 2 * MARGIN)
    height = len(lines) * LEADING + 2 * MARGIN
    rows = "\n".join(
        f'<text x="{MARGIN}" y="{MARGIN + LEADING * index + 14}">{spans(line)}</text>'
        for index, line in enumerate(lines)
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">
<rect width="100%" height="100%" rx="10" fill="{BACKGROUND}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14"
 fill="{FOREGROUND}">
{rows}
</g>
</svg>
"""


if __name__ == "__main__":
    path, prompt, *command = sys.argv[1:]
    lines = [f"\x1b[2m$\x1b[0m \x1b[1m{prompt}\x1b[0m"] + output(command).split("\n")
    with open(path, "w", encoding="utf-8") as file:
        file.write(picture(lines))
