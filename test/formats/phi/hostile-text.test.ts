// No text holds the detector up: repeated units that make naive patterns backtrack or rescan.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import { phiDeidentifyHl7 } from '../../../src/tools/phi/deidentify-hl7.ts'

const CHARACTERS = 100_000
/** What hangs is ended; how fast the rest is, the bench tells. */
const MOST_MS = 30_000

const UNITS = [
  'a',
  'A',
  '1',
  ' ',
  '\n',
  '@',
  'a@',
  'a.',
  '1.',
  '1-',
  '1/1',
  ':',
  'ab:',
  'http://',
  'www.',
  'John Smith ',
  'J. ',
  'J.',
  'Mr. ',
  'MRN: ',
  'medical record number ',
  '1/1/2020 ',
  'may ',
  'Hospital of ',
  'University of the ',
  '12 Main St ',
  'Calle A B ',
  '"John" ',
  "'s",
  '\u200b',
  '\u0301',
  '\ud800',
  '😀',
  '４',
  'aа',
  '\0',
  '312-555-0100 ',
  '1 2 3 ',
  '+1 ',
  'GB82 ',
  'Smith,',
  'a1-',
  'A1_',
  '漢字',
  'de ',
  'Ab ',
  'A & ',
  '*1234 ',
  'Smith, MD, ',
]

describe('hostile texts end in time', () => {
  test.each(UNITS.flatMap((unit) => (['balanced', 'fail-closed'] as const).map((mode) => [JSON.stringify(unit), mode, unit] as const)))(
    '%s in mode %s',
    (_title, mode, unit) => {
      const text = unit.repeat(Math.ceil(CHARACTERS / unit.length))
      expectSpansIn(text, detectPhi(text, { mode }))
    },
    MOST_MS,
  )

  test(
    'a million tokens of one character do not use up the work of a call',
    () => {
      const text = '1-'.repeat(500_000)
      expectSpansIn(text, detectPhi(text))
    },
    MOST_MS,
  )

  test.each(['still ', 'not ', 'van ', 'very ', 'Theo and '])(
    'a name before a row of %j does not nest calls',
    (unit) => {
      const text = `Voss ${unit.repeat(CHARACTERS)}`
      expectSpansIn(text, detectPhi(text))
    },
    MOST_MS,
  )

  test(
    'so do many known values that begin alike',
    () => {
      const text = '1'.repeat(CHARACTERS)
      expectSpansIn(text, detectPhi(text, { deny: Array.from({ length: 1000 }, (_, i) => '1'.repeat(400) + i) }))
    },
    MOST_MS,
  )

  test(
    'so does a word of apostrophes in a result of HL7 v2',
    () => {
      const message = `MSH|^~\\&|A|B|C|D|20260101||ORU^R01|1|P|2.5.1\rOBX|1|ST|718-7^Hgb^LN||${"O'".repeat(300_000)}\r`
      expect(phiDeidentifyHl7.run({ message }, phiDeidentifyHl7.options.parse({}))).toMatchObject({ residual: [] })
    },
    MOST_MS,
  )
})

function expectSpansIn(text: string, spans: readonly { readonly start: number; readonly end: number }[]): void {
  expect(spans.filter(({ start, end }) => !(start < end && end <= text.length))).toEqual([])
}
