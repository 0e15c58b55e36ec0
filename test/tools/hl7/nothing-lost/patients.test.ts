// hl7/to-fhir: whose each result is, wherever PID stands.
import { describe, expect, it } from 'vitest'
import { referred, resources, type ToFhirResult, toFhir } from '../to-fhir-message.ts'

const head = (type: string): string => `MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910+0100||${type}|R-7|P|2.5.1`
const pid = (number: number, name = 'Sample^Ada'): string => `PID|1||${number}^^^NORTH^MR||${name}`
const request = (number: string): string => `OBR|1||${number}|24323-8^Panel^LN`
const result = (value: string): string => `OBX|1|NM|2345-7^Glucose^LN||${value}|mmol/L|||||F`

const twice = (text: string): [string, string] => [text, text]

/** By the value of each Observation the number of its patient. */
function owners(message: ToFhirResult): Record<string, string | undefined> {
  return Object.fromEntries(
    resources(message, 'Observation').map(({ valueQuantity, subject }) => [
      String(valueQuantity.value),
      subject && (referred(message, subject).identifier[0].value as string),
    ]),
  )
}

it('a visit before PID makes no patient of its own', () => {
  const visit = `PV1|1|I|${'|'.repeat(13)}VIP`
  const found = toFhir([head('ADT^A01^ADT_A01'), visit, pid(1001)].join('\r'))
  expect(resources(found, 'Patient').map(({ identifier }) => identifier?.[0].value)).toEqual(['1001'])
  expect(resources(found, 'Encounter')[0]!.hospitalization.specialCourtesy[0].coding[0].code).toBe('VIP')
})

