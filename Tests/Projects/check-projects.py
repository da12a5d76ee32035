"""Checks the projects in a built folder with independent parsers.

Usage: check-projects.py FOLDER

Prints a line for each check and for each missing parser. The exit status is 1 if a check fails. The
parsers: openstep_parser and pbxproj for project.pbxproj, kin (a grammar of what
Xcode writes), plistlib, PyYAML and xml.etree. Install them with: pip install openstep_parser pbxproj kin PyYAML
"""

import json
import pathlib
import plistlib
import re
import struct
import sys
import xml.etree.ElementTree

IDENTIFIER = re.compile(r"[0-9A-F]{24}")
problems = []


def check(holds, what):
    if not holds:
        problems.append(what)
        print(f"✗ {what}")


def missing(module):
    try:
        __import__(module)
        return False
    except ImportError:
        print(f"– {module} is not installed: skipped")
        return True


def strings(value):
    if isinstance(value, dict):
        for key, entry in value.items():
            yield key
            yield from strings(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from strings(entry)
    else:
        yield str(value)


# The slots of an icon set for Messages, as written by Xcode: idiom, size, scale and optional platform.
SLOTS = [
    "iphone 29x29 2x", "iphone 29x29 3x", "iphone 60x45 2x", "iphone 60x45 3x", "ipad 29x29 2x",
    "ipad 67x50 2x", "ipad 74x55 2x", "ios-marketing 1024x1024 1x", "universal 27x20 2x ios",
    "universal 27x20 3x ios", "universal 32x24 2x ios", "universal 32x24 3x ios",
    "ios-marketing 1024x768 1x ios",
]
icon_sets = set()


def check_icon_set(folder, catalog, name, path):
    """Checks that the icon set of a target exists, with all sizes, opaque and RGB."""
    icons = folder / catalog / name
    if not (icons / "Contents.json").exists():
        check(False, f"{path}: {icons.relative_to(folder)} is missing")
        return
    if icons in icon_sets:
        return
    icon_sets.add(icons)
    images = json.loads((icons / "Contents.json").read_text())["images"]
    slots = [
        " ".join(image[key] for key in ["idiom", "size", "scale", "platform"] if key in image)
        for image in images
    ]
    check(slots == SLOTS, f"{icons.name}: the slots are {slots}")
    for image in images:
        bytes_ = (icons / image["filename"]).read_bytes()
        width, height, depth, color = struct.unpack(">IIBB", bytes_[16:26])
        scale = int(image.get("scale", "1x")[0])
        size = [int(side) * scale for side in image["size"].split("x")]
        check(bytes_[:8] == b"\x89PNG\r\n\x1a\n", f"{image['filename']} is not a PNG")
        check([width, height] == size, f"{image['filename']} has {width} × {height} px")
        # RGB of eight bits without alpha (PNG Third Edition, 11.2.1).
        check((depth, color) == (8, 2) and b"tRNS" not in bytes_, f"{image['filename']} is not RGB")
    named = {image["filename"] for image in images} | {"Contents.json"}
    check({file.name for file in icons.iterdir()} == named, f"{icons.name}: it contains other files")
    print(f"✓ {icons.relative_to(folder)}: {len(images)} icons")


def check_catalog(folder, catalog):
    """Checks that the files of a sticker catalog are the ones that its Contents.json files list."""
    contents = sorted((folder / catalog).rglob("Contents.json"))
    for file in contents:
        values = json.loads(file.read_text())
        names = [entry["filename"] for key in ["stickers", "frames", "images"]
                 for entry in values.get(key, [])]
        names += [values["properties"]["filename"]] if "filename" in values.get(
            "properties", {}) else []
        beside = {entry.name for entry in file.parent.iterdir()} - {"Contents.json"}
        place = file.parent.relative_to(folder)
        check(set(values["info"]) == {"author", "version"}, f"{place}: info is {values['info']}")
        if file.parent != folder / catalog:
            check(beside == set(names), f"{place}: {sorted(beside ^ set(names))} is only listed or only present")
        elif len(packs := [name for name in beside if name.endswith(".stickerpack")]) != 1:
            check(False, f"{place}: expected one pack, found {packs}")
    print(f"✓ {catalog}: {len(contents)} folders")


def check_graph(folder, project, path):
    objects = project["objects"]
    reached, waiting = set(), [project["rootObject"]]
    while waiting:
        identifier = waiting.pop()
        if identifier in reached:
            continue
        reached.add(identifier)
        check(identifier in objects, f"{path}: {identifier} is not an object")
        waiting += [s for s in strings(objects.get(identifier, {})) if IDENTIFIER.fullmatch(s)]
    check(reached == set(objects), f"{path}: unreachable objects: {set(objects) - reached}")
    settings, types = {}, []
    for entry in objects.values():
        if entry["isa"] == "PBXFileReference" and entry["sourceTree"] == "<group>":
            check((folder / entry["path"]).exists(), f"{path}: {entry['path']} is missing")
        if entry["isa"] == "PBXNativeTarget":
            types.append(entry["productType"].rsplit(".", 1)[1])
            list_ = objects[entry["buildConfigurationList"]]
            for configuration in list_["buildConfigurations"]:
                values = objects[configuration]["buildSettings"]
                settings.setdefault(entry["name"], []).append(values)
                file = values["INFOPLIST_FILE"]
                check((folder / file).exists(), f"{path}: {file} is missing")
                name = values["ASSETCATALOG_COMPILER_APPICON_NAME"] + ".stickersiconset"
                for catalog in catalogs(objects, entry):
                    check_icon_set(folder, catalog, name, path)
    check(types.count("messages") == types.count("messages-sticker-pack") > 0,
          f"{path}: every app has one extension: {types}")
    for name, values in settings.items():
        for configuration in values:
            for key in ["MARKETING_VERSION", "CURRENT_PROJECT_VERSION"]:
                check(re.fullmatch(r"[0-9]+(\.[0-9]+){0,2}", configuration.get(key, "")),
                      f"{path}: {name}: {key} is {configuration.get(key)}")
        identifier = values[0]["PRODUCT_BUNDLE_IDENTIFIER"]
        check(re.fullmatch(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", identifier),
              f"{path}: invalid bundle identifier {identifier}")
        if name.endswith(" StickerPackExtension"):
            app = settings[name.removesuffix(" StickerPackExtension")]
            prefix = app[0]["PRODUCT_BUNDLE_IDENTIFIER"] + "."
            check(identifier.startswith(prefix), f"{path}: {identifier} does not start with {prefix}")
    print(f"✓ {path}: {len(objects)} objects, {len(types)} targets")
    return objects


def catalogs(objects, target):
    """Returns the sticker catalogs of a target's resources, at least one."""
    files = [
        objects[objects[file]["fileRef"]]
        for phase in target["buildPhases"]
        if objects[phase]["isa"] == "PBXResourcesBuildPhase"
        for file in objects[phase]["files"]
    ]
    found = [file["path"] for file in files if file.get("lastKnownFileType") == "folder.stickers"]
    check(found, f"{target['name']}: no catalog in the resources")
    return found


def check_xcode(folder, bundle):
    file = bundle / "project.pbxproj"
    text = file.read_text()
    path = file.relative_to(folder)
    objects = None
    if not missing("openstep_parser"):
        from openstep_parser import OpenStepDecoder
        objects = check_graph(folder, OpenStepDecoder.ParseFromString(text), path)
    if not missing("pbxproj"):
        import pbxproj
        # pbxproj writes in Xcode's format, so a file in that format does not change.
        theirs = str(pbxproj.XcodeProject.load(str(file))) + "\n"
        # The file does not contain the project's name; in one comment, pbxproj uses the name of the first
        # target instead.
        theirs = re.sub(r'(for PBXProject) "[^"]*"', rf'\1 "{bundle.stem}"', theirs)
        lines = [
            pair for pair in zip(text.splitlines(), theirs.splitlines()) if pair[0] != pair[1]
        ]
        check(theirs == text, f"{path}: pbxproj writes it differently: {lines[:3]}")
        if theirs == text:
            print(f"✓ {path}: pbxproj writes the same bytes")
    if not missing("kin"):
        from kin.verifier import Verifier
        errors = Verifier().check_errors(str(file))
        check(not errors, f"{path}: kin finds errors: {list(map(str, errors))}")
        if not errors:
            print(f"✓ {path}: kin finds no errors")
    workspace = xml.etree.ElementTree.parse(bundle / "project.xcworkspace/contents.xcworkspacedata")
    check(workspace.getroot().tag == "Workspace", f"{path}: not a workspace")
    for scheme in sorted((bundle / "xcshareddata/xcschemes").glob("*.xcscheme")):
        root = xml.etree.ElementTree.parse(scheme).getroot()
        references = list(root.iter("BuildableReference"))
        check(root.tag == "Scheme" and references, f"{scheme.name}: builds nothing")
        for reference in references:
            name = scheme.name
            identifier = reference.get("BlueprintIdentifier")
            target = (objects or {}).get(identifier)
            if objects is not None:
                check(target and target["name"] == reference.get("BlueprintName"),
                      f"{name}: {identifier} is not a target")
                product = target and objects[target["productReference"]]["path"]
                check(product == reference.get("BuildableName"), f"{name}: the product is {product}")
            check(reference.get("ReferencedContainer") == f"container:{bundle.name}",
                  f"{name}: wrong container")
        print(f"✓ {scheme.relative_to(folder)}: {len(references)} references")


def check_xcodegen(folder, file):
    if missing("yaml"):
        return
    import yaml
    spec = yaml.safe_load(file.read_text())
    for name, target in spec["targets"].items():
        for source in target["sources"]:
            check((folder / source["path"]).exists(), f"{file.name}: {source['path']} is missing")
            for pattern in source.get("includes", []):
                found = list((folder / source["path"]).glob(pattern))
                check(len(found) == 1, f"{file.name}: {pattern} matches {len(found)} files")
        for dependency in target.get("dependencies", []):
            check(dependency["target"] in spec["targets"], f"{file.name}: no target {dependency}")
        settings = target["settings"]["base"]
        for source in target["sources"]:
            if source["path"].endswith(".xcstickers"):
                icons = settings["ASSETCATALOG_COMPILER_APPICON_NAME"] + ".stickersiconset"
                check_icon_set(folder, source["path"], icons, file.name)
        info = settings["INFOPLIST_FILE"]
        check((folder / info).exists(), f"{file.name}: {info} is missing")
        # Unquoted, it would be a number in YAML.
        check(isinstance(target["deploymentTarget"], str), f"{file.name}: {name}: deploymentTarget is a number")
    for name, scheme in spec["schemes"].items():
        check(scheme["run"]["executable"] == name, f"{file.name}: the scheme {name} runs another target")
        for target in scheme["build"]["targets"]:
            check(target in spec["targets"], f"{file.name}: the scheme builds no target {target}")
    print(f"✓ {file.name}: {len(spec['targets'])} targets")


def main():
    folder = pathlib.Path(sys.argv[1])
    for catalog in sorted(folder.rglob("*.xcstickers")):
        check_catalog(folder, catalog.relative_to(folder))
    for bundle in sorted(folder.glob("*.xcodeproj")):
        check_xcode(folder, bundle)
    for file in sorted(folder.glob("Project/**/*.plist")):
        with file.open("rb") as stream:
            keys = plistlib.load(stream)
        required = "method" if file.name.endswith("-ExportOptions.plist") else "CFBundleIdentifier"
        check(required in keys, f"{file.name}: there is no {required}")
        print(f"✓ {file.relative_to(folder)}: {len(keys)} keys")
    for file in folder.glob("project.yml"):
        check_xcodegen(folder, file)
    # No file contains an absolute path.
    for file in folder.rglob("*"):
        if file.suffix in {".json", ".pbxproj", ".plist", ".xcscheme", ".yml"}:
            check(str(folder.resolve()) not in file.read_text(), f"{file.name}: an absolute path")
    print(f"{len(problems)} problems" if problems else "No problems")
    sys.exit(1 if problems else 0)


main()
