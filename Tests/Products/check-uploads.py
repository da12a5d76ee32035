#!/usr/bin/env python3
"""Checks `stickerpack check-upload` on built products with one thing changed: check-uploads.py PROGRAM

The products are those of make-products.py, which shares no code with stickerpack. For each, the checks whose answer
differs from that of a right product are listed: what a source says is refused or broken is found, and what cannot be
known is unknown. Prints the differences; the exit status is 1 if there are any.
"""
import importlib.util
import json
import plistlib
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("products", FOLDER / "make-products.py")
make = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make)
APP, APPEX, PACK = make.APP, make.APPEX, make.PACK
FOUND, SEEN, UNKNOWN = "found", "seen", "unknown"

VARIANTS = []


def variant(*changes, container="ipa", **expected):
    """Adds a product: functions that change its files, and the answers that differ, by check."""
    VARIANTS.append((changes, container, {name.replace("_", "-"): answer for name, answer in expected.items()}))


def key(path, name, value):
    def change(files):
        target = files[path + "Info.plist"]
        *parents, last = name.split(".")
        for parent in parents:
            target = target[parent]
        if value is None:
            target.pop(last, None)
        else:
            target[last] = value
    return change


def without(*paths):
    def change(files):
        for name in [n for n in files if any(n == p or p.endswith("/") and n.startswith(p) for p in paths)]:
            del files[name]
    return change


def added(path, value):
    return lambda files: files.update({path: value})


def moved(old, new):
    def change(files):
        for name in [n for n in files if n.startswith(old)]:
            files[new + name[len(old):]] = files.pop(name)
    return change


def entry(path, value):
    return lambda files: files[path + "Info.plist"]["IMStickers"].append(value)


def listed(name):
    return {"IMStickerFileName": name, "IMStickerAccessibilityLabel": "Biscuit"}


def both(name, value):
    return [key(APP, name, value), key(APPEX, name, value)]


def renamed(old, new):
    def change(files):
        files[PACK + new] = files.pop(PACK + old)
        for each in files[PACK + "Info.plist"]["IMStickers"]:
            each.update({k: new for k, v in each.items() if v == old})
    return change


def noise(count):
    """A PNG of more bytes: a private chunk that decoders skip."""
    data = make.ART["wave.png"]
    return data[:33] + make.chunk(b"stUf", bytes(i * 7919 >> 3 & 255 for i in range(count))) + data[33:]


# Right ones.
variant()
variant(key(APPEX, "LSApplicationIsStickerProvider", "YES"))
variant(*both("MinimumOSVersion", "18.0"))
variant(*both("DTPlatformVersion", "27.0"))
variant(*both("CFBundleShortVersionString", "2.0"))
variant(key(APPEX, "CFBundleVersion", "8"))  # ITMS-90473 is a warning.
variant(key(APPEX, "NSStickerSharingLevel", "OS"))
# An app with a program of its own.
variant(key(APP, "LSApplicationLaunchProhibited", None), without("MessagesApplicationSupport/"))
variant(added(APP + "Frameworks/A.framework/A", b"code"), added(APP + "Frameworks/A.framework/Info.plist", {}))
# A second extension of another kind.
variant(added(APP + "PlugIns/Share.appex/Info.plist", {
    "CFBundleIdentifier": "com.example.biscuit.share", "CFBundleExecutable": "Share",
    "NSExtension": {"NSExtensionPointIdentifier": "com.apple.share-services"}}),
    added(APP + "PlugIns/Share.appex/Share", b"code"))
variant(added(PACK + "de.lproj/Biscuit.strings", {"wave.png": "Biscuit winkt", "hug.png": "Umarmung"}))
variant(renamed("wave.png", "wave.PNG"))

# Refused ones.
for extension in ["apng", "heic", "webp", "jpe", "tiff"]:
    variant(renamed("wave.png", f"wave.{extension}"), sticker_extension=FOUND)
