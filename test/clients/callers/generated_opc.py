"""Calls the server by the client that openapi-python-client makes."""

import base64
import json
import sys
import time

from health_tools_client import AuthenticatedClient, models
from health_tools_client.api.code import code_ucum
from health_tools_client.api.dicom import dicom_inspect
from health_tools_client.api.hl7 import hl7_parse
from health_tools_client.api.phi import phi_detect
from health_tools_client.api.service import describe_job, job_result
from health_tools_client.api.text import text_word_count, text_word_count_batch, text_word_count_job

url, key, hl7, dicom = sys.argv[1:]
client = AuthenticatedClient(base_url=url + "/v1", token=key)
items = [models.TextWordCountBatchItem(input_=models.TextWordCountInput(text="two words"))]
job = text_word_count_job.sync(client=client, body=models.TextWordCountRequest(text="three more words"))
while job.status == "running":
    time.sleep(0.05)
    job = describe_job.sync(job.id, client=client)
refused = hl7_parse.sync(client=client, body=models.Hl7ParseRequest(message="no message"))
file = base64.b64encode(open(dicom, "rb").read()).decode()
seen = {
    "words": text_word_count.sync(client=client, body=models.TextWordCountRequest(text="BP 120/80 mmHg")).words,
    "controlId": hl7_parse.sync(client=client, body=models.Hl7ParseRequest(message=open(hl7, newline="").read())).control_id,
    "found": len(phi_detect.sync(client=client, body=models.PhiDetectRequest(text="Seen by Dr. John Smith.")).spans) > 0,
    "valid": code_ucum.sync(client=client, body=models.CodeUcumRequest(units=["mg", "mL"])).counts.valid,
    "sop": dicom_inspect.sync(client=client, body=models.DicomInspectRequest(file=file)).sop.class_name,
    "batch": text_word_count_batch.sync(client=client, body=models.TextWordCountBatchRequest(items=items)).results[0].result.words,
    "job": job_result.sync(job.id, client=client)["words"],
    "problem": [refused.status, refused.code.value],
}
print(json.dumps(seen))
