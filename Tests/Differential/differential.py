#!/usr/bin/env python3
"""Decodes every image in some folders with stickerpack and with other decoders, and reports every
difference in size, number of frames, delays, loop count or pixels.

usage: differential.py DumpCanvases FOLDER ...
"""

import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

try:
    import numpy
except ModuleNotFoundError:
    sys.exit("numpy is missing: pip install numpy pillow")

import explained
import peers
import walks

FORMATS = ["png", "apng", "gif", "jpeg", "unknown"]


@dataclass
class Difference:
    """One difference between two decoders."""

    # reading, size, frames, delays, plays, pixels or hidden.
    kind: str
    text: str
    ours: object = None
    theirs: object = None
    # For pixels: the largest difference of a sample, and all pairs of canvases that differ.
    largest: int = 0
    pairs: list = field(default_factory=list)


def visible(canvas: numpy.ndarray) -> numpy.ndarray:
    """The canvas with color removed from transparent pixels."""
    return canvas * (canvas[..., 3:] != 0)


def compare_pixels(
    ours: numpy.ndarray, theirs: numpy.ndarray, tolerance: int, name: str, kind: str = "pixels"
) -> Difference | None:
    if ours.shape != theirs.shape:
        sizes = [f"{canvas.shape[1]} × {canvas.shape[0]}" for canvas in (ours, theirs)]
        return Difference("size", f"{name}: {sizes[0]} here and {sizes[1]} there", *sizes)
    if numpy.array_equal(ours, theirs):
        return None
    distance = numpy.abs(visible(ours).astype(numpy.int16) - visible(theirs)).max(axis=2)
    wrong = distance > tolerance
    if not wrong.any():
        return None
    y, x = (int(place[0]) for place in numpy.nonzero(wrong))
    pixels = [tuple(int(sample) for sample in canvas[y, x]) for canvas in (ours, theirs)]
    return Difference(
        kind,
        f"{name}: {int(wrong.sum())} of {wrong.size} pixels differ, by {int(distance.max())} at"
        f" most; the first at {x}, {y} is {pixels[0]} here and {pixels[1]} there",
        *pixels, largest=int(distance.max()), pairs=[(ours, theirs)])


def compare(
    ours: peers.Answer, theirs: peers.Answer, is_animated: bool, tolerance: int = 0
) -> list[Difference]:
    """All differences; for pixels, the first canvas that differs and the number of those."""
    found = []
    mine, other = ours.canvases, theirs.canvases
    if theirs.is_first_only:
        mine = mine[:1] if other else []
    if not mine and not other and theirs.hidden is None:
        return []
    if bool(mine) != bool(other):
        reader, silent = ("here", theirs) if mine else ("there", ours)
        reason = silent.complaints[0] if silent.complaints else "without a reason"
        return [Difference("reading", f"only read {reader}: {reason}", bool(mine), bool(other))]
    if len(mine) != len(other):
        found.append(
            Difference(
                "frames", f"{len(mine)} frames here and {len(other)} there", len(mine),
                len(other)))
    wrong = [
        difference
        for index, (one, another) in enumerate(zip(mine, other))
        if (difference := compare_pixels(one, another, tolerance, f"frame {index + 1}"))]
    if wrong:
        first = wrong[0]
        first.largest = max(difference.largest for difference in wrong)
        first.pairs = [pair for difference in wrong for pair in difference.pairs]
        if len(wrong) > 1:
            first.text += f"; {len(wrong)} frames differ, by {first.largest} at most"
        found.append(first)
    if ours.hidden is not None and theirs.hidden is not None:
        difference = compare_pixels(
            ours.hidden, theirs.hidden, tolerance, "the hidden image", "hidden")
        if difference:
            found.append(difference)
    if is_animated and theirs.delays is not None and not theirs.is_first_only:
        # Some decoders use floating point or a time base of their own.
        late = [
            (index, one, another)
            for index, (one, another) in enumerate(zip(ours.delays, theirs.delays))
            if abs(one - another) > Fraction(1, 100_000)]
        if late:
            index, one, another = late[0]
            found.append(
                Difference(
                    "delays",
                    f"frame {index + 1} is shown for {float(one) * 1000:g} ms here and"
                    f" {float(another) * 1000:g} ms there; {len(late)} delays differ",
                    [one for _, one, _ in late], [another for _, _, another in late]))
    if is_animated and theirs.plays != peers.UNSAID and ours.plays != theirs.plays:
        found.append(
            Difference(
                "plays", f"plays {ours.plays} here and {theirs.plays} there", ours.plays,
                theirs.plays))
    return found


