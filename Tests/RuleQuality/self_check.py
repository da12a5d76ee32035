#!/usr/bin/env python3
"""Checks what the kit injects and counts against values computed by hand."""

import io
import os
import sys
import tempfile
import unittest

try:
    import numpy
    from PIL import Image, ImageCms
except ImportError as error:
    sys.exit(f"missing: {error.name}; run `pip install numpy pillow`")

import defects
import lint
import precision
import recall
import stickers
from stickers import Sticker


def square(side: int = 100, art: int = 40, color=(200, 100, 50)) -> Sticker:
    """A canvas with an opaque square in its middle."""
    canvas = numpy.zeros((side, side, 4), numpy.uint8)
    edge = (side - art) // 2
    canvas[edge:edge + art, edge:edge + art] = (*color, 255)
    return Sticker([canvas])


def named(name: str) -> defects.Defect:
    return next(it for it in defects.ALL if it.name == name)


class StickerTests(unittest.TestCase):
    def test_a_png_keeps_every_sample(self):
        canvas = numpy.random.default_rng(1).integers(0, 256, (7, 5, 4), dtype=numpy.uint8)
        file = Image.open(io.BytesIO(Sticker([canvas]).encoded()))
        self.assertEqual(numpy.array(file).tolist(), canvas.tolist())

    def test_an_apng_keeps_equal_frames_and_delays(self):
        frame = square().first
        data = Sticker([frame, frame, frame], [100, 30, 630]).encoded()
        file = Image.open(io.BytesIO(data))
        self.assertEqual(file.n_frames, 3)
        delays = []
        for index in range(3):
            file.seek(index)
            delays.append(file.info["duration"])
            self.assertEqual(numpy.array(file.convert("RGBA")).tolist(), frame.tolist())
        self.assertEqual(delays, [100, 30, 630])

    def test_a_gif_is_transparent_below_half_alpha(self):
        canvas = square().first.copy()
        canvas[0, 0], canvas[0, 1] = (9, 9, 9, 127), (9, 9, 9, 128)
        picture = numpy.array(Image.open(io.BytesIO(stickers.gif(canvas, 8))).convert("RGBA"))
        self.assertEqual(picture[0, :3, 3].tolist(), [0, 255, 0])
        self.assertEqual(picture[50, 50].tolist(), [200, 100, 50, 255])

    def test_placed_art_has_the_size_and_the_place_asked_for(self):
        # 0.5 of 100 px, 20 px right of the middle: from 45 to 95, and from 25 to 75.
        sticker = stickers.placed(square(), fill=0.5, right=0.2)
        self.assertEqual(stickers.bounds(sticker.frames), (45, 25, 95, 75))

    def test_bounds_are_those_of_all_frames(self):
        frame = square().first
        frames = [frame, stickers.moved(frame, 20, 0)]
        self.assertEqual(stickers.bounds(frames), (30, 30, 90, 70))


