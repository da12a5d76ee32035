#!/usr/bin/env python3
"""Writes the built products that tests lint: make-products.py FOLDER

No real product is public. The structure is that of swift-build's and rules_apple's tests and of notes by developers who
shipped packs; where they disagree, there is a product for each. Nothing here uses code of stickerpack. The same
version of Python and zlib writes the same bytes.
"""
import io
import plistlib
import struct
import sys
import zipfile
import zlib
from pathlib import Path

ICONS = ["60x45@2x", "60x45@3x", "67x50@2x~ipad", "74x55@2x~ipad", "27x20@2x", "27x20@3x", "32x24@2x", "32x24@3x"]
APP = "Payload/Biscuit.app/"
APPEX = APP + "PlugIns/Stickers.appex/"
PACK = APPEX + "Biscuit.stickerpack/"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, color, margin=None):
    """A field of one color; with a margin, a soft ellipse of it on a transparent canvas."""
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            if margin is None:
                rows += bytes(color)
                continue
            u, v = (x + 0.5 - width / 2) / (width / 2 - margin), (y + 0.5 - height / 2) / (height / 2 - margin)
            inside = (1 - (u * u + v * v) ** 0.5) * min(width, height) / 2
            rows += bytes(color) + bytes([round(255 * min(1, inside))]) if inside > 0 else bytes(4)
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if margin is None else 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b"")


ART = {"wave.png": png(408, 408, (156, 95, 50), 30), "hug.png": png(408, 408, (60, 110, 190), 60)}


def optimized(width, height, color):
    """A field of one color as Xcode writes it for iOS: a chunk CgBI, BGRA, and deflate without the header of zlib."""
    rows = (b"\0" + bytes((*reversed(color), 255)) * width) * height
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(rows) + deflate.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"CgBI", b"\x50\0\x20\x06") + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def icon(name, make=png):
    size, scale = name.split("@")
    width, height = (int(part) * int(scale[0]) for part in size.split("x"))
    return make(width, height, (156, 95, 50))


def product(plist_format, provider=True, name_key="IMStickerFileName", stub="Stub", by_stem=False):
    """The files of an .ipa as names and values; dictionaries become property lists."""
    version = {
        "CFBundleShortVersionString": "1.0", "CFBundleVersion": "7", "MinimumOSVersion": "15.0",
        "DTPlatformName": "iphoneos", "DTPlatformVersion": "26.1", "DTXcodeBuild": "17B55"}
    files = {
        APP + "Info.plist": {"CFBundleIdentifier": "com.example.biscuit", "CFBundleExecutable": "Biscuit", "LSApplicationLaunchProhibited": True, "CFBundlePackageType": "APPL", **version},
        APP + "Biscuit": b"stub",
        APP + "Assets.car": b"BOMStore",
        APPEX + "Info.plist": {
            "CFBundleIdentifier": "com.example.biscuit.stickers",
            "CFBundleExecutable": "Stickers",
            "CFBundlePackageType": "XPC!",
            "LSApplicationIsStickerProvider": provider,
            "MSMessagesExtensionStoreIconName": "iMessage App Icon",
            "NSExtension": {"NSExtensionPointIdentifier": "com.apple.message-payload-provider", "NSExtensionPrincipalClass": "StickerBrowserViewController"},
            **version,
        },
        APPEX + "Stickers": b"stub",
        APPEX + "Assets.car": b"BOMStore",
        PACK + "Info.plist": {
            "IMStickerPackLayout": "MSStickerSizeClassRegular",
            "IMStickers": [
                {name_key: "wave" if by_stem else "wave.png", "IMStickerAccessibilityLabel": "Biscuit waves"},
                {name_key: "hug" if by_stem else "hug.png", "IMStickerAccessibilityLabel": "Biscuit wants a hug"},
            ],
        },
        f"MessagesApplicationSupport/MessagesApplication{stub}": b"stub",
        f"MessagesApplicationExtensionSupport/MessagesApplicationExtension{stub}": b"stub",
    }
    for name in ICONS:
        files[APPEX + f"iMessage App Icon{name}.png"] = icon(name.replace("~ipad", ""))
    for name, art in ART.items():
        files[PACK + name] = art
    return files, plist_format


