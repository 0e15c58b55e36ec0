// hl7/to-fhir: each vaccination, drug and test is a resource of its own, its order says whether it is done, and results of a result belong to it.
import { describe, expect, test } from 'vitest'
import { referred, resources, toFhir } from '../to-fhir-message.ts'

const HEAD = 'MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910+0100'
const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada||19700102'

function convert(type: string, ...segments: readonly string[]) {
  return toFhir([`${HEAD}||${type}|7|P|2.5.1`, PID, ...segments].join('\r'))
}

const GIVEN = ['ORC|RE||V-1', 'RXA|0|1|20260101||08^HepB^CVX|.5|mL^^UCUM||01^Historical^NIP001|||||||||||CP']
const REFUSED = ['ORC|RE||V-2', 'RXA|0|1|20260102||03^MMR^CVX|999||||||||||||00^Refusal^NIP002||RE']

describe('vaccinations', () => {
  test.each(['VXU^V04^VXU_V04', 'RSP^K11^RSP_K11', 'VXR^V03^VXR_V03', 'VXX^V02'])(
    'of %s are apart, with their numbers and results',
    (type) => {
      const result = convert(type, ...GIVEN, ...REFUSED, 'OBX|1|NM|30973-2^Dose number^LN||2||||||F')
      const found = resources(result, 'Immunization').map(({ identifier, vaccineCode, status, primarySource }) => [
        identifier[0].value,
        vaccineCode.coding.map(({ code }: { code: string }) => code),
        status,
        primarySource,
      ])
      expect(found).toEqual([
        ['V-1', ['08'], 'completed', false],
        ['V-2', ['03'], 'not-done', undefined],
      ])
      const { fullUrl } = result.bundle.entry.find(({ resource }) => resource.identifier?.[0]?.value === 'V-2' && resource.vaccineCode)!
      expect(resources(result, 'Observation')[0]!.partOf).toEqual([{ reference: fullUrl }])
      // Nobody may read an order for the refused one as open, nor the other one.
      expect(resources(result, 'ServiceRequest').map(({ status }) => status)).toEqual(['completed', 'unknown'])
    },
  )

  test('are none of an order that no vaccination follows', () => {
    const result = convert('RSP^K11^RSP_K11', ...GIVEN, 'ORC|NW|O-9', 'OBR|1|O-9||A^Albumin^L')
    expect(resources(result, 'Immunization').map(({ identifier }) => identifier[0].value)).toEqual(['V-1'])
    expect(resources(result, 'ServiceRequest').map(({ identifier }) => identifier[0].value)).toEqual(['V-1', 'O-9'])
    expect(result.unmapped.map(({ path }) => path)).not.toContain('ORC[2]-2')
  })

  test.each(['VXX^V02', 'VXU^V04^VXU_V04'])('%s: the next order is not the one of a vaccination without an order', (type) => {
    const other = 'RXA|0|1|20260103||33^PPV23^CVX|.5|mL^^UCUM'
    const found = resources(convert(type, ...GIVEN, other, ...REFUSED, other, other), 'Immunization')
    expect(
      found.map(({ identifier, vaccineCode }) => [identifier?.[0].value, ...vaccineCode.coding.map(({ code }: { code: string }) => code)]),
    ).toEqual([
      ['V-1', '08'],
      [undefined, '33'],
      ['V-2', '03'],
      [undefined, '33'],
      [undefined, '33'],
    ])
    // An order behind a vaccination does not take it along.
    expect(resources(convert(type, other, 'ORC|RE||V-1'), 'Immunization')).toHaveLength(1)
  })

  test.each([
    ['CP', 'A', 'completed'],
    ['', '', 'completed'],
    ['PA', '', 'unknown'],
    ['re', '', 'unknown'],
    ['9', '', 'unknown'],
    ['CP', 'D', 'unknown'],
  ])('RXA-20 %s with RXA-21 %s: the order is %s', (given, action, expected) => {
    const result = convert('VXU^V04^VXU_V04', 'ORC|RE||V-1', `RXA|0|1|20260101||08^HepB^CVX|.5|mL^^UCUM${'|'.repeat(13)}${given}|${action}`)
    expect(resources(result, 'ServiceRequest').map(({ status }) => status)).toEqual([expected])
  })

  test('RXA-5 998 (no vaccine administered) completes no order', () => {
    const result = convert('VXU^V04^VXU_V04', 'ORC|RE||9999', 'RXA|0|1|20260101||998^No vaccine administered^CVX|999')
    expect(resources(result, 'ServiceRequest').map(({ status }) => status)).toEqual(['unknown'])
  })

  test('999 without a unit is no dose', () => {
    const [given, refused] = resources(convert('VXU^V04^VXU_V04', ...GIVEN, ...REFUSED), 'Immunization')
    expect(given!.doseQuantity).toMatchObject({ unit: 'mL' })
    expect([refused!.doseQuantity, refused!.note]).toEqual([undefined, [{ text: 'Dose not known (RXA-6: 999)' }]])
    const [inUnits] = resources(convert('VXU^V04^VXU_V04', 'ORC|RE||V-1', 'RXA|0|1|20260101||08^HepB^CVX|999|[iU]^^UCUM'), 'Immunization')
    expect(inUnits!.doseQuantity.value.toString()).toBe('999')
  })
})

