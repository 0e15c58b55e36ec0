"""Prints the elements that pydicom reads from each file named on standard input: one JSON line per file, for dicom-compare.ts."""
import hashlib
import json
import math
import sys
import warnings

import pydicom
from pydicom.multival import MultiValue

warnings.simplefilter("ignore")


def plain(value):
    if isinstance(value, float) and not hasattr(value, "original_string") and not math.isfinite(value):
        return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(value)]
    if isinstance(value, (int, float)) and not hasattr(value, "original_string"):
        return value
    return text_of(value)


def vr_of(element):
    return getattr(element.VR, "value", element.VR)


def text_of(value):
    original = getattr(value, "original_string", None)
    return str(original if isinstance(original, str) else value)


def describe(dataset, path, rows):
    for element in dataset:
        here = f"{path}{int(element.tag):08x}"
        if vr_of(element) == "SQ":
            rows.append([here, "SQ", None])
            for index, item in enumerate(element.value):
                describe(item, f"{here}[{index}].", rows)
            continue
        value = element.value
        if isinstance(value, (bytes, bytearray)):
            rows.append([here, vr_of(element), {"bytes": len(value), "sha1": hashlib.sha1(value).hexdigest()}])
            continue
        if value is None or value == "":
            values = []
        else:
            values = list(value) if isinstance(value, (MultiValue, list)) else [value]
        rows.append([here, vr_of(element), [plain(v) for v in values]])


for line in sys.stdin:
    name = line.rstrip("\n")
    rows = []
    try:
        dataset = pydicom.dcmread(name, force=False)
        describe(dataset.file_meta, "", rows)
        describe(dataset, "", rows)
        print(json.dumps({"file": name, "rows": rows}))
    except Exception as error:  # noqa: BLE001 a reader that fails is a row of the table
        print(json.dumps({"file": name, "error": type(error).__name__, "rows": rows}))
    sys.stdout.flush()
