#!/usr/bin/env python3
"""Checks that the comparison finds planted faults, reports none where there is none, and survives
hostile files."""

import io
import os
import resource
import struct
import sys
import tempfile
import unittest
import zlib
from contextlib import redirect_stdout
from fractions import Fraction

import numpy

import differential
import explained
import peers
import walks


def answer() -> peers.Answer:
    """Two canvases of 3 × 2, shown for 1/10 s and 1/3 s, played twice."""
    canvases = [numpy.full((2, 3, 4), value, numpy.uint8) for value in (200, 100)]
    return peers.Answer(canvases, [Fraction(1, 10), Fraction(1, 3)], plays=2)


class ComparisonTests(unittest.TestCase):
    def found(self, theirs: peers.Answer, tolerance: int = 0, ours=None) -> list[str]:
        """The kinds of differences. No rule may explain any of them in a plain APNG."""
        ours = ours or answer()
        differences = differential.compare(ours, theirs, True, tolerance)
        walk = walks.Walk(format="apng", width=3, height=2)
        for peer in ("Pillow", "composed", "ffmpeg", "ImageMagick"):
            case = explained.Case("a.png", peer, walk, ours, theirs, True, True)
            for difference in differences:
                self.assertIsNone(explained.reason_for(difference, case), difference.text)
        return [difference.kind for difference in differences]

    def test_equal_answers_agree(self):
        self.assertEqual(self.found(answer()), [])

    def test_one_wrong_sample(self):
        theirs = answer()
        theirs.canvases[1][1, 2, 0] = 101
        self.assertEqual(self.found(theirs), ["pixels"])
        (difference,) = differential.compare(answer(), theirs, True)
        self.assertIn("frame 2: 1 of 6 pixels differ, by 1 at most; the first at 2, 1", difference.text)

    def test_one_wrong_alpha(self):
        theirs = answer()
        theirs.canvases[0][0, 0, 3] = 0
        self.assertEqual(self.found(theirs), ["pixels"])

    def test_a_tolerance_is_exact(self):
        theirs = answer()
        theirs.canvases[1][1, 2, 0] = 104
        self.assertEqual(self.found(theirs, tolerance=4), [])
        theirs.canvases[1][1, 2, 0] = 105
        self.assertEqual(self.found(theirs, tolerance=4), ["pixels"])

    def test_color_of_transparent_pixels_is_ignored(self):
        ours, theirs = answer(), answer()
        ours.canvases[0][0, 0] = (1, 2, 3, 0)
        theirs.canvases[0][0, 0] = (250, 251, 252, 0)
        self.assertEqual(self.found(theirs, ours=ours), [])

    def test_one_wrong_delay(self):
        theirs = answer()
        theirs.delays[1] = Fraction(33, 100)
        self.assertEqual(self.found(theirs), ["delays"])

    def test_a_wrong_loop_count(self):
        for plays in (0, 1, None):
            theirs = answer()
            theirs.plays = plays
            self.assertEqual(self.found(theirs), ["plays"])

    def test_a_missing_frame(self):
        theirs = answer()
        theirs.canvases.pop()
        self.assertEqual(self.found(theirs), ["frames"])

    def test_another_size(self):
        theirs = answer()
        theirs.canvases = [numpy.full((3, 2, 4), value, numpy.uint8) for value in (200, 100)]
        self.assertEqual(self.found(theirs), ["size"])

    def test_only_one_side_reads(self):
        self.assertEqual(self.found(peers.Answer(complaints=["no"])), ["reading"])
        self.assertEqual(self.found(answer(), ours=peers.Answer(delays=[], plays=2)), ["reading"])

    def test_a_wrong_hidden_image(self):
        ours, theirs = answer(), answer()
        ours.hidden = numpy.full((2, 3, 4), 9, numpy.uint8)
        theirs.hidden = numpy.full((2, 3, 4), 10, numpy.uint8)
        self.assertEqual(self.found(theirs, ours=ours), ["hidden"])

    def test_only_the_first_canvas_of_a_still_reader_counts(self):
        theirs = peers.Answer(answer().canvases[:1], is_first_only=True)
        self.assertEqual(self.found(theirs), [])
        theirs.canvases[0][0, 0, 1] = 7
        self.assertEqual(self.found(theirs), ["pixels"])


class RuleTests(unittest.TestCase):
    """A rule explains what it is meant for and nothing else."""

    def reason(self, ours: tuple, theirs: tuple, is_composed_equal: bool, **walk) -> str | None:
        answers = [
            peers.Answer([numpy.array([[pixel, (9, 9, 9, 255)]], numpy.uint8)])
            for pixel in (ours, theirs)]
        (difference,) = differential.compare(*answers, False)
        case = explained.Case(
            "a", "Pillow", walks.Walk(**walk), *answers, False, is_composed_equal)
        return explained.reason_for(difference, case)

    def test_a_background_is_explained_only_where_the_composed_opinion_is_ours(self):
        nothing, black = (0, 0, 0, 0), (0, 0, 0, 255)
        self.assertEqual(self.reason(nothing, black, True, format="gif"), "GIF background")
        self.assertIsNone(self.reason(nothing, black, False, format="gif"))
        self.assertIsNone(self.reason(black, nothing, True, format="gif"))
        self.assertIsNone(self.reason(nothing, black, True, format="png"))

    def test_narrowing_is_off_by_one_and_no_more(self):
        one, two = (8, 8, 8, 255), (7, 8, 8, 255)
        self.assertEqual(self.reason(one, two, False, format="png", bit_depth=16), "16 bits to 8")
        self.assertIsNone(self.reason(one, (6, 8, 8, 255), False, format="png", bit_depth=16))
        self.assertIsNone(self.reason(one, two, False, format="png", bit_depth=8))


