"""Defects that are injected into clean art, from barely there to obvious."""

import io
import math
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy
from PIL import Image, ImageFilter

import stickers
from stickers import Sticker, chunk, moved, opaque, over, placed, with_alpha

WHITE, BLACK, BLUE = (255, 255, 255), (0, 0, 0), (0, 122, 255)
LIGHT_GRAY, DARK_GRAY, GREEN = (229, 229, 234), (44, 44, 46), (0, 200, 0)
# The pure colors of screens.
SCREENS = {"green": (0, 255, 0), "magenta": (255, 0, 255), "blue": (0, 0, 255)}
# What Messages shows behind a sticker.
BACKGROUNDS = {
    "white": WHITE, "black": BLACK, "blue": BLUE, "green": (52, 199, 89), "light gray": LIGHT_GRAY,
    "dark gray": DARK_GRAY}

# One sticker, or the stickers of one pack by name.
Injected = Sticker | dict[str, Sticker]


@dataclass
class Defect:
    name: str
    # The rules of which one must fire, or none if it is harmless.
    rules: tuple[str, ...]
    # One sentence: what is injected.
    what: str
    # What the numbers in `strengths` are.
    unit: str
    # From the hardest to find to the easiest.
    strengths: tuple[float, ...]
    inject: Callable[[Sticker, float, list[Sticker]], Injected]
    # The same without the defect.
    control: Callable[[Sticker, list[Sticker]], Injected] = lambda base, others: base
    # Which bases: "still", "animated" or "any".
    bases: str = "still"
    # Whether a person can see the defect on this base at all.
    suits: Callable[[Sticker], bool] = lambda base: True
    # For the contact sheet.
    backdrop: tuple[int, int, int] = (120, 170, 120)
    shown: tuple[int, ...] = (0,)
    # What is drawn on purpose and looks like a defect.
    is_harmless: bool = False

    def accepts(self, base: Sticker) -> bool:
        if self.bases != "any" and base.is_animated != (self.bases == "animated"):
            return False
        return self.suits(base)


ALL: list[Defect] = []


def defect(name, rules, what, unit, strengths, **options):
    """Registers the function as the injection of a defect."""
    def register(inject):
        ALL.append(Defect(name, rules, what, unit, strengths, inject, **options))
        return inject
    return register


def mixed(one, other, share: float) -> numpy.ndarray:
    return numpy.asarray(one, float) * (1 - share) + numpy.asarray(other, float) * share


def jpeg(rgb: numpy.ndarray, quality: float) -> numpy.ndarray:
    """RGB after a round trip through a JPEG."""
    file = io.BytesIO()
    Image.fromarray(numpy.clip(numpy.round(rgb), 0, 255).astype(numpy.uint8)).save(
        file, "JPEG", quality=int(quality))
    return numpy.array(Image.open(file).convert("RGB"))


def smooth_noise(shape: tuple[int, int], cells: int, seed: int = 1) -> numpy.ndarray:
    """Noise between 0 and 1 that varies over 1/cells of the canvas."""
    coarse = numpy.random.default_rng(seed).integers(0, 256, (cells, cells), dtype=numpy.uint8)
    picture = Image.fromarray(coarse).resize(shape[::-1], Image.Resampling.BICUBIC)
    return numpy.array(picture).astype(float) / 255


# Boxes


@defect(
    "box-inset", ("background-box",), "a white box behind the art that fills part of the canvas",
    "% of the canvas side", (70, 80, 90, 95, 98, 100))
def box_inset(base, side, others):
    art = placed(base, fill=0.6).first
    box = numpy.zeros_like(art)
    edge = round(base.side * (1 - side / 100) / 2)
    box[edge:base.side - edge, edge:base.side - edge] = 255
    return still(Image.alpha_composite(Image.fromarray(box), Image.fromarray(art)))


@defect(
    "box-opacity", ("background-box",), "a light green box that fills the canvas, partly erased",
    "% opaque", (20, 40, 60, 80, 90, 100), backdrop=BLUE)
def box_opacity(base, opacity, others):
    art = placed(base, fill=0.7).first
    box = Image.new("RGBA", (base.side, base.side), (200, 240, 200, round(opacity * 2.55)))
    return still(Image.alpha_composite(box, Image.fromarray(art)))


def flattened(base, color, quality):
    return Sticker([opaque(jpeg(over(placed(base, fill=0.7).first, color), quality))])


@defect(
    "box-jpeg-white", ("background-box",), "art on white, saved once as JPEG, now a PNG",
    "JPEG quality", (2, 5, 10, 25, 50, 75, 95))
def box_jpeg_white(base, quality, others):
    return flattened(base, WHITE, quality)


@defect(
    "box-jpeg-color", ("background-box",), "art on pink, saved once as JPEG, now a PNG",
    "JPEG quality", (2, 5, 10, 25, 50, 75, 95))
def box_jpeg_color(base, quality, others):
    return flattened(base, (250, 180, 200), quality)


@defect(
    "box-noise", ("background-box",), "art on white with the noise of a scan or camera",
    "standard deviation of 255", (24, 16, 12, 8, 4, 2, 1))
def box_noise(base, deviation, others):
    rgb = over(placed(base, fill=0.7).first, mixed(WHITE, BLACK, 0.06))
    noise = numpy.random.default_rng(1).normal(0, deviation, rgb.shape)
    return Sticker([opaque(rgb + noise)])


@defect(
    "box-animated", ("background-box",), "a white box behind each frame", "% of the canvas side",
    (70, 80, 90, 95, 98, 100), bases="animated")
def box_animated(base, side, others):
    edge = round(base.side * (1 - side / 100) / 2)
    box = numpy.zeros_like(base.first)
    box[edge:base.side - edge, edge:base.side - edge] = 255
    return placed(base, fill=0.6).changed(lambda frame: numpy.array(
        Image.alpha_composite(Image.fromarray(box), Image.fromarray(frame))))


