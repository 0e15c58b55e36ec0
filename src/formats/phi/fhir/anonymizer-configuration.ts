// The configuration of Microsoft's anonymizer for FHIR as rules: `fhirPathRules` in their order, of which the first one for a place holds.
// Source: the documentation of microsoft/Tools-for-Health-Data-Anonymization (MIT licence), section "FHIR Path Rules".
import * as z from 'zod'
import { parseJson } from '../../../core/parse-json.ts'
import { ProblemError, type ProblemItem } from '../../../core/problem.ts'

const MAX_RULES = 2_000
const expression = z.string().min(1).max(2_000)

const flag = (what: string) =>
  z.boolean().optional().describe(`If ${what} is redacted, keep what the policy actions generalize or year keep.`)
const noKey = z.literal('').optional().describe('Must be empty. Use the option `key`.')

const rule = z.strictObject({
  path: expression.describe('FHIRPath from a resource, or nodesByType() and nodesByName() and what follows them.'),
  method: z.string().max(40).describe('keep, redact, dateShift, cryptoHash, generalize or substitute, in any case.'),
  cases: z
    .union([z.record(expression, expression), z.string().max(20_000)])
    .optional()
    .describe('Of generalize: by a condition, the value as FHIRPath; the first one that holds.'),
  otherValues: z.string().max(20).optional().describe('Of generalize, where no case holds: redact (default) or keep.'),
  replaceWith: z.unknown().optional().describe('Of substitute: a text.'),
  span: z.unknown().optional().describe('For perturb, which is not supported.'),
  rangeType: z.unknown().optional().describe('For perturb, which is not supported.'),
  roundTo: z.unknown().optional().describe('For perturb, which is not supported.'),
})

const parameters = z.strictObject({
  enablePartialAgesForRedact: flag('an age'),
  enablePartialDatesForRedact: flag('a date'),
  enablePartialZipCodesForRedact: flag('a ZIP code'),
  restrictedZipCodeTabulationAreas: z
    .array(z.string().regex(/^\d{3}$/))
    .max(1_000)
    .optional()
    .describe('Ignored. generalize uses the areas with fewer than 20,000 people.'),
  dateShiftScope: z.enum(['resource', 'file', 'folder']).optional().describe('Ignored. Dates are shifted by the offset of their patient.'),
  dateShiftKey: noKey,
  cryptoHashKey: noKey,
  encryptKey: noKey,
})

/** The option `configuration`. */
export const anonymizerField = z
  .strictObject({
    fhirVersion: z.literal('R4').optional().describe('The version that the configuration is for.'),
    processingErrors: z.literal('raise').optional().describe('What cannot be read is an error. Nothing is skipped.'),
    fhirPathRules: z.array(rule).max(MAX_RULES).describe('Rules, in order.'),
    parameters: parameters.optional().describe('What the methods need.'),
  })
  .optional()
  .describe(
    'A configuration of Microsoft’s anonymizer for FHIR. The first of its fhirPathRules that matches an element applies, also to its content. Everything else follows the policy and is never kept. Methods other than keep, redact, dateShift, cryptoHash, generalize and substitute are refused.',
  )

export type AnonymizerConfiguration = NonNullable<z.infer<typeof anonymizerField>>

export interface AnonymizerRule {
  readonly path: string
  readonly pointer: string
  readonly method: 'keep' | 'redact' | 'dateshift' | 'cryptohash' | 'generalize' | 'substitute'
  /** Of generalize: a condition and the value where it holds. */
  readonly cases: readonly (readonly [condition: string, value: string])[]
  readonly otherwise: 'redact' | 'keep'
  /** Of substitute. */
  readonly text: string | undefined
}

const METHODS: ReadonlySet<string> = new Set(['keep', 'redact', 'dateshift', 'cryptohash', 'generalize', 'substitute'])

/** @throws ProblemError `invalid_input` with a pointer for every rule that cannot be followed */
export function readAnonymizerRules({ fhirPathRules }: AnonymizerConfiguration): AnonymizerRule[] {
  const findings: ProblemItem[] = []
  const rules = fhirPathRules.map((each, i): AnonymizerRule => {
    const pointer = `/options/configuration/fhirPathRules/${i}`
    const method = each.method.toLowerCase()
    const object = (name: string, detail: string) => findings.push({ pointer: `${pointer}/${name}`, code: 'invalid_value', detail })
    if (!METHODS.has(method)) object('method', 'keep, redact, dateShift, cryptoHash, generalize and substitute can be followed')
    if (method === 'substitute' && typeof each.replaceWith !== 'string')
      object('replaceWith', 'a text can be put in place, and nothing else')
    const cases = method === 'generalize' ? casesOf(each.cases) : []
    if (cases === undefined) object('cases', 'cases are conditions with the values in their place')
    const otherwise = each.otherValues?.toLowerCase() ?? 'redact'
    if (otherwise !== 'keep' && otherwise !== 'redact') object('otherValues', 'keep or redact')
    return {
      path: each.path,
      pointer,
      method: method as AnonymizerRule['method'],
      cases: cases ?? [],
      otherwise: otherwise === 'keep' ? 'keep' : 'redact',
      text: typeof each.replaceWith === 'string' ? each.replaceWith : undefined,
    }
  })
  if (findings.length > 0)
    throw new ProblemError('The anonymizer configuration is not supported.', { code: 'invalid_input', errors: findings })
  return rules
}

/** An object, or the text of one as the documentation writes it. */
function casesOf(cases: AnonymizerConfiguration['fhirPathRules'][number]['cases']): (readonly [string, string])[] | undefined {
  let read: unknown = cases
  try {
    if (typeof cases === 'string') read = parseJson(cases)
  } catch {
    return undefined
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
  const entries = Object.entries(read)
  return entries.length > 0 && entries.every(([, value]) => typeof value === 'string') ? (entries as [string, string][]) : undefined
}
