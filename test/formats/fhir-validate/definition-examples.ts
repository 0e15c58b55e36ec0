// Faults of definitions, for each code.
import type { IssueCode } from '../../../src/formats/fhir/validate/issue-codes.ts'
import { profile } from '../fhir-profile/package-fixture.ts'
import type { Example } from './code-examples.ts'

const HOST = 'http://example.org/'
const structure = (element: object, rest: object = {}) => ({
  ...profile('s', 'Patient', []),
  status: 'draft',
  fhirVersion: '4.0.1',
  differential: { element: [{ id: 'Patient.name', path: 'Patient.name', ...element }] },
  ...rest,
})
const ELEMENT = 'StructureDefinition.differential.element[0]'
const codes = (rest: object) => ({
  resourceType: 'CodeSystem',
  url: `${HOST}CodeSystem/c`,
  name: 'C',
  status: 'draft',
  content: 'complete',
  caseSensitive: true,
  ...rest,
})
export const set = (include: object) => ({
  resourceType: 'ValueSet',
  url: `${HOST}ValueSet/v`,
  name: 'V',
  status: 'draft',
  compose: { include: [include] },
})

export const DEFINITION_EXAMPLES: Readonly<Partial<Record<IssueCode, Example>>> = {
  definition_link: {
    resource: {
      resourceType: 'Questionnaire',
      status: 'draft',
      item: [{ linkId: 'a', type: 'string', enableWhen: [{ question: 'x', operator: 'exists', answerBoolean: true }] }],
    },
    path: 'Questionnaire.item[0].enableWhen[0]',
    mark: '{\n     "question"',
  },
  definition_path: { resource: structure({ id: 'Patient.nom', path: 'Patient.nom' }), path: ELEMENT, mark: '{\n    "id": "Patient.nom"' },
  definition_type: { resource: structure({ type: [{ code: 'Address' }] }), path: `${ELEMENT}.type[0]`, mark: '{\n      "code": "Address"' },
  definition_content: { resource: codes({ count: 3, concept: [{ code: 'a' }] }), path: 'CodeSystem.count', mark: '"count"' },
  definition_code: {
    resource: set({ system: `${HOST}CodeSystem/c`, concept: [{ code: 'z' }] }),
    path: 'ValueSet.compose.include[0].concept[0]',
    mark: '{\n      "code": "z"',
    definitions: [codes({ concept: [{ code: 'a' }] })],
  },
  definition_duplicate: {
    resource: codes({
      property: [
        { code: 'p', type: 'string' },
        { code: 'p', type: 'code' },
      ],
    }),
    path: 'CodeSystem.property[1]',
    mark: '{\n   "code": "p",\n   "type": "code"',
  },
  definition_expression: {
    resource: structure({ constraint: [{ key: 'x-1', severity: 'error', human: 'x', expression: 'a.(' }] }),
    path: `${ELEMENT}.constraint[0]`,
    mark: '{\n      "key"',
  },
  definition_slicing: {
    resource: structure({ slicing: { discriminator: [{ type: 'value', path: 'kind' }], rules: 'open' } }),
    path: `${ELEMENT}.slicing.discriminator[0]`,
    mark: '{\n       "type"',
  },
}
