// Flags that making a key and making a client have in common.
import { parseInstant } from './instants.ts'
import { textFlag, type VerbCall } from './verb.ts'

/**
 * `--expires`: milliseconds since 1970, null for never.
 * @param defaultMs from now, where the flag is not given
 * @throws Fault `bad_usage`
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
