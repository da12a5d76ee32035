"""The tolerances, and every known difference with its reason.

A rule must say as narrowly as it can when it applies: what it explains is no longer looked at. Where
a GIF or APNG is concerned, most rules also ask that the composed opinion is the same as ours.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy

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
    is_composed_equal: bool

    def complains(self, *kinds: str) -> bool:
        """Whether stickerpack reports one of these kinds of defects."""
        return any(complaint.startswith(kinds) for complaint in self.ours.complaints)

    def is_one_of(self, *names: str) -> bool:
        return self.path.endswith(names)


@dataclass
class Rule:
    """A difference that is no fault of stickerpack's."""

    name: str
    why: str
    applies: Callable


def tolerance(walk: walks.Walk, peer: str) -> int:
    """How far a sample may be off without being a difference, in codes of 0 to 255.

    Pillow and ImageMagick decode JPEG with libjpeg-turbo as we do, and so to the same codes. ffmpeg
    has its own inverse transform and color conversion; 4 is the most that was measured on JPEGs
    that store all components at full size.
    """
    return 4 if walk.format == "jpeg" and peer == "ffmpeg" else 0


def pairs_satisfy(difference, holds: Callable) -> bool:
    return bool(difference.pairs) and all(holds(*pair) for pair in difference.pairs)


def differing(ours: numpy.ndarray, theirs: numpy.ndarray) -> numpy.ndarray:
    both_hidden = (ours[..., 3] == 0) & (theirs[..., 3] == 0)
    return (ours != theirs).any(axis=2) & ~both_hidden


def only_ours_is_see_through(ours: numpy.ndarray, theirs: numpy.ndarray) -> bool:
    where = differing(ours, theirs)
    return bool((ours[where][:, 3] == 0).all() and (theirs[where][:, 3] == 255).all())


def is_off_by_one(ours: numpy.ndarray, theirs: numpy.ndarray) -> bool:
    return bool(numpy.abs(ours.astype(int) - theirs).max() <= 1)


def luma(canvas: numpy.ndarray) -> numpy.ndarray:
    return canvas[..., :3] @ numpy.array([0.299, 0.587, 0.114])


def has_same_luma(ours: numpy.ndarray, theirs: numpy.ndarray) -> bool:
    """Where no channel is cut off at 0 or 255, color that is off leaves the luma alone."""
    both = numpy.concatenate([ours[..., :3], theirs[..., :3]], axis=2)
    whole = ((both > 0) & (both < 255)).all(axis=2)
    distance = numpy.abs(luma(ours) - luma(theirs))[whole]
    return distance.size == 0 or bool(distance.max() <= 2)


def delays_satisfy(difference, holds: Callable) -> bool:
    return difference.kind == "delays" and all(map(holds, difference.ours, difference.theirs))


