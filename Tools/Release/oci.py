"""Container images as OCI archives: the program alone, and with git for `lint --changed-since`."""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import time

import contents
import licenses
from archives import File, tar, tar_gz

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
DOCUMENTS = "usr/share/doc/stickerpack"


def write(release, files, triple):
    program = {
        "usr/local/bin/stickerpack": files[contents.PROGRAM],
        f"{DOCUMENTS}/copyright": File(contents.licenses(files)),
        "tmp/": File(b"", 0o1777),
        "work/": File(b"", 0o755),
    }
    name = f"stickerpack-{release.version}-oci"
    layer, layer_of_git = (
        (tar(files, release.epoch), tar_gz(files, release.epoch)) for files in (program, git()))
    image(release, name, triple, [layer])
    image(release, f"{name}-git", triple, [layer, layer_of_git])


def git():
    """git with the libraries that it links. Its commands are one program; scripts and remotes are left out.
    The mounted repository belongs to another user, which git refuses unless it is told otherwise."""
    program = shutil.which("git")
    linked = subprocess.run(["ldd", program], check=True, text=True, capture_output=True).stdout
    libraries = re.findall(r"(/\S+) \(0x", linked)
    files = {"etc/gitconfig": File(b"[safe]\n\tdirectory = *\n")}
    for path in [program, *libraries]:
        files[path.lstrip("/")] = File(pathlib.Path(path).read_bytes(), 0o755)
        copyright = pathlib.Path(f"/usr/share/doc/{licenses.package_of(pathlib.Path(path).resolve())}/copyright")
        files[str(copyright).lstrip("/")] = File(copyright.read_bytes())
    return files


def image(release, name, triple, layers):
    """Writes an image of layers, each a tar archive and the same compressed."""
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.epoch))
    configuration = {
        "created": created, "architecture": ARCHITECTURES[triple.split("-")[0]], "os": "linux",
        "config": {
            "User": "65534:65534", "WorkingDir": "/work", "Entrypoint": ["/usr/local/bin/stickerpack"],
            "Cmd": ["--help"], "Env": ["PATH=/usr/local/bin:/usr/bin:/bin"],
            "Labels": {
                "org.opencontainers.image.source": release.address,
                "org.opencontainers.image.version": release.version,
                "org.opencontainers.image.licenses": "MIT",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [digest(plain) for plain, _ in layers]},
        "history": [{"created": created, "created_by": "stickerpack"} for _ in layers],
    }
    blobs = {}

    def blob(data, kind):
        blobs[f"blobs/{digest(data).replace(':', '/')}"] = File(data)
        return {
            "mediaType": f"application/vnd.oci.image.{kind}", "digest": digest(data), "size": len(data)}

    manifest = {
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": blob(json.dumps(configuration).encode(), "config.v1+json"),
        "layers": [blob(zipped, "layer.v1.tar+gzip") for _, zipped in layers],
    }
    entry = blob(json.dumps(manifest).encode(), "manifest.v1+json")
    entry["annotations"] = {"org.opencontainers.image.ref.name": release.version}
    index = {"schemaVersion": 2, "manifests": [entry]}
    files = {
        "oci-layout": File(b'{"imageLayoutVersion": "1.0.0"}'), "index.json": File(json.dumps(index).encode()),
        **blobs,
    }
    suffix = "" if triple.startswith("x86_64") else f"-{triple.split('-')[0]}"
    release.write(f"{name}{suffix}.tar", tar(files, release.epoch))


def digest(data):
    return f"sha256:{hashlib.sha256(data).hexdigest()}"
