// What a UDI says, in one flat record: device and production identifiers, checks, readings, and FHIR's udiCarrier.

import { type RequestedFormat, readUdi } from './read-udi.ts'
import { type FhirRelease, type Jurisdiction, udiCarrier } from './udi-carrier.ts'
import type { UdiDate } from './udi-date.ts'
import { isError, makeIssue, type ReadUdi, type Role, type UdiElement, type UdiIssue } from './udi-result.ts'

export interface UdiOptions {
  readonly format: RequestedFormat
  readonly jurisdiction: Jurisdiction
  readonly fhirRelease: FhirRelease
  /** For years of two digits. */
  readonly currentYear: number
}

export type DescribedUdi = ReturnType<typeof describeUdi>

/** Reads one carrier. @param index of the line; offsets in the result are those of `given` */
export function describeUdi(given: string, index: number, options: UdiOptions) {
  const read = readUdi(given, options.format, options.currentYear)
  const issues = [...read.issues, ...issuesOfUse(read, given, options.jurisdiction)]
  const readings = read.readings ?? []
  const hasError = [...issues, ...read.elements.flatMap((element) => element.issues)].some(isError)
  const identifiers = identifiersOf(read.elements)
  return {
    index,
    issuingAgency: read.agency,
    form: read.form,
    valid: !hasError && readings.length < 2,
    ambiguous: readings.length > 0,
    ...identifiers,
    packageLevel: read.packageLevel ?? null,
    elements: read.elements.map(describeElement),
    checks: read.elements.flatMap(({ checks }) => checks),
    issues,
    readings: readings.map(({ elements, likelihood }) => ({
      likelihood: Math.round(likelihood * 10_000) / 10_000,
      ...identifiersOf(elements),
      elements: elements.map(describeElement),
    })),
    hrf: read.hrf,
    aidc: read.aidc,
    fhir: udiCarrier(read, identifiers.di, options),
  }
}

/** A device identifier is what makes a carrier one of a device; the FDA accredits three of the four agencies. */
function issuesOfUse(read: ReadUdi, given: string, jurisdiction: Jurisdiction): UdiIssue[] {
  if (read.agency === null || read.elements.length === 0) return []
  const issues: UdiIssue[] = []
  const hasIdentifier = read.elements.some(({ role }) => role === 'di' || role === 'basicUdiDi' || role === 'masterUdiDi')
  if (!hasIdentifier) issues.push(makeIssue('no_device_identifier', 0, given.length))
  if (jurisdiction === 'us' && read.agency === 'IFA') issues.push(makeIssue('agency_not_accredited', 0, given.length))
  return issues
}

function identifiersOf(elements: readonly UdiElement[]) {
  const firstValue = (role: Role): string | null => elements.find((element) => element.role === role && element.value !== '')?.value ?? null
  const dateOf = (role: Role): UdiDate | undefined => elements.find((element) => element.role === role)?.date
  const expiration = dateOf('expiration')
  const manufacturing = dateOf('manufacturing')
  return {
    di: firstValue('di'),
    masterUdiDi: firstValue('masterUdiDi'),
    basicUdiDi: firstValue('basicUdiDi'),
    lotNumber: firstValue('lotNumber'),
    serialNumber: firstValue('serialNumber'),
    expirationDate: expiration?.date ?? null,
    expirationTime: expiration?.time ?? null,
    expirationDateOriginal: expiration?.original ?? null,
    expirationDateOriginalFormat: expiration?.format ?? null,
    manufacturingDate: manufacturing?.date ?? null,
    manufacturingTime: manufacturing?.time ?? null,
    manufacturingDateOriginal: manufacturing?.original ?? null,
    manufacturingDateOriginalFormat: manufacturing?.format ?? null,
    donationId: firstValue('donationId'),
    softwareVersion: firstValue('softwareVersion'),
    quantity: quantityOf(firstValue('quantity')),
  }
}

function quantityOf(value: string | null): number | null {
  return value !== null && /^\d{1,8}$/.test(value) ? Number(value) : null
}

function describeElement({ id, title, value, start, end, issues, date }: UdiElement) {
  return { id, title, value, date: date?.date ?? null, start, end, valid: !issues.some(isError), issues: [...issues] }
}