class OverTests(unittest.TestCase):
    def test_half_over_half(self):
        # Alpha 128/255 over 128/255: 0.75196 × 255 = 191.75; the weight of the front is 0.66753.
        result = peers.over(
            numpy.array([[[255, 0, 0, 128]]], numpy.uint8),
            numpy.array([[[0, 0, 255, 128]]], numpy.uint8))
        self.assertEqual(result.tolist(), [[[170, 0, 85, 192]]])


def png(width: int, height: int, *extra: bytes) -> bytes:
    """A gray PNG of 1 bit per pixel, all black."""
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compressobj(9)
    data = b"".join(rows.compress(bytes(1 + (width + 7) // 8)) for _ in range(height))
    return (
        b"\x89PNG\r\n\x1a\n" + walks.chunk(b"IHDR", header) + b"".join(extra)
        + walks.chunk(b"IDAT", data + rows.flush()) + walks.chunk(b"IEND", b""))


class HostileFileTests(unittest.TestCase):
    """Decompression bombs cost bounded memory, and text in any encoding stops nothing."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name: str, data: bytes) -> str:
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def test_a_bomb_is_not_decoded_by_any_program(self):
        # 1.6 GB as RGBA in 50 KB.
        bomb = png(20_000, 20_000)
        self.assertLess(len(bomb), 100_000)
        self.assertGreater(walks.walk(bomb).decoded_bytes, peers.MOST_DECODED)
        self.write("bomb.png", bomb)
        output = io.TextIOWrapper(io.BytesIO(), "utf-8")
        with redirect_stdout(output):
            # The program does not exist, so running it would fail.
            self.assertEqual(differential.main("/nonexistent", [self.folder]), 0)
        output.seek(0)
        self.assertIn("bomb.png: skipped: 1,600,000,000 bytes of pixels", output.read())

    def test_a_bomb_of_many_frames_is_measured_by_all_of_them(self):
        frame = walks.chunk(b"fcTL", struct.pack(">IIIIIHHBB", 0, 1, 1, 0, 0, 1, 1, 0, 0))
        walk = walks.walk(
            png(5_000, 5_000, walks.chunk(b"acTL", struct.pack(">II", 90, 0)), *[frame] * 90))
        self.assertEqual(walk.decoded_bytes, 5_000 * 5_000 * 4 * 90)

    def test_pillow_does_not_decode_a_bomb_that_the_walk_missed(self):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        answer = peers.Pillow().ask(self.write("bomb.png", png(20_000, 20_000)), walks.Walk())
        self.assertEqual(len(answer.canvases), 0)
        self.assertIn("DecompressionBombError", answer.complaints[0])
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self.assertLess(after - before, 100_000)

    def test_the_output_of_a_program_is_limited(self):
        command = [sys.executable, "-c", "while True: print('x' * 1000)"]
        self.assertEqual(
            peers.run(command, most=10_000)[1][0], "more than 10,000 bytes of output")

    @unittest.skipUnless(sys.platform == "linux", "other systems do not enforce RLIMIT_AS")
    def test_the_memory_of_a_program_is_limited(self):
        output, complaints = peers.run(
            [sys.executable, "-c", f"bytearray({2 * peers.MOST_MEMORY})"])
        self.assertEqual(output, b"")
        self.assertIn("MemoryError", complaints)

    def test_many_large_palettes_are_not_copied_into_each_frame(self):
        walk = walks.walk(png(1, 1, walks.chunk(b"PLTE", bytes(999_999))))
        self.assertIn("damage", walk.parts)

    def test_comments_need_not_be_utf_8(self):
        header = b"P7\n# caf\xe9 DEPTH 9\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nENDHDR\n"
        (canvas,) = peers.pam(header + bytes([1, 2, 3, 4]))
        self.assertEqual(canvas.tolist(), [[[1, 2, 3, 4]]])
        comment = b"Comment\0caf\xe9"
        path = self.write("comment.png", png(2, 1, walks.chunk(b"tEXt", comment)))
        with open(path, "rb") as file:
            walk = walks.walk(file.read())
        for peer in peers.installed()[0]:
            answer = peer.ask(path, walk)
            if answer is not None:
                self.assertEqual([it.shape for it in answer.canvases], [(1, 2, 4)], peer.name)


if __name__ == "__main__":
    unittest.main(verbosity=0)
