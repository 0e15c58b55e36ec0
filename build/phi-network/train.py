"""Trains the networks of the PHI detector on processors and writes their weights.

python train.py <folder of samples> <target file> [epochs]
python train.py <folder of samples of other languages> <target file> <epochs> <weights of the English network>
Samples are made by write-samples.ts and write-vectors.ts, or by others/write-samples.ts. Prints for each epoch the loss and, for the halves `test`,
tokens found at several shares of false finds. The architecture is that of src/formats/phi/network/network.ts. The network for other languages begins
with the weights of the English one, has bits for ordinary words and for the language, and learns the vectors of its words.
"""
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

FOLDER, TARGET = sys.argv[1], sys.argv[2]
EPOCHS = int(sys.argv[3]) if len(sys.argv) > 3 else 6
ENGLISH = sys.argv[4] if len(sys.argv) > 4 else None
HIDDEN, FILES = 64, 6
LEAST_COUNT = 6
# There is less prose in other languages: more is hidden from the network while it learns.
DROPOUT, WORD_DROPOUT, RATE = (0.25, 0.3, 2e-3) if ENGLISH else (0.1, 0.1, 3e-3)
VECTOR, CHAR, GRAMS, CHARS, CLASSES = 32, 12, 32, 16, 64
DILATIONS = (1, 2, 4, 8)
TAGS, KINDS = 7, 8
LEX_BITS, ENGLISH_LEX_BITS = 22 if ENGLISH else 15, 15
FLAGS = LEX_BITS + 20 + 6 + 4 + 3
PAD, CHUNK = 16, 4000
IGNORED = 255
torch.manual_seed(20261127)
torch.set_num_threads(2)


def quantized_vectors():
    hashes = np.fromfile(f"{FOLDER}/vocabulary.hashes", np.int32)
    vectors = np.fromfile(f"{FOLDER}/vocabulary.vectors", np.float32).reshape(len(hashes), -1)
    centred = vectors - vectors.mean(0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    projected = centred @ axes[:VECTOR].T
    projected /= projected.std(0).mean() * 2
    return hashes, np.clip(np.rint(projected * 32), -127, 127).astype(np.int8)


def frequent_words():
    """Words of other languages that stand outside of identifiers several times; their vectors are learned."""
    counts = {}
    for epoch in range(FILES):
        own = np.fromfile(f"{FOLDER}/epoch-{epoch}.hashes", np.int32)
        free = np.fromfile(f"{FOLDER}/epoch-{epoch}.small", np.uint8).reshape(-1, 5)[:, 4] == 0
        for hash, count in zip(*np.unique(own[free & (own != 0)], return_counts=True)):
            counts[hash] = counts.get(hash, 0) + count
    return np.array(sorted(hash for hash, count in counts.items() if count >= LEAST_COUNT * FILES), np.int32)


class Texts:
    def __init__(self, name, hashes):
        read = lambda part, kind: np.fromfile(f"{FOLDER}/{name}.{part}", kind)
        self.lengths = read("lengths", np.int32)
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)])
        own = read("hashes", np.int32)
        at = np.searchsorted(hashes, own)
        at[at == len(hashes)] = 0
        self.words = np.where((own != 0) & (hashes[at] == own), at + 1, 0).astype(np.int32)
        self.lex, self.role = read("lex", np.int32), read("role", np.int32)
        self.small = read("small", np.uint8).reshape(-1, 5)
        self.chars = read("chars", np.uint8).reshape(-1, CHARS)

    def chunks(self, order):
        """Texts one behind the other, with room between them."""
        places, count = [], 0
        for text in order:
            if count > 0 and count + self.lengths[text] > CHUNK:
                yield self.chunk(places, count)
                places, count = [], 0
            places.append(text)
            count += self.lengths[text] + PAD
        yield self.chunk(places, count)

    def chunk(self, places, count):
        index = np.full(count + PAD, -1, np.int64)
        at = PAD
        for text in places:
            n = self.lengths[text]
            index[at : at + n] = np.arange(self.starts[text], self.starts[text] + n)
            at += n + PAD
        real = index >= 0
        index[~real] = 0
        shape, gap, kind, tag, category = self.small[index].T
        bits = [(self.lex[index, None] >> np.arange(LEX_BITS)) & 1, (self.role[index, None] >> np.arange(20)) & 1]
        flags = np.concatenate(bits + [np.eye(6)[shape], np.eye(4)[gap], np.eye(3)[kind]], 1).astype(np.float32)
        hide = lambda labels: np.where(real & (labels != IGNORED), labels.astype(np.int64), -1)
        return (
            torch.from_numpy(real.astype(np.float32)),
            torch.from_numpy(self.words[index].astype(np.int64)),
            torch.from_numpy(self.chars[index].astype(np.int64)),
            torch.from_numpy(flags),
            torch.from_numpy(hide(tag)),
            torch.from_numpy(hide(category)),
        )


