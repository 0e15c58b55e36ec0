// The options by which a caller says what is checked and how grave it is, and the schemas of what comes of it; for every tool that validates.
import * as z from 'zod'
import { showAs } from '../../../core/view.ts'
import { definitionsOption, type ReadDefinitions, readDefinitions } from '../definitions/definitions-option.ts'
import { HL7_VERSIONS } from '../dictionary/versions.ts'
import { profileField } from './profile-schema.ts'
import { readProfile } from './read-profile.ts'
import {
  DEFAULT_LEVELS,
  ISSUE_CODES,
  type IssueCode,
  LENIENT_LEVELS,
  RULE_LEVELS,
  type RuleLevels,
  STRICTNESS,
  type Strictness,
  VALIDATION_RULES,
  type ValidationRule,
} from './rules.ts'
import type { ValidationOptions } from './validate-document.ts'

const MEANINGS: Readonly<Record<ValidationRule, string>> = {
  structure: 'Order and presence of segments, by the group tree of the message structure.',
  required: 'Required fields and components.',
  length: 'Lengths of fields.',
  cardinality: 'Repetitions of fields, and fields that the segment does not have.',
  dataType: 'Forms of numbers and codes, and parts that the data type does not have.',
  table: 'Codes of tables. Tables that HL7 only suggests, and codes of other versions, are reported one level lower.',
  dates: 'Form, precision, offset and calendar of dates and times.',
  batchCounts: 'Batch and file trailers: their counts, and trailers without headers.',
}

const level = (rule: ValidationRule) =>
  z.enum(RULE_LEVELS).optional().describe(`${MEANINGS[rule]} Default: ${DEFAULT_LEVELS[rule]}; lenient: ${LENIENT_LEVELS[rule]}.`)

const rulesField = z
  .strictObject({
    structure: level('structure'),
    required: level('required'),
    length: level('length'),
    cardinality: level('cardinality'),
    dataType: level('dataType'),
    table: level('table'),
    dates: level('dates'),
    batchCounts: level('batchCounts'),
  })
  .prefault({})
  .describe('Severity of violations of each rule. off: not checked.')
  .meta({ title: 'Hl7RuleLevels' })

/** Members of a tool's options. @param strictness what holds where the caller says nothing */
export const validationOptions = (strictness: Strictness) => ({
  strictness: z
    .enum(STRICTNESS)
    .default(strictness)
    .describe(
      'strict: everything that the standard forbids is an error. lenient: only what a receiving system would reject is an error, such as an unusable header or an unknown message type. Other findings are warnings or information.',
    ),
  rules: rulesField,
  profile: profileField.optional().describe('Requirements of the site beyond the standard.'),
  ...definitionsOption(
    'Their fields, types and tables are checked like those of HL7, and their segments may appear where the definitions place them.',
  ),
  version: z
    .enum(['auto', ...HL7_VERSIONS])
    .default('auto')
    .describe('Version of the tables. auto: the version in MSH-12 of each message.'),
  zSegments: z.enum(['allow', 'report']).default('allow').describe('Allow segments that begin with Z anywhere.'),
  localSegments: z
    .array(z.string().regex(/^[A-Z][A-Z0-9]{2}$/))
    .max(1_000)
    .default([])
    .describe('Further segments that are allowed anywhere.'),
  maxIssues: z.int().min(1).max(1_000_000).default(100_000).describe('Maximum number of issues to list. All are counted.'),
})

const optionsObject = z.strictObject(validationOptions('strict'))

/** @throws ProblemError `invalid_input` with a pointer to each path of the profile that is none, and to what is wrong with the definitions */
export function readValidationOptions(options: z.infer<typeof optionsObject>): ValidationOptions & ReadDefinitions {
  const { strictness, rules, profile, definitions, version, zSegments, localSegments, maxIssues } = options
  const given = Object.fromEntries(Object.entries(rules).filter(([, level]) => level !== undefined)) as Partial<RuleLevels>
  return {
    strictness,
    levels: { ...(strictness === 'strict' ? DEFAULT_LEVELS : LENIENT_LEVELS), ...given },
    profile: profile && readProfile(profile, '/options/profile'),
    version: version === 'auto' ? undefined : version,
    zSegments,
    localSegments,
    maxIssues,
    ...readDefinitions(definitions),
  }
}

const codes = Object.keys(ISSUE_CODES) as [IssueCode, ...IssueCode[]]

export const issueField = z.strictObject({
  code: z.enum(codes).describe('What was found.'),
  severity: z.enum(['info', 'warning', 'error']),
  rule: z.enum([...VALIDATION_RULES, 'profile']).describe('The rule that is broken; profile: a row of the profile.'),
  path: z.string().nullable().describe('Segment or field, as OBX[2]-5; of what is missing, where it belongs.'),
  expected: z.string().describe('What the standard or the profile requires. Contains no value of the document.'),
  hl7ErrorCode: z.string().describe('Code of table 0357 for an ERR segment.'),
  message: z.int().min(0).nullable().describe('Place of the message in the document, from 0; null for a batch.'),
  byteStart: z.int().min(0).describe('First byte of the place; of a document that came as text, in its UTF-8 form.'),
  byteEnd: z.int().min(0).describe('First byte behind the place; the same where something is missing.'),
  count: z
    .int()
    .min(1)
    .describe('Findings of this kind in the message: codes of one table in one field, repeated numbers and units are one issue.'),
})

export const countsField = z
  .strictObject({
    error: z.int().min(0),
    warning: z.int().min(0),
    info: z.int().min(0),
    notListed: z.int().min(0).describe('How many of these are not listed because of maxIssues.'),
  })
  .describe('How many issues of each severity were found.')
  .meta({ title: 'Hl7IssueCounts', ...showAs({ kind: 'counts' }) })

export const structureField = z
  .strictObject({
    expected: z.string().nullable().describe('The structure that was checked, such as ADT_A01; null if the message has none.'),
    version: z.string().nullable().describe('The HL7 version of the structure.'),
    firstUnexpected: z.string().nullable().describe('The first segment that does not fit, such as OBX[2]; null for none.'),
  })
  .describe('Structure that the segment order was checked against.')
