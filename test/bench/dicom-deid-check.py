"""Checks de-identified DICOM files against their originals with pydicom alone, sharing no line with the program that made them.

Usage: python3 dicom-deid-check.py TABLE < PAIRS   (TABLE: Table E.1-1 as JSON; PAIRS: lines of original path, tab, result path)
Prints one JSON line per pair: how many original values survived by kind, what Table E.1-1 removes and is still there, private elements,
whether Pixel Data are the same bytes, what dciodvfy says anew, and digests of the UIDs before and after. No values.
"""
import hashlib
import json
import re
import subprocess
import sys
import warnings

import pydicom

warnings.simplefilter("ignore")
IDS = {
    0x00100020, 0x00101000, 0x00080050, 0x00200010, 0x00380010, 0x00101090, 0x00401001, 0x00400009, 0x00400253, 0x00402016, 0x00402017,
    0x00120040, 0x00181000, 0x00400551, 0x00400512, 0x00380060,
}
# UIDs of classes and coding schemes name kinds of things, also private ones.
CLASSES = {0x00080016, 0x0008001A, 0x0008001B, 0x00080062, 0x0008010C, 0x0008010D, 0x00080117, 0x00080118, 0x00081150, 0x0008115A}
INSTITUTIONS = {0x00080080, 0x00080081, 0x00081040, 0x00120031, 0x0040A027}
EMPTY_NAMES = {"anonymous", "anonymized", "none", "unknown", "patient", "name", "test"}
PIXELS = 0x7FE00010


def values_of(element):
    value = element.value
    if value is None:
        return []
    if isinstance(value, (list, tuple)) or type(value).__name__ == "MultiValue":
        return [str(part) for part in value]
    return [str(value)]


def walk(dataset, depth=0):
    for key in list(dataset.keys()):
        try:
            element = dataset[key]
        except Exception:
            continue
        yield dataset, element
        if element.VR == "SQ" and depth < 64:
            for item in element.value or []:
                yield from walk(item, depth + 1)


def originals(dataset):
    found = {}
    for _, element in walk(dataset):
        tag = int(element.tag)
        if tag >> 16 <= 2:
            continue
        kind = None
        if element.VR == "PN":
            kind = "name"
        elif element.VR in ("DA", "DT"):
            kind = "date"
        elif element.VR == "UI":
            kind = "uid"
        elif tag in IDS:
            kind = "id"
        elif tag in INSTITUTIONS:
            kind = "institution"
        if kind is None or tag in CLASSES:
            continue
        for value in values_of(element):
            value = value.strip(" \0")
            if kind == "uid" and (value.startswith("1.2.840.10008.") or len(value) < 8):
                continue
            if kind == "date":
                match = re.match(r"(\d{4})[.-]?(\d\d)[.-]?(\d\d)", value)
                if not match or match.group(1) + match.group(2) + match.group(3) == "19000101":
                    continue
                value = "".join(match.groups())
            if kind == "name":
                for group in value.split("="):
                    group = group.rstrip("^ ")
                    if len(group) >= 4 and group.lower() not in EMPTY_NAMES:
                        found.setdefault((kind, group), None)
                continue
            if len(value) >= 4:
                found.setdefault((kind, value), None)
    return list(found)


def text_values(dataset):
    for _, element in walk(dataset):
        if element.VR in ("LO", "SH", "ST", "LT", "UT", "UC", "PN", "AE", "UR", "CS", "UI", "DA", "DT"):
            for value in values_of(element):
                yield element, value


def outside_pixels(path, dataset):
    data = open(path, "rb").read()
    if PIXELS not in dataset:
        return data
    raw = dataset.get_item(PIXELS)
    value = raw.value
    if not value:
        return data
    at = data.find(value)
    return data if at < 0 else data[:at] + data[at + len(value):]


def encodings(text):
    forms = set()
    for name in ("utf-8", "latin-1", "utf-16-le", "utf-16-be", "shift_jis", "euc_jp", "iso2022_jp", "euc_kr", "gb18030", "iso8859-5", "iso8859-7", "iso8859-8", "iso8859-6"):
        try:
            forms.add(text.encode(name))
        except Exception:
            pass
    return forms


