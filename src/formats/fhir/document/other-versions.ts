// Types of resources that the version of a call does not have: which other versions have them.
import { ProblemError } from '../../../core/problem.ts'
import { type FhirModel, modelOf } from '../model/element-plan.ts'
import { FHIR_VERSIONS } from '../model/versions.ts'
import type { FhirResource } from './fhir-document.ts'

/** From the lists of resources of DSTU2 (1.0.2), STU3 (3.0.2) and the ballots of R6, less those of R4, R4B and R5. */
const TYPES: Readonly<Record<string, string>> = {
  ...named('DSTU2', 'Conformance DeviceUseRequest DiagnosticOrder ImagingObjectSelection MedicationOrder Order OrderResponse'),
  ...named('DSTU2 and STU3', 'BodySite DataElement DeviceComponent EligibilityRequest EligibilityResponse ProcedureRequest ProcessRequest'),
  ...named('DSTU2 and STU3', 'ProcessResponse ReferralRequest'),
  ...named('STU3', 'ExpansionProfile ImagingManifest Sequence ServiceDefinition'),
  ...named('R6', 'DeviceAlert InsuranceProduct MolecularDefinition PersonalRelationship'),
}

function named(version: string, types: string): Record<string, string> {
  return Object.fromEntries(types.split(' ').map((type) => [type, version]))
}

/** Versions that have a type that the model lacks, such as `R5` or `DSTU2 and STU3`; undefined if no version is known to have it. */
export function otherVersionsOf(type: unknown, model: FhirModel): string | undefined {
  if (typeof type !== 'string') return undefined
  if (Object.hasOwn(TYPES, type)) return TYPES[type]
  const others = FHIR_VERSIONS.filter((version) => version !== model.version && modelOf(version).resource(type)?.abstract === false)
  return others.length > 0 ? others.join(' and ') : undefined
}

/** In words; undefined if no version is known to have the type. */
export function describeOtherVersions(type: unknown, model: FhirModel): string | undefined {
  const versions = otherVersionsOf(type, model)
  if (versions === undefined) return undefined
  const advice = Object.hasOwn(TYPES, String(type)) ? 'Use R4, R4B or R5.' : `Set version to ${versions.replace(' and ', ' or ')}.`
  return `This type of resource is of FHIR ${versions}. ${advice}`
}

/** @throws ProblemError `unsupported_variant` with its place, for a resource of a type that only versions have that cannot be read */
export function refuseOtherVersions(resource: FhirResource, model: FhirModel): void {
  const { resourceType } = resource.value
  if (typeof resourceType === 'string' && Object.hasOwn(TYPES, resourceType)) throw unknownType(resource, model)
}

/** For a resource whose type the version does not have: of another version of FHIR, or none. */
export function unknownType({ index, value, locate, byteOffsetOf }: FhirResource, model: FhirModel): ProblemError {
  const { line, column, offset } = locate([[]])[0]!
  const at = { path: `[${index}]`, line, column, byteOffset: byteOffsetOf(offset) }
  const message = describeOtherVersions(value.resourceType, model) ?? 'A resource is of no type of the version.'
  return new ProblemError(message, { code: 'unsupported_variant', at })
}
