// Problems, charges, guarantors, insurance and staff: segments and fields that the guide leaves without a map.
import type { OwnCodes, OwnMap } from './own-map.ts'

const V2_0203 = 'http://terminology.hl7.org/CodeSystem/v2-0203'
export const CONDITION_CATEGORY = 'http://terminology.hl7.org/CodeSystem/condition-category'
const CONDITION_CLINICAL = 'http://terminology.hl7.org/CodeSystem/condition-clinical'
const CONDITION_STATUS = 'http://terminology.hl7.org/CodeSystem/condition-ver-status'
const SSN = 'http://hl7.org/fhir/sid/us-ssn'

/** An identifier that stands alone in its field, with the code of its type (table 0203). */
function numbered(position: number, at: string, type: string, system = ''): string {
  return `
  ${position} | | ${at}.value
  ${position} | | ${at}.type.coding.code | | | "${type}"
  ${position} | | ${at}.type.coding.system | | | "${V2_0203}"${
    system === ''
      ? ''
      : `
  ${position} | | ${at}.system | | | "${system}"`
  }`
}

export const RECORD_CODES: readonly OwnCodes[] = [
  {
    // PV2-22: access to what the visit is about is restricted.
    name: 'VisitProtection[Confidentiality]',
    system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality',
    codes: ['Y:R'],
  },
  {
    // Table 0074: services whose reports are of a laboratory, of images, or of something else that R4 has a category for.
    name: 'DiagnosticServiceSection[ObservationCategory]',
    system: 'http://terminology.hl7.org/CodeSystem/observation-category',
    codes: [
      'LAB OSL BG BLB CH CP GE HM IMM MB MCB MYC SP SR TX VR PAT CG FIS:laboratory',
      'RAD RX RUS CT MRI NMR NMS VUS CUS OUS XRC:imaging',
      'PF CTH EC EN:procedure',
      'RT PT OT RC:therapy',
    ],
  },
]

