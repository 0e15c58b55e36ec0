// data/x12-parse: X12 interchanges as groups, transaction sets and segments, with checks of their envelopes and sums.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { readX12 } from '../../formats/x12/document.ts'
import type { Group, Interchange, Transaction } from '../../formats/x12/envelope.ts'
import { ISSUES, type IssueCode } from '../../formats/x12/issue.ts'
import { type Loop, loopsOf } from '../../formats/x12/loops.ts'
import type { Segment } from '../../formats/x12/read-segments.ts'

const codes = Object.keys(ISSUES) as [IssueCode, ...IssueCode[]]

interface ShownLoop {
  readonly id: string
  readonly code: string
  readonly from: number
  readonly to: number
  readonly loops: ShownLoop[]
}

const loopField: z.ZodType<ShownLoop> = z.lazy(() =>
  z.strictObject({
    id: z.string().describe('HL or LX.'),
    code: z.string().describe('HL03, or the number of LX01.'),
    from: z.int().min(1).describe('Position of its first segment in the transaction set, ST being 1.'),
    to: z.int().min(1).describe('Position of its last own segment; those of loops within it are not its own.'),
    loops: z.array(loopField).describe('Loops within it.'),
  }),
)

const segmentField = z.strictObject({
  id: z.string().describe('Identifier of the segment.'),
  position: z.int().min(1).describe('Position in the transaction set, ST being 1.'),
  elements: z
    .array(z.union([z.string(), z.array(z.array(z.string()))]))
    .describe('Elements as they stand. One with components or repetitions is a list of repetitions, each a list of components.'),
  start: z.int().min(0).describe('Its first character in the text, from 0.'),
  end: z.int().min(0).describe('The character of its delimiter.'),
})

const SAMPLE = [
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0809*^*00501*000000007*0*T*:~',
  'GS*HP*SENDER*RECEIVER*20260102*0809*7*X*005010X221A1~ST*835*0001~BPR*I*100*C*CHK************20260102~',
  'LX*1~CLP*C-1*1*150*100**12~CAS*CO*45*50~SE*6*0001~GE*1*7~IEA*1*000000007~',
].join('')

const UNBALANCED = [
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0809*^*00501*000000008*0*T*:~',
  'GS*HP*SENDER*RECEIVER*20260102*0809*8*X*005010X221A1~',
  'ST*835*0001~',
  'BPR*I*180*C*CHK************20260102~',
  'TRN*1*12345*1999999999~',
  'N1*PR*SAMPLE HEALTH PLAN~',
  'N1*PE*SAMPLE CLINIC*XX*1234567893~',
  'LX*1~',
  'CLP*C-1*1*150*100*10*12~',
  'NM1*QC*1*SAMPLE*ADA~',
  'SVC*HC:99213*150*100~',
  'DTM*472*20251218~',
  'CAS*CO*45*40~',
  'CAS*PR*3*10~',
  'CLP*C-2*1*120*90**12~',
  'CAS*CO*45*20~',
  'NM1*QC*1*NORTH*BO~',
  'SE*16*0001~',
  'GE*1*8~',
  'IEA*1*000000008~',
].join('\n')

