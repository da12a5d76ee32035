"""The tolerances, and every known difference with its reason.

A rule must be as narrow as possible, because the differences that it explains are not shown. For GIF
and APNG most rules also require that "composed" agrees with stickerpack.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy

import peers
import walks


@dataclass
class Case:
    """The input of a rule."""

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
    """A difference that is not a defect of stickerpack."""

    name: str
    why: str
    applies: Callable


def tolerance(walk: walks.Walk, peer: str) -> int:
    """By how much samples (0 to 255) may differ.

    Pillow and ImageMagick decode JPEG with libjpeg-turbo too, so their samples are equal. ffmpeg
    has its own inverse transform and color conversion; 4 is the largest difference measured on
    JPEGs without subsampling.
    """
    return 4 if walk.format == "jpeg" and peer == "ffmpeg" else 0


def pairs_satisfy(difference, holds: Callable) -> bool:
    return bool(difference.pairs) and all(holds(*pair) for pair in difference.pairs)


def differing(ours: numpy.ndarray, theirs: numpy.ndarray) -> numpy.ndarray:
    both_hidden = (ours[..., 3] == 0) & (theirs[..., 3] == 0)
    return (ours != theirs).any(axis=2) & ~both_hidden


def only_ours_is_transparent(ours: numpy.ndarray, theirs: numpy.ndarray) -> bool:
    where = differing(ours, theirs)
    return bool((ours[where][:, 3] == 0).all() and (theirs[where][:, 3] == 255).all())


def is_off_by_one(ours: numpy.ndarray, theirs: numpy.ndarray) -> bool:
    return bool(numpy.abs(ours.astype(int) - theirs).max() <= 1)


def luma(canvas: numpy.ndarray) -> numpy.ndarray:
    return canvas[..., :3] @ numpy.array([0.299, 0.587, 0.114])


def has_same_luma(ours: numpy.ndarray, theirs: numpy.ndarray) -> bool:
    """Whether the luma of pixels without a clipped channel is the same to 2."""
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
        " it (PNG Third Edition, 13.15); others play what they can or reject the file.",
        lambda difference, case: case.walk.format == "apng" and not case.is_animated
        and case.complains("frame"),
    ),
    Rule(
        "compositing in Pillow",
        "Pillow pastes a frame through its own alpha, which also reduces the alpha below it, loses"
        " the canvas that \"previous\" restores, and restores a static image that is not a frame."
        " \"composed\" agrees with stickerpack.",
        lambda difference, case: case.walk.format == "apng" and case.peer == "Pillow"
        and difference.kind == "pixels" and case.is_composed_equal
        and (any(frame.blend == "over" for frame in case.walk.frames[1:])
             or case.walk.hides_image and case.walk.frames[0].dispose == "previous"),
    ),
    Rule(
        "rounding in ffmpeg",
        "ffmpeg blends partial alpha in steps that round down, so colors differ by up to 3."
        " \"composed\", which rounds once, agrees with stickerpack.",
        lambda difference, case: case.walk.format == "apng" and case.peer == "ffmpeg"
        and difference.kind == "pixels" and difference.largest <= 3 and case.is_composed_equal
        and any(frame.blend == "over" for frame in case.walk.frames[1:]),
    ),
    Rule(
        "16 bits to 8",
        "stickerpack rounds, v × 255 / 65535; Pillow drops the low byte, so samples differ by up to"
        " 1. ffmpeg and ImageMagick return 16 bits and must be equal.",
        lambda difference, case: case.walk.bit_depth == 16 and case.peer in ("Pillow", "composed")
        and pairs_satisfy(difference, is_off_by_one),
    ),
    Rule(
        "tRNS of 16 bits",
        "Pillow compares the tRNS color with samples without their low byte, so more pixels become"
        " transparent. ffmpeg and ImageMagick agree with stickerpack.",
        lambda difference, case: case.walk.bit_depth == 16 and "tRNS" in case.walk.parts
        and case.peer == "Pillow" and pairs_satisfy(
            difference,
            lambda ours, theirs: is_off_by_one(
                ours, numpy.where(theirs[..., 3:] == 0, ours, theirs))),
    ),
    Rule(
        "tRNS of few bits",
        "Pillow and ffmpeg compare a tRNS gray of 1, 2 or 4 bits with samples already scaled to 8"
        " bits, so nothing becomes transparent. PngSuite's reference agrees with stickerpack.",
        lambda difference, case: case.walk.color_type == 0 and case.walk.bit_depth < 8
        and "tRNS" in case.walk.parts and case.peer in ("Pillow", "ffmpeg")
        and pairs_satisfy(difference, only_ours_is_transparent),
    ),
    Rule(
        "APNG forms that ffmpeg lacks",
        "ffmpeg 5.1 does not blend 16-bit frames and does not read an fcTL before acTL.",
        lambda difference, case: case.peer == "ffmpeg" and case.walk.format == "apng"
        and case.is_composed_equal | (case.walk.bit_depth == 16) and (
            difference.kind == "frames"
            and any("Not yet implemented" in line for line in case.theirs.complaints)
            or difference.kind == "reading" and case.is_one_of("fctl_actl.png")),
    ),
    Rule(
        "no delay",
        "ffmpeg replaces a delay of 0 by 1/15 s in APNG, and delays below 2/100 s by 1/10 s in"
        " GIF.",
        lambda difference, case: case.peer == "ffmpeg" and delays_satisfy(
            difference,
            lambda ours, theirs: ours == 0 and abs(theirs * 15 - 1) < 0.001
            if case.walk.format == "apng" else ours * 100 < 2 and theirs * 10 == 1),
    ),
    Rule(
        "delay of an earlier frame",
        "ImageMagick keeps the delay for frames without a graphic control extension; by GIF89a, 23,"
        " it applies to the next image only.",
        lambda difference, case: case.peer == "ImageMagick" and case.walk.format == "gif"
        and case.is_composed_equal and delays_satisfy(
            difference, lambda ours, theirs: ours == 0),
    ),
    Rule(
        "GIF background",
        "Areas that no frame has drawn, or that were cleared, are transparent in stickerpack and in"
        " pygif's references; others fill them with the background color, the first color or"
        " black.",
        lambda difference, case: case.walk.format == "gif" and case.is_composed_equal
        and pairs_satisfy(difference, only_ours_is_transparent),
    ),
    Rule(
        "GIF frame outside its screen",
        "stickerpack clips it, as pygif's references do; Pillow enlarges the screen and ffmpeg"
        " rejects the file.",
        lambda difference, case: "outside" in case.walk.parts and case.is_composed_equal
        and difference.kind in ("size", "reading") and case.peer in ("Pillow", "ffmpeg"),
    ),
    Rule(
        "damaged GIF data",
        "stickerpack reports it and leaves what does not decode transparent; others fill it with a"
        " color or reject the file.",
        lambda difference, case: case.walk.format == "gif" and case.complains("corrupt")
        and bool(case.ours.canvases) and (
            difference.kind == "reading"
            or pairs_satisfy(difference, only_ours_is_transparent)),
    ),
    Rule(
        "rejected as damaged",
        "A checksum is wrong: stickerpack rejects the file, the other decoder ignores it.",
        lambda difference, case: difference.kind == "reading" and not case.ours.canvases
        and case.complains("corrupt") and "damage" in case.walk.parts,
    ),
    Rule(
        "Apple's own PNG",
        "stickerpack reports Xcode's optimized PNGs (CgBI) and decodes them; others cannot read them.",
        lambda difference, case: "CgBI" in case.walk.parts and difference.kind == "reading"
        and case.complains("appleOptimized"),
    ),
    Rule(
        "lossless or arithmetic JPEG",
        "stickerpack reports it as unsupported, as browsers and most other decoders do.",
        lambda difference, case: case.walk.parts & {"C3", "C9", "CA"} and difference.kind == "reading"
        and case.complains("unsupportedCoding"),
    ),
    Rule(
        "subsampled color in ffmpeg",
        "ffmpeg upsamples subsampled color differently from libjpeg. The luma must be the same to 2"
        " where no channel is clipped.",
        lambda difference, case: case.peer == "ffmpeg" and case.walk.is_subsampled
        and case.walk.components == 3 and pairs_satisfy(difference, has_same_luma),
    ),
    Rule(
        "CMYK in ffmpeg",
        "ffmpeg converts CMYK and YCCK to RGB by its own formula. The mean difference must be at"
        " most 2; Pillow and ImageMagick must agree exactly.",
        lambda difference, case: case.peer == "ffmpeg" and case.walk.components == 4
        and pairs_satisfy(
            difference, lambda ours, theirs: abs(ours.astype(int) - theirs).mean() <= 2),
    ),
    Rule(
        "unfinished progressive JPEG",
        "Scans are missing, and libjpeg smooths blocks or continues where ffmpeg does not. The"
        " suite's references agree with stickerpack.",
        lambda difference, case: case.peer == "ffmpeg"
        and case.is_one_of("partial_progressive.jpg", "progressive-missing-dc.jpg"),
    ),
    Rule(
        "limits of ImageMagick",
        "Debian's policy rejects sides of more than 16,000 pixels.",
        lambda difference, case: case.peer == "ImageMagick" and difference.kind == "reading"
        and max(case.walk.width, case.walk.height) > 16_000,
    ),
    Rule(
        "another format",
        "The content is not of the format that the file's name says, which stickerpack reports.",
        lambda difference, case: case.walk.format == "unknown" and difference.kind == "reading"
        and not case.ours.canvases,
    ),
]


def reason_for(difference, case: Case) -> str | None:
    """The first rule that explains the difference."""
    return next((rule.name for rule in RULES if rule.applies(difference, case)), None)
