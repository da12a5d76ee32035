"""The software bill of materials, in SPDX 2.3."""

import json
import time
import uuid

import licenses


def write(release, components):
    name = f"stickerpack-{release.version}"
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.epoch))
    packages = [package("stickerpack", release.version, "MIT", f"pkg:generic/stickerpack@{release.version}")]
    # Its own code is MIT, the program is not MIT alone.
    packages[0]["licenseConcluded"] = licenses.combined(components)
    for part in components:
        packages.append(
            package(part.name, part.version, part.expression, f"pkg:{part.kind}/{part.name}@{part.version}"))
    relationships = [("SPDXRef-DOCUMENT", "DESCRIBES", packages[0]["SPDXID"])]
    relationships += [(packages[0]["SPDXID"], "STATIC_LINK", other["SPDXID"]) for other in packages[1:]]
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
        "documentNamespace": f"{release.address}/{uuid.uuid5(uuid.NAMESPACE_URL, name + created)}",
        "creationInfo": {"created": created, "creators": ["Tool: stickerpack-release"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
            for a, kind, b in relationships
        ],
    }
    release.write(f"{name}.spdx.json", (json.dumps(document, indent=2) + "\n").encode())


def package(name, version, expression, purl):
    return {
        "SPDXID": f"SPDXRef-{name}", "name": name, "versionInfo": version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": expression,
        "licenseDeclared": expression, "copyrightText": "NOASSERTION",
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
            "referenceLocator": purl.replace("+", "%2B"),
        }],
    }