describe('results before PID', () => {
  it('are of the only patient of the message', () => {
    const found = toFhir([head('ORU^R01^ORU_R01'), request('F-1'), result('5.1'), pid(1001), result('5.2')].join('\r'))
    expect(owners(found)).toEqual({ 5.1: '1001', 5.2: '1001' })
    expect(resources(found, 'DiagnosticReport')[0]!.subject).toBeDefined()
    expect(found.diagnostics).toEqual([])
  })

  it('of several patients are reported: nothing says whose they are', () => {
    const lines = [
      head('ORU^R01^ORU_R01'),
      request('F-1'),
      result('5.1'),
      pid(1001),
      request('F-2'),
      result('5.2'),
      pid(1002),
      request('F-3'),
    ]
    const found = toFhir(lines.join('\r'))
    expect(owners(found)).toEqual({ 5.1: undefined, 5.2: '1001' })
    expect(found.diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual(['patient_unknown OBR', 'patient_unknown OBX'])
  })
})

describe('a patient who stands in several PID', () => {
  const prior = (second: string): string[] => [
    head('OML^O33^OML_O33'),
    pid(1001),
    'SPM|1|S-1||BLD',
    'ORC|NW|P-1',
    'OBR|1|P-1||24323-8^Panel^LN',
    second,
    'ORC|RE|P-0',
    'OBR|1|P-0||24323-8^Panel^LN',
    result('5.3'),
  ]

  it('is one Patient with the same number, name and date of birth', () => {
    const [first, second] = ['PID|1||1001^^^NORTH^MR||Sample^Ada||19700102', 'PID|1||1001^^^NORTH^MR~7^^^NORTH^PI||Sample^Ada||19700102|F']
    const found = toFhir(prior(second!).with(1, first!).join('\r'))
    const [patient, ...others] = resources(found, 'Patient')
    expect(others).toEqual([])
    expect(patient).toMatchObject({ name: [{ family: 'Sample' }], birthDate: '1970-01-02', gender: 'female' })
    expect(patient!.identifier.map(({ value }: { value: string }) => value)).toEqual(['1001', '7'])
    expect(owners(found)).toEqual({ 5.3: '1001' })
    const places = found.trace.filter(({ path }) => path === 'PID[2]-3.1' || path === 'PID[2]-7').map(({ target }) => target)
    expect(places).toHaveLength(2)
  })

  it('is another Patient with another sex, and keeps what is of this one', () => {
    const known = 'PID|1||1001^^^NORTH^MR||Sample^Ada||19700102'
    const lines = ['', '|M', '|F'].flatMap((sex, i) => [`${known}${sex}`, request(`F-${i}`), result(`5.${i + 1}`)])
    const found = toFhir([head('ORU^R01^ORU_R01'), ...lines].join('\r'))
    expect(resources(found, 'Patient').map(({ gender }) => gender)).toEqual(['male', 'female'])
    for (const type of ['Observation', 'DiagnosticReport']) {
      const owners = resources(found, type).map(({ subject }) => referred(found, subject).gender)
      expect(owners).toEqual(['male', 'male', 'female'])
    }
  })

  const own = '1001^^^NORTH^MR||Sample^Ada||19700102|F'
  it.each([
    ['another number', own, '1002^^^NORTH^MR||Sample^Ada||19700102|F'],
    ['another name', own, '1001^^^NORTH^MR||Sample^Baby||19700102|F'],
    ['another authority', own, '1001^^^SOUTH^MR||Sample^Ada||19700102|F'],
    ['another type of number', own, '1001^^^NORTH^PI||Sample^Ada||19700102|F'],
    ['another day of birth', own, '1001^^^NORTH^MR||Sample^Ada||19700103|F'],
    ['another sex', own, '1001^^^NORTH^MR||Sample^Ada||19700102|M'],
    ['a middle name', own, '1001^^^NORTH^MR||Sample^Ada^B||19700102|F'],
    ['no name', '111^^^H^MR||||19610314|F', '111^^^H^MR'],
    ['no name in either', '111^^^H^MR||||19610314|F', '111^^^H^MR||||19610314|F'],
    ['labels', ...twice('[MRN]^^^[FACILITY]^MR||[NAME]^[NAME]||1961|F')],
    ['labels for the name', ...twice('111^^^H^MR||[NAME]^[NAME]||19610314|F')],
    ['a label for the authority', ...twice('111^^^[FACILITY]^MR||Sample^Ada||19700102|F')],
    ['a label for the number', ...twice('[MRN-1]^^^H^MR||Sample^Ada||19700102|F')],
    ['placeholders', ...twice('0000^^^H^MR||UNKNOWN')],
    ['a number of zeros', ...twice('000-00-0000^^^H^MR||Sample^Ada||19700102|F')],
    ['a number of nines', ...twice('9999^^^H^MR||Sample^Ada||19700102|F')],
    ['a number of X', ...twice('XXX^^^H^MR||Sample^Ada||19700102|F')],
    ['UNK for a number', ...twice('UNK^^^H^MR||Sample^Ada||19700102|F')],
    ['UNKNOWN for a name', ...twice('111^^^H^MR||UNKNOWN^Unknown||19610314|F')],
    ['a test name', ...twice('111^^^H^MR||TEST^Test||19610314|F')],
    ['null for a name', ...twice('111^^^H^MR||Sample^""||19610314|F')],
    ['twins without names', ...twice('111^^^H^MR||Sample^BabyBoy||20260101|M')],
    ['a number of the family (siblings)', 'F1^^^H^FAM~111^^^H^MR||Smith||20200101|M', 'F1^^^H^FAM~222^^^H^MR||Smith^John||20200101|M'],
    [
      'a number of the family, with one name',
      'F1^^^H^FAM~111^^^H^MR||Smith^John||20200101|M',
      'F1^^^H^FAM~222^^^H^MR||Smith^John||20200101|M',
    ],
    ['the number of the mother (newborn)', '111||Aaron^Ann', '111||Aaron||20260101|M'],
    ['a suffix', '111^^^H^MB||Smith^John^^SR', '111^^^H^MB||Smith^John'],
    ['a suffix and one day of birth', '111^^^H^MB||Smith^John^^SR||19610314|M', '111^^^H^MB||Smith^John||19610314|M'],
  ])('is somebody else with %s', (_title, first, second) => {
    const lines = [
      head('ORU^R01^ORU_R01'),
      `PID|1||${first}`,
      request('F-1'),
      result('5.1'),
      `PID|2||${second}`,
      request('F-2'),
      result('5.2'),
    ]
    const found = toFhir(lines.join('\r'))
    expect(resources(found, 'Patient')).toHaveLength(2)
    const subjects = resources(found, 'Observation').map(({ subject }) => subject.reference)
    expect(new Set(subjects).size).toBe(2)
    expect(resources(toFhir(prior(`PID|2||${second}`).with(1, `PID|1||${first}`).join('\r')), 'Patient')).toHaveLength(2)
  })
})

describe('race and ethnicity in codes of the sender', () => {
  it.each([
    ['W^White^HL70005', 'W White'],
    ['W^White^L^^^^^^White', 'W White'],
    ['H^^^^^^^^of Spanish origin', 'H, of Spanish origin'],
    ['^^^^^^^^of Spanish origin', 'of Spanish origin'],
  ])('%s stands as %s', (field, text) => {
    const found = toFhir([head('ADT^A01^ADT_A01'), `PID|1||1001||Sample^Ada|||||${field}`].join('\r'))
    expect(resources(found, 'Observation').map(({ valueCodeableConcept }) => valueCodeableConcept.text)).toEqual([text])
  })

  it('has a line for the name of a local system, which no text holds', () => {
    const { unmapped } = toFhir([head('ADT^A01^ADT_A01'), 'PID|1||1001||Sample^Ada|||||W^White^L'].join('\r'))
    expect(unmapped).toContainEqual({ path: 'PID-10.3', reason: 'no_place' })
  })
})
