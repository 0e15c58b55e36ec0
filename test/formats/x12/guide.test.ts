// Loops by the guide, and what is missing, too much or out of place in them; rows; values; severities.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { guideOf } from '../../../src/formats/x12/guides.ts'
import { dataX12Parse } from '../../../src/tools/data/x12-parse.ts'
import { FURTHER_SAMPLES } from './made/further-samples.ts'
import { ENROLLMENT, INSTITUTIONAL_CLAIM, PREMIUM, PROFESSIONAL_CLAIM, REMITTANCE, SAMPLES } from './sample-interchanges.ts'

const { CLAIM_ACKNOWLEDGMENT, DENTAL_CLAIM, FUNCTIONAL_ACKNOWLEDGMENT } = FURTHER_SAMPLES

interface ShownLoop {
  readonly id: string
  readonly code: string
  readonly from: number
  readonly loops: readonly ShownLoop[]
}

interface Parsed {
  readonly valid: boolean
  readonly counts: { readonly error: number; readonly warning: number }
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, string>>[]
  readonly csv: string
  readonly interchanges: readonly {
    readonly groups: readonly {
      readonly transactions: readonly {
        readonly knowsLoops: boolean
        readonly balance: object | null
        readonly hierarchy: readonly object[]
        readonly loops: readonly ShownLoop[]
        readonly segments: readonly { readonly id: string; readonly labels: Readonly<Record<string, string>> }[]
      }[]
    }[]
  }[]
  readonly issues: readonly {
    readonly code: string
    readonly severity: string
    readonly ack: string | null
    readonly loop: string | null
    readonly expected: string | null
    readonly segment: string | null
    readonly difference: string | null
    readonly element: number | null
  }[]
}

const parse = (interchange: string, options: object = {}) => runTool(dataX12Parse, { interchange }, options) as unknown as Parsed
const setOf = (parsed: Parsed) => parsed.interchanges[0]!.groups[0]!.transactions[0]!
/** `2000A(2010AA 2000B(2010BA))`. */
const outline = (loops: readonly ShownLoop[]): string =>
  loops.map(({ id, loops: inner }) => id + (inner.length > 0 ? `(${outline(inner)})` : '')).join(' ')
const found = (text: string) => parse(text).issues.map(({ code, loop, expected }) => [code, loop, expected].filter(Boolean).join(' '))

test('sums of a transaction set are counted, and those that differ', () => {
  const balanceOf = (text: string) => setOf(parse(text)).balance
  const balanced = balanceOf(REMITTANCE) as { sums: number; differences: number }
  expect(balanced.sums).toBeGreaterThan(3)
  expect(balanced.differences).toBe(0)
  expect(balanceOf(REMITTANCE.replace(/BPR\*I\*[^*]+/, 'BPR*I*1'))).toEqual({ ...balanced, differences: 1 })
  expect(balanceOf(ENROLLMENT)).toBeNull()
})

test('levels as their segments say them, in the view loops', () => {
  const levels = setOf(parse(PROFESSIONAL_CLAIM, { view: 'loops' })).hierarchy
  const count = [...PROFESSIONAL_CLAIM.matchAll(/[~\n]HL\*/g)].length
  expect(levels).toHaveLength(count)
  expect(levels[0]).toMatchObject({ id: '1', parent: null, code: '20' })
  expect(levels[1]).toMatchObject({ id: '2', parent: '1', code: '22' })
  expect(setOf(parse(PROFESSIONAL_CLAIM)).hierarchy).toEqual([])
})

test('an issue has its code in an acknowledgment', () => {
  const { issues } = parse(REMITTANCE.replace(/SE\*\d+/, 'SE*99'))
  expect(issues.find(({ code }) => code === 'se_count_wrong')?.ack).toBe('4')
  const unbalanced = parse(REMITTANCE.replace(/BPR\*I\*[^*]+/, 'BPR*I*1')).issues
  expect(unbalanced.find(({ code }) => code === 'payment_unbalanced')?.ack).toBeNull()
})

