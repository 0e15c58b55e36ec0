// The options of a detection made ready once, so that many short texts under the same options cost nothing more.
import type { PhiCategory } from './category.ts'
import { type CompiledKnown, compileAllow, compileKnown, type KnownValues } from './known/known-values.ts'
import { type CallerPattern, type CompiledPattern, compilePatterns } from './layers/caller-patterns.ts'
import type { PhiMode } from './layers/layer.ts'
import { type LocaleRules, localeRules } from './words/locale-rules.ts'

export interface DetectOptions {
  readonly mode?: PhiMode | undefined
  /** What is looked for; everything where left out. */
  readonly categories?: readonly PhiCategory[] | undefined
  /** BCP 47 tag of the text. */
  readonly locale?: string | undefined
  readonly minScore?: Readonly<Partial<Record<PhiCategory, number | undefined>>> | undefined
  readonly known?: KnownValues | undefined
  /** Texts that are no identifiers, whatever a layer says. */
  readonly allow?: readonly string[] | undefined
  /** Texts that are identifiers wherever they stand. */
  readonly deny?: readonly string[] | undefined
  readonly patterns?: readonly CallerPattern[] | undefined
}

export interface CompiledOptions {
  readonly mode: PhiMode
  readonly locale: LocaleRules
  readonly known: CompiledKnown
  readonly allow: ReadonlySet<string>
  readonly patterns: readonly CompiledPattern[]
  accepts(category: PhiCategory, score: number, rule: string): boolean
}

const cache = new WeakMap<DetectOptions, CompiledOptions>()

export function compileOptions(options: DetectOptions): CompiledOptions {
  let compiled = cache.get(options)
  if (!compiled) {
    compiled = compile(options)
    cache.set(options, compiled)
  }
  return compiled
}

function compile({
  mode = 'balanced',
  locale,
  categories,
  minScore = {},
  known = {},
  allow = [],
  deny = [],
  patterns = [],
}: DetectOptions): CompiledOptions {
  const requested = categories ? new Set(categories) : undefined
  return {
    mode,
    locale: localeRules(locale),
    known: compileKnown(known, deny),
    allow: compileAllow(allow),
    patterns: compilePatterns(patterns),
    accepts: (category, score, rule) =>
      rule === 'known/deny' || ((!requested || requested.has(category)) && score >= (minScore[category] ?? 0)),
  }
}
