"""Recall by injection: how strong a defect must be until its rule fires."""

import functools
import json
import os
import shutil
from dataclasses import dataclass

import defects
import lint
import stickers

HERE = os.path.dirname(os.path.abspath(__file__))
BISCUIT = os.path.join(HERE, "..", "..", "SampleStickers", "Biscuit")

# The bases: complete art with clean edges, chosen by eye. Edges are dark, light and colored.
BISCUIT_BASES = ["sleeping.png", "birthday.png", "thinking.png", "zoomies.png"]
ART_BASES = [
    "static/emoji_u1f416.png", "static/emoji_u1f4a3.png", "static/emoji_u1f3fa.png",
    "static/emoji_u1f618.png", "static/emoji_u1f9c1.png", "static/emoji_u1f998.png",
    "static/emoji_u1f3b8.png", "static/emoji_u1f325.png", "static/pandaCozyHappy.png",
    "animated/522_Turtle.gif", "animated/564_Crab.gif", "animated/122_Smiley-cat.gif",
    "animated/7_Joy.gif",
]


@dataclass
class Curve:
    """On how many bases a rule fires, for each strength of a defect."""

    defect: defects.Defect
    bases: int
    fired: list[int]

    @property
    def is_monotone(self) -> bool:
        return all(one <= other for one, other in zip(self.fired, self.fired[1:]))

    @property
    def half(self) -> float | None:
        """The first strength from which on the rule fires on at least half of the bases."""
        reached = None
        for strength, count in reversed(list(zip(self.defect.strengths, self.fired))):
            if count * 2 < self.bases or not self.bases:
                break
            reached = strength
        return reached


def load(art: str | None) -> dict[str, stickers.Sticker]:
    result = stickers.bases(BISCUIT, BISCUIT_BASES)
    if art:
        result |= stickers.bases(art, ART_BASES)
    return result


def chosen(only: list[str]) -> list[defects.Defect]:
    """All defects, or those whose name or rule is listed."""
    return [
        it for it in defects.ALL
        if not only or it.name in only or any(rule in only for rule in it.rules)]


def write(folder: str, injected: defects.Injected) -> None:
    os.makedirs(folder)
    pack = injected if isinstance(injected, dict) else {"sticker": injected}
    for name, sticker in pack.items():
        with open(os.path.join(folder, f"{name}.{sticker.format}"), "wb") as file:
            file.write(sticker.encoded())


def inject(art: str | None, only: list[str], folder: str, drawn) -> dict[str, list[str]]:
    """Writes FOLDER/DEFECT/BASE/STRENGTH/*, one pack each, and the base without defect as "0".
    Returns the names of the bases of each defect. Calls `drawn(defect, cells)` with what was
    injected, by base and strength."""
    shutil.rmtree(folder, ignore_errors=True)
    bases = load(art)
    used = {}
    for defect in chosen(only):
        used[defect.name] = []
        cells = {}
        for name, base in bases.items():
            if not defect.accepts(base):
                continue
            others = [it for it in bases.values() if it is not base and not it.is_animated]
            used[defect.name].append(name)
            cells[name] = [defect.control(base, others)]
            cells[name] += [defect.inject(base, strength, others) for strength in defect.strengths]
            for index, injected in enumerate(cells[name]):
                write(os.path.join(folder, defect.name, name, str(index)), injected)
        drawn(defect, cells)
    return used


def measure(program: str, used: dict[str, list[str]], folder: str) -> list[Curve]:
    """Lints everything that was injected, in one call. A base counts only if the rule does not fire
    without the defect."""
    fired: dict[tuple[str, str, str], set[str]] = {}
    for finding in lint.report(program, folder)["findings"]:
        for path in lint.subjects(folder, finding):
            name, base, index = os.path.relpath(path, folder).split(os.sep)[:3]
            fired.setdefault((name, base, index), set()).add(finding["rule"])
    curves = []
    for defect in defects.ALL:
        if defect.name not in used:
            continue

        def fires(base: str, index: int) -> bool:
            return not fired.get((defect.name, base, str(index)), set()).isdisjoint(defect.rules)

        bases = [base for base in used[defect.name] if not fires(base, 0)]
        counts = [
            sum(fires(base, index + 1) for base in bases)
            for index in range(len(defect.strengths))]
        curves.append(Curve(defect, len(bases), counts))
    return curves


def number(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


@functools.cache
def thresholds() -> dict[str, dict]:
    with open(os.path.join(HERE, "thresholds.json"), encoding="utf-8") as file:
        return json.load(file)


def rank(curve: Curve, strength: float | None) -> float:
    """The position of a strength, from 0; infinity if there is none."""
    strengths = curve.defect.strengths
    return strengths.index(strength) if strength in strengths else float("inf")


def is_late(curve: Curve) -> bool:
    """Whether a person sees the defect before the rule fires on half of the bases."""
    seen = thresholds().get(curve.defect.name, {}).get("seen")
    return seen is not None and rank(curve, curve.half) > rank(curve, seen)


def table(curves: list[Curve]) -> list[str]:
    """How many bases a rule fires on at each strength."""
    lines = [
        "| defect | rule | strength:bases on which it fires | bases | half | seen | |",
        "| --- | --- | --- | ---: | ---: | ---: | --- |",
    ]
    for curve in curves:
        steps = " ".join(
            f"{number(strength)}:{count}"
            for strength, count in zip(curve.defect.strengths, curve.fired))
        rules = " or ".join(f"`{rule}`" for rule in curve.defect.rules)
        seen = thresholds().get(curve.defect.name, {}).get("seen")
        notes = ["late"] if is_late(curve) else []
        notes += [] if curve.is_monotone else ["not monotone"]
        if curve.defect.is_harmless:
            notes = ["harmless: must not fire"]
        lines.append(
            f"| {curve.defect.name} | {rules} | {steps} | {curve.bases} | {number(curve.half)}"
            f" | {number(seen)} | {', '.join(notes)} |")
    return lines


def reasons(curves: list[Curve]) -> list[str]:
    """From which strength on a person sees a defect, and why."""
    lines = [
        "| defect | what is injected | strength | seen from | why |",
        "| --- | --- | --- | ---: | --- |",
    ]
    for curve in curves:
        it, verdict = curve.defect, thresholds().get(curve.defect.name, {})
        lines.append(
            f"| {it.name} | {it.what} | {it.unit} | {number(verdict.get('seen'))}"
            f" | {verdict.get('why', 'not judged yet')} |")
    return lines