variant(added(PACK + "old.png", make.ART["wave.png"]), no_old_files=FOUND)
for icon in make.ICONS:
    variant(without(APPEX + f"iMessage App Icon{icon}.png"), icons=FOUND)
variant(key(APPEX, "MSMessagesExtensionStoreIconName", None), icons=FOUND)
second = APP + "PlugIns/Second.appex/"
variant(lambda files: files.update({second + n[len(APPEX):]: dict(v) if isinstance(v, dict) else v
                                    for n, v in list(files.items()) if n.startswith(APPEX) and "stickerpack/" not in n}),
        key(second, "CFBundleIdentifier", "com.example.biscuit.second"), one_extension=FOUND)
variant(key(APPEX, "NSExtension.NSExtensionPointIdentifier", "com.apple.messages.stickers"), extension_point=FOUND)
variant(key(APPEX, "NSExtension.NSExtensionPointIdentifier", None), extension_point=FOUND)
variant(key(APPEX, "CFBundleIdentifier", "com.example.other"), identifiers=FOUND)
variant(key(APPEX, "CFBundleIdentifier", "com.example.biscuitstickers"), identifiers=FOUND)
variant(key(APP, "MinimumOSVersion", "14.9"), minimum_version=FOUND)
variant(key(APPEX, "MinimumOSVersion", "12.0"), minimum_version=FOUND)
variant(*both("DTPlatformVersion", "18.5"), sdk=FOUND)
variant(*both("DTPlatformName", "iphonesimulator"), platform=FOUND)
variant(*both("DTPlatformName", "macosx"), platform=FOUND)
ART = {"sticker_extension": SEEN, "sticker_content": SEEN, "sticker_size": SEEN}
variant(without(APPEX + "Info.plist"), info=FOUND, rest=UNKNOWN, **ART)
variant(added(APPEX + "Info.plist", b"<plist><dict>"), info=FOUND, rest=UNKNOWN, **ART)
variant(added(APP + "Info.plist", b"bplist00"), info=FOUND, rest=UNKNOWN, **ART)
variant(without(APPEX + "Stickers"), executable=FOUND)
variant(without(APP + "Biscuit"), executable=FOUND)
variant(without("MessagesApplicationExtensionSupport/"), stubs=FOUND)
variant(without("MessagesApplicationSupport/"), stubs=FOUND)
variant(key(APPEX, "DTXcodeBuild", "16F6"), stub_match=FOUND)
variant(added(APPEX + "Frameworks/A.framework/A", b"code"), nested=FOUND)