test.each([
  ['RDE^O11^RDE_O11', 'RXE|^BID|A^Aspirin^L|1||TAB', 'RXE|^TID|B^Bromide^L|2||TAB', 'Medication'],
  ['OMP^O09^OMP_O09', 'RXO|A^Aspirin^L|1||TAB', 'RXO|B^Bromide^L|2||TAB', 'Medication'],
  // Of a sender's own structure nobody knows the groups.
  ['ZRX^Z01', 'RXE|^BID|A^Aspirin^L|1||TAB', 'RXE|^TID|B^Bromide^L|2||TAB', 'Medication'],
  ['ZRX^Z01', 'RXO|A^Aspirin^L|1||TAB', 'RXO|B^Bromide^L|2||TAB', 'Medication'],
  ['ZOR^Z01', 'OBR|1|O-1||A^Albumin^L', 'OBR|2|O-1||B^Bilirubin^L', 'ServiceRequest'],
  ['ORM^O01^ORM_O01', 'OBR|1|O-1||A^Albumin^L', 'OBR|2|O-1||B^Bilirubin^L', 'ServiceRequest'],
])('%s: what stands twice below one ORC is no other name of the first', (type, one, other, holder) => {
  const codes = resources(convert(type, 'ORC|NW|O-1', one, other), holder).map(({ code }) =>
    code.coding.map((each: { code: string }) => each.code),
  )
  expect(codes).toEqual([['A'], ['B']])
})

describe('orders with results to follow (ORC-1 RE)', () => {
  test.each([
    ['F', 'completed'],
    ['C', 'completed'],
    ['P', 'active'],
    ['', 'active'],
  ])('OBR-25 %s: %s', (status, expected) => {
    const order = ['ORC|RE|O-1', `OBR|1|O-1||A^Albumin^L${'|'.repeat(21)}${status}`, 'OBX|1|NM|A^Albumin^L||4||||||F']
    // The next order is none of its concern.
    const result = convert('ORU^R01^ORU_R01', ...order, 'ORC|RE|O-2', `OBR|2|O-2||B^B^L${'|'.repeat(21)}F`)
    expect(resources(result, 'ServiceRequest').map((each) => each.status)).toEqual([expected, 'completed'])
  })

  test.each(['OUL^R22^OUL_R22', 'OUL^R23^OUL_R23', 'OUL^R24^OUL_R24'])('%s: the order behind its OBR is of this one', (type) => {
    const order = (code: string, status: string) => [
      `OBR|1|${code}||${code}^${code}^L${'|'.repeat(21)}${status}`,
      `ORC|RE|${code}`,
      'OBX|1|NM|A^A^L||4',
    ]
    for (const statuses of ['PF', 'FP', 'FF']) {
      const found = resources(convert(type, ...order('O-1', statuses[0]!), ...order('O-2', statuses[1]!)), 'ServiceRequest')
      expect(found.map(({ identifier, status }) => [identifier[0].value, status])).toEqual([
        ['O-1', statuses[0] === 'F' ? 'completed' : 'active'],
        ['O-2', statuses[1] === 'F' ? 'completed' : 'active'],
      ])
    }
  })

  test('ORC-5 says more', () => {
    const result = convert('ORU^R01^ORU_R01', 'ORC|RE|O-1|||IP', `OBR|1|O-1||A^A^L${'|'.repeat(21)}F`, 'OBX|1|NM|A^A^L||4||||||F')
    expect(resources(result, 'ServiceRequest')[0]!.status).toBe('active')
  })
})

