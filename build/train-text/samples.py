"""Pictures for the training of the text detector: lines of text over images, with the cells that hold text."""
import io
import random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

SIZE = 128
CELL = 4
# Heights of ink that one level of the pyramid has to find; beyond them cells have no label.
LEAST, MOST, BEYOND = 6.0, 30.0, 44.0

LATIN_FONTS = [
    "truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf", "truetype/dejavu/DejaVuSansMono.ttf",
    "truetype/dejavu/DejaVuSansCondensed.ttf", "truetype/dejavu/DejaVuSerif.ttf", "truetype/liberation/LiberationSans-Regular.ttf",
    "truetype/liberation/LiberationSans-Bold.ttf", "truetype/liberation/LiberationSansNarrow-Regular.ttf",
    "truetype/liberation/LiberationMono-Regular.ttf", "truetype/liberation/LiberationSerif-Regular.ttf", "truetype/terminus/TerminusTTF-4.46.0.ttf",
    "truetype/freefont/FreeSans.ttf", "truetype/freefont/FreeMono.ttf", "truetype/freefont/FreeSerif.ttf",
]
CJK_FONTS = ["truetype/droid/DroidSansFallbackFull.ttf", "truetype/vlgothic/VL-Gothic-Regular.ttf"]
BITMAP_FONTS = [f"X11/misc/ter-u{size}{weight}_iso-8859-1.pcf.gz" for size in (12, 14, 16, 18, 20, 22, 24) for weight in "nb"] + [
    f"X11/misc/{name}.pcf.gz" for name in ("5x7", "5x8", "6x9", "6x10", "6x12", "6x13", "7x13", "7x13B", "8x13", "9x15", "9x15B", "9x18", "10x20")
]
GIVEN = "Anna Peter Maria John Wei Olga Ingrid Carlos Fatima Hiroshi Nguyen Zoe Bert Quentin Xaver Yusuf Dmitri Una".split()
FAMILY = "Smith Müller O'Brien Garcia Kowalski Johansson Nakamura Silva Dubois Becker Yilmaz Zhang Fox Vogel Quist Jensen".split()
WORDS = (
    "CHEST PA LATERAL Abdomen HEAD Portable SUPINE Left Right Gain FR DR MI TIs kV mAs WL WW SE IM Zoom FOV Thk TE TR Depth cm mm dB Hz bpm GENERAL "
    "HOSPITAL Clinic Dept Radiology Dr Tech Study Acc MRN ID DOB Sex Age Series Image Slice Cine Pause Map Persist Liver Kidney RT LT AP LV Mitral"
).split()
GREEK = "αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯ"
CJK = "患者氏名病院放射線科生年月日検査番号男女医院胸部腹部頭部山田太郎中村王小明李华张伟陈北京东大学附属第一医院超声科姓名性别年龄ハナコタロウイシ"


def choose_text(random_source):
    pick = random_source.random()
    digits = lambda n: "".join(random_source.choice("0123456789") for _ in range(n))
    if pick < 0.2:
        separator = random_source.choice("-/.:")
        return random_source.choice([f"{digits(2)}{separator}{digits(2)}{separator}{digits(4)}", f"{digits(2)}:{digits(2)}:{digits(2)}",
                                     f"{digits(4)}{separator}{digits(2)}{separator}{digits(2)} {digits(2)}:{digits(2)}"]), "latin"
    if pick < 0.4:
        name = f"{random_source.choice(FAMILY)}{random_source.choice([', ', ' ', '^'])}{random_source.choice(GIVEN)}"
        return (name.upper() if random_source.random() < 0.5 else name), "latin"
    if pick < 0.55:
        return f"{random_source.choice(['ID ', 'MRN: ', 'Acc# ', 'No.', '', 'P', 'SE ', 'IM '])}{digits(random_source.randint(2, 9))}", "latin"
    if pick < 0.8:
        words = [random_source.choice(WORDS + [digits(2), digits(3), f"{digits(1)}.{digits(1)}"]) for _ in range(random_source.randint(1, 4))]
        return " ".join(words), "latin"
    if pick < 0.86:
        return random_source.choice(["R", "L", "A", "P", "H", "F", "RT", "LT", "AP", "PA", "R1", "S", "I", "M"]), "latin"
    alphabet, kind = random_source.choice([(GREEK, "greek"), (CYRILLIC, "greek"), (CJK, "cjk"), (CJK, "cjk")])
    return "".join(random_source.choice(alphabet) for _ in range(random_source.randint(2, 9))), kind