# Accepted ones that do not work.
variant(renamed("wave.png", "wave.png"), added(PACK + "wave.png", b""), sticker_content=FOUND)
variant(added(PACK + "wave.png", b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 9\n"),
        sticker_content=FOUND)
variant(added(PACK + "wave.png", make.ART["wave.png"][:2000]), sticker_content=UNKNOWN)
variant(added(PACK + "wave.png", noise(512_000)), sticker_size=FOUND)
variant(without(PACK), pack=FOUND, pack_complete=UNKNOWN, listed_once=UNKNOWN, no_old_files=UNKNOWN,
        sticker_extension=UNKNOWN, sticker_content=UNKNOWN, sticker_size=UNKNOWN)
variant(lambda files: files[PACK + "Info.plist"].update(IMStickers=[]), without(PACK + "wave.png", PACK + "hug.png"),
        pack=FOUND, sticker_extension=UNKNOWN, sticker_content=UNKNOWN, sticker_size=UNKNOWN)
variant(entry(PACK, listed("gone.png")), pack_complete=FOUND)
variant(entry(PACK, listed("wave.png")), listed_once=FOUND)
variant(without(APPEX), embedded=FOUND, rest=UNKNOWN, info=SEEN, launch_prohibited=SEEN)
variant(moved(APPEX, APP + "Stickers.appex/"), embedded=FOUND)
variant(key(APPEX, "NSExtension.NSExtensionPrincipalClass", "MessagesViewController"), principal_class=FOUND)
variant(key(APP, "LSApplicationLaunchProhibited", None), launch_prohibited=FOUND)

# What cannot be known.
for name, check in [("MinimumOSVersion", "minimum_version"), ("DTPlatformVersion", "sdk"), ("DTPlatformName", "platform"),
                    ("CFBundleExecutable", "executable"), ("DTXcodeBuild", "stub_match")]:
    variant(key(APPEX, name, None), **{check: UNKNOWN})
variant(key(APPEX, "LSApplicationIsStickerProvider", None), extension_point=UNKNOWN, principal_class=UNKNOWN)
for change in [lambda files: files[PACK + "Info.plist"].pop("IMStickers"), added(PACK + "Info.plist", b"<plist>")]:
    variant(change, pack=UNKNOWN, pack_complete=UNKNOWN, listed_once=UNKNOWN, no_old_files=UNKNOWN)
variant(container="xcarchive", stubs=UNKNOWN)
variant(container="app", stubs=UNKNOWN, sdk=UNKNOWN, platform=UNKNOWN)
variant(container="appex", stubs=UNKNOWN, sdk=UNKNOWN, platform=UNKNOWN, embedded=UNKNOWN, identifiers=UNKNOWN,
        launch_prohibited=UNKNOWN, stub_match=UNKNOWN)
variant(without(APPEX), container="empty.appex", info=FOUND, rest=UNKNOWN)


def write(folder, files, container):
    """Writes a product and returns its path."""
    def data(value):
        return plistlib.dumps(value, fmt=plistlib.FMT_BINARY) if isinstance(value, dict) else value
    if container == "ipa":
        path = folder / "Biscuit.ipa"
        make.written(path, files, plistlib.FMT_BINARY)
        return path
    prefix, name = {
        "xcarchive": ("Payload/", "Biscuit.xcarchive"), "app": (APP, "Biscuit.app"), "appex": (APPEX, "Stickers.appex"),
        "empty.appex": (APPEX, "Stickers.appex")}[container]
    root = folder / name
    root.mkdir(parents=True)
    inner = root / "Products/Applications" if container == "xcarchive" else root
    if container == "xcarchive":
        (root / "Info.plist").write_bytes(data({"ArchiveVersion": 2}))
    for path, value in files.items():
        if path.startswith(prefix):
            file = inner / path[len(prefix):]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data(value))
    return root


def main(program):
    problems, counts = 0, {}
    for number, (changes, container, expected) in enumerate(VARIANTS, 1):
        files, _ = make.product(plistlib.FMT_BINARY)
        for change in changes:
            change(files)
        with tempfile.TemporaryDirectory() as name:
            path = write(Path(name), files, container)
            run = subprocess.run(
                [program, "check-upload", path, "--format", "json"], capture_output=True, text=True, cwd=name)
        if run.returncode not in (0, 1):
            print(f"product {number}: {run.stderr}")
            problems += 1
            continue
        answers = {check["id"]: check["answer"] for check in json.loads(run.stdout)["checks"]}
        rest = expected.pop("rest", None)
        right = {check: SEEN for check in answers} | {"store-icon": UNKNOWN}
        if rest:
            right = {check: rest for check in answers}
        right |= expected
        verdict = "red" if FOUND in right.values() else "green"
        counts[verdict] = counts.get(verdict, 0) + 1
        wrong = {check: (answers[check], right[check]) for check in answers if answers[check] != right.get(check)}
        if wrong or (run.returncode == 1) != (verdict == "red"):
            problems += 1
            print(f"product {number} ({container}, {expected}): exit status {run.returncode}")
            for check, (answer, other) in wrong.items():
                print(f"  {check}: {answer}, expected {other}")
    print(f"{len(VARIANTS)} products ({counts}), {problems} with a wrong answer")
    return problems > 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
