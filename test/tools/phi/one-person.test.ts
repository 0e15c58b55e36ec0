// One person in every format under one key: the same names, the same record number, dates moved by the same days.
import { expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { phiDeidentifyCda } from '../../../src/tools/phi/deidentify-cda.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'
import { phiDeidentifyHl7 } from '../../../src/tools/phi/deidentify-hl7.ts'
import { phiDeidentifyTable } from '../../../src/tools/phi/deidentify-table.ts'
import { phiDeidentifyText } from '../../../src/tools/phi/deidentify-text.ts'
import { phiDeidentifyX12 } from '../../../src/tools/phi/deidentify-x12.ts'
import { deidentify, patientFile } from '../../formats/dicom-deidentify/sample-patient.ts'

const KEY = 'a secret of sixteen or more'
const OPTIONS = { policy: 'pseudonymize', key: KEY } as const
const FAMILY = 'Zebulonquux'
const GIVEN = 'Alvin'
const NUMBER = '10004711'
const VISIT = '2024-02-19'
const known = { names: [`${GIVEN} ${FAMILY}`], ids: [NUMBER] }

/** What became of the person. */
interface Trace {
  readonly family: string
  readonly given: string
  readonly number: string
  /** `2024-02-19`. */
  readonly visit: string
}

// biome-ignore lint/suspicious/noExplicitAny: results of many tools
type Result = any
const dashed = (date: string) => date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

function inText(text: string): Trace {
  const [, given = '', family = '', number = '', visit = ''] = /^Patient (\S+) (\S+), MRN (\S+), seen on (\S+)\.$/.exec(text) ?? []
  return { family, given, number, visit }
}

const SENTENCE = `Patient ${GIVEN} ${FAMILY}, MRN ${NUMBER}, seen on ${VISIT}.`

const FORMATS: Readonly<Record<string, () => Trace>> = {
  text() {
    const { text } = runTool(phiDeidentifyText, { text: SENTENCE }, { ...OPTIONS, subject: NUMBER, known }) as Result
    return inText(text)
  },
  'HL7 v2'() {
    const message = `MSH|^~\\&|A|B|C|D|20240219||ORU^R01|1|P|2.5\rPID|1||${NUMBER}^^^N^MR||${FAMILY}^${GIVEN}\rPV1|1|O||||||||||||||||||||||||||||||||||||||||||20240219\r`
    const told = (runTool(phiDeidentifyHl7, { message }, OPTIONS) as Result).message as string
    const fields = (name: string) =>
      told
        .split('\r')
        .find((line) => line.startsWith(name))!
        .split('|')
    const [family = '', given = ''] = fields('PID')[5]!.split('^')
    return { family, given, number: fields('PID')[3]!.split('^')[0]!, visit: dashed(fields('PV1')[44]!.slice(0, 8)) }
  },
  'a note in HL7 v2'() {
    const message = `MSH|^~\\&|A|B|C|D|20240219||ORU^R01|1|P|2.5\rPID|1||${NUMBER}^^^N^MR||${FAMILY}^${GIVEN}\rOBX|1|TX|1^a||${SENTENCE}||||||F\r`
    const told = (runTool(phiDeidentifyHl7, { message }, OPTIONS) as Result).message as string
    return inText(/\|\|(Patient [^|]+)\|/.exec(told)![1]!)
  },
  FHIR() {
    const [patient, visit] = fhirEntries()
    return { ...patient, visit: visit.period.start }
  },
  'a note in FHIR'() {
    return inText(fhirEntries()[1].reasonCode[0].text)
  },
  DICOM() {
    const { values } = deidentify(patientFile(), { key: KEY, options: ['retain-modified-dates'] })
    const [family = '', given = ''] = values.get('(0010,0010)')!.split('^')
    return { family, given, number: values.get('(0010,0020)')!, visit: dashed(values.get('(0008,0020)')!) }
  },
  CDA() {
    const document = `<ClinicalDocument xmlns="urn:hl7-org:v3"><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/><id root="1.2.3"/><code code="34133-9" codeSystem="2.16.840.1.113883.6.1"/><effectiveTime value="20240219"/><confidentialityCode code="N"/><recordTarget><patientRole><id root="1.2.4" extension="${NUMBER}"/><patient><name><given>${GIVEN}</given><family>${FAMILY}</family></name></patient></patientRole></recordTarget><author><time value="20240219"/><assignedAuthor><id root="1.2.5"/></assignedAuthor></author><custodian><assignedCustodian><representedCustodianOrganization><id root="1.2.6"/></representedCustodianOrganization></assignedCustodian></custodian><component><structuredBody><component><section><text>${SENTENCE}</text></section></component></structuredBody></component></ClinicalDocument>`
    const told = (runTool(phiDeidentifyCda, { document }, OPTIONS) as Result).document as string
    const one = (pattern: RegExp) => pattern.exec(told)![1]!
    const seen = inText(one(/<text>([^<]+)<\/text>/))
    expect(seen).toEqual({
      family: one(/<family>([^<]+)/),
      given: one(/<given>([^<]+)/),
      number: one(/<patientRole><id [^>]*extension="([^"]+)"/),
      visit: dashed(one(/<effectiveTime value="(\d{8})/)),
    })
    return seen
  },
  X12() {
    const interchange = [
      'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *240219*0809*^*00501*000000007*0*T*:~',
      'GS*HC*SENDER*RECEIVER*20240219*0809*7*X*005010X222A1~ST*837*0001*005010X222A1~HL*1**22*0~',
      `NM1*IL*1*${FAMILY}*${GIVEN}****MI*${NUMBER}~DMG*D8*19330412*M~CLM*26-0001*125***11:B:1~DTP*472*D8*20240219~`,
      'SE*7*0001~GE*1*7~IEA*1*000000007~',
    ].join('')
    const told = (runTool(phiDeidentifyX12, { interchange }, OPTIONS) as Result).interchange as string
    const [, family = '', given = '', number = ''] = /NM1\*IL\*1\*([^*]+)\*([^*]+)\*{4}MI\*([^~]+)~/.exec(told) ?? []
    return { family, given, number, visit: dashed(/DTP\*472\*D8\*(\d{8})/.exec(told)![1]!) }
  },
  'a table'() {
    const rows = [{ mrn: NUMBER, 'first name': GIVEN, 'last name': FAMILY, 'visit date': VISIT }]
    const told = runTool(phiDeidentifyTable, { rows }, { ...OPTIONS, subjectColumn: 'mrn' }) as Result
    const [row] = told.rows
    return { family: row['last name'], given: row['first name'], number: row.mrn, visit: row['visit date'] }
  },
}

function fhirEntries(): [Omit<Trace, 'visit'>, Result] {
  const type = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] }
  const patient = { resourceType: 'Patient', id: 'p1', identifier: [{ type, value: NUMBER }], name: [{ family: FAMILY, given: [GIVEN] }] }
  const visit = {
    resourceType: 'Encounter',
    status: 'finished',
    class: { code: 'AMB' },
    subject: { reference: 'Patient/p1' },
    period: { start: VISIT },
    reasonCode: [{ text: SENTENCE }],
  }
  const resource = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [{ resource: patient }, { resource: visit }] })
  const told = JSON.parse((runTool(phiDeidentifyFhir, { resource }, { ...OPTIONS, subjectFrom: 'identifier' }) as Result).resource)
  const [person, encounter] = told.entry.map((entry: Result) => entry.resource)
  return [{ family: person.name[0].family, given: person.name[0].given[0], number: person.identifier[0].value }, encounter]
}

test('one person has the same names, number and shift of dates in every format under one key', () => {
  const seen = Object.fromEntries(Object.entries(FORMATS).map(([format, clean]) => [format, clean()]))
  const lower = ({ family, given, ...rest }: Trace) => ({ ...rest, family: family.toLowerCase(), given: given.toLowerCase() })
  const expected = lower(seen.text!)
  expect(expected.family).not.toBe(FAMILY.toLowerCase())
  expect(expected.visit).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(Object.fromEntries(Object.entries(seen).map(([format, each]) => [format, lower(each)]))).toEqual(
    Object.fromEntries(Object.keys(seen).map((format) => [format, expected])),
  )
})
