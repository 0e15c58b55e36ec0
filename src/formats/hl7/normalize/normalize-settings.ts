// What a caller may ask of a normalization, read and checked.
import { ProblemError } from '../../../core/problem.ts'
import { type Charset, charsetNamed } from '../charset/charsets.ts'
import type { Delimiters } from '../delimiters.ts'
import { USUAL_DELIMITERS } from '../edit/recode-text.ts'

export interface NormalizeChoices {
  readonly split: boolean
  readonly lineEnd: 'keep' | 'CR' | 'LF' | 'CRLF'
  readonly mllp: 'keep' | 'remove' | 'add'
  /** `keep` or a name of MSH-18. */
  readonly charset: string
  readonly trailing: 'keep' | 'trim'
  /** `keep`, `standard`, or the characters themselves. */
  readonly delimiters: string
}

export interface NormalizeSettings extends Omit<NormalizeChoices, 'charset' | 'delimiters'> {
  /** Undefined to keep that of each message. */
  readonly charset: TargetCharset | undefined
  readonly delimiters: Delimiters | undefined
}

export interface TargetCharset {
  readonly charset: Charset
  /** As table 0211 spells it. */
  readonly name: string
}

/** The codes of table 0211 in which messages can be written here. */
export const TARGET_CHARSETS = [
  'ASCII',
  '8859/1',
  '8859/2',
  '8859/3',
  '8859/4',
  '8859/5',
  '8859/6',
  '8859/7',
  '8859/8',
  '8859/9',
  '8859/15',
  'UNICODE UTF-8',
  'GB 18030-2000',
  'KS X 1001',
  'BIG-5',
] as const

/** @throws ProblemError `invalid_input` with the pointer of the option that cannot be used */
export function readSettings(choices: NormalizeChoices): NormalizeSettings {
  return { ...choices, charset: readCharset(choices.charset), delimiters: readChosenDelimiters(choices.delimiters) }
}

function readCharset(requested: string): TargetCharset | undefined {
  if (requested === 'keep') return undefined
  const charset = charsetNamed(requested)?.charset
  const name = TARGET_CHARSETS.find((each) => charsetNamed(each)!.charset === charset)
  if (charset && name) return { charset, name }
  throw refuse('/options/charset', `expected keep or one of: ${TARGET_CHARSETS.join(', ')}`)
}

function readChosenDelimiters(requested: string): Delimiters | undefined {
  if (requested === 'keep') return undefined
  if (requested === 'standard') return USUAL_DELIMITERS
  const isUsable = /^[!-/:-@[-`{-~]{5,6}$/.test(requested) && new Set(requested).size === requested.length
  if (!isUsable)
    throw refuse(
      '/options/delimiters',
      'expected keep, standard, or five or six different punctuation characters in the order of MSH-1 and MSH-2',
    )
  const [field = '', component = '', repetition = '', escapeChar = '', subcomponent = '', truncation = null] = requested
  return { field, component, repetition, escape: escapeChar, subcomponent, truncation }
}

function refuse(pointer: string, detail: string): ProblemError {
  return new ProblemError('Invalid option.', {
    code: 'invalid_input',
    at: { pointer },
    errors: [{ pointer, code: 'invalid_value', detail }],
  })
}