describe('loops by the guide', () => {
  test.each([
    ['PROFESSIONAL_CLAIM', '1000A 1000B 2000A(2010AA 2000B(2010BA 2010BB 2000C(2010CA 2300(2310B 2400 2400))))'],
    ['INSTITUTIONAL_CLAIM', '1000A 1000B 2000A(2010AA 2000B(2010BA 2010BB 2300(2310A 2400 2400)))'],
    ['REMITTANCE', '1000A 1000B 2000(2100(2110 2110))'],
    ['ENROLLMENT', '1000A 1000B 1000C 2000(2100A 2300(2320)) 2000(2100A 2100C 2300)'],
    ['BENEFITS', '2000A(2100A 2000B(2100B 2000C(2100C(2110C 2110C 2110C(2120C)))))'],
    ['CLAIM_STATUS', '2000A(2100A 2000B(2100B 2000C(2100C 2000D(2100D 2200D(2220D)))))'],
    ['SERVICES_REVIEW', 'HL(HL(HL(HL)))'],
    ['PREMIUM', '1000A 1000B 2000B(2100B 2300B) 2000B(2100B 2300B)'],
    ['DENTAL_CLAIM', '1000A 1000B 2000A(2010AA 2000B(2010BA 2010BB 2300(2310B 2400)))'],
    ['CLAIM_ACKNOWLEDGMENT', '2000A(2100A 2200A 2000B(2100B 2200B 2000C(2100C 2200C 2000D(2100D 2200D))))'],
    ['FUNCTIONAL_ACKNOWLEDGMENT', '2000(2100(2110))'],
    ['EXCHANGE_PREMIUM', ''],
  ])('%s', (name, expected) => {
    const parsed = parse({ ...SAMPLES, ...FURTHER_SAMPLES }[name]!, { view: 'loops' })
    expect(outline(setOf(parsed).loops)).toBe(expected)
    expect(setOf(parsed).knowsLoops).toBe(!['SERVICES_REVIEW', 'EXCHANGE_PREMIUM'].includes(name))
    expect(parsed.issues).toEqual([])
  })

  test('the qualifier that tells a loop apart is its code', () => {
    const [level] = setOf(parse(PROFESSIONAL_CLAIM, { view: 'loops' })).loops.filter(({ id }) => id === '2000A')
    expect([level!.code, level!.loops[0]!.code]).toEqual(['20', '85'])
  })

  test('versions of a guide share its loops, other guides and types do not', () => {
    expect(guideOf('837', '005010X222A1')).toBe(guideOf('837', '005010X222A2'))
    expect(guideOf('835', '004010X091A1')).toBe(guideOf('835', '005010X221A1'))
    expect([guideOf('820', '005010X306'), guideOf('278', '005010X217'), guideOf('835', '005010X222A1'), guideOf('837', '')]).toEqual(
      Array.from({ length: 4 }),
    )
  })

  test('a set that names no guide takes the one that is given', () => {
    const bare = PROFESSIONAL_CLAIM.replaceAll('*005010X222A1', '')
    expect(setOf(parse(bare)).knowsLoops).toBe(false)
    expect(outline(setOf(parse(bare, { guide: '005010X222A1', view: 'loops' })).loops)).toContain('2010BA')
  })

  test('levels beyond sixteen lie beside each other, and are told of', () => {
    const levels = Array.from({ length: 5_000 }, (_, i) => `HL*${i + 1}*${i || ''}*22*1~`).join('')
    const text = PROFESSIONAL_CLAIM.replace(/HL\*1\*\*20.*(?=SE\*)/, levels).replace(/SE\*\d+/, 'SE*5006')
    const parsed = parse(text, { view: 'loops', checks: { guide: 'off' } })
    expect(parsed.counts.warning).toBe(5_000 - 16)
    expect(parsed.issues[0]!.code).toBe('hl_too_deep')
    const depthOf = (loops: readonly ShownLoop[]): number =>
      loops.length === 0 ? 0 : 1 + Math.max(...loops.map((each) => depthOf(each.loops)))
    expect(depthOf(setOf(parsed).loops)).toBe(17 - 1)
  })
})

