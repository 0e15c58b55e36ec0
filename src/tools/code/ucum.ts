// code/ucum: whether units are UCUM, what they measure, what was meant instead, and exact conversion of values.
import * as z from 'zod'
import { linesField } from '../../core/document.ts'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { MAX_LINES, mapLines } from '../../formats/ids/read-input.ts'
import { type CheckedUnit, type CheckSettings, checkUnit, readProperty, readTarget, UNIT_ISSUES } from '../../formats/ucum/check-unit.ts'
import { readDecimal } from '../../formats/ucum/rational.ts'
import { REASONS } from '../../formats/ucum/repair-part.ts'

const MAX_LINE_LENGTH = 300

const options = z.strictObject({
  to: z
    .string()
    .max(MAX_LINE_LENGTH)
    .optional()
    .describe('Unit to convert into. Without a value in the line, 1 is converted. Default: values are converted into the canonical units.')
    .meta(showAs({ kind: 'prominent' })),
  molarMass: z
    .number()
    .min(1e-6)
    .max(1e12)
    .optional()
    .describe('Molar mass of the substance in g/mol, to convert between mass and amount, such as 180.156 for glucose.')
    .meta(showAs({ kind: 'prominent' })),
  charge: z
    .int()
    .min(1)
    .max(20)
    .optional()
    .describe('Charge number of the ion, to convert between moles and equivalents, such as 2 for calcium.'),
  property: z
    .string()
    .max(100)
    .optional()
    .describe('Property that every unit must measure, by its name in the UCUM table, such as mass, volume or temperature.'),
  caseInsensitive: z.boolean().default(false).describe('Read the case insensitive codes of UCUM, such as MG/DL.'),
  suggestions: z.int().min(0).max(10).default(3).describe('Maximum number of suggestions for each unit.'),
  digits: z
    .int()
    .min(1)
    .max(40)
    .default(34)
    .describe('Significant digits of values that have no exact decimal form. 17 fit a JSON number.'),
})

const issueResult = z.strictObject({
  code: z.enum(UNIT_ISSUES),
  severity: z.enum(['error', 'warning']).describe('A warning names what is legal and usually wrong, or what was assumed.'),
  start: z.int().min(0).describe('Position in the line as given, from 0.'),
  end: z.int().min(0).describe('Position after the last character.'),
})

const suggestionResult = z.strictObject({
  unit: z.string().describe('A valid unit.'),
  name: z.string().describe('Its name.'),
  why: z.enum(REASONS).describe('How the unit given differs from the suggested one.'),
  confidence: z.number().min(0).max(1).describe('Best first.'),
})