export const dataX12Parse = defineTool({
  id: 'data/x12-parse',
  version: '1.0.0',
  title: 'Parse X12',
  summary: 'Reads interchanges of X12 with any delimiters, and checks counts, control numbers, levels and the sums of claims and payments.',
  input: z.strictObject({
    interchange: textOrBytesField(
      'One or more interchanges from ISA to IEA, such as 270, 271, 276, 277, 278, 820, 834, 835, 837, 997 or 999.',
    ),
  }),
  options: z.strictObject({
    view: z
      .enum(['summary', 'segments', 'loops'])
      .default('summary')
      .describe('summary: envelopes and issues. segments: every segment, too. loops: levels (HL) and lines (LX), too.'),
    transactions: z
      .array(z.string().regex(/^[0-9]{3}$/))
      .max(100)
      .default([])
      .describe('Types of transaction sets whose segments or loops are listed, such as 835. Default: all.'),
    maxIssues: z.int().min(0).max(100_000).default(1_000).describe('Issues that are listed; all are counted.'),
  }),
  output: z
    .strictObject({
      valid: z.boolean().describe('True if no issue is an error. Sums that differ are warnings.'),
      charset: z.string().describe('utf-8; iso-8859-1 for bytes that are no UTF-8, one character each.'),
      bom: z.boolean().describe('True if the text begins with a byte order mark, which offsets do not count.'),
      interchanges: z.array(
        z.strictObject({
          delimiters: z
            .strictObject({
              element: z.string().describe('Between elements.'),
              component: z.string().describe('Between components.'),
              repetition: z.string().nullable().describe('Between repetitions; null before 00402.'),
              segment: z.string().describe('Behind a segment.'),
              lineEnd: z.string().describe('Blanks and line ends behind ISA.'),
            })
            .describe('As ISA has them.'),
          control: z.string().describe('ISA13.'),
          sender: z.strictObject({ qualifier: z.string(), id: z.string() }).describe('ISA05 and ISA06, without blanks at the end.'),
          receiver: z.strictObject({ qualifier: z.string(), id: z.string() }).describe('ISA07 and ISA08, without blanks at the end.'),
          date: z.string().describe('ISA09, YYMMDD.'),
          time: z.string().describe('ISA10, HHMM.'),
          version: z.string().describe('ISA12.'),
          usage: z.string().describe('ISA15: P for production, T for test, I for information.'),
          acknowledgments: z.array(z.array(z.string())).describe('Elements of each TA1.'),
          groups: z.array(
            z.strictObject({
              functionalId: z.string().describe('GS01, such as HC for claims.'),
              sender: z.string().describe('GS02.'),
              receiver: z.string().describe('GS03.'),
              date: z.string().describe('GS04.'),
              control: z.string().describe('GS06.'),
              version: z.string().describe('GS08.'),
              transactions: z.array(
                z.strictObject({
                  type: z.string().describe('ST01, such as 837.'),
                  control: z.string().describe('ST02.'),
                  guide: z.string().describe('ST03, else GS08, such as 005010X222A1.'),
                  segmentCount: z.int().min(1).describe('Segments from ST to SE.'),
                  start: z.int().min(0).describe('First character of ST in the text, from 0.'),
                  end: z.int().min(0).describe('The delimiter of the last segment.'),
                  segments: z.array(segmentField).describe('For the view segments; else empty.'),
                  loops: z.array(loopField).describe('For the view loops; else empty. Segments before the first loop are of none.'),
                }),
              ),
            }),
          ),
        }),
      ),
      counts: z
        .strictObject({
          interchanges: z.int().min(0),
          groups: z.int().min(0),
          transactions: z.int().min(0),
          segments: z.int().min(0),
          error: z.int().min(0),
          warning: z.int().min(0),
        })
        .describe('What the document holds, and issues of each severity.')
        .meta(showAs({ kind: 'counts' })),
      issues: z
        .array(
          z.strictObject({
            code: z.enum(codes).describe('What was found.'),
            severity: z.enum(['error', 'warning']),
            path: z.string().describe('Place in the envelopes, such as ISA[1]/GS[1]/ST[2]/SE.'),
            position: z
              .int()
              .min(1)
              .nullable()
              .describe('Position of the segment in its transaction set, ST being 1; null outside of one.'),
            segment: z.string().nullable().describe('Identifier of the segment; null for one that is none.'),
            element: z.int().min(1).nullable().describe('The element to blame, from 1.'),
            difference: z.string().nullable().describe('How much the value is more than the sum or count; negative for less.'),
            start: z.int().min(0).describe('First character of the segment, from 0.'),
            end: z.int().min(0).describe('The delimiter of the segment.'),
            message: z.string().describe('The finding in words; holds no value of the document.'),
          }),
        )
        .describe('Everything that was found, in the order of its place.'),
    })
    .meta(showAs({ kind: 'interchange', of: 'interchange' })),
  document: { field: 'interchange', mediaTypes: ['application/edi-x12', 'text/plain'] },
  maxInputBytes: 100_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A payment that balances',
      input: { interchange: SAMPLE },
      output: { valid: true, counts: { interchanges: 1, groups: 1, transactions: 1, segments: 10, error: 0, warning: 0 }, issues: [] },
    },
    {
      title: 'A payment and a claim that do not balance',
      input: { interchange: UNBALANCED },
      output: {
        valid: true,
        counts: { transactions: 1, error: 0, warning: 2 },
        issues: [
          { code: 'payment_unbalanced', segment: 'BPR', difference: '-10' },
          { code: 'claim_unbalanced', segment: 'CLP', difference: '-10' },
        ],
      },
    },
  ],
  run({ interchange }, { view, transactions: wanted, maxIssues }) {
    const { interchanges, issues, charset, bom } = readX12(interchange)
    const shows = (transaction: Transaction) => wanted.length === 0 || wanted.includes(transaction.type)
    const shown = interchanges.map((each) =>
      showInterchange(each, (group) => showGroup(group, (own) => showTransaction(own, shows(own) ? view : 'summary', each))),
    )
    const errors = issues.filter(({ code }) => ISSUES[code].severity === 'error').length
    const groups = interchanges.flatMap((each) => each.groups)
    const all = groups.flatMap(({ transactions }) => transactions)
    return {
      valid: errors === 0,
      charset,
      bom,
      interchanges: shown,
      counts: {
        interchanges: interchanges.length,
        groups: groups.length,
        transactions: all.length,
        segments: segmentsOf(interchanges),
        error: errors,
        warning: issues.length - errors,
      },
      issues: issues
        .slice(0, maxIssues)
        .map((issue) => ({ ...issue, severity: ISSUES[issue.code].severity, message: ISSUES[issue.code].meaning })),
    }
  },
})