describe('a planted error of the guide', () => {
  test.each([
    ['a segment that has no place', PROFESSIONAL_CLAIM.replace('HI*', 'SVC*HC:1*1~HI*'), 'segment_unexpected 2300'],
    ['a required segment', PROFESSIONAL_CLAIM.replace('SV1*HC:87880*60*UN*1***1~', ''), 'segment_missing 2400 SV1'],
    ['a segment too often', ENROLLMENT.replace('LUI*LD*ENG~', 'DMG*D8*19580914*F~LUI*LD*ENG~'), 'segment_repeated 2100A'],
    [
      'a segment out of order',
      REMITTANCE.replace('REF*EV*NORTHCLR~DTM*405*20260108~', 'DTM*405*20260108~REF*EV*NORTHCLR~'),
      'segment_misplaced',
    ],
    ['a required loop', PROFESSIONAL_CLAIM.replace(/NM1\*40[^~]*~/, ''), 'loop_missing 1000B'],
    ['a loop too often', PROFESSIONAL_CLAIM.replace(/(NM1\*40[^~]*~)/, '$1$1'), 'loop_repeated 1000B'],
    ['the end of a response', FUNCTIONAL_ACKNOWLEDGMENT!.replace('IK5*R*5~', ''), 'segment_missing 2000 IK5'],
    ['a segment of a status', CLAIM_ACKNOWLEDGMENT!.replace('~STC*A2', '~SVC*HC:1*1~SVC*HC:2*1~STC*A2'), 'segment_missing 2220D STC'],
    ['a required loop of a dental claim', DENTAL_CLAIM!.replace(/NM1\*40[^~]*~/, ''), 'loop_missing 1000B'],
  ])('%s', (_, text, issue) => {
    const told = found(text.replace(/SE\*\d+/, (se) => se))
    expect(told).toContain(issue)
  })
})

test('segments in no known loop are not checked if the guide has unknown loops', () => {
  const facility = parse(DENTAL_CLAIM!.replace('LX*1~', 'NM1*77*2*SITE~N3*1 WAY~N4*ELGIN*IL*60120~LX*1~'), { view: 'loops' })
  expect(outline(setOf(facility).loops)).toBe('1000A 1000B 2000A(2010AA 2000B(2010BA 2010BB 2300(2310B 2400)))')
  expect(facility.issues.map(({ code }) => code)).toEqual(['se_count_wrong'])
  const adjusted = parse(PREMIUM.replace('~NM1*IL', '~NM1*IL*1*A~ADX*5*52~NM1*IL'), { view: 'loops' })
  expect(outline(setOf(adjusted).loops)).toContain('2000B(2100B 2100B 2300B)')
  expect(adjusted.issues.map(({ code }) => code)).not.toContain('segment_unexpected')
})

describe('values and sums', () => {
  test.each([
    ['a date', PROFESSIONAL_CLAIM.replace('DTP*431*D8*20251230', 'DTP*431*D8*20251330'), 'date_invalid', 3],
    ['a range', PROFESSIONAL_CLAIM.replace('20251230-20251231', '20251230-20250230'), 'date_invalid', 3],
    ['a date of the remittance', REMITTANCE.replace('*20260109~TRN', '*20260199~TRN'), 'date_invalid', 16],
    ['a provider number', PROFESSIONAL_CLAIM.replace(/XX\*190284736\d/, 'XX*1902847360'), 'npi_invalid', 9],
    ['a premium', PREMIUM.replace('**640.5', '**640'), 'premium_unbalanced', 2],
  ])('%s', (_, text, code, element) => {
    const { issues, valid } = parse(text)
    expect(issues).toEqual([expect.objectContaining({ code, element, severity: 'warning' })])
    expect(valid).toBe(true)
  })

  test('severities of groups of checks', () => {
    const text = PREMIUM.replace('**640.5', '**640')
    expect(parse(text, { checks: { sums: 'error' } })).toMatchObject({ valid: false, counts: { error: 1, warning: 0 } })
    expect(parse(text, { checks: { sums: 'off' } })).toMatchObject({ valid: true, issues: [], counts: { error: 0, warning: 0 } })
    expect(parse(text, { checks: { sums: 'off' } }).issues).toEqual([])
  })
})