class DefectTests(unittest.TestCase):
    def test_names_and_strengths(self):
        names = [it.name for it in defects.ALL]
        self.assertEqual(len(names), len(set(names)))
        for defect in defects.ALL:
            self.assertTrue(4 <= len(defect.strengths) <= 8, defect.name)
        self.assertLessEqual(set(recall.thresholds()), set(names))

    def test_a_matte_is_mixed_in_by_the_formula(self):
        canvas = numpy.zeros((1, 3, 4), numpy.uint8)
        canvas[0] = [(100, 100, 100, 255), (100, 100, 100, 51), (0, 0, 0, 0)]
        result = defects.matte(Sticker([canvas]), (255, 255, 255), 0.5).first
        # 100 + (1 - 0.2) × 0.5 × 155 = 162.
        self.assertEqual(result[0].tolist(), [[100] * 3 + [255], [162] * 3 + [51], [0] * 4])

    def test_a_fringe_is_as_wide_as_asked_for_on_average(self):
        base = square(400, 200)
        for width in (1, 2, 3):
            hard = defects.fringe(base, (255, 255, 255), width, True).first
            rim = (hard[..., 3] == 255) & (base.first[..., 3] == 0)
            self.assertTrue((hard[rim][:, :3] == 255).all())
            self.assertAlmostEqual(rim.sum() / 800, width, delta=0.5)
            self.assertEqual(set(numpy.unique(hard[..., 3])), {0, 255})

    def test_specks(self):
        sticker = defects.specks(square(400, 200), 3, 4, 77)
        self.assertEqual((sticker.first[..., 3] == 77).sum(), 3 * 16)
        # The art fills 65%: from 70 to 330. Specks are at least 28 px away from it.
        self.assertFalse((sticker.first[43:357, 43:357, 3] == 77).any())

    def test_cut_art_loses_the_share_of_its_height(self):
        result = defects.cut(square(100, 40), 0.25)
        self.assertEqual(stickers.bounds(result.frames), (30, 0, 70, 30))

    def test_recolored_pixels(self):
        canvas = defects.recolored(square().first, (0, 122, 255), 0.5, below=0.5)
        self.assertEqual(canvas[49, 50].tolist(), [200, 100, 50, 255])
        # (200 + 0) / 2, (100 + 122) / 2, (50 + 255) / 2 = 152.5, which rounds to even.
        self.assertEqual(canvas[50, 50].tolist(), [100, 111, 152, 255])
        self.assertEqual(canvas[0, 0].tolist(), [0, 0, 0, 0])

    def test_a_smear_is_invisible_and_as_far_as_asked_for(self):
        base = square(100, 40)
        result = defects.smear(base.first, 8)
        self.assertTrue((result[..., 3] == base.first[..., 3]).all())
        # Eight steps, two in each direction: 44 × 44 px.
        self.assertEqual((result[..., 0] == 200).sum(), 44 * 44)

    def test_a_gray_has_the_luminance_asked_for(self):
        # sRGB 188 is 0.7373, which is linear 0.5029.
        self.assertEqual(round(defects.gray(0.5029)), 188)
        self.assertEqual((round(defects.gray(0)), round(defects.gray(1))), (0, 255))

    def test_a_flash_has_the_area_and_the_rate_asked_for(self):
        flash = defects.flash(square(400, 200), 0.25, 5, 0.7)
        # 5 pairs in each of two seconds.
        self.assertEqual((len(flash.frames), sum(flash.delays)), (20, 2000))
        changed = (flash.frames[0] != flash.frames[1]).any(axis=2).mean()
        self.assertAlmostEqual(changed, 0.25, delta=0.01)

    def test_a_profile_is_read_by_another_program(self):
        data = defects.icc_profile("Test", defects.ADOBE_RGB_COLORANTS)
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data)).profile
        self.assertEqual(profile.profile_description, "Test")
        # x and y of Adobe RGB's green, adapted to D50: 0.2053 and 0.6257 of 0.8919.
        self.assertAlmostEqual(profile.green_colorant[1][0], 0.2302, places=3)
        self.assertAlmostEqual(profile.green_colorant[1][1], 0.7015, places=3)

    def test_every_defect_is_seen_or_not_judged_at_one_of_its_strengths(self):
        for name, verdict in recall.thresholds().items():
            if verdict["seen"] is not None:
                self.assertIn(verdict["seen"], named(name).strengths, name)


class CurveTests(unittest.TestCase):
    def curve(self, bases: int, *fired: int) -> recall.Curve:
        defect = defects.Defect("d", ("r",), "", "px", (1, 2, 3, 4), lambda *_: None)
        return recall.Curve(defect, bases, list(fired))

    def test_half(self):
        self.assertEqual(self.curve(10, 0, 4, 5, 10).half, 3)
        self.assertEqual(self.curve(10, 10, 10, 10, 10).half, 1)
        self.assertIsNone(self.curve(10, 10, 10, 10, 4).half)
        # It has to stay at half from there on.
        self.assertEqual(self.curve(10, 9, 1, 6, 6).half, 3)
        self.assertIsNone(self.curve(0, 0, 0, 0, 0).half)

    def test_monotone(self):
        self.assertTrue(self.curve(10, 0, 4, 4, 10).is_monotone)
        self.assertFalse(self.curve(10, 0, 4, 3, 10).is_monotone)



