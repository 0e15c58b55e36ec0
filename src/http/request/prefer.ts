// What a caller wishes of the way that it is answered: Prefer (RFC 7240) and Idempotency-Key.
import { ProblemError } from '../../core/problem.ts'
import { headerValue, headerValues } from './environment.ts'

export interface AsyncWish {
  /** Seconds to wait for the answer itself; 0 where none are named. */
  readonly waitSeconds: number
  /** Undefined where `wait` was not given, or not in whole seconds. */
  readonly wait: string | undefined
  readonly idempotencyKey: string | undefined
}

/** Longer than this nobody keeps a connection waiting. */
export const MAX_WAIT_SECONDS = 60
const MAX_KEY_LENGTH = 255

/**
 * The wish for an asynchronous answer, or undefined if the answer is to come at once. Other preferences may be ignored (RFC 7240 §2).
 * Without a job an Idempotency-Key changes nothing: the same call gives the same answer.
 * @param isJob true if the path asks for a job, whatever Prefer says
 * @throws ProblemError `invalid_header` if the Idempotency-Key of a job is invalid or stands twice
 */
export function readAsyncWish(rawHeaders: readonly string[], isJob = false): AsyncWish | undefined {
  const values = headerValues(rawHeaders, 'prefer')
  const preferences = values.length > 0 ? parsePreferences(values) : undefined
  if (!isJob && !preferences?.has('respond-async')) return undefined
  const keys = headerValues(rawHeaders, 'idempotency-key')
  const wait = preferences?.get('wait')
  const isWhole = wait !== undefined && /^\d{1,9}$/.test(wait)
  return {
    waitSeconds: isWhole ? Math.min(Number(wait), MAX_WAIT_SECONDS) : 0,
    wait: isWhole ? String(Math.min(Number(wait), MAX_WAIT_SECONDS)) : undefined,
    idempotencyKey: keys.length > 0 ? keyOf(keys) : undefined,
  }
}

/** Whether a request has a key by which its repetition is recognised. */
export function isRepeatable(rawHeaders: readonly string[]): boolean {
  return headerValue(rawHeaders, 'idempotency-key') !== undefined
}

/** Of a preference that stands twice the first counts (RFC 7240 §2). */
function parsePreferences(values: readonly string[]): Map<string, string> {
  const preferences = new Map<string, string>()
  for (const piece of values.join(',').split(',', 64)) {
    const [preference = ''] = piece.split(';')
    const equals = preference.indexOf('=')
    const name = (equals < 0 ? preference : preference.slice(0, equals)).trim().toLowerCase()
    const value = equals < 0 ? '' : unquote(preference.slice(equals + 1).trim())
    if (name !== '' && !preferences.has(name)) preferences.set(name, value)
  }
  return preferences
}

/** A string of structured fields, in quotes; the bare form that many clients send is taken as well. */
function keyOf(values: readonly string[]): string {
  const key = unquote(values[0]!.trim())
  if (values.length > 1 || key.length === 0 || key.length > MAX_KEY_LENGTH || !isVisible(key)) {
    throw new ProblemError(`Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} visible characters.`, { code: 'invalid_header' })
  }
  return key
}

function isVisible(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code <= 0x20 || code >= 0x7f || code === 0x22 || code === 0x5c || code === 0x2c) return false
  }
  return true
}

function unquote(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}
