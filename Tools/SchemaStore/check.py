"""Checks the entry for SchemaStore: its layout, its tests, and the rules of Ajv's strict mode.

Run without arguments; needs Python's jsonschema. SchemaStore's own command, which needs npm, is
`node cli.js check --schema-name=stickerpack.json`, after the files of `src` were copied into its repository.
"""

import json
import pathlib
import sys

import jsonschema

source = pathlib.Path(__file__).parent / "src"
read = lambda path: json.loads(path.read_text())
problems = []

catalog = read(source / "api/json/catalog.json")
schema = read(source / "schemas/json/stickerpack.json")
[entry] = catalog["schemas"]
if entry["url"] != schema["$id"]:
    problems.append("the catalog's url is not the schema's $id")
if entry["fileMatch"] != ["stickerpack.json"]:
    problems.append("fileMatch is not stickerpack.json")
# SchemaStore rejects later drafts, which editors read only in part.
if schema["$schema"] != "http://json-schema.org/draft-07/schema#":
    problems.append("the schema is not of draft-07")

jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for path in sorted((source / "test/stickerpack").glob("*.json")):
    problems += [f"{path.name}: {error.message}" for error in validator.iter_errors(read(path))]
for path in sorted((source / "negative_test/stickerpack").glob("*.json")):
    if validator.is_valid(read(path)):
        problems.append(f"{path.name} is valid")

# Ajv's strict mode rejects unknown keywords, keywords of another type than the value's, and required
# properties that are not defined beside.
TYPES = {
    "object": "properties additionalProperties propertyNames required dependencies minProperties",
    "array": "items minItems maxItems uniqueItems",
    "string": "pattern minLength maxLength",
    "number": "minimum maximum",
}
TYPES = {keyword: kind for kind, keywords in TYPES.items() for keyword in keywords.split()}
OTHERS = "$schema $id $ref title description type enum oneOf allOf not definitions".split()


def check(schema, place, type=None):
    type = schema.get("type", type)
    for keyword, value in schema.items():
        if keyword not in TYPES and keyword not in OTHERS:
            problems.append(f"{place}: unknown keyword {keyword}")
        kind = TYPES.get(keyword)
        if kind and type != kind and not (kind == "number" and type == "integer"):
            problems.append(f"{place}: {keyword} without the type {kind}")
    for name in schema.get("required", []):
        if name not in schema.get("properties", {}):
            problems.append(f"{place}: required property {name} is not defined")
    for keyword in ["properties", "definitions"]:
        for name, value in schema.get(keyword, {}).items():
            check(value, f"{place}/{keyword}/{name}")
    for keyword in ["items", "additionalProperties"]:
        if isinstance(schema.get(keyword), dict):
            check(schema[keyword], f"{place}/{keyword}")
    if "propertyNames" in schema:
        check(schema["propertyNames"], f"{place}/propertyNames", "string")
    for keyword in ["oneOf", "allOf"]:
        for index, value in enumerate(schema.get(keyword, [])):
            check(value, f"{place}/{keyword}/{index}", type)
    if "not" in schema:
        check(schema["not"], f"{place}/not", type)


check(schema, "#")
print("\n".join(problems), end="")
sys.exit(1 if problems else 0)
