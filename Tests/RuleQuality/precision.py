"""Precision and recall on real art: findings against verdicts of reviewers, stored by content hash."""

import hashlib
import json
import os
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import lint

HERE = os.path.dirname(os.path.abspath(__file__))

# The judged rules, and which verdicts make a finding true: a first frame may be called blank or faint.
JUDGED = {
    "background-box": ["background-box"],
    "clipped-art": ["clipped-art"],
    "edge-halo": ["edge-halo"],
    "stray-pixels": ["stray-pixels"],
    "low-contrast": ["low-contrast"],
    "mostly-empty": ["mostly-empty"],
    "off-center": ["off-center"],
    "uneven-margins": ["uneven-margins"],
    "near-duplicate": ["near-duplicate"],
    "blank-first-frame": ["blank-first-frame", "faint-first-frame"],
    "faint-first-frame": ["blank-first-frame", "faint-first-frame"],
    "photosensitive-flash": ["photosensitive-flash"],
    "flicker": ["photosensitive-flash"],
    "loop-jump": ["loop-jump"],
    "mixed-backgrounds": ["mixed-backgrounds"],
    "low-frame-rate": ["low-frame-rate"],
    "near-empty-frame": ["near-empty-frame"],
    "uneven-pixels": ["uneven-pixels"],
}
# Rules that are not judged but say the same: a JPEG always has a background, and an identical sticker
# is more than similar.
ALSO_FOUND_BY = {
    "background-box": ["no-transparency", "jpeg-no-transparency"],
    "near-duplicate": ["duplicate-sticker"],
}
# The smallest share of findings that must be true, and of what reviewers saw that must be found.
TARGETS = {"error": 0.97, "warning": 0.97, "info": 0.92}
RECALL_TARGET = 0.75
# Backgrounds on which the same art is lost.
BACKGROUNDS = [("black", "dark gray"), ("white", "light gray"), ("blue",), ("green",)]
# From this share of a pack's stickers on, a finding repeats what the others say. Smaller packs than
# this many stickers do not count.
REPEATED_SHARE, SMALLEST_PACK = 0.8, 5


@dataclass
class Verdicts:
    """What reviewers saw in pictures."""

    # By content hash: the rules that were judged, what the picture has, and what it may have:
    # such findings are neither true nor false.
    judged: dict[str, set[str]] = field(default_factory=dict)
    has: dict[str, dict] = field(default_factory=dict)
    arguable: dict[str, dict] = field(default_factory=dict)
    # What was judged picture by picture, not finding by finding, so a missing finding is known.
    whole: set[str] = field(default_factory=set)
    # By content hash: a name for the group of pictures of the same drawing.
    drawing: dict[str, str] = field(default_factory=dict)

    def add(self, group: dict) -> None:
        for digest, picture in group["pictures"].items():
            self.judged.setdefault(digest, set()).update(group["rules"])
            self.has.setdefault(digest, {}).update(picture["has"])
            self.arguable.setdefault(digest, {}).update(picture.get("arguable", {}))
            if group["judged"] == "pictures":
                self.whole.add(digest)
        for digest, picture in group["pictures"].items():
            for other in picture["has"].get("near-duplicate", []):
                one, two = (self.drawing.get(it, it) for it in (digest, other))
                for member, drawing in [*self.drawing.items(), (digest, one), (other, two)]:
                    if drawing in (one, two):
                        self.drawing[member] = min(one, two)

    def about(self, rule: str, digest: str, related: list[str], message: str = "") -> str:
        """Whether a finding is "true", "false" or "arguable", or "unjudged"."""
        labels = JUDGED[rule]
        if not self.judged.get(digest, set()).issuperset(labels):
            return "unjudged"
        if rule == "near-duplicate":
            if any("near-duplicate" not in self.judged.get(it, ()) for it in related):
                return "unjudged"
            mine = self.drawing.get(digest)
            is_true = bool(related) and mine is not None and all(
                self.drawing.get(it) == mine for it in related)
        else:
            reasons = [self.has[digest][it] for it in labels if it in self.has[digest]]
            is_true = any(rule != "low-contrast" or is_about(it, message) for it in reasons)
        if is_true:
            return "true"
        return "arguable" if any(it in self.arguable[digest] for it in labels) else "false"