_fonts = {}


def load_font(root, name, size):
    key = (name, size)
    if key not in _fonts:
        try:
            _fonts[key] = ImageFont.truetype(f"{root}/{name}", size)
        except OSError:
            _fonts[key] = None
    return _fonts[key]


def choose_font(random_source, root, kind):
    if kind == "latin" and random_source.random() < 0.3:
        name = random_source.choice(BITMAP_FONTS)
        for size in (7, 8, 9, 10, 12, 13, 14, 15, 16, 18, 20, 22, 24):
            font = load_font(root, name, size)
            if font is not None and font.getbbox("Hg")[3] > 0:
                return font, True
    names = CJK_FONTS if kind == "cjk" else LATIN_FONTS[:3] + LATIN_FONTS[5:9] if kind == "greek" else LATIN_FONTS
    size = int(round(8 * (36 / 8) ** (random_source.random() ** 1.3)))
    if kind == "cjk":
        size = max(size, 11)
    return load_font(root, random_source.choice(names), size), False


def slant(random_source, ink):
    """Ink at an angle between level and upright, the place of its line, and the height of its letters."""
    box = ink.point(lambda value: 255 if value > 60 else 0).getbbox()
    if box is None:
        return None
    ink = ink.crop(box)
    angle = random_source.choice([-1, 1]) * random_source.uniform(8, 82)
    place = np.asarray(Image.new("L", ink.size, 255).rotate(angle, Image.NEAREST, expand=True)) > 0
    turned = ink.rotate(angle, random_source.choice([Image.BICUBIC, Image.BILINEAR, Image.NEAREST]), expand=True)
    return np.asarray(turned, np.float32) / 255, ink.height, place


def draw_line(random_source, root, slanted=0.0):
    """A mask of ink, 0 to 1, cut to the ink, the height of its letters, and the place of the line in it."""
    text, kind = choose_text(random_source)
    font, is_bitmap = choose_font(random_source, root, kind)
    if font is None:
        return None
    box = font.getbbox(text)
    width, height = box[2] - box[0] + 8, box[3] - box[1] + 8
    if width < 9 or height < 9 or width > 2000:
        return None
    ink = Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(ink)
    draw.fontmode = "1" if is_bitmap or random_source.random() < 0.25 else "L"
    draw.text((4 - box[0], 4 - box[1]), text, font=font, fill=255)
    if is_bitmap and random_source.random() < 0.3:
        ink = ink.resize((width * 2, height * random_source.choice([1, 2, 2])), Image.NEAREST)
    if random_source.random() < 0.15:
        factor = random_source.uniform(0.6, 1.6)
        ink = ink.resize((max(8, int(ink.width * factor)), max(8, int(ink.height * factor * random_source.uniform(0.85, 1.2)))), Image.BILINEAR)
    if random_source.random() < 0.12:
        ink = ink.filter(ImageFilter.GaussianBlur(random_source.uniform(0.3, 0.8)))
    if slanted and random_source.random() < slanted:
        return slant(random_source, ink)
    turn = random_source.random()
    if turn < 0.14:
        ink = ink.transpose(random_source.choice([Image.ROTATE_90, Image.ROTATE_270]))
    elif turn < 0.18:
        ink = ink.transpose(random_source.choice([Image.FLIP_LEFT_RIGHT, Image.FLIP_TOP_BOTTOM, Image.ROTATE_180]))
    box = ink.point(lambda value: 255 if value > 60 else 0).getbbox()
    if box is None:
        return None
    is_upright = turn >= 0.14
    ink = np.asarray(ink.crop(box), np.float32) / 255
    return ink, (box[3] - box[1] if is_upright else box[2] - box[0]), np.ones(ink.shape, bool)


