# Judges numbers with python-stdnum: lines of "module<TAB>number" in; 1, 0, or x for an exception, each out.
import importlib
import sys

MODULES = {}
for line in sys.stdin:
    name, number = line.rstrip("\n").split("\t")
    if name not in MODULES:
        MODULES[name] = importlib.import_module("stdnum." + name)
    try:
        sys.stdout.write("1" if MODULES[name].is_valid(number) else "0")
    except Exception:
        sys.stdout.write("x")
