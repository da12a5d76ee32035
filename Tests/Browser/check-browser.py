#!/usr/bin/env python3
"""Uses the web page as an artist would: drops, choices, downloads and keys, in Chromium and Firefox.

    check-browser.py BUILD [--chromium] [--only NAME] [--screenshots FOLDER]

BUILD is the folder of `make browser`. Needs what Tests/Preview/install-browser.sh installs. With --screenshots,
pictures of the page are written to FOLDER: browser-light.png and browser-dark.png are those of the first screen.
"""

import argparse
import contextlib
import functools
import gzip
import html.parser
import http.server
import importlib.util
import io
import json
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
specification = importlib.util.spec_from_file_location("preview", ROOT / "Tests/Preview/check-preview.py")
preview = importlib.util.module_from_spec(specification)
specification.loader.exec_module(preview)
check, equal = preview.check, preview.equal
DESKTOP, TABLET, PHONE, WIDE = preview.DESKTOP, preview.TABLET, preview.PHONE, {"width": 2560, "height": 1300}
BISCUIT = ROOT / "SampleStickers/Biscuit"

# The most that the engine may have with gzip, in bytes. It has 1,567,509.
MOST_GZIP = 1_600_000


class Site:
    """Serves the page, and knows every request."""

    def __init__(self, folder):
        self.requests = requests = []

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                requests.append(self.path)

        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        self.url = f"http://127.0.0.1:{self.server.server_port}/index.html"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Browser(preview.Browser):
    """Opens the page and records what it must not do."""

    @contextlib.contextmanager
    def open(self, site, size=DESKTOP, change=None, **options):
        """Opens a page. It has loaded everything that it needs, and asks for nothing until it is closed.

        change: a function that gets the text of the worker and returns another one.
        """
        context = self.launched.new_context(viewport=size, **{**self.options, **options})
        context.set_default_timeout(preview.PATIENCE * 1000)
        page = context.new_page()
        page.add_init_script("""
            window.blobs = new Map();
            const address = URL.createObjectURL;
            URL.createObjectURL = (blob) => { const made = address(blob); blobs.set(made, blob); return made; };""")
        if change:
            page.route("**/worker.js", lambda route: route.fulfill(
                body=change(route.fetch().text()), content_type="text/javascript"))
        seen = []
        page.on("console", lambda message: seen.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: seen.append(f"error: {error}"))
        page.goto(site.url)
        page.locator("body[data-ready]").wait_for()
        page.wait_for_load_state("networkidle")
        page.on("request", lambda request: request.url.startswith(("blob:", "about:", "data:"))
                or seen.append(request.url))
        before = len(site.requests)
        yield page
        equal(seen, [], "console messages and requests after loading")
        equal(site.requests[before:], [], "requests that the server got after loading")
        context.close()


def choose(page, *files):
    page.locator("#files").set_input_files([str(file) for file in files])


def choose_folder(browser, page, folder):
    """Playwright can choose a folder only in Chromium; Firefox gets it as a ZIP file."""
    if browser.is_chromium:
        page.locator("#folder").set_input_files(str(folder))
    else:
        archive = folder.parent / f"{folder.name} archive"
        choose(page, shutil.make_archive(str(archive), "zip", folder.parent, folder.name))


def drop(page, *paths):
    """Drops files and folders as the system does; only Chromium has a command for it."""
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ["dragEnter", "dragOver", "drop"]:
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 300, "y": 400, "data": data})


def result(page):
    """The frame of the report, once it is there."""
    page.locator("body[data-stage=result]").wait_for()
    frame = page.frame_locator("#result iframe")
    frame.locator("#summary").wait_for()
    preview.eventually(lambda: frame.locator("#summary").inner_text(), bool)
    return frame


def summary(frame):
    return frame.locator("#summary").inner_text()


def rules(frame):
    return frame.locator("#rules code").all_text_contents()


def save(browser, page, link):
    """The content of a download, and its name. Playwright has no downloads in Firefox: there, what the link has."""
    if browser.is_chromium:
        with page.expect_download() as download:
            page.locator(link).click()
        return pathlib.Path(download.value.path()).read_bytes(), download.value.suggested_filename
    address, name = page.locator(link).evaluate("(link) => [link.href, link.download]")
    samples = page.evaluate("async (address) => [...new Uint8Array(await blobs.get(address).arrayBuffer())]", address)
    return bytes(samples), name


