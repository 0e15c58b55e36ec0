// code/udi: what a unique device identifier says, whichever agency issued it and however it was scanned or typed.
import * as z from 'zod'
import { linesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { MAX_LINES, mapLines, readDay } from '../../formats/ids/read-input.ts'
import { type DescribedUdi, describeUdi } from '../../formats/udi/describe-udi.ts'
import { DEFAULT_YEAR } from '../../formats/udi/udi-date.ts'
import { AGENCIES, CHECK_NAMES, FORMS, ISSUE_CODES, ISSUE_SEVERITIES } from '../../formats/udi/udi-result.ts'

const MAX_UDI_LENGTH = 1_000

const issue = z.strictObject({
  code: z.enum(ISSUE_CODES),
  severity: z.enum(ISSUE_SEVERITIES).describe('Only an error makes a UDI invalid.'),
  start: z.int().min(0).describe('Offset in the text as given, from 0.'),
  end: z.int().min(0).describe('Offset of the end, exclusive.'),
})

const element = z.strictObject({
  id: z.string().describe('Application identifier, data identifier or flag; empty if it has none.'),
  title: z.string(),
  value: z.string(),
  date: z.string().nullable().describe('ISO 8601 date, if the value is one. Day 00 is the last day of the month.'),
  start: z.int().min(0).describe('Offset of the identifier in the text as given, from 0.'),
  end: z.int().min(0).describe('Offset of the end of the value, exclusive.'),
  valid: z.boolean(),
  issues: z.array(issue),
})

const identifiers = {
  di: z.string().nullable().describe('Device identifier (UDI-DI).'),
  masterUdiDi: z.string().nullable().describe('Master UDI-DI (GS1 AI 8014).'),
  basicUdiDi: z.string().nullable().describe('Basic UDI-DI, such as a Global Model Number (GS1 AI 8013).'),
  lotNumber: z.string().nullable(),
  serialNumber: z.string().nullable(),
  expirationDate: z.string().nullable().describe('ISO 8601 date; null if there is none or it is no date.'),
  expirationTime: z.string().nullable(),
  expirationDateOriginal: z.string().nullable(),
  expirationDateOriginalFormat: z.string().nullable().describe('Such as YYMMDD, MMYY or YYJJJ (J: day of the year).'),
  manufacturingDate: z.string().nullable(),
  manufacturingTime: z.string().nullable(),
  manufacturingDateOriginal: z.string().nullable(),
  manufacturingDateOriginalFormat: z.string().nullable(),
  donationId: z.string().nullable().describe('Donation identification number (ISBT 128).'),
  softwareVersion: z.string().nullable(),
  quantity: z.int().nullable(),
}

export const codeUdi = defineTool({
  id: 'code/udi',
  version: '1.0.0',
  title: 'Parse UDIs',
  summary: 'Parses unique device identifiers of GS1, HIBCC, ICCBBA and IFA, checks them, and finds lost separators.',
  input: z.strictObject({
    udi: linesField('UDI carriers: a text with one per line, or a list. Empty lines are skipped.', {
      maxEntries: MAX_LINES,
      maxLength: MAX_UDI_LENGTH,
    }),
  }),
  options: z.strictObject({
    format: z
      .enum(['auto', 'aidc', 'hrf'])
      .default('auto')
      .describe('What the texts are: aidc as scanned, hrf as printed for people, auto for either. Default: auto.'),
    jurisdiction: z
      .enum(['us', 'eu', 'any'])
      .default('any')
      .describe('Adds the jurisdiction to the FHIR element, and warns of an agency that it does not accredit. Default: any.'),
    fhirRelease: z
      .enum(['R4', 'R5'])
      .default('R4')
      .describe('Release whose system URIs the FHIR element uses; R4B uses those of R4. Default: R4.'),
    today: z.iso
      .date()
      .optional()
      .describe('Resolves two-digit years by the rule of GS1: up to 50 years ahead, 49 back. Without it: 76 to 99 are 1976 to 1999.'),
  }),
  output: z
    .strictObject({
      results: z.array(
        z.strictObject({
          index: z.int().min(0).describe('Position in the list, or of the line among all lines, from 0.'),
          issuingAgency: z.enum(AGENCIES).nullable().describe('Null if the text is of no known form.'),
          form: z.enum(FORMS).nullable(),
          valid: z.boolean().describe('True if no check failed and one reading fits. It does not say that the device is registered.'),
          ambiguous: z.boolean().describe('True if a separator may be missing, so that the elements are the most likely of the readings.'),
          ...identifiers,
          packageLevel: z.int().nullable().describe('Indicator digit of the GTIN, or unit of measure of HIBC.'),
          elements: z.array(element),
          checks: z.array(
            z.strictObject({
              what: z.enum(CHECK_NAMES),
              element: z.string().describe('Id of the element.'),
              valid: z.boolean(),
              expected: z.string().nullable().describe('The check digits or character that would hold.'),
            }),
          ),
          issues: z.array(issue).describe('Issues of the text as a whole. Those of one element are with the element.'),
          readings: z
            .array(z.strictObject({ likelihood: z.number(), ...identifiers, elements: z.array(element) }))
            .describe('If ambiguous: the readings that fit, the most likely first, at most 16. Likelihoods sum to 1.'),
          hrf: z.string().nullable().describe('Human-readable form.'),
          aidc: z.string().nullable().describe('The text that a scanner transmits; separators are U+001D.'),
          fhir: z
            .strictObject({
              udiCarrier: z.array(
                z.strictObject({
                  deviceIdentifier: z.string(),
                  issuer: z.string(),
                  jurisdiction: z.string().optional(),
                  carrierAIDC: z.string().optional().describe('Base64.'),
                  carrierHRF: z.string().optional(),
                }),
              ),
            })
            .nullable()
            .describe('The element of a FHIR Device; null without a device identifier.'),
        }),
      ),
      counts: z.strictObject({
        valid: z.int(),
        invalid: z.int(),
        ambiguous: z.int().describe('Counted here and not among valid or invalid.'),
        unknown: z.int().describe('Texts of unknown format.'),
      }),
    })
    .meta(showAs({ kind: 'device-labels', of: 'udi' })),
  document: { field: 'udi', mediaTypes: ['text/plain'] },
  maxInputBytes: 20_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A GS1 UDI as printed',
      input: { udi: '(01)51022222233336(11)141231(17)150707(10)A213B1(21)1234' },
      output: {
        results: [
          {
            issuingAgency: 'GS1',
            valid: true,
            di: '51022222233336',
            lotNumber: 'A213B1',
            serialNumber: '1234',
            expirationDate: '2015-07-07',
            manufacturingDate: '2014-12-31',
          },
        ],
        counts: { valid: 1, invalid: 0, ambiguous: 0, unknown: 0 },
      },
    },
    {
      title: 'A scan with a lost separator',
      input: { udi: ['0151022222233336171507071074A213B1211234567'] },
      options: { format: 'aidc' },
      output: {
        results: [{ valid: false, ambiguous: true, di: '51022222233336', lotNumber: '74A213B1', serialNumber: '1234567' }],
        counts: { valid: 0, invalid: 0, ambiguous: 1, unknown: 0 },
      },
    },
    {
      title: 'A HIBC label, and its FHIR element',
      input: { udi: ['+A99912349/$10X3/16D20111231/14D20200131/Q500Z'] },
      options: { jurisdiction: 'us' },
      output: {
        results: [
          {
            issuingAgency: 'HIBCC',
            di: 'A99912349',
            lotNumber: '10X3',
            quantity: 500,
            expirationDate: '2020-01-31',
            fhir: { udiCarrier: [{ deviceIdentifier: 'A99912349', jurisdiction: 'http://hl7.org/fhir/NamingSystem/fda-udi' }] },
          },
        ],
      },
    },
    {
      title: 'A wrong check digit and month 13',
      input: { udi: '(01)51022222233337(17)151307' },
      output: {
        results: [
          {
            valid: false,
            expirationDate: null,
            expirationDateOriginal: '151307',
            checks: [{ what: 'gs1_check_digit', element: '01', valid: false, expected: '6' }],
          },
        ],
      },
    },
  ],
  run({ udi }, { format, jurisdiction, fhirRelease, today }) {
    const currentYear = readDay(today)?.year ?? DEFAULT_YEAR
    const options = { format, jurisdiction, fhirRelease, currentYear }
    const results = mapLines(udi, MAX_UDI_LENGTH, (text, index) => describeUdi(text, index, options), countParts)
    return { results, counts: countResults(results) }
  },
})

/** A result without elements is as large as two of them. */
function countParts({ elements, readings }: DescribedUdi): number {
  return readings.reduce((sum, reading) => sum + reading.elements.length, 2 + elements.length)
}

function countResults(results: readonly DescribedUdi[]) {
  const counts = { valid: 0, invalid: 0, ambiguous: 0, unknown: 0 }
  for (const { issuingAgency, ambiguous, valid } of results) {
    if (issuingAgency === null) counts.unknown++
    else if (ambiguous) counts.ambiguous++
    else if (valid) counts.valid++
    else counts.invalid++
  }
  return counts
}
