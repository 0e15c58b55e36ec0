// Finds Patients of a message that are one person. Two people in one record are worse than one person in two: all that tells people apart must be
// present and equal.
import type { FhirNode, Resource } from '../fhir-node.ts'

/** Label of the patient of MRG. */
export const MERGED_PATIENT = 'Patient[merged]'

/**
 * Keys of a Patient, one for each number: only Patients with a key in common may be one person. None if the data does not identify anybody: a label of a
 * removed value or a placeholder does not count as a value.
 */
export function patientKeys({ node }: Resource): string[] {
  const person = personOf(node)
  return person === undefined ? [] : numbersOf(node).flatMap(({ kind, value, isReal }) => (isReal ? [`${person} ${kind} ${value}`] : []))
}

/** False if the two have different numbers of one type and authority. */
export function haveSameNumbers(one: FhirNode, other: FhirNode): boolean {
  const own = valuesByKind(one)
  for (const [kind, values] of valuesByKind(other)) {
    const known = own.get(kind)
    if (known && (known.size !== values.size || [...values].some((value) => !known.has(value)))) return false
  }
  return true
}

/** Family name, given names, suffix and date of birth. */
function personOf(node: FhirNode): string | undefined {
  const name = node.first('name')
  const birthDate = node.first('birthDate')?.value
  const family = textOf(name?.first('family'))
  const given = name?.list('given')?.map(textOf) ?? []
  if (birthDate === undefined || given.length === 0) return undefined
  if (![family, ...given].every(isReal) || given.some((each) => NEWBORN.test(each))) return undefined
  return JSON.stringify([family, given, name?.list('suffix')?.map(textOf) ?? [], birthDate])
}

interface PatientNumber {
  /** Its type and authority. */
  readonly kind: string
  readonly value: string
  readonly isReal: boolean
}

function numbersOf(node: FhirNode): PatientNumber[] {
  return (node.list('identifier') ?? []).flatMap((identifier) => {
    const value = textOf(identifier.first('value'))
    if (value === '') return []
    const types =
      identifier
        .first('type')
        ?.list('coding')
        ?.map((coding) => textOf(coding.first('code'))) ?? []
    const authorities = [textOf(identifier.first('system')), ...namesOf(identifier.first('assigner')?.link)]
    const isKnown = isReal(value) && ![...types, ...authorities].some((text) => LABEL.test(text))
    return [{ kind: JSON.stringify([types.sort(), authorities]), value, isReal: isKnown }]
  })
}

function namesOf(organization: Resource | undefined): string[] {
  if (!organization) return []
  const { node } = organization
  const numbers = node.list('identifier')?.flatMap((each) => [textOf(each.first('system')), textOf(each.first('value'))]) ?? []
  return [textOf(node.first('name')), ...numbers]
}

function valuesByKind(node: FhirNode): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { kind, value } of numbersOf(node)) found.set(kind, (found.get(kind) ?? new Set()).add(value))
  return found
}

function textOf(node: FhirNode | undefined): string {
  return typeof node?.value === 'string' ? node.value.trim() : ''
}

/** What a program that removes names leaves, such as [NAME] or <MRN>. */
const LABEL = /\[[^[\]]*\]|<[^<>]*>|\{[^{}]*\}|\*{2}/
/** Compared without punctuation and in capitals: texts in place of an unknown value. */
const PLACEHOLDER =
  /^(0*|9+|X+|UNK|UNKN?OWN.*|UNBEKANNT|INCONNUE?|DESCONOCID[AO]|TEST(ING|PATIENT)?\d*|NA|NONE|NULL|NN|ANON|ANONYMOUS|ANONYM|REDACTED|REMOVED|DUMMY)$/
/** Unnamed twins may share such a name, and their mother's number. */
const NEWBORN = /^(baby|bb|bg|boy|girl|male|female|newborn|infant|twin)\b|^(baby|newborn|infant|twin)/i

/** False for a label of a removed value, a placeholder or nothing. */
export function isReal(text: string): boolean {
  const plain = text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return !LABEL.test(text) && !PLACEHOLDER.test(plain)
}
