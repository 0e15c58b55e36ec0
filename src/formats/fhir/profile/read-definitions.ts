// Definitions that a call brings itself: a package, or conformance resources as JSON or XML.
import { ProblemError } from '../../../core/problem.ts'
import { looksLikeXml, readJsonDocument } from '../document/fhir-document.ts'
import { readXmlDocument } from '../document/xml-document.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { collect, type GuidePackage, newDefinitions, readPackage } from './read-package.ts'

interface Read {
  readonly source: string | Uint8Array
  readonly model: FhirModel
  readonly definitions: GuidePackage
}

/** More is read again each time rather than kept. */
const MAX_KEPT = 16 << 20

/** The inputs of a batch bring the same definitions. */
let last: Read | undefined

/**
 * As readDefinitions; the same object for the same source as the time before.
 */
export function readDefinitionsOnce(source: string | Uint8Array, model: FhirModel): GuidePackage {
  if (last?.model === model && isSame(last.source, source)) return last.definitions
  const definitions = readDefinitions(source, model)
  if (source.length > MAX_KEPT) return definitions
  // What a caller does with its bytes afterwards is its own.
  last = { source: typeof source === 'string' ? source : source.slice(), model, definitions }
  return definitions
}

function isSame(a: string | Uint8Array, b: string | Uint8Array): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

/**
 * @param source a package (.tgz), or StructureDefinition, ValueSet, CodeSystem, Questionnaire, Measure and SearchParameter resources: one, an array, NDJSON or a Bundle
 * @throws ProblemError `unreadable_input`, `unsupported_variant`, `resource_limit`, as of a package or a document; `invalid_input` for a document without
 *   a definition
 */
function readDefinitions(source: string | Uint8Array, model: FhirModel): GuidePackage {
  try {
    return read(source, model)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.errors) throw error
    // The place is in the definitions, not in the document.
    const { message, code, at, facts } = error
    const errors = [{ pointer: '/definitions', code, detail: message }]
    throw new ProblemError(message, { code, errors, ...(at ? { at } : {}), ...(facts ? { facts } : {}) })
  }
}

function read(source: string | Uint8Array, model: FhirModel): GuidePackage {
  if (typeof source !== 'string' && source[0] === 0x1f && source[1] === 0x8b) {
    const found = readPackage(source)
    if (!found.fhirVersions.includes(model.version)) {
      throw invalid('wrong_version', `The package is for ${found.fhirVersions.join(', ')}, not for ${model.version}.`)
    }
    return found
  }
  const document = looksLikeXml(source) ? readXmlDocument(source, model, true) : readJsonDocument(source)
  const definitions = newDefinitions()
  let found = 0
  for (const { value } of document.resources()) found += collect(value, definitions)
  if (found === 0)
    throw invalid(
      'no_definition',
      'The document has no StructureDefinition, ValueSet, CodeSystem, Questionnaire, Measure or SearchParameter with a URL.',
    )
  return { name: '', version: '', fhirVersions: [model.version], dependencies: {}, ...definitions }
}

function invalid(code: string, detail: string): ProblemError {
  return new ProblemError('Invalid definitions.', { code: 'invalid_input', errors: [{ pointer: '/definitions', code, detail }] })
}