def procedural(random_source, generator):
    """Shapes that text must not be taken for: noise, ramps, ellipses, lines, ticks, checks and fans."""
    kind = random_source.randrange(7)
    level, noise = random_source.uniform(0, 140), random_source.choice([0, 2, 6, 15, 30])
    image = Image.new("L", (SIZE, SIZE), int(level))
    draw = ImageDraw.Draw(image)
    at = lambda: random_source.randint(-20, SIZE + 20)
    if kind in (0, 5):
        for _ in range(random_source.randint(1, 9)):
            x, y, w, h = at(), at(), random_source.randint(3, 90), random_source.randint(3, 90)
            shape = random_source.choice([draw.ellipse, draw.rectangle])
            fill = random_source.choice([None, random_source.randint(0, 255)])
            shape((x, y, x + w, y + h), fill=fill, outline=random_source.randint(0, 255), width=random_source.randint(1, 3))
    elif kind == 1:
        for _ in range(random_source.randint(1, 14)):
            draw.line((at(), at(), at(), at()), fill=random_source.randint(0, 255), width=random_source.randint(1, 6))
    elif kind == 2:
        step, x = random_source.randint(3, 20), random_source.randint(0, SIZE)
        value, length = random_source.randint(80, 255), random_source.randint(3, 9)
        for i, y in enumerate(range(random_source.randint(0, 20), SIZE, step)):
            draw.line((x, y, x + (length * 2 if i % 5 == 0 else length), y), fill=value, width=random_source.choice([1, 1, 2]))
        if random_source.random() < 0.5:
            draw.line((x, 0, x, SIZE), fill=value)
    elif kind == 3:
        field = generator.standard_normal((SIZE // 4, SIZE // 4)).astype(np.float32)
        scale = random_source.choice([1, 2, 4])
        field = Image.fromarray(field[: SIZE // 4 // scale + 2, : SIZE // 4 // scale + 2]).resize((SIZE, SIZE), random_source.choice([Image.BICUBIC, Image.NEAREST]))
        image = Image.fromarray(np.clip(level + np.asarray(field) * random_source.uniform(10, 70), 0, 255).astype(np.uint8))
    elif kind == 4:
        points = [(x, SIZE / 2 + random_source.uniform(-50, 50)) for x in range(0, SIZE, random_source.randint(2, 12))]
        draw.line(points, fill=random_source.randint(100, 255), width=random_source.randint(1, 2))
    pixels = np.asarray(image, np.float32)
    if kind == 6:
        pixels = np.broadcast_to(np.linspace(random_source.uniform(0, 255), random_source.uniform(0, 255), SIZE)[:, None], (SIZE, SIZE)).copy()
    if random_source.random() < 0.3:
        noise_map = generator.rayleigh(1, (SIZE, SIZE)) - 1.2
    else:
        noise_map = generator.standard_normal((SIZE, SIZE))
    return np.clip(pixels + noise * noise_map, 0, 255).astype(np.float32)


def background(random_source, generator, images):
    if not images or random_source.random() < 0.15:
        return procedural(random_source, generator)
    image = random_source.choice(images)
    # Levels of the pyramid show halves and quarters of an image.
    zoom = random_source.choice([0.125, 0.25, 0.5, 0.5, 1, 1, 1, 1.4, 2])
    while min(image.shape) * zoom < SIZE and zoom < 4:
        zoom *= 1.4
    side = min(int(SIZE / zoom), *image.shape)
    y, x = random_source.randint(0, image.shape[0] - side), random_source.randint(0, image.shape[1] - side)
    crop = Image.fromarray(image[y : y + side, x : x + side]).resize((SIZE, SIZE), Image.BOX if side > SIZE else random_source.choice([Image.BILINEAR, Image.NEAREST]) if side < SIZE else Image.NEAREST)
    pixels = np.asarray(crop, np.float32)
    pixels = np.rot90(pixels, random_source.randrange(4))
    if random_source.random() < 0.5:
        pixels = pixels[:, ::-1]
    if random_source.random() < 0.12:
        pixels = 255 - pixels
    gamma = random_source.choice([1, 1, 1, 0.6, 1.6])
    return (255 * (pixels / 255) ** gamma).astype(np.float32)


def place_line(random_source, generator, pixels, label):
    drawn = draw_line(random_source, place_line.root, place_line.slanted)
    if drawn is None:
        return
    ink, height, place = drawn
    rows, columns = ink.shape
    top = random_source.randint(-min(rows // 2, 10), max(SIZE - rows // 2 - 4, 1))
    left = random_source.randint(-columns // 2, SIZE - min(columns // 2, SIZE - 8))
    y0, x0, y1, x1 = max(top, 0), max(left, 0), min(top + rows, SIZE), min(left + columns, SIZE)
    if y1 - y0 < 3 or x1 - x0 < 3:
        return
    pad = 3
    if (label[max(y0 - pad, 0) : y1 + pad, max(x0 - pad, 0) : x1 + pad] != 0).any():
        return
    ink = ink[y0 - top : y1 - top, x0 - left : x1 - left]
    place = place[y0 - top : y1 - top, x0 - left : x1 - left]
    under = pixels[y0:y1, x0:x1]
    style = random_source.random()
    value = 255.0 if random_source.random() < 0.45 else random_source.uniform(0, 255)
    if style < 0.16 and place.all():
        box_value = random_source.choice([0.0, random_source.uniform(0, 255)])
        a, b, c, d = max(y0 - 2, 0), max(x0 - 2, 0), min(y1 + 2, SIZE), min(x1 + 2, SIZE)
        pixels[a:c, b:d] = box_value
        under = pixels[y0:y1, x0:x1]
    base = float(np.median(under))
    if abs(value - base) < 40:
        value = 255.0 if base < 128 else 0.0
    if style > 0.86:
        # Outlined or shadowed.
        shape = Image.fromarray((ink * 255).astype(np.uint8))
        grown = np.asarray(shape.filter(ImageFilter.MaxFilter(3)), np.float32) / 255
        if style > 0.93:
            grown = np.roll(grown, (1, 1), (0, 1))
        edge = 0.0 if value > 128 else 255.0
        under = under * (1 - grown) + edge * grown
    alpha = random_source.choice([1, 1, 1, random_source.uniform(0.6, 1)])
    pixels[y0:y1, x0:x1] = under * (1 - alpha * ink) + value * alpha * ink
    known = 1 if LEAST <= height <= MOST else 2
    ring = label[max(y0 - 2, 0) : y1 + 2, max(x0 - 2, 0) : x1 + 2]
    ring[ring == 0] = 2
    label[y0:y1, x0:x1][place] = known


def finish(random_source, generator, pixels):
    if random_source.random() < 0.25:
        pixels = pixels + generator.standard_normal(pixels.shape) * random_source.choice([2, 5, 9])
    if random_source.random() < 0.25:
        # Windows press the range of an image.
        pixels = (pixels - 128) * random_source.uniform(0.35, 1.3) + random_source.uniform(60, 190)
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    if random_source.random() < 0.3:
        stream = io.BytesIO()
        image.save(stream, "JPEG", quality=random_source.randint(30, 92))
        image = Image.open(stream)
    return np.asarray(image, np.uint8)


def make_sample(random_source, generator, images):
    """A picture of SIZE and its labels by cell: 1 text, 0 none, 2 without a label."""
    pixels = np.array(background(random_source, generator, images))
    label = np.zeros((SIZE, SIZE), np.uint8)
    if random_source.random() < 0.68:
        for _ in range(random_source.choice([1, 2, 3, 5, 8])):
            place_line(random_source, generator, pixels, label)
    blocks = label.reshape(SIZE // CELL, CELL, SIZE // CELL, CELL)
    is_text = (blocks == 1).sum((1, 3))
    is_open = (blocks == 2).sum((1, 3))
    cells = np.where(is_text >= 6, 1, np.where(is_text + is_open > 0, 2, 0)).astype(np.uint8)
    return finish(random_source, generator, pixels), cells
