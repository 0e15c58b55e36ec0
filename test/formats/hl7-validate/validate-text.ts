// Runs the validator on a text, with every rule as grave as can be unless the test says otherwise.
import { readDocument } from '../../../src/formats/hl7/document.ts'
import type { Hl7Profile } from '../../../src/formats/hl7/validate/profile-schema.ts'
import { profileField } from '../../../src/formats/hl7/validate/profile-schema.ts'
import { readProfile } from '../../../src/formats/hl7/validate/read-profile.ts'
import { DEFAULT_LEVELS, type RuleLevels, VALIDATION_RULES } from '../../../src/formats/hl7/validate/rules.ts'
import { type Validation, type ValidationOptions, validateDocument } from '../../../src/formats/hl7/validate/validate-document.ts'

export const ALL_ERRORS = Object.fromEntries(VALIDATION_RULES.map((rule) => [rule, 'error'])) as RuleLevels
export const ALL_OFF = Object.fromEntries(VALIDATION_RULES.map((rule) => [rule, 'off'])) as RuleLevels

export function validateText(
  text: string | Uint8Array,
  options: Partial<ValidationOptions> & { readonly rows?: Partial<Hl7Profile> } = {},
): Validation {
  const { rows, ...others } = options
  const profile = rows && readProfile(profileField.parse({ name: 'Test', ...rows }), '/options/profile')
  return validateDocument(readDocument(text), {
    levels: DEFAULT_LEVELS,
    strictness: 'strict',
    version: undefined,
    profile,
    maxIssues: 100_000,
    localSegments: [],
    zSegments: 'allow',
    ...others,
  })
}

/** `code path` of each issue. */
export function summarize({ issues }: Validation): string[] {
  return issues.map(({ code, path }) => `${code} ${path}`)
}
