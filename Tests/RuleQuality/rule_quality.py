#!/usr/bin/env python3
"""Measures how strong a defect must be until its rule finds it, and how often the rules are right.

Usage: rule_quality.py --program PROGRAM [--art FOLDER] [--packs FOLDER ...] [--fresh FOLDER ...]
                       [--only NAME ...] [--no-recall] [--held-out] [--sheets] [--record]
                       [--before PROGRAM] [--output FOLDER]

Prints tables, and with --record writes recall and precision to Tests/Measurements/RuleQuality.md. Without --art,
defects are injected into SampleStickers/Biscuit only. --only limits the injection to rules or defects,
and --before measures another program on the same art. --fresh are packs that the limits were not tuned
on, judged in two halves; disagreements about the second are listed only with --held-out.
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
PAGE = os.path.join(ROOT, "Tests", "Measurements", "RuleQuality.md")


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
    show("thresholds", recall.reasons(curves), False)
    late = [it.defect.name for it in curves if recall.is_late(it)]
    print(f"{len(curves)} defects; {len(late)} fire later than a person sees them: {', '.join(late)}")
    uneven = [it.defect.name for it in curves if not it.is_monotone]
    print(f"not monotone: {', '.join(uneven) or 'none'}\n")


def judged(options, program: str, repeated: dict) -> list[precision.Art]:
    """What a program finds in old art and in both halves of fresh art."""
    verdicts = precision.stored()
    old, tuning, held_out = (precision.Art(it, [], []) for it in ("old", "tuning", "held out"))
    for root in ([options.art] if options.art else []) + options.packs + options.fresh:
        report = lint.report(program, root)
        # What is below a folder named OWNER+NAME.
        path = os.path.abspath(root).split(os.sep)
        start = next((i for i, it in enumerate(path) if "+" in it), len(path) - 1)
        name = "/".join(path[start:]).replace("+", "/")
        repeated.setdefault(name, []).append(precision.repeated(report))

        def half(path: str) -> precision.Art:
            if root not in options.fresh:
                return old
            return held_out if precision.is_held_out(path) else tuning

        findings, missed = precision.compare(root, report, verdicts)
        for it in findings:
            half(it.path).findings.append(it)
        for it in missed:
            half(it.path).missed.append(it)
    return [old, tuning, held_out]


def judge(options, program: str) -> None:
    if not (options.art or options.packs or options.fresh):
        return
    repeated: dict[str, list] = {}
    sets = judged(options, program, repeated)
    show("precision", precision.table(sets), options.record)
    if options.before:
        show("before", precision.table(judged(options, options.before, repeated)), False)
    show("unjudged", precision.unjudged([it for art in sets for it in art.findings]), False)
    show("repeated", precision.repeated_table(repeated), False)
    shown = sets if options.held_out else sets[:2]
    findings = [it for art in shown for it in art.findings]
    missed = [it for art in shown for it in art.missed]
    with open(os.path.join(options.output, "disagreements.txt"), "w", encoding="utf-8") as file:
        file.writelines(precision.disagreements(findings, missed))
    if options.sheets:
        sheets.draw_disagreements(findings, missed, os.path.join(options.output, "sheets"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--art")
    parser.add_argument("--packs", nargs="*", default=[])
    parser.add_argument("--fresh", nargs="*", default=[])
    parser.add_argument("--held-out", action="store_true")
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
