"""Tests the notes of a release, the license that its artifacts state and the wheel for macOS, without a built
program. `make test` and `make check-release` run it."""

import io
import pathlib
import re
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tools/Release"))
import contents, formula, licenses, release, wheel
from archives import File

CHANGELOG = (ROOT / "CHANGELOG.md").read_text()


class Notes(unittest.TestCase):
    def test_release_of_the_changelog(self):
        """As step 6 of Tools/Release/README.md changes it."""
        self.assertEqual(CHANGELOG.count("\n## [Unreleased]\n"), 1)
        changed = CHANGELOG.replace("## [Unreleased]", "## [Unreleased]\n\n## [7.8.9] - 2026-12-01")
        notes = release.notes(changed, "7.8.9")
        self.assertEqual(notes.strip(), CHANGELOG.partition("## [Unreleased]")[2].partition("\n## ")[0].strip())
        self.assertIn("### Added", notes)

    def test_other_versions(self):
        text = "## [Unreleased]\n\n## [0.2.0] - D\n\ntwo\n\n## [0.1.0] - D\n\none\n\n[0.1.0]: https://example.com\n"
        self.assertEqual(release.notes(text, "0.2.0"), "two\n")
        self.assertEqual(release.notes(text, "0.1.0"), "one\n")
        for version in ["Unreleased", "0.3.0", "0.1", "0x1.0"]:
            with self.assertRaises(SystemExit):
                release.notes(text, version)

    def test_the_workflow_uses_them(self):
        workflow = (ROOT / ".github/workflows/release.yml").read_text()
        self.assertIn('release.py --notes "$GITHUB_REF_NAME" > notes.md', workflow)


class License(unittest.TestCase):
    def components(self):
        return [licenses.Component(name, "1", expression, {}) for name, expression in [
            ("giflib", "MIT AND ISC"), ("gcc-12", "GPL-3.0-or-later WITH GCC-exception-3.1"), ("zlib", "Zlib"),
            ("libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib")]]

    def test_expression(self):
        # PEP 639: one SPDX expression for everything in the wheel.
        self.assertEqual(
            licenses.combined(self.components()),
            "MIT AND BSD-3-Clause AND GPL-3.0-or-later WITH GCC-exception-3.1 AND IJG AND ISC AND Zlib")

    def test_every_license_is_an_spdx_expression(self):
        try:
            from packaging.licenses import canonicalize_license_expression
        except ImportError:
            self.skipTest("packaging is not installed")
        for expression in [*licenses.EXPRESSIONS.values(), licenses.SWIFT, "OFL-1.1"]:
            self.assertEqual(canonicalize_license_expression(expression), expression)


class MacWheel(unittest.TestCase):
    def test_wheel(self):
        files = {
            contents.PROGRAM: File(b"\xca\xfe\xba\xbe", 0o755), contents.MANUAL: File(b""),
            contents.LICENSE: File(b"SPDX-License-Identifier: MIT AND Zlib\n")}
        with tempfile.TemporaryDirectory() as folder:
            made = release.Release(pathlib.Path(folder), "7.8.9", release.PLACEHOLDER, 946684800)
            wheel.write(made, files, "universal-macos")
            file, = pathlib.Path(folder).iterdir()
            target = ROOT.joinpath("Package.swift").read_text().partition(".macOS(.v")[2].partition(")")[0]
            self.assertEqual(file.name, f"stickerpack-7.8.9-py3-none-macosx_{target}_0_universal2.whl")
            archive = zipfile.ZipFile(io.BytesIO(file.read_bytes()))
        info = "stickerpack-7.8.9.dist-info"
        self.assertIn(b"License-Expression: MIT AND Zlib\n", archive.read(f"{info}/METADATA"))
        self.assertIn(f"Tag: py3-none-macosx_{target}_0_universal2\n".encode(), archive.read(f"{info}/WHEEL"))
        program = archive.getinfo("stickerpack-7.8.9.data/scripts/stickerpack")
        self.assertEqual(program.external_attr >> 16, 0o100755)


class Formula(unittest.TestCase):
    def test_order_of_dependencies(self):
        """As the cop FormulaAudit/DependencyOrder of brew style: those of the build first, each group by name."""
        found = re.findall(r'^  depends_on [":]?([\w-]+)(.*)$', formula.FORMULA, re.M)
        order = [(":build" not in rest, name) for name, rest in found]
        self.assertEqual(len(order), 9)
        self.assertEqual(order, sorted(order))


unittest.main()