class DrawnDefectTests(unittest.TestCase):
    def test_pixel_art_has_blocks_of_its_factor(self):
        small = numpy.zeros((4, 4, 4), numpy.uint8)
        small[1, 2] = (9, 9, 9, 255)
        canvas = defects.enlarged(small, 10).first
        self.assertEqual(canvas.shape, (40, 40, 4))
        self.assertEqual(numpy.argwhere(canvas[..., 3]).min(0).tolist(), [10, 20])
        self.assertEqual(numpy.count_nonzero(canvas[..., 3]), 100)
        # 4 pixels on 6: two of them become twice as wide.
        wide = defects.enlarged(small[:, 1:2].repeat(4, 1), 1.5).first
        self.assertEqual(wide.shape, (6, 6, 4))

    def test_a_fringe_of_lines_is_outside_of_the_outline(self):
        base = square()
        some = named("line-fringe").inject(base, 75, []).first
        added = (some[..., 3] > 0) & (base.first[..., 3] == 0)
        # The square of 40 px has 4 × 40 + 4 pixels around it.
        self.assertTrue(100 < numpy.count_nonzero(added) < 150)
        self.assertTrue((some[added] == 255).all())
        self.assertEqual(some[32, 30].tolist(), [0, 0, 0, 255])

    def test_flashes_are_as_long_as_six_frames(self):
        sticker = named("flash-delay").inject(square(), 50, [])
        self.assertEqual(sticker.delays, [50] * 6)
        light = [int(it[50, 50, 0]) for it in sticker.frames]
        self.assertEqual(len(set(light[:3])), 1)
        self.assertGreater(light[3], light[2])


