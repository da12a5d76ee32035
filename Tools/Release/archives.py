"""Archives with the same bytes for the same content: sorted names, one time, no owner."""

import gzip
import io
import pathlib
import tarfile
import time
import zipfile
from typing import NamedTuple


class File(NamedTuple):
    content: bytes
    mode: int = 0o644


def tar(files, epoch):
    """A tar archive of files by path, with the folders that lead to them."""
    folders = {str(parent) for path in files for parent in pathlib.PurePosixPath(path).parents} - {"."}
    folders |= {path.rstrip("/") for path in files if path.endswith("/")}
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(folders | {path for path in files if not path.endswith("/")}):
            entry = tarfile.TarInfo(path)
            entry.mtime = epoch
            if path in folders:
                entry.type, entry.mode = tarfile.DIRTYPE, files.get(path + "/", File(b"", 0o755)).mode
                archive.addfile(entry)
            else:
                entry.size, entry.mode = len(files[path].content), files[path].mode
                archive.addfile(entry, io.BytesIO(files[path].content))
    return data.getvalue()


def tar_gz(files, epoch):
    return gzip.compress(tar(files, epoch), 9, mtime=0)


def zip_of(files, epoch):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, file in files.items():
            entry = zipfile.ZipInfo(path, time.gmtime(epoch)[:6])
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            # Without the bits of a regular file, pip drops those of an executable one.
            entry.external_attr = (0o100000 | file.mode) << 16
            archive.writestr(entry, file.content)
    return data.getvalue()