def png(width, height, row=b"\0"):
    """A gray PNG: rows of zeros compress to little."""
    chunk = lambda kind, data: (struct.pack(">I", len(data)) + kind + data
                                + struct.pack(">I", zlib.crc32(kind + data)))
    compressor = zlib.compressobj(9)
    line = b"\0" + row * ((width + 7) // 8)
    data = b"".join(compressor.compress(line) for _ in range(height)) + compressor.flush()
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
            + chunk(b"IDAT", data) + chunk(b"IEND", b""))


# MARK: Checks


def check_start(browser, site, folder):
    for size in [PHONE, TABLET, DESKTOP, WIDE]:
        with browser.open(site, size) as page:
            equal(preview.overflow(page), 0, f"pixels beyond a window of {size['width']} px")
            for selector in ["#start h1", "#area", "#choose-files", ".private"]:
                check(preview.is_inside(page, selector), f"{selector} is in the first {size['width']} px window")
            check(preview.have_decoded(page.locator("#example img")), "the picture of a result")


def check_sample(browser, site, folder):
    with browser.open(site) as page:
        started = time.monotonic()
        page.get_by_role("button", name="pack with problems").click()
        page.locator("#found li").first.wait_for()
        first = time.monotonic() - started
        frame = result(page)
        print(f"  {browser.name}: ready after {page.locator('body').get_attribute('data-ready')} ms, first finding "
              f"{first * 1000:.0f} ms after a click, page {page.locator('body').get_attribute('data-milliseconds')} ms")
        check("10 stickers" in summary(frame), f"the summary: {summary(frame)}")
        for rule in ["canvas-too-large", "background-box", "low-contrast", "duplicate-sticker", "delay-zero"]:
            check(rule in rules(frame), f"{rule} is found")
        check(preview.have_decoded(frame.locator(".card .open img")), "pictures decode")
        card = frame.locator(".card:has(h3:text-is('kiss.png'))")
        card.get_by_role("button", name="Show on the art").click()
        check(lambda: frame.locator("#regions rect").count() > 0, "regions on the art")
        equal(frame.locator("#tiles button").count(), 10, "backgrounds")
        check(preview.have_decoded(frame.locator("#drawer img")), "the drawer")
        check_rule_link(browser, site, page, frame)
        page.go_back()
        page.locator("body[data-stage=start]").wait_for()
        page.get_by_role("button", name="finished pack").click()
        check("15 stickers" in summary(result(page)), "the finished pack")


def check_rule_link(browser, site, page, frame):
    """A finding leads to the page of its rule, and the address can be copied."""
    details = frame.locator("#details li details", has_text="clipped-art")
    details.locator("summary").click()
    address = details.locator(".links a").evaluate("(link) => link.href")
    equal(address, urllib.parse.urljoin(site.url, "docs/Rules/clipped-art.html"), "the page of a rule")
    if browser.is_chromium:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        details.get_by_role("button", name="Copy link").click()
        details.get_by_role("button", name="Copied").wait_for()
        equal(page.evaluate("navigator.clipboard.readText()"), address, "the copied link")


