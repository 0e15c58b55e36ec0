// hl7/to-fhir: what stands in the second repetition of a group is mapped as what stands in the first, and refers to the patient of its own group.
import { describe, expect, test } from 'vitest'
import { referred, resources, toFhir } from './to-fhir-message.ts'

type Segments = (n: number) => readonly string[]

const pid = (n: number) => `PID|1||100${n}||Sample^Ada||1970010${n}|F||Group ${n}||||||||A-${n}|||M-${n}`
const visit = (n: number) => `PV1|1|I|W${n}^1||||77${n}^Doctor^Dan||||||||||||V-${n}`
const control = (n: number) => `ORC|NW|P-${n}^EHR|F-${n}^LAB||IP||||2026010${n}|||78${n}^Order^Ola`
const request = (n: number) => `OBR|1|P-${n}^EHR|F-${n}^LAB|C${n}^Code^L|||2026010${n}|||||||||||||||20260102|||F`
const observation = (n: number) => `OBX|1|NM|X${n}^x^L|${n}|${n}5|mg|1-9|H|||F|||2026010${n}`
const note = (n: number) => `NTE|1|L|note ${n}`
const specimen = (n: number) => `SPM|1|S-${n}&A||BLD^Blood^L|||||||||||||2026010${n}`
const drug = (n: number) => `D${n}^Drug^L`
const diagnosis = (n: number) => `DG1|1||D${n}^d^L||20260102|A`

const PATIENT = [pid(9), visit(9)]
const EVENT = ['EVN||20260102']

/** Type, what stands once, and what repeats. */
const GROUPS: readonly (readonly [string, readonly string[], Segments])[] = [
  ['ORU^R01^ORU_R01', [], (n) => [pid(n), note(n), visit(n), control(n), request(n), note(n), observation(n), note(n), specimen(n)]],
  ['ORU^R01^ORU_R01', PATIENT, (n) => [request(n), note(n), observation(n), note(n)]],
  ['ORM^O01^ORM_O01', PATIENT, (n) => [control(n), request(n), note(n), diagnosis(n), observation(n), note(n)]],
  ['OML^O21^OML_O21', PATIENT, (n) => [control(n), request(n), note(n), diagnosis(n), observation(n), note(n), specimen(n)]],
  ['OML^O33^OML_O33', PATIENT, (n) => [specimen(n), control(n), request(n), observation(n)]],
  ['OMG^O19^OMG_O19', PATIENT, (n) => [control(n), request(n), note(n), observation(n)]],
  ['OUL^R22^OUL_R22', PATIENT, (n) => [specimen(n), request(n), control(n), note(n), observation(n), note(n)]],
  ['OUL^R24^OUL_R24', PATIENT, (n) => [request(n), control(n), observation(n), note(n), specimen(n)]],
  ['ORL^O22^ORL_O22', ['MSA|AA|1', pid(9)], (n) => [specimen(n), control(n), request(n)]],
  [
    'RDE^O11^RDE_O11',
    PATIENT,
    (n) => [control(n), `RXE|^BID|${drug(n)}|${n}||mg`, note(n), 'TQ1|1||BID', 'RXR|PO', `RXC|A|K${n}^k^L|5|mg`],
  ],
  ['OMP^O09^OMP_O09', PATIENT, (n) => [control(n), `RXO|${drug(n)}|${n}||mg`, note(n), 'RXR|PO', `RXC|A|K${n}^k^L|5|mg`, observation(n)]],
  [
    'RAS^O17^RAS_O17',
    PATIENT,
    (n) => [control(n), `RXO|${drug(n)}|${n}`, `RXA|0|1|2026010${n}||${drug(n)}|${n}|mg`, 'RXR|PO', observation(n)],
  ],
  ['RDS^O13^RDS_O13', PATIENT, (n) => [control(n), `RXD|1|${drug(n)}|2026010${n}|${n}|TAB`, 'RXR|PO', observation(n)]],
  ['RGV^O15^RGV_O15', PATIENT, (n) => [control(n), `RXG|1||^once|${drug(n)}|${n}||mg`, 'RXR|PO', observation(n)]],
  ['VXU^V04^VXU_V04', PATIENT, (n) => [control(n), `RXA|0|1|2026010${n}||0${n}^Vaccine^CVX|0.5|mL`, 'RXR|IM', observation(n), note(n)]],
  [
    'SIU^S12^SIU_S12',
    ['SCH|P|F', pid(9)],
    (n) => ['RGS|1', `AIS|1|A|S${n}^s^L`, note(n), `AIG|1|A|E${n}^e^L`, `AIL|1|A|R${n}`, `AIP|1|A|77${n}^D`],
  ],
  ['SIU^S12^SIU_S12', ['SCH|P|F'], (n) => [pid(n), visit(n), diagnosis(n)]],
  ['ADT^A40^ADT_A39', EVENT, (n) => [pid(n), `MRG|200${n}`, visit(n)]],
  ['ADT^A37^ADT_A37', EVENT, (n) => [pid(n), visit(n)]],
  ['ADT^A24^ADT_A24', EVENT, (n) => [pid(n), visit(n)]],
  ['ADT^A17^ADT_A17', EVENT, (n) => [pid(n), visit(n), observation(n)]],
  ['ADT^A01^ADT_A01', [...EVENT, ...PATIENT], (n) => [`PR1|${n}||P${n}^p^L||20260102`, `ROL|1|AD|PP|77${n}^D`]],
  ['ADT^A01^ADT_A01', [...EVENT, ...PATIENT], (n) => [`IN1|${n}|PL${n}|CO${n}|Insurer ${n}|||||||||2026010${n}`]],
  ['DFT^P03^DFT_P03', [...EVENT, ...PATIENT], (n) => [`FT1|${n}|T${n}||2026010${n}||CG|C${n}^c^L|||2`, `PR1|1||P${n}^p^L||20260102`]],
  ['BAR^P01^BAR_P01', [...EVENT, pid(9)], (n) => [visit(n), diagnosis(n), `PR1|1||P${n}^p^L||20260102`, `IN1|1|PL${n}|CO${n}`]],
  ['PPR^PC1^PPR_PC1', [pid(9)], (n) => [`PRB|AD|20260102|I${n}^i^L|PR${n}`, note(n), observation(n)]],
  ['RSP^K22^RSP_K22', ['MSA|AA|1', 'QAK|1|OK', 'QPD|Q22|1'], (n) => [pid(n), 'QRI|9']],
  // Structures of one patient, sent with several.
  ['RDE^O11^RDE_O11', [], (n) => [pid(n), control(n), `RXE|^BID|${drug(n)}|${n}||mg`, 'RXR|PO']],
  ['VXU^V04^VXU_V04', [], (n) => [pid(n), control(n), `RXA|0|1|2026010${n}||0${n}^Vaccine^CVX|0.5|mL`, observation(n)]],
  ['OUL^R22^OUL_R22', [], (n) => [pid(n), specimen(n), request(n), control(n), observation(n)]],
  ['MFN^M02^MFN_M02', ['MFI|PRA'], (n) => [`MFE|MAD|${n}|20260102|${n}|CE`, `STF|${n}|S${n}|Doctor^Dan`, `PRA|${n}|||||L${n}^MD`]],
]

