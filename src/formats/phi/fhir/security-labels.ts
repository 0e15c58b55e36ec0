// Says in a resource what was done to it: labels of HL7's code system of observation values.
import { isObject, type JsonObject, type JsonValue } from '../../fhir/json/json-value.ts'
import type { PhiAction } from '../policy/policy-schema.ts'

const SYSTEM = 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue'

/** REDACTED, PSEUDED, MASKED and ABSTRED (HL7 v3 ObservationValue, under SECALTINTOBV). */
const LABELS: Readonly<Record<PhiAction, string | undefined>> = {
  keep: undefined,
  remove: 'REDACTED',
  replace: 'REDACTED',
  mask: 'MASKED',
  hash: 'PSEUDED',
  surrogate: 'PSEUDED',
  'date-shift': 'ABSTRED',
  year: 'ABSTRED',
  generalize: 'ABSTRED',
}

/** @param resource one that has been changed; what has none of these changes stays without labels */
export function addSecurityLabels(resource: JsonObject, actions: readonly PhiAction[]): void {
  const codes = [...new Set(actions.flatMap((action) => LABELS[action] ?? []))].sort()
  if (codes.length === 0) return
  const meta: JsonObject = isObject(resource.meta) ? resource.meta : {}
  const security: JsonValue[] = Array.isArray(meta.security) ? meta.security : []
  const known = new Set(security.map((each) => (isObject(each) && each.system === SYSTEM ? each.code : undefined)))
  meta.security = [...security, ...codes.filter((code) => !known.has(code)).map((code) => ({ system: SYSTEM, code }))]
  resource.meta = meta
}