def check_folder(browser, site, folder):
    """A folder as it is on an artist's disk."""
    pack = folder / "My stickers"
    shutil.copytree(BISCUIT, pack, ignore=shutil.ignore_patterns("*.gif"))
    (pack / "notes.txt").write_text("ideas")
    (pack / ".DS_Store").write_bytes(b"\0")
    (pack / ".git").mkdir()
    (pack / ".git/HEAD").write_text("ref")
    gif = (BISCUIT / "pixel-dance.gif").read_bytes()
    (pack / "truncated.gif").write_bytes(gif[:len(gif) // 2])
    (pack / "O'Neil & <b>Söhne</b>.png".replace("/", "∕")).write_bytes((BISCUIT / "love.png").read_bytes())
    (pack / "Extra").mkdir()
    shutil.copy(BISCUIT / "love.png", pack / "Extra/heart.png")
    with browser.open(site) as page:
        if browser.is_chromium:
            drop(page, pack)
        else:
            choose_folder(browser, page, pack)
        frame = result(page)
        check("corrupt-file" in rules(frame) or "truncated-file" in rules(frame), f"the truncated GIF: {rules(frame)}")
        check("Biscuit wags hello" in frame.locator("#entries").inner_text(), "labels of stickerpack.json")
        page.locator("#show-download").click()
        report = json.loads(save(browser, page, "#download-json")[0])
        files = {sticker["file"] for pack in report["packs"] for sticker in pack["stickers"]}
        check("My stickers/hello.png" in files, f"paths begin with the folder: {sorted(files)[:3]}")
        check(not any(".git" in file or "notes" in file for file in files), "other files are not stickers")
        page.keyboard.press("Escape")
        if browser.is_chromium:
            drop(page, BISCUIT)
            check(lambda: "15 stickers" in summary(result(page)), "a folder that is dropped on a report")


def check_archive(browser, site, folder):
    archive = folder / "Cats & dogs.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for name in sorted(BISCUIT.iterdir()):
            file.write(name, f"Biscuit/{name.name}")
        file.writestr("../../evil.png", b"x")
        file.writestr("/etc/evil.png", b"x")
        file.writestr("__MACOSX/Biscuit/._hello.png", b"x")
    with browser.open(site) as page:
        choose(page, archive)
        frame = result(page)
        check("15 stickers" in summary(frame), f"stickers of the archive: {summary(frame)}")
        notes = page.locator("#notes").inner_text()
        check("../../evil.png" in notes and "/etc/evil.png" in notes, f"names that leave the archive: {notes}")
        bad = folder / "bad.zip"
        bad.write_bytes(archive.read_bytes()[:5000])
        page.locator("#again").click()
        choose(page, bad)
        page.locator("#notice").wait_for()
        check("truncated" in page.locator("#notice").inner_text(), page.locator("#notice").inner_text())


def check_catalog(browser, site, folder):
    catalog = folder / "Stickers.xcassets"
    sticker = catalog / "Pack.stickerpack/wave.sticker"
    sticker.mkdir(parents=True)
    info = {"author": "xcode", "version": 1}
    (catalog / "Contents.json").write_text(json.dumps({"info": info}))
    (catalog / "Pack.stickerpack/Contents.json").write_text(json.dumps(
        {"info": info, "properties": {"grid-size": "regular"}, "stickers": [{"filename": "wave.sticker"}]}))
    (sticker / "Contents.json").write_text(json.dumps(
        {"info": info, "properties": {"filename": "wave.png", "accessibility-label": "A wave"}}))
    shutil.copy(BISCUIT / "hello.png", sticker / "wave.png")
    with browser.open(site) as page:
        choose_folder(browser, page, catalog)
        frame = result(page)
        check("1 sticker" in summary(frame), summary(frame))
        check("A wave" in frame.locator("#entries").inner_text(), "the label of the catalog")


def check_large(browser, site, folder):
    """10,000 x 10,000 px beside a usual sticker, and neither stops the other."""
    large = folder / "large.png"
    large.write_bytes(png(10_000, 10_000))
    with browser.open(site) as page:
        choose(page, large, BISCUIT / "love.png")
        frame = result(page)
        found = rules(frame)
        check(any(rule in found for rule in ["canvas-too-large", "limit-exceeded"]), f"the large image: {found}")
        check("love.png" in frame.locator("#entries").inner_text(), "the other sticker")


def check_many(browser, site, folder):
    """300 stickers of 100 MB together."""
    pack = folder / "Many"
    pack.mkdir()
    art = (BISCUIT / "love.png").read_bytes()
    noise = random.Random(7)
    for index in range(300):
        text = b"Comment\0" + noise.randbytes(330_000)
        chunk = struct.pack(">I", len(text)) + b"tEXt" + text + struct.pack(">I", zlib.crc32(b"tEXt" + text))
        (pack / f"sticker {index:03}.png").write_bytes(art[:33] + chunk + art[33:])
    with browser.open(site) as page:
        choose_folder(browser, page, pack)
        frame = result(page)
        check("300 stickers" in summary(frame), summary(frame))
        print(f"  {browser.name}: 300 stickers of {330 * 300 // 1000} MB after "
              f"{page.locator('body').get_attribute('data-milliseconds')} ms")


def check_failures(browser, site, folder):
    """An engine that traps on one file and never ends on another."""
    for name in ["trap", "hang", "good"]:
        shutil.copy(BISCUIT / "love.png", folder / f"{name}.png")
    # The worker's own code for messages runs for all other files.
    failing = """
        const check = onmessage;
        onmessage = (event) => {
          const { root } = event.data;
          if (root.get("Loose stickers")?.has("trap.png")) {
            postMessage({ kind: "failed", path: "Loose stickers/trap.png", message: "RuntimeError: unreachable", size: 600_000_000 });
          } else if (root.get("Loose stickers")?.has("hang.png")) {
            postMessage({ kind: "opening", path: "Loose stickers/hang.png" });
            while (true);
          } else check(event);
        };"""
    with browser.open(site, change=lambda script: script + failing) as page:
        page.clock.install()
        page.evaluate("""() => {
            const PageWorker = Worker;
            window.Worker = class extends PageWorker {
              constructor(...values) {
                super(...values);
                this.addEventListener("message", ({ data }) => { window.opened = data.path; });
              }
            };
        }""")
        choose(page, *[folder / f"{name}.png" for name in ["trap", "hang", "good"]])
        # The page starts a worker for each attempt; the second one never answers.
        check(lambda: page.evaluate("window.opened === 'Loose stickers/hang.png'"), "the worker that hangs")
        page.clock.run_for(61_000)
        check("1 sticker" in summary(result(page)), "the good file")
        notes = page.locator("#notes").inner_text()
        check("trap.png is too large for the browser." in notes, notes)
        check("hang.png took longer than 60 seconds." in notes, notes)


def check_refusal(browser, site, folder):
    pack = folder / "Invalid"
    pack.mkdir()
    shutil.copy(BISCUIT / "love.png", pack)
    (pack / "stickerpack.json").write_text('{ "stickers": [')
    (folder / "empty.txt").write_text("")
    with browser.open(site) as page:
        choose_folder(browser, page, pack)
        page.locator("#notice").wait_for()
        text = page.locator("#notice").inner_text()
        check("stickerpack.json" in text, f"the invalid configuration: {text}")
        choose(page, folder / "empty.txt")
        check(lambda: "no images" in page.locator("#notice").inner_text(), "a drop without images")


def check_downloads(browser, site, folder):
    with browser.open(site) as page:
        choose(page, BISCUIT / "love.png", BISCUIT / "zoomies.png")
        frame = result(page)
        shown = summary(frame)
        page.locator("#show-download").click()
        text, name = save(browser, page, "#download-json")
        report = json.loads(text)
        equal((name, report["schema"], report["summary"]["stickers"]), ("report.json", "stickerpack.report/1", 2), "JSON")
        text, name = save(browser, page, "#download-markdown")
        equal(name, "report.md", "the name of Markdown")
        check(b"2 stickers in 1 pack" in text, f"Markdown: {text[:80]}")
        text, name = save(browser, page, "#download-html")
        equal(page.locator("#command").input_value(),
              "stickerpack lint love.png zoomies.png -o report.html", "the command")
        file = folder / name
        file.write_bytes(text)
        with preview.Browser.page(browser, file) as saved:
            equal(summary(saved), shown, "the page that was saved")


def check_fixes(browser, site, folder):
    """Files with metadata: fixed, downloaded, and without findings when they are dropped again."""
    broken = ROOT / "SampleStickers/Broken"
    with browser.open(site) as page:
        def fix(*names):
            choose(page, *[broken / name for name in names])
            result(page)
            page.locator("#show-download").click()
            page.locator("#fix").click()
            page.locator("#download-fixed").wait_for()
            content = save(browser, page, "#download-fixed")
            page.keyboard.press("Escape")
            return content

        content, name = fix("gps-position.png")
        equal(name, "gps-position.png", "the name of a fixed file")
        check(b"eXIf" in (broken / name).read_bytes() and b"eXIf" not in content, "the position is removed")
        content, name = fix("gps-position.png", "trailing-bytes.png", "interlaced-png.png")
        equal(name, "fixed.zip", "the name of several")
        archive = zipfile.ZipFile(io.BytesIO(content))
        equal(archive.testzip(), None, "the archive")
        equal(sorted(archive.namelist()), ["gps-position.png", "interlaced-png.png", "trailing-bytes.png"], "its files")
        (folder / "fixed.zip").write_bytes(content)
        choose(page, folder / "fixed.zip")
        check(lambda: not {"gps-position", "trailing-bytes", "interlaced-png"} & set(rules(result(page))), "nothing is left")
        page.locator("#show-download").click()
        check(page.locator("#fixing").is_hidden, "nothing to fix")


def check_destinations(browser, site, folder):
    own = folder / "team.json"
    own.write_text('{ "extends": "imessage", "limits": { "maximumBytes": 1000 } }')
    with browser.open(site) as page:
        page.locator(".samples .show-destinations").click()
        page.locator("#targets label", has_text="signal").click()
        page.locator("#limits").set_input_files(str(own))
        check(lambda: page.locator("#targets input[value='./team.json']").is_checked(), "limits of one's own are chosen")
        page.keyboard.press("Escape")
        names = page.locator("#chosen-destinations").inner_text()
        equal(names, "Messages, Signal stickers, team.json", "the chosen destinations")
        choose(page, BISCUIT / "love.png")
        frame = result(page)
        heads = lambda: frame.locator("#matrix thead button").all_text_contents()
        check(lambda: len(heads()) == 3 and heads()[:2] == ["imessage", "signal"], f"columns: {heads()}")
        check("✗" in frame.locator("#matrix tbody").inner_text(), "the own limit refuses")
        page.locator("#show-download").click()
        equal(page.locator("#command").input_value(),
              "stickerpack preview love.png -o report.html --target imessage,signal,./team.json", "the command")
        page.keyboard.press("Escape")
        page.locator("#tools .show-destinations").click()
        for value in ["signal", "./team.json"]:
            page.locator(f"#targets input[value='{value}']").uncheck()
        page.get_by_role("button", name="Done").click()
        check(lambda: result(page).locator("#matrix thead button").count() == 0, "Messages alone again")


def check_keyboard(browser, site, folder):
    with browser.open(site) as page:
        focused = lambda: page.evaluate("document.activeElement.id || document.activeElement.value")
        for _ in range(20):
            page.keyboard.press("Tab")
            if focused() == "Draft":
                break
        equal(focused(), "Draft", "the sample is reached by keys")
        page.keyboard.press("Enter")
        frame = result(page)
        view = lambda: frame.locator("body").get_attribute("data-view")
        equal(view, "findings", "the first view")
        page.keyboard.press("f")
        equal(view, "stickers", "f, without a click before")
        page.keyboard.press("j")
        page.keyboard.press("b")
        equal(lambda: frame.locator("#stage").get_attribute("data-background"), "black", "b")
        page.locator("#show-download").focus()
        page.keyboard.press("Enter")
        check(page.locator("#download-dialog").is_visible, "the dialog")
        page.keyboard.press("Escape")
        check(page.locator("#download-dialog").is_hidden, "escape closes it")
        equal(focused(), "show-download", "the focus returns")


def check_offline(browser, site, folder):
    with browser.open(site) as page:
        page.context.set_offline(True)
        for name in ["finished pack", "pack with problems"]:
            page.get_by_role("button", name=name).click()
            check("stickers" in summary(result(page)), f"{name} without a network")
            page.locator("#again").click()
        page.context.set_offline(False)


def check_hostile(browser, site, folder):
    archive = folder / "hostile.zip"
    art = (BISCUIT / "love.png").read_bytes()
    with zipfile.ZipFile(archive, "w") as file:
        for name in preview.HOSTILE:
            file.writestr(f"{name}/{name}.png", art)
            file.writestr(f"../{name}", b"x")
        file.writestr("stickerpack.json", json.dumps({"name": preview.HOSTILE[0]}))
    with browser.open(site) as page:
        choose(page, archive)
        frame = result(page)
        title = page.title()
        check("pwned" not in title or "<script>" in title, f"the title: {title}")
        equal(page.evaluate("document.querySelectorAll('[onerror], [onload], #notes b, #found b').length"), 0, "handlers")
        equal(frame.locator("script").count(), 2, "scripts of the report")
        check("evil" in page.locator("#notes").text_content(), "names are shown as text")


def check_accessibility(browser, site, folder):
    for size in [DESKTOP, PHONE]:
        for scheme in ["light", "dark"]:
            with browser.open(site, size, color_scheme=scheme, bypass_csp=True) as page:
                look = functools.partial(preview.check_axe, page)
                look(f"start, {scheme}")
                page.locator(".samples .show-destinations").click()
                look(f"destinations, {scheme}")
                page.keyboard.press("Escape")
                page.get_by_role("button", name="pack with problems").click()
                result(page)
                look(f"result, {scheme}")
                equal(preview.overflow(page), 0, "pixels beyond the window")
                page.locator("#show-download").click()
                look(f"download, {scheme}")


class Links(html.parser.HTMLParser):
    """The links, sources and ids of a page."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ["href", "src", "srcset"]:
                self.targets.append(value)
            elif name == "id":
                self.ids.add(value)


def check_links(page):
    """Each link in the folder has its page and its heading."""
    files = {file: Links(file.read_text()) for file in page.rglob("*.html")}
    for file, links in files.items():
        for target in links.targets:
            if target.startswith("https:"):
                continue
            path, _, anchor = target.partition("#")
            other = (file.parent / urllib.parse.unquote(path)).resolve() if path else file
            other = other / "index.html" if other.is_dir() else other
            where = f"{file.relative_to(page)}: {target}"
            check(other.exists(), f"{where} exists")
            check(not anchor or other in files and anchor in files[other].ids, f"{where} has its heading")
    check(len(files) > 150, "pages of rules")


def check_size(page):
    size = len(gzip.compress((page / "stickerpack.wasm").read_bytes(), 9))
    print(f"  stickerpack.wasm: {(page / 'stickerpack.wasm').stat().st_size:,} bytes, {size:,} with gzip")
    check(size <= MOST_GZIP, f"the engine has {size:,} bytes with gzip")


def check_package(engine):
    """The package in Node: a report, a destination, limits of one's own, and what it refuses."""
    script = """
        import { readFileSync, readdirSync } from "node:fs";
        const [engine, folder] = process.argv.slice(1);
        const { lint, Refusal } = await import(`${engine}/index.js`);
        const bytes = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
        const text = (words) => new TextEncoder().encode(words);
        const pack = Object.fromEntries(readdirSync(folder).map((name) => [`Biscuit/${name}`, bytes(name)]));
        const own = { "love.png": bytes("love.png"), "mine.json": text('{ "extends": "imessage", "limits": { "maximumBytes": 1 } }') };
        const refusal = async (...request) => {
          try { await lint(...request); } catch (error) { return error instanceof Refusal; }
        };
        console.log(JSON.stringify([
          (await lint(pack)).summary.stickers,
          (await lint(own, { paths: ["love.png"] })).summary.errors,
          (await lint(own, { paths: ["love.png"], targets: ["./mine.json"] })).summary.errors,
          await refusal({ "P/stickerpack.json": text("{"), "P/a.png": text("") }),
          await refusal({ "../x.png": text("") }), await refusal({ "x.png": text("") }, { paths: ["y.png"] }),
        ]));"""
    output = subprocess.run(["node", "--input-type=module", "-e", script, engine, BISCUIT], check=True,
                            capture_output=True, text=True).stdout
    equal(json.loads(output), [15, 0, 1, True, True, True], "answers of the package")


# MARK: Pictures


def screenshots(browser, site, folder):
    from PIL import Image
    folder.mkdir(parents=True, exist_ok=True)
    for scheme in ["light", "dark"]:
        for name, size in [("", {"width": 1000, "height": 1030}), ("-desktop", DESKTOP), ("-tablet", TABLET), ("-phone", PHONE)]:
            with browser.open(site, size, color_scheme=scheme) as page:
                def keep(what):
                    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                    picture.quantize(256).save(folder / f"browser{what}{name}-{scheme}.png", optimize=True)
                if name:
                    keep("-start")
                page.get_by_role("button", name="pack with problems").click()
                frame = result(page)
                preview.eventually(preview.have_decoded(frame.locator("#entries img")), bool)
                if not name:
                    # The rules, and a sticker with its finding.
                    frame.locator("#rules button", has_text="background-box").click()
                    preview.eventually(preview.have_decoded(frame.locator(".card .open img")), bool)
                    page.mouse.move(0, 0)
                    page.evaluate("document.querySelector('.browser > header').hidden = true")
                keep("" if not name else "-result")


CHECKS = {name.removeprefix("check_"): value for name, value in list(globals().items())
          if name.startswith("check_") and name not in ["check_links", "check_size", "check_package", "check_rule_link"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--chromium", action="store_true")
    parser.add_argument("--only", choices=sorted(CHECKS), action="append")
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    if what := preview.missing():
        sys.exit(f"{what}: run sh Tests/Preview/install-browser.sh")
    page = (arguments.build / "page").resolve()
    check_links(page)
    check_size(page)
    check_package((arguments.build / "engine").resolve())
    site = Site(page)
    from playwright.sync_api import sync_playwright
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        for browser in preview.browsers(playwright, arguments.chromium):
            browser = Browser(browser.name, browser.launched)
            for what in arguments.only or CHECKS:
                # Playwright cannot emulate color schemes in Firefox, nor drop a folder there.
                if what == "accessibility" and not browser.is_chromium:
                    continue
                before = len(preview.problems)
                folder = pathlib.Path(name).resolve() / browser.name / what
                folder.mkdir(parents=True)
                CHECKS[what](browser, site, folder)
                if len(preview.problems) == before:
                    print(f"✓ {browser.name}: {what}")
            if arguments.screenshots and browser.is_chromium:
                screenshots(browser, site, arguments.screenshots)
            browser.launched.close()
    sys.exit(1 if preview.problems else 0)


if __name__ == "__main__":
    main()
