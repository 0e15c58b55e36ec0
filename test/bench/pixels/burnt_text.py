"""Burns lines of text into frames, with fonts and placement of its own, and writes what it did.

Usage: burnt_text.py FRAMES OUT COUNT [KIND]. KIND is faint (7 to 13 shades on a flat ground), slanted (30 or 45 degrees), tilted (5 to 25 degrees) or tall (220 to 400 pixels); without it
lines are of all usual kinds. FRAMES has PNGs whose names begin with their modality and two underscores. OUT gets N.dcm, N.png, N.mask (a byte a
pixel, 255 where a letter changed it) and lines.json. The fonts are those of Debian's fonts-roboto-unhinted, fonts-hack, fonts-inconsolata, fonts-open-sans,
fonts-cantarell, fonts-noto-mono, unifont and xfonts-base.
"""
import json
import pathlib
import random
import struct
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFont

frames, out, count = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
kind = sys.argv[4] if len(sys.argv) > 4 else ""
out.mkdir(parents=True, exist_ok=True)
chance = random.Random(411)
root = pathlib.Path("/usr/share/fonts")
faces = [
    path
    for pattern in ("**/Roboto-*.ttf", "**/Hack-*.ttf", "**/Inconsolata*.[to]tf", "**/OpenSans-Regular.ttf", "**/OpenSans-Bold.ttf", "**/Cantarell-*.otf", "**/NotoMono-Regular.ttf")
    for path in sorted(root.glob(pattern))
    if "Thin" not in path.name and "Light" not in path.name and "Extra" not in path.name
]
unifont = next(iter(sorted(root.glob("**/unifont.[to]t*"))), None)
bitmaps = sorted(path for name in ("helvR*", "clR*", "12x13ja", "6x13O", "8x16*", "lut*") for path in root.glob(f"X11/**/{name}.pcf.gz"))
PEOPLE = ["Fernandez^Luisa", "OKONKWO CHIDI", "Lindqvist, Britt", "McAllister J.", "Tanaka Yuki", "Van den Berg^Joris", "SCHWARZ^URSULA^^DR", "Petrova Nadia"]
PLACES = ["ST. ELSEWHERE MEDICAL CTR", "Uniklinik Nord", "Hôpital Saint-Roch", "CITY GENERAL", "Imaging West"]
OTHER = ["MI 0.9 TIS 1.2", "C2 P HGEN", "12.5cm 28fps", "kVp 120 mA 250", "ACQ TM", "Lossy 18:1", "W 400 : L 40", "Se:4 Im:37/120", "SUPINE", "2D G 62"]
FAR = ["Ιωάννης Παπάς", "Ирина Соколова", "Больница 12", "佐藤花子", "高桥 医院 2019", "Νοσοκομείο"]


def words():
    if kind == "tall":
        return chance.choice(["OKONKWO", "Luisa", "19610307", "PID 4"])
    number = lambda n: "".join(chance.choice("0123456789") for _ in range(n))
    pick = chance.randrange(10)
    if pick < 3:
        return chance.choice(PEOPLE)
    if pick < 5:
        return f"{number(2)}{chance.choice(['.', '/', '-'])}{number(2)}{chance.choice(['.', '/', '-'])}{number(4)}"
    if pick < 7:
        return chance.choice(["Pat.-ID ", "PID=", "#", "Exam ", "DOB "]) + number(chance.randint(4, 10))
    if pick < 8:
        return chance.choice(PLACES)
    if pick < 9:
        return chance.choice(OTHER)
    return chance.choice(FAR)


