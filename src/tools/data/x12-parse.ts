// data/x12-parse: X12 interchanges as groups, transaction sets and segments, with checks of their envelopes and sums.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { readX12 } from '../../formats/x12/document.ts'
import { ISSUES, type IssueCode, severityOf } from '../../formats/x12/issue.ts'
import { listRows } from '../../formats/x12/list-rows.ts'
import { countSegments, type ShownLoop, showInterchange } from '../../formats/x12/show-document.ts'

const codes = Object.keys(ISSUES) as [IssueCode, ...IssueCode[]]

const loopField: z.ZodType<ShownLoop> = z.lazy(() =>
  z.strictObject({
    id: z.string().describe('By the guide, such as 2010AA; HL or LX where its loops are not known.'),
    code: z.string().describe('What tells it from others of its kind: HL03, LX01, NM101 or N101; else empty.'),
    from: z.int().min(1).describe('Position of its first segment in the transaction set, ST being 1.'),
    to: z.int().min(1).describe('Position of its last own segment; those of loops within it are not its own.'),
    loops: z.array(loopField).describe('Loops within it.'),
  }),
)

const severity = (what: string) => z.enum(['off', 'warning', 'error']).optional().describe(what)

const segmentField = z.strictObject({
  id: z.string().describe('Identifier of the segment.'),
  position: z.int().min(1).describe('Position in the transaction set, ST being 1.'),
  elements: z
    .array(z.union([z.string(), z.array(z.array(z.string()))]))
    .describe('Elements, unchanged. An element with components or repetitions is a list of repetitions, each a list of components.'),
  labels: z.record(z.string(), z.string()).describe('Meanings of codes from the option codes, by element.'),
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
  version: '1.1.0',
  title: 'Parse X12',
  summary: 'Reads interchanges of X12 with any delimiters, and checks counts, control numbers, levels and the sums of claims and payments.',
  input: z.strictObject({
    interchange: textOrBytesField(
      'One or more interchanges from ISA to IEA, such as 270, 271, 276, 277, 278, 820, 834, 835, 837, 997 or 999.',
    ),
  }),
  options: z.strictObject({
    view: z
      .enum(['summary', 'segments', 'loops', 'rows'])
      .default('summary')
      .describe(
        'summary: envelopes and issues. segments: every segment, too. loops: loops by the guide, else levels (HL) and lines (LX). rows: a table of service lines (835, 837), members (834), benefits (271) or statuses (277).',
      ),
    transactions: z
      .array(z.string().regex(/^[0-9]{3}$/))
      .max(100)
      .default([])
      .describe('Types of transaction sets whose segments or loops are listed, such as 835. Default: all.'),
    guide: z
      .string()
      .regex(/^[0-9]{6}[A-Z0-9]{0,8}$/)
      .optional()
      .describe('Guide of transaction sets that do not name one, such as 005010X222A1.'),
    checks: z
      .strictObject({
        envelope: severity('Headers, trailers, counts and control numbers. Default: error.'),
        levels: severity('Numbers and parents of HL. Default: error.'),
        guide: severity('Segments and loops of the guide. Default: warning.'),
        sums: severity('Balance of payments, claims, services and premiums. Default: warning.'),
        dates: severity('Dates of the calendar, in their format. Default: warning.'),
        ids: severity('Check digits of provider numbers. Default: warning.'),
      })
      .default({})
      .describe('Severity of each group of checks.'),
    codes: z
      .record(
        z.string().regex(/^[A-Z][A-Z0-9]{1,2}[0-9]{2}(?:-[0-9]{1,2})?$/),
        z.record(z.string().min(1).max(30), z.string().min(1).max(500)),
      )
      .default({})
      .describe('Your own code lists by element, such as {"CAS02": {"45": "…"}}. The view segments then shows the meaning of codes.'),
    guardFormulas: z
      .boolean()
      .default(true)
      .describe('Put an apostrophe before cells of the CSV that a spreadsheet would run as a formula.'),
    maxIssues: z.int().min(0).max(100_000).default(1_000).describe('Maximum number of issues to list. All are counted.'),
  }),
  output: z
    .strictObject({
      valid: z.boolean().describe('True if no issue is an error. Sums that differ are warnings.'),
      charset: z.string().describe('utf-8; iso-8859-1 for bytes that are not UTF-8, one character each.'),
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
                  knowsLoops: z.boolean().describe('True if the loops of the guide are known, and checked.'),
                  segmentCount: z.int().min(1).describe('Segments from ST to SE.'),
                  start: z.int().min(0).describe('First character of ST in the text, from 0.'),
                  end: z.int().min(0).describe('The delimiter of the last segment.'),
                  segments: z.array(segmentField).describe('For the view segments; else empty.'),
                  balance: z
                    .strictObject({
                      sums: z.int().min(0).describe('Sums that were compared.'),
                      differences: z.int().min(0).describe('Sums that differ, each with an issue.'),
                    })
                    .nullable()
                    .describe('For 820, 835 and 837; else null.'),
                  hierarchy: z
                    .array(
                      z.strictObject({
                        id: z.string().describe('HL01.'),
                        parent: z.string().nullable().describe('HL02.'),
                        code: z.string().describe('HL03.'),
                        position: z.int().min(1).describe('Position of the HL in the transaction set, ST being 1.'),
                      }),
                    )
                    .describe('Levels (HL), for the view loops; else empty.'),
                  loops: z.array(loopField).describe('For the view loops; else empty. Segments before the first loop are of none.'),
                }),
              ),
            }),
          ),
        }),
      ),
      columns: z.array(z.string()).describe('Columns of the rows, in order.'),
      rows: z
        .array(z.record(z.string(), z.string()))
        .describe('With the view rows, what the transaction sets hold; else the transaction sets. Amounts and dates are unchanged.'),
      csv: z.string().describe('The rows as CSV (RFC 4180) with a header line.'),
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
            element: z.int().min(1).nullable().describe('Position of the element with the issue, from 1.'),
            loop: z.string().nullable().describe('The loop by the guide. Null if unknown, and for the transaction set itself.'),
            expected: z.string().nullable().describe('The segment or loop that is missing.'),
            difference: z.string().nullable().describe('The value minus the sum or count.'),
            start: z.int().min(0).describe('First character of the segment, from 0.'),
            end: z.int().min(0).describe('The delimiter of the segment.'),
            ack: z
              .string()
              .nullable()
              .describe(
                'Its code in an acknowledgment: TA105, AK905, IK502 or IK304, by what it is about; null for what is not told there.',
              ),
            message: z.string().describe('Description of the issue. Contains no value of the document.'),
          }),
        )
        .describe('All issues, in document order.'),
    })
    .meta(showAs({ kind: 'interchange', of: 'interchange' })),
  document: { field: 'interchange', mediaTypes: ['application/edi-x12', 'text/plain'] },
  download: { field: 'csv', mediaType: 'text/csv', extension: 'csv' },
  maxInputBytes: 100_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A balanced payment',
      input: { interchange: SAMPLE },
      options: { checks: { guide: 'off' } },
      output: { valid: true, counts: { interchanges: 1, groups: 1, transactions: 1, segments: 10, error: 0, warning: 0 }, issues: [] },
    },
    {
      title: 'An unbalanced payment and claim',
      input: { interchange: UNBALANCED },
      options: { checks: { guide: 'off' } },
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
  run({ interchange }, { view, transactions: requested, guide, checks, codes: labels, guardFormulas, maxIssues }) {
    const isHidden = (code: IssueCode) => severityOf(code, checks) === 'off'
    const { interchanges, balances, issues, counts, charset, bom } = readX12(interchange, guide, { most: maxIssues, isHidden })
    const shows = ({ type }: { readonly type: string }) => requested.length === 0 || requested.includes(type)
    const countOf = (requested: string) =>
      [...counts].reduce((sum, [code, count]) => sum + (severityOf(code, checks) === requested ? count : 0), 0)
    const errors = countOf('error')
    const groups = interchanges.flatMap((each) => each.groups)
    return {
      valid: errors === 0,
      charset,
      bom,
      interchanges: interchanges.map((each) => showInterchange(each, { view, codes: labels, balances, shows })),
      ...listRows(interchanges, { isDetailed: view === 'rows', requested: shows, guardFormulas }),
      counts: {
        interchanges: interchanges.length,
        groups: groups.length,
        transactions: groups.reduce((sum, { transactions }) => sum + transactions.length, 0),
        segments: countSegments(interchanges),
        error: errors,
        warning: countOf('warning'),
      },
      issues: issues.map((issue) => ({
        ...issue,
        severity: severityOf(issue.code, checks) === 'error' ? ('error' as const) : ('warning' as const),
        ack: ISSUES[issue.code].ack,
        message: ISSUES[issue.code].meaning,
      })),
    }
  },
})