describe('rows', () => {
  test('a service line of a claim and of its payment', () => {
    const [line] = parse(PROFESSIONAL_CLAIM, { view: 'rows' }).rows
    expect(line).toMatchObject({
      claim: '26-4417-PM',
      subscriberId: 'LKF830174625',
      procedure: 'HC:99213',
      lineCharge: '125',
      date: '20251230',
    })
    const paid = parse(REMITTANCE, { view: 'rows' }).rows
    expect(paid).toHaveLength(2)
    expect(paid[0]).toMatchObject({ claim: '26-4417-PM', linePaid: '110', adjustments: 'CO-45:5; PR-3:10', claimAdjustments: 'CO-45:10' })
  })

  test('a claim without lines is a row', () => {
    const { rows } = parse(REMITTANCE.replace(/SVC\*.*(?=PLB)/, ''), { view: 'rows' })
    expect(rows.map(({ claim, procedure }) => [claim, procedure])).toEqual([['26-4417-PM', '']])
  })

  test('members, benefits, statuses', () => {
    const rowsOf = (name: string) => parse(SAMPLES[name]!, { view: 'rows' }).rows
    expect(rowsOf('ENROLLMENT').map(({ name, coverages }) => [name, coverages])).toEqual([
      ['MARCHWOOD, ISOLDE T', 'HLT GOLD PLAN FAM'],
      ['MARCHWOOD, PERCIVAL', 'DEN BASIC DENTAL IND'],
    ])
    expect(rowsOf('BENEFITS').map(({ benefit, amount, percent }) => [benefit, amount, percent])).toEqual([
      ['1', '', ''],
      ['C', '500', ''],
      ['B', '25', ''],
    ])
    expect(rowsOf('CLAIM_STATUS').map(({ category, code, paid, line }) => [category, code, paid, line])).toEqual([
      ['F1', '65', '150', ''],
      ['F1', '65', '', '99213'],
    ])
  })

  test('as CSV, formulas disarmed', () => {
    const text = INSTITUTIONAL_CLAIM.replace('CLM*INP-20931', 'CLM*=1+2')
    const { csv, columns, rows } = parse(text, { view: 'rows' })
    const [head, first] = csv.split('\r\n')
    expect(head).toBe(columns.join(','))
    expect(first).toContain(",'=1+2,")
    expect(rows[0]!.claim).toBe('=1+2')
    expect(parse(text, { view: 'rows', guardFormulas: false }).csv).toContain(',=1+2,')
  })

  test('transaction sets in the other views', () => {
    expect(parse(REMITTANCE).csv).toBe('transaction,control,guide,segments,path\r\n835,0001,005010X221A1,30,ISA[1]/GS[1]/ST[1]\r\n')
  })
})

test('codes of your own lists', () => {
  const codes = { CAS02: { '45': 'Contractual' }, 'SVC01-1': { HC: 'HCPCS' }, CLP02: { '2': 'no', constructor: 'no' } }
  const { segments } = setOf(parse(REMITTANCE, { view: 'segments', codes }))
  expect(segments.filter(({ labels }) => Object.keys(labels).length > 0).map(({ id, labels }) => [id, labels])).toEqual([
    ['CAS', { CAS02: 'Contractual' }],
    ['SVC', { 'SVC01-1': 'HCPCS' }],
    ['CAS', { CAS02: 'Contractual' }],
    ['SVC', { 'SVC01-1': 'HCPCS' }],
  ])
})
