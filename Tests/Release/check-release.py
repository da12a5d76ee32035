"""Installs and runs every artifact of `make release` where nothing else is. What needs a missing tool is
reported as not checked, with the reason. `make check-release` runs it, best as root on Debian.

usage: check-release.py RELEASE PROGRAM [--roots FOLDER] [--only CHANNEL ...]

PROGRAM is a build from source, whose results all others must repeat byte by byte. FOLDER keeps Debian's
roots between runs.
"""

import argparse
import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "SampleStickers"
# The folder that a program works in.
ART = "check-release-art"
# Without the variables of the machine, such as those of a virtual environment.
ENVIRONMENT = {
    "PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LC_ALL": "C.UTF-8",
    **{f"GIT_{who}_{what}": "t@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}
failures = []


class NotChecked(Exception):
    """A channel cannot be tried on this machine."""


def run(*arguments, cwd=None, env=None, expected=0, timeout=300):
    """Runs a program and returns its output; fails the channel unless it exits as expected."""
    result = subprocess.run(
        [str(argument) for argument in arguments], cwd=cwd, env=env or ENVIRONMENT, text=True,
        capture_output=True, timeout=timeout)
    if result.returncode != expected:
        raise AssertionError(
            f"{' '.join(map(str, arguments))}: exit status {result.returncode}, expected {expected}\n"
            f"{(result.stdout + result.stderr)[-2000:]}")
    return result.stdout + result.stderr


def needs(*programs):
    for program in programs:
        if not shutil.which(program):
            raise NotChecked(f"{program} is not installed")


def needs_root():
    if os.geteuid() != 0:
        raise NotChecked("needs root")


def tree(folder):
    """The bytes of all files of a folder by path. Pages name the art by its path, which differs."""
    return {
        str(path.relative_to(folder)): re.sub(rb"[\w./-]*%b/?" % ART.encode(), b"", path.read_bytes())
        for path in folder.rglob("*") if path.is_file()
    }


def results(stickerpack, folder, inside):
    """Uses an installed program in `folder`, which it sees as `inside`, and returns what it wrote."""
    inside = pathlib.Path(inside)
    output = folder / "output"
    output.mkdir(exist_ok=True)
    output.chmod(0o777)
    stickerpack("lint", inside / "Biscuit")
    finding = stickerpack("lint", inside / "Broken", expected=1)
    assert "canvas-too-large" in finding, finding
    stickerpack("build", inside / "Biscuit", "-o", inside / "output/Biscuit")
    stickerpack("fit", inside / "Broken/canvas-too-large.png", "-o", inside / "output/fitted.png")
    stickerpack("preview", inside / "Biscuit", "-o", inside / "output/page.html")
    stickerpack("preview", inside / "Biscuit", "--sheet", inside / "output/sheet.png")
    written = tree(output)
    shutil.rmtree(output)
    return written


def changed(stickerpack, folder, inside):
    """Lints what changed since a commit, which needs git."""
    repository = folder / "repository"
    shutil.copytree(SAMPLES / "Biscuit", repository)
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "Add"]):
        run("git", *arguments, cwd=repository)
    shutil.copy(SAMPLES / "Broken/canvas-too-large.png", repository)
    run("git", "add", "-A", cwd=repository)
    finding = stickerpack("lint", f"{inside}/repository", "--changed-since", "HEAD", expected=1)
    assert "canvas-too-large" in finding and "hello" not in finding, finding


def check(name, body):
    """Runs a check and prints its name and what it returns, or "ok"."""
    if options.only and not any(part in name for part in options.only):
        return
    try:
        row = body() or ["ok"]
    except NotChecked as reason:
        row = [f"not checked: {reason}"]
    except (AssertionError, OSError, subprocess.SubprocessError) as problem:
        failures.append(name)
        row = [f"FAILED: {problem}"]
    print(" | ".join([name, *row]), flush=True)


