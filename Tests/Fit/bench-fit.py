"""Measures `stickerpack fit` on a drawn cartoon and on a folder of art.

usage: bench-fit.py STICKERPACK FOLDER [ART] (requires Pillow and numpy)

FOLDER is for the results. ART is a folder of stickers; without it, only the cartoon is measured. The
fidelity is computed here from the files, as PSNR over white and black, and does not use the program's.
"""

import pathlib
import resource
import shutil
import subprocess
import sys
import time

import numpy
from PIL import Image, ImageSequence

LIMIT = 500_000


def frames(path):
    """The frames of a file as premultiplied RGBA, and their delays in milliseconds."""
    image = Image.open(path)
    pictures, delays = [], []
    for frame in ImageSequence.Iterator(image):
        pictures.append(numpy.array(frame.convert("RGBA"), dtype=numpy.float64))
        delays.append(frame.info.get("duration", 0))
    return pictures, delays


def decibels(first, second):
    """The smaller PSNR over white and over black, of the pixels that are visible in either picture."""
    visible = (first[..., 3] > 0) | (second[..., 3] > 0)
    worst = 0.0
    for ground in (0, 255):
        def over(picture):
            alpha = picture[..., 3:] / 255
            return picture[..., :3] * alpha + ground * (1 - alpha)
        worst = max(worst, ((over(first) - over(second)) ** 2)[visible].mean())
    return float("inf") if worst == 0 else 10 * numpy.log10(255**2 / worst)


def fit(program, source, output):
    """Runs the program. Returns its report, and the seconds of the clock and of the processors."""
    shutil.rmtree(output, ignore_errors=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    run = subprocess.run(
        [program, "fit", source, "-o", output, "--verbose"], capture_output=True, text=True)
    clock = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    if run.returncode not in (0, 1):
        sys.exit(run.stderr)
    return run.stdout, clock, used


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    art = sys.argv[3] if len(sys.argv) > 3 else None
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "cartoon").mkdir(parents=True)
    original = folder / "cartoon" / "cartoon.png"
    subprocess.run(
        [sys.executable, pathlib.Path(__file__).with_name("cartoon.py"), original], check=True)
    report, clock, used = fit(program, folder / "cartoon", folder / "cartoon-fitted")
    print(report)
    (pictures, delays), (results, times) = frames(original), frames(
        folder / "cartoon-fitted" / "cartoon.png")
    size = (folder / "cartoon-fitted" / "cartoon.png").stat().st_size
    fidelity = [decibels(*pair) for pair in zip(pictures, results)]
    print(f"cartoon: {original.stat().st_size:,} bytes before, {size:,} after; "
          f"{len(results)} of {len(pictures)} frames, "
          f"{'equal' if times == delays else 'different'} delays; "
          f"{min(fidelity):.1f} dB in the worst frame; {clock:.1f} s, {used:.1f} s of processor time")
    met = size <= LIMIT and times == delays and min(fidelity) >= 42
    print(f"target (500,000 bytes, all frames, exact delays, 42 dB): {'met' if met else 'missed'}")
    if art is None:
        return
    report, clock, used = fit(program, art, folder / "art-fitted")
    print(report)
    files = sorted(path for path in (folder / "art-fitted").rglob("*") if path.is_file())
    small = sum(path.stat().st_size <= LIMIT for path in files)
    print(f"{small} of {len(files)} files fit; {clock:.1f} s, {used:.1f} s of processor time")


main()