export const RECORD_MAPS: readonly OwnMap[] = [
  {
    name: 'PRB[Condition]',
    root: 'Condition',
    rows: `
      0 | | category.coding.code | | | "problem-list-item"
      0 | | category.coding.system | | | "${CONDITION_CATEGORY}"
      1 | IF PRB-1 EQUALS "DE" | verificationStatus.coding.code | | | "entered-in-error"
      1 | IF PRB-1 EQUALS "DE" | verificationStatus.coding.system | | | "${CONDITION_STATUS}"
      2 | IF PRB-1 EQUALS "AD" OR PRB-1 NOT VALUED | recordedDate
      3 | | code | CWE[CodeableConcept]
      4 | | identifier[1] | EI[Identifier-Extension]
      7 | IF PRB-16 NOT VALUED | onsetDateTime
      9 | | abatementDateTime
      9 | | clinicalStatus.coding[9].code | | | "resolved"
      9 | | clinicalStatus.coding[9].system | | | "${CONDITION_CLINICAL}"
      10 | | category[10] | CWE[CodeableConcept]
      13 | | note[13].text | | | "Confirmation status: "+PRB-13.1+" "+PRB-13.2
      14 | | note[14].text | | | "Life cycle status: "+PRB-14.1+" "+PRB-14.2
      16 | | onsetDateTime
      17 | IF PRB-16 NOT VALUED AND PRB-7 NOT VALUED | onsetString
      17 | IF PRB-16 VALUED OR PRB-7 VALUED | note[17].text | | | "Onset: "+PRB-17
      18 | | note[18].text | | | "Ranking: "+PRB-18.1
      19 | | note[19].text | | | "Certainty: "+PRB-19.2
      20 | | note[20].text | | | "Probability: "+PRB-20
      22 | | note[22].text | | | "Prognosis: "+PRB-22.2
      25 | | meta.security | CWE[Coding] | ConfidentialityCode`,
  },
  {
    name: 'NTE[Condition]',
    root: 'Condition',
    rows: `
      3 | | note.text
      6 | | note.time`,
  },
  {
    name: 'MO[Money]',
    root: 'Money',
    rows: `
      1 | | value
      2 | | currency`,
  },
  { name: 'CP[Money]', root: 'Money', rows: '1 | | $this | MO[Money]' },
  {
    name: 'FT1[ChargeItem]',
    root: 'ChargeItem',
    rows: `
      0 | | status | | | "billable"
      2 | | identifier[2].value
      3 | | identifier[3].value
      3 | | identifier[3].type.text | | | "Batch"
      4 | IF FT1-4.2 NOT VALUED | occurrenceDateTime | DR[dateTime]
      4 | IF FT1-4.2 VALUED | occurrencePeriod | DR[Period]
      5 | | enteredDate
      6 | IF FT1-6 IN ("CD", "RV") | status | | | "aborted"
      6 | | note[6].text | | | "Transaction type: "+FT1-6
      7 | | code | CWE[CodeableConcept]
      8 | | note[8].text
      9 | | note[9].text
      10 | | quantity.value
      11 | | priceOverride | CP[Money]
      12 | | note[12].text | | | "Unit price: "+FT1-12.1
      13 | | performingOrganization(Organization) | CWE[Organization]
      14 | | note[14].text | | | "Insurance plan: "+FT1-14.1
      17 | | note[17].text | | | "Fee schedule: "+FT1-17
      18 | | note[18].text | | | "Patient type: "+FT1-18
      19 | | reason | CWE[CodeableConcept]
      20 | | performer[20].actor(Practitioner) | XCN[Practitioner]
      21 | | performer[21].actor(Practitioner) | XCN[Practitioner]
      21 | | performer[21].function.coding.code | | | "OP"
      21 | | performer[21].function.coding.system | | | "http://terminology.hl7.org/CodeSystem/v2-0443"
      23 | | identifier[4] | EI[Identifier-Extension]
      23 | | identifier[4].type.coding.code | | | "FILL"
      23 | | identifier[4].type.coding.system | | | "${V2_0203}"
      24 | | enterer(Practitioner) | XCN[Practitioner]
      25 | IF FT1-7 NOT VALUED | code | CWE[CodeableConcept]
      25 | IF FT1-7 VALUED | productCodeableConcept | CWE[CodeableConcept]`,
  },
  {
    name: 'GT1[RelatedPerson]',
    root: 'RelatedPerson',
    rows: `
      2 | | identifier[1] | CX[Identifier]
      3 | | name[1] | XPN[HumanName]
      5 | | address[1] | XAD[Address]
      6 | | telecom[1] | XTN[ContactPoint]
      6 | IF GT1-6.2 NOT VALUED | telecom[1].use | | | "home"
      7 | | telecom[2] | XTN[ContactPoint]
      7 | IF GT1-7.2 NOT VALUED | telecom[2].use | | | "work"
      8 | | birthDate
      9 | | gender | CWE[code] | AdministrativeSex
      11 | | relationship[1] | CWE[CodeableConcept] | Relationship
      ${numbered(12, 'identifier[2]', 'SS', SSN)}
      13 | | period.start
      14 | | period.end
      0 | | relationship[2].coding.code | | | "GUAR"
      0 | | relationship[2].coding.system | | | "http://terminology.hl7.org/CodeSystem/v3-RoleClass"
      18 | | telecom[3] | XTN[ContactPoint]
      18 | IF GT1-18.2 NOT VALUED | telecom[3].use | | | "work"
      19 | | identifier[3] | CX[Identifier]
      36 | | communication.language | CWE[CodeableConcept] | PrimaryLanguage`,
  },
  {
    // A guarantor that is no person.
    name: 'GT1[Organization]',
    root: 'Organization',
    rows: `
      2 | | identifier[1] | CX[Identifier]
      21 | | name | XON[string]
      5 | | address | XAD[Address]
      7 | | telecom | XTN[ContactPoint]`,
  },
  {
    name: 'IN2[Coverage]',
    root: 'Coverage',
    rows: `
      ${numbered(6, 'identifier[6]', 'MC')}
      ${numbered(8, 'identifier[8]', 'MA')}
      26 | IF IN1-49 NOT VALUED | subscriberId
      61 | | identifier[61] | CX[Identifier]
      61 | | identifier[61].type.coding.code | | | "MB"
      61 | | identifier[61].type.coding.system | | | "${V2_0203}"
      ${insured('1', 'subscriber(RelatedPerson.identifier[1])', 'CX[Identifier]')}
      ${insured('2', 'subscriber(RelatedPerson.identifier[2].value)', '')}
      2 | % | subscriber(RelatedPerson.identifier[2].system) | | | "${SSN}"
      ${insured('63', 'subscriber(RelatedPerson.telecom[1])', 'XTN[ContactPoint]')}
      ${insured('64', 'subscriber(RelatedPerson.telecom[2])', 'XTN[ContactPoint]')}
      72 | IF IN1-17 NOT VALUED | relationship | CWE[CodeableConcept] | Relationship`.replaceAll(
      '%',
      'IF IN1-16 AND IN1-17 VALUED AND IN1-17 NOT EQUALS "SEL"',
    ),
  },
  {
    name: 'PRD[PractitionerRole]',
    root: 'PractitionerRole',
    rows: `
      1 | | code | CWE[CodeableConcept] | ProviderRole
      2 | | practitioner(Practitioner.name) | XPN[HumanName]
      3 | | practitioner(Practitioner.address) | XAD[Address]
      4 | | location(Location) | PL[Location]
      5 | | telecom | XTN[ContactPoint]
      7 | | practitioner(Practitioner.identifier) | PLN[Identifier]
      8 | | period.start
      9 | | period.end
      10 | | organization(Organization) | XON[Organization]
      11 | | organization(Organization.address) | XAD[Address]`,
  },
  {
    name: 'STF[Practitioner]',
    root: 'Practitioner',
    rows: `
      1 | | identifier[1] | CWE[Identifier]
      2 | | identifier[2] | CX[Identifier]
      3 | | name | XPN[HumanName]
      5 | | gender | CWE[code] | AdministrativeSex
      6 | | birthDate
      7 | IF STF-7 EQUALS "A" | active | | | "true"
      7 | IF STF-7 EQUALS "I" | active | | | "false"
      10 | | telecom[1] | XTN[ContactPoint]
      11 | | address | XAD[Address]
      15 | | telecom[2].value
      15 | | telecom[2].system | | | "email"
      26 | | identifier[3].value
      26 | | identifier[3].type.coding.code | | | "DL"
      26 | | identifier[3].type.coding.system | | | "${V2_0203}"
      27 | | communication | CWE[CodeableConcept] | PrimaryLanguage`,
  },
  {
    name: 'STF[PractitionerRole]',
    root: 'PractitionerRole',
    rows: `
      4 | | code[4] | CWE[CodeableConcept]
      8 | | organization(Organization) | CWE[Organization]
      9 | | specialty[9] | CWE[CodeableConcept]
      12 | | period.start
      13 | | period.end
      18 | | code[18].text
      19 | | code[19] | CWE[CodeableConcept]`,
  },
  {
    name: 'PRA[PractitionerRole]',
    root: 'PractitionerRole',
    rows: `
      1 | | identifier | CWE[Identifier]
      2 | IF STF-8 NOT VALUED | organization(Organization) | CWE[Organization]
      3 | | code[3] | CWE[CodeableConcept]
      5 | | specialty[5].text
      9 | IF STF-8 NOT VALUED AND PRA-2 NOT VALUED | organization(Organization) | CWE[Organization]`,
  },
  { name: 'PRA[Practitioner]', root: 'Practitioner', rows: '6 | | identifier[6] | PLN[Identifier]' },
  {
    name: 'OBR[Observation-Category]',
    root: 'Observation',
    rows: `24 | IF OBR-24 IN ("LAB", "OSL", "BG", "BLB", "CH", "CP", "GE", "HM", "IMM", "MB", "MCB", "MYC", "SP", "SR", "TX", "VR", "PAT", "CG", "FIS", "RAD", "RX", "RUS", "CT", "MRI", "NMR", "NMS", "VUS", "CUS", "OUS", "XRC", "PF", "CTH", "EC", "EN", "RT", "PT", "OT", "RC") | category[24].coding.code | | DiagnosticServiceSection[ObservationCategory]`,
  },
]

/** A row that holds where the insured is a person of its own. */
function insured(position: string, target: string, map: string): string {
  return `${position} | % | ${target} | ${map}`
}
