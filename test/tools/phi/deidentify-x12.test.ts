// phi/deidentify-x12: nothing planted stays in any place or writing, and the interchange parses, balances and is acknowledged as it was.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { readX12 } from '../../../src/formats/x12/document.ts'
import { dataX12Ack } from '../../../src/tools/data/x12-ack.ts'
import { phiDeidentifyHl7 } from '../../../src/tools/phi/deidentify-hl7.ts'
import { phiDeidentifyX12 } from '../../../src/tools/phi/deidentify-x12.ts'
import { leftOf, PLANTED, plantEverywhere, plantOne } from '../../bench/x12/x12-plants.ts'
import { ENROLLMENT, INSTITUTIONAL_CLAIM, PROFESSIONAL_CLAIM, REMITTANCE, SAMPLES } from '../../formats/x12/sample-interchanges.ts'

interface Place {
  readonly path: string
  readonly position: number | null
  readonly element: string | null
  readonly category: string
}

interface Cleaned {
  readonly interchange: string
  readonly content: Uint8Array
  readonly changes: readonly (Place & { readonly action: string; readonly reason: string })[]
  readonly residual: readonly Place[]
}

const KEY = 'a key of sixteen and more characters'
const clean = (interchange: string | Uint8Array, options: object = {}) =>
  runTool(phiDeidentifyX12, { interchange }, options) as unknown as Cleaned
const samples = Object.entries(SAMPLES)
const segmentsOf = (text: string, id: string) =>
  text
    .split('~')
    .filter((segment) => segment.startsWith(`${id}*`))
    .map((segment) => segment.split('*'))

/** Segments and elements, and what the checks find; a made-up provider number has no check digit, so that it is nobody's. */
function outlineOf(text: string) {
  const { interchanges, issues } = readX12(text)
  const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions))
  return {
    segments: sets.flatMap(({ range }) => [...range].map(({ id, elements }) => `${id} ${elements.length}`)),
    controls: sets.map(({ control, guide }) => `${control} ${guide}`),
    issues: issues
      .filter(({ code }) => code !== 'npi_invalid')
      .map(({ code, path, position, element, difference, loop }) => ({ code, path, position, element, difference, loop })),
  }
}

const POLICIES = [
  ['safe-harbor', {}],
  ['pseudonymize', { policy: 'pseudonymize', key: KEY }],
  ['hash', { policy: { default: 'hash' }, key: KEY }],
  ['mask', { policy: { default: 'mask' } }],
  ['remove', { policy: { default: 'remove' } }],
] as const

describe('nothing planted is left', () => {
  describe.each(POLICIES)('%s', (_, options) => {
    test.each(samples)('%s, in its places and in notes of every writing', (_name, text) => {
      const planted = plantEverywhere(text)
      expect(planted.count).toBeGreaterThan(10)
      expect(leftOf(planted.text, PLANTED).length).toBeGreaterThan(3)
      expect(leftOf(clean(planted.text, options).interchange, PLANTED)).toEqual([])
    })
  })

  test.each(samples)('%s, in any element of any segment', (_name, text) => {
    const segments = text.split('~').slice(0, -1)
    const left: string[] = []
    for (const [k, segment] of segments.entries()) {
      const elements = segment.split('*')
      // Of ISA the lengths are fixed; one of four elements is tried, others for each kind of value.
      for (let e = k === 0 ? elements.length : k % 4; e < elements.length - 1; e += 4) {
        const planted = plantOne(text, { interchange: 0, segment: k, element: e })
        const { interchange, residual } = clean(planted.text)
        const isLeft = leftOf(interchange, planted.values).length > 0
        if (isLeft && residual.length === 0) left.push(`${elements[0]}${e + 1}`)
      }
    }
    expect(left).toEqual([])
  })
})

