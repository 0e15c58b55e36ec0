"""Trains the text detector and writes its weights. Usage: train.py FRAMES OUT [--samples N] [--steps N]. See README.md."""
import argparse
import base64
import pathlib
import random
import time

import numpy as np
from PIL import Image

import network
import samples

parser = argparse.ArgumentParser()
parser.add_argument("frames")
parser.add_argument("out")
parser.add_argument("--fonts", default="/usr/share/fonts")
parser.add_argument("--samples", type=int, default=9000)
parser.add_argument("--steps", type=int, default=3000)
parser.add_argument("--name", default="TEXT_WEIGHTS", help="of the constant that is written")
parser.add_argument("--cache", default="")
parser.add_argument("--slanted", type=float, default=0, help="part of the lines that stand at an angle")
parser.add_argument("--start", default="", help="weights to start from, as this script writes them")
arguments = parser.parse_args()
samples.place_line.root = arguments.fonts
samples.place_line.slanted = arguments.slanted
random_source = random.Random(26)
generator = np.random.default_rng(26)
BATCH = 16


def load_images():
    """Frames without text: the list beside this script names those with text."""
    with_text = pathlib.Path(__file__).with_name("frames-with-text.txt").read_text().split()
    images, seen = [], set()
    for path in sorted(pathlib.Path(arguments.frames).glob("*.png")):
        if any(name in path.name for name in with_text):
            continue
        pixels = np.asarray(Image.open(path).convert("L"))
        key = np.asarray(Image.fromarray(pixels).resize((16, 16))).tobytes()
        if min(pixels.shape) >= 64 and key not in seen:
            seen.add(key)
            images.append(pixels)
    return images


def make_all():
    cache = pathlib.Path(arguments.cache) if arguments.cache else None
    if cache and cache.exists():
        loaded = np.load(cache)
        return loaded["pictures"], loaded["cells"]
    images = load_images()
    print(len(images), "images")
    made = [samples.make_sample(random_source, generator, images) for _ in range(arguments.samples)]
    pictures, cells = np.stack([picture for picture, _ in made]), np.stack([cell for _, cell in made])
    if cache:
        np.savez(cache, pictures=pictures, cells=cells)
    return pictures, cells


def vary(pictures, cells):
    """Turned and mirrored alike: text may be, and backgrounds are more varied then."""
    if generator.random() < 0.5:
        gain, shift = generator.uniform(0.7, 1.2), generator.uniform(-25, 25)
        pictures = np.clip((pictures.astype(np.float32) - 128) * gain + 128 + shift, 0, 255).astype(np.uint8)
    if generator.random() < 0.12:
        pictures = 255 - pictures
    return pictures, cells


def loss_slope(logits, cells, active):
    """Of a focal loss, which looks at what is doubtful; misses weigh more than false finds."""
    chance = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
    counts = (cells != 2) & active
    target = cells == 1
    missed = np.where(target, 1 - chance, chance)
    weight = np.where(target, 1.3, 1.0) * (0.15 + missed) * counts
    loss = -(weight * np.log(np.maximum(1 - missed, 1e-7))).sum()
    return loss, weight * (chance - target), int(counts.sum())


def measure(weights, pictures, cells):
    found = missed = wrong = clear = 0
    for start in range(0, len(pictures), 64):
        logits, active = network.forward(weights, pictures[start : start + 64])
        batch = cells[start : start + 64]
        found += ((logits > 0) & active & (batch == 1)).sum()
        missed += ((logits <= 0) & active & (batch == 1)).sum()
        wrong += ((logits > 0) & active & (batch == 0)).sum()
        clear += (batch == 0).sum()
    return found / (found + missed), wrong / clear


def train(pictures, cells):
    held_out = 500
    weights = read(arguments.start) if arguments.start else network.initial(generator)
    moments = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in weights.items()}
    total, start = 0.0, time.time()
    for step in range(1, arguments.steps + 1):
        chosen = generator.integers(held_out, len(pictures), BATCH)
        batch, labels = vary(pictures[chosen], cells[chosen])
        kept = {}
        logits, active = network.forward(weights, batch, kept)
        loss, slope, count = loss_slope(logits, labels, active)
        grads = network.backward(weights, kept, slope / max(count, 1))
        progress = step / arguments.steps
        rate = 0.004 * min(1, step / 100) * (0.5 + 0.5 * np.cos(np.pi * progress)) + 1e-5
        for name, grad in grads.items():
            first, second = moments[name]
            first += 0.1 * (grad - first)
            second += 0.002 * (grad * grad - second)
            weights[name] -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.998**step)) + 1e-8)
        total = total * 0.98 + 0.02 * loss / max(count, 1)
        if step % 250 == 0:
            print(step, f"loss {total:.4f} recall, false cells", *(f"{part:.4f}" for part in measure(weights, pictures[:held_out], cells[:held_out])), f"{time.time() - start:.0f} s", flush=True)
    return weights


NAMES = ["w1", "b1", "w2", "b2"] + [part + layer for layer in network.LAYERS for part in "dpb"] + ["wh", "bh"]


def read(path):
    values = np.frombuffer(base64.b64decode(pathlib.Path(path).read_text().split("'")[1]), "<f2").astype(np.float32)
    weights, at = network.initial(generator), 0
    for name in NAMES:
        size = weights[name].size
        weights[name] = values[at : at + size].reshape(weights[name].shape).copy()
        at += size
    return weights


def write(weights):
    """16-bit floats as one base64 text, in the order that the reader expects."""
    values = np.concatenate([weights[name].reshape(-1) for name in NAMES]).astype("<f2")
    text = base64.b64encode(values.tobytes()).decode()
    pathlib.Path(arguments.out).write_text(
        "// Generated by build/train-text/train.py. Do not edit.\n"
        "/** 16-bit floats, little endian: the layers in order, each with its weights and offsets. */\n"
        f"export const {arguments.name} = '{text}'\n"
    )
    print(len(values), "weights")


pictures, cells = make_all()
write(train(pictures, cells))
