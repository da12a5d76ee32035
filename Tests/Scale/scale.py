#!/usr/bin/env python3
"""Holds joined reports to a single run's: under GNU parallel, and under Dask with a worker killed.

Usage: scale.py PROGRAM

Says so where a tool is missing. Checks the examples of Documentation/LargeTrees.md against
schemas, too, where check-jsonschema and kubernetes-validate are installed.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
failures = []


def judge(what, passed, note=""):
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


def with_parallel(program, folder, single):
    if not shutil.which("parallel"):
        print("skipped: GNU parallel is not installed (apt-get install parallel)")
        return
    example = next(text for name, text in examples() if name == "parallel.sh")
    (folder / "parallel.sh").write_text(example)
    environment = {**os.environ, "PATH": f"{pathlib.Path(program).parent}:{os.environ['PATH']}"}
    status = subprocess.run(["sh", "parallel.sh"], cwd=folder, env=environment).returncode
    same = (folder / "report.json").read_bytes() == single.stdout
    judge("GNU parallel: eight parts, joined", same and status == single.returncode)


def with_dask(program, folder, single):
    try:
        import dask.distributed as dask
    except ImportError:
        print("skipped: Dask is not installed (pip install distributed)")
        return
    sys.path.insert(0, str(HERE))
    import cluster

    # The first part that runs waits to be killed; whoever takes it over finds this and goes on.
    started = folder / "started"

    def lint_or_wait(program, part, parts, paths):
        if part == 1:
            try:
                os.close(os.open(started, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                pass
            else:
                time.sleep(600)
        return cluster.lint(program, part, parts, paths)

    os.chdir(folder)
    with dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,
                           local_directory=str(folder / "dask")) as local, dask.Client(local) as client:
        parts = [client.submit(lint_or_wait, program, part, 8, ["Art"], pure=False)
                 for part in range(1, 9)]
        while not started.exists():
            time.sleep(0.05)
        busy = next(worker for worker, keys in client.processing().items() if parts[0].key in keys)
        victim = client.run(os.getpid, workers=[busy])[busy]
        os.kill(victim, signal.SIGKILL)
        reports = client.gather(parts)
        survivors = client.run(os.getpid).values()
    files = []
    for index, report in enumerate(reports):
        files.append(folder / f"dask-{index}.json")
        files[-1].write_bytes(report)
    joined = subprocess.run([program, "report", "merge", *reversed(files)], capture_output=True)
    same = joined.stdout == single.stdout and joined.returncode == single.returncode
    judge("Dask: eight parts on two workers, one of them killed", same and victim not in survivors,
          f" (process {victim} killed)")
    output = folder / "cluster.json"
    status = subprocess.run([sys.executable, HERE / "cluster.py", program, "3", output, "Art"]).returncode
    judge("Dask: cluster.py as it stands", output.read_bytes() == single.stdout and status == single.returncode)


def examples():
    """The code of the page, by the name that stands in its first line."""
    page = (ROOT / "Documentation" / "LargeTrees.md").read_text()
    for code in re.findall(r"```\w+\n(.*?)```", page, re.DOTALL):
        name = re.match(r"# ([\w./-]+)", code)
        if name:
            yield name[1], code


def schemas(folder):
    checks = {
        ".github/workflows/stickers.yml": ["check-jsonschema", "--builtin-schema", "vendor.github-workflows"],
        ".gitlab-ci.yml": ["check-jsonschema", "--builtin-schema", "vendor.gitlab-ci",
                           "--data-transform", "gitlab-ci"],
        "stickers-job.yaml": ["kubernetes-validate", "--strict"],
    }
    here = pathlib.Path(sys.executable).parent
    for name, text in examples():
        if name not in checks:
            continue
        tool = shutil.which(checks[name][0], path=f"{here}:{os.environ['PATH']}")
        if not tool:
            print(f"skipped: {checks[name][0]} is not installed (pip install {checks[name][0]})")
            continue
        file = folder / pathlib.Path(name).name
        file.write_text(text)
        run = subprocess.run([tool, *checks[name][1:], file], capture_output=True, text=True)
        judge(f"{name} by {checks[name][0]}", run.returncode == 0, "" if run.returncode == 0 else "\n" + run.stdout + run.stderr)
        broken = text.replace("runs-on:", "runs_on:").replace("parallel:", "parallel: x\n  paralel:").replace(
            "completions:", "completion:")
        file.write_text(broken)
        run = subprocess.run([tool, *checks[name][1:], file], capture_output=True)
        judge(f"{name}, made wrong, is refused", run.returncode != 0)


def main(program):
    with tempfile.TemporaryDirectory(prefix="stickerpack-scale-") as scratch:
        folder = pathlib.Path(scratch)
        tree(folder)
        single = subprocess.run([program, "lint", "Art", "--format", "json"], cwd=folder, capture_output=True)
        assert single.returncode == 1, single.stderr
        summary = json.loads(single.stdout)["summary"]
        print(f"{summary['stickers']} stickers in {summary['packs']} packs")
        schemas(folder)
        with_parallel(program, folder, single)
        with_dask(program, folder, single)
        os.chdir("/")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]))