function segmentsOf(interchanges: readonly Interchange[]): number {
  let count = 0
  for (const { trailer, acknowledgments, groups } of interchanges) {
    count += 1 + (trailer ? 1 : 0) + acknowledgments.length
    for (const group of groups) {
      count += 1 + (group.trailer ? 1 : 0)
      for (const { segments } of group.transactions) count += segments.length
    }
  }
  return count
}

function showInterchange<Shown>({ header, delimiters, lineEnd, acknowledgments, groups }: Interchange, show: (group: Group) => Shown) {
  const at = (position: number) => header.elements[position - 1] ?? ''
  return {
    delimiters: { ...delimiters, lineEnd },
    control: at(13),
    sender: { qualifier: at(5), id: at(6).trimEnd() },
    receiver: { qualifier: at(7), id: at(8).trimEnd() },
    date: at(9),
    time: at(10),
    version: at(12),
    usage: at(15),
    acknowledgments: acknowledgments.map(({ elements }) => [...elements]),
    groups: groups.map(show),
  }
}

function showGroup<Shown>({ header, transactions }: Group, show: (transaction: Transaction) => Shown) {
  const [functionalId = '', sender = '', receiver = '', date = '', , control = '', , version = ''] = header.elements
  return { functionalId, sender, receiver, date, control, version, transactions: transactions.map(show) }
}

function showTransaction(transaction: Transaction, view: 'summary' | 'segments' | 'loops', { delimiters }: Interchange) {
  const { type, control, guide, segments } = transaction
  return {
    type,
    control,
    guide,
    segmentCount: segments.length,
    start: segments[0]!.start,
    end: segments.at(-1)!.end,
    segments: view === 'segments' ? segments.map((segment, i) => showSegment(segment, i + 1, delimiters)) : [],
    loops: view === 'loops' ? loopsOf(transaction).map(showLoop) : [],
  }
}

function showSegment({ id, elements, start, end }: Segment, position: number, { component, repetition }: Interchange['delimiters']) {
  const shown = elements.map((text) => {
    const isDivided = text.includes(component) || (repetition !== null && text.includes(repetition))
    if (!isDivided) return text
    const repetitions = repetition === null ? [text] : text.split(repetition)
    return repetitions.map((each) => each.split(component))
  })
  return { id, position, elements: shown, start, end }
}

function showLoop({ loops, ...loop }: Loop): ShownLoop {
  return { ...loop, loops: loops.map(showLoop) }
}
