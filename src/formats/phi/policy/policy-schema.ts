// The policy language that all phi tools share, as schemas: what is done with each category, and what every result says about it.
import * as z from 'zod'
import { showAs } from '../../../core/view.ts'
import { PHI_CATEGORIES, type PhiCategory } from '../category.ts'

export const PHI_ACTIONS = ['keep', 'remove', 'replace', 'mask', 'hash', 'surrogate', 'date-shift', 'year', 'generalize'] as const
export type PhiAction = (typeof PHI_ACTIONS)[number]

export const PHI_PRESETS = ['safe-harbor', 'limited-data-set', 'pseudonymize'] as const
export type PhiPreset = (typeof PHI_PRESETS)[number]

/** The actions that suit every category, so that they may be a policy's default. */
const GENERAL_ACTIONS = ['keep', 'remove', 'replace', 'mask', 'hash', 'surrogate'] as const

const ruleField = z.strictObject({
  category: z.enum(PHI_CATEGORIES).optional().describe('Category of the rule. A rule names a category or a path.'),
  path: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'Path of the rule, in the notation of the format (`PID-5.1`, a column). It includes everything below it, and takes precedence over a category.',
    ),
  action: z
    .enum(PHI_ACTIONS)
    .describe(
      'keep; remove: nothing stays; replace: the label of the category; mask: an asterisk for every letter and digit; hash: 16 hexadecimal digits by HMAC; surrogate: a made-up value of the same kind, the same for every occurrence; date-shift: dates shifted by a number of days per subject, with the same format and intervals; year: only the year of a date; generalize: ages over 89 as 90+, ZIP codes cut to three digits, dates to the year.',
    ),
  numbered: z.boolean().default(false).describe('With replace: number the labels, one number per person or value, such as [NAME-2].'),
})

const customPolicy = z
  .strictObject({
    default: z
      .enum([...PHI_PRESETS, ...GENERAL_ACTIONS])
      .describe('What applies without a rule: a named policy, or one action for all categories.'),
    rules: z.array(ruleField).max(500).default([]).describe('Actions for categories or paths. Two rules for the same are refused.'),
  })
  .meta({ title: 'PhiPolicy' })

export type PhiPolicy = PhiPreset | z.infer<typeof customPolicy>

/** The option `policy` of every phi tool. */
export const phiPolicyField = z
  .union([z.enum(PHI_PRESETS), customPolicy])
  .default('safe-harbor')
  .describe(
    'What is done with each category: `safe-harbor` follows the list of 45 CFR 164.514(b)(2), `limited-data-set` that of 164.514(e), `pseudonymize` replaces values consistently with made-up ones. Or an object with a default and rules. Under safe-harbor a value made from the original is refused (164.514(c)).',
  )

/** The option `key` of every phi tool. */
export const phiKeyField = z
  .string()
  .max(1000)
  .optional()
  .describe(
    'The site’s secret for hash, surrogate and date-shift: at least 16 characters, or `base64:` and at least 16 bytes. The same key gives the same values in every format. No key is generated.',
  )
  .meta({ writeOnly: true })

/** The option `surrogates` of every phi tool with a key. */
export const phiSurrogatesField = z
  .enum(['1', '2'])
  .default('2')
  .describe(
    'Generation of made-up values. 2: names by sex and origin, and places, streets, institutions and telephone numbers by language. 1: those of policy version 1, for data that was pseudonymized with it. A second run replaces the surrogates of the first: restore the originals with phi/reidentify before it.',
  )

/** The option `subject` of the phi tools whose document is about one person. */
export const phiSubjectField = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe(
    'Subject of the document, such as a record number. Dates are shifted by the days of the subject. Without a subject, all documents of a key are shifted alike.',
  )
  .meta({ writeOnly: true })

/** What every result of a phi tool says of how it was made. */
export const provenanceField = z
  .strictObject({
    policy: z.string().describe('The named policy, with `+rules` where rules changed it, or `custom`.'),
    ruleset: z.string().describe('The rules behind generalize, with the vintage of the ZIP code list.'),
    version: z.string().describe('Version of the policy language and its surrogates: equal versions give equal values for a key.'),
    keyId: z.string().nullable().describe('Public fingerprint of the key, or null if none was given.'),
  })
  .describe('How the result was made.')
  .meta({ title: 'PhiProvenance' })

const count = z.int().min(0)

/** How often each category was found; categories that were not found are left out. */
export const countsField = z
  .strictObject(
    Object.fromEntries(PHI_CATEGORIES.map((category) => [category, count.optional()])) as Record<PhiCategory, z.ZodOptional<typeof count>>,
  )
  .describe('Number of spans by category. Categories without spans are omitted.')
  .meta({ title: 'PhiCounts', ...showAs({ kind: 'counts' }) })

export type PhiCounts = Partial<Record<PhiCategory, number>>

/** Counts of what has a category, in the order of the categories. */
export function countCategories(found: Iterable<{ readonly category: PhiCategory }>): PhiCounts {
  const counts = new Map<PhiCategory, number>()
  for (const { category } of found) counts.set(category, (counts.get(category) ?? 0) + 1)
  return Object.fromEntries(PHI_CATEGORIES.filter((category) => counts.has(category)).map((category) => [category, counts.get(category)!]))
}
