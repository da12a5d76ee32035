"""The tarball: the program, its manual page, completions and licenses."""

from archives import File, tar_gz


def write(release, files, triple):
    name = f"stickerpack-{release.version}-{triple}"
    release.write(
        f"{name}.tar.gz", tar_gz({f"{name}/{path}": file for path, file in files.items()}, release.epoch))
