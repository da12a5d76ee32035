"""Checks the types of every Swift module for macOS, on Linux: `typecheck.py [MODULE...]`.

The toolchain for Linux has the standard library as text, with the versions of macOS that have each
declaration. This script compiles that text for arm64 macOS, with stubs of Darwin, Foundation and Dispatch
(`Stubs`), and then the modules, without code, with all warnings as errors. It finds what is newer than the
deployment target and mistakes in the branches for Darwin. The stubs are written by hand from Apple's headers, so it
does not find mistakes in them, or anything at run time. Objective-C bridging is off. Results are in .build-macos.
"""


import pathlib
import re
import shutil
import subprocess
import sys

root = pathlib.Path(__file__).parents[2]
stubs = pathlib.Path(__file__).parent / "Stubs"
work = root / ".build-macos"
manifest = (root / "Package.swift").read_text()
version = re.search(r"\.macOS\(\.v(\d+)\)", manifest).group(1)
target = f"arm64-apple-macosx{version}.0"
compiler = pathlib.Path(shutil.which("swiftc")).resolve().parent / "swift-frontend"
runtime = compiler.parents[1] / "lib/swift"
modules = work / version
shared = ["-target", target, "-resource-dir", runtime, "-module-cache-path", work / "cache", "-I", modules]
ours = ["-disable-objc-interop", "-disable-objc-attr-requires-foundation-module", "-parse-as-library",
        "-I", stubs, "-Xcc", "-ffreestanding", "-Xcc", f"-fmodule-map-file={work / 'module.modulemap'}"]


def run(arguments):
    command = [str(argument) for argument in [compiler, *shared, *arguments]]
    result = subprocess.run(command, capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


def library(name, *options):
    """Compiles a module of the toolchain from its text. Corrects what only its build for Linux accepts."""
    [text] = (runtime / f"linux/{name}.swiftmodule").glob("x86_64-*-gnu.swiftinterface")
    lines = re.sub(r"-target \S+", f"-target {target}", text.read_text()).split("\n")
    interface = work / f"{name}.swiftinterface"
    for _ in range(8):
        interface.write_text("\n".join(lines))
        arguments = ["-compile-module-from-interface", interface, "-o", modules / f"{name}.swiftmodule"]
        status, errors = run([*arguments, "-module-name", name, "-disable-availability-checking", *options])
        if status == 0:
            return
        # Declarations whose bodies or helpers are left out of the text for Linux.
        for number in re.findall(r"swiftinterface:(\d+):\d+: error: '@backDeployed'", errors):
            lines[int(number) - 1] = re.sub(r"@backDeployed\([^)]*\)", "", lines[int(number) - 1])
        for number in re.findall(r"swiftinterface:(\d+):\d+: error: cannot find '_stdlib_", errors):
            lines[int(number) - 1] = "self = 0"
    sys.exit(f"cannot compile {name} for macOS:\n{errors}")


def module(name, files, *options):
    output = modules / f"{name}.swiftmodule"
    return run(["-emit-module", *ours, "-module-name", name, *options, *sorted(files), "-o", output])


def stub(name, files, *options):
    status, errors = module(name, files, "-swift-version", "5", *options)
    if status:
        sys.exit(f"cannot compile the stub of {name}:\n{errors}")


modules.mkdir(parents=True, exist_ok=True)
(work / "module.modulemap").write_text("".join(
    f'module {name} {{ header "{root}/Sources/{name}/include/{name}.h" export * }}\n'
    for name in ["CFolderSwap", "CImageShim", "CResources", "CSHA256"]))
if not (modules / "_Concurrency.swiftmodule").exists():
    library("Swift", "-parse-stdlib")
    for name in ["_Builtin_float", "SwiftOnoneSupport", "_RegexParser", "_StringProcessing", "_Concurrency"]:
        library(name)
stub("Darwin", [stubs / "Darwin.swift"], "-import-underlying-module")
stub("Dispatch", [stubs / "Dispatch.swift"])
stub("Foundation", [stubs / "Foundation.swift"])
stub("Synchronization", [stubs / "Synchronization.swift"])
parser = root / ".build/checkouts/swift-argument-parser/Sources"
stub("ArgumentParserToolInfo", (parser / "ArgumentParserToolInfo").rglob("*.swift"))
replaced = [parser / "ArgumentParser/Utilities" / name for name in ["Foundation.swift", "Mutex.swift"]]
files = [file for file in (parser / "ArgumentParser").rglob("*.swift") if file not in replaced]
stub("ArgumentParser", [*files, stubs / "ArgumentParser.swift"])

names = [folder.name for folder in (root / "Sources").iterdir() if any(folder.rglob("*.swift"))]
ordered = []


def add(name):
    """Adds a module after those that it imports."""
    for file in (root / "Sources" / name).rglob("*.swift"):
        for imported in re.findall(r"^ *(?:@\w+ )?(?:\w+ )?import (\w+)", file.read_text(), re.M):
            if imported in names and imported not in ordered and imported != name:
                add(imported)
    if name not in ordered:
        ordered.append(name)


for name in sorted(names):
    add(name)
settings = ["-swift-version", "6", "-package-name", "stickerpack", "-strict-memory-safety", "-warnings-as-errors"]
for feature in ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]:
    settings += ["-enable-upcoming-feature", feature]
failed = False
for name in ordered:
    if len(sys.argv) > 1 and name not in sys.argv[1:]:
        continue
    files = list((root / "Sources" / name).rglob("*.swift"))
    status, errors = module(name, files, *settings)
    print(f"{name}: {'failed' if status else 'ok'}", flush=True)
    if status:
        failed = True
        found = re.findall(r"^(.*: (?:error|warning): .*)$", errors, re.M) or [errors]
        print("\n".join(sorted(set(line.replace(f"{root}/", "") for line in found))))
sys.exit(1 if failed else 0)