def found_in(value, kind, lowered, texts):
    """Long values anywhere in the bytes, in any encoding; short ones as a whole value of a text."""
    if len(value) >= 6:
        for form in encodings(value):
            if len(form) < 6 or form.lower() not in lowered:
                continue
            # New UIDs are long numbers and may hold any eight digits.
            if kind == "date" and all(element.VR == "UI" for element, text in texts if value in text) and any(value in text for _, text in texts):
                continue
            return True
    return any(text.strip(" \0") == value and (element.VR != "CS" or kind == "name") for element, text in texts)


def check(original_path, result_path, table):
    original = pydicom.dcmread(original_path, force=True)
    result = pydicom.dcmread(result_path)
    row = {"file": original_path, "survivors": {}, "residuals": 0, "private": 0, "pixels": None}
    lowered = outside_pixels(result_path, result).lower()
    texts = list(text_values(result))
    for kind, value in originals(original):
        if found_in(value, kind, lowered, texts):
            row["survivors"][kind] = row["survivors"].get(kind, 0) + 1
    for _, element in walk(result):
        tag = int(element.tag)
        if element.tag.is_private:
            row["private"] += 1
        elif table.get(tag) == "X" or 0x50000000 <= tag < 0x51000000 or (0x60000000 <= tag < 0x61000000 and tag & 0xFFFF in (0x3000, 0x4000)):
            row["residuals"] += 1
    if PIXELS in original and PIXELS in result:
        row["pixels"] = original.get_item(PIXELS).value == result.get_item(PIXELS).value
    row["uids"] = uid_pairs(original, result)
    return row


def uid_pairs(original, result):
    """Digests of the instance UIDs before and after, where both sides have the element."""
    pairs = []
    for tag in (0x00080018, 0x0020000D, 0x0020000E, 0x00200052):
        if tag in original and tag in result:
            before, after = str(original[tag].value or "").strip(" \0"), str(result[tag].value or "")
            if before and not before.startswith("1.2.840.10008."):
                pairs.append([hashlib.sha1(before.encode()).hexdigest(), hashlib.sha1(after.encode()).hexdigest()])
    for sequence in (0x00081140, 0x00082112, 0x00081115):
        items = zip(original.get(sequence, []) and original[sequence].value or [], result.get(sequence, []) and result[sequence].value or [])
        for left, right in items:
            if 0x00081155 in left and 0x00081155 in right:
                pairs.append([hashlib.sha1(str(side[0x00081155].value).strip(" \0").encode()).hexdigest() for side in (left, right)])
    return pairs


def complaints(path):
    """Errors of dciodvfy without their values; None where it cannot read the data set."""
    run = subprocess.run(["dciodvfy", "-new", path], capture_output=True, timeout=120)
    lines = (run.stderr + run.stdout).decode("latin-1").splitlines()
    errors = [re.sub(r" = <[^>]*>", "", line) for line in lines if line.startswith("Error")]
    if any("read failed" in line or "Tags out of order" in line for line in errors):
        return None
    return errors


def new_complaints(original_path, result_path):
    before, after = complaints(original_path), complaints(result_path)
    if before is None:
        return None
    if after is None:
        return ["cannot be read"]
    for line in before:
        if line in after:
            after.remove(line)
    return after


def load_table(path):
    table = {}
    for row in json.load(open(path)):
        bare = row["tag"].strip("()").replace(",", "")
        if re.fullmatch(r"[0-9A-Fa-f]{8}", bare):
            table[int(bare, 16)] = row["basicProfile"]
    return table


def main():
    table = load_table(sys.argv[1])
    for line in sys.stdin:
        original, result = line.rstrip("\n").split("\t")
        try:
            row = check(original, result, table)
            row["complaints"] = new_complaints(original, result)
        except Exception as error:
            row = {"file": original, "error": type(error).__name__}
        print(json.dumps(row))


main()
