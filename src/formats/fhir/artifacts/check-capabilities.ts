// CapabilityStatement: search parameters of core are named with the type that core gives them (R4 CapabilityStatement.rest.resource.searchParam.type).
import { objectsIn, textOf } from '../json/members.ts'
import type { ArtifactCheck } from './artifact-check.ts'

/** Parameters of every resource (R4 3.1.1.5, "Parameters for all resources"). */
const COMMON: Readonly<Record<string, string>> = {
  'http://hl7.org/fhir/SearchParameter/Resource-id': 'token',
  'http://hl7.org/fhir/SearchParameter/Resource-lastUpdated': 'date',
  'http://hl7.org/fhir/SearchParameter/Resource-tag': 'token',
  'http://hl7.org/fhir/SearchParameter/Resource-security': 'token',
  'http://hl7.org/fhir/SearchParameter/Resource-source': 'uri',
}

export const checkCapabilities: ArtifactCheck = ({ issues }, { value, path }, guides) => {
  objectsIn(value.rest).forEach((rest, i) => {
    objectsIn(rest.resource).forEach((resource, j) => {
      objectsIn(resource.searchParam).forEach(({ definition, type }, k) => {
        const url = textOf(definition)?.split('|')[0]
        if (url === undefined || typeof type !== 'string') return
        const known =
          (Object.hasOwn(COMMON, url) ? COMMON[url] : undefined) ?? textOf(guides?.profiles.guides.resource('SearchParameter', url)?.type)
        if (known === undefined || known === type) return
        issues.add('definition_type', [...path, 'rest', i, 'resource', j, 'searchParam', k], { expected: known })
      })
    })
  })
}
