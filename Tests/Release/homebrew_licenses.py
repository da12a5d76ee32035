"""Tests the license texts of a program that was built on a Mac, with folders as Homebrew makes them, a map as
Apple's linker writes it, and no dpkg. `make check-release` runs it."""

import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tools/Release"))
import licenses

LIBRARIES = {
    "jpeg-turbo/3.1.3": ["LICENSE.md", "README.md", "share/doc/libjpeg-turbo/README.ijg"],
    "giflib/5.2.2": ["COPYING", "README"],
    "libdeflate/1.25": ["COPYING", "README.md"],
    "libpng/1.6.50": ["LICENSE", "CHANGES"],
    "webp/1.6.0": ["COPYING", "README.md"],
    "zopfli/1.0.3": ["COPYING", "README"],
}


class HomebrewLicenses(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = pathlib.Path(temporary.name).resolve()
        self.root, self.cellar = folder / "checkout", folder / "homebrew/Cellar"
        map_lines = [
            "# Object files:", "[  0] linker synthesized", f"[  1] {self.root}/.build/release/main.swift.o",
            "[  2] /Xcode.app/XcodeDefault.xctoolchain/usr/lib/swift/macosx/libswiftCompatibility56.a[2](a.o)",
            "[  3] /Xcode.app/XcodeDefault.xctoolchain/usr/lib/clang/17/lib/darwin/libclang_rt.osx.a[2](b.o)"]
        for library, texts in LIBRARIES.items():
            archive = f"lib/{library.partition('/')[0]}.a"
            for path in [archive, *texts]:
                self.write(self.cellar / library / path, f"{path} of {library}\n")
            # The linker gets a folder of links to static libraries.
            link = self.root / "Build/static" / pathlib.Path(archive).name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(self.cellar / library / archive)
            map_lines.append(f"[  4] {link}[2](code.o)")
        self.map = self.root / ".build/stickerpack.map"
        self.write(self.map, "\n".join(map_lines))
        self.write(self.root / "Package.resolved", '"version" : "1.8.2"')
        self.write(self.root / ".build/checkouts/swift-argument-parser/LICENSE.txt", "of Swift\n")
        self.write(self.root / "Sources/StickerReports/Pictures/NotoSans-OFL.txt", "of Noto\n")
        self.write(self.root / "bin/swift", "#!/bin/sh\necho 'Apple Swift version 6.2 (swiftlang-6.2.0.19.9)'\n")
        (self.root / "bin/swift").chmod(0o755)
        self.addCleanup(os.environ.__setitem__, "PATH", os.environ["PATH"])
        os.environ["PATH"] = str(self.root / "bin")

    def write(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def listed(self):
        return [(part.name, part.version, *(text.content.decode() for text in part.texts.values()))
                for part in licenses.components(self.root, self.map)]

    def test_texts(self):
        self.assertEqual(self.listed(), [
            ("giflib", "5.2.2", "COPYING of giflib/5.2.2\n"),
            ("jpeg-turbo", "3.1.3", "LICENSE.md of jpeg-turbo/3.1.3\n\n"
             "share/doc/libjpeg-turbo/README.ijg of jpeg-turbo/3.1.3\n"),
            ("libdeflate", "1.25", "COPYING of libdeflate/1.25\n"),
            ("libpng", "1.6.50", "LICENSE of libpng/1.6.50\n"),
            ("noto-sans", "2.004", "of Noto\n"),
            ("swift", "6.2", "of Swift\n"),
            ("swift-argument-parser", "1.8.2", "of Swift\n"),
            ("webp", "1.6.0", "COPYING of webp/1.6.0\n"),
            ("zopfli", "1.0.3", "COPYING of zopfli/1.0.3\n")])

    def test_text_is_missing(self):
        (self.cellar / "libpng/1.6.50/LICENSE").unlink()
        with self.assertRaisesRegex(SystemExit, "no license text of libpng is in .*/Cellar/libpng/1.6.50"):
            self.listed()

    def test_library_is_unknown(self):
        self.write(self.cellar / "libtiff/4.7.0/lib/libtiff.a", "")
        self.map.write_text(f"[  1] {self.cellar}/libtiff/4.7.0/lib/libtiff.a(a.o)\n")
        self.write(self.cellar / "libtiff/4.7.0/COPYING", "BSD")
        with self.assertRaisesRegex(SystemExit, "libtiff is linked, but Tools/Release/licenses.py does not list"):
            self.listed()

    def test_library_is_on_another_machine(self):
        (self.root / "Build/static/libpng.a").unlink()
        with self.assertRaisesRegex(SystemExit, "libpng.a is in the linker's map, but not on this machine"):
            self.listed()

    def test_library_is_of_nobody(self):
        self.write(self.root.parent / "own/libpng.a", "")
        self.map.write_text(f"[  1] {self.root.parent}/own/libpng.a[3](a.o)\n")
        with self.assertRaisesRegex(SystemExit, "own/libpng.a is linked, but neither Homebrew nor Debian"):
            self.listed()


unittest.main()
