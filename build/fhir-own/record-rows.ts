// Rows beside the guide's own, and rows of messages, for problems, charges, insurance, documents and staff.
import { CONDITION_CATEGORY } from './record-maps.ts'

const COVERAGE_CLASS = 'http://terminology.hl7.org/CodeSystem/coverage-class'

/** Rows beside the guide's own, by the map that they are added to. */
export const RECORD_ROWS: Readonly<Record<string, string>> = {
  // Table 0273, and the document that this one adds to or replaces (HL7 v2 §9.6.1).
  'TXA[DocumentReference]': `
    19 | IF TXA-19 EQUALS "OB" | status | | | "superseded"
    19 | IF TXA-19 EQUALS "CA" | status | | | "entered-in-error"
    19 | IF TXA-19 EQUALS "UN" | status | | | "current"
    13 | | relatesTo.target.identifier | EI[Identifier-Extension]
    13 | IF MSH-9.2 IN ("T09", "T10") | relatesTo.code | | | "replaces"
    13 | IF MSH-9.2 NOT IN ("T09", "T10") | relatesTo.code | | | "appends"`,
  'PV2[Encounter]': '22 | IF PV2-22 EQUALS "Y" | meta.security[22].code | | VisitProtection[Confidentiality]',
  'DG1[Condition]': `
    0 | | category.coding.code | | | "encounter-diagnosis"
    0 | | category.coding.system | | | "${CONDITION_CATEGORY}"`,
  'IN1[Coverage]': `
    3 | | payor[1](Organization.identifier) | CX[Identifier]
    6 | | payor[1](Organization.contact.name) | XPN[HumanName]
    7 | | payor[1](Organization.telecom) | XTN[ContactPoint]
    8 | | class[8].value
    8 | | class[8].type.coding.code | | | "group"
    8 | | class[8].type.coding.system | | | "${COVERAGE_CLASS}"
    9 | | class[8].name | XON[string]
    9 | IF IN1-8 NOT VALUED | class[8].type.coding.code | | | "group"
    9 | IF IN1-8 NOT VALUED | class[8].type.coding.system | | | "${COVERAGE_CLASS}"
    22 | | order
    35 | | class[35].value
    35 | | class[35].type.coding.code | | | "plan"
    35 | | class[35].type.coding.system | | | "${COVERAGE_CLASS}"
    36 | | identifier[36].value
    36 | | identifier[36].type.text | | | "Policy number"`,
}

/** Segment, groups, order, condition, label, path, map, links. */
export const RECORD_MESSAGE_ROWS: readonly (readonly string[])[] = [
  [
    'PRB',
    '',
    '1',
    '',
    'Condition[problem]',
    '',
    'PRB[Condition]',
    'Condition[problem].subject=Patient[1] Condition[problem].encounter=Encounter[1]',
  ],
  ['NTE', '@PRB', '1', '', 'Condition', '', 'NTE[Condition]', ''],
  ['FT1', '', '1', '', 'ChargeItem[1]', '', 'FT1[ChargeItem]', 'ChargeItem[1].subject=Patient[1] ChargeItem[1].context=Encounter[1]'],
  [
    'GT1',
    '',
    '1',
    'IF GT1-3 VALUED OR GT1-21 NOT VALUED',
    'RelatedPerson[guarantor]',
    '',
    'GT1[RelatedPerson]',
    'RelatedPerson[guarantor].patient=Patient[1] Account.guarantor.party=RelatedPerson[guarantor]',
  ],
  [
    'GT1',
    '',
    '1',
    'IF GT1-3 NOT VALUED AND GT1-21 VALUED',
    'Organization[guarantor]',
    '',
    'GT1[Organization]',
    'Account.guarantor.party=Organization[guarantor]',
  ],
  ['IN2', '', '1', '', 'Coverage[1]', '', 'IN2[Coverage]', ''],
  ['PRD', '', '1', '', 'PractitionerRole[provider]', '', 'PRD[PractitionerRole]', ''],
  ['STF', '', '1', '', 'Practitioner[staff]', '', 'STF[Practitioner]', ''],
  ['STF', '', '1', '', 'PractitionerRole[staff]', '', 'STF[PractitionerRole]', 'PractitionerRole[staff].practitioner=Practitioner[staff]'],
  ['PRA', '', '1', '', 'Practitioner[staff]', '', 'PRA[Practitioner]', ''],
  ['PRA', '', '1', '', 'PractitionerRole[staff]', '', 'PRA[PractitionerRole]', 'PractitionerRole[staff].practitioner=Practitioner[staff]'],
]