def channel(name, install, has_git=True, prepare=lambda work: None):
    """Installs one artifact, compares its results and notes the times.

    `install` takes an empty folder, and returns a function that runs the program, the folder of the art,
    and the same folder as the program sees it. `prepare` is not part of the time.
    """

    def body():
        with tempfile.TemporaryDirectory(prefix="check-release") as temporary:
            work = pathlib.Path(temporary)
            work.chmod(0o755)
            prepare(work)
            start, used = time.monotonic(), processor_time()
            stickerpack, folder, inside = install(work)
            shutil.copytree(SAMPLES, folder, dirs_exist_ok=True)
            stickerpack("lint", f"{inside}/Broken/canvas-too-large.png", expected=1)
            row = times(start, used)
            version = min(timed(stickerpack, "--version") for _ in range(5))
            written = results(stickerpack, folder, inside)
            different = [path for path in written | expected if written.get(path) != expected.get(path)]
            if different:
                raise AssertionError(f"differ from those of the build from source: {different}")
            if has_git:
                changed(stickerpack, folder, inside)
            return ["ok" if has_git else "ok, without git", *row, f"{version * 1000:.0f} ms"]

    check(name, body)


def times(start, used):
    """The seconds by the clock and of processors since both were read, as columns of a row."""
    return [f"{time.monotonic() - start:.1f} s", f"{processor_time() - used:.1f} s"]


def processor_time():
    """The seconds that processors have worked for finished child processes. Other programs do not change it."""
    return sum(os.times()[2:4])


def timed(stickerpack, *arguments):
    start = time.monotonic()
    stickerpack(*arguments)
    return time.monotonic() - start


def only(pattern):
    """The one artifact whose name matches."""
    found = sorted(release.glob(pattern))
    if len(found) != 1:
        raise NotChecked(f"{len(found)} artifacts are named {pattern}")
    return found[0]


def beside(program, env=None):
    """Runs an installed program of this machine."""
    return lambda *arguments, **settings: run(program, *arguments, env=env, **settings)


def within(root, program, user="0:0", devices=True):
    """Runs a program in a root that has /proc and the devices of this machine, as in a container."""
    script = 'mount -t proc proc "$0/proc" && exec chroot --userspec="$1" "$0" "$2" "${@:3}"'
    (root / "proc").mkdir(exist_ok=True)
    if devices:
        (root / "dev").mkdir(exist_ok=True)
        script = 'mount --rbind /dev "$0/dev" && ' + script
    return lambda *arguments, **settings: run(
        "unshare", "--mount", "bash", "-c", script, root, user, program, *arguments, **settings)


def empty_root(work):
    needs_root()
    needs("unshare", "chroot")
    run("tar", "-xzf", only("stickerpack-*-linux.tar.gz"), "-C", work, "--strip-components=1")
    missing = run("chroot", work, "/stickerpack", "--version", expected=3)
    assert missing == "stickerpack: /proc is not mounted: mount it, then run this again\n", missing
    return within(work, "/stickerpack", devices=False), work / ART, f"/{ART}"


def debian(suite):
    """Returns a function that makes a root of Debian's required packages and git."""

    def prepare(work):
        needs_root()
        needs("unshare", "chroot", "mmdebstrap")
        image = options.roots / f"{suite}.tar"
        if not image.exists():
            options.roots.mkdir(parents=True, exist_ok=True)
            unfinished = image.with_name(f"{suite}-unfinished.tar")
            run("mmdebstrap", "--variant=minbase", "--include=git", suite, unfinished, timeout=1800)
            unfinished.rename(image)
        run("tar", "-xf", image, "-C", work, "--exclude=./dev/*")

    return prepare


def tarball(work):
    run("tar", "-xzf", only("stickerpack-*-linux.tar.gz"), "-C", work / "usr/local", "--strip-components=1")
    return within(work, "/usr/local/stickerpack"), work / ART, f"/{ART}"


def virtual_environment(work):
    run(sys.executable, "-m", "venv", work / "venv")
    run(work / "venv/bin/pip", "install", "--quiet", "--no-index", only("*.whl"))
    module = run(work / "venv/bin/python", "-m", "stickerpack", "--version")
    assert module == run(work / "venv/bin/stickerpack", "--version"), module
    return beside(work / "venv/bin/stickerpack"), work / ART, work / ART


def uvx(work):
    needs("uvx")
    environment = ENVIRONMENT | {"UV_CACHE_DIR": str(work / "cache")}
    wheel = only("*.whl")
    return (lambda *arguments, **settings: run(
        "uvx", "--offline", "--from", wheel, "stickerpack", *arguments, env=environment, **settings),
        work / ART, work / ART)


