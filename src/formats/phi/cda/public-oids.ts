// Object identifiers that say nothing of a site or a person: code systems, value sets and registers of identifiers that everybody may know.
import { isPublic } from '../fhir/judge/element-rules.ts'

const OID = /^[0-2](?:\.(?:0|[1-9]\d{0,38})){1,40}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isOid(text: string): boolean {
  return text.length <= 200 && OID.test(text)
}

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * Arcs of HL7 and its affiliates for vocabulary, of VSAC and PHIN VADS, of the National Cancer Institute's thesaurus, of HITSP and CMS value sets, of
 * IHE, DICOM and Regenstrief, of the code systems of Germany.
 */
const DEFINITIONS =
  /^(?:2\.16\.840\.1\.113883\.(?:1\.11|2|3\.(?:26\.1|88|117|221|464|526|560|600|666|1257|2074\.1|4424)|10|13|15)|2\.16\.840\.1\.(?:113762\.1|114222\.4)|1\.3\.6\.1\.4\.1\.(?:19376|12009)|1\.2\.840\.10065|1\.2\.276\.0\.76\.(?:5|11))(?:\.|$)/

/** A code system or a value set. */
export function isPublicDefinition(oid: string): boolean {
  return isPublic(`urn:oid:${oid}`) || DEFINITIONS.test(oid)
}

/** Registers of identifiers that HL7 lists (2.16.840.1.113883.4), FDA's of devices, and HL7's own types. */
const SCHEMES = /^2\.16\.840\.1\.113883\.(?:4(?:\.\d{1,4}){1,2}|3\.3719|1\.3)$/

/** A register of a nation or more, such as that of social security numbers. */
export function isPublicScheme(oid: string): boolean {
  return SCHEMES.test(oid) || isPublic(`urn:oid:${oid}`)
}

/** What the grammars of terminologies are known by. */
export const TERMINOLOGIES: Readonly<Record<string, string>> = {
  '2.16.840.1.113883.6.1': 'http://loinc.org',
  '2.16.840.1.113883.6.96': 'http://snomed.info/sct',
  '2.16.840.1.113883.6.88': 'http://www.nlm.nih.gov/research/umls/rxnorm',
  '2.16.840.1.113883.6.90': 'http://hl7.org/fhir/sid/icd-10-cm',
  '2.16.840.1.113883.12.292': 'http://hl7.org/fhir/sid/cvx',
}
