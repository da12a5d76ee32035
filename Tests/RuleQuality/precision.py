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
    "loop-jump": ["loop-jump"],
}
# Rules that are not judged but say the same: a JPEG always has a background, and an identical sticker
# is more than similar.
ALSO_FOUND_BY = {
    "background-box": ["no-transparency", "jpeg-no-transparency"],
    "near-duplicate": ["duplicate-sticker"],
}
# The smallest share of findings that must be true.
TARGETS = {"error": 0.95, "warning": 0.95, "info": 0.9}
# From this share of a pack's stickers on, a finding repeats what the others say. Smaller packs than
# this many stickers do not count.
REPEATED_SHARE, SMALLEST_PACK = 0.8, 5


@dataclass
class Verdicts:
    """What reviewers saw in pictures."""

    # By content hash: the rules that were judged, and what the picture has.
    judged: dict[str, set[str]] = field(default_factory=dict)
    has: dict[str, dict] = field(default_factory=dict)
    # What was judged picture by picture, not finding by finding, so a missing finding is known.
    whole: set[str] = field(default_factory=set)
    # By content hash: a name for the group of pictures of the same drawing.
    drawing: dict[str, str] = field(default_factory=dict)

    def add(self, group: dict) -> None:
        for digest, picture in group["pictures"].items():
            self.judged.setdefault(digest, set()).update(group["rules"])
            self.has.setdefault(digest, {}).update(picture["has"])
            if group["judged"] == "pictures":
                self.whole.add(digest)
        for digest, picture in group["pictures"].items():
            for other in picture["has"].get("near-duplicate", []):
                one, two = (self.drawing.get(it, it) for it in (digest, other))
                for member, drawing in [*self.drawing.items(), (digest, one), (other, two)]:
                    if drawing in (one, two):
                        self.drawing[member] = min(one, two)

    def about(self, rule: str, digest: str, related: list[str]) -> bool | None:
        """Whether a finding is true; None if it was not judged."""
        labels = JUDGED[rule]
        if not self.judged.get(digest, set()).issuperset(labels):
            return None
        if rule == "near-duplicate":
            if any("near-duplicate" not in self.judged.get(it, ()) for it in related):
                return None
            mine = self.drawing.get(digest)
            return bool(related) and mine is not None and all(
                self.drawing.get(it) == mine for it in related)
        return any(label in self.has[digest] for label in labels)


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
    # None if it was not judged.
    verdict: bool | None
    related: list[str] = field(default_factory=list)
    # Whether it counts for recall.
    is_of_whole: bool = True


@dataclass
class Missed:
    """A picture that has what a rule should find, and no finding."""

    rule: str
    path: str
    reason: str


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
            fired[picture].add(rule)
            related = []
            if rule in ("near-duplicate", "duplicate-sticker"):
                related = [os.path.join(parent, it) for it in finding.get("related", [])]
                related = [it for it in related if it != path and os.path.isfile(it)]
                for it in related:
                    fired[digest(it)].add(rule)
            if rule in JUDGED and (rule, picture) not in findings:
                findings[rule, picture] = Judged(
                    rule, finding["severity"], path, finding["message"],
                    verdicts.about(rule, picture, [digest(it) for it in related]), related,
                    picture in verdicts.whole)
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


def table(findings: list[Judged], missed: list[Missed]) -> list[str]:
    """One row for each rule and severity."""
    lines = [
        "| rule | severity | findings | true | false | unjudged | precision | target | missed"
        " | recall |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |",
    ]
    for rule in JUDGED:
        of_rule = [it for it in findings if it.rule == rule]
        lost = sum(it.rule == rule for it in missed)
        found = sum(it.verdict is True and it.is_of_whole for it in of_rule)
        for severity in [it for it in TARGETS if any(f.severity == it for f in of_rule)] or ["-"]:
            some = [it for it in of_rule if it.severity == severity]
            right = sum(it.verdict is True for it in some)
            wrong = sum(it.verdict is False for it in some)
            target = "-"
            if right + wrong:
                limit = TARGETS[severity]
                kept = right >= limit * (right + wrong)
                target = f"{limit:.0%} {'kept' if kept else 'missed'}"
            lines.append(
                f"| `{rule}` | {severity} | {len(some)} | {right} | {wrong}"
                f" | {len(some) - right - wrong} | {percent(right, right + wrong)} | {target}"
                f" | {lost} | {percent(found, found + lost)} |")
    return lines


def unjudged(findings: list[Judged]) -> list[str]:
    return sorted({
        f"- `{it.rule}`: {os.path.basename(it.path)} (`{digest(it.path)[:12]}`)"
        for it in findings if it.verdict is None}) or ["None."]


def disagreements(findings: list[Judged], missed: list[Missed]) -> list[str]:
    """A line for each finding that is not known to be true, and for each picture without one."""
    lines = [
        ("unjudged" if it.verdict is None else "false", it.rule, it.path, it.message)
        for it in findings if it.verdict is not True]
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
