// The versions of FHIR that the program knows, and how they are named in documents and packages.

/** R4 is 4.0.1, R4B is 4.3.0, R5 is 5.0.0. */
export const FHIR_VERSIONS = ['R4', 'R4B', 'R5'] as const
export type FhirVersion = (typeof FHIR_VERSIONS)[number]

/** The version that a number such as `4.0.1`, `4.3` or `5.0.0` names; undefined for DSTU2, STU3, R6 and ballots that are none of the three. */
export function versionOf(number: string): FhirVersion | undefined {
  const [major, minor] = number.split(/[.-]/)
  if (major === '4') return minor === '0' ? 'R4' : minor === '1' || minor === '3' ? 'R4B' : undefined
  return major === '5' && minor === '0' ? 'R5' : undefined
}
