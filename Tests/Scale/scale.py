#!/usr/bin/env python3
"""Runs the examples of Documentation/LargeTrees.md and compares merged reports with a single run's.

Usage: scale.py PROGRAM

GNU parallel runs its example. The commands of the GitHub example run one after the other, and
check-jsonschema validates the file. What needs a missing tool is reported as skipped.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
failures = []


def check(what, passed, note=""):
    print(f"{'ok' if passed else 'FAILED'}: {what}{note}")
    if not passed:
        failures.append(what)


def tree(folder):
    """Forty packs of the samples' art."""
    art = sorted((ROOT / "SampleStickers").glob("*/*.png"))
    for pack in range(40):
        place = folder / "Art" / f"Group {pack % 5}" / f"Pack {pack}"
        place.mkdir(parents=True)
        for file in art[pack % 7::7]:
            shutil.copy(file, place)


def environment(program, **more):
    """An environment with the program on the PATH."""
    return {**os.environ, "PATH": f"{pathlib.Path(program).parent}:{os.environ['PATH']}", **more}


def with_parallel(program, folder, single):
    if not shutil.which("parallel"):
        print("skipped: GNU parallel is not installed (apt-get install parallel)")
        return
    (folder / "parallel.sh").write_text(dict(examples())["parallel.sh"])
    status = subprocess.run(["sh", "parallel.sh"], cwd=folder, env=environment(program)).returncode
    same = (folder / "report.json").read_bytes() == single.stdout
    check("GNU parallel: eight shards, merged", same and status == single.returncode)


def stickers(program, folder):
    """Copies the tree to where the examples expect it and returns a single run of lint."""
    folder.mkdir()
    shutil.copytree(folder.parent / "Art", folder / "Stickers")
    (folder / "Stickers" / "stickerpack.json").write_text("{}")
    return subprocess.run(
        [program, "lint", "Stickers", "--format", "json"], cwd=folder, capture_output=True)


def by_hand(program, folder):
    """Runs the commands of the example for GitHub."""
    try:
        import yaml
    except ImportError:
        print("skipped: PyYAML is not installed (pip install pyyaml)")
        return
    jobs = yaml.safe_load(dict(examples())[".github/workflows/stickers.yml"])["jobs"]
    runs = {name: next(step["run"] for step in job["steps"] if "run" in step)
            for name, job in jobs.items()}
    parts = jobs["lint"]["strategy"]["matrix"]["part"]
    place = folder / "GitHub"
    single = stickers(program, place)
    for line in [runs["lint"].replace("${{ matrix.part }}", str(part)) for part in parts]:
        status = subprocess.run(["sh", "-c", line], cwd=place, stdout=subprocess.DEVNULL,
                                env=environment(program)).returncode
        check(f"GitHub: {line} exits with {status}", status == 0)
    status = subprocess.run(["sh", "-c", runs["report"]], cwd=place, env=environment(program)).returncode
    check(f"GitHub: {len(parts)} shards by hand, merged", status == single.returncode
          and (place / "report.json").read_bytes() == single.stdout)


def examples():
    """The code blocks of the page with the file name in their first line."""
    page = (ROOT / "Documentation" / "LargeTrees.md").read_text()
    for code in re.findall(r"```\w+\n(.*?)```", page, re.DOTALL):
        name = re.match(r"# ([\w./-]+)", code)
        if name:
            yield name[1], code


def schema(folder):
    name = ".github/workflows/stickers.yml"
    here = pathlib.Path(sys.executable).parent
    tool = shutil.which("check-jsonschema", path=f"{here}:{os.environ['PATH']}")
    if not tool:
        print("skipped: check-jsonschema is not installed (pip install check-jsonschema)")
        return
    text = dict(examples())[name]
    for content, what, is_valid in [(text, "is valid", True),
                                    (text.replace("runs-on:", "runs_on:"), "with an error is not", False)]:
        file = folder / "stickers.yml"
        file.write_text(content)
        run = subprocess.run([tool, "--builtin-schema", "vendor.github-workflows", file],
                             capture_output=True, text=True)
        check(f"{name} {what}", (run.returncode == 0) == is_valid)


def main(program):
    with tempfile.TemporaryDirectory(prefix="stickerpack-scale-") as scratch:
        folder = pathlib.Path(scratch)
        tree(folder)
        single = subprocess.run([program, "lint", "Art", "--format", "json"], cwd=folder, capture_output=True)
        assert single.returncode == 1, single.stderr
        summary = json.loads(single.stdout)["summary"]
        print(f"{summary['stickers']} stickers in {summary['packs']} packs")
        schema(folder)
        by_hand(program, folder)
        with_parallel(program, folder, single)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]))
