#!/usr/bin/env python3
"""Measures how often the rules about pictures find a defect, and how often they are right.

Usage: rule_quality.py --program PROGRAM [--art FOLDER] [--packs FOLDER ...] [--only RULE ...]
                       [--sheets] [--record]

Prints the tables of Documentation/RuleQuality.md, and writes them there with --record. Without --art,
defects are injected into SampleStickers/Biscuit only. --sheets draws contact sheets.
"""

import argparse
import os
import sys

try:
    import numpy  # noqa: F401
    import PIL  # noqa: F401
except ImportError as error:
    sys.exit(f"missing: {error.name}; run `pip install numpy pillow`")

import recall

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--art")
    parser.add_argument("--packs", nargs="*", default=[])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--sheets", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--output", default=os.path.join(ROOT, "Build", "RuleQuality"))
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    injected = os.path.join(os.path.abspath(options.output), "injected")

    def drawn(defect, cells):
        if options.sheets:
            import sheets
            sheets.draw(defect, cells, os.path.join(options.output, "sheets"))

    used = recall.inject(options.art, options.only, injected, drawn)
    curves = recall.measure(program, used, injected)
    print("\n".join(recall.tables(curves)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