def still(picture: Image.Image) -> Sticker:
    return Sticker([numpy.array(picture)])


# Fringes


def edge_color(base: Sticker) -> numpy.ndarray:
    """The mean color of the art's outermost 3 px."""
    alpha = Image.fromarray(base.first[..., 3])
    inner = numpy.array(alpha.filter(ImageFilter.MinFilter(7))) > 128
    ring = (base.first[..., 3] > 200) & ~inner
    return base.first[ring][:, :3].mean(0)


def differs_from(color) -> Callable[[Sticker], bool]:
    """Whether a fringe of the color can be seen next to the art."""
    return lambda base: float(numpy.abs(edge_color(base) - numpy.array(color)).mean()) > 90


def lacks(screen: str) -> Callable[[Sticker], bool]:
    """Whether the art has hardly any of a screen's color."""
    def amount(red, green, blue):
        return {
            "green": green - numpy.maximum(red, blue),
            "magenta": numpy.minimum(red, blue) - green,
            "blue": blue - numpy.maximum(red, green),
        }[screen]

    def suits(base: Sticker) -> bool:
        art = base.first[base.first[..., 3] > 200][:, :3].astype(int)
        return float((amount(*art.T) >= 45).mean()) < 0.05
    return suits


def matte(base: Sticker, color, share: float) -> Sticker:
    """Mixes a matte into the half-transparent edge: edge = art + (1 − alpha) × (matte − art)."""
    rgb, alpha = base.first[..., :3].astype(float), base.first[..., 3:].astype(float) / 255
    mixed_in = rgb + (1 - alpha) * share * (numpy.array(color) - rgb)
    visible = alpha > 0
    return Sticker([with_alpha(numpy.where(visible, mixed_in, 0), base.first[..., 3])])


def fringe(base: Sticker, color, width: float, is_hard: bool) -> Sticker:
    """A rim of old background around the art, uneven as a magic wand leaves it: between 0 and
    twice the width, which is its mean."""
    canvas = base.first
    alpha = canvas[..., 3]
    allowed = 2 * width * smooth_noise(alpha.shape, 24)
    grown = Image.fromarray(alpha)
    rim = alpha.astype(float)
    for level in range(1, math.ceil(2 * width) + 1):
        grown = grown.filter(ImageFilter.MaxFilter(3))
        # The outermost level is as opaque as the part of it that is inside the rim.
        inside = numpy.clip(allowed - level + 1, 0, 1)
        rim = numpy.maximum(rim, numpy.array(grown) * inside)
    if is_hard:
        rim = numpy.where(rim >= 128, 255, 0)
    rgb = numpy.where(rim[..., None] > 0, over(canvas, color), 0)
    return Sticker([with_alpha(rgb, rim)])


for title, color, backdrop in (("white", WHITE, BLACK), ("black", BLACK, WHITE)):
    defect(
        f"matte-{title}", ("edge-halo",), f"{title} mixed into the soft edge", "% of the matte",
        (25, 50, 75, 100), suits=differs_from(color), backdrop=backdrop)(
            lambda base, share, others, color=color: matte(base, color, share / 100))

for title, color in SCREENS.items():
    defect(
        f"screen-{title}", ("edge-halo",), f"the {title} of a screen mixed into the soft edge",
        "% of the screen", (25, 50, 75, 100), suits=lacks(title), backdrop=WHITE)(
            lambda base, share, others, color=color: matte(base, color, share / 100))

for title, color, backdrop in (
        ("white", WHITE, BLACK), ("black", BLACK, WHITE), ("green", GREEN, WHITE),
        ("magenta", SCREENS["magenta"], WHITE), ("blue", SCREENS["blue"], WHITE)):
    defect(
        f"fringe-soft-{title}", ("edge-halo",),
        f"an uneven soft rim of {title} background around the art", "px wide on average",
        (0.5, 1, 1.5, 2, 3), suits=differs_from(color), backdrop=backdrop)(
            lambda base, width, others, color=color: fringe(base, color, width, False))
    defect(
        f"fringe-hard-{title}", ("edge-halo",),
        f"the same in {title} as a GIF, where the rim is opaque", "px wide on average",
        (0.5, 1, 1.5, 2, 3), suits=differs_from(color), backdrop=backdrop,
        control=lambda base, others: replace(base, format="gif"))(
            lambda base, width, others, color=color:
                replace(fringe(base, color, width, True), format="gif"))


