#!/usr/bin/env python3
"""Lints the shards of a tree on a Dask cluster and merges the reports; see Documentation/LargeTrees.md.

Usage: cluster.py PROGRAM PARTS OUTPUT PATH...

Uses the scheduler at DASK_SCHEDULER_ADDRESS, or else starts two local workers.
"""

import os
import pathlib
import subprocess
import sys
import tempfile


def lint(program, part, parts, paths):
    """Returns the JSON report of one shard. If the worker dies, Dask runs it on another one."""
    command = [program, "lint", *paths, "--shard", f"{part}/{parts}", "--format", "json"]
    run = subprocess.run(command, capture_output=True)
    if run.returncode > 1:
        raise RuntimeError(run.stderr.decode(errors="replace"))
    return run.stdout


def main(program, parts, output, *paths):
    from dask.distributed import Client, LocalCluster

    address = os.environ.get("DASK_SCHEDULER_ADDRESS")
    cluster = address or LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client, tempfile.TemporaryDirectory() as folder:
        numbers = range(1, int(parts) + 1)
        reports = client.gather(
            [client.submit(lint, program, part, int(parts), paths, pure=False) for part in numbers])
        files = [pathlib.Path(folder, f"{part}.json") for part in numbers]
        for file, report in zip(files, reports):
            file.write_bytes(report)
        return subprocess.run([program, "report", "merge", *files, "--output", output]).returncode


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