RULES = [
    Rule(
        "invalid animation",
        "Where acTL, fcTL or fdAT break their rules, stickerpack shows the static image and reports"
        " it (PNG Third Edition, 13.15); others play what they can, or refuse the file.",
        lambda difference, case: case.walk.format == "apng" and not case.is_animated
        and case.complains("frame"),
    ),
    Rule(
        "compositing in Pillow",
        "Pillow pastes a frame through its own alpha, which also thins the alpha of what is below"
        " and loses the canvas that \"previous\" goes back to; and it goes back to a static image"
        " that is no frame. The composed opinion is ours.",
        lambda difference, case: case.walk.format == "apng" and case.peer == "Pillow"
        and difference.kind == "pixels" and case.is_composed_equal
        and (any(frame.blend == "over" for frame in case.walk.frames[1:])
             or case.walk.hides_image and case.walk.frames[0].dispose == "previous"),
    ),
    Rule(
        "rounding in ffmpeg",
        "ffmpeg blends frames of partial alpha in steps that are rounded down, so colors are off"
        " by 3 at most. The composed opinion, which rounds once, is ours.",
        lambda difference, case: case.walk.format == "apng" and case.peer == "ffmpeg"
        and difference.kind == "pixels" and difference.largest <= 3 and case.is_composed_equal
        and any(frame.blend == "over" for frame in case.walk.frames[1:]),
    ),
    Rule(
        "16 bits to 8",
        "stickerpack narrows to the nearest, v × 255 / 65535; Pillow drops the low byte of colors,"
        " so each sample is off by 1 at most. ffmpeg and ImageMagick are asked for 16 bits and must"
        " be equal.",
        lambda difference, case: case.walk.bit_depth == 16 and case.peer in ("Pillow", "composed")
        and pairs_satisfy(difference, is_off_by_one),
    ),
    Rule(
        "tRNS of 16 bits",
        "Pillow compares the color that tRNS names with samples that have lost their low byte, so"
        " more of them become see-through. ffmpeg and ImageMagick are ours.",
        lambda difference, case: case.walk.bit_depth == 16 and "tRNS" in case.walk.parts
        and case.peer == "Pillow" and pairs_satisfy(
            difference,
            lambda ours, theirs: is_off_by_one(
                ours, numpy.where(theirs[..., 3:] == 0, ours, theirs))),
    ),
    Rule(
        "tRNS of few bits",
        "Pillow and ffmpeg compare a gray of 1, 2 or 4 bits that tRNS names with samples that are"
        " already widened to 8, so nothing becomes see-through. PngSuite's reference is ours.",
        lambda difference, case: case.walk.color_type == 0 and case.walk.bit_depth < 8
        and "tRNS" in case.walk.parts and case.peer in ("Pillow", "ffmpeg")
        and pairs_satisfy(difference, only_ours_is_see_through),
    ),
    Rule(
        "APNG forms that ffmpeg lacks",
        "ffmpeg 5.1 neither blends 16-bit frames over others nor reads an fcTL before acTL.",
        lambda difference, case: case.peer == "ffmpeg" and case.walk.format == "apng"
        and case.is_composed_equal | (case.walk.bit_depth == 16) and (
            difference.kind == "frames"
            and any("Not yet implemented" in line for line in case.theirs.complaints)
            or difference.kind == "reading" and case.is_one_of("fctl_actl.png")),
    ),
    Rule(
        "no delay",
        "ffmpeg plays a delay of 0 in its own way: 1/15 s for APNG, 1/10 s for GIF, where 1/100 s"
        " counts as none, too.",
        lambda difference, case: case.peer == "ffmpeg" and delays_satisfy(
            difference,
            lambda ours, theirs: ours == 0 and abs(theirs * 15 - 1) < 0.001
            if case.walk.format == "apng" else ours * 100 < 2 and theirs * 10 == 1),
    ),
    Rule(
        "delay of an earlier frame",
        "ImageMagick keeps a delay for frames without a graphic control extension; GIF89a, 23, has"
        " it end with the image that follows it.",
        lambda difference, case: case.peer == "ImageMagick" and case.walk.format == "gif"
        and case.is_composed_equal and delays_satisfy(
            difference, lambda ours, theirs: ours == 0),
    ),
    Rule(
        "GIF background",
        "Where no frame has drawn, and where one was cleared, stickerpack shows nothing, and so do"
        " pygif's references; others fill in the background color, the first color or black.",
        lambda difference, case: case.walk.format == "gif" and case.is_composed_equal
        and pairs_satisfy(difference, only_ours_is_see_through),
    ),
    Rule(
        "GIF frame outside its screen",
        "stickerpack clips it, as pygif's references do; Pillow makes the screen larger and ffmpeg"
        " refuses it.",
        lambda difference, case: "outside" in case.walk.parts and case.is_composed_equal
        and difference.kind in ("size", "reading") and case.peer in ("Pillow", "ffmpeg"),
    ),
    Rule(
        "damaged GIF data",
        "stickerpack reports it and leaves see-through what does not decode; others fill it with a"
        " color or refuse the file.",
        lambda difference, case: case.walk.format == "gif" and case.complains("corrupt")
        and bool(case.ours.canvases) and (
            difference.kind == "reading"
            or pairs_satisfy(difference, only_ours_is_see_through)),
    ),
    Rule(
        "refused as damaged",
        "A checksum is wrong. stickerpack refuses the file and says so; the other does not look.",
        lambda difference, case: difference.kind == "reading" and not case.ours.canvases
        and case.complains("corrupt") and "damage" in case.walk.parts,
    ),
    Rule(
        "Apple's own PNG",
        "stickerpack names Xcode's rewritten PNGs (CgBI) and does not decode them.",
        lambda difference, case: "CgBI" in case.walk.parts and difference.kind == "reading"
        and case.complains("appleOptimized"),
    ),
    Rule(
        "lossless JPEG",
        "stickerpack names it and does not decode it; its libjpeg-turbo 2.1 cannot.",
        lambda difference, case: "C3" in case.walk.parts and difference.kind == "reading"
        and case.complains("unsupportedCoding"),
    ),
    Rule(
        "subsampled color in ffmpeg",
        "ffmpeg interpolates color that is stored at half size in another way and to other places"
        " than libjpeg. The luma must be the same to 2 where no channel is cut off.",
        lambda difference, case: case.peer == "ffmpeg" and case.walk.is_subsampled
        and case.walk.components == 3 and pairs_satisfy(difference, has_same_luma),
    ),
    Rule(
        "inks in ffmpeg",
        "ffmpeg turns CMYK and YCCK into RGB by its own formula. The mean difference must be at"
        " most 2; Pillow and ImageMagick must see the same codes as we do.",
        lambda difference, case: case.peer == "ffmpeg" and case.walk.components == 4
        and pairs_satisfy(
            difference, lambda ours, theirs: abs(ours.astype(int) - theirs).mean() <= 2),
    ),
    Rule(
        "unfinished progressive JPEG",
        "Scans are missing, and libjpeg smooths the blocks or keeps going where ffmpeg does not."
        " The suite's own references agree with stickerpack.",
        lambda difference, case: case.peer == "ffmpeg"
        and case.is_one_of("partial_progressive.jpg", "progressive-missing-dc.jpg"),
    ),
    Rule(
        "limits of ImageMagick",
        "Debian's policy for it refuses sides of more than 16,000 pixels.",
        lambda difference, case: case.peer == "ImageMagick" and difference.kind == "reading"
        and max(case.walk.width, case.walk.height) > 16_000,
    ),
    Rule(
        "another format",
        "The file's name is a sticker's, and its content another format that stickerpack reports.",
        lambda difference, case: case.walk.format == "unknown" and difference.kind == "reading"
        and not case.ours.canvases,
    ),
]


def reason_for(difference, case: Case) -> str | None:
    """The first rule that explains the difference."""
    return next((rule.name for rule in RULES if rule.applies(difference, case)), None)
