"""The network of the text detector, forward and backward, in numpy. src/formats/dicom/text/network.ts runs the same on one image."""
import numpy as np

# A cell is active where its surroundings differ by so much; elsewhere nothing is worked out, and features are zero.
ACTIVE_RANGE = 14
CHANNELS = (8, 24, 32, 32, 32, 32)
DILATIONS = (1, 2, 4, 1)
LAYERS = "3456"


def activity(images):
    """True for active cells of 4 x 4 pixels: the range of the 3 x 3 cells around."""
    n, h, w = images.shape
    blocks = images.reshape(n, h // 4, 4, w // 4, 4)
    high = np.pad(blocks.max((2, 4)), ((0, 0), (1, 1), (1, 1)), mode="edge")
    low = np.pad(blocks.min((2, 4)), ((0, 0), (1, 1), (1, 1)), mode="edge")
    rows, columns = h // 4, w // 4
    shifted = [(dy, dx) for dy in range(3) for dx in range(3)]
    high = np.max([high[:, y : y + rows, x : x + columns] for y, x in shifted], 0)
    low = np.min([low[:, y : y + rows, x : x + columns] for y, x in shifted], 0)
    return high.astype(np.int16) - low.astype(np.int16) >= ACTIVE_RANGE


def initial(generator):
    a, b = CHANNELS[:2]
    he = lambda shape, fan: (generator.standard_normal(shape) * np.sqrt(2 / fan)).astype(np.float32)
    weights = {"w1": he((25, a), 25), "b1": np.zeros(a, np.float32), "w2": he((9 * a, b), 9 * a), "b2": np.zeros(b, np.float32)}
    for name, source, target in zip(LAYERS, CHANNELS[1:], CHANNELS[2:]):
        weights["d" + name] = he((9, source), 9)
        weights["d" + name][4] += 0.5
        weights["p" + name] = he((source, target), source)
        weights["b" + name] = np.zeros(target, np.float32)
    weights["wh"] = he((CHANNELS[-1], 1), CHANNELS[-1])
    weights["bh"] = np.full(1, -1, np.float32)
    return weights


def im2col(x, size, stride, before, after):
    """Rows of patches: (n, rows, columns, size * size * channels)."""
    n, h, w, c = x.shape
    padded = np.pad(x, ((0, 0), (before, after), (before, after), (0, 0)))
    rows, columns = h // stride, w // stride
    parts = [padded[:, dy : dy + stride * rows : stride, dx : dx + stride * columns : stride] for dy in range(size) for dx in range(size)]
    return np.concatenate(parts, 3)


def shift(x, dy, dx):
    """x moved so that the value at (y + dy, x + dx) comes to (y, x); zeros come in."""
    result = np.zeros_like(x)
    n, h, w, c = x.shape
    result[:, max(-dy, 0) : h - max(dy, 0), max(-dx, 0) : w - max(dx, 0)] = x[:, max(dy, 0) : h - max(-dy, 0), max(dx, 0) : w - max(-dx, 0)]
    return result


def forward(weights, images, keep=None):
    """Logits by cell; keep collects what the way back needs."""
    active = activity(images)[..., None].astype(np.float32)
    fine = active.repeat(2, 1).repeat(2, 2)
    x = (images.astype(np.float32) - 128) / 128
    # 5 x 5 pixels around each 2 x 2, edges repeated.
    n, h, w = x.shape
    padded = np.pad(x, ((0, 0), (2, 3), (2, 3)), mode="edge")
    columns1 = np.stack([padded[:, dy : dy + h : 2, dx : dx + w : 2] for dy in range(5) for dx in range(5)], 3)
    a1 = np.maximum(columns1 @ weights["w1"] + weights["b1"], 0) * fine
    columns2 = im2col(a1, 3, 2, 1, 1)
    a2 = np.maximum(columns2 @ weights["w2"] + weights["b2"], 0) * active
    layers = []
    value = a2
    for name, dilation in zip(LAYERS, DILATIONS):
        depth = sum(shift(value, dy * dilation, dx * dilation) * weights["d" + name][(dy + 1) * 3 + dx + 1] for dy in (-1, 0, 1) for dx in (-1, 0, 1))
        following = np.maximum(depth @ weights["p" + name] + weights["b" + name], 0) * active
        layers.append((value, depth, following))
        value = following
    logits = (value @ weights["wh"] + weights["bh"])[..., 0]
    if keep is not None:
        keep.update(columns1=columns1, a1=a1, columns2=columns2, a2=a2, layers=layers)
    return logits, active[..., 0] > 0


def backward(weights, kept, slope):
    """Gradients of all weights. @param slope of the loss by the logits"""
    flat = lambda array: array.reshape(-1, array.shape[-1])
    grads = {}
    slope = slope[..., None].astype(np.float32)
    grads["wh"] = flat(kept["layers"][-1][2]).T @ flat(slope)
    grads["bh"] = flat(slope).sum(0)
    back = slope @ weights["wh"].T
    for name, dilation, (source, depth, following) in reversed(list(zip(LAYERS, DILATIONS, kept["layers"]))):
        back = back * (following > 0)
        grads["p" + name] = flat(depth).T @ flat(back)
        grads["b" + name] = flat(back).sum(0)
        into = back @ weights["p" + name].T
        kernel = np.zeros_like(weights["d" + name])
        back = np.zeros_like(source)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                place = (dy + 1) * 3 + dx + 1
                kernel[place] = (shift(source, dy * dilation, dx * dilation) * into).sum((0, 1, 2))
                back += shift(into * weights["d" + name][place], -dy * dilation, -dx * dilation)
        grads["d" + name] = kernel
    back = back * (kept["a2"] > 0)
    grads["w2"] = flat(kept["columns2"]).T @ flat(back)
    grads["b2"] = flat(back).sum(0)
    parts = back @ weights["w2"].T
    n, h, w, c = kept["a1"].shape
    padded = np.zeros((n, h + 2, w + 2, c), np.float32)
    for place in range(9):
        dy, dx = divmod(place, 3)
        padded[:, dy : dy + h : 2, dx : dx + w : 2] += parts[..., place * c : (place + 1) * c]
    back = padded[:, 1:-1, 1:-1] * (kept["a1"] > 0)
    grads["w1"] = flat(kept["columns1"]).T @ flat(back)
    grads["b1"] = flat(back).sum(0)
    return grads
