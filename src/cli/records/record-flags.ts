// Flags that making a key and making a client have in common.
import { isScope } from '../../access/caller.ts'
import type { Plan, Plans } from '../../access/quota/plan.ts'
import { nearestName } from '../../core/nearest-name.ts'
import { ProblemError } from '../../core/problem.ts'
import { findScopeProblem } from '../../platform/config/tool-names.ts'
import { parseInstant } from '../command-line/instants.ts'
import { textFlag, type VerbCall } from '../command-line/verb.ts'

/**
 * `--expires`: milliseconds since 1970, null for never.
 * @param defaultMs from now, where the flag is not given
 * @throws ProblemError `bad_usage`
 */
export function expiryOf(call: VerbCall, defaultMs: number, now: number): number | null {
  const text = textFlag(call, 'expires')
  if (text === undefined) return now + defaultMs
  return text === 'never' ? null : parseInstant(text, 'expires', now)
}

/** A flag that may be given several times. */
export function listFlag({ flags }: VerbCall, name: string): string[] {
  const value = flags[name]
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.map(String) : []
}

/**
 * `--plan`.
 * @throws ProblemError `bad_usage` where there is no such plan
 */
export function planOf(call: VerbCall, usual: string, plans: Plans): Plan {
  const name = textFlag(call, 'plan') ?? usual
  const plan = plans.get(name)
  if (plan) return plan
  const known = [...plans.keys()]
  const nearest = nearestName(name, known)
  const hint = nearest === undefined ? `Available: ${known.join(', ')}.` : `Did you mean ${nearest}?`
  throw new ProblemError(`Unknown plan. ${hint}`, { code: 'bad_usage' })
}

/**
 * `--scope`, and all tools without it.
 * @throws ProblemError `invalid_input` where it names a tool that there is not: such a key could do less than was meant, and nobody would know why
 */
export async function scopesOf(call: VerbCall): Promise<string[]> {
  const scopes = listFlag(call, 'scope')
  if (scopes.length === 0) return ['tools:*']
  const { catalogue } = await import('../../tools/catalogue.ts')
  const errors = scopes.flatMap((scope, i) => {
    const detail = isScope(scope) ? findScopeProblem(scope, catalogue) : undefined
    return detail === undefined ? [] : [{ pointer: `/scopes/${i}`, code: 'invalid_value', detail }]
  })
  if (errors.length > 0) throw new ProblemError('The key cannot be created.', { code: 'invalid_input', errors })
  return scopes
}
