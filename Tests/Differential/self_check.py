#!/usr/bin/env python3
"""Plants faults and checks that the comparison finds each of them, and finds none where none is."""

import unittest
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
        """The kinds of differences, none of which any rule explains in a plain APNG."""
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

    def test_a_tolerance_ends_where_it_says(self):
        theirs = answer()
        theirs.canvases[1][1, 2, 0] = 104
        self.assertEqual(self.found(theirs, tolerance=4), [])
        theirs.canvases[1][1, 2, 0] = 105
        self.assertEqual(self.found(theirs, tolerance=4), ["pixels"])

    def test_color_below_alpha_0_is_not_seen(self):
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
    """A rule explains what it was made for, and nothing a step beside it."""

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
        # Alpha 128/255 over 128/255: 0.75196 × 255 = 191.75; the front's share is 0.66753.
        result = peers.over(
            numpy.array([[[255, 0, 0, 128]]], numpy.uint8),
            numpy.array([[[0, 0, 255, 128]]], numpy.uint8))
        self.assertEqual(result.tolist(), [[[170, 0, 85, 192]]])


if __name__ == "__main__":
    unittest.main(verbosity=0)