class Network(nn.Module):
    def __init__(self, vectors):
        super().__init__()
        table = np.concatenate([np.zeros((1, VECTOR)), vectors / 32]).astype(np.float32)
        self.vectors = nn.Embedding.from_pretrained(torch.from_numpy(table), freeze=ENGLISH is None, padding_idx=0)
        self.chars = nn.Embedding(CLASSES, CHAR, padding_idx=0)
        self.grams = nn.Conv1d(CHAR, GRAMS, 3, padding=1)
        self.word = nn.Linear(VECTOR + GRAMS + FLAGS, HIDDEN)
        self.layers = nn.ModuleList(nn.Conv1d(HIDDEN, HIDDEN, 3, padding=d, dilation=d) for d in DILATIONS)
        self.tags = nn.Linear(HIDDEN, TAGS)
        self.kinds = nn.Linear(HIDDEN, KINDS)

    def forward(self, real, words, chars, flags):
        if self.training:
            words = torch.where(torch.rand(words.shape) < WORD_DROPOUT, 0, words)
        unique, back = torch.unique(chars, dim=0, return_inverse=True)
        grams = F.relu(self.grams(self.chars(unique).transpose(1, 2))).amax(2)[back]
        x = F.relu(self.word(torch.cat([self.vectors(words), grams, flags], 1)))
        x = F.dropout(x, DROPOUT, self.training)
        x = (x * real[:, None]).T[None]
        for layer in self.layers:
            x = (x + F.dropout(F.relu(layer(x)), DROPOUT, self.training)) * real[None, None]
        x = x[0].T
        return self.tags(x), self.kinds(x)


def judge(network, texts):
    network.eval()
    odds, truth = [], []
    with torch.no_grad():
        for *inputs, _, category in texts.chunks(range(len(texts.lengths))):
            kinds = torch.log_softmax(network(*inputs)[1], 1)
            kept = category >= 0
            odds.append((torch.log1p(-kinds[:, 0].exp().clamp(max=1 - 1e-7)) - kinds[:, 0])[kept])
            truth.append(category[kept] > 0)
    odds, truth = torch.cat(odds).numpy(), torch.cat(truth).numpy()
    safe = np.sort(odds[~truth])[::-1]
    found = {share: (odds[truth] > safe[int(len(safe) * share)]).mean() for share in (0.001, 0.003, 0.01, 0.03)}
    return ", ".join(f"{100 * value:.2f} % at {100 * share} %" for share, value in found.items())


def write(network, hashes, vectors):
    """In the order of network-weights.ts: number of words, hashes, vectors, then for each tensor its unit and its values in 16 bits."""
    if ENGLISH:
        vectors = np.clip(np.rint(network.vectors.weight.detach().numpy()[1:] * 32), -127, 127).astype(np.int8)
    with open(TARGET, "wb") as file:
        file.write(np.int32(len(hashes)).tobytes() + hashes.tobytes() + vectors.tobytes())
        for parts in parts_of(network):
            values = torch.cat(parts).detach().numpy().astype(np.float32).ravel()
            unit = np.float32(np.abs(values).max() / 32767)
            file.write(unit.tobytes() + np.rint(values / unit).astype(np.int16).tobytes())


def begin_with_english(network):
    """Copies the weights of the English network; what it has no input for begins at nothing."""
    more = LEX_BITS - ENGLISH_LEX_BITS
    known = VECTOR + GRAMS + ENGLISH_LEX_BITS
    with open(ENGLISH, "rb") as file, torch.no_grad():
        words = int(np.frombuffer(file.read(4), np.int32)[0])
        file.seek(4 + words * (4 + VECTOR))
        for parts in parts_of(network):
            unit = float(np.frombuffer(file.read(4), np.float32)[0])
            for part in parts:
                shape = (HIDDEN, part.shape[1] - more) if part is network.word.weight else tuple(part.shape)
                values = np.frombuffer(file.read(int(np.prod(shape)) * 2), np.int16).reshape(shape).astype(np.float32) * unit
                if part is network.word.weight:
                    values = np.insert(values, [known] * more, 0, axis=1)
                part.copy_(torch.from_numpy(values))


def parts_of(network):
    """The tensors of the file, each of one part or several."""
    parts = [[network.chars.weight], [network.grams.weight], [network.grams.bias], [network.word.weight], [network.word.bias]]
    parts += [[part] for layer in network.layers for part in (layer.weight, layer.bias)]
    return parts + [[network.tags.weight, network.kinds.weight], [network.tags.bias, network.kinds.bias]]


def main():
    if ENGLISH:
        hashes = frequent_words()
        vectors = np.zeros((len(hashes), VECTOR), np.int8)
    else:
        hashes, vectors = quantized_vectors()
    network = Network(vectors)
    if ENGLISH:
        begin_with_english(network)
    count = sum(p.numel() for p in network.parameters() if p.requires_grad)
    print(f"{len(hashes)} words, {count} parameters", flush=True)
    tests = [Texts(name, hashes) for name in ("test", "test-small")]
    rates = torch.optim.AdamW([p for p in network.parameters() if p.requires_grad], lr=RATE, weight_decay=0.01)
    first = Texts("epoch-0", hashes)
    steps = sum(1 for _ in first.chunks(range(len(first.lengths)))) * EPOCHS
    schedule = torch.optim.lr_scheduler.OneCycleLR(rates, RATE, total_steps=int(steps * 1.02), pct_start=0.1)
    for epoch in range(EPOCHS):
        began, total, seen = time.time(), 0.0, 0
        texts = Texts(f"epoch-{epoch % FILES}", hashes)
        order = np.random.default_rng(epoch).permutation(len(texts.lengths))
        network.train()
        for *inputs, tag, category in texts.chunks(order):
            tags, kinds = network(*inputs)
            loss = F.cross_entropy(tags, tag, ignore_index=-1) + F.cross_entropy(kinds, category, ignore_index=-1)
            rates.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            rates.step()
            if schedule.last_epoch + 1 < schedule.total_steps:
                schedule.step()
            total, seen = total + loss.item(), seen + 1
        print(f"epoch {epoch}: loss {total / seen:.4f}, {seen} steps, {time.time() - began:.0f} s", flush=True)
        for test, name in zip(tests, ("test", "small")):
            print(f"  {name}: {judge(network, test)}", flush=True)
        write(network, hashes, vectors)


if __name__ == "__main__":
    main()