/** Types of resources that are of a patient. */
const OF_PATIENT = 'Observation DiagnosticReport ServiceRequest MedicationRequest MedicationDispense MedicationAdministration Encounter'
  .concat(' Immunization Condition Procedure Coverage ChargeItem Specimen Account RelatedPerson')
  .split(' ')

describe('the second repetition of a group', () => {
  test.each(GROUPS)('%s', (type, once, group) => {
    const [first, second] = [group(1), group(2)]
    const head = [`MSH|^~\\&|APP|NORTH|REG|NORTH|20260102080910+0100||${type}|7|P|2.5.1`, ...once]
    const told = toFhir([...head, ...first, ...second].join('\r'))
    const place = (id: string, nth: number) => (nth === 1 ? id : `${id}[${nth}]`)
    const ids = [...head, ...first, ...second].map((line) => line.slice(0, 3))
    const unmappedAt = (from: number) =>
      first.map((_, i) => {
        const at = head.length + from + i
        const own = place(ids[at]!, ids.slice(0, at + 1).filter((id) => id === ids[at]).length)
        const paths = told.unmapped.filter(({ path }) => path.startsWith(`${own}-`)).map(({ path }) => path.slice(own.length))
        return `${ids[at]}: ${paths.join(' ')}`
      })
    expect(unmappedAt(first.length)).toEqual(unmappedAt(0))

    const numbers = OF_PATIENT.map((each) =>
      resources(told, each).map(({ subject, patient, beneficiary }) => {
        const owner = [subject ?? patient ?? beneficiary].flat()[0]
        return owner && referred(told, owner).identifier?.[0]?.value
      }),
    )
    const expected = first.some((line) => line.startsWith('PID')) ? ['1001', '1002'] : ['1009', '1009']
    for (const owners of numbers)
      for (const [i, owner] of owners.entries()) expect(owner).toBe(i < owners.length / 2 ? expected[0] : expected[1])
  })
})
