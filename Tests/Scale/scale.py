#!/usr/bin/env python3
"""Runs the examples of Documentation/LargeTrees.md and compares merged reports with a single run's.

Usage: scale.py PROGRAM

GNU parallel, Bazel and Dask run their examples, Dask also with a killed worker. The commands of the
GitHub, GitLab and Kubernetes examples run one after the other, and check-jsonschema and
kubernetes-validate validate the files. What needs a missing tool is reported as skipped.
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


def with_bazel(program, folder):
    if not shutil.which("bazel"):
        print("skipped: Bazel is not installed (apt-get install bazel-bootstrap)")
        return
    place, root = folder / "bazel", folder / "bazel-root"
    single = stickers(program, place)
    (place / "WORKSPACE").touch()
    (place / "BUILD.bazel").write_text(dict(examples())["BUILD.bazel"])
    run = subprocess.run(["bazel", "--batch", f"--output_user_root={root}", "build", ":report"],
                         cwd=place, env=environment(program), capture_output=True, text=True)
    joined = place / "bazel-bin" / "report.json"
    same = joined.exists() and joined.read_bytes() == single.stdout
    check("Bazel: four shards, merged", same, "" if same else "\n" + run.stderr)
    # Bazel makes its folders read-only.
    subprocess.run(["chmod", "-R", "u+w", root])


def by_hand(program, folder):
    """Runs the commands of examples that need a service."""
    try:
        import yaml
    except ImportError:
        print("skipped: PyYAML is not installed (pip install pyyaml)")
        return
    example = dict(examples())
    jobs = yaml.safe_load(example[".github/workflows/stickers.yml"])["jobs"]
    runs = {name: next(step["run"] for step in job["steps"] if "run" in step)
            for name, job in jobs.items()}
    parts = jobs["lint"]["strategy"]["matrix"]["part"]
    github = [(runs["lint"].replace("${{ matrix.part }}", str(part)), {}) for part in parts]
    github.append((runs["report"], {}))
    jobs = yaml.safe_load(example[".gitlab-ci.yml"])
    total = jobs["lint"]["parallel"]
    gitlab = [(line, {"CI_NODE_INDEX": str(index), "CI_NODE_TOTAL": str(total)})
              for index in range(1, total + 1) for line in jobs["lint"]["script"]]
    gitlab += [(line, {}) for line in jobs["report"]["script"]]
    job = yaml.safe_load(example["stickers-job.yaml"])["spec"]
    line = job["template"]["spec"]["containers"][0]["args"][0].replace("/reports/", "")
    kubernetes = [(line, {"JOB_COMPLETION_INDEX": str(index)}) for index in range(job["completions"])]
    kubernetes.append(("stickerpack report merge part-*.json --output report.json", {}))
    for name, commands in [("GitHub", github), ("GitLab", gitlab), ("Kubernetes", kubernetes)]:
        place = folder / name
        single = stickers(program, place)
        for line, variables in commands:
            status = subprocess.run(["sh", "-c", line], cwd=place, stdout=subprocess.DEVNULL,
                                    env=environment(program, **variables)).returncode
            is_merge = line.startswith("stickerpack report")
            if status != (single.returncode if is_merge else 0):
                check(f"{name}: {line} exits with {status}", False)
        joined = place / "report.json"
        check(f"{name}: {len(commands) - 1} shards by hand, merged",
              joined.exists() and joined.read_bytes() == single.stdout)


def with_dask(program, folder, single):
    try:
        import dask.distributed as dask
    except ImportError:
        print("skipped: Dask is not installed (pip install distributed)")
        return
    sys.path.insert(0, str(HERE))
    import cluster

    # The worker of the first shard waits to be killed; the next one finds this file and continues.
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
    check("Dask: eight shards on two workers, one of them killed", same and victim not in survivors,
          f" (process {victim} killed)")
    output = folder / "cluster.json"
    status = subprocess.run([sys.executable, HERE / "cluster.py", program, "3", output, "Art"]).returncode
    check("Dask: cluster.py unchanged", output.read_bytes() == single.stdout and status == single.returncode)


def examples():
    """The code blocks of the page with the file name in their first line."""
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
        check(f"{name} by {checks[name][0]}", run.returncode == 0, "" if run.returncode == 0 else "\n" + run.stdout + run.stderr)
        broken = text.replace("runs-on:", "runs_on:").replace("parallel:", "parallel: x\n  paralel:").replace(
            "completions:", "completion:")
        file.write_text(broken)
        run = subprocess.run([tool, *checks[name][1:], file], capture_output=True)
        check(f"{name} with an error is rejected", run.returncode != 0)


def main(program):
    with tempfile.TemporaryDirectory(prefix="stickerpack-scale-") as scratch:
        folder = pathlib.Path(scratch)
        tree(folder)
        single = subprocess.run([program, "lint", "Art", "--format", "json"], cwd=folder, capture_output=True)
        assert single.returncode == 1, single.stderr
        summary = json.loads(single.stdout)["summary"]
        print(f"{summary['stickers']} stickers in {summary['packs']} packs")
        schemas(folder)
        by_hand(program, folder)
        with_parallel(program, folder, single)
        with_bazel(program, folder)
        with_dask(program, folder, single)
        os.chdir("/")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]))
