#!/usr/bin/env python3
"""Opens previews in Chromium and uses them as a person would: mouse, fingers and keyboard.

    check-preview.py PROGRAM [--chromium] [--screenshots FOLDER]
    check-preview.py --missing

Needs playwright, Pillow and Chromium, which install-browser.sh installs; --missing prints what of them is not there.
Unless --chromium is set, most checks also run in Firefox where it is installed. Where axe-playwright-python is
installed, accessibility is checked, with --chromium for two of four combinations of size and color scheme. With --screenshots, pictures of the pages at desktop and phone width, light and dark, and a
contact sheet are written to FOLDER.
"""

import argparse
import base64
import contextlib
import functools
import importlib.util
import io
import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
DESKTOP = {"width": 1440, "height": 1000}
TABLET = {"width": 800, "height": 1000}
PHONE = {"width": 390, "height": 844}

# Names that would change the page if it took them for markup.
HOSTILE = [
    "<script>document.title='pwned'<∕script>", "<img src=x onerror=document.title='pwned'>",
    "\" onload=\"document.title='pwned'", "<∕script><!--", "<!--<script>", "{{data}}", "&lt;b&gt;",
    "\u202egnp.evil", "line\nbreak", "a*?[b]{c}\\d",
]

HAS_AXE = importlib.util.find_spec("axe_playwright_python") is not None

# How long a page may take, in seconds. On an idle machine, everything is there in less than one.
PATIENCE = 60

problems = []


def eventually(read, holds):
    """Reads until a value holds. Returns the last one."""
    end = time.monotonic() + PATIENCE
    while not holds(value := read()) and time.monotonic() < end:
        time.sleep(0.02)
    return value


def check(holds, what):
    """A function is called until it returns something true."""
    if not (eventually(holds, bool) if callable(holds) else holds):
        problems.append(what)
        print(f"✗ {what}")


def equal(found, expected, what):
    """A function is called until it returns what is expected."""
    if callable(found):
        found = eventually(found, lambda value: value == expected)
    check(found == expected, f"{what}: expected {expected!r}, found {found!r}")


class Browser:
    """Opens previews and records what they must not do."""

    def __init__(self, name, launched):
        self.name = name
        self.is_chromium = name == "Chromium"
        self.launched = launched
        # Firefox 153 has no command for what Playwright would emulate by default.
        self.options = {} if self.is_chromium else {"color_scheme": "null"}

    @contextlib.contextmanager
    def page(self, file, fragment="", size=DESKTOP, clock=False, also=(), **options):
        context = self.launched.new_context(viewport=size, **{**self.options, **options})
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        seen = []
        page.on("console", lambda message: seen.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: seen.append(f"error: {error}"))
        page.on("request", lambda request: request.url.startswith("blob:")
                or request.url.split("#")[0] == file.as_uri()
                or request.url.split("?")[0] in [other.as_uri() for other in also]
                or seen.append(request.url))
        if clock:
            page.clock.install()
        page.goto(f"{file.as_uri()}#{fragment}")
        page.locator("#entries button").first.wait_for(state="attached")
        yield page
        equal(seen, [], f"{file.name}: console messages and requests")
        context.close()


def fragment(page):
    written = lambda: page.evaluate("Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")
    # The page writes it once the state has not changed for 200 ms.
    state, defaults = page.evaluate("[state, defaults]")
    return eventually(written, lambda found: {**defaults, **found} == state)


def decoded(page):
    """Waits until the selected sticker is shown."""
    eventually(lambda: page.evaluate("player.canvases.length"), bool)


def have_decoded(images):
    return lambda: images.count() > 0 and all(
        images.evaluate_all("(all) => all.map((image) => image.complete && image.naturalWidth)"))


def text(page, selector):
    return page.locator(selector).inner_text()


def selected(page):
    """The file name of the sticker in the details."""
    return page.evaluate("selected.name")


def is_inside(page, selector):
    """Whether all of an element is in the window."""
    box, window = page.locator(selector).bounding_box(), page.viewport_size
    # Browsers scroll by whole pixels, and heights of lines are fractions.
    return (box["x"] > -1 and box["y"] > -1 and box["x"] + box["width"] < window["width"] + 1
            and box["y"] + box["height"] < window["height"] + 1)


def overflow(page):
    """How much wider than the window the page is, in pixels."""
    return page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)")


