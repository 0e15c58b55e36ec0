// Reports the language of a text in the result, and refuses unsupported languages.
import * as z from 'zod'
import { ProblemError } from '../../../core/problem.ts'
import { compileOptions, type DetectOptions } from '../compiled-options.ts'
import { isOfOtherScript } from '../token-tests.ts'
import { KIND, type Tokens, tokenize } from '../tokens.ts'
import { FIRST_UNSUPPORTED, LANGUAGES, SUPPORTED_LANGUAGES, UNLISTED } from './languages.ts'
import { textLanguages } from './text-languages.ts'

/** The language of a longer text is identified from its beginning, which bounds the cost. */
const MOST_UNITS = 100_000

export const unsupportedLanguageField = z
  .enum(['warn', 'refuse'])
  .optional()
  .describe(
    `What to do with a text in an unsupported language: warn in \`language\`, or refuse the text with \`unsupported_variant\`. Default: refuse in mode fail-closed, warn in the other modes. Supported languages: ${SUPPORTED_LANGUAGES.join(', ')}.`,
  )

export const languageField = z
  .strictObject({
    code: z.string().describe('ISO 639-1 code of the language; `und` for a language that is not identified.'),
    supported: z
      .boolean()
      .describe('False: the detector has not learned names in this language. Numbers, dates and labeled values are found.'),
    certain: z.boolean().describe('False: too few words to identify the language, or `locale` sets it.'),
    warning: z.string().optional().describe('What to expect from the result in an unsupported language.'),
  })
  .describe('The language of most of the text, of a long text of its first 100,000 characters.')
  .meta({ title: 'PhiLanguage' })

export type LanguageReport = z.infer<typeof languageField>

/**
 * The language of a text, from the text itself or from `locale`.
 * @throws ProblemError `unsupported_variant` where the language is not supported and such a text is to be refused
 */
export function reportLanguage(text: string, options: DetectOptions, unsupported: 'warn' | 'refuse' | undefined): LanguageReport {
  const { mode, locale } = compileOptions(options)
  const { language, isCertain } = readLanguage(text, locale.language)
  const code = LANGUAGES[language] ?? 'und'
  if (language < FIRST_UNSUPPORTED) return { code, supported: true, certain: isCertain }
  if ((unsupported ?? (mode === 'fail-closed' ? 'refuse' : 'warn')) === 'refuse')
    throw new ProblemError(
      `The text is in a language that the detector has not learned (${code}). Set \`unsupportedLanguage\` to \`warn\` to search it all the same; names can remain in it.`,
      { code: 'unsupported_variant' },
    )
  const warning = `The detector has not learned names in this language (${code}): names, places and institutions can remain in the text.`
  return { code, supported: false, certain: isCertain, warning }
}

function readLanguage(text: string, language: number | undefined): { language: number; isCertain: boolean } {
  if (language !== undefined) return { language, isCertain: false }
  const tokens = tokenize(text.slice(0, MOST_UNITS))
  if (isMostlyOfOtherScript(tokens)) return { language: UNLISTED, isCertain: true }
  const { main, isCertain } = textLanguages(tokens)
  return { language: main, isCertain }
}

function isMostlyOfOtherScript(tokens: Tokens): boolean {
  let [words, others] = [0, 0]
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] !== KIND.word) continue
    words++
    if (isOfOtherScript(tokens, i)) others++
  }
  return others * 2 > words
}