def files(folders: list[str]) -> list[str]:
    return sorted(
        os.path.join(parent, name)
        for folder in folders
        for parent, _, names in os.walk(folder, followlinks=True)
        for name in names
        if name.lower().endswith((".png", ".apng", ".gif", ".jpg", ".jpeg")))


class Report:
    """Prints and counts differences."""

    def __init__(self):
        self.totals = Counter()
        self.reasons = Counter()

    def add(self, path: str, form: str, peer: str, differences: list, case: explained.Case) -> None:
        verdicts = []
        for difference in differences:
            reason = explained.reason_for(difference, case)
            verdicts.append("explained" if reason else "unexplained")
            label = f"explained ({reason})" if reason else "UNEXPLAINED"
            print(f"{path}: {peer}: {label}: {difference.text}")
            if reason:
                self.reasons[reason] += 1
        verdict = (
            "agree" if not verdicts
            else "unexplained" if "unexplained" in verdicts else "explained")
        self.totals[form, peer, "files"] += 1
        self.totals[form, peer, verdict] += 1

    def finish(self, present: list) -> int:
        columns = ["files", "agree", "explained", "unexplained"]
        print()
        print("| format | against | " + " | ".join(columns) + " |")
        print("| --- | --- |" + " ---: |" * len(columns))
        for form in FORMATS:
            for peer in present:
                if self.totals[form, peer.name, "files"]:
                    counts = [str(self.totals[form, peer.name, column]) for column in columns]
                    print(f"| {form} | {peer.name} | " + " | ".join(counts) + " |")
        print()
        print("| explained difference | times | why |")
        print("| --- | ---: | --- |")
        for rule in explained.RULES:
            if self.reasons[rule.name]:
                print(f"| {rule.name} | {self.reasons[rule.name]} | {rule.why} |")
        return sum(
            count for (_, _, column), count in self.totals.items() if column == "unexplained")


def main(program: str, folders: list[str]) -> int:
    # File names need not be UTF-8.
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    present, missing = peers.installed()
    present.append(peers.Reference(program))
    for peer in present:
        print(f"used: {peer.name} {peer.version}")
    for reason in missing:
        print(f"missing: {reason}")
    paths = files(folders)
    print(f"{len(paths)} files")
    if not paths:
        print("nothing to compare")
        return 2
    ours = peers.Stickerpack(program)
    report = Report()
    for path in paths:
        with open(path, "rb") as file:
            walk = walks.walk(file.read())
        if walk.decoded_bytes > peers.MOST_DECODED:
            print(f"{path}: skipped: {walk.decoded_bytes:,} bytes of pixels"
                  f" (limit: {peers.MOST_DECODED:,})")
            continue
        try:
            answer, is_animated = ours.ask(path)
        except RuntimeError as error:
            answer, is_animated = peers.Answer(complaints=[str(error)]), False
            print(f"{path}: UNEXPLAINED: {error}")
            report.totals[walk.format, present[0].name, "unexplained"] += 1
        is_composed_equal = False
        for peer in present:
            theirs = peer.ask(path, walk)
            if theirs is None:
                continue
            case = explained.Case(
                path, peer.name, walk, answer, theirs, is_animated, is_composed_equal)
            tolerance = explained.tolerance(walk, peer.name)
            differences = compare(answer, theirs, is_animated, tolerance)
            if peer.name == "composed":
                is_composed_equal = not differences
            report.add(path, walk.format, peer.name, differences, case)
    return 1 if report.finish(present) else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