export const codeUcum = defineTool({
  id: 'code/ucum',
  version: '1.0.0',
  title: 'Check and convert units',
  summary: 'Checks units against UCUM, suggests corrections, warns of valid but wrong units, and converts values exactly.',
  input: z.strictObject({
    units: linesField(
      'Units: a text with one per line, or a list. Each is a unit, or a value and a unit with a space between them. Empty lines are skipped. Spaces around a line of a text are ignored; in a list they are errors.',
      { maxEntries: MAX_LINES, maxLength: MAX_LINE_LENGTH },
    ),
  }),
  options,
  output: z
    .strictObject({
      results: z.array(
        z.strictObject({
          index: z.int().min(0).describe('Position in the list, or of the line among all lines, from 0.'),
          unit: z.string().describe('The unit as given, without a value.'),
          valid: z.boolean().describe('True if the unit follows the grammar of UCUM and all its symbols are in the table.'),
          code: z.string().nullable().describe('The case sensitive code of a valid unit.'),
          value: z.string().nullable().describe('The value in the unit of the option to, or in canonical.units without it.'),
          exact: z.boolean().nullable().describe('True if value is exact, not rounded.'),
          convertedFrom: z
            .strictObject({ value: z.string(), unit: z.string() })
            .nullable()
            .describe('The value and unit before the conversion.'),
          issues: z.array(issueResult),
          suggestions: z.array(suggestionResult).describe('For invalid units, and for valid ones that are usually wrong.'),
          canonical: z
            .strictObject({
              factor: z.string().nullable().describe('The unit in canonical units; null for a special unit, whose scale is no factor.'),
              exact: z.boolean().describe('False if factor is rounded or null.'),
              units: z.string().describe('Base units and arbitrary units, such as g.m-1.s-2; 1 for a number.'),
            })
            .nullable(),
          name: z.string().nullable().describe('Names of the parts, such as (milligram) / (deciliter).'),
          print: z.string().nullable().describe('Printed form, such as 10⁹/L.'),
          dimension: z.array(
            z.strictObject({
              symbol: z
                .string()
                .describe('L length, T time, M mass, A plane angle, C temperature, Q electric charge, F luminous intensity.'),
              exponent: z.int(),
            }),
          ),
          special: z.boolean().describe('True for units on a scale of their own, such as Cel, [pH] or dB.'),
          arbitrary: z.array(z.string()).describe('Arbitrary units in it, such as [iU]. They convert only into themselves.'),
        }),
      ),
      counts: z.strictObject({
        valid: z.int(),
        invalid: z.int(),
        warned: z.int().describe('Valid units with a warning.'),
        converted: z.int().describe('Values that were converted.'),
        failed: z.int().describe('Values that could not be converted.'),
      }),
    })
    .meta(showAs({ kind: 'units' })),
  document: { field: 'units', mediaTypes: ['text/plain'] },
  maxInputBytes: 20_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'Body temperature in degrees Fahrenheit',
      input: { units: '37 Cel' },
      options: { to: '[degF]' },
      output: { results: [{ valid: true, value: '98.6', exact: true, special: true }], counts: { valid: 1, converted: 1 } },
    },
    {
      title: 'What a prescription writes for microgram',
      input: { units: ['mcg'] },
      output: { results: [{ valid: false, suggestions: [{ unit: 'ug', why: 'usage' }] }], counts: { invalid: 1 } },
    },
    {
      title: 'Glucose, from mass to amount of substance',
      input: { units: ['90 mg/dL'] },
      options: { to: 'mmol/L', molarMass: 180.156, digits: 6 },
      output: { results: [{ value: '4.99567', exact: false, convertedFrom: { value: '90', unit: 'mg/dL' } }] },
    },
    {
      title: 'Valid but wrong: kelvin per microliter',
      input: { units: 'K/uL' },
      options: { suggestions: 1 },
      output: {
        results: [
          {
            valid: true,
            issues: [{ code: 'kelvin_for_thousand', severity: 'warning', start: 0, end: 1 }],
            suggestions: [{ unit: '10*3/uL', why: 'unlikely_unit' }],
          },
        ],
      },
    },
  ],
  checkOptions: (settings) => void readSettings(settings),
  run({ units }, settings) {
    const read = readSettings(settings)
    const isText = typeof units === 'string'
    const results = mapLines(
      units,
      MAX_LINE_LENGTH,
      (text, index) => writeResult(checkUnit(text, index, isText, read)),
      ({ issues, suggestions }) => issues.length + suggestions.length,
    )
    return { results, counts: countResults(results) }
  },
})

/** @throws ProblemError `invalid_input` for a target that is no unit, or a property that the table does not have */
function readSettings({ to, molarMass, charge, property, caseInsensitive, suggestions, digits }: z.infer<typeof options>): CheckSettings {
  const target = to === undefined ? undefined : readTarget(to, caseInsensitive)
  if (to !== undefined && !target) throw refuse('/options/to', 'not_a_unit', 'The unit to convert into is not valid UCUM.')
  const measures = property === undefined ? undefined : readProperty(property)
  if (property !== undefined && !measures) {
    throw refuse('/options/property', 'unknown_property', 'The UCUM table has no unit of this property.')
  }
  return {
    to: target,
    property: measures,
    molarMass: molarMass === undefined ? undefined : readDecimal(String(molarMass)),
    charge,
    caseInsensitive,
    maxSuggestions: suggestions,
    digits,
  }
}

function refuse(pointer: string, code: string, detail: string): ProblemError {
  return new ProblemError(detail, { code: 'invalid_input', at: { pointer }, errors: [{ pointer, code, detail }] })
}

/** What people look for first comes first; arrays are the caller's own. */
function writeResult(result: CheckedUnit) {
  const { index, unit, valid, code, value, exact, convertedFrom, issues, suggestions, name, print, canonical } = result
  const { dimension, special, arbitrary } = result
  return {
    index,
    unit,
    valid,
    code,
    value,
    exact,
    convertedFrom,
    issues: [...issues],
    suggestions: [...suggestions],
    name,
    print,
    canonical,
    dimension: [...dimension],
    special,
    arbitrary: [...arbitrary],
  }
}

function countResults(results: readonly CheckedUnit[]) {
  const counts = { valid: 0, invalid: 0, warned: 0, converted: 0, failed: 0 }
  for (const { valid, issues, value, convertedFrom } of results) {
    counts[valid ? 'valid' : 'invalid']++
    if (valid && issues.some(({ severity }) => severity === 'warning')) counts.warned++
    if (value !== null) counts.converted++
    else if (convertedFrom !== null) counts.failed++
  }
  return counts
}