def outline(base: Sticker, width: int) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The pixels of the art, and those at most a width outside of it."""
    art = base.first[..., 3] > 127
    grown = Image.fromarray(base.first[..., 3])
    for _ in range(width):
        grown = grown.filter(ImageFilter.MaxFilter(3))
    return art, (numpy.array(grown) > 127) & ~art


@defect(
    "line-fringe", ("edge-halo",), "a dotted white rim around the black outline of a white figure",
    "% of the outline", (10, 25, 50, 75), backdrop=BLACK, control=lambda base, others: inked(base))
def line_fringe(base, share, others):
    base = inked(base)
    art, rim = outline(base, 1)
    dots = rim & (numpy.random.default_rng(1).random(rim.shape) * 100 < share)
    canvas = base.first.copy()
    canvas[~art] = 0
    canvas[dots] = 255
    return Sticker([canvas])


@defect(
    "line-fringe-gray", ("edge-halo",),
    "a dotted rim of one gray around the black outline of a white figure", "% of the outline",
    (10, 25, 50, 75), backdrop=BLACK, control=lambda base, others: inked(base))
def line_fringe_gray(base, share, others):
    canvas = line_fringe(base, share, others).first
    art, rim = outline(inked(base), 1)
    canvas[rim & (canvas[..., 3] > 0)] = (170, 170, 170, 255)
    return Sticker([canvas])


def inked(base: Sticker, gray: int = 0) -> Sticker:
    """The silhouette of the art as a white figure with an outline of 5 px."""
    art, _ = outline(base, 0)
    inner = numpy.array(Image.fromarray(art).convert("L").filter(ImageFilter.MinFilter(11))) > 0
    canvas = numpy.zeros_like(base.first)
    canvas[art] = (gray, gray, gray, 255)
    canvas[inner] = 255
    return Sticker([canvas])


@defect(
    "drawn-line", ("edge-halo",), "an even light gray line around the art", "px wide", (1, 2, 3, 4),
    backdrop=BLACK, is_harmless=True)
def drawn_line(base, width, others):
    _, rim = outline(base, int(width))
    canvas = base.first.copy()
    # Opaque below the soft edge of the art, so the line is even.
    soft = numpy.array(Image.fromarray(canvas[..., 3]).filter(ImageFilter.MinFilter(3))) < 255
    under = rim | (soft & (canvas[..., 3] > 0))
    line = opaque(over(canvas, (203, 203, 203)))
    canvas[under] = line[under]
    canvas[~under & (canvas[..., 3] < 128)] = 0
    return Sticker([canvas])


def pixel_art(base: Sticker, side: int) -> numpy.ndarray:
    """The art as small pixel art with hard edges."""
    small = stickers.placed(base, side, fill=0.9).first
    small[..., 3] = numpy.where(small[..., 3] >= 128, 255, 0)
    small[small[..., 3] == 0] = 0
    return small


def enlarged(small: numpy.ndarray, factor: float) -> Sticker:
    """Each pixel becomes a block; at a factor that is not whole, blocks differ by one pixel."""
    side = round(len(small) * factor)
    return still(Image.fromarray(small).resize((side, side), Image.Resampling.NEAREST))


@defect(
    "pixel-rim", ("edge-halo",), "a rim of white blocks around pixel art that is enlarged by 10",
    "% of the outline", (20, 40, 60, 80), backdrop=BLACK, suits=differs_from(WHITE),
    control=lambda base, others: enlarged(pixel_art(base, 40), 10))
def pixel_rim(base, share, others):
    small = pixel_art(base, 40)
    _, rim = outline(Sticker([small]), 1)
    small[rim & (numpy.random.default_rng(1).random(rim.shape) * 100 < share)] = (232, 232, 232, 255)
    return enlarged(small, 10)


# Specks


def specks(base: Sticker, count: int, side: int, alpha: int) -> Sticker:
    """Square specks in the margin, at least 7% of the canvas away from the art."""
    sticker = placed(base, fill=0.65)
    canvas = sticker.first.copy()
    left, top, right, bottom = stickers.bounds(sticker.frames)
    gap = round(0.07 * base.side)
    random = numpy.random.default_rng(1)
    while count:
        x, y = (int(it) for it in random.integers(2, base.side - side - 2, 2))
        if left - gap < x + side and x < right + gap and top - gap < y + side and y < bottom + gap:
            continue
        canvas[y:y + side, x:x + side] = (90, 60, 40, alpha)
        count -= 1
    return Sticker([canvas])


@defect(
    "specks-count", ("stray-pixels",), "brown specks of 2 × 2 px far from the art", "specks",
    (1, 2, 4, 8, 16), backdrop=WHITE)
def specks_count(base, count, others):
    return specks(base, int(count), 2, 255)


@defect(
    "specks-size", ("stray-pixels",), "one opaque brown speck far from the art", "px wide",
    (1, 2, 3, 4, 6), backdrop=WHITE)
def specks_size(base, side, others):
    return specks(base, 1, int(side), 255)


@defect(
    "specks-alpha", ("stray-pixels",), "three specks of 3 × 3 px far from the art",
    "alpha of 255", (2, 4, 16, 48, 96, 160, 255), backdrop=WHITE)
def specks_alpha(base, alpha, others):
    return specks(base, 3, 3, int(alpha))


@defect(
    "ellipsis", ("stray-pixels",), "three brown dots in a row below the art", "px wide", (2, 3, 4, 6),
    backdrop=WHITE, is_harmless=True)
def ellipsis(base, side, others):
    sticker, side = placed(base, fill=0.65), int(side)
    for place in (-1, 0, 1):
        x, y = round(base.side / 2) + place * 4 * side, round(0.93 * base.side)
        sticker.first[y:y + side, x:x + side] = (90, 60, 40, 255)
    return sticker


# Extent


def cut(base: Sticker, share: float) -> Sticker:
    """The art moved up until a share of its height is beyond the upper edge."""
    _, top, _, bottom = stickers.bounds(base.frames)
    distance = -top - round((bottom - top) * share)
    return base.changed(lambda frame: moved(frame, 0, distance))


@defect(
    "bust", ("clipped-art",), "the art moved down over the edge of the canvas",
    "% of its height", (3, 10, 20, 30, 50), is_harmless=True)
def bust(base, share, others):
    _, top, _, bottom = stickers.bounds(base.frames)
    distance = base.side - bottom + round((bottom - top) * share / 100)
    return base.changed(lambda frame: moved(frame, 0, distance))


@defect(
    "cut-amount", ("clipped-art",), "the art moved up over the edge of the canvas",
    "% of its height", (1, 3, 6, 10, 20, 30), bases="any")
def cut_amount(base, share, others):
    return cut(base, share / 100)


@defect(
    "cut-side", ("clipped-art",), "the art moved right over the edge of the canvas",
    "% of its width", (1, 3, 6, 10, 20, 30))
def cut_side(base, share, others):
    left, _, right, _ = stickers.bounds(base.frames)
    distance = base.side - right + round((right - left) * share / 100)
    return base.changed(lambda frame: moved(frame, distance, 0))


@defect(
    "cut-alpha", ("clipped-art",), "art cut by 20% of its height whose edge is not quite opaque",
    "alpha of 255", (200, 210, 220, 230, 242, 255))
def cut_alpha(base, alpha, others):
    canvas = cut(base, 0.2).first.copy()
    canvas[:2, :, 3] = numpy.round(canvas[:2, :, 3] * (alpha / 255))
    return Sticker([canvas])


@defect(
    "cut-frames", ("clipped-art",), "art cut at the right by 20% in some frames",
    "% of the frames", (10, 25, 50, 75, 100), bases="animated", shown=(0, -1))
def cut_frames(base, share, others):
    left, _, right, _ = stickers.bounds(base.frames)
    distance = base.side - right + round((right - left) * 0.2)
    count = max(1, round(len(base.frames) * share / 100))
    return replace(base, frames=[
        moved(frame, distance, 0) if index < count else frame
        for index, frame in enumerate(base.frames)])


@defect(
    "closed-border", ("clipped-art",), "a badge with a flat top and a complete border at the edge",
    "px wide", (4, 8, 16, 24), is_harmless=True)
def closed_border(base, width, others):
    side, width = base.side, int(width)
    canvas = numpy.array(Image.alpha_composite(
        Image.new("RGBA", (side, side), (200, 120, 60, 255)),
        Image.fromarray(placed(base, fill=0.5).first)))
    rows, columns = numpy.mgrid[0:side, 0:side]
    # A shield: straight sides that turn into an arc.
    inset = numpy.minimum(rows, 0.45 * side - numpy.abs(columns - side / 2 + 0.5))
    arc = 0.5 * side - numpy.hypot(columns - side / 2 + 0.5, rows - 0.45 * side)
    inset = numpy.where(rows > 0.45 * side, numpy.minimum(inset, arc), inset)
    canvas[inset < width] = (223, 225, 229, 255)
    canvas[inset < 0] = 0
    return Sticker([canvas])


def half(base, others):
    return placed(base, fill=0.5)


@defect(
    "off-center", ("off-center",), "art of half the canvas side moved to the right",
    "% of the canvas side", (3, 6, 9, 12, 18, 25), bases="any", control=half)
def off_center(base, distance, others):
    return placed(base, fill=0.5, right=distance / 100)


@defect(
    "small", ("mostly-empty",), "art that fills little of its canvas", "% of the canvas side",
    (60, 50, 40, 30, 20, 15, 10, 5), bases="any")
def small(base, fill, others):
    return placed(base, fill=fill / 100)


def pixelated(base: Sticker, count: int) -> Sticker:
    """The art in a number of pixels along each side, scaled to its canvas without smoothing."""
    small = Image.fromarray(base.first).resize((count, count), Image.Resampling.BOX)
    canvas = numpy.array(small)
    canvas[canvas[..., 3] < 128] = 0
    canvas[canvas[..., 3] > 0, 3] = 255
    return still(Image.fromarray(canvas).resize((base.side, base.side), Image.Resampling.NEAREST))


@defect(
    "pixels-uneven", ("uneven-pixels",), "pixel art scaled to the canvas by a factor that is not whole",
    "px wide on average", (12.4, 8.5, 6.4, 4.5, 3.4, 2.6),
    control=lambda base, others: pixelated(base, base.side // 8))
def pixels_uneven(base, width, others):
    return pixelated(base, round(base.side / width))


def pack(base, others):
    return {f"{index}": other for index, other in enumerate([base, *others[:5]])}


@defect(
    "small-in-pack", ("uneven-margins",), "one of six stickers scaled down",
    "% of the others' size", (85, 75, 65, 55, 45, 35), control=pack)
def small_in_pack(base, scale, others):
    return pack(placed(base, fill=stickers.FILL * scale / 100), others)


def varied(base, others):
    """Six stickers of gradually smaller art."""
    return {
        f"{index}": placed(other, fill=stickers.FILL * (1 - index / 25))
        for index, other in enumerate([base, *others[:5]])}


@defect(
    "small-among-varied", ("uneven-margins",), "one of six stickers of 80 to 100% scaled down",
    "% of the largest", (75, 65, 55, 45, 35), control=varied)
def small_among_varied(base, scale, others):
    return varied(base, others) | {"0": placed(base, fill=stickers.FILL * scale / 100)}


@defect(
    "mixed-boxes", ("mixed-backgrounds",), "some of six stickers on an opaque card", "stickers",
    (1, 2, 3, 4, 5), control=pack)
def mixed_boxes(base, count, others):
    return {
        name: Sticker([opaque(over(sticker.first, (250, 240, 220)))] if int(name) < count
                      else sticker.frames)
        for name, sticker in pack(base, others).items()}


# Contrast


def recolored(canvas, color, share: float, below: float = 0) -> numpy.ndarray:
    """Mixes a color into the visible pixels from a height on, 0 to 1 of the canvas."""
    result = canvas.copy()
    part = result[round(below * len(canvas)):]
    part[..., :3] = numpy.where(
        part[..., 3:] > 0, numpy.round(mixed(part[..., :3], color, share)), part[..., :3])
    return result


for title, color in BACKGROUNDS.items():
    name = title.replace(" ", "-")
    defect(
        f"faded-{name}", ("low-contrast",),
        f"all colors mixed with {title}", "% of the background",
        (50, 70, 80, 90, 95, 100), backdrop=color)(
            lambda base, share, others, color=color:
                base.changed(lambda frame: recolored(frame, color, share / 100)))
    defect(
        f"lost-{name}", ("low-contrast",),
        f"the lower part of the art in {title}", "% of the art's height",
        (10, 20, 30, 40, 60, 80, 100), backdrop=color)(
            lambda base, share, others, color=color: lost(base, color, share / 100))


def lost(base, color, share: float) -> Sticker:
    _, top, _, bottom = stickers.bounds(base.frames)
    below = (bottom - (bottom - top) * share) / base.side
    return base.changed(lambda frame: recolored(frame, color, 1, below))


def lined(sticker: Sticker) -> Sticker:
    """The art with seven black lines from top to bottom, each 1.5% of the canvas wide."""
    def drawn(frame):
        result = frame.copy()
        side, width = sticker.side, round(sticker.side * 0.015)
        for left in range(side // 8, side - side // 16, side // 8):
            line = result[:, left:left + width]
            line[line[..., 3] > 0, :3] = 0
        return result
    return sticker.changed(drawn)


@defect(
    "lined-black", ("low-contrast",), "the lower part of the art in black, and black lines from it through the rest",
    "% of the art's height", (10, 20, 30, 40, 60, 80), backdrop=BLACK, control=lambda base, others: lined(base))
def lined_black(base, share, others):
    return lined(lost(base, BLACK, share / 100))


@defect(
    "cut-body", ("low-contrast",), "a white figure with a gray outline that ends at the canvas",
    "% of its height beyond the canvas", (10, 20, 30, 40), backdrop=WHITE, is_harmless=True,
    control=lambda base, others: inked(base, 120))
def cut_body(base, share, others):
    return cut(inked(base, 120), share / 100)


def outlined(base: Sticker, color, width: float) -> Sticker:
    """The art with a border of a color, as wide as a share of the canvas."""
    sticker = placed(base, fill=0.7)
    pixels = round(base.side * width)
    art = Image.fromarray(sticker.first)
    grown = art.getchannel("A")
    for _ in range(pixels // 2):
        grown = grown.filter(ImageFilter.MaxFilter(5))
    border = Image.new("RGBA", art.size, (*color, 255))
    border.putalpha(grown)
    return still(Image.alpha_composite(border, art))


def border(name, color, what, backdrop):
    defect(
        name, ("low-contrast",), what, "% of the canvas", (2, 4, 6, 8, 10), backdrop=backdrop,
        is_harmless=True, control=lambda base, others: placed(base, fill=0.7))(
            lambda base, width, others: outlined(base, color, width / 100))


border("thick-outline", BLACK, "a black outline around the art", BLACK)
border("die-cut", (223, 225, 229), "a die-cut border of pale paper around the art", LIGHT_GRAY)


@defect(
    "photo-card", ("low-contrast",), "a photo in a white frame that is wider below",
    "% of the canvas", (2, 4, 6, 8, 10), backdrop=WHITE, is_harmless=True)
def photo_card(base, width, others):
    side, frame = base.side, round(base.side * width / 100)
    photo = numpy.clip(
        over(placed(base, fill=0.9).first, (120, 140, 110))
        + numpy.random.default_rng(1).normal(0, 12, (side, side, 3)), 0, 225)
    canvas = numpy.zeros((side, side, 4), numpy.uint8)
    edge = round(side * 0.06)
    canvas[edge:side - edge, edge:side - edge] = 255
    left, top, right, bottom = edge + frame, edge + frame, side - edge - frame, side - edge - 3 * frame
    canvas[top:bottom, left:right, :3] = photo[top:bottom, left:right]
    return Sticker([canvas])


def caption(base: Sticker, color, height: float) -> Sticker:
    """Three letters E, O and I above the art, of some height."""
    sticker = placed(base, fill=0.6, down=0.15)
    canvas = sticker.first.copy()
    tall = round(base.side * height)
    stroke, wide, top = max(1, round(tall / 6)), round(tall * 0.6), round(base.side * 0.03)
    left = round(base.side * 0.1)
    for letter in range(3):
        x = left + letter * (wide + 2 * stroke)
        bars = [(x, top, stroke, tall)]
        if letter < 2:
            bars += [(x, top, wide, stroke), (x, top + tall - stroke, wide, stroke)]
        if letter == 0:
            bars.append((x, top + (tall - stroke) // 2, wide, stroke))
        if letter == 1:
            bars.append((x + wide - stroke, top, stroke, tall))
        for bar_x, bar_y, bar_wide, bar_tall in bars:
            canvas[bar_y:bar_y + bar_tall, bar_x:bar_x + bar_wide] = (*color, 255)
    return Sticker([canvas])


for title, color in BACKGROUNDS.items():
    defect(
        f"caption-{title.replace(' ', '-')}", ("low-contrast",),
        f"three letters in {title} above visible art", "% of the canvas side",
        (2, 3, 4, 6, 9, 12), backdrop=(120, 170, 120),
        control=lambda base, others: placed(base, fill=0.6, down=0.15))(
            lambda base, height, others, color=color: caption(base, color, height / 100))


defect(
    "lined-outline", ("low-contrast",), "a black outline around the art, and black lines from it through the art",
    "% of the canvas", (2, 4, 6, 8, 10), backdrop=BLACK, is_harmless=True,
    control=lambda base, others: placed(base, fill=0.7))(
        lambda base, width, others: lined(outlined(base, BLACK, width / 100)))


@defect(
    "teal-letters", ("low-contrast",), "letters as light as a blue bubble, between teal and blue", "% blue",
    (0, 25, 50, 75, 100), backdrop=BLUE)
def teal_letters(base, share, others):
    color = mixed((0, 135, 128), (0, 122, 255), share / 100).round().astype(numpy.uint8)
    canvas = caption(base, color, 0.4).first
    canvas[(canvas[..., :3] != color).any(axis=2)] = 0
    return Sticker([canvas])


# Stairs


@defect(
    "stairs", ("png-hard-edges",), "art whose edge has no soft pixels", "% of the canvas",
    (50, 80, 95, 100))
def stairs(base, share, others):
    canvas = base.first.copy()
    part = canvas[:round(base.side * share / 100)]
    part[..., 3] = numpy.where(part[..., 3] >= 128, 255, 0)
    return Sticker([canvas])


@defect(
    "gif-stairs", ("gif-hard-edges",), "art as a GIF, which has no soft pixels", "colors",
    (8, 16, 64, 255))
def gif_stairs(base, colors, others):
    return replace(base, format="gif", colors=int(colors))


@defect(
    "pixel-art", ("gif-hard-edges",), "art in 12 colors drawn in large pixels, as a GIF",
    "px along the canvas", (32, 48, 64, 96), is_harmless=True)
def drawn_in_pixels(base, side, others):
    frame = Image.fromarray(base.first)
    flat = Image.new("RGB", frame.size, WHITE)
    flat.paste(frame, mask=frame.getchannel("A"))
    # Without the thin lines of mixed colors along edges.
    flat = flat.filter(ImageFilter.ModeFilter(9)).quantize(12, dither=Image.Dither.NONE).convert("RGB")
    flat.putalpha(frame.getchannel("A").point(lambda alpha: 255 if alpha >= 128 else 0))
    canvas = numpy.array(flat.resize((int(side), int(side)), Image.Resampling.NEAREST))
    return Sticker([canvas], format="gif", colors=12)


# Holes


def eyed(base: Sticker, size: float, pupil: bool) -> Sticker:
    """Two transparent eyes in the middle of a plain disc, with or without pupils."""
    side = base.side
    rows, columns = numpy.mgrid[0:side, 0:side]

    def disc(x, y, radius):
        return numpy.hypot(columns - x * side + 0.5, rows - y * side + 0.5) < radius * side

    color = (*(int(it) for it in edge_color(base)), 255)
    canvas = numpy.zeros((side, side, 4), numpy.uint8)
    canvas[disc(0.5, 0.5, 0.44)] = color
    for x in (0.35, 0.65):
        canvas[disc(x, 0.45, size / 2)] = 0
        if pupil:
            canvas[disc(x, 0.45, size / 5)] = (30, 30, 30, 255)
    return Sticker([canvas])


@defect(
    "eye-holes", ("hole-in-art",), "two eyes whose white is transparent", "% of the canvas side",
    (2, 3, 4, 6, 9, 12), backdrop=BLUE, control=lambda base, others: eyed(base, 0, False))
def eye_holes(base, size, others):
    return eyed(base, size / 100, True)


@defect(
    "plain-holes", ("hole-in-art",), "two round holes, as in a button or a letter",
    "% of the canvas side", (3, 6, 12, 20), backdrop=BLUE, is_harmless=True)
def plain_holes(base, size, others):
    return eyed(base, size / 100, False)


# Hidden color


@defect(
    "hidden-picture", ("hidden-color",), "a picture under transparent pixels",
    "% of the canvas height", (5, 10, 25, 50, 100))
def hidden_picture(base, share, others):
    canvas = base.first.copy()
    noise = smooth_noise(canvas.shape[:2], 40)[..., None]
    picture = over(others[0].first, WHITE) * (0.5 + noise / 2)
    height = round(base.side * share / 100)
    hidden = (canvas[..., 3:] == 0) & (numpy.arange(base.side) < height)[:, None, None]
    return Sticker([with_alpha(numpy.where(hidden, picture, canvas[..., :3]), canvas[..., 3])])


def smear(canvas: numpy.ndarray, distance: int) -> numpy.ndarray:
    """Repeats the colors of the edge outward under transparent pixels."""
    rgb, filled = canvas[..., :3].copy(), canvas[..., 3] > 0
    for step in range(distance):
        axis, shift = step // 2 % 2, 1 if step % 2 else -1
        neighbors, are_filled = numpy.roll(rgb, shift, axis), numpy.roll(filled, shift, axis)
        taken = are_filled & ~filled
        rgb[taken] = neighbors[taken]
        filled |= taken
    return numpy.dstack([rgb, canvas[..., 3]])


@defect(
    "hidden-smear", ("hidden-color",), "edge colors repeated under transparent pixels", "px",
    (2, 4, 8, 16, 32, 64))
def hidden_smear(base, distance, others):
    # One step of each direction moves the edge by one pixel.
    return base.changed(lambda frame: smear(frame, int(distance) * 4))


# Copies


def unlike(base, others):
    return {"one": base, "other": others[0]}


def copy(name, what, unit, strengths, **options):
    return defect(
        name, ("near-duplicate",), what, unit, strengths, control=unlike, shown=(0,), **options)


@copy("copy-size", "the same sticker at another size", "% of the size", (50, 60, 70, 80, 90, 98),
      bases="any")
def copy_size(base, scale, others):
    return {"one": base, "other": placed(base, side=round(base.side * scale / 100))}


@copy("copy-fill", "the same art smaller in the same canvas", "% of the size",
      (60, 70, 80, 85, 90, 95), bases="any")
def copy_fill(base, scale, others):
    return {"one": base, "other": placed(base, fill=stickers.FILL * scale / 100)}


@copy("copy-moved", "the same art moved to the right", "px", (30, 24, 16, 8, 4, 2), bases="any")
def copy_moved(base, distance, others):
    return {"one": base, "other": base.changed(lambda frame: moved(frame, int(distance), 0))}


@copy("copy-recompressed", "the same art with JPEG noise", "JPEG quality", (5, 10, 25, 50, 75, 95))
def copy_recompressed(base, quality, others):
    noisy = with_alpha(jpeg(over(base.first, WHITE), quality), base.first[..., 3])
    noisy[noisy[..., 3] == 0] = 0
    return {"one": base, "other": Sticker([noisy])}


@defect(
    "stamp", ("near-duplicate",), "the same drawing with another number in a corner",
    "% of the canvas side", (3, 5, 8, 12), is_harmless=True,
    control=lambda base, others: unlike(base, others))
def stamp(base, height, others):
    def numbered(bars):
        canvas = base.first.copy()
        unit = max(1, round(base.side * height / 500))
        left, top = round(base.side * 0.45), round(base.side * 0.5)
        for x, y, wide, tall in bars:
            canvas[top + y * unit:top + (y + tall) * unit, left + x * unit:left + (x + wide) * unit] = (
                250, 250, 250, 255)
        return Sticker([canvas])
    # A 1 and a 7 of strokes that are a fifth of their height.
    return {
        "one": numbered([(1, 0, 1, 5)]), "other": numbered([(0, 0, 3, 1), (2, 1, 1, 4)])}


@copy("copy-gif", "the same art as a GIF", "colors", (4, 8, 16, 64, 255))
def copy_gif(base, colors, others):
    return {"one": base, "other": replace(base, format="gif", colors=int(colors))}


# Time


@defect(
    "loop-drift", ("loop-jump",), "art that drifts to the right and snaps back at the restart",
    "% of the canvas side", (1, 2, 4, 8, 16), bases="animated", shown=(-1, 0))
def loop_drift(base, distance, others):
    sticker = placed(base, fill=0.65)
    last = len(base.frames) - 1
    return replace(sticker, frames=[
        moved(frame, round(base.side * distance / 100 * (index / last - 0.5)), 0)
        for index, frame in enumerate(sticker.frames)])


@defect(
    "loop-blank", ("loop-jump",), "a blank last frame", "ms", (50, 100, 200, 400, 630, 1000),
    bases="animated", shown=(-1, 0))
def loop_blank(base, delay, others):
    return replace(
        base, frames=[*base.frames, numpy.zeros_like(base.first)],
        delays=[*base.delays, int(delay)])


def gray(luminance: float) -> float:
    """The sRGB sample of a gray with a relative luminance, IEC 61966-2-1, before rounding."""
    value = luminance * 12.92 if luminance <= 0.0031308 else 1.055 * luminance ** (1 / 2.4) - 0.055
    return value * 255


def flash(base: Sticker, area: float, rate: float, contrast: float) -> Sticker:
    """A disc on the art that alternates between two grays for two seconds."""
    y, x = numpy.mgrid[:base.side, :base.side] + 0.5 - base.side / 2
    disc = x * x + y * y <= area * base.side ** 2 / math.pi
    frames = []
    # Rounded apart, so the contrast is not lower than it says.
    for sample in (math.floor(gray(0.4 - contrast / 2)), math.ceil(gray(0.4 + contrast / 2))):
        frame = base.first.copy()
        frame[disc] = (*[sample] * 3, 255)
        frames.append(frame)
    count = round(2 * rate)
    return Sticker(frames * count, [round(500 / rate)] * (2 * count))


@defect(
    "flash-area", ("photosensitive-flash",), "a disc that flashes 5 times per second",
    "% of the canvas", (5, 10, 20, 30, 50, 70), shown=(0, 1))
def flash_area(base, area, others):
    return flash(base, area / 100, 5, 0.7)


@defect(
    "flash-rate", ("photosensitive-flash",), "a disc of 60% of the canvas that flashes",
    "flashes per second", (1, 2, 3, 4, 5, 8), shown=(0, 1))
def flash_rate(base, rate, others):
    return flash(base, 0.6, rate, 0.7)


@defect(
    "flash-contrast", ("photosensitive-flash",),
    "a disc of 60% of the canvas that flashes 5 times per second",
    "% of relative luminance", (2, 5, 10, 20, 40, 70), shown=(0, 1))
def flash_contrast(base, contrast, others):
    return flash(base, 0.6, 5, contrast / 100)


@defect(
    "flash-delay", ("photosensitive-flash",),
    "a disc of 60% of the canvas that is light in three of six frames", "ms a frame",
    (70, 60, 50, 40, 30, 20), shown=(0, 3))
def flash_delay(base, delay, others):
    dark, light = flash(base, 0.6, 1, 0.7).frames[:2]
    return Sticker([dark] * 3 + [light] * 3, [int(delay)] * 6)


@defect(
    "flicker", ("flicker", "photosensitive-flash"),
    "art that runs through six hues and nods", "hues per second", (4, 8, 25, 30), shown=(0, 3),
    control=lambda base, others: rainbow(base, 25, ["#ffffff"]))
def flicker(base, rate, others):
    return rainbow(base, rate, ["#ff8080", "#ffe080", "#80ff80", "#80ffff", "#80a0ff", "#ff80ff"])


def rainbow(base: Sticker, rate: float, colors: list[str]) -> Sticker:
    """The art in gray, tinted with each color for two seconds, one row lower in every second frame."""
    gray_art = (base.first[..., :3] @ numpy.array([0.2126, 0.7152, 0.0722]) + 255) / 2
    frames = []
    for index in range(6):
        frame = base.first.copy()
        color = numpy.array([int(colors[index % len(colors)][at:at + 2], 16) for at in (1, 3, 5)])
        frame[..., :3] = numpy.round(gray_art[..., None] * color / 255)
        frames.append(numpy.roll(frame, base.side // 50 * (index % 2), axis=0))
    count = math.ceil(2 * rate / 6)
    return Sticker(frames * count, [round(1000 / rate)] * (6 * count))


@defect(
    "first-blank", ("blank-first-frame", "faint-first-frame"), "blank frames before the animation",
    "frames", (1, 2, 4, 8), bases="animated", shown=(0, -1))
def first_blank(base, count, others):
    count = int(count)
    blank = numpy.zeros_like(base.first)
    return replace(
        base, frames=[blank.copy() for _ in range(count)] + base.frames,
        delays=base.delays[:1] * count + base.delays)


@defect(
    "first-faint", ("blank-first-frame", "faint-first-frame"), "a first frame that is faded in",
    "% opaque", (50, 30, 20, 10, 5, 2), bases="animated", shown=(0, -1))
def first_faint(base, opacity, others):
    first = base.first.copy()
    first[..., 3] = numpy.round(first[..., 3] * (opacity / 100))
    return replace(base, frames=[first, *base.frames[1:]])


@defect(
    "first-small", ("blank-first-frame", "faint-first-frame"), "a first frame with smaller art",
    "% of the size", (60, 40, 30, 20, 10, 5), bases="animated", shown=(0, -1))
def first_small(base, scale, others):
    first = placed(Sticker([base.first]), fill=stickers.FILL * scale / 100).first
    return replace(base, frames=[first, *base.frames[1:]])


@defect(
    "judder", ("uneven-cadence",), "every third frame is shown longer than 60 ms",
    "times as long", (1.1, 1.25, 1.5, 2, 3), bases="animated",
    control=lambda base, others: replace(base, delays=[60] * len(base.frames)))
def judder(base, ratio, others):
    return replace(base, delays=[
        round(60 * ratio) if index % 3 == 2 else 60 for index in range(len(base.frames))])


# Pixel art


@defect(
    "slow", ("low-frame-rate",), "an animation of 8 frames, played slowly", "frames per second",
    (12, 10, 8, 7, 6, 4, 3), bases="animated",
    control=lambda base, others: slowed(base, 60))
def slow(base, rate, others):
    return slowed(base, round(1000 / rate))


def slowed(base: Sticker, delay: int) -> Sticker:
    chosen = [base.frames[index * len(base.frames) // 8] for index in range(8)]
    return replace(base, frames=chosen, delays=[delay] * 8)


@defect(
    "middle-empty", ("near-empty-frame",), "a fifth frame that is nearly transparent",
    "% opaque", (60, 40, 20, 10, 4, 2, 0), bases="animated", shown=(0, 4))
def middle_empty(base, opacity, others):
    frame = base.frames[4].copy()
    frame[..., 3] = numpy.round(frame[..., 3] * (opacity / 100))
    return replace(base, frames=[*base.frames[:4], frame, *base.frames[5:]])


# Color spaces


@defect(
    "gamma", ("not-srgb",), "a gAMA chunk with another exponent than sRGB's 2.2", "exponent",
    (2.1, 2.0, 1.8, 1.4, 1.0))
def gamma(base, exponent, others):
    return replace(base, chunks=(chunk(b"gAMA", struct.pack(">I", round(100_000 / exponent))),))


# White point and primaries (x, y), of sRGB and of Adobe RGB (1998), which differ in green only.
SRGB = (0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06)
ADOBE_RGB = (0.3127, 0.3290, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)


@defect(
    "primaries", ("not-srgb",), "a cHRM chunk between sRGB and Adobe RGB (1998)",
    "% of Adobe RGB", (10, 25, 50, 75, 100))
def primaries(base, share, others):
    values = [round(it * 100_000) for it in mixed(SRGB, ADOBE_RGB, share / 100)]
    return replace(base, chunks=(
        chunk(b"gAMA", struct.pack(">I", 45_455)), chunk(b"cHRM", struct.pack(">8I", *values))))


# The red, green and blue colorants (X, Y, Z) that ICC profiles of sRGB and Adobe RGB (1998) store,
# adapted to D50.
SRGB_COLORANTS = (0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141)
ADOBE_RGB_COLORANTS = (0.6097, 0.3111, 0.0195, 0.2053, 0.6257, 0.0609, 0.1492, 0.0632, 0.7446)


def icc_profile(name: str, colorants) -> bytes:
    """A display profile of version 2 with an exponent of 2.2, after ICC.1:2001-04."""
    def xyz(*values: float) -> bytes:
        return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(it * 65_536) for it in values))

    text = name.encode() + b"\0"
    description = b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + bytes(78)
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(2.2 * 256)) + bytes(2)
    tags = [
        (b"desc", description + bytes(-len(description) % 4)),
        (b"cprt", b"text\0\0\0\0CC0\0"),
        (b"wtpt", xyz(0.9642, 1, 0.8249)),
        (b"rXYZ", xyz(*colorants[:3])), (b"gXYZ", xyz(*colorants[3:6])),
        (b"bXYZ", xyz(*colorants[6:])),
        (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve)]
    table, data = struct.pack(">I", len(tags)), b""
    for tag, content in tags:
        table += tag + struct.pack(">II", 132 + 12 * len(tags) + len(data), len(content))
        data += content
    header = bytes(4) + bytes(4) + b"\x02\x10\0\0" + b"mntrRGB XYZ " + bytes(12) + b"acsp"
    header += bytes(28) + struct.pack(">3i", 63_190, 65_536, 54_061) + bytes(48)
    profile = header + table + data
    return struct.pack(">I", len(profile)) + profile[4:]


@defect(
    "profile", ("not-srgb",), "an ICC profile between sRGB and Adobe RGB (1998)",
    "% of Adobe RGB", (10, 25, 50, 75, 100))
def profile(base, share, others):
    colorants = mixed(SRGB_COLORANTS, ADOBE_RGB_COLORANTS, share / 100)
    data = zlib.compress(icc_profile(f"{share:g}% Adobe RGB", colorants))
    return replace(base, chunks=(chunk(b"iCCP", b"ICC\0\0" + data),))