def is_about(reason: str, message: str) -> bool:
    """Whether a message names a background on which a reviewer saw art disappear, such as "black: the hat" or
    "white: the coat; dark gray: the hair"."""
    named = " ".join(part.split(":")[0] for part in reason.split(";"))
    seen = [group for group in BACKGROUNDS if any(it in named for it in group)]
    return not seen or not message or any(it in message for group in seen for it in group)


def stored() -> Verdicts:
    result = Verdicts()
    with open(os.path.join(HERE, "verdicts.json"), encoding="utf-8") as file:
        for group in json.load(file)["groups"]:
            result.add(group)
    return result


@dataclass
class Judged:
    """A finding about one picture."""

    rule: str
    severity: str
    path: str
    message: str
    # "true", "false", "arguable" or "unjudged"
    verdict: str
    related: list[str] = field(default_factory=list)
    # Whether it counts for recall.
    is_of_whole: bool = True


@dataclass
class Missed:
    """A picture that has what a rule should find, and no finding."""

    rule: str
    path: str
    reason: str


def is_held_out(path: str) -> bool:
    """Whether fresh art is in the half that is not looked at while tuning: files whose hash begins
    with a set bit."""
    return int(digest(path)[0], 16) >= 8


def digest(path: str, cache: dict[str, str] = {}) -> str:
    if path not in cache:
        with open(path, "rb") as file:
            cache[path] = hashlib.sha256(file.read()).hexdigest()
    return cache[path]


def compare(root: str, report: dict, verdicts: Verdicts) -> tuple[list[Judged], list[Missed]]:
    """Each finding of a judged rule, and each picture without the finding that it should have. A
    picture that occurs several times counts once for each rule."""
    parent = os.path.dirname(os.path.abspath(root))
    findings: dict[tuple[str, str], Judged] = {}
    fired = defaultdict(set)
    for finding in report["findings"]:
        for path in lint.subjects(root, finding):
            if not os.path.isfile(path):
                continue
            picture, rule = digest(path), finding["rule"]
            related = []
            if rule in ("near-duplicate", "duplicate-sticker"):
                related = [os.path.join(parent, it) for it in finding.get("related", [])]
                related = [it for it in related if it != path and os.path.isfile(it)]
                for it in related:
                    fired[digest(it)].add(rule)
            verdict = "true"
            if rule in JUDGED:
                hashes = [digest(it) for it in related]
                verdict = verdicts.about(rule, picture, hashes, finding["message"])
                if (rule, picture) not in findings:
                    findings[rule, picture] = Judged(
                        rule, finding["severity"], path, finding["message"], verdict, related,
                        picture in verdicts.whole)
            # What a false finding says is not what a reviewer saw, which is still missed.
            if verdict != "false":
                fired[picture].add(rule)
    missed: dict[tuple[str, str], Missed] = {}
    for pack in report["packs"]:
        paths = [os.path.join(parent, it["file"]) for it in pack["stickers"]]
        paths = [it for it in paths if os.path.isfile(it)]
        drawings = Counter(verdicts.drawing.get(it) for it in {digest(path) for path in paths})
        for path in paths:
            picture = digest(path)
            if picture not in verdicts.whole:
                continue
            for label, reason in verdicts.has[picture].items():
                finders = [rule for rule, labels in JUDGED.items() if label in labels]
                if not fired[picture].isdisjoint(finders + ALSO_FOUND_BY.get(label, [])):
                    continue
                # The same drawing in another pack is not a duplicate.
                if label == "near-duplicate" and drawings[verdicts.drawing[picture]] < 2:
                    continue
                text = "the same drawing" if isinstance(reason, list) else reason
                missed[label, picture] = Missed(label, path, text)
    return list(findings.values()), list(missed.values())


def percent(part: int, whole: int) -> str:
    return "-" if whole == 0 else f"{100 * part / whole:.0f}%"


@dataclass
class Art:
    """What was found in a set of pictures."""

    name: str
    findings: list[Judged]
    missed: list[Missed]


