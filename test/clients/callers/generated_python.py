"""Calls the server by the client that openapi-generator makes for Python."""

import base64
import json
import sys
import time

import openapi_client as api
from openapi_client.exceptions import ApiException

url, key, hl7, dicom = sys.argv[1:]
client = api.ApiClient(api.Configuration(host=url + "/v1", access_token=key))
text, service = api.TextApi(client), api.ServiceApi(client)
message = open(hl7, newline="").read()
batch = text.text_word_count_batch(
    api.TextWordCountBatchRequest(items=[api.TextWordCountBatchItem(input=api.TextWordCountInput(text="two words"))])
)
job = text.text_word_count_job(api.TextWordCountRequest(text="three more words"))
while job.status == "running":
    time.sleep(0.05)
    job = service.describe_job(job.id)
try:
    api.Hl7Api(client).hl7_parse(api.Hl7ParseRequest(message="no message"))
except ApiException as error:
    problem = [error.status, json.loads(error.body)["code"]]
seen = {
    "words": text.text_word_count(api.TextWordCountRequest(text="BP 120/80 mmHg")).words,
    "controlId": api.Hl7Api(client).hl7_parse(api.Hl7ParseRequest(message=message)).control_id,
    "found": len(api.PhiApi(client).phi_detect(api.PhiDetectRequest(text="Seen by Dr. John Smith.")).spans) > 0,
    "valid": api.CodeApi(client).code_ucum(api.CodeUcumRequest(units=["mg", "mL"])).counts.valid,
    "sop": api.DicomApi(client).dicom_inspect(api.DicomInspectRequest(file=base64.b64encode(open(dicom, "rb").read()).decode())).sop.class_name,
    "batch": batch.results[0].result.words,
    "job": service.job_result(job.id)["words"],
    "problem": problem,
}
print(json.dumps(seen))
