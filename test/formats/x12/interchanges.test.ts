// Interchanges of X12: delimiters, envelopes, sums, acknowledgments; each planted error has its code and its place.
import { describe, expect, test } from 'vitest'
import type { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { dataX12Ack } from '../../../src/tools/data/x12-ack.ts'
import { dataX12Parse } from '../../../src/tools/data/x12-parse.ts'
import { BALANCED, ISA, PLANTED_ERRORS, REMITTANCE, set, whole } from './planted-errors.ts'

interface Parsed {
  readonly valid: boolean
  readonly charset: string
  readonly interchanges: readonly {
    readonly delimiters: object
    readonly sender: { readonly id: string }
    readonly groups: readonly {
      readonly transactions: readonly {
        readonly guide: string
        readonly segments: readonly {
          readonly id: string
          readonly elements: readonly unknown[]
          readonly start: number
          readonly end: number
        }[]
        readonly loops: readonly { readonly id: string; readonly code: string; readonly loops: readonly { readonly code: string }[] }[]
      }[]
    }[]
  }[]
  readonly issues: readonly {
    readonly code: string
    readonly path: string
    readonly position: number | null
    readonly difference: string | null
  }[]
  readonly counts: { readonly segments: number }
}

/** The samples here are no whole transaction sets; guide.test.ts is about those. */
const parse = (interchange: string | Uint8Array, options: object = {}) =>
  runTool(dataX12Parse, { interchange }, { checks: { guide: 'off' }, ...options }) as unknown as Parsed
const found = (interchange: string) => parse(interchange).issues.map(({ code, path }) => `${code} ${path}`)

describe('reading', () => {
  test('a trailer of the interchange within a transaction set is none of its segments', () => {
    const body = set(BALANCED)
    const text = whole(body.replace('LX*1~', 'IEA*1*000000007~LX*1~'), { iea: '' })
    const facts = (interchange: string) =>
      parse(interchange, { view: 'segments' }).interchanges[0]!.groups[0]!.transactions[0]!.segments.map(({ id, elements }) => [
        id,
        elements,
      ])
    expect(facts(text)).toEqual(facts(whole(body)))
    expect(found(text)).toEqual([])
  })

  test.each([
    ['~', '*', ':', ''],
    ['\n', '|', '>', ''],
    ['\r', '*', ':', '\n'],
    ['\u001d', '\u001e', '\u001f', ''],
    ['~', '*', '\\', '\r\n'],
    ['\u0085', '_', '<', ''],
  ])('segment %j, element %j, component %j, line end %j', (segment, element, component, lineEnd) => {
    const text = whole(set(BALANCED)).replace(/[~*:]/g, (mark) => (mark === '~' ? segment + lineEnd : mark === '*' ? element : component))
    const { interchanges, valid, issues } = parse(text, { view: 'segments' })
    expect([valid, issues]).toEqual([true, []])
    expect(interchanges[0]!.delimiters).toEqual({ element, component, repetition: '^', segment, lineEnd })
    const service = interchanges[0]!.groups[0]!.transactions[0]!.segments.find(({ id }) => id === 'SVC')!
    expect(service.elements[0]).toEqual([['HC', '99213']])
  })

  test('segments joined again are the text', () => {
    const text = whole(set(BALANCED))
    const { segments } = parse(text, { view: 'segments' }).interchanges[0]!.groups[0]!.transactions[0]!
    expect(segments.map(({ start, end }) => text.slice(start, end + 1)).join('')).toBe(set(BALANCED))
  })

  test('several interchanges, each with its own delimiters, a byte order mark and blanks before', () => {
    const second = whole(set(BALANCED)).replace(/\*/g, '|')
    const { interchanges, valid } = parse(`\uFEFF \n${whole(set(BALANCED))}\r\n${second}`)
    expect([valid, interchanges.length, interchanges[1]!.sender.id]).toEqual([true, 2, 'SENDER'])
  })

  test('bytes that are no UTF-8 are one character each', () => {
    const bytes = new TextEncoder().encode(whole(set([...BALANCED.slice(0, 2), 'N1*PR*X', ...BALANCED.slice(2)])))
    bytes[bytes.indexOf(0x58, 250)] = 0xe9
    const { charset, interchanges } = parse(bytes, { view: 'segments' })
    expect(charset).toBe('iso-8859-1')
    expect(JSON.stringify(interchanges)).toContain('\u00e9')
  })

  test('an ISA of another length is read by counting, and told of', () => {
    const short = ISA.replace('SENDER         ', 'SENDER')
    expect(found(whole(set(BALANCED), { isa: short }))).toEqual(['isa_length ISA[1]/ISA'])
  })

  test('levels and lines are loops', () => {
    const levels = [
      'ST*837*0001',
      'BHT*0019',
      'HL*1**20*1',
      'NM1*85',
      'HL*2*1*22*0',
      'CLM*A*100',
      'LX*1',
      'SV1*HC:1*60',
      'LX*2',
      'SV1*HC:2*40',
    ]
    const { interchanges, issues } = parse(whole(set(levels)), { view: 'loops' })
    expect(issues).toEqual([])
    expect(interchanges[0]!.groups[0]!.transactions[0]!.loops).toEqual([
      {
        id: 'HL',
        code: '20',
        from: 3,
        to: 4,
        loops: [
          {
            id: 'HL',
            code: '22',
            from: 5,
            to: 6,
            loops: [
              { id: 'LX', code: '1', from: 7, to: 8, loops: [] },
              { id: 'LX', code: '2', from: 9, to: 10, loops: [] },
            ],
          },
        ],
      },
    ])
  })

  test.each([
    ['', 'unreadable_input'],
    ['hello', 'unreadable_input'],
    ['ISA*00*', 'unreadable_input'],
    [ISA.replaceAll('~', 'A'), 'unreadable_input'],
    ["UNA:+.? 'UNB+UNOA:1", 'unsupported_variant'],
  ])('%j is refused', (text, code) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code }) as ProblemError)
  })
})