def pre_commit():
    needs("pre-commit", "git")
    with tempfile.TemporaryDirectory() as temporary:
        repository = pathlib.Path(temporary)
        environment = ENVIRONMENT | {"PRE_COMMIT_HOME": str(repository / ".cache")}
        (repository / ".gitignore").write_text(".cache\n")
        (repository / ".pre-commit-config.yaml").write_text(json.dumps({"repos": [{
            "repo": "local", "hooks": [{
                "id": "stickerpack", "name": "stickerpack", "language": "python",
                "entry": "stickerpack lint", "types_or": ["png", "gif", "jpeg"], "require_serial": True,
                "additional_dependencies": [str(only("*.whl"))]}]}]}))
        run("git", "init", "-q", cwd=repository)
        start, used = time.monotonic(), processor_time()
        row = []
        for name, status in [("Broken/canvas-too-large.png", 1), ("Biscuit/hello.png", 0)]:
            shutil.copy(SAMPLES / name, repository / "sticker.png")
            run("git", "add", "-A", cwd=repository)
            output = run("pre-commit", "run", "--all-files", cwd=repository, env=environment, expected=status)
            assert ("canvas-too-large" in output) == bool(status), output
            row = row or times(start, used)
        return ["ok", *row]


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(file, work):
    """Serves a file over HTTPS, which SwiftPM insists on, and returns its address and a certificate to trust."""
    key, certificate = work / "key.pem", work / "certificate.pem"
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    handler = functools.partial(QuietHandler, directory=file.parent)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"https://localhost:{server.server_port}/{file.name}", certificate


def trusting(certificate):
    """Returns a function that runs a program for which the system trusts one more certificate."""
    authorities = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
    needs_root()
    if not authorities.exists():
        raise NotChecked(f"{authorities} is missing, which SwiftPM trusts")
    extended = certificate.with_name("authorities.pem")
    extended.write_bytes(authorities.read_bytes() + certificate.read_bytes())
    script = 'mount --bind "$0" "$1" && exec "${@:2}"'
    return lambda *arguments, **settings: run(
        "unshare", "--mount", "bash", "-c", script, extended, authorities, *arguments, **settings)


def swift_package():
    """A package that uses both plugins with the program of the bundle, by address and checksum."""
    needs("swift", "openssl", "unshare")
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        plugins = work / "stickerpack-plugins"
        plugins.mkdir()
        run("tar", "-xzf", only("stickerpack-plugins-*.tar.gz"), "-C", plugins, "--strip-components=1")
        bundle = only("stickerpack.artifactbundle.zip")
        manifest = plugins / "Package.swift"
        checksum = run("swift", "package", "compute-checksum", bundle).strip()
        assert f'checksum: "{checksum}"' in manifest.read_text(), "the plugins name the checksum of another bundle"
        # The bundle is not published: its address becomes that of a server here, and the checksum stays.
        address, certificate = serve(bundle, work)
        text, count = re.subn(r'url: "[^"]+"', f'url: "{address}"', manifest.read_text())
        assert count == 1, text
        manifest.write_text(text)
        sources = work / "App/Sources/App"
        sources.mkdir(parents=True)
        (sources / "App.swift").write_text("public let app = 1\n")
        shutil.copy(SAMPLES / "Broken/canvas-too-large.png", sources)
        (work / "App/Package.swift").write_text("""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "App", dependencies: [.package(path: "../stickerpack-plugins")],
  targets: [.target(name: "App", exclude: ["canvas-too-large.png"],
    plugins: [.plugin(name: "LintStickersOnBuild", package: "stickerpack-plugins")])])
""")
        swift = trusting(certificate)
        cache = ["--cache-path", work / "cache"]
        start, used = time.monotonic(), processor_time()
        output = swift("swift", "package", *cache, "lint-stickers", cwd=work / "App", expected=1, timeout=500)
        row = times(start, used)
        assert "canvas-too-large" in output, output
        assert "ArgumentParser" not in output, output
        output = swift("swift", "build", *cache, cwd=work / "App", timeout=500)
        assert f"{sources.resolve()}/canvas-too-large.png:1: error: " in output, output
        assert "ArgumentParser" not in output, output
        return ["ok", *row]


