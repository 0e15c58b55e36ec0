// The option `definitions`, and what it means to a tool: the dictionary that definitions are looked up in, and the names that paths may use.
import type * as z from 'zod'
import { ProblemError } from '../../../core/problem.ts'
import type { PathNames } from '../dictionary/path-names.ts'
import { type Hl7Dictionary, STANDARD } from '../dictionary/standard.ts'
import { checkDefinitions } from './check-definitions.ts'
import { definitionsField, type Hl7Definitions } from './definitions-schema.ts'
import { LocalDictionary } from './local-dictionary.ts'
import { namePositions } from './name-positions.ts'

/** Members of a tool's options. @param use what the tool does with them */
export function definitionsOption(use: string): { definitions: z.ZodOptional<typeof definitionsField> } {
  return { definitions: definitionsField.optional().describe(`Segments, fields, data types and tables of the site. ${use}`) }
}

export interface ReadDefinitions {
  readonly dictionary: Hl7Dictionary
  /** Undefined without definitions. */
  readonly names: PathNames | undefined
}

const NONE: ReadDefinitions = { dictionary: STANDARD, names: undefined }

/** A site's definitions come with every call; they are checked and read once. */
const MAX_KEPT = 4
const MAX_KEPT_CHARACTERS = 2_000_000
const kept = new Map<string, ReadDefinitions>()

/** @throws ProblemError `invalid_input` with a pointer to everything that contradicts itself or leads nowhere */
export function readDefinitions(definitions: Hl7Definitions | undefined): ReadDefinitions {
  if (!definitions) return NONE
  const key = JSON.stringify(definitions)
  const known = kept.get(key)
  if (known) return known
  const errors = checkDefinitions(definitions, '/options/definitions')
  if (errors.length > 0)
    throw new ProblemError('The definitions contradict themselves or have broken references.', { code: 'invalid_input', errors })
  const read: ReadDefinitions = { dictionary: new LocalDictionary(definitions), names: namePositions(definitions) }
  if (key.length <= MAX_KEPT_CHARACTERS) {
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!)
    kept.set(key, read)
  }
  return read
}
