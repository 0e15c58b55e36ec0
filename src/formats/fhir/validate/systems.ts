// Addresses of code systems, identifiers and definitions: absolute, and those of code systems not mistaken for others.
import type { JsonObject, JsonPath } from '../json/json-value.ts'
import type { ElementPlan, TypePlan } from '../model/element-plan.ts'
import type { Context } from './context.ts'

const ABSOLUTE = /^[A-Za-z][A-Za-z\d+.-]*:/
/** Systems that FHIR names exactly; versions and editions are not part of the address (R4 4.3). */
const EXACT = ['http://snomed.info/sct', 'http://loinc.org', 'http://unitsofmeasure.org', 'http://www.nlm.nih.gov/research/umls/rxnorm']

/** The system of a Coding (R4 2.24.0.6): absolute, a code system, written as FHIR names it. */
export function checkCodingSystem({ issues }: Context, { system }: JsonObject, path: JsonPath, isValueSet: (url: string) => boolean): void {
  if (typeof system !== 'string' || system === '') return
  const place = [...path, 'system']
  if (!ABSOLUTE.test(system)) {
    issues.add('canonical_relative', place, { expected: 'an absolute URI' })
    return
  }
  if (isValueSet(system)) issues.add('code_system', place, { expected: 'a code system, not a value set' })
  const plain = system.replace(/^https:/, 'http:')
  const meant = EXACT.find((each) => system !== each && (plain === each || system.startsWith(each)))
  if (meant !== undefined) issues.add('code_system', place, { expected: meant })
}

/** The system of an Identifier is absolute; under urn:ietf:rfc:3986 the value is a URI (R4 2.24.0.12). */
export function checkIdentifierSystem({ issues }: Context, { system, value }: JsonObject, path: JsonPath): void {
  if (typeof system !== 'string' || system === '') return
  if (!ABSOLUTE.test(system)) issues.add('canonical_relative', [...path, 'system'], { expected: 'an absolute URI' })
  if (system === 'urn:ietf:rfc:3986' && typeof value === 'string' && value !== '' && !ABSOLUTE.test(value)) {
    issues.add('invalid_value', [...path, 'value'], { expected: 'an absolute URI' })
  }
}

interface UriPlace {
  readonly plan: TypePlan
  readonly element: ElementPlan | undefined
  readonly owner: TypePlan | undefined
}

/** Canonical references are absolute or fragments, and the canonical URL of a definition is absolute (R4 2.24.0.1, 2.3.0.4). */
export function checkCanonical({ issues }: Context, value: string, path: JsonPath, { plan, element, owner }: UriPlace): void {
  const isCanonical = plan.name === 'canonical'
  const isOwnUrl = plan.name === 'uri' && element?.name === 'url' && owner?.kind === 'resource'
  if ((!isCanonical && !isOwnUrl) || ABSOLUTE.test(value) || (isCanonical && value.startsWith('#'))) return
  issues.add('canonical_relative', path, { expected: 'an absolute URL' })
}
