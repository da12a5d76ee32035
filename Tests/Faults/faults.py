#!/usr/bin/env python3
"""Injects faults while `stickerpack` reads and writes: kills, full disks, permissions.

    python3 Tests/Faults/faults.py PROGRAM [WORD ...]

Prints a row of a Markdown table for each fault; with words, only for faults whose function name
contains one of them. Exits with 1 if an expectation fails. Faults that this machine cannot create are
skipped, with the reason in the table. Mounts require root on Linux.

StickerFilesTests fail and stop at each system call. FaultTests, OutputPlaceTests, UndoTests, RebuildTests and
RebuildPropertyTests run several processes, close and fill standard streams, take away rights and edit during builds. Here
is one fault of each kind that needs a disk that fills up, another user or a kill while everything is written.
"""

import contextlib
import functools
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "SampleStickers" / "Biscuit"
# Stills, a photo and an animation, few enough for dozens of builds.
FILES = ["beach-photo.jpg", "birthday.png", "grumpy.png", "love.png", "pixel-dance.gif",
         "thinking.png"]
FULL = "the disk is full"
NOBODY = 65534

random.seed(2026)
program = ""
scratch = pathlib.Path()
selected = []
failures = 0


class Skipped(Exception):
    """A fault that this machine cannot create."""


class Failed(Exception):
    """A failed expectation."""


def expect(condition, text):
    if not condition:
        raise Failed(text)


# --- Running -------------------------------------------------------------------------------------


def start(*arguments, **options):
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.Popen([program, *map(str, arguments)], **options)


class Run:
    def __init__(self, process):
        try:
            out, err = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Failed("timeout after 120 s")
        self.status, self.out = process.returncode, out or b""
        self.err = (err or b"").decode(errors="replace")

    def expect_status(self, *statuses):
        expect(self.status in statuses, f"exit {self.status}, not {statuses}: {self.err.strip()}")
        expect("Fatal error" not in self.err and "Crash" not in self.err, f"crash: {self.err}")
        return self

    def expect_failure(self, reason):
        """Expects exit status 3 and one line with the reason."""
        self.expect_status(3)
        expect(reason in self.err, f"the message is \"{self.err.strip()}\"")
        expect(self.err.startswith("stickerpack: ") and self.err.count("\n") == 1,
               f"the message is not one line: \"{self.err}\"")
        return self


def run(*arguments, **options):
    return Run(start(*arguments, **options))


def tree(path):
    """A file or everything below a folder as a comparable value; None if it does not exist."""
    if not os.path.lexists(path):
        return None
    if os.path.isfile(path):
        return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
    result = {}
    for folder, folders, files in os.walk(path):
        for name in folders:
            result[os.path.relpath(os.path.join(folder, name), path)] = "folder"
        for name in files:
            file = os.path.join(folder, name)
            result[os.path.relpath(file, path)] = hashlib.sha256(
                pathlib.Path(file).read_bytes()).hexdigest()
    return result


# --- The two packs -------------------------------------------------------------------------------


def make_packs():
    """Two packs with the same name that differ in names, contents and number of files."""
    one, other = scratch / "one" / "Pack", scratch / "other" / "Pack"
    for folder in (one, other):
        folder.mkdir(parents=True)
        for name in FILES:
            shutil.copy(SAMPLES / name, folder / name)
    (other / FILES[1]).unlink()
    shutil.copy(SAMPLES / "good-morning.png", other / FILES[2])
    shutil.copy(SAMPLES / "high-five.png", other / "extra.png")
    return [one, other]


# Everything that one build can write: several packs, one with a sequence, projects, an archive.
EVERYTHING = ["--archive", "--emit", "xcodeproj"]


@functools.cache
def make_collections():
    """Two folders of two packs each, with the bundle and the archive of each folder."""
    folders, outputs = [], []
    for number, pack in enumerate(PACKS):
        folder = scratch / f"packs{number}" / "Packs"
        for name in ("Big", "Small"):
            (folder / name).mkdir(parents=True)
            settings = {"name": name, "project": {"bundleId": f"com.example.{name.lower()}"}}
            if name == "Big":
                settings["stickers"] = [{"frames": "hop", "as": "sequence", "fps": 10 + number}]
                for frame, file in enumerate(["grumpy.png", "love.png"]):
                    (folder / name / "hop").mkdir(exist_ok=True)
                    shutil.copy(SAMPLES / file, folder / name / "hop" / f"{frame}.png")
            (folder / name / "stickerpack.json").write_text(json.dumps(settings))
        for file in ("beach-photo.jpg", "birthday.png"):
            shutil.copy(pack / file if (pack / file).exists() else SAMPLES / "hello.png",
                        folder / "Big" / file)
        shutil.copy(SAMPLES / ["thinking.png", "kiss.png"][number], folder / "Small")
        run("build", folder, "-o", scratch / "expected", *EVERYTHING).expect_status(0)
        outputs.append((tree(scratch / "expected"), tree(scratch / "expected.zip")))
        shutil.rmtree(scratch / "expected")
        (scratch / "expected.zip").unlink()
        folders.append(folder)
    expect(outputs[0][0] != outputs[1][0], "the two collections build to the same bundle")
    return folders, outputs