describe('the interchange stays what it was', () => {
  describe.each([...POLICIES, ['limited-data-set', { policy: 'limited-data-set' }]] as const)('%s', (_, options) => {
    test.each(samples)('%s', (_name, text) => {
      const { interchange, residual } = clean(text, options)
      expect(outlineOf(interchange)).toEqual(outlineOf(text))
      expect(residual).toEqual([])
      const ack = (of: string) => runTool(dataX12Ack, { interchange: of }, { timestamp: '202601050809' }) as unknown as { accepted: object }
      expect(ack(interchange).accepted).toEqual(ack(text).accepted)
    })
  })

  test('faults, sums that differ and wrong counts are found as before', () => {
    const broken = REMITTANCE.replace('BPR*I*145', 'BPR*I*146')
      .replace(/SE\*\d+/, 'SE*7')
      .replace('IEA*1*000000031', 'IEA*1*000000032')
    const before = outlineOf(broken)
    expect(before.issues.length).toBeGreaterThan(2)
    expect(outlineOf(clean(broken).interchange)).toEqual(before)
  })

  test('elements keep the length that a receiver takes', () => {
    const long = PROFESSIONAL_CLAIM.replace('NM1*41*2*NORTHSIDE BILLING', 'NM1*41*2*NORTHSIDE REHABILITATION MEDICAL CENTER ONE')
    const { interchange } = clean(long, { policy: 'pseudonymize', key: KEY })
    for (const [, , , name = ''] of segmentsOf(interchange, 'NM1')) expect(name.length).toBeLessThanOrEqual(35)
    expect(interchange.slice(0, 106)).toMatch(/~$/)
    const noted = clean(PROFESSIONAL_CLAIM.replace('SEEN WITH MOTHER', `SEEN ${'AT NOON '.repeat(4)}MOTHER`), { policy: 'safe-harbor' })
    expect(segmentsOf(noted.interchange, 'NTE')[0]![2]!.length).toBeLessThanOrEqual(88)
  })
})

