#!/usr/bin/env python3
"""Measures how strong a defect must be until its rule finds it, and how often the rules are right.

Usage: rule_quality.py --program PROGRAM [--art FOLDER] [--packs FOLDER ...] [--only NAME ...]
                       [--sheets] [--record] [--before PROGRAM] [--output FOLDER]

Prints the tables of Documentation/Measurements/RuleQuality.md, and writes them there with --record. Without --art,
defects are injected into SampleStickers/Biscuit only. --only limits the injection to rules or defects,
and --before compares the number of repeated findings with another program.
"""

import argparse
import os
import sys

try:
    import numpy  # noqa: F401
    import PIL  # noqa: F401
except ImportError as error:
    sys.exit(f"missing: {error.name}; run `pip install numpy pillow`")

import lint
import precision
import recall
import sheets

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PAGE = os.path.join(ROOT, "Documentation", "Measurements", "RuleQuality.md")


def show(name: str, lines: list[str], is_recorded: bool) -> None:
    """Prints a table, and writes it between its markers in the page."""
    print("\n".join(lines) + "\n")
    if not is_recorded:
        return
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    with open(PAGE, encoding="utf-8") as file:
        before, rest = file.read().split(start)
    after = rest.split(end)[1]
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(before + start + "\n".join(lines) + "\n" + end + after)


def inject(options, program: str) -> None:
    def drawn(defect, cells):
        if options.sheets:
            sheets.draw(defect, cells, os.path.join(options.output, "sheets"))

    folder = os.path.join(os.path.abspath(options.output), "injected")
    used = recall.inject(options.art, options.only, folder, drawn)
    curves = recall.measure(program, used, folder)
    is_recorded = options.record and not options.only
    show("recall", recall.table(curves), is_recorded)
    show("thresholds", recall.reasons(curves), is_recorded)
    late = [it.defect.name for it in curves if recall.is_late(it)]
    print(f"{len(curves)} defects; {len(late)} fire later than a person sees them: {', '.join(late)}")
    uneven = [it.defect.name for it in curves if not it.is_monotone]
    print(f"not monotone: {', '.join(uneven) or 'none'}\n")


def judge(options, program: str) -> None:
    roots = ([options.art] if options.art else []) + options.packs
    if not roots:
        return
    verdicts = precision.stored()
    findings, missed, repeated = [], [], {}
    folder = os.path.commonpath([os.path.dirname(os.path.abspath(it)) for it in options.packs or roots])
    for root in roots:
        report = lint.report(program, root)
        some, lost = precision.compare(root, report, verdicts)
        findings += some
        missed += lost
        name = "art" if root == options.art else os.path.relpath(root, folder).replace("+", "/")
        repeated[name] = [precision.repeated(report)]
        if options.before:
            repeated[name].append(precision.repeated(lint.report(options.before, root)))
    show("precision", precision.table(findings, missed), options.record)
    show("unjudged", precision.unjudged(findings), options.record)
    show("repeated", precision.repeated_table(repeated), options.record)
    with open(os.path.join(options.output, "disagreements.txt"), "w", encoding="utf-8") as file:
        file.writelines(precision.disagreements(findings, missed))
    if options.sheets:
        sheets.draw_disagreements(findings, missed, os.path.join(options.output, "sheets"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--art")
    parser.add_argument("--packs", nargs="*", default=[])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--no-recall", action="store_true", help="judge real art only")
    parser.add_argument("--sheets", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--before")
    parser.add_argument("--output", default=os.path.join(ROOT, "Build", "RuleQuality"))
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    os.makedirs(options.output, exist_ok=True)
    if not options.no_recall:
        inject(options, program)
    if not options.only:
        judge(options, program)
    return 0


if __name__ == "__main__":
    sys.exit(main())