def expect_alone(folder, *names):
    expect(sorted(os.listdir(folder)) == sorted(names), f"left behind: {sorted(os.listdir(folder))}")


# --- Mounts --------------------------------------------------------------------------------------


def command(*arguments):
    result = subprocess.run(arguments, capture_output=True, text=True)
    return result.returncode == 0, (result.stderr or result.stdout).strip().split("\n")[0]


@contextlib.contextmanager
def mounted(size):
    """A tmpfs of a size, such as "64m"."""
    if sys.platform != "linux" or os.geteuid() != 0:
        raise Skipped("mounts require Linux and root")
    place = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    done, reason = command("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place))
    if not done:
        raise Skipped(f"cannot mount: {reason}")
    try:
        yield place
    finally:
        command("umount", str(place))
        place.rmdir()


def remount(place, options):
    done, reason = command("mount", "-o", "remount," + options, str(place))
    expect(done, f"cannot remount: {reason}")


def used(place):
    status = os.statvfs(place)
    return (status.f_blocks - status.f_bfree) * status.f_frsize


# --- Faults while a bundle is written ------------------------------------------------------------


def build_killed():
    """A build has two outputs, the folder and the archive: each is the old one or the new one."""
    folders, outputs = make_collections()
    parent = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    output, archive = parent / "out", parent / "out.zip"
    seen = {"old": 0, "new": 0, "new with the old archive": 0, "draft left": 0, "ended first": 0}
    run("build", folders[1], "-o", output, *EVERYTHING).expect_status(0)
    for index in range(10):
        new = index % 2
        old = (tree(output), tree(archive))
        process = start("build", folders[new], "-o", output, *EVERYTHING)
        # The archive is the last file written before the commit.
        while process.poll() is None and not any(parent.glob(".out.draft-*.zip")):
            pass
        process.kill()
        process.communicate()
        seen["ended first"] += process.returncode == 0
        after = (tree(output), tree(archive))
        if after == outputs[new]:
            seen["new"] += 1
        elif after == old:
            seen["old"] += 1
        elif after == (outputs[new][0], old[1]):
            seen["new with the old archive"] += 1
        else:
            raise Failed(f"run {index}: the output is mixed or missing")
        seen["draft left"] += len(os.listdir(parent)) > 2
        run("build", folders[new], "-o", output, *EVERYTHING).expect_status(0)
        expect((tree(output), tree(archive)) == outputs[new],
               f"run {index}: the next build is incomplete")
        expect_alone(parent, "out", "out.zip")
    return 10, ", ".join(f"{name} {number}" for name, number in seen.items() if number)


def build_disk_full():
    folders, outputs = make_collections()
    with mounted("64m") as place:
        run("build", folders[0], "-o", place / "out", *EVERYTHING).expect_status(0)
        size, messages = used(place), set()
        for step in range(200):
            remount(place, f"size={size + step * 262144}")
            result = run("build", folders[1], "-o", place / "out", *EVERYTHING)
            expect_alone(place, "out", "out.zip")
            after = (tree(place / "out"), tree(place / "out.zip"))
            if result.status == 0:
                expect(after == outputs[1], "the new output is not whole")
                expect(step > 0, "it never failed")
                expect(any("out.zip" in message for message in messages),
                       "the disk was never full in the archive")
                message = max(messages, key=lambda text: "out.zip" in text)
                return step + 1, f"{step} failed, then built; e.g. \"{message}\""
            result.expect_failure(FULL)
            expect(after == outputs[0], "the old output changed")
            messages.add(result.err.strip())
    raise Failed("no size was enough")


def as_nobody():
    if os.geteuid() == 0:
        return {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    return {}


def unreadable_input():
    place = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    place.chmod(0o755)
    pack = shutil.copytree(PACKS[0], place / "Pack")
    (pack / FILES[1]).chmod(0)
    result = run("lint", pack, "--format", "json", **as_nobody()).expect_status(1)
    expect(b"unreadable-file" in result.out, "no finding for a file that cannot be read")
    pack.chmod(0)
    try:
        result = run("lint", pack, **as_nobody()).expect_failure("permission denied")
    finally:
        pack.chmod(0o755)
    return 2, f"file: finding `unreadable-file`, exit 1; folder: \"{result.err.strip()}\""


# --- Faults while art is read --------------------------------------------------------------------


class Disturbance(threading.Thread):
    """Rewrites, truncates, grows, removes and recreates files until it is stopped."""

    def __init__(self, folder):
        super().__init__()
        self.folder, self.over, self.count = folder, threading.Event(), 0
        # Two files stay unchanged, so there always is a pack.
        self.names = FILES[:-2]

    def run(self):
        while not self.over.is_set():
            file = self.folder / random.choice(self.names)
            original = (SAMPLES / file.name).read_bytes()
            deed = random.randrange(6)
            with contextlib.suppress(FileNotFoundError):
                if deed == 0:
                    file.write_bytes(original)
                elif deed == 1:
                    os.truncate(file, random.randrange(len(original)))
                elif deed == 2:
                    with open(file, "ab") as grown:
                        grown.write(bytes(random.randrange(100000)))
                elif deed == 3:
                    file.unlink()
                elif deed == 4:
                    with open(file, "wb") as slow:
                        for begin in range(0, len(original), 4096):
                            slow.write(original[begin:begin + 4096])
                else:
                    copy = file.with_suffix(".tmp")
                    copy.write_bytes(original)
                    copy.rename(file)
            self.count += 1
            time.sleep(random.random() * 0.003)


def expect_whole_bundle(path):
    manifest = json.loads((path / "manifest.json").read_bytes())
    for sticker in manifest["stickers"]:
        for scale in sticker["scales"]:
            digest = hashlib.sha256((path / scale["file"]).read_bytes()).hexdigest()
            expect(digest == scale["sha256"], f"{scale['file']} is not what the manifest says")


def changing_files():
    place = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    pack = shutil.copytree(PACKS[0], place / "Pack")
    disturbance = Disturbance(pack)
    disturbance.start()
    statuses = {}
    try:
        for index in range(30):
            result = run("lint", pack, "--format", "json").expect_status(0, 1)
            json.loads(result.out)
            expect(result.err == "", f"lint complained: {result.err}")
            statuses[f"lint {result.status}"] = statuses.get(f"lint {result.status}", 0) + 1
            options = ["--force"] if index % 2 else []
            result = run("build", pack, "-o", place / "out", *options).expect_status(0, 1, 3)
            if (place / "out").exists():
                expect_whole_bundle(place / "out")
            statuses[f"build {result.status}"] = statuses.get(f"build {result.status}", 0) + 1
    finally:
        disturbance.over.set()
        disturbance.join()
    expect(set(os.listdir(place)) <= {"Pack", "out"}, f"left behind: {os.listdir(place)}")
    seen = ", ".join(f"{name}: {count}" for name, count in sorted(statuses.items()))
    return 60, f"{disturbance.count} changes; exits {seen}"


# --- init ----------------------------------------------------------------------------------------


def init_disk_full():
    """`init` writes a configuration for each pack and a schema, all of them or none."""
    with mounted("64m") as place:
        folder = place / "Packs"
        for number, pack in enumerate(PACKS):
            shutil.copytree(pack, folder / f"Pack{number}")
        before, size = tree(folder), used(place)
        for step in range(60):
            remount(place, f"size={size + step * 4096}")
            result = run("init", folder)
            if result.status == 0:
                names = set(tree(folder)) - set(before)
                expect(names == {"Pack0/stickerpack.json", "Pack1/stickerpack.json",
                                 "stickerpack.schema.json"}, f"written: {names}")
                expect(step > 1, "it never failed")
                return step + 1, f"{step} failed and left nothing, then all were written"
            result.expect_failure(FULL)
            expect(tree(folder) == before, f"left: {set(tree(folder)) - set(before)}")
    raise Failed("no size was enough")


# --- Fitting -------------------------------------------------------------------------------------


def fit_pack(place):
    """A pack of two images that are too large, and a GIF that a list names."""
    pack = place / "Pack"
    pack.mkdir()
    text = b"tEXt" + b" " * 600_000
    chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    for name in ["birthday.png", "grumpy.png"]:
        image = (SAMPLES / name).read_bytes()
        (pack / name).write_bytes(image[:-12] + chunk + image[-12:])
    shutil.copy(SAMPLES / "pixel-dance.gif", pack)
    (pack / "stickerpack.json").write_text('{ "stickers": [ { "file": "pixel-dance.gif" } ] }')
    return pack


def visible(pack):
    return {name: digest for name, digest in tree(pack).items() if not name.startswith(".")}


@functools.lru_cache
def fitted():
    """The pack before and after `fit`."""
    place = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    pack = fit_pack(place)
    run("fit", pack, "-o", place / "out", "--to-apng").expect_status(0)
    return tree(pack), tree(place / "out")


def expect_whole(pack):
    """Expects each file as it was or fitted, and each original in its place or kept."""
    old, new = fitted()
    files = tree(pack)
    for name, digest in visible(pack).items():
        expect(digest in (old.get(name), new.get(name)), f"{name} is neither old nor new")
    for name, digest in old.items():
        kept = files.get(f".stickerpack-backup-1/{name}")
        expect(digest in (files.get(name), kept), f"the original of {name} is lost")
    listed = "pixel-dance.gif" if files["stickerpack.json"] == old["stickerpack.json"] else "pixel-dance.png"
    expect(listed in files, f"the list names {listed}, which is missing")


def fit_disk_full():
    old, new = fitted()
    seen = {}
    for step in range(60):
        with mounted("64m") as place:
            pack = fit_pack(place)
            size = used(place)
            remount(place, f"size={size + step * 16384}")
            result = run("fit", pack, "--in-place", "--to-apng").expect_status(0, 3)
            reason = f"cannot replace: {FULL}"
            expect((result.status == 3) == (reason in result.out.decode()), f"unreported: {result.out}")
            expect_whole(pack)
            hidden = [name for name in os.listdir(pack) if name.startswith(".")]
            expect(set(hidden) <= {".stickerpack-backup-1"}, f"left: {hidden}")
            state = "old" if visible(pack) == old else "new" if visible(pack) == new else "some"
            seen[state] = seen.get(state, 0) + 1
            expect((state == "new") == (result.status == 0), f"exit {result.status}, but {state}")
            if state == "new":
                break
    expect("new" in seen and "old" in seen, f"only {seen}")
    return step + 1, ", ".join(f"{key} {value}" for key, value in sorted(seen.items()))


def fit_across_mounts():
    """A file system that is mounted in the folder: originals are copied, and nothing is left beside them."""
    pack = fit_pack(pathlib.Path(tempfile.mkdtemp(dir=scratch)))
    (pack / "Sub").mkdir()
    with mounted("64m") as place:
        shutil.copy(pack / "grumpy.png", place)
        (place / "stickerpack.json").write_text("{}")
        done, reason = command("mount", "--bind", str(place), str(pack / "Sub"))
        expect(done, f"cannot mount: {reason}")
        try:
            before = tree(pack)
            run("fit", pack, "--in-place", "--to-apng").expect_status(0)
            expect(tree(pack)["Sub/grumpy.png"] != before["Sub/grumpy.png"], "it was not replaced")
            expect_alone(place, "grumpy.png", "stickerpack.json")
            run("undo", pack).expect_status(0)
            expect(tree(pack) == before, "undo did not restore everything")
        finally:
            command("umount", str(pack / "Sub"))
    return 1, "replaced and restored"


CASES = [
    ("`kill -9` of a build of packs, a sequence, projects, an archive", "after the archive was created",
     build_killed),
    ("disk full: the same", "tmpfs of growing size", build_disk_full),
    ("no permission: art", "file, then folder of mode 000, as nobody", unreadable_input),
    ("art changes during a run", "a thread rewrites, truncates, grows and removes files", changing_files),
    ("disk full: init of two packs", "tmpfs of growing size", init_disk_full),
    ("disk full: fit --in-place", "tmpfs of growing size", fit_disk_full),
    ("another file system in the folder", "a tmpfs mounted in it, `fit --in-place`, undo",
     fit_across_mounts),
]


def report(name, how, case):
    global failures
    begin = time.monotonic()
    try:
        count, result = case()
        # The table must not depend on the scratch folder.
        result = re.sub(r"…/tmp\w{8}", "…", f"passed: {result}".replace(str(scratch), "…"))
    except Skipped as reason:
        count, result = 0, f"skipped: {reason}"
    except (Failed, OSError, ValueError) as reason:
        failures += 1
        count, result = "", f"**failed**: {reason}"
    print(f"| {name} | {how} | {count} | {result} |", flush=True)
    print(f"  {time.monotonic() - begin:.0f} s {case.__name__}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="stickerpack-faults-"))
    scratch.chmod(0o755)
    program, selected = os.path.abspath(sys.argv[1]), sys.argv[2:]
    try:
        PACKS = make_packs()
        print("| fault | created by | runs | result |\n| --- | --- | ---: | --- |")
        for name, how, case in CASES:
            if not selected or any(word in case.__name__ for word in selected):
                report(name, how, case)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(f"{failures} failed", file=sys.stderr)
    sys.exit(1 if failures else 0)
