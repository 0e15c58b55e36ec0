// code/check-id: which identifier schemes a number fits, what was checked, and what it tells without a register.
import * as z from 'zod'
import { linesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { type CheckedId, checkId, SCHEME_IDS } from '../../formats/ids/check-ids.ts'
import { MAX_LINES, mapLines, readDay } from '../../formats/ids/read-input.ts'
import { CHECK_KINDS, ISSUED, OTHER_TOOLS, REASONS } from '../../formats/ids/scheme.ts'

const MAX_ID_LENGTH = 300

const matchResult = z.strictObject({
  type: z.string().describe('Id of the scheme.'),
  name: z.string().describe('Name of the scheme.'),
  country: z.string().nullable().describe('ISO 3166-1 alpha-2 code; null for international schemes.'),
  valid: z.boolean().describe('True if every rule in checked holds. It does not say that the number was issued.'),
  checked: z.array(z.enum(CHECK_KINDS)).describe('The rules that ran, up to the one that failed.'),
  normalized: z.string().describe('The identifier without separators, in upper case where case does not matter.'),
  formatted: z.string().describe('The identifier as it is usually printed.'),
  reason: z.enum(REASONS).nullable().describe('The rule that failed.'),
  position: z.int().min(0).nullable().describe('Position of the character to blame in the identifier as given, from 0.'),
  issued: z.enum(ISSUED).nullable().describe('What is known about the number without a register.'),
  decoded: z.record(z.string(), z.string()).nullable().describe('What the number tells, such as birthDate, sex, region. Only with decode.'),
  converted: z.record(z.string(), z.array(z.string())).nullable().describe('Other forms of the same number.'),
  strength: z.number().describe('How much the checked rules narrow down a random text, in bits. Matches are ranked by it.'),
  tool: z.enum(OTHER_TOOLS).nullable().describe('Tool that reads all parts of such an input, for a UDI or a unit of measure.'),
})

export const codeCheckId = defineTool({
  id: 'code/check-id',
  version: '1.0.0',
  title: 'Check identifiers',
  summary: 'Checks identifiers of people, providers, drugs, devices and code systems: shape, ranges, dates and check digits.',
  input: z.strictObject({
    ids: linesField('Identifiers: a text with one per line, or a list. Empty lines are skipped.', {
      maxEntries: MAX_LINES,
      maxLength: MAX_ID_LENGTH,
    }),
  }),
  options: z.strictObject({
    type: z
      .enum(['auto', ...SCHEME_IDS])
      .default('auto')
      .describe('Scheme to check by, such as gb-nhs, us-npi or ndc. Default: auto, which tries every scheme that fits.')
      .meta(showAs({ kind: 'prominent' })),
    country: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .max(250)
      .default([])
      .describe('With auto: ISO 3166-1 alpha-2 codes of the countries whose schemes are tried, the preferred one first. Default: all.'),
    decode: z
      .boolean()
      .default(false)
      .describe('Add birth date, sex, region and other parts that a valid number contains.')
      .meta(showAs({ kind: 'prominent' })),
    today: z.iso.date().optional().describe('Date by which future dates and two-digit years are judged. Without it, both are left open.'),
  }),
  output: z
    .strictObject({
      results: z.array(
        z.strictObject({
          index: z.int().min(0).describe('Position in the list, or of the line among all lines, from 0.'),
          status: z.enum(['valid', 'invalid', 'ambiguous', 'unknown']),
          digitsFolded: z.boolean().describe('True if digits of another script were read as ASCII digits.'),
          matches: z.array(matchResult).describe('Best match first. With auto, invalid matches are listed only if none is valid.'),
        }),
      ),
      counts: z.strictObject({ valid: z.int(), invalid: z.int(), ambiguous: z.int(), unknown: z.int() }),
    })
    .meta(showAs({ kind: 'identifiers', of: 'ids' })),
  document: { field: 'ids', mediaTypes: ['text/plain'] },
  maxInputBytes: 20_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'An NHS number',
      input: { ids: '943 476 5919' },
      options: { type: 'gb-nhs' },
      output: {
        results: [
          {
            status: 'valid',
            matches: [{ type: 'gb-nhs', valid: true, checked: ['length', 'alphabet', 'range', 'check'], normalized: '9434765919' }],
          },
        ],
        counts: { valid: 1, invalid: 0, ambiguous: 0, unknown: 0 },
      },
    },
    {
      title: 'An NHI number of the new form',
      input: { ids: ['ZZZ00AC'] },
      options: { country: ['NZ'] },
      output: { results: [{ status: 'valid', matches: [{ type: 'nz-nhi', valid: true, issued: 'test_range' }] }] },
    },
    {
      title: 'A drug code as claims write it',
      input: { ids: ['0002-7597-01'] },
      options: { type: 'ndc' },
      output: { results: [{ matches: [{ type: 'ndc', valid: true, converted: { ndc11: ['00002759701'] } }] }] },
    },
    {
      title: 'A UDI and a unit, and the tools that read them',
      input: { ids: ['(01)51022222233336(11)141231(17)150707(10)A213B1(21)1234', 'mg/dL'] },
      output: {
        results: [
          { status: 'valid', matches: [{ type: 'udi', valid: true, tool: 'code/udi' }] },
          { status: 'valid', matches: [{ type: 'ucum', valid: true, tool: 'code/ucum' }] },
        ],
      },
    },
    {
      title: 'A wrong check digit, with its position',
      input: { ids: ' 1234567890' },
      options: { type: 'us-npi' },
      output: {
        results: [{ status: 'invalid', matches: [{ type: 'us-npi', valid: false, reason: 'check_digit', position: 10 }] }],
        counts: { valid: 0, invalid: 1, ambiguous: 0, unknown: 0 },
      },
    },
  ],
  run({ ids }, { type, country, decode, today }) {
    const options = { type, countries: country, decode, today: readDay(today) }
    const results = mapLines(
      ids,
      MAX_ID_LENGTH,
      (text, index) => withPlainStrength(checkId(text, index, options)),
      ({ matches }) => matches.length,
    )
    return { results, counts: countByStatus(results) }
  },
})

function withPlainStrength(result: CheckedId) {
  return {
    ...result,
    matches: result.matches.map((match) => ({ ...match, strength: Math.round(match.strength * 10) / 10 })),
  }
}

function countByStatus(results: readonly CheckedId[]) {
  const counts = { valid: 0, invalid: 0, ambiguous: 0, unknown: 0 }
  for (const { status } of results) counts[status]++
  return counts
}