def letters(text, most_width):
    """A mask of ink."""
    is_far = any(ord(sign) > 0x24F for sign in text)
    pick = chance.random()
    if kind == "tall":
        font, mode = ImageFont.truetype(str(chance.choice(faces)), chance.randint(300, 420)), "L"
    elif is_far:
        font, mode = ImageFont.truetype(str(unifont), 16), "1"
    elif pick < 0.25 and unifont:
        font, mode = ImageFont.truetype(str(unifont), 16), "1"
    else:
        height = chance.choice([10, 11, 12, 13, 14, 16, 18, 20, 24, 28, 36, 48, 72, 110, 180])
        font, mode = ImageFont.truetype(str(chance.choice(faces)), height), chance.choice(["L", "L", "1"])
    box = font.getbbox(text)
    while box[2] - box[0] > most_width and not is_far and hasattr(font, "path") and font.size > 10:
        font = ImageFont.truetype(font.path, max(10, int(font.size * 0.7)))
        box = font.getbbox(text)
    while box[2] - box[0] > most_width and len(text) > 3:
        text = text[:-1]
        box = font.getbbox(text)
    image = Image.new("L", (box[2] - box[0] + 2, box[3] - box[1] + 2), 0)
    draw = ImageDraw.Draw(image)
    draw.fontmode = mode
    draw.text((1 - box[0], 1 - box[1]), text, font=font, fill=255)
    if kind == "slanted":
        image = image.rotate(chance.choice([-45, -30, 30, 45]), Image.BICUBIC, expand=True)
    elif kind == "tilted":
        image = image.rotate(chance.choice([-1, 1]) * chance.uniform(5, 25), Image.BICUBIC, expand=True)
    elif chance.random() < 0.1:
        image = image.transpose(Image.ROTATE_90 if chance.random() < 0.5 else Image.ROTATE_270)
    box = image.getbbox()
    return (np.asarray(image.crop(box), np.float32) / 255, text) if box else (None, text)


