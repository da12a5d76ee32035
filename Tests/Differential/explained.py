"""The tolerances, and every known difference with its reason."""

from collections.abc import Callable
from dataclasses import dataclass

import peers
import walks


@dataclass
class Case:
    """What a rule may look at."""

    path: str
    peer: str
    walk: walks.Walk
    ours: peers.Answer
    theirs: peers.Answer
    is_animated: bool


@dataclass
class Rule:
    """A difference that is no fault of stickerpack's."""

    name: str
    why: str
    applies: Callable


def tolerance(walk: walks.Walk, peer: str) -> int:
    """How far a sample may be off without being a difference."""
    return 0


RULES: list[Rule] = []


def reason_for(difference, case: Case) -> str | None:
    return next((rule.name for rule in RULES if rule.applies(difference, case)), None)
