# Judges numbers with Presidio: lines of "recognizer<TAB>number" in; 1 where the recognizer finds all of the number, else 0, each out.
import sys

import presidio_analyzer.predefined_recognizers as predefined

RECOGNIZERS = {}
for line in sys.stdin:
    name, number = line.rstrip("\n").split("\t")
    if name not in RECOGNIZERS:
        RECOGNIZERS[name] = getattr(predefined, name)()
    recognizer = RECOGNIZERS[name]
    found = recognizer.analyze(number, recognizer.supported_entities)
    sys.stdout.write("1" if any(each.start == 0 and each.end == len(number) for each in found) else "0")