def cells(findings: list[Judged], missed: list[Missed], limit: float | None) -> list[str]:
    """Precision, recall, and how many findings are left out of both. In bold below the targets."""
    right = sum(it.verdict == "true" for it in findings)
    judged = right + sum(it.verdict == "false" for it in findings)
    found = sum(it.verdict == "true" and it.is_of_whole for it in findings)
    result = []
    for part, whole, least in (right, judged, limit), (found, found + len(missed), RECALL_TARGET):
        cell = "-" if whole == 0 else f"{percent(part, whole)} of {whole}"
        result.append(f"**{cell}**" if least and part < least * whole else cell)
    return result + [str(len(findings) - judged)]


def table(sets: list[Art]) -> list[str]:
    """One row for each rule, and one each for all rules of a severity and for all rules."""
    lines = [
        "| rule | severity |" + "".join(
            f" {it.name}: precision | recall | left out |" for it in sets),
        "| --- | --- |" + " ---: | ---: | ---: |" * len(sets),
    ]
    severities = {}
    for rule in JUDGED:
        found = [f.severity for it in sets for f in it.findings if f.rule == rule]
        severities[rule] = next((it for it in TARGETS if it in found), "-")
    groups = [(f"`{rule}`", severities[rule], [rule]) for rule in JUDGED]
    groups += [
        (f"all of severity {severity}", severity, [it for it in JUDGED if severities[it] == severity])
        for severity in TARGETS if severity in severities.values()]
    # A rule that finds nothing has no severity, but counts here.
    groups.append(("all", "-", list(JUDGED)))
    for title, severity, rules in groups:
        row = [title, severity]
        for art in sets:
            row += cells(
                [it for it in art.findings if it.rule in rules],
                [it for it in art.missed if it.rule in rules], TARGETS.get(severity))
        lines.append("| " + " | ".join(row) + " |")
    return lines


def unjudged(findings: list[Judged]) -> list[str]:
    return sorted({
        f"- `{it.rule}`: {os.path.basename(it.path)} (`{digest(it.path)[:12]}`)"
        for it in findings if it.verdict == "unjudged"}) or ["None."]


def disagreements(findings: list[Judged], missed: list[Missed]) -> list[str]:
    """A line for each finding that is not known to be true, and for each picture without one."""
    lines = [
        (it.verdict, it.rule, it.path, it.message) for it in findings if it.verdict != "true"]
    lines += [("missed", it.rule, it.path, it.reason) for it in missed]
    return [
        f"{kind}\t{rule}\t{path}\t{digest(path)}\t{text}\n" for kind, rule, path, text in lines]


def shape(message: str) -> str:
    """A message without its numbers and names."""
    return re.sub(r"[\d.,]+", "#", re.sub(r'"[^"]*"', '""', message))


def repeated(report: dict) -> tuple[int, int]:
    """How many findings repeat a fact about their whole pack, and how many there are."""
    count, total = 0, 0
    findings = report["findings"]
    for pack in report["packs"]:
        files = {it["file"] for it in pack["stickers"]}
        same = defaultdict(list)
        for finding in findings:
            if finding["file"] in files:
                same[finding["rule"], shape(finding["message"])].append(finding["file"])
        total += sum(len(it) for it in same.values())
        if len(files) >= SMALLEST_PACK:
            count += sum(
                len(it) for it in same.values()
                if len(set(it)) >= REPEATED_SHARE * len(files))
    about_stickers = {it["file"] for pack in report["packs"] for it in pack["stickers"]}
    total += sum(it["file"] not in about_stickers for it in findings)
    return count, total


def repeated_table(counts: dict[str, list[tuple[int, int]]]) -> list[str]:
    """One row for each folder, with the counts of the program and of the one before it, if any."""
    rows = list(counts.items())
    rows.append(("all", [
        (sum(count for count, _ in column), sum(total for _, total in column))
        for column in zip(*counts.values())]))
    titles = ["findings", "repeated", "share", "findings before", "repeated before", "share before"]
    titles = titles[:3 * len(rows[0][1])]
    lines = [f"| folder | {' | '.join(titles)} |", "| --- |" + " ---: |" * len(titles)]
    for name, columns in rows:
        cells = [f"{total} | {count} | {percent(count, total)}" for count, total in columns]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines
