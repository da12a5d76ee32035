"""The container image as an OCI archive, with the program alone."""

import hashlib
import json
import time

import contents
from archives import File, tar, tar_gz

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
DOCUMENTS = "usr/share/doc/stickerpack"


def write(release, files, triple):
    program = {
        "usr/local/bin/stickerpack": files[contents.PROGRAM],
        f"{DOCUMENTS}/copyright": File(contents.copyright(files)),
        "tmp/": File(b"", 0o1777),
        "work/": File(b"", 0o755),
    }
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.epoch))
    configuration = {
        "created": created, "architecture": ARCHITECTURES[triple.split("-")[0]], "os": "linux",
        "config": {
            "User": "65534:65534", "WorkingDir": "/work", "Entrypoint": ["/usr/local/bin/stickerpack"],
            "Cmd": ["--help"], "Env": ["PATH=/usr/local/bin:/usr/bin:/bin"],
            "Labels": {
                "org.opencontainers.image.source": release.address,
                "org.opencontainers.image.version": release.version,
                "org.opencontainers.image.licenses": contents.expression(files),
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [digest(tar(program, release.epoch))]},
        "history": [{"created": created, "created_by": "stickerpack"}],
    }
    blobs = {}

    def blob(data, kind):
        blobs[f"blobs/{digest(data).replace(':', '/')}"] = File(data)
        return {
            "mediaType": f"application/vnd.oci.image.{kind}", "digest": digest(data), "size": len(data)}

    manifest = {
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": blob(json.dumps(configuration).encode(), "config.v1+json"),
        "layers": [blob(tar_gz(program, release.epoch), "layer.v1.tar+gzip")],
    }
    entry = blob(json.dumps(manifest).encode(), "manifest.v1+json")
    entry["annotations"] = {"org.opencontainers.image.ref.name": release.version}
    index = {"schemaVersion": 2, "manifests": [entry]}
    files = {
        "oci-layout": File(b'{"imageLayoutVersion": "1.0.0"}'), "index.json": File(json.dumps(index).encode()),
        **blobs,
    }
    suffix = "" if triple.startswith("x86_64") else f"-{triple.split('-')[0]}"
    release.write(f"stickerpack-{release.version}-oci{suffix}.tar", tar(files, release.epoch))


def digest(data):
    return f"sha256:{hashlib.sha256(data).hexdigest()}"
