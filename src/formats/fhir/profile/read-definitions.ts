// Definitions that a call brings itself: a package, or conformance resources as JSON or XML.
import { Fault } from '../../../core/fault.ts'
import { looksLikeXml, readJsonDocument } from '../document/fhir-document.ts'
import { readXmlDocument } from '../document/xml-document.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { collect, type GuidePackage, newDefinitions, readPackage } from './read-package.ts'

/**
 * @param source a package (.tgz), or StructureDefinition, ValueSet, CodeSystem and Questionnaire resources: one, an array, NDJSON or a Bundle
 * @throws Fault `unreadable_input`, `unsupported_variant`, `resource_limit`, as of a package or a document; `invalid_input` for a document without
 *   a definition
 */
export function readDefinitions(source: string | Uint8Array, model: FhirModel): GuidePackage {
  if (typeof source !== 'string' && source[0] === 0x1f && source[1] === 0x8b) {
    const read = readPackage(source)
    if (!read.fhirVersions.includes(model.version)) {
      throw invalid('wrong_version', `The package is for ${read.fhirVersions.join(', ')}, not for ${model.version}.`)
    }
    return read
  }
  const document = looksLikeXml(source) ? readXmlDocument(source, model, true) : readJsonDocument(source)
  const definitions = newDefinitions()
  let found = 0
  for (const { value } of document.resources()) found += collect(value, definitions)
  if (found === 0)
    throw invalid('no_definition', 'The document has no StructureDefinition, ValueSet, CodeSystem or Questionnaire with a URL.')
  return { name: '', version: '', fhirVersions: [model.version], dependencies: {}, ...definitions }
}

function invalid(code: string, detail: string): Fault {
  return new Fault('The definitions cannot be used.', { code: 'invalid_input', errors: [{ pointer: '/definitions', code, detail }] })
}
