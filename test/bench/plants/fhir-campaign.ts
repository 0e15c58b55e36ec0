// Tries FHIR documents in which a person is planted.
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'
import { besidePatient, type Person, type PlantedDocument, survivorsIn } from './fhir-places.ts'

/** Options of the tool by the name of the run. */
export const FHIR_RUNS: Readonly<Record<string, object>> = {
  safe: {},
  search: { unknown: 'search', narrative: 'clean', attachments: 'clean' },
  pseudonyms: { policy: 'pseudonymize', key: 'a secret of sixteen or more' },
  'fail-closed': { mode: 'fail-closed' },
}

/** With a rare word as a given name. */
export const FIRST_PERSON: Person = {
  given: 'Quillon',
  family: 'Vandermeersch',
  record: '84620175',
  phone: '+32 475 55 01 42',
  mail: 'quillon.vdm@zorgpost.example',
  street: '17 Kapelstraat',
  born: '1961-07-23',
}

export interface Tried {
  readonly place: string
  /** `left`: the document shows the person; `reported`: the rest of the answer or an error does. */
  readonly outcome: 'clean' | 'refused' | 'left' | 'reported' | 'invalid'
  /** What of the person is shown. */
  readonly left: readonly string[]
}

export function* tryDocuments(documents: readonly PlantedDocument[], person: Person, options: object, isBeside: boolean): Generator<Tried> {
  for (const { place, document } of documents) {
    const text = JSON.stringify(isBeside ? besidePatient(document, person) : document)
    yield { place, ...tryDocument(text, person, options) }
  }
}

function tryDocument(text: string, person: Person, options: object): Omit<Tried, 'place'> {
  let answer: { readonly resource: string }
  try {
    answer = runTool(phiDeidentifyFhir, { resource: text }, options) as unknown as typeof answer
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const shown = survivorsIn(JSON.stringify([error.message, error]), person)
    return { outcome: shown.length > 0 ? 'reported' : 'refused', left: shown }
  }
  const left = survivorsIn(answer.resource, person)
  if (left.length > 0) return { outcome: 'left', left }
  const reported = survivorsIn(JSON.stringify({ ...answer, resource: '' }), person)
  if (reported.length > 0) return { outcome: 'reported', left: reported }
  return { outcome: isValid(text) && !isValid(answer.resource) ? 'invalid' : 'clean', left: [] }
}

function isValid(resource: string): boolean {
  return (runTool(fhirValidate, { resource }, {}) as unknown as { valid: boolean }).valid
}
