"""Reads the server's answers by the models that datamodel-code-generator makes; it makes no client."""

import base64
import json
import sys
import time
import urllib.error
import urllib.request

import health_models as models

url, key, hl7, dicom = sys.argv[1:]


def call(path, body=None):
    headers = {"Authorization": "Bearer " + key, "Content-Type": "application/json"}
    data = None if body is None else body.model_dump_json(exclude_none=True, by_alias=True).encode()
    return urllib.request.urlopen(urllib.request.Request(url + "/v1" + path, data, headers)).read()


items = [models.TextWordCountBatchItem(input=models.TextWordCountInput(text="two words"))]
job = models.Job.model_validate_json(call("/tools/text/word-count/jobs", models.TextWordCountRequest(text="three more words")))
while job.status.value == "running":
    time.sleep(0.05)
    job = models.Job.model_validate_json(call("/jobs/" + job.id))
try:
    call("/tools/hl7/parse", models.Hl7ParseRequest(message="no message"))
except urllib.error.HTTPError as error:
    problem = models.Problem.model_validate_json(error.read())
message = open(hl7, newline="").read()
file = base64.b64encode(open(dicom, "rb").read()).decode()
read = lambda model, path, body: model.model_validate_json(call(path, body))
seen = {
    "words": read(models.TextWordCountResult, "/tools/text/word-count", models.TextWordCountRequest(text="BP 120/80 mmHg")).words,
    "controlId": read(models.Hl7ParseResult, "/tools/hl7/parse", models.Hl7ParseRequest(message=message)).controlId,
    "found": len(read(models.PhiDetectResult, "/tools/phi/detect", models.PhiDetectRequest(text="Seen by Dr. John Smith.")).spans) > 0,
    "valid": read(models.CodeUcumResult, "/tools/code/ucum", models.CodeUcumRequest(units=["mg", "mL"])).counts.valid,
    "sop": read(models.DicomInspectResult, "/tools/dicom/inspect", models.DicomInspectRequest(file=file)).sop.className,
    "batch": read(models.TextWordCountBatchResult, "/tools/text/word-count/batch", models.TextWordCountBatchRequest(items=items)).results[0].result.words,
    "job": models.TextWordCountResult.model_validate_json(call("/jobs/" + job.id + "/result")).words,
    "problem": [problem.status, problem.code.value],
}
print(json.dumps(seen))