describe('results of a result (OBR-26)', () => {
  const CULTURE = [
    'OBR|1|P-1|F-1|600-7^Bacteria^LN|||20260101',
    'OBX|1|CWE|600-7^Bacteria^LN|1|112283007^Escherichia coli^SCT||||||F',
    'OBX|2|CWE|600-7^Bacteria^LN|2|3092008^Staphylococcus aureus^SCT||||||F',
  ]
  const susceptibility = (parent: string, order: string) => [
    `OBR|2|P-1|F-2|50545-3^Susceptibility^LN|||20260101${'|'.repeat(19)}${parent}|||${order}`,
    'OBX|1|ST|18906-8^Ciprofloxacin^LN||<0.25|ug/mL||S|||F',
    'OBX|2|ST|18964-7^Ceftriaxone^LN||>8|ug/mL||R|||F',
  ]
  const membersOf = (parent: string, order: string, between: readonly string[] = []) => {
    const result = convert('ORU^R01^ORU_R01', ...CULTURE, ...between, ...susceptibility(parent, order))
    const codes = new Map(result.bundle.entry.map(({ fullUrl, resource }) => [fullUrl, resource.code?.coding[0].code]))
    const lists = resources(result, 'Observation').map(({ hasMember }) =>
      hasMember?.map((each: { reference: string }) => codes.get(each.reference)),
    )
    return { lists, unmapped: result.unmapped.filter(({ path }) => path.includes('-26')).map(({ path }) => path) }
  }
  const NONE = [undefined, undefined, undefined, undefined]

  test('belong to the organism that it names', () => {
    expect(membersOf('600-7&Bacteria&LN^2^Staphylococcus aureus', 'P-1^F-1')).toEqual({
      lists: [undefined, ['18906-8', '18964-7'], undefined, undefined],
      unmapped: [],
    })
    expect(membersOf('600-7^1', '').lists[0]).toEqual(['18906-8', '18964-7'])
  })

  test.each([
    ['another sub-ID', '600-7&Bacteria&LN^3', 'P-1^F-1'],
    ['none, of two organisms', '600-7&Bacteria&LN', 'P-1^F-1'],
    ['another order', '600-7&Bacteria&LN^2', 'P-1^F-9'],
    ['another code', '600-8&Bacteria&LN^2', 'P-1^F-1'],
    ['another code system', '600-7&Bacteria&L^2', 'P-1^F-1'],
  ])('with %s belong to nothing, and OBR-26 is listed', (_, parent, order) => {
    const { lists, unmapped } = membersOf(parent, order)
    expect(lists).toEqual(NONE)
    expect(unmapped).toContain('OBR[2]-26.1.1'.replace('.1.1', parent.includes('&') ? '.1.1' : '.1'))
  })

  test('with the number of an order that no order of the message has belong to nothing', () => {
    // The culture has no filler number, so nothing says that it is the one.
    const culture = CULTURE.map((each) => each.replace('|P-1|F-1|', '|P-1||'))
    for (const [order, members] of [
      ['^F-9', undefined],
      ['P-1^F-9', 2],
    ] as const) {
      const [, second] = resources(convert('ORU^R01^ORU_R01', ...culture, ...susceptibility('600-7&Bacteria&LN^2', order)), 'Observation')
      expect(second!.hasMember?.length).toBe(members)
    }
  })

  test('never belong to a result of another patient', () => {
    const other = membersOf('600-7&Bacteria&LN^2', '', ['PID|2||2002^^^NORTH^MR||Other^Olga'])
    expect(other.lists).toEqual(NONE)
  })
})

test('what stands before the order of the next patient is none of the patient before', () => {
  const other = ['PID|2||2002^^^NORTH^MR||Other^Olga', 'OBX|1|ST|P^Person^L||x||||||F']
  const result = convert('RSP^K11^RSP_K11', ...GIVEN, 'OBX|1|NM|30973-2^Dose number^LN||2||||||F', ...other)
  const [dose, person] = resources(result, 'Observation')
  expect([dose!.basedOn, dose!.partOf].map((each) => each.length)).toEqual([1, 1])
  expect([person!.basedOn, person!.partOf]).toEqual([undefined, undefined])
  expect(referred(result, person!.subject).name[0].family).toBe('Other')
  // One patient whose PID is repeated has one history.
  const same = convert('RSP^K11^RSP_K11', ...GIVEN, PID, 'OBX|1|NM|30973-2^Dose number^LN||2||||||F')
  expect(resources(same, 'Observation')[0]!.partOf).toHaveLength(1)
})

test.each(['RSP^K11^RSP_K11', 'VXX^V02', 'VXR^V03', 'VXU^V04^VXU_V04'])(
  '%s: what stands before the first order of a patient is of none',
  (type) => {
    const [found] = resources(convert(type, 'OBX|1|ST|P^Person^L||x||||||F', ...GIVEN), 'Observation')
    expect([found!.basedOn, found!.partOf]).toEqual([undefined, undefined])
  },
)

test('OUL^R22: each order of a specimen is of it', () => {
  const order = (number: string, code: string) => [`OBR|1|${number}||${code}^${code}^L`, `OBX|1|NM|${code}^${code}^L||5|mmol/L|||||F`]
  const result = convert(
    'OUL^R22^OUL_R22',
    'SPM|1|S-1||SER',
    ...order('1', 'NA'),
    ...order('2', 'K'),
    'SPM|2|S-2||UR',
    ...order('3', 'PROT'),
  )
  for (const type of ['ServiceRequest', 'DiagnosticReport']) {
    const specimens = resources(result, type).map(({ specimen }) => referred(result, specimen[0]).identifier[0].value)
    expect(specimens).toEqual(['S-1', 'S-1', 'S-2'])
  }
})

