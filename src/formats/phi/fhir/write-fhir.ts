// Writes changed resources in the form that the document came in: JSON, NDJSON, an array, or XML.
import { ProblemError } from '../../../core/problem.ts'
import { embedNarrative } from '../../fhir/convert/embed-narrative.ts'
import type { FhirDocument } from '../../fhir/document/fhir-document.ts'
import type { JsonObject } from '../../fhir/json/json-value.ts'
import { writeJson } from '../../fhir/json/write-json.ts'
import type { FhirModel } from '../../fhir/model/element-plan.ts'
import { WRITE_PROBLEMS, writeResource } from '../../fhir/xml/write-resource.ts'

/** @throws ProblemError `unsupported_variant` for what XML cannot hold, which no resource of XML has */
export function writeFhir({ format, text }: FhirDocument, resources: readonly JsonObject[], model: FhirModel): string {
  if (format === 'ndjson') return resources.map((each) => `${writeJson(each)}\n`).join('')
  if (format === 'xml') return writeXml(resources[0]!, model, /^[^\n]{0,2000}\n {1,8}</.test(text.slice(text.indexOf('<', 1))))
  const start = text.slice(0, 200)
  const isPretty = /^\uFEFF?\s{0,20}[[{]\s{0,20}\n/.test(start)
  return writeJson(/^\uFEFF?\s{0,20}\[/.test(start) ? [...resources] : resources[0]!, isPretty)
}

function writeXml(resource: JsonObject, model: FhirModel, pretty: boolean): string {
  const fail = (message: string): never => {
    throw new ProblemError(message, { code: 'unsupported_variant' })
  }
  return writeResource(resource, {
    model,
    pretty,
    fail: (problem) => fail(WRITE_PROBLEMS[problem]),
    narrative: (div) => embedNarrative(div)?.div ?? fail('The narrative is no div of XHTML any more.'),
  })
}
