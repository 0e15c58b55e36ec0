// data/x12-ack: what an interchange is answered with: TA1, 999 or 997.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { isAnswered, writeAcks } from '../../formats/x12/ack/write-ack.ts'
import { readX12 } from '../../formats/x12/document.ts'
import { ISSUES } from '../../formats/x12/issue.ts'

const WRONG_COUNT = [
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0809*^*00501*000000007*0*T*:~',
  'GS*HS*SENDER*RECEIVER*20260102*0809*7*X*005010X279A1~ST*270*0001*005010X279A1~HL*1**20*1~SE*7*0001~GE*1*7~IEA*1*000000007~',
].join('')

export const dataX12Ack = defineTool({
  id: 'data/x12-ack',
  version: '1.0.0',
  title: 'Acknowledge X12',
  summary: 'Writes the acknowledgment of each interchange: TA1 for its envelope, or 999 or 997 for its functional groups.',
  input: z.strictObject({
    interchange: textOrBytesField('One or more interchanges from ISA to IEA.'),
  }),
  options: z.strictObject({
    kind: z
      .enum(['auto', 'ta1', '999', '997'])
      .default('auto')
      .describe('auto: TA1 if the envelope of the first interchange has an error, 997 for groups of 4010 and earlier, else 999.'),
    controlNumber: z
      .int()
      .min(1)
      .max(999_999_999)
      .default(1)
      .describe('ISA13 of the first acknowledgment; further ones are numbered consecutively.'),
    timestamp: z
      .string()
      .regex(/^[0-9]{12}$/)
      .optional()
      .describe('YYYYMMDDHHMM. Default: the time of the interchange, so that one document always gives one result.'),
    copyBadData: z.boolean().default(false).describe('Repeat wrong values in IK404 (AK404). They may identify a person.'),
  }),
  output: z.strictObject({
    kind: z.enum(['ta1', '999', '997']).describe('What was written.'),
    ack: z
      .string()
      .describe('The acknowledgments, one interchange each, with the delimiters of the one that is answered.')
      .meta(showAs({ kind: 'segments' })),
    content: bytesField('The acknowledgments as bytes: UTF-8.'),
    accepted: z
      .strictObject({
        interchanges: z.int().min(0),
        groups: z.int().min(0),
        transactions: z.int().min(0),
      })
      .describe('What was accepted; with ta1 only interchanges are judged.'),
    codes: z.array(z.string()).describe('Codes of TA105, AK905 and IK502 (or AK502) in the acknowledgments.'),
  }),
  document: { field: 'interchange', mediaTypes: ['application/edi-x12', 'text/plain'] },
  download: { field: 'content', mediaType: 'application/edi-x12', extension: 'edi' },
  maxInputBytes: 100_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A transaction set with a wrong count',
      input: { interchange: WRONG_COUNT },
      output: { kind: '999', accepted: { interchanges: 1, groups: 0, transactions: 0 }, codes: ['4'] },
    },
  ],
  run({ interchange }, { kind, controlNumber, timestamp, copyBadData }) {
    // Acknowledgments report errors only.
    const document = readX12(interchange, '', { isHidden: (code) => ISSUES[code].severity !== 'error' })
    const used = kind === 'auto' ? chooseKind(document) : kind
    const { text, codes, interchanges, groups, transactions } = writeAcks(document, { kind: used, controlNumber, timestamp, copyBadData })
    return {
      kind: used,
      ack: text,
      content: new TextEncoder().encode(text),
      accepted: { interchanges, groups, transactions },
      codes: [...codes],
    }
  },
})

function chooseKind({ interchanges, issues }: ReturnType<typeof readX12>): 'ta1' | '999' | '997' {
  const [first] = interchanges
  const hasEnvelopeError = issues.some(
    ({ code, path }) => code !== 'isa_length' && (path === 'ISA[1]' || /^ISA\[1\]\/(?:ISA|IEA)$/.test(path)),
  )
  const answered = first?.groups.filter(isAnswered)
  if (hasEnvelopeError || answered?.length === 0) return 'ta1'
  const version = answered?.[0]?.header.elements[7] ?? ''
  return version < '005' ? '997' : '999'
}
