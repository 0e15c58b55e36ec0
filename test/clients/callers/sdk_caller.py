"""Calls the server by the Python SDK and prints what came back as JSON."""

import json
import sys
import time
import typing
from pathlib import Path

from health_tools import Client, Problem, types

url, key, slow_key, hl7, dicom, target = sys.argv[1:]
client = Client(url, key)
seen = {}
# Names in types that are nowhere would be found by a type checker alone.
for name, value in vars(types).items():
    if isinstance(value, type) and typing.is_typeddict(value):
        typing.get_type_hints(value)

seen["words"] = client.text.word_count.run(text="BP 120/80 mmHg")["words"]
seen["controlId"] = client.hl7.parse.run(message=Path(hl7))["controlId"]
with open(dicom, "rb") as file:
    seen["sop"] = client.dicom.inspect.run(file=file)["sop"]["className"]
seen["units"] = client.code.ucum.run(units=["mg", "mL"])["counts"]["valid"]
client.phi.deidentify_text.save(target, text=b"Seen by Dr. John Smith.", options={"policy": "safe-harbor"})
seen["saved"] = "Smith" in Path(target).read_text()
seen["files"] = client.hl7.parse.batch([{"message": Path(hl7)}, {"message": b"no message"}])["summary"]
seen["items"] = client.text.word_count.batch([{"text": "one"}, {"text": "two words"}])["results"][1]["result"]["words"]
seen["binary"] = client.dicom.diff.batch([{"left": Path(dicom), "right": Path(dicom)}])["summary"]
seen["job"] = client.hl7.validate.start(message=Path(hl7), idempotency_key="python-1").wait(60)["controlId"]
seen["batchJob"] = client.text.word_count.start_batch([{"text": "one"}]).wait(60)["summary"]
seen["jobs"] = len(client.jobs()) > 0
try:
    client.hl7.parse.run(message="no message")
except Problem as problem:
    seen["problem"] = [problem.status, problem.code, problem.request_id != ""]
slow = Client(url, slow_key)
start = time.monotonic()
seen["slow"] = [slow.text.word_count.run(text="a b")["words"] for _ in range(2)]
seen["waited"] = time.monotonic() - start >= 0.5
try:
    impatient = Client(url, slow_key, retries=0)
    for _ in range(2):
        impatient.text.word_count.run(text="a b")
except Problem as problem:
    seen["limited"] = [problem.status, problem.retryable]
seen["plan"] = client.me()["plan"]["id"] if isinstance(client.me()["plan"], dict) else client.me()["plan"]
print(json.dumps(seen))
