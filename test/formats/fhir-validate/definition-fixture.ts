// An invented profile of Observation, and the errors that fhir/validate finds in a resource beside such definitions.
import { validate } from '../fhir-profile/package-fixture.ts'

export const HOST = 'http://test.example.org/'

export const profile = (element: readonly object[], rest: object = {}) => ({
  resourceType: 'StructureDefinition',
  url: `${HOST}StructureDefinition/p`,
  name: 'P',
  status: 'draft',
  fhirVersion: '4.0.1',
  kind: 'resource',
  abstract: false,
  type: 'Observation',
  baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Observation',
  derivation: 'constraint',
  differential: { element: element.map((each) => ({ id: (each as { path: string }).path, ...each })) },
  ...rest,
})

/** The place of the first element of a profile. */
export const ELEMENT = 'StructureDefinition.differential.element[0]'

/** `code path` of the errors. */
export function errors(resource: object, definitions?: readonly object[]): string[] {
  const { issues } = validate(resource, definitions)
  return issues.filter(({ severity }) => severity === 'error').map(({ code, path }) => `${code} ${path}`)
}
