"""The web page and the engine as archives, of what `make browser` made. They are the same for every machine."""

import archives

PAGE, ENGINE = "Build/browser/page", "Build/browser/engine"


def write(release, root):
    files = {
        f"stickerpack-page-{release.version}/{file.relative_to(root / PAGE)}": archives.File(file.read_bytes())
        for file in sorted((root / PAGE).rglob("*")) if file.is_file()
    }
    release.write(f"stickerpack-page-{release.version}.zip", archives.zip_of(files, release.epoch))
    # The shape that npm installs. The symbols are not a part of it.
    package = {
        f"package/{file.name}": archives.File(file.read_bytes())
        for file in sorted((root / ENGINE).iterdir()) if file.suffix != ".symbols"
    }
    release.write(
        f"stickerpack-engine-{release.version}.tgz", archives.tar_gz(package, release.epoch))
