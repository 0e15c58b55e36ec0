// Types of resources that only versions of FHIR have that the program does not read.
import type { FhirResource } from './fhir-document.ts'
import { unknownType } from './fhir-document.ts'

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

/** @throws ProblemError `unsupported_variant` with its place, for a resource of a type that only another version has */
export function refuseOtherVersions(resource: FhirResource): void {
  const { resourceType } = resource.value
  if (typeof resourceType === 'string' && Object.hasOwn(TYPES, resourceType)) throw unknownType(resource, TYPES[resourceType])
}