class PrecisionTests(unittest.TestCase):
    def verdicts(self) -> precision.Verdicts:
        result = precision.Verdicts()
        result.add({
            "judged": "pictures",
            "rules": ["low-contrast", "near-duplicate"],
            "pictures": {
                "a": {"name": "a", "has": {"low-contrast": "black: hair"}},
                "b": {"name": "b", "has": {"near-duplicate": ["c"]}},
                "c": {"name": "c", "has": {}},
                "d": {"name": "d", "has": {"near-duplicate": ["c"]}},
                "e": {"name": "e", "has": {}, "arguable": {"low-contrast": "blue: the sky"}},
            }})
        return result

    def test_verdicts_about_findings(self):
        about = self.verdicts().about
        self.assertEqual(about("low-contrast", "a", []), "true")
        self.assertEqual(about("low-contrast", "b", []), "false")
        self.assertEqual(about("low-contrast", "e", []), "arguable")
        # This rule, or this picture, was not judged.
        self.assertEqual(about("edge-halo", "a", []), "unjudged")
        self.assertEqual(about("low-contrast", "z", []), "unjudged")

    def test_low_contrast_names_a_background_that_a_reviewer_saw(self):
        about = self.verdicts().about
        self.assertEqual(about("low-contrast", "a", [], "Lost on the dark gray bubble."), "true")
        self.assertEqual(about("low-contrast", "a", [], "12% is about white."), "false")

    def test_the_same_drawing(self):
        about = self.verdicts().about
        self.assertEqual(about("near-duplicate", "b", ["c"]), "true")
        # b and d are the same drawing, because each is the same as c.
        self.assertEqual(about("near-duplicate", "b", ["d"]), "true")
        self.assertEqual(about("near-duplicate", "b", ["e"]), "false")
        self.assertEqual(about("near-duplicate", "e", ["a"]), "false")
        self.assertEqual(about("near-duplicate", "b", ["z"]), "unjudged")

    def test_a_false_finding_does_not_hide_what_is_missed(self):
        with tempfile.TemporaryDirectory() as parent:
            path = os.path.join(parent, "p", "a.png")
            os.mkdir(os.path.dirname(path))
            with open(path, "wb") as file:
                file.write(b"a")
            verdicts = precision.Verdicts()
            verdicts.add({
                "judged": "pictures", "rules": ["low-contrast"],
                "pictures": {precision.digest(path): {"name": "a", "has": {"low-contrast": "black: hair"}}}})

            def compared(message: str):
                finding = {
                    "rule": "low-contrast", "severity": "warning", "file": "p/a.png", "message": message}
                report = {"findings": [finding], "packs": [{"stickers": [{"file": "p/a.png"}]}]}
                findings, missed = precision.compare(os.path.join(parent, "p"), report, verdicts)
                return [it.verdict for it in findings], len(missed)

            self.assertEqual(compared("Lost on black."), (["true"], 0))
            self.assertEqual(compared("Lost on white."), (["false"], 1))

    def finding(self, verdict, severity="warning", rule="edge-halo") -> precision.Judged:
        return precision.Judged(rule, severity, "", "", verdict)

    def rows(self, title: str, *sets) -> list[str]:
        return [it for it in precision.table(list(sets)) if it.startswith(f"| {title}")]

    def test_the_table(self):
        findings = [self.finding("true")] * 19 + [
            self.finding(it) for it in ("false", "arguable", "unjudged")]
        missed = [precision.Missed("edge-halo", "", "")]
        some = precision.Art("old", findings, missed)
        none = precision.Art("tuning", [], [])
        # 19 of 20 are 95%, which is less than 97%, and found are 19 of 20.
        self.assertEqual(
            self.rows("`edge-halo`", some, none),
            ["| `edge-halo` | warning | **95% of 20** | 95% of 20 | 2 | - | - | 0 |"])
        self.assertEqual(
            self.rows("all of severity", some),
            ["| all of severity warning | warning | **95% of 20** | 95% of 20 | 2 |"])
        # What a rule without findings misses counts for all rules.
        silent = precision.Art("old", findings, missed + [precision.Missed("loop-jump", "", "")])
        self.assertEqual(self.rows("all |", silent), ["| all | - | 95% of 20 | 90% of 21 | 2 |"])
        # What was judged finding by finding does not count for recall.
        findings[0] = precision.Judged("edge-halo", "warning", "", "", "true", is_of_whole=False)
        row = self.rows("`edge-halo`", precision.Art("old", findings, missed * 18))
        self.assertTrue(row[0].endswith("| **50% of 36** | 2 |"))
        findings = [self.finding("true", "info")] * 23 + [self.finding("false", "info")] * 2
        self.assertEqual(
            self.rows("`edge-halo`", precision.Art("old", findings, [])),
            ["| `edge-halo` | info | 92% of 25 | 100% of 23 | 0 |"])
        self.assertEqual(
            self.rows("`edge-halo`", precision.Art("old", [], missed)),
            ["| `edge-halo` | - | - | **0% of 1** | 0 |"])

    def test_repeated_findings(self):
        stickers_of_pack = [{"file": f"p/{index}.png"} for index in range(5)]

        def finding(file: str, message: str) -> dict:
            return {"rule": "r", "file": file, "message": message}

        findings = [finding(f"p/{index}.png", f"The canvas is {index} px.") for index in range(4)]
        findings += [finding("p/0.png", "It is clipped."), finding("p", "The pack has no label.")]
        # The first message hits 4 of 5 stickers; 6 findings in all.
        report = {"findings": findings, "packs": [{"stickers": stickers_of_pack}]}
        self.assertEqual(precision.repeated(report), (4, 6))
        report["packs"][0]["stickers"] = stickers_of_pack[:4]
        self.assertEqual(precision.repeated(report), (0, 6))

    def test_the_table_of_repeated_findings(self):
        lines = precision.repeated_table({"a": [(1, 4), (3, 4)], "b": [(0, 6), (3, 4)]})
        self.assertEqual(lines[-1], "| all | 10 | 1 | 10% | 8 | 6 | 75% |")
        lines = precision.repeated_table({"a": [(1, 4)]})
        self.assertEqual(lines[0], "| folder | findings | repeated | share |")


class SubjectTests(unittest.TestCase):
    def test_a_finding_about_a_pack_is_about_its_related_files(self):
        finding = {"file": "packs/one", "related": ["packs/one/a.png"]}
        self.assertEqual(lint.subjects("/x/packs", finding), ["/x/packs/one/a.png"])


if __name__ == "__main__":
    unittest.main(verbosity=0)