def written(path, files, plist_format, compression=zipfile.ZIP_DEFLATED):
    archive = zipfile.ZipFile(path, "w", compression)
    for name in sorted(files):
        value = files[name]
        data = plistlib.dumps(value, fmt=plist_format) if isinstance(value, dict) else value
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.compress_type = compression
        archive.writestr(info, data)
    archive.close()


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    binary, xml = plistlib.FMT_BINARY, plistlib.FMT_XML

    files, form = product(binary)
    written(folder / "good.ipa", files, form)

    # As Bazel writes it: the text YES, XML, other names of the stubs, nothing compressed.
    files, form = product(xml, provider="YES", stub="SupportStub")
    written(folder / "bazel.ipa", files, form, zipfile.ZIP_STORED)

    # Another key with the name, and without its extension.
    files, form = product(binary, name_key="IMStickerName", by_stem=True)
    written(folder / "stems.ipa", files, form)

    # An archive of Xcode, which optimizes the icons.
    files, form = product(binary)
    archive = {"Info.plist": {"ArchiveVersion": 2}}
    for name, value in files.items():
        if "iMessage App Icon" in name:
            value = icon(name.split("Icon")[1].replace("~ipad.png", "").replace(".png", ""), optimized)
        archive[name.replace("Payload/", "Products/Applications/")] = value
    written(folder / "Biscuit.xcarchive.zip", {"Biscuit.xcarchive/" + n: v for n, v in archive.items()}, form)

    # A list that cannot be found.
    files, form = product(binary)
    del files[PACK + "Info.plist"]["IMStickers"]
    written(folder / "no-list.ipa", files, form)

    # actool left a file of an earlier build, and a file of the list is gone.
    files, form = product(binary)
    files[PACK + "old-wave.png"] = files.pop(PACK + "hug.png")
    written(folder / "stale.ipa", files, form)

    # Zipped by hand.
    files, form = product(binary)
    written(folder / "no-stubs.ipa", {n: v for n, v in files.items() if n.startswith("Payload/")}, form)

    # A target of the type app-extension, for which actool ignores the icon set.
    files, form = product(binary)
    files = {n: v for n, v in files.items() if "iMessage App Icon" not in n}
    del files[APPEX + "Info.plist"]["MSMessagesExtensionStoreIconName"]
    del files[APPEX + "Info.plist"]["LSApplicationIsStickerProvider"]
    written(folder / "generic.ipa", files, form)

    # Numbers and identifiers of two targets, and a sharing level without a meaning.
    files, form = product(binary)
    files[APPEX + "Info.plist"].update(CFBundleIdentifier="com.example.other", CFBundleVersion="8", NSStickerSharingLevel="Everywhere")
    written(folder / "identifiers.ipa", files, form)

    # Translated labels: a binary property list, UTF-16 text, and UTF-8 text by names of stickers.
    files, form = product(binary)
    files[PACK + "de.lproj/Biscuit.strings"] = {"wave.png.accessibilityLabel": "Biscuit winkt", "hug.png.accessibilityLabel": "Biscuit will eine Umarmung"}
    files[PACK + "fr.lproj/Biscuit.strings"] = '"wave.png" = "Biscuit salue";\n"hug.png" = "Biscuit veut un câlin";\n'.encode("utf-16")
    files[PACK + "pt_BR.lproj/Biscuit.strings"] = '"wave" = "Biscuit acena";\n'.encode()
    written(folder / "labels.ipa", files, form)

    # Art with problems: an extension that App Store Connect refuses, and an icon of the wrong size.
    files, form = product(binary)
    files[PACK + "wave.apng"] = files.pop(PACK + "wave.png")
    files[PACK + "Info.plist"]["IMStickers"][0]["IMStickerFileName"] = "wave.apng"
    files[APPEX + "iMessage App Icon60x45@2x.png"] = png(120, 91, (156, 95, 50))
    written(folder / "art.ipa", files, form)

    # The parts alone: an extension and a compiled pack.
    files, form = product(binary)
    parts = {"Stickers.appex": APPEX, "Biscuit.stickerpack": PACK}
    for name, prefix in parts.items():
        inner = {name + "/" + n[len(prefix):]: v for n, v in files.items() if n.startswith(prefix)}
        written(folder / f"{name}.zip", inner, form)

    # An app that has nothing to do with Messages, and one that should hold an extension.
    other = {n: dict(v) if isinstance(v, dict) else v for n, v in files.items() if n.startswith(APP) and not n.startswith(APPEX)}
    written(folder / "empty-app.ipa", other, form)
    del other[APP + "Info.plist"]["LSApplicationLaunchProhibited"]
    written(folder / "other.ipa", other, form)

    # Hostile: a name that leads out of the archive, and two files that share their bytes.
    buffer = io.BytesIO()
    written(buffer, {"../evil/Info.plist": {"a": 1}, "Payload/a.app/Info.plist": {"b": 2}}, xml)
    (folder / "outside.ipa").write_bytes(buffer.getvalue())
    buffer = io.BytesIO()
    written(buffer, {"Payload/a.app/Info.plist": b"x" * 99, "Payload/b.app/Info.plist": b"x" * 99}, xml)
    data = bytearray(buffer.getvalue())
    second = data.rindex(b"PK\x01\x02")
    data[second + 42:second + 46] = bytes(4)
    (folder / "overlap.ipa").write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