def burn(pixels, mask, taken):
    rows, columns = mask.shape
    ink, text = letters(words(), int(columns * 0.8))
    if ink is None or min(ink.shape) < 5 or ink.shape[0] > rows - 4 or ink.shape[1] > columns - 4:
        return None
    for _ in range(30):
        # Corners and edges are where devices write; the rest is anywhere.
        if chance.random() < 0.6:
            y = chance.choice([chance.randint(1, max(1, rows // 5)), rows - ink.shape[0] - chance.randint(1, max(1, rows // 5))])
            x = chance.choice([2, 6, columns - ink.shape[1] - 3, (columns - ink.shape[1]) // 2])
        else:
            y, x = chance.randint(1, rows - ink.shape[0] - 1), chance.randint(1, columns - ink.shape[1] - 1)
        y, x = min(max(y, 0), rows - ink.shape[0]), min(max(x, 0), columns - ink.shape[1])
        box = (x, y, x + ink.shape[1], y + ink.shape[0])
        if all(box[2] + 3 < other[0] or other[2] + 3 < box[0] or box[3] + 3 < other[1] or other[3] + 3 < box[1] for other in taken):
            break
    else:
        return None
    under = pixels[y : box[3], x : box[2]]
    base = float(np.median(under))
    value = 255.0 if base < 150 else 0.0
    if chance.random() < 0.2:
        value = float(np.clip(base + chance.choice([-1, 1]) * chance.uniform(70, 140), 0, 255))
        if abs(value - base) < 60:
            value = 255.0 if base < 128 else 0.0
    if kind != "faint" and chance.random() < 0.12:
        # A bar behind the letters.
        pixels[max(y - 3, 0) : box[3] + 3, max(x - 3, 0) : box[2] + 3] = 255 - value if chance.random() < 0.5 else 0
        under = pixels[y : box[3], x : box[2]]
        if abs(value - float(np.median(under))) < 60:
            value = 255.0
    if kind == "faint":
        if float(under.std()) > 2:
            return None
        value = base + chance.uniform(7, 13) * (1 if base < 128 else -1)
    amount = ink[..., None] if pixels.ndim == 3 else ink
    colour = np.array([value, value, value])
    if kind != "faint" and pixels.ndim == 3 and chance.random() < 0.4:
        colour = np.array(chance.choice([(255, 255, 0), (0, 255, 0), (0, 255, 255), (255, 160, 0)]), float) if base < 128 else np.array([0.0, 0, 160])
    before = under.copy()
    under[...] = under * (1 - amount) + (colour if pixels.ndim == 3 else value) * amount
    change = np.abs(under - before)
    touched = (change.max(2) if pixels.ndim == 3 else change) > (4 if kind == "faint" else 20)
    # Letters that nobody can see against what is behind them are none.
    if touched.sum() < 0.5 * (ink > 0.5).sum():
        return None
    mask[y : box[3], x : box[2]][touched & (ink > 0.35)] = 255
    taken.append(box)
    return {"box": box, "height": int(min(ink.shape)), "far": any(ord(sign) > 0x24F for sign in text)}


def dicom_of(pixels, modality):
    """Explicit VR Little Endian: colours as they are, grey of 8 or of 12 bits with a window."""
    rows, columns = pixels.shape[:2]
    is_colour, is_deep = pixels.ndim == 3, pixels.ndim == 2 and chance.random() < 0.4
    short = lambda value: struct.pack("<H", value)
    def element(group, number, vr, value):
        value = value.encode() if isinstance(value, str) else value
        value += (b"\0" if vr in ("UI", "OB") else b" ") * (len(value) % 2)
        head = struct.pack("<HH", group, number) + vr.encode()
        return head + (struct.pack("<HI", 0, len(value)) if vr in ("OB", "OW") else short(len(value))) + value
    uid = f"1.2.826.0.1.3680043.10.543.411.{chance.randrange(10**9)}"
    meta = element(2, 2, "UI", "1.2.840.10008.5.1.4.1.1.7") + element(2, 3, "UI", uid) + element(2, 16, "UI", "1.2.840.10008.1.2.1")
    samples = (pixels * 16).astype("<u2").tobytes() if is_deep else pixels.astype(np.uint8).tobytes()
    data = element(8, 0x16, "UI", "1.2.840.10008.5.1.4.1.1.7") + element(8, 0x18, "UI", uid) + element(8, 0x60, "CS", modality)
    data += element(0x28, 2, "US", short(3 if is_colour else 1)) + element(0x28, 4, "CS", "RGB" if is_colour else "MONOCHROME2")
    data += element(0x28, 6, "US", short(0)) if is_colour else b""
    data += element(0x28, 0x10, "US", short(rows)) + element(0x28, 0x11, "US", short(columns))
    data += element(0x28, 0x100, "US", short(16 if is_deep else 8)) + element(0x28, 0x101, "US", short(12 if is_deep else 8))
    data += element(0x28, 0x102, "US", short(11 if is_deep else 7)) + element(0x28, 0x103, "US", short(0))
    data += element(0x28, 0x1050, "DS", "2000") + element(0x28, 0x1051, "DS", "3000") if is_deep else b""
    return bytes(128) + b"DICM" + element(2, 0, "UL", struct.pack("<I", len(meta))) + meta + data + element(0x7FE0, 0x10, "OW", samples)


least = 512 if kind == "tall" else 128
sources = [path for path in sorted(frames.glob("*.png")) if min(Image.open(path).size) >= least]
by_modality = {}
for path in sources:
    by_modality.setdefault(path.name.split("__")[0], []).append(path)
record = []
for number in range(count):
    modality = sorted(by_modality)[number % len(by_modality)]
    source = Image.open(chance.choice(by_modality[modality]))
    pixels = np.asarray(source.convert("RGB" if source.mode == "RGB" else "L"), np.float32).copy()
    mask = np.zeros(pixels.shape[:2], np.uint8)
    # What is brighter than air.
    light = pixels.max(2) if pixels.ndim == 3 else pixels
    body = light > light.min() + 0.1 * (light.max() - light.min())
    taken, lines = [], []
    for _ in range(chance.choice([1, 2, 4, 7])):
        line = burn(pixels, mask, taken)
        if line:
            lines.append(line)
    if not lines:
        continue
    (out / f"{number}.dcm").write_bytes(dicom_of(pixels, modality))
    Image.fromarray(pixels.astype(np.uint8)).save(out / f"{number}.png")
    (out / f"{number}.mask").write_bytes(mask.tobytes())
    (out / f"{number}.body").write_bytes(body.astype(np.uint8).tobytes())
    record.append({"number": number, "modality": modality, "rows": mask.shape[0], "columns": mask.shape[1], "lines": lines})
(out / "lines.json").write_text(json.dumps(record))
print(len(record), "frames", sum(len(frame["lines"]) for frame in record), "lines", len(by_modality), "modalities")