describe('a planted error', () => {
  test('is tried in at least 25 kinds', () => expect(PLANTED_ERRORS.length).toBeGreaterThanOrEqual(25))
  test('and none in the balanced one', () => expect(found(whole(set(BALANCED)))).toEqual([]))
  test.each(PLANTED_ERRORS)('%s', (_, text, issue) => expect(found(text)).toContain(issue))

  test.each(PLANTED_ERRORS)('%s in the acknowledgment', (_, interchange, issue, code) => {
    const isEnvelope = /^(?:iea|isa|interchange|segment_unterminated)/.test(issue)
    const told = runTool(dataX12Ack, { interchange }, { kind: isEnvelope ? 'ta1' : '999' }) as unknown as { ack: string; codes: string[] }
    expect(told.codes).toContain(code)
    expect(parse(told.ack)).toMatchObject({ valid: !/isa_(?:sender|receiver)_missing/.test(issue) })
  })

  test.each([
    ['a payment', BALANCED.map((each) => each.replace('BPR*I*80', 'BPR*I*81.5')), 'payment_unbalanced', '1.5'],
    ['a claim', REMITTANCE, 'claim_unbalanced', '10'],
    ['a service', BALANCED.map((each) => each.replace('*150*120', '*150*119.99')), 'service_unbalanced', '-0.01'],
    ['the services of a claim', BALANCED.map((each) => each.replace('SVC*HC:99213*150', 'SVC*HC:99213*140')), 'claim_charge_differs', '10'],
    ['the lines of a claim', ['ST*837*0001', 'CLM*A*100', 'LX*1', 'SV1*HC:1*60', 'LX*2', 'SV2*0300**30'], 'claim_charge_differs', '10'],
  ])('%s that does not balance is a warning, with the difference', (_, segments, code, difference) => {
    const { issues, valid } = parse(whole(set(segments)))
    expect(valid).toBe(true)
    expect(issues).toContainEqual(expect.objectContaining({ code, difference }))
  })
})