def image(work):
    """The image as a root, with its own user, entry point and folder of work."""
    needs_root()
    needs("skopeo", "umoci", "unshare", "chroot")
    archive = only("stickerpack-*-oci*.tar")
    assert archive.stat().st_size < 30_000_000, f"{archive.stat().st_size} bytes"
    run("skopeo", "copy", "--quiet", f"oci-archive:{archive}", f"oci:{work}/image:test")
    run("umoci", "unpack", "--image", f"{work}/image:test", work / "bundle")
    settings = json.loads((work / "bundle/config.json").read_text())["process"]
    user = settings["user"]
    assert user["uid"] != 0, settings
    root = work / "bundle/rootfs"
    program = within(root, settings["args"][0], f"{user['uid']}:{user['gid']}")
    return program, root / settings["cwd"].lstrip("/") / ART, f"{settings['cwd']}/{ART}"


def formula():
    needs("ruby")
    run("ruby", "-c", only("stickerpack.rb"))


def brew():
    needs("brew")
    run("brew", "audit", "--formula", only("stickerpack.rb"))


def sbom():
    needs("pyspdxtools")
    run("pyspdxtools", "--infile", only("*.spdx.json"))


def homebrew():
    run(sys.executable, "-B", ROOT / "Tests/Release/homebrew_licenses.py")


def texts():
    run(sys.executable, "-B", ROOT / "Tests/Release/release_texts.py")


def page():
    needs("node")
    with tempfile.TemporaryDirectory() as work:
        shutil.unpack_archive(only("stickerpack-page-*.zip"), work)
        folder = next(pathlib.Path(work).iterdir())
        missing = {"index.html", "licenses.html", "worker.js"} - {file.name for file in folder.iterdir()}
        assert not missing, missing
        return ["ok: " + run(
            "node", "--no-warnings", ROOT / "Tests/Browser/compare.mjs", folder / "stickerpack.wasm",
            options.program.resolve(), SAMPLES / "Biscuit").strip()]


def engine():
    """The package in Node, with the files of the sample pack: its report is the program's."""
    needs("node")
    script = """
        import { readFileSync, readdirSync } from "node:fs";
        const [engine, folder] = process.argv.slice(1);
        const { lint } = await import(`${engine}/index.js`);
        const files = readdirSync(folder).map((name) => [`Biscuit/${name}`, readFileSync(`${folder}/${name}`)]);
        console.log(JSON.stringify(await lint(Object.fromEntries(files))));"""
    with tempfile.TemporaryDirectory() as work:
        shutil.unpack_archive(only("stickerpack-engine-*.tgz"), work)
        report = run("node", "--input-type=module", "-e", script, f"{work}/package", SAMPLES / "Biscuit")
    expected = run(options.program.resolve(), "lint", "Biscuit", "--format", "json", cwd=SAMPLES)
    assert json.loads(report) == json.loads(expected), "another report than the program's"


def sums():
    run("sha256sum", "--check", "--quiet", "SHA256SUMS", cwd=release)
    listed = {line.split()[1] for line in (release / "SHA256SUMS").read_text().splitlines()}
    assert listed == {file.name for file in release.iterdir()} - {"SHA256SUMS"}, listed


parser = argparse.ArgumentParser(usage=__doc__)
parser.add_argument("release", type=pathlib.Path)
parser.add_argument("program", type=pathlib.Path)
parser.add_argument("--roots", type=pathlib.Path, default=ROOT / "Build/roots")
parser.add_argument("--only", nargs="*")
options = parser.parse_args()
release = options.release.resolve()
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name) / ART
    shutil.copytree(SAMPLES, folder)
    expected = results(beside(options.program.resolve()), folder, folder)

print("channel | result | first finding | of which processor time | --version")
check("checksums", sums)
check("licenses and components (SPDX)", sbom)
check("licenses of a program built with Homebrew", homebrew)
check("notes, license expression and the wheel for macOS", texts)
check("formula (syntax)", formula)
check("formula (brew audit)", brew)
channel("tarball in an empty root", empty_root, has_git=False)
for suite in ("bullseye", "bookworm"):
    channel(f"tarball in Debian {suite}", tarball, prepare=debian(suite))
channel("wheel in a virtual environment", virtual_environment)
channel("wheel with uvx", uvx)
check("wheel in pre-commit", pre_commit)
check("web page", page)
check("engine package", engine)
check("bundle in a Swift package", swift_package)
channel("image", image, has_git=False)
if failures:
    sys.exit(f"{len(failures)} failed: {', '.join(failures)}")