describe('formats', () => {
  test.each([
    ['\n', '|', '>', '!'],
    ['\u001d', '\u001e', '\u001f', '\u001c'],
    ['~', '*', '[', ']'],
    ['\r', '_', '\\', '{'],
  ])('segment %j, element %j, component %j, repetition %j', (segment, element, component, repetition) => {
    const marks: Readonly<Record<string, string>> = { '~': segment, '*': element, ':': component, '^': repetition }
    const text = PROFESSIONAL_CLAIM.replace(/_/g, '-').replace(/[~*:^]/g, (mark) => marks[mark]!)
    const { interchange, residual } = clean(text)
    expect(outlineOf(interchange)).toEqual(outlineOf(text))
    expect(interchange).not.toMatch(/MARCHWOOD|TREVANION|541827736/)
    expect(residual).toEqual([])
  })

  test('repetitions and components, each in its place', () => {
    const text = PROFESSIONAL_CLAIM.replace('DMG*D8*19580914*F', 'DMG*D8*19580914*F**:RET:2106-3^:RET:MARCHWOOD').replace(
      'REF*D9*CLRH20260105001',
      'REF*D9*CLRH20260105001**1L:GRP-55102',
    )
    const { interchange, changes } = clean(text)
    expect(interchange).toContain('**:RET:2106-3^:RET:[OTHER-ID]~')
    expect(interchange).toContain('REF*D9*[OTHER-ID]**1L:[HEALTH-PLAN-ID]~')
    expect(changes.map(({ element }) => element)).toEqual(expect.arrayContaining(['DMG05[2]-3', 'REF04-2']))
  })

  test('several interchanges, a byte order mark, and line ends', () => {
    const text = `\uFEFF${PROFESSIONAL_CLAIM.replaceAll('~', '~\r\n')}${REMITTANCE.replaceAll('*', '|')}`
    const { interchange, content } = clean(new TextEncoder().encode(text))
    expect(outlineOf(interchange)).toEqual(outlineOf(text.slice(1)))
    expect([...content.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(interchange).not.toContain('MARCHWOOD')
  })

  test('Latin letters of one byte, and of UTF-8', () => {
    const text = PROFESSIONAL_CLAIM.replaceAll('MARCHWOOD', 'MU\u00d1OZ')
      .replace('ELGIN', 'L\u00c9VIS')
      .replace('LX*1~', 'NTE*ADD*TEMP 38\u00b0~LX*1~')
    const latin = Uint8Array.from(text, (character) => character.charCodeAt(0))
    const fromLatin = clean(latin)
    expect(fromLatin.content.length).toBe(fromLatin.interchange.length)
    expect(fromLatin.interchange).not.toMatch(/MU\u00d1OZ|L\u00c9VIS/)
    expect(fromLatin.content).toContain(0xb0)
    const fromUtf8 = clean(new TextEncoder().encode(text))
    expect(new TextDecoder().decode(fromUtf8.content)).toBe(fromLatin.interchange)
  })
})

describe('what is not understood', () => {
  const withSegment = (segment: string) => PROFESSIONAL_CLAIM.replace('LX*1~', `${segment}~LX*1~`)

  test.each([
    ['an unknown segment', 'QQQ*MARCHWOOD*1', 'ZZZ**~', 'unknown_segment'],
    ['what is no segment', 'Isolde Marchwood', '~?~', 'unknown_segment'],
    ['an element that no version has', 'LX*1*MARCHWOOD', '~LX*1*~', 'unknown_element'],
    ['an unknown qualifier', 'REF*Q9X*MARCHWOOD77', 'REF*Q9X*[OTHER-ID]~', 'unknown_qualifier'],
    ['a code that is none', 'CL1*MARCHWOOD', 'CL1*[OTHER-ID]~', 'form'],
    ['binary data', 'BIN*12*MARCH~WOOD*1', 'BIN*0*~', 'binary'],
    ['binary data of another encoding', 'BDS*ASC*9*MARCHWOOD', 'BDS*ASC*0*~', 'binary'],
    ['a code list that is not known', 'LQ*Q1*MARCHWOOD', 'LQ*Q1*[OTHER-ID]~', 'unknown_qualifier'],
  ])('%s', (_, segment, written, reason) => {
    const { interchange, changes } = clean(withSegment(segment))
    expect(interchange).toContain(written)
    expect(interchange).not.toMatch(/marchwood/i)
    expect(changes.map((change) => change.reason)).toContain(reason)
  })

  test('a transaction set outside of healthcare, and a version that is none', () => {
    const order = PROFESSIONAL_CLAIM.replace('ST*837*', 'ST*850*')
    const { interchange, changes } = clean(order)
    expect(interchange).toContain('~LX*~SV1*::******:~')
    expect(interchange).not.toContain('99213')
    expect(new Set(changes.map(({ reason }) => reason))).toContain('unknown_transaction')
    const odd = clean(PROFESSIONAL_CLAIM.replaceAll('005010X222A1', 'LOCAL99'))
    expect(odd.interchange).not.toContain('99213')
  })

  test('with unknown keep, what is not known is searched', () => {
    const { interchange } = clean(withSegment('QQQ*ISOLDE MARCHWOOD IS WELL*7'), { unknown: 'keep' })
    expect(interchange).toContain('QQQ*[NAME] IS WELL*7~')
  })

  test('a known number in a control number or count is told of', () => {
    const { residual } = clean(PROFESSIONAL_CLAIM.replaceAll('*0001*005', '*541827736*005').replace(/(SE\*\d+)\*0001/, '$1*541827736'))
    expect(residual.map(({ element }) => element)).toEqual(['ST02', 'SE02'])
  })
})

describe('the same key', () => {
  const options = { policy: 'pseudonymize', key: KEY }

  test('gives the same numbers, names and days in claim, remittance and enrollment', () => {
    const [claim, paid, enrolled] = [PROFESSIONAL_CLAIM, REMITTANCE, ENROLLMENT].map((text) => clean(text, options).interchange)
    const subscriber = segmentsOf(claim!, 'NM1').find(([, entity]) => entity === 'IL')!
    const patient = segmentsOf(paid!, 'NM1').find(([, entity]) => entity === 'QC')!
    const member = segmentsOf(enrolled!, 'NM1').find(([, entity]) => entity === 'IL')!
    expect(patient[9]).toBe(subscriber[9])
    expect(patient[3]).toBe(subscriber[3])
    expect([member[3], member[4]]).toEqual([subscriber[3], subscriber[4]])
    expect(segmentsOf(enrolled!, 'REF').find(([, qualifier]) => qualifier === '0F')![2]).toBe(subscriber[9])
    expect(segmentsOf(paid!, 'CLP')[0]![1]).toBe(segmentsOf(claim!, 'CLM')[0]![1])
    // 2025-12-30 in both, and birth dates of subscriber and dependent.
    expect(segmentsOf(paid!, 'DTM').find(([, kind]) => kind === '472')![2]).toBe(segmentsOf(claim!, 'DTP').at(-2)![3])
    expect(segmentsOf(enrolled!, 'DMG').map(([, , born]) => born)).toEqual(segmentsOf(claim!, 'DMG').map(([, , born]) => born))
  })

  test('is that of HL7 v2', () => {
    const message = 'MSH|^~\\&|||||20260105||ADT^A01||P|2.5.1\rPID|1||LKF830174625^^^^MR||MARCHWOOD^ISOLDE||19580914|F\r'
    const told = runTool(phiDeidentifyHl7, { message }, options) as unknown as { message: string }
    const [, , , number, , name, , born] = told.message.split('\r')[1]!.split('|')
    const subscriber = segmentsOf(clean(PROFESSIONAL_CLAIM, options).interchange, 'NM1').find(([, entity]) => entity === 'IL')!
    expect(number).toBe(`${subscriber[9]}^^^^MR`)
    expect(name).toBe(`${subscriber[3]}^${subscriber[4]}`)
    expect(segmentsOf(clean(PROFESSIONAL_CLAIM, options).interchange, 'DMG')[0]![2]).toBe(born)
  })

  test('moves each patient by his own days, formats and intervals kept', () => {
    const { interchange } = clean(INSTITUTIONAL_CLAIM, options)
    const [[, , , stay = ''], [, , , admitted = '']] = segmentsOf(interchange, 'DTP') as [string[], string[]]
    const [from = '', to = ''] = stay.split('-')
    expect(Number(to) - Number(from) === 4 || to.slice(0, 6) !== from.slice(0, 6)).toBe(true)
    expect(admitted).toBe(`${from}0915`)
    const other = clean(INSTITUTIONAL_CLAIM.replace('LKF559021183', 'LKF559021184'), options)
    expect(segmentsOf(other.interchange, 'DTP')[0]![3]).not.toBe(stay)
    const given = [INSTITUTIONAL_CLAIM, INSTITUTIONAL_CLAIM.replace('LKF559021183', 'LKF559021184')].map(
      (text) => segmentsOf(clean(text, { ...options, subject: 'one' }).interchange, 'DTP')[0]![3],
    )
    expect(given[0]).toBe(given[1])
  })
})

describe('policies and rules', () => {
  test('under safe-harbor years stay as their first day, and none that tells an age over 89', () => {
    const { interchange } = clean(INSTITUTIONAL_CLAIM)
    expect(segmentsOf(interchange, 'DMG')[0]![2]).toBe('19000101')
    expect(segmentsOf(interchange, 'DTP').map(([, , , date]) => date)).toEqual(['20250101-20250101', '202501010000', '20250101'])
    expect(segmentsOf(interchange, 'N4').map(([, , state, zip]) => `${state} ${zip}`)).toEqual(['IL 605', 'IL 604'])
    expect(interchange).toContain('HI*BH:11:D8:20250101~')
  })

  test('codes, amounts, states and taxonomies stay', () => {
    const { interchange } = clean(PROFESSIONAL_CLAIM)
    for (const kept of ['SV1*HC:99213:25*125*UN*1***1:2~', 'HI*ABK:J0390*ABF:R509~', 'PRV*BI*PXC*207Q00000X~', '*185***11:B:1*Y*A*Y*Y~'])
      expect(interchange).toContain(kept)
  })

  test('a rule for an entity and a qualifier', () => {
    const { interchange } = clean(PROFESSIONAL_CLAIM, {
      policy: 'limited-data-set',
      rules: [
        { path: 'NM1', entity: '85', action: 'keep' },
        { path: 'N4', entity: '85', action: 'keep' },
        { path: 'NM109', qualifier: 'XX', action: 'remove' },
        { path: 'REF02', qualifier: 'EA', action: 'mask' },
      ],
    })
    expect(interchange).toContain('NM1*85*1*TREVANION*SILAS*B**MD*XX*~')
    expect(interchange).toContain('REF*EA*----------~')
    expect(interchange).toContain('NM1*82*1*[NAME]*[NAME]****XX*~')
    expect(interchange).toContain('N4*AURORA*IL*605061234~')
  })

  test.each([
    [{ rules: [{ path: 'NM901', action: 'remove' }] }, '/options/rules/0'],
    [{ rules: [{ path: 'NM113', action: 'remove' }] }, '/options/rules/0'],
    [{ rules: [{ path: 'CLM05-9', action: 'remove' }] }, '/options/rules/0'],
    [{ rules: [{ path: 'NM109', action: 'keep' }] }, '/options/rules/0'],
    [{ rules: [{ path: 'NM109', action: 'hash' }], policy: { default: 'replace' } }, '/options/rules/0'],
    [{ policy: { default: 'safe-harbor', rules: [{ path: 'PID-5', action: 'remove' }] } }, '/options/policy/rules/0/path'],
    [{ policy: 'pseudonymize' }, '/options/key'],
  ])('%j is refused', (options, pointer) => {
    expect(() => clean(PROFESSIONAL_CLAIM, options)).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer })] }),
    )
  })

  test('a policy of paths', () => {
    const policy = {
      default: 'safe-harbor',
      rules: [
        { path: 'CLM01', action: 'remove' },
        { path: 'N3', action: 'mask' },
      ],
    }
    const { interchange } = clean(PROFESSIONAL_CLAIM, { policy })
    expect(interchange).toContain('~CLM**185*')
    expect(interchange).toContain('~N3*-- ------- -----~')
  })
})