test('a note to a document is plain text', () => {
  const document = ['TXA|1|PN|TX|||||||||D-1', 'NTE|1||Dictated but not read', 'OBX|1|TX|PN||All well||||||F']
  const [found] = resources(convert('MDM^T02^MDM_T02', ...document), 'DocumentReference')
  const types = found!.content.map(({ attachment }: { attachment: { contentType: string } }) => attachment.contentType)
  expect(types).toEqual(['text/plain', 'text/plain'])
})

test('a time whose hour nobody can place in a zone is listed for that, although another row finds no resource', () => {
  const order = ['ORC|NW|O-1', 'TQ1|1||||||202601011000||S^STAT^HL70485', 'OBR|1|O-1||A^A^L']
  const { unmapped } = toFhir([`${HEAD.replace('+0100', '')}||OMG^O19^OMG_O19|7|P|2.5.1`, PID, ...order].join('\r'))
  expect(unmapped).toContainEqual({ path: 'TQ1-7', reason: 'no_timezone' })
})

describe('where no group tells two patients apart', () => {
  const OTHER = 'PID|2||2002^^^NORTH^MR||Other^Olga||19800102'
  test.each([
    ['a visit', 'PV1|1|I|W^R^B', 'PV2|||SECOND^r^L'],
    ['a specimen', 'SPM|1|FIRST||BLD', 'SAC|||SECOND'],
    ['an order', 'ORC|RE|FIRST', 'RXA|0|1|20260101||SECOND^HepB^CVX'],
    ['an order of a drug', 'ORC|NW|FIRST', 'RXO|SECOND^Aspirin^L|1||TAB'],
    ['an order of a test', 'ORC|NW|FIRST', 'OBR|1|||SECOND^Albumin^L'],
    ['a dispense and the order behind it', 'RXD|1|A^Aspirin^L|20260101|1|TAB||77', 'ORC|RE|SECOND'],
  ])('nothing of the second becomes part of %s of the first', (_, first, second) => {
    const result = convert('RSP^K11^RSP_K11', first, OTHER, second)
    const people = new Map(result.bundle.entry.map(({ fullUrl, resource }) => [fullUrl, resource.name?.[0].family]))
    const holders = result.bundle.entry.map(({ resource }) => resource).filter((each) => JSON.stringify(each).includes('SECOND'))
    // A drug alone is nobody's.
    const owners = holders.flatMap(({ subject, patient }) => subject ?? patient ?? [])
    expect(owners.map(({ reference }) => people.get(reference)).filter((name) => name !== 'Other')).toEqual([])
    const { id } = /^(?<id>\w+)/.exec(second)!.groups!
    if (holders.length === 0) expect(result.unmapped.map(({ path }) => path)).toContainEqual(expect.stringMatching(`^${id}-`))
  })

  test('a visit of one person goes on behind a second PID', () => {
    const [visit] = resources(convert('RSP^K11^RSP_K11', 'PV1|1|I|W^R^B', PID, 'PV2|||A^Reason^L'), 'Encounter')
    expect(visit!.reasonCode[0].coding[0].code).toBe('A')
  })

  // Groups of prior results, which are of the same person, take what the next patients have: what returns to the first order is of nobody known.
  test.each(['OML^O21^OML_O21', 'OMG^O19^OMG_O19', 'ORM^O01^ORM_O01'])('%s: no specimen of the second is one of the first', (type) => {
    const order = (number: string) => [`ORC|NW|${number}`, `OBR|1|${number}||A^A^L`, `SPM|1|S-${number}||BLD`]
    const result = convert(type, ...order('1'), OTHER, ...order('2'))
    const [first, second] = ['S-1', 'S-2'].map(
      (number) => resources(result, 'Specimen').find(({ identifier }) => identifier?.[0].value === number)!,
    )
    expect(referred(result, first!.subject).name[0].family).toBe('Sample')
    expect(second!.subject && referred(result, second!.subject).name[0].family).not.toBe('Sample')
    expect(second!.subject || result.diagnostics.length > 0).toBeTruthy()
  })

  test('a result has no time of the order of the first', () => {
    const [one, other] = resources(
      convert('ORU^R03', 'OBR|1|P-1|F-1|A^A^L|||20260101', 'OBX|1|NM|A^A^L||4||||||F', OTHER, 'OBX|1|NM|A^A^L||5||||||F'),
      'Observation',
    )
    expect([one!.effectiveDateTime, other!.effectiveDateTime]).toEqual(['2026-01-01', undefined])
  })
})