const ACK_GUIDE = '005010X231A1'

describe('acknowledgments', () => {
  const answer = (interchange: string, options: object = {}) =>
    runTool(dataX12Ack, { interchange }, options) as unknown as { kind: string; ack: string; accepted: object; codes: string[] }

  test('TA1 of a good interchange', () => {
    const { ack, accepted } = answer(whole(set(BALANCED)), { kind: 'ta1', controlNumber: 42 })
    expect(ack).toBe(
      'ISA*00*          *00*          *ZZ*RECEIVER       *ZZ*SENDER         *260102*0809*^*00501*000000042*0*T*:~TA1*000000007*260102*0809*A*000~IEA*0*000000042~',
    )
    expect(accepted).toEqual({ interchanges: 1, groups: 0, transactions: 0 })
  })

  test('999 of two sets, one of them wrong', () => {
    const { ack } = answer(whole(set(BALANCED) + set(BALANCED).replaceAll('*0001', '*0002').replace('SE*9', 'SE*7'), { ge: 'GE*2*7~' }))
    const segments = ack.split('~').slice(2, -3)
    expect(segments).toEqual([
      'ST*999*0001*005010X231A1',
      'AK1*HP*7*005010X221A1',
      'AK2*835*0001*005010X221A1',
      'IK5*A',
      'AK2*835*0002*005010X221A1',
      'IK5*R*4',
      'AK9*P*2*2*1',
      'SE*8*0001',
    ])
  })

  test('997 for 4010, and TA1 for an envelope that is wrong', () => {
    expect(answer(whole(set(BALANCED), { gs: 'GS*HP*SENDER*RECEIVER*20260102*0809*7*X*004010X091A1~' })).kind).toBe('997')
    expect(answer(whole(set(BALANCED), { iea: '' })).kind).toBe('ta1')
  })

  test('the place of a wrong segment (IK3)', () => {
    const { ack } = answer(whole(set(['ST*270*0001', 'BHT*1', 'HL*2**20*0'])))
    expect(ack).toContain('~IK3*HL*3**8~IK4*1**7~IK5*R*5~')
  })

  test('acknowledgments are not acknowledged: an interchange with nothing else gets a TA1', () => {
    const acknowledgment = answer(whole(set(BALANCED))).ack
    expect(answer(acknowledgment)).toMatchObject({ kind: 'ta1', accepted: { interchanges: 1 } })
    expect(answer(acknowledgment, { kind: '999' }).ack).toContain('~TA1*000000001*260102*0809*A*000~IEA*0*')
  })

  test('invalid elements of the header are not repeated in the acknowledgment', () => {
    const wrong = ISA.replace('260102*0809', '991399*2599')
      .replace('*ZZ*SENDER', '*??*SENDER')
      .replace('00501', '0050X')
      .replace('*T*', '*X*')
    const { ack } = answer(whole(set(BALANCED), { isa: wrong }), { kind: 'ta1' })
    expect(ack).toMatch(
      /\*ZZ\*RECEIVER {7}\*ZZ\*SENDER {9}\*000101\*0000\*\^\*00501\*000000001\*0\*T\*:~TA1\*000000007\*000101\*0000\*R\*005~/,
    )
  })

  test.each([
    ['ISA13', { isa: ISA.replace('000000007', '00000000A') }, 'ta1', 'TA1*000000000*260102*0809*R*018'],
    ['GS06', { gs: 'GS*HP*SENDER*RECEIVER*20260102*0809*7A*X*005010X221A1~', ge: 'GE*1*7A~' }, '999', 'AK1*HP*0*005010X221A1'],
    ['GS06, with blanks', { gs: 'GS*HP*SENDER*RECEIVER*20260102*0809* 7*X*005010X221A1~', ge: 'GE*1* 7~' }, '999', 'AK1*HP*7*005010X221A1'],
    ['ST01', { set: ['ST*835*', 'ST*83A*'] }, '999', 'AK2*835*0001*005010X221A1'],
    ['ST02, missing', { set: ['*0001', '*'] }, '999', 'AK2*835*0000*005010X221A1'],
    ['ST02, blank', { set: ['*0001', '*  '] }, '999', 'AK2*835*0000*005010X221A1'],
    ['ST02, too long', { set: ['*0001', '*1234567890'] }, '997', 'AK2*835*0000'],
  ])(
    'nor is an invalid %s',
    (_, { set: [from, to] = ['', ''], ...envelope }: { set?: string[] } & Parameters<typeof whole>[1], kind, segment) => {
      const { ack } = answer(whole(set(BALANCED).replaceAll(from!, to!), envelope), { kind })
      expect(ack.split('~')).toContain(segment)
    },
  )

  test.each([
    ['ISA13 with blanks in place of zeros', { isa: ISA.replace('000000007', '        7') }, 'ta1', 'TA1*000000007*260102*0809*R*018'],
    [
      'GS06 with ten digits, the first ones zeros',
      { gs: 'GS*HP*SENDER*RECEIVER*20260102*0809*0000000007*X*005010X221A1~' },
      '999',
      'AK1*HP*7*005010X221A1',
    ],
    ['GS01', { gs: 'GS**SENDER*RECEIVER*20260102*0809*7*X*005010X221A1~' }, '999', 'AK1*HP*7*005010X221A1'],
    [
      'GS02 of one character',
      { gs: 'GS*HP*S*RECEIVER*20260102*0809*7*X*005010X221A1~' },
      '999',
      `GS*FA*RECEIVER*S *20260102*0809*1*X*${ACK_GUIDE}`,
    ],
    [
      'GS03, missing',
      { gs: 'GS*HP*SENDER**20260102*0809*7*X*005010X221A1~' },
      '999',
      `GS*FA*RECEIVER*SENDER*20260102*0809*1*X*${ACK_GUIDE}`,
    ],
    ['GS07', { gs: 'GS*HP*SENDER*RECEIVER*20260102*0809*7*Q*004010X091A1~' }, '997', 'GS*FA*RECEIVER*SENDER*20260102*0809*1*X*004010'],
    ['GS08, missing', { gs: 'GS*HP*SENDER*RECEIVER*20260102*0809*7*X~' }, '999', 'AK1*HP*7*005010'],
    ['GS08, too long', { gs: 'GS*HP*SENDER*RECEIVER*20260102*0809*7*X*005010X221A1X~' }, '999', 'AK1*HP*7*005010'],
  ])('%s is repeated in a form that is valid', (_, envelope, kind, segment) => {
    expect(answer(whole(set(BALANCED), envelope), { kind }).ack.split('~')).toContain(segment)
  })

  test('sender and receiver fill their places in ISA, whatever their length was', () => {
    const { ack } = answer(
      whole(set(BALANCED), {
        isa: ISA.replace('SENDER         ', 'SENDER').replace('RECEIVER       ', 'RECEIVER OF CLAIMS'),
      }),
    )
    expect(ack.indexOf('~')).toBe(105)
    expect(ack).toContain('*ZZ*RECEIVER OF CLA*ZZ*SENDER         *')
  })

  test('a letter that separates components does not divide the acknowledgment', () => {
    const { ack } = answer(whole(set(BALANCED), { isa: ISA.replace('*:~', '*A~') }))
    expect(ack).toContain('*T*:~GS*FA*')
  })

  test('an invalid segment identifier is not repeated in IK301', () => {
    expect(answer(whole(set([...BALANCED, 'x9*1']))).ack).toContain('~IK3*ZZZ*9**1~')
  })

  test('the wrong value is repeated on request only (IK404)', () => {
    const text = whole(set(['ST*270*0001', 'BHT*1', 'HL*2**20*0']))
    expect(answer(text, { copyBadData: true }).ack).toContain('~IK4*1**7*2~')
    expect(answer(text.replace('X12', ''), { kind: '997', copyBadData: true }).ack).toContain('~AK4*1**7*2~')
  })
})
