"""Checks action.yml, the hooks, the Dockerfile, the plugins and the examples in
Documentation/Pipelines.md with the tools that read them. `make check-pipelines` runs it; what needs a
missing tool is reported as skipped.

usage: check-pipelines.py PROGRAM
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv[1]).resolve()
SAMPLES = ROOT / "SampleStickers"
failures = []


def check(what, holds, detail=""):
    print(f"  {'ok  ' if holds else 'FAIL'}  {what}" + (f": {detail}" if detail and not holds else ""))
    if not holds:
        failures.append(what)


def skip(what, why):
    print(f"  skip  {what}: {why}")


def run(arguments, **options):
    return subprocess.run(arguments, text=True, capture_output=True, **options)


def snippets():
    """The YAML blocks of the page by heading."""
    text = (ROOT / "Documentation/Pipelines.md").read_text()
    found = re.findall(r"^## (.+?)\n(?:(?!^## ).)*?```yaml\n(.*?)```", text, re.M | re.S)
    return dict(found)


def schemas(folder):
    print("Schemas")
    if not shutil.which("check-jsonschema"):
        return skip("all", "check-jsonschema is not installed (pip install check-jsonschema)")
    blocks = snippets()
    for name, text, schema in [
        ("action.yml", (ROOT / "action.yml").read_text(), "vendor.github-actions"),
        ("the workflow", blocks.get("GitHub Actions", ""), "vendor.github-workflows"),
        ("the GitLab job", blocks.get("GitLab", ""), "vendor.gitlab-ci"),
    ]:
        file = folder / "checked.yml"
        file.write_text(text)
        transforms = ["--data-transform", "gitlab-ci"] if "gitlab" in schema else []
        result = run(["check-jsonschema", "--builtin-schema", schema, *transforms, str(file)])
        check(name, text and result.returncode == 0, result.stdout + result.stderr)


def action(folder):
    print("Action")
    try:
        import yaml
    except ImportError:
        return skip("steps", "PyYAML is not installed (pip install pyyaml)")
    build, step = yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]
    bare_image(folder, build["run"])
    pack = folder / "a pack; touch broken-out"
    shutil.copytree(SAMPLES / "Broken", pack)
    summary = folder / "summary.md"
    for strict, sticker, expected in [
        ("false", "canvas-too-large.png", 1), ("false", "delay-too-short.png", 0),
        ("true", "delay-too-short.png", 1),
    ]:
        summary.write_text("")
        result = run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=folder,
            env={
                "PATH": os.environ["PATH"], "STICKERPACK": str(PROGRAM),
                "GITHUB_STEP_SUMMARY": str(summary), "PATHS": f"{pack.name}/{sticker}\n",
                "STRICT": strict, "ARGUMENTS": "--jobs\n1\n", "SARIF": "out.sarif",
            })
        check(f"{sticker}, strict {strict}: exit status {expected}",
              result.returncode == expected, result.stdout + result.stderr)
        check("  annotations, a summary and SARIF",
              "::" in result.stdout and summary.read_text() and (folder / "out.sarif").exists())
    check("names cannot inject shell commands", not (folder / "broken-out").exists())


def bare_image(folder, script):
    """Runs a script with the programs of swift:6.2-bookworm only: Debian's, Swift's and git."""
    programs = folder / "programs"
    programs.mkdir()
    bookworm = "sh bash env cat ls mkdir rm mv cp ln uname id grep sed awk tr sort head tail test dirname basename " \
        "readlink dpkg-query dpkg apt-get git pkg-config clang swift ld gold ld.gold ar"
    for name in bookworm.split():
        if found := shutil.which(name):
            (programs / name).symlink_to(found)
    swift = pathlib.Path(shutil.which("swift")).resolve().parent
    variables = folder / "variables"
    result = run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=ROOT,
                 env={"PATH": f"{programs}:{swift}", "GITHUB_ENV": str(variables), "HOME": os.environ["HOME"]})
    check("builds without make", result.returncode == 0, result.stdout + result.stderr)
    built = pathlib.Path(variables.read_text().strip().partition("=")[2]) if variables.exists() else None
    check("  and names the program", built is not None and built.is_file())
    result = run(["/bin/bash", "-eo", "pipefail", "-c", script], cwd=ROOT, env={"PATH": "/nonexistent"})
    check("says that it needs Swift", result.returncode == 1 and "needs Swift" in result.stdout,
          result.stdout + result.stderr)


def libraries():
    print("Missing libraries")
    result = run(["clang", "-x", "c", "-fsyntax-only", "-nostdinc", str(ROOT / "Sources/CImageShim/libraries.h")])
    for library in ["libdeflate: install libdeflate-dev", "libpng: install libpng-dev", "libjpeg: install libjpeg-dev", "zopfli: install libzopfli-dev"]:
        check(library, f"stickerpack needs {library}" in result.stderr, result.stderr)


def hooks(folder):
    print("pre-commit")
    if not shutil.which("pre-commit"):
        return skip("hooks", "pre-commit is not installed (pip install pre-commit)")
    result = run(["pre-commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")])
    check("the hooks are valid", result.returncode == 0, result.stdout)
    repository = folder / "repository"
    repository.mkdir()
    environment = os.environ | {
        "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "GIT_AUTHOR_NAME": "t",
        "GIT_AUTHOR_EMAIL": "t@example.com", "GIT_COMMITTER_NAME": "t",
        "GIT_COMMITTER_EMAIL": "t@example.com"}
    run(["git", "init", "-q"], cwd=repository)
    for name, expected in [("Biscuit/hello.png", 0), ("Broken/canvas-too-large.png", 1)]:
        for old in repository.glob("*.png"):
            old.unlink()
        shutil.copy(SAMPLES / name, repository)
        run(["git", "add", "-A"], cwd=repository)
        result = run(["pre-commit", "try-repo", str(ROOT), "stickerpack-system", "--all-files"],
                     cwd=repository, env=environment)
        output = result.stdout + result.stderr
        check(f"{name}: exit status {expected}",
              result.returncode == expected and ("canvas-too-large" in output) == bool(expected),
              output)


def plugins(folder):
    print("Plugins")
    if not shutil.which("swift"):
        return skip("both plugins", "swift is not installed")
    package = folder / "App"
    sources = package / "Sources/App"
    sources.mkdir(parents=True)
    (sources / "App.swift").write_text("public let app = 1\n")
    shutil.copy(SAMPLES / "Broken/canvas-too-large.png", sources)
    (package / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "App", platforms: [.macOS(.v13)], dependencies: [.package(name: "stickerpack", path: "{ROOT}")],
  targets: [.target(name: "App", exclude: ["canvas-too-large.png"],
    plugins: [.plugin(name: "LintStickersOnBuild", package: "stickerpack")])])
""")
    result = run(["swift", "build"], cwd=package)
    output = result.stdout + result.stderr
    place = f"{sources.resolve()}/canvas-too-large.png:1: error: The canvas is 619"
    check("a build reports the finding at the file and succeeds",
          result.returncode == 0 and place in output, output[-2000:])
    result = run(["swift", "package", "lint-stickers"], cwd=package)
    output = result.stdout + result.stderr
    check("the command reports and fails on an error",
          result.returncode == 1 and "canvas-too-large" in output, output[-2000:])
    result = run(["swift", "package", "lint-stickers", ".", "--exit-zero"], cwd=package)
    check("the command takes arguments", result.returncode == 0, result.stderr[-2000:])


def image():
    print("Dockerfile")
    if not (shutil.which("ldd") and shutil.which("dpkg")):
        return skip("packages", "ldd or dpkg is not installed")
    text = (ROOT / "Dockerfile").read_text()
    last = text[text.rindex("\nFROM "):]
    installed = set(re.findall(r"\b(lib[a-z0-9.-]+)\b", last))
    linked = run(["ldd", str(PROGRAM)]).stdout
    needed = set()
    for library in re.findall(r"(?:libdeflate|libpng|libjpeg|libzopfli)\S* => (\S+)", linked):
        owner = run(["dpkg", "-S", os.path.realpath(library)]).stdout or run(
            ["dpkg", "-S", library]).stdout
        needed.add(owner.split(":")[0])
    check("installs the libraries that the program links", needed == installed,
          f"{sorted(needed)} and {sorted(installed)}")
    check("the program does not run as root", re.search(r"^USER (?!0|root)", last, re.M) is not None)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    schemas(folder)
    action(folder)
    hooks(folder)
    image()
    libraries()
    plugins(folder)
print(f"{len(failures)} failed" if failures else "all passed")
sys.exit(bool(failures))