def center(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# MARK: Checks


def check_images(browser, file):
    with browser.page(file) as page:
        images = page.locator("#drawer img, #entries img")
        check(images.count() > 15, "images")
        check(have_decoded(images), "all images decode")
        opaque = lambda: page.evaluate(
            """[...document.querySelectorAll("#canvas, #tiles canvas")].map((canvas) => canvas.getContext("2d")
               .getImageData(0, 0, canvas.width, canvas.height).data.some((sample) => sample))""")
        equal(opaque, [True] * 11, "canvases that show the sticker")
        equal(overflow(page), 0, "pixels beyond the window")
    for view in ["stickers", "details", "messages"]:
        with browser.page(file, f"view={view}", PHONE) as page:
            shown = [name for name in ["list", "details", "messages"]
                     if page.locator(f"#{name}").is_visible()]
            equal(shown, [view.replace("stickers", "list")], "the view of a phone")
            equal(overflow(page), 0, f"pixels beyond a phone, {view}")


def check_frames(browser, file):
    from PIL import Image, ImageChops
    sticker = "SampleStickers/Biscuit/zoomies.png"
    expected = Image.open(ROOT / sticker)
    with browser.page(file, f"sticker={sticker}&frame=1") as page:
        decoded(page)
        for index in range(expected.n_frames):
            expected.seek(index)
            url = page.evaluate("document.getElementById('canvas').toDataURL()")
            shown = Image.open(io.BytesIO(base64.b64decode(url.split(",")[1]))).convert("RGBA")
            frame = expected.convert("RGBA").resize(shown.size)
            # A canvas stores premultiplied colors: translucent ones are less exact.
            difference = ImageChops.difference(frame.convert("RGBa"), shown.convert("RGBa"))
            worst = max(high for _, high in difference.getextrema())
            check(worst <= 3, f"frame {index + 1}: a sample differs by {worst}")
            page.keyboard.press(".")


def check_timing(browser, file):
    """iOS plays the delays 40, 60 and 400 ms of a GIF as 100, 100 and 400 ms."""
    with browser.page(file, "sticker=pack/fast.gif&view=details", clock=True) as page:
        decoded(page)
        frame = lambda: text(page, "#time").split(",")[0]
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        page.evaluate("player.pause(); player.seek(0); player.play()")
        equal(page.locator("#frames tr:nth-child(1) td").all_inner_texts()[1:3], ["40 ms", "100 ms"],
              "stored and played delay")
        equal(page.locator("#frames .changed").count(), 2, "marked delays")
        check("2 frames" in text(page, "#timing"), "the sentence about clamped delays")
        first = frame()
        page.clock.run_for(90)
        equal(frame(), first, "after 90 ms")
        page.clock.run_for(15)
        equal(frame(), "Frame 2 of 3", "after 105 ms")
        page.clock.run_for(100)
        equal(frame(), "Frame 3 of 3", "after 205 ms")
        page.clock.run_for(390)
        equal(frame(), "Frame 3 of 3", "the last frame lasts 400 ms")
        page.clock.run_for(15)
        equal(frame(), "Frame 1 of 3", "the loop")


def check_keyboard(browser, file):
    with browser.page(file, "sticker=SampleStickers/Biscuit/hello.png") as page:
        press = page.keyboard.press
        decoded(page)
        name = lambda: selected(page)
        equal(name, "hello.png", "the fragment selects")
        equal((text(page, "#name"), text(page, "#file")), ("Biscuit wags hello", "hello.png"), "the label is the title")
        press("j")
        equal(name, "love.png", "j")
        press("k")
        equal(name, "hello.png", "k")
        press("k")
        equal(name, "hello.png", "k at the start")
        page.locator("#play[aria-label=Pause]").wait_for()
        press(" ")
        equal(lambda: page.locator("#play").get_attribute("aria-label"), "Play", "space pauses")
        page.evaluate("goTo(0)")
        press(".")
        press(".")
        time_shown = lambda: text(page, "#time").split(",")[0]
        equal(time_shown, "Frame 3 of 10", ". steps")
        press(",")
        equal(time_shown, "Frame 2 of 10", ", steps back")
        equal(fragment(page).get("frame"), "2", "the frame in the fragment")
        press("1")
        equal(lambda: text(page, "#size"), "408 × 408 px, shown at 33%", "1x")
        equal(lambda: page.locator("#canvas").bounding_box()["width"], 136, "the width at 1x")
        press("b")
        equal(lambda: page.locator("#stage").get_attribute("data-background"), "black", "b")
        press("g")
        equal(lambda: page.locator("#guides rect").count(), 1, "bounds of the art after g")
        appearance = page.locator("#phone").get_attribute("data-appearance")
        press("d")
        check(lambda: page.locator("#phone").get_attribute("data-appearance") != appearance, "d")
        state = fragment(page)
        press("?")
        check(page.locator("#help").is_visible, "? opens the help")
        press("j")
        press("Escape")
        check(page.locator("#help").is_hidden, "escape closes the help")
        equal(fragment(page), state, "no shortcut applies behind the help")
        press("/")
        page.keyboard.type("jbg?")
        equal(page.locator("#text").input_value, "jbg?", "shortcuts do not apply to typing")
    parameters = "&".join(f"{key}={value}" for key, value in state.items())
    with browser.page(file, parameters) as page:
        decoded(page)
        equal(fragment(page), state, "the fragment after loading it")
        equal(text(page, "#size"), "408 × 408 px, shown at 33%", "the scale from the fragment")
        check(text(page, "#time").startswith("Frame 2 of 10"), "the frame from the fragment")
        page.evaluate("location.hash = 'background=red'")
        page.locator("#stage[data-background=red]").wait_for()


def check_filters(browser, file):
    with browser.page(file) as page:
        names = lambda: page.locator(".entry-name").all_text_contents()
        page.locator("#severity [value=error]").click()
        equal(names, ["huge.png"], "stickers with an error")
        page.locator("#severity [value='']").click()
        page.locator("#rule").select_option("delay-clamped")
        equal(names, ["fast.gif"], "stickers with a rule")
        page.locator("#rule").select_option("")
        page.locator("#text").fill("FILE-too-large")
        equal(names, ["huge.png"], "stickers with a text")
        page.locator("#text").fill("no such sticker")
        equal(names, [], "stickers without a match")
        equal(text(page, "#count"), "No sticker matches.", "what the list says")
        check(page.locator("#details").is_hidden(), "no other sticker is shown")


def check_report(browser, program, folder):
    """The report that lint writes: rules, files with pictures, and the rest collapsed."""
    file = folder / "report.html"
    subprocess.run([program, "lint", "pack", ROOT / "SampleStickers/Biscuit", "--report", f"html={file}"],
                   cwd=folder, capture_output=True)
    with browser.page(file) as page:
        # Not the inner text, which is empty outside of the window.
        headings = lambda: page.locator(".card h3").all_text_contents()
        rules = page.locator("#rules button")
        first = text(page, "#rules li:first-child")
        check("canvas-too-large" in first and "ERROR" in first, f"the worst rule is first: {first!r}")
        all_headings = headings()
        check("huge.png" in all_headings and "fast.gif" in all_headings, f"files: {all_headings}")
        card = lambda name: page.locator(f".card:has(h3:text-is('{name}'))")
        picture = card("huge.png").locator(".open img")
        equal(picture.count(), 4, "backgrounds of a picture")
        check(have_decoded(picture), "pictures decode")
        rules.filter(has_text="delay-clamped").click()
        equal(headings, ["fast.gif"], "files with a rule")
        equal(fragment(page).get("rule"), "delay-clamped", "the rule in the fragment")
        is_folded = lambda: page.evaluate("!document.getElementById('rule-table').open")
        check(is_folded, "the rules are folded")
        check(lambda: is_inside(page, ".card"), "the first sticker with the rule is in view")
        page.locator("#cards .link").click()
        equal(headings, all_headings, "all files again")
        check(lambda: not is_folded(), "the rules are shown again")
        page.locator("#text").fill("huge")
        equal(headings, ["huge.png", "pack"], "files with a text")
        page.locator("#text").fill("no such finding")
        equal(page.locator("#cards .hint").all_text_contents, ["No finding passes the filters."], "the note")
        page.locator("#text").fill("")
        clean = page.locator(".clean")
        check("without findings" in clean.last.inner_text(), "stickers without findings are counted")
        equal(clean.locator("img").count(), 0, "their pictures, while collapsed")
        clean.last.locator("summary").click()
        check(lambda: clean.locator("img").count() > 10, "their pictures, expanded")
        box = card("fast.gif").locator(".approval input[type=checkbox]").first
        box.check()
        card("fast.gif").locator(".approval input[type=text]:visible").fill("On purpose")
        check(lambda: "On purpose" in page.locator("#report .snippet textarea").input_value(), "suppressions")
        page.locator("h1").click()
        page.keyboard.press("j")
        page.keyboard.press("j")
        equal(lambda: page.evaluate("document.activeElement.className"), "open", "j focuses pictures")
        page.keyboard.press("Enter")
        check(lambda: page.locator("#details").is_visible() and page.locator("#report").is_hidden(),
              "a picture opens the sticker")
        page.keyboard.press("f")
        check(page.locator("#report").is_visible, "f shows the findings")
        check(box.is_checked(), "approvals stay")
    with browser.page(file, size=PHONE) as page:
        equal(overflow(page), 0, "pixels beyond a phone, findings")

def check_watch(browser, program, folder):
    """An open page shows what watch writes, and stays where it is."""
    pack = folder / "watched"
    shutil.copytree(ROOT / "SampleStickers/Biscuit", pack)
    file = folder / "watch.html"
    watch = subprocess.Popen([program, "watch", "watched", "--report", "html=watch.html"], cwd=folder,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        stamp = folder / ".watch.html.stamp.svg"
        check(stamp.exists, "the stamp of the page")
        sticker = "view=stickers&sticker=watched/love.png&background=red"
        with browser.page(file, sticker, also=[stamp]) as page:
            page.keyboard.press("m")
            page.locator("#drawer").evaluate("(drawer) => { drawer.scrollTop = 120; }")
            page.evaluate("scrollTo(0, 100)")
            page.evaluate("window.isFirst = true")
            # The page looks at its stamp through an image.
            page.evaluate("""
                const BrowserImage = Image;
                window.looks = 0;
                window.Image = function () { window.looks++; return new BrowserImage(); };""")
            check(lambda: page.evaluate("looks > 2"), "looks at the stamp")
            check(page.evaluate("window.isFirst === true"), "a page that has not changed is not loaded again")
            shutil.copy(ROOT / "SampleStickers/Broken/canvas-too-large.png", pack / "new.png")
            page.locator(".entry-name", has_text="new.png").wait_for()
            equal(lambda: selected(page), "love.png", "the selected sticker")
            equal(lambda: page.locator(".placed").count(), 1, "stickers on messages")
            equal(lambda: page.evaluate("[scrollY, document.getElementById('drawer').scrollTop]"), [100, 120],
                  "scroll positions")
            state = fragment(page)
            equal((state["background"], state["view"]), ("red", "messages"), "the fragment")
    finally:
        watch.send_signal(signal.SIGINT)
        watch.wait()


def check_comparison(browser, program, folder):
    """The page of diff: two bundles with an added, a removed and two changed stickers."""
    from PIL import Image, ImageDraw
    for name in ["before", "after"]:
        shutil.copytree(ROOT / "SampleStickers/Biscuit", folder / name)
    after = folder / "after"
    picture = Image.open(after / "love.png").convert("RGBA")
    ImageDraw.Draw(picture).rectangle((100, 100, 119, 109), fill=(255, 0, 0, 255))
    picture.save(after / "love.png")
    (after / "kiss.png").unlink()
    settings = (after / "stickerpack.json").read_text().splitlines()
    (after / "stickerpack.json").write_text("\n".join(line for line in settings if "kiss.png" not in line))
    picture = Image.open(io.BytesIO((after / "zoomies.png").read_bytes()))
    picture.save(after / "zoomies.png", save_all=True, duration=120, loop=0)
    shutil.copy(after / "hello.png", after / "again.png")
    for name in ["before", "after"]:
        subprocess.run([program, "build", name, "-o", f"{name}-built", "--force"], cwd=folder, check=True,
                       capture_output=True)
    file = folder / "diff.html"
    subprocess.run([program, "diff", "before-built", "after-built", "--report", f"html={file}"], cwd=folder,
                   check=True, capture_output=True)
    with browser.page(file) as page:
        names = page.locator("#entries li").all_inner_texts()
        equal([name.split("\n") for name in names],
              [["again", "added"], ["kiss", "removed"], ["love", "changed"], ["zoomies", "changed"]], "changes")
        page.locator("#entries button", has_text="love").click()
        decoded(page)
        shown = lambda: [name for name in ["old", "new", "difference"] if page.locator(f"#{name}").is_visible()]
        equal(shown, ["old", "new"], "canvases side by side")
        page.keyboard.press("5")
        equal(shown, ["difference"], "the canvas of the difference")
        equal(lambda: text(page, "#changed"), "200 of 166,464 pixels differ (0.12%).", "the difference")
        magenta = page.evaluate("""[...document.getElementById("difference").getContext("2d")
            .getImageData(100, 100, 1, 1).data].join()""")
        equal(magenta, "255,0,170,255", "a pixel that differs")
        page.keyboard.press("2")
        box = page.locator("#new-pane .pane").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 4, box["y"] + 50)
        equal(page.locator("#share").input_value, "25", "the divider follows the mouse")
        page.keyboard.press("]")
        equal(fragment(page).get("share"), "30", "] moves the divider")
        page.keyboard.press("4")
        opacity = lambda: page.evaluate("getComputedStyle(document.getElementById('new-pane')).opacity")
        seen = set()
        equal(lambda: seen.add(opacity()) or seen, {"0", "1"}, "the strobe")
        page.keyboard.press("1")
        page.keyboard.press("+")
        page.keyboard.press("+")
        equal(lambda: text(page, "#scale"), "225%", "zoom")
        left = lambda name: page.locator(f"#{name}").bounding_box()["x"]
        before = left("old"), left("new")
        page.mouse.move(*center(page.locator("#old-pane")))
        page.mouse.down()
        page.mouse.move(center(page.locator("#old-pane"))[0] - 40, 400, steps=4)
        page.mouse.up()
        equal(lambda: [round(left(name) - own) for name, own in zip(["old", "new"], before)], [-40, -40],
              "both are panned")
        page.keyboard.press("0")
        equal(lambda: text(page, "#scale"), "100%", "0 resets")
        page.keyboard.press("j")
        decoded(page)
        page.keyboard.press(" ")
        page.evaluate("goTo(0)")
        equal(lambda: text(page, "#time"), "old frame 1 of 10, new frame 1 of 10", "the first frames")
        page.keyboard.press(".")
        equal(lambda: text(page, "#time"), "old frame 2 of 10, new frame 1 of 10", "60 and 120 ms per frame")
        equal(page.evaluate("jointSteps([[100, 100], [50, 50, 50]]).map(({ frames, delay }) => "
                            "`${frames} ${delay}`).join()"), "0,0 50,0,1 50,1,2 50,1,0 50", "joint steps")
        equal(page.evaluate("jointSteps([[], [50, 70]]).map(({ frames, delay }) => "
                            "`${frames} ${delay}`).join()"), "0,0 50,0,1 70", "a still and an animation")
    for size in [DESKTOP, PHONE]:
        for scheme in ["light", "dark"]:
            with browser.page(file, "sticker=3&mode=swipe", size, color_scheme=scheme, bypass_csp=True) as page:
                decoded(page)
                equal(overflow(page), 0, "pixels beyond the window, comparison")
                check_axe(page, f"comparison, {scheme}")


def check_mouse(browser, file):
    with browser.page(file, "appearance=light") as page:
        sticker = page.locator("#drawer button").nth(1)
        bubble = page.locator(".message").nth(1)

        def drag(start, end):
            page.mouse.move(*start)
            page.mouse.down()
            page.mouse.move(*end, steps=8)
            page.mouse.up()

        name = selected(page)
        drag(center(sticker), center(bubble))
        placed = bubble.locator(".placed")
        equal(placed.count, 1, "stickers on the blue bubble")
        equal(lambda: selected(page), name, "a drag does not select")
        check(lambda: math.dist(center(placed), center(bubble)) < 2, "the sticker is where it was dropped")
        drag(center(sticker), (700, 500))
        equal(page.locator(".placed").count, 1, "stickers after a drop outside")

        x, y = center(placed)
        drag((x, y), (x - 30, y + 10))
        check(lambda: math.dist(center(placed), (x - 30, y + 10)) < 2, "a sticker on a message is dragged")
        x, y = center(placed)
        handle = center(placed.locator(".handle"))
        # A quarter turn at twice the distance.
        dx, dy = handle[0] - x, handle[1] - y
        drag(handle, (x - 2 * dy, y + 2 * dx))
        placement = lambda: page.evaluate("document.querySelector('.placed').state")
        state = eventually(placement, lambda state: state["scale"] > 1.9)
        check(abs(state["angle"] - 90) < 2 and abs(state["scale"] - 2) < 0.1,
              f"the handle turns and scales: {state}")
        placed.focus()
        for key in ["ArrowLeft", "+", "["]:
            page.keyboard.press(key)
        moved = eventually(placement, lambda moved: moved["angle"] < state["angle"])
        check(moved["x"] == state["x"] - 8 and moved["scale"] > state["scale"]
              and moved["angle"] < state["angle"], "keys move, scale and turn")
        page.keyboard.press("Delete")
        equal(page.locator(".placed").count, 0, "stickers after delete")
        sticker.click()
        equal(lambda: selected(page), "love.png", "a click selects")
        page.keyboard.press("m")
        equal(page.locator(".placed").count, 1, "m places the sticker")


def check_touch(browser, file):
    with browser.page(file, "view=messages", PHONE, clock=True, has_touch=True, is_mobile=True) as page:
        # A finger that rests is a hold only once the clock says so.
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        session = page.context.new_cdp_session(page)

        def touch(kind, *points):
            session.send("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": [
                    {"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]})

        sticker = page.locator("#drawer button").first
        bubble = page.locator(".message").nth(1)
        page.locator("#phone").scroll_into_view_if_needed()

        def drag(start, end, hold):
            touch("touchStart", start)
            page.clock.run_for(hold)
            for step in range(1, 9):
                touch("touchMove", tuple(a + (b - a) * step / 8 for a, b in zip(start, end)))
                page.clock.run_for(20)
            touch("touchEnd")
            page.clock.run_for(100)

        drag(center(sticker), center(bubble), 400)
        equal(bubble.locator(".placed").count, 1, "stickers after hold and drag")
        start = center(page.locator("#drawer button").nth(4))
        drag(start, (start[0], start[1] - 80), 0)
        check(lambda: page.evaluate("document.getElementById('drawer').scrollTop") > 0, "the drawer scrolls")
        equal(page.locator(".placed").count(), 1, "stickers after scrolling the drawer")

        x, y = center(bubble.locator(".placed"))
        touch("touchStart", (x - 10, y))
        touch("touchStart", (x - 10, y), (x + 10, y))
        for step in range(1, 6):
            touch("touchMove", (x - 10 - step * 2, y), (x + 10 + step * 2, y))
        touch("touchMove", (x, y - 20), (x, y + 20))
        touch("touchEnd")
        state = eventually(lambda: page.evaluate("document.querySelector('.placed').state"),
                           lambda state: abs(state["angle"]) > 89)
        check(abs(state["scale"] - 2) < 0.1 and abs(abs(state["angle"]) - 90) < 2,
              f"two fingers scale and turn: {state}")


def check_motion(browser, file, comparison):
    sticker = "sticker=SampleStickers/Biscuit/hello.png&view=details"
    with browser.page(file, sticker, reduced_motion="reduce") as page:
        decoded(page)
        check(not page.evaluate("player.isPlaying"), "reduced motion does not play")
        images = page.locator("#drawer img").evaluate_all(
            """(images) => images.map(({ src }) =>
               [...urls].filter(([, url]) => url === src).map(([key]) => key.endsWith("true"))[0])""")
        check(len(images) > 0 and all(images), "reduced motion shows first frames in the drawer")
    with browser.page(comparison, "sticker=3&mode=strobe", reduced_motion="reduce") as page:
        check(page.locator("#mode [value=strobe]").is_disabled(), "reduced motion turns the strobe off")
        equal(page.evaluate("getComputedStyle(document.getElementById('new-pane')).animationName"), "none",
              "the strobe with reduced motion")


def check_approval(browser, program, folder):
    """The copied suppressions suppress exactly the findings that were approved."""
    file = folder / "approve.html"
    preview(program, folder, "pack", file)
    lint = lambda: json.loads(subprocess.run(
        [program, "lint", "pack", "--format", "json"], cwd=folder, capture_output=True).stdout)
    before = lint()["findings"]
    reason = "On purpose: \"quoted\" <b>"
    approved = set()
    with browser.page(file) as page:
        for entry in page.locator("#entries button").all():
            entry.click()
            for item in page.locator("#findings > li").all():
                box = item.locator(".approval input[type=checkbox]")
                if box.count() == 1:
                    approved.add((selected(page), item.locator("summary").inner_text()))
                    box.check()
                    item.locator(".approval input[type=text]").fill(reason)
        equal(page.locator(".snippet").count(), 1, "configurations to change")
        equal(text(page, ".snippet code"), "pack/stickerpack.json", "the configuration")
        snippet = page.locator(".snippet textarea").input_value()
        page.locator("#entries button").first.click()
        check(page.locator(".approval input[type=checkbox]").first.is_checked(), "approvals stay")
    check(len(approved) > 5, f"approved findings: {approved}")
    configuration = folder / "pack/stickerpack.json"
    configuration.write_text(snippet)
    after = lint()["findings"]
    configuration.unlink()
    key = lambda finding: (finding["file"], finding["rule"])
    equal(sorted(map(key, after)), sorted(map(key, before)), "findings with the suppressions")
    equal({finding.get("suppressionReason") for finding in after}, {reason}, "reasons")


def check_hostile(browser, program, folder):
    art = (ROOT / "SampleStickers/Biscuit/love.png").read_bytes()
    pack = folder / "hostile"
    pack.mkdir()
    for name in HOSTILE:
        (pack / f"{name}.png").write_bytes(art)
    (pack / "stickerpack.json").write_text(json.dumps({
        "name": HOSTILE[0],
        "stickers": [{"file": f"{name}.png", "label": name} for name in HOSTILE]}))
    file = folder / "hostile.html"
    preview(program, folder, "hostile", file)
    with browser.page(file) as page:
        tags = lambda: page.evaluate("[...document.querySelectorAll('*')].map((node) => node.tagName)")
        for _ in HOSTILE:
            page.keyboard.press("j")
        equal(page.title(), f"{HOSTILE[0]}: sticker preview", "the title")
        equal(page.locator("script").count(), 2, "scripts")
        names = page.locator("#entries .name").all_text_contents()
        check(f"{HOSTILE[1]}.png" in names, f"names are shown as text: {names}")
        check(any("\\u{202E}" in name for name in names), "invisible characters are escaped")
        equal(page.evaluate("document.querySelectorAll('#entries img[onerror]').length"), 0, "handlers")
        check("SCRIPT" in tags() and "B" not in tags(), "no element of a name")


def check_axe(page, what):
    if not HAS_AXE:
        return
    from axe_playwright_python.sync_playwright import Axe
    for violation in Axe().run(page).response["violations"]:
        nodes = [node["html"][:120] for node in violation["nodes"][:3]]
        check(violation["impact"] not in ["serious", "critical"], f"{what}: {violation['id']}: {nodes}")


def check_accessibility(browser, file, destinations, looks):
    if not HAS_AXE:
        print("– axe-playwright-python is not installed: accessibility is not checked")
        return
    for size, scheme in looks:
        for view in ["findings", "stickers", "details", "messages"]:
            with browser.page(file, f"view={view}", size, color_scheme=scheme, bypass_csp=True) as page:
                page.keyboard.press("j")
                decoded(page)
                if view == "messages":
                    page.keyboard.press("m")
                check_axe(page, f"{view}, {scheme}")
        with browser.page(destinations, "", size, color_scheme=scheme, bypass_csp=True) as page:
            check_axe(page, f"destinations, {scheme}")


def draft_report(program, folder):
    """The report of a pack with the mistakes of a first export."""
    from PIL import Image
    pack = folder / "Biscuit"
    shutil.copytree(ROOT / "SampleStickers/Biscuit", pack)
    for name, size, ground in [("love", 408, "#fff"), ("crying", 900, "#0000"), ("grumpy", 240, "#0000")]:
        art = Image.open(pack / f"{name}.png").convert("RGBA")
        picture = Image.new("RGBA", art.size, ground)
        picture.alpha_composite(art)
        picture.resize((size, size)).save(pack / f"{name}.png")
    file = folder / "draft.html"
    subprocess.run([program, "lint", "Biscuit", "--report", f"html={file}"], cwd=folder, capture_output=True)
    return file


def screenshots(browser, program, file, report, comparison, folder):
    from PIL import Image
    folder.mkdir(parents=True, exist_ok=True)

    def save(page, name):
        picture = Image.open(io.BytesIO(page.screenshot()))
        # A palette makes the files a third as large.
        picture.convert("RGB").quantize(256).save(folder / f"{name}.png", optimize=True)

    subprocess.run([program, "preview", ROOT / "SampleStickers/Biscuit", "--sheet", folder / "sheet.png"],
                   check=True, capture_output=True)
    for name, shown, size, scheme, parameters in [
        ("report-desktop-light", report, {"width": 1440, "height": 1200}, "light", ""),
        ("report-phone-dark", report, PHONE, "dark", ""),
        ("diff-desktop-light", comparison, {"width": 1440, "height": 860}, "light",
         "sticker=3&mode=difference"),
        ("diff-phone-dark", comparison, PHONE, "dark", "sticker=4&frame=3&background=photo"),
    ]:
        with browser.page(shown, parameters, size, color_scheme=scheme) as page:
            decoded(page)
            check(have_decoded(page.locator("img:visible")), f"images of {name}")
            save(page, name)
    sticker = "sticker=SampleStickers/Biscuit/laughing.png&frame=2"
    for name, size, scheme, parameters in [
        ("preview-desktop-light", DESKTOP, "light", sticker),
        ("preview-desktop-dark", DESKTOP, "dark", f"{sticker}&background=photo&guides=1"),
        ("preview-phone-light", PHONE, "light", f"{sticker}&view=details&scale=2"),
        ("preview-phone-dark", PHONE, "dark", "view=messages&grid=small"),
    ]:
        with browser.page(file, parameters, size, color_scheme=scheme) as page:
            decoded(page)
            check(have_decoded(page.locator("img:visible")), f"images of {name}")
            if "phone-dark" in name or "desktop" in name:
                page.evaluate("messages.place(stickers[1]); document.activeElement.blur()")
            save(page, name)


# MARK: Packs


def preview(program, folder, pack, file):
    subprocess.run([program, "preview", pack, "-o", file], cwd=folder, check=True,
                   capture_output=True)


def check_regions(browser, program, folder):
    """The regions of an animation two of whose three frames are cut off, with a speck in all frames."""
    from PIL import Image
    pack = folder / "regions"
    pack.mkdir()
    frames = []
    for left, top in ((100, 150), (308, 150), (308, 170)):
        frame = Image.new("RGBA", (408, 408))
        frame.paste((150, 90, 50, 255), (left, top, left + 100, top + 100))
        frame.paste((150, 90, 50, 255), (20, 30, 24, 35))
        frames.append(frame)
    frames[0].save(pack / "a.png", save_all=True, append_images=frames[1:], duration=200, loop=0)
    file = folder / "regions.html"
    preview(program, folder, "regions", file)
    rectangles = lambda: page.evaluate(
        """[...document.querySelectorAll("#regions rect")].map(
           (rect) => ["x", "y", "width", "height"].map((name) => Number(rect.getAttribute(name))))""")
    with browser.page(file, "sticker=regions/a.png&view=details") as page:
        decoded(page)
        # The pixels of the mask, and their bounds.
        mask = lambda: page.evaluate("""(() => {
            const { hidden, width, height } = document.getElementById("mask");
            if (hidden) return [];
            const { data } = document.getElementById("mask").getContext("2d").getImageData(0, 0, width, height);
            const places = [...Array(width * height).keys()].filter((place) => data[place * 4 + 3] > 0);
            const [xs, ys] = [places.map((place) => place % width), places.map((place) => Math.floor(place / width))];
            return [places.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
        })()""")
        equal(rectangles, [], "no region at first")
        # A frame that has the region stays as it is.
        page.evaluate("goTo(0)")
        cut = page.locator("#findings .region[value=clipped-art]")
        cut.click()
        # A strip of 6 px, 1.5% of the canvas.
        equal(rectangles, [[402, 150, 6, 100]], "the cut edge")
        equal(mask, [600, 402, 150, 407, 249], "the pixels of the cut edge")
        equal(lambda: text(page, "#legend").strip(), "Art is cut off at the edge of its canvas: under 1% of the canvas", "the legend")
        check(lambda: is_inside(page, "#stage"), "the art is in view")
        check(lambda: text(page, "#time").startswith("Frame 2 of 3"), "the frame of the region")
        equal(lambda: cut.get_attribute("aria-pressed"), "true", "the button of the region")
        equal(fragment(page).get("region"), "clipped-art", "the region in the fragment")
        page.keyboard.press(",")
        equal(rectangles, [], "the frame without a cut edge")
        equal(mask, [], "the mask in the frame without a cut edge")
        page.locator("#findings .region[value=stray-pixels]").click()
        equal(rectangles, [[20, 30, 4, 5]], "the speck")
        equal(mask, [20, 20, 30, 23, 34], "the pixels of the speck")
        page.locator("#findings .region[value=stray-pixels]").click()
        equal(rectangles, [], "the regions are hidden")
        check(page.locator("#legend").is_hidden, "the legend is hidden")
        rules = page.evaluate("[...document.querySelectorAll('#findings .region')].map(({ value }) => value)")
        for rule in [*dict.fromkeys(rules), ""]:
            page.keyboard.press("r")
            equal(lambda: page.evaluate("state.region"), rule, "r")
    # Half of the art is as gray as a light bubble: where it is lost is where it is shown.
    pale = Image.new("RGBA", (408, 408))
    pale.paste((150, 90, 50, 255), (100, 100, 300, 200))
    pale.paste((229, 229, 234, 255), (100, 200, 300, 300))
    (folder / "pale").mkdir()
    pale.save(folder / "pale/b.png")
    preview(program, folder, "pale", folder / "pale.html")
    with browser.page(folder / "pale.html", "sticker=pale/b.png&view=details") as page:
        decoded(page)
        page.locator("#findings .region[value=low-contrast]").click()
        equal(lambda: fragment(page).get("background"), "gray", "the background on which the art is lost")
        # Its rows at the other half count as visible.
        check(lambda: re.search(r": (4[6-9]|50)% of the art on gray bubble$", text(page, "#legend").strip()),
              text(page, "#legend"))
    with browser.page(file, "sticker=regions/a.png&view=details&region=clipped-art") as page:
        equal(rectangles, [[402, 150, 6, 100]], "the region from the fragment")
        equal(mask, [600, 402, 150, 407, 249], "the pixels from the fragment")
    for size in [DESKTOP, PHONE]:
        for before in ["", "&sticker=regions/a.png"]:
            with browser.page(file, f"view=findings{before}", size) as page:
                page.evaluate("if (selected) goTo(0)")
                page.locator("#cards .region[value=clipped-art]").click()
                equal(rectangles, [[402, 150, 6, 100]], "the cut edge, from the findings")
                check(lambda: is_inside(page, "#stage"), "the art is in view, from the findings")
                check(lambda: text(page, "#time").startswith("Frame 2 of 3"), "the frame of the region, from the findings")
                equal(text(page, "#play"), "▶", "the animation pauses at the frame of the region")


def check_catalog(browser, program, folder):
    """A catalog of small art and icons with alpha: what is each sticker's own, and what is the pack's."""
    from PIL import Image, ImageDraw
    info = {"info": {"author": "xcode", "version": 1}}
    catalog = folder / "catalog/Stickers.xcstickers"
    pack = catalog / "Cats.stickerpack"

    def write(folder, contents):
        folder.mkdir(parents=True)
        (folder / "Contents.json").write_text(json.dumps({**info, **contents}))

    stickers = {**{f"{index:02}": f"{index:02}" for index in range(1, 7)}, "wave": "1",
                "a-cat-that-sleeps-on-a-warm-keyboard": "a-cat-that-sleeps-on-a-warm-keyboard"}
    write(catalog, {})
    write(pack, {"stickers": [{"filename": f"{name}.sticker"} for name in stickers],
                 "properties": {"grid-size": "small"}})
    for index, (name, image) in enumerate(stickers.items()):
        write(pack / f"{name}.sticker", {"properties": {"filename": f"{image}.png"}})
        art = Image.new("RGBA", (200, 200))
        ImageDraw.Draw(art).ellipse((10 + index, 10, 190, 190 - 4 * index), fill=(200, 90 + 10 * index, 40, 255))
        art.save(pack / f"{name}.sticker/{image}.png")
    # The third has a finding of its own.
    with open(pack / "03.sticker/03.png", "ab") as third:
        third.write(b"more" * 1000)
    slots = [("universal", 32, 24, 2), ("universal", 32, 24, 3), ("universal", 27, 20, 2), ("universal", 27, 20, 3),
             ("iphone", 60, 45, 2)]
    icons = catalog / "iMessage App Icon.stickersiconset"
    write(icons, {"images": [
        {"idiom": idiom, "size": f"{width}x{height}", "scale": f"{scale}x", "filename": f"{width}@{scale}.png",
         **({"platform": "ios"} if idiom == "universal" else {})} for idiom, width, height, scale in slots]})
    for _, width, height, scale in slots:
        Image.new("RGBA", (width * scale, height * scale), (200, 0, 0, 128)).save(icons / f"{width}@{scale}.png")
    file = folder / "catalog.html"
    preview(program, folder, "catalog", file)
    with browser.page(file) as page:
        decoded(page)
        equal(text(page, "#name"), "01.png", "a catalog opens on its first sticker")
        names = page.locator(".entry-name").all_text_contents()
        equal(names, ["Cats", *(f"{index:02}.png" for index in range(1, 7)), "wave", f"{list(stickers)[-1]}.png"],
              "names of a catalog")
        dots = lambda: page.evaluate(
            "stickers.filter(({ button }) => button.querySelector('.dot')).map(({ name }) => name)")
        equal(dots, ["03.png"], "dots mark a sticker's own findings")
        equal(page.locator("#findings").all_inner_texts(), ["No findings."], "a sticker without its own findings")
        shared = page.locator("#shared li").all_inner_texts()
        check(any("Canvas is smaller than 300 px" in title for title in shared), f"titles of the pack's: {shared}")
        name = page.locator(".name:visible", has_text="keyboard")
        head = name.locator(".head").evaluate("(head) => [head.clientWidth, head.scrollWidth]")
        check(head[0] < head[1], f"the start of a long name is cut: {head}")
        equal(name.locator("span").last.inner_text(), "oard.png", "the end of a long name")
        page.locator("#entries button", has_text="03.png").click()
        rules = lambda: page.locator("#findings summary").all_inner_texts()
        equal(rules, ["trailing-bytes"], "its own findings")
        check(page.evaluate("$('findings').compareDocumentPosition($('shared')) & 4"), "the pack's findings come last")
        page.locator("#show-pack").click()
        equal(lambda: text(page, "#name"), "Cats", "the pack")
        check(lambda: "canvas-too-small" in rules(), "the pack's findings")
        places = page.locator("#findings .place").all_inner_texts()
        check(places and all(place.startswith("iMessage App Icon.stickersiconset") for place in places),
              f"icons are named, without their catalog's path: {places}")
        page.locator("#entries button", has_text="01.png").focus()
        for key, expected in [("ArrowDown", "02.png"), ("ArrowDown", "03.png"), ("ArrowUp", "02.png")]:
            page.keyboard.press(key)
            equal(lambda: selected(page), expected, f"{key} in the list")
        page.keyboard.press("f")
        rule = lambda name: page.locator("#rules button", has_text=name)
        equal(rule("canvas-too-small").locator(".number").inner_text(), "8 stickers", "stickers with a rule")
        equal(rule("trailing-bytes").locator(".number").inner_text(), "1 sticker", "a sticker with a rule")
        equal(rule("icon-not-opaque").locator(".number").inner_text(), "5 icons", "icons with a rule")
        headings = page.locator(".card h3").all_text_contents()
        check(not any("xcstickers" in heading for heading in headings), f"headings without the catalog's path: {headings}")
        equal([headings[0], headings[-1]], ["03.png", "Cats"], "the pack's findings come last")
        page.locator("#rules button").first.focus()
        page.keyboard.press("ArrowDown")
        check(page.evaluate("document.activeElement === $('rules').children[1].firstChild"), "down in the rules")
    file = folder / "fit-catalog.html"
    subprocess.run([program, "fit", "catalog", "--outline", "4", "--dry-run", "--report", f"html={file}"], cwd=folder,
                   check=True, capture_output=True)
    with browser.page(file) as page:
        equal(text(page, "#name"), "01.png", "the heading of fit")
        check("01.png" not in text(page, "#facts"), "the name is said once")
        check("Cats.stickerpack" in text(page, "#entries h2"), "the path of the catalog, once")
        page.locator("#entries button").first.focus()
        page.keyboard.press("ArrowDown")
        equal(lambda: text(page, "#name"), "02.png", "down in the list of a comparison")
        check("wave" in page.locator("#entries .name").all_text_contents(), "a sticker is named by its folder")


def check_layout(browser, file):
    """Sizes: what the art fits into, what is said about it, and what is visible in narrow windows."""
    share = lambda page: round(page.locator("#canvas").bounding_box()["width"] / 9)
    for size in [DESKTOP, TABLET, PHONE]:
        with browser.page(file, "sticker=pack/huge.png&view=details", size) as page:
            decoded(page)
            stage, canvas = [page.locator(f"#{name}").bounding_box() for name in ["stage", "canvas"]]
            check(stage["width"] > canvas["width"] > 200 and stage["height"] > canvas["height"] > 200,
                  f"the art fits the stage: {canvas} in {stage}")
            equal(lambda: text(page, "#size"), f"900 × 900 px, shown at {share(page)}%, this page has a copy of 618 × 618 px",
                  "what is shown of large art")
            page.locator("#scale [value='3']").click()
            equal(lambda: page.locator("#canvas").bounding_box()["width"], 900, "the actual size")
            page.keyboard.press("0")
            equal(lambda: page.locator("#canvas").bounding_box()["width"], canvas["width"], "0 fits the art")
            # A finding of the pack has no art, and the animation before it has.
            page.evaluate("select(entries.find(({ name }) => name === 'fast.gif'))")
            decoded(page)
            equal(page.locator("#frames").is_visible(), size != PHONE, "the frame table")
            page.evaluate("select(entries.find(({ isPack }) => isPack))")
            equal(lambda: text(page, "#file"), "The whole pack", "the pack")
    with browser.page(file, "sticker=pack/fast.gif", TABLET) as page:
        decoded(page)
        for top in [0, 400]:
            page.evaluate(f"scrollTo(0, {top})")
            box = page.locator("#conversation").bounding_box()
            check(box["y"] > 0 and box["y"] + box["height"] < TABLET["height"], f"the conversation at {top} px: {box}")
        equal(overflow(page), 0, "pixels beyond a tablet")


def check_thumbnails(browser, file):
    """Dark art is visible on a thumbnail's tile in dark mode, and every thumbnail keeps its shape."""
    with browser.page(file, color_scheme="dark") as page:
        red, green, blue = page.evaluate(
            """getComputedStyle(document.querySelector("#entries .thumbnail:has(img)")).backgroundColor.match(/\\d+/g)
               .map(Number)""")
        linear = lambda value: ((value / 255 + 0.055) / 1.055) ** 2.4
        luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        # Contrast of graphics (WCAG 1.4.11).
        check((luminance + 0.05) / 0.05 >= 3, f"black on the tile: {luminance}")
        check(1.05 / (luminance + 0.05) >= 3, f"white on the tile: {luminance}")
        fits = page.evaluate(
            """[...document.querySelectorAll("#entries img, #drawer img")].map((image) =>
               getComputedStyle(image).objectFit)""")
        equal(set(fits), {"contain"}, "shapes of thumbnails")


def check_fit(browser, program, folder):
    """The page of fit: GIFs with names like markup that become APNGs with the same pixels, and noise that loses some."""
    from PIL import Image
    pack = folder / "gifs"
    pack.mkdir()
    for name in HOSTILE:
        shutil.copy(folder / "pack/fast.gif", pack / f"{name}.gif")
    file = folder / "fit.html"
    subprocess.run([program, "fit", "gifs", "--to-apng", "--dry-run", "--report", f"html={file}"], cwd=folder,
                   check=True, capture_output=True)
    with browser.page(file) as page:
        names = page.locator("#entries .name").all_text_contents()
        equal(len(names), len(HOSTILE), "changed stickers")
        check(f"{HOSTILE[1]}.gif → {HOSTILE[1]}.png" in names, f"names are shown as text: {names}")
        check(any("\\u{202E}" in name for name in names), "invisible characters are escaped")
        equal(page.title(), "Sticker comparison", "the title")
        equal(page.locator("script").count(), 2, "scripts")
        decoded(page)
        check("score 100" in text(page, "#facts") and "GIF → APNG" in text(page, "#facts"),
              f"what has changed: {text(page, '#facts')}")
        page.keyboard.press("5")
        equal(lambda: text(page, "#changed"), "No pixel differs.", "the difference")
        equal(page.evaluate("steps.map(({ delay }) => delay)"), [40, 60, 400], "the delays of the file")
        check(page.locator("#worst").is_hidden(), "nothing looks worst where nothing is lost")
    pack = folder / "noise"
    pack.mkdir()
    frames = [Image.effect_noise((408, 408), 80) for _ in range(4)]
    frames[0].save(pack / "noise.png", save_all=True, append_images=frames[1:], duration=100, loop=0)
    file = folder / "noise.html"
    subprocess.run([program, "fit", "noise", "--dry-run", "--report", f"html={file}"], cwd=folder,
                   check=True, capture_output=True)
    with browser.page(file) as page:
        decoded(page)
        parts = page.locator("#worst-parts img")
        equal(lambda: parts.evaluate_all("(all) => all.map((image) => [image.naturalWidth, image.clientWidth])"),
              [[200, 400], [200, 400]], "both versions of what looks worst, at 2x")
        page.locator("#show-worst").click()
        frame = text(page, "#worst-facts").split()[1]
        check(lambda: text(page, "#time").startswith(f"old frame {frame} of 4"), "the frame that looks worst is shown")
        page.set_viewport_size(PHONE)
        equal(lambda: parts.first.evaluate("(image) => image.clientWidth"), 200, "1x on a phone")
        equal(overflow(page), 0, "pixels beyond a phone")


def check_destinations(browser, program, folder):
    """The table of stickers by destinations, and a sticker as the app of one shows it."""
    file = folder / "destinations.html"
    subprocess.run([program, "preview", "SampleStickers/Biscuit", "-o", file,
                    "--target", "discord-sticker,line-static,signal"], cwd=ROOT, check=True, capture_output=True)
    with browser.page(file) as page:
        equal(page.locator("#matrix thead button").all_inner_texts(), ["discord-sticker", "line-static", "signal"], "destinations")
        cell = lambda row, column: page.locator("#matrix tbody tr").nth(row).locator("td button").nth(column)
        equal(cell(0, 0).inner_text().split(), ["→", "320", "px"], "what a build changes")
        equal(cell(13, 1).inner_text().split()[:2], ["✗", "alpha"], "what a build does not change")
        cell(0, 0).click()
        equal(lambda: text(page, "#destination h2"), "Discord stickers", "the destination")
        equal(page.locator("#destination .shown").bounding_box()["width"], 160, "the width in a conversation")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        equal(lambda: (text(page, "#destination h2"), text(page, "#destination .facts")), ("LINE stickers", "Biscuit hugs a big heart"),
              "arrow keys move in the table")
        equal(fragment(page)["sticker"], "SampleStickers/Biscuit/love.png", "the sticker in the address")
        equal(fragment(page)["destination"], "line-static", "the destination in the address")
        icons = page.locator("#destination .icons img")
        equal(icons.evaluate_all("(all) => all.map((image) => [image.clientWidth, image.clientHeight])"),
              [[240, 240], [96, 74]], "the icons of the destination")
        page.locator("#matrix thead button", has_text="signal").click()
        equal(lambda: (text(page, "#destination h2"), text(page, "#destination .facts")),
              ("Signal stickers", "Biscuit hugs a big heart"), "a destination of the heading, for the same sticker")
        page.locator("#destination-background").select_option("black")
        equal(page.locator("#destination .chat").get_attribute("data-background"), "black", "the background")
        equal(overflow(page), 0, "pixels beyond the window")
        cell(0, 2).focus()
        page.keyboard.press("s")
        check(page.locator("#details").is_visible(), "s shows the stickers")
    with browser.page(file, "destination=signal", PHONE) as page:
        equal(lambda: page.locator("#destination .shown").bounding_box()["width"], 200, "the width on a phone")
        equal(overflow(page), 0, "pixels beyond a phone")


def make_pack(folder):
    """A pack with a GIF that plays slower than stored, and one that has errors."""
    pack = folder / "pack"
    pack.mkdir()
    from PIL import Image
    frames = [Image.new("P", (408, 408), color) for color in range(3)]
    for index, frame in enumerate(frames):
        frame.putpalette([200, 40 * index, 0] * 256)
    frames[0].putpalette([200, 0, 0, 0, 120, 200, 40, 160, 40] + [0] * 759)
    for frame in frames[1:]:
        frame.putpalette(frames[0].getpalette())
    frames[0].save(pack / "fast.gif", save_all=True, append_images=frames[1:],
                   duration=[40, 60, 400], loop=0)
    Image.effect_noise((900, 900), 80).convert("RGB").save(pack / "huge.png")


# MARK: Browsers


def path(*names):
    return next(filter(None, map(shutil.which, names)), None)


def missing():
    """What the checks need and is not installed; nothing if all is there."""
    for module in ["playwright", "PIL"]:
        if importlib.util.find_spec(module) is None:
            return f"{module} is not installed"
    if path("chromium", "google-chrome"):
        return ""
    # Starting Playwright takes seconds.
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        own = pathlib.Path(playwright.chromium.executable_path)
    return "" if own.exists() else "Chromium is not installed"


def browsers(playwright, only_chromium):
    """Launches Chromium and, if it is installed, Firefox."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    yield Browser("Chromium", playwright.chromium.launch(
        executable_path=path("chromium", "google-chrome"), args=arguments))
    firefox = path("firefox", "firefox-esr")
    if only_chromium:
        return
    if firefox is None:
        print("– Firefox is not installed: the pages are checked in Chromium only")
        return
    # With this channel, Playwright drives a Firefox that it has not built itself.
    yield Browser("Firefox", playwright.firefox.launch(executable_path=firefox, channel="moz-firefox"))


def check_all(browser, program, folder, only_chromium):
    biscuit = folder / "biscuit.html"
    preview(program, ROOT, "SampleStickers/Biscuit", biscuit)
    make_pack(folder)
    own = folder / "own.html"
    preview(program, folder, "pack", own)
    checks = [
        functools.partial(check_images, file=biscuit),
        functools.partial(check_frames, file=biscuit),
        functools.partial(check_timing, file=own),
        functools.partial(check_keyboard, file=biscuit),
        functools.partial(check_filters, file=own),
        functools.partial(check_report, program=program, folder=folder),
        functools.partial(check_watch, program=program, folder=folder),
        functools.partial(check_comparison, program=program, folder=folder),
        functools.partial(check_regions, program=program, folder=folder),
        functools.partial(check_catalog, program=program, folder=folder),
        functools.partial(check_layout, file=own),
        functools.partial(check_fit, program=program, folder=folder),
        functools.partial(check_destinations, program=program, folder=folder),
        functools.partial(check_mouse, file=biscuit),
        functools.partial(check_approval, program=program, folder=folder),
        functools.partial(check_hostile, program=program, folder=folder),
    ]
    if browser.is_chromium:
        # `make test` checks each size and each scheme once.
        looks = [(DESKTOP, "light"), (PHONE, "dark")]
        if not only_chromium:
            looks += [(DESKTOP, "dark"), (PHONE, "light")]
        # Playwright cannot emulate fingers, color schemes and reduced motion in Firefox.
        checks += [
            functools.partial(check_touch, file=biscuit),
            functools.partial(check_thumbnails, file=own),
            functools.partial(check_motion, file=biscuit, comparison=folder / "diff.html"),
            functools.partial(check_accessibility, file=biscuit, destinations=folder / "destinations.html", looks=looks),
        ]
    for run in checks:
        before = len(problems)
        run(browser)
        if len(problems) == before:
            print(f"✓ {browser.name}: {run.func.__name__.removeprefix('check_')}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=pathlib.Path, nargs="?")
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--chromium", action="store_true")
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.missing:
        print(missing(), end="")
        return
    if what := missing():
        sys.exit(f"{what}: run sh Tests/Preview/install-browser.sh")
    program = arguments.program.resolve()
    from playwright.sync_api import sync_playwright
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        for browser in browsers(playwright, arguments.chromium):
            folder = pathlib.Path(name).resolve() / browser.name
            folder.mkdir()
            check_all(browser, program, folder, arguments.chromium)
            if arguments.screenshots and browser.is_chromium:
                screenshots(browser, program, folder / "biscuit.html", draft_report(program, folder),
                            folder / "diff.html", arguments.screenshots)
            browser.launched.close()
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
