// A FHIR document of any form: JSON, NDJSON, an array of resources, or XML.
import type { FhirModel } from '../model/element-plan.ts'
import { type FhirDocument, looksLikeXml, readJsonDocument } from './fhir-document.ts'
import { readXmlDocument } from './xml-document.ts'

/**
 * @throws ProblemError as readJsonDocument and the strict readXmlDocument do: XML that the definitions do not have is an error
 */
export function readFhirDocument(source: string | Uint8Array, model: FhirModel): FhirDocument {
  return looksLikeXml(source) ? readXmlDocument(source, model, true) : readJsonDocument(source)
}
