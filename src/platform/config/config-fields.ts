// Kinds of setting that occur in several sections. Each that can fail by more than its type says itself what is expected.
import * as z from 'zod'
import { isScope, isToolPattern } from '../../access/caller.ts'
import { parseAddress, parseNetwork } from '../../access/proxy/network.ts'
import { parseDuration } from './config-units.ts'

/** For what is read once: to compile a schema, as zod does, takes several times as long as to go through it by the schema. */
export const PARSED_ONCE = { jitless: true, reportInput: false } as const

/** A time such as `10s`, between two times of the same form. */
export function durationField(atLeast: string, atMost: string) {
  const low = parseDuration(atLeast)!
  const high = parseDuration(atMost)!
  const error = `expected a time from ${atLeast} to ${atMost}, such as 500ms, 10s, 5m, 2h or 30d`
  return z.string({ error }).refine(
    (text) => {
      const milliseconds = parseDuration(text)
      return milliseconds !== undefined && milliseconds >= low && milliseconds <= high
    },
    { error },
  )
}

const NO_INLINE_SECRET = 'a secret must not be in this file; use {file: PATH} or {credential: NAME}'

/** Where a secret stands. The text of a secret is refused here, whatever it looks like. */
export function secretField() {
  return z.union([z.strictObject({ file: pathField() }), z.strictObject({ credential: nameField() })], { error: NO_INLINE_SECRET })
}

export function pathField() {
  return z
    .string()
    .max(4096)
    .refine((text) => text.trim() === text && text !== '' && !text.includes('\0'), { error: 'expected a path' })
}

export function nameField() {
  return z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, { error: 'expected a name of letters, digits, dot, dash and underscore' })
}

export function planNameField() {
  return z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, { error: 'expected a name of small letters, digits and dashes' })
}

export function addressField() {
  return z.string().refine((text) => parseAddress(text) !== undefined, { error: 'expected an IP address' })
}

export function portField() {
  return z.int().min(0).max(65_535)
}

export function networkField() {
  return z
    .string()
    .refine((text) => parseNetwork(text) !== undefined, { error: 'expected a network such as 10.1.0.0/16 without host bits' })
}

export function toolPatternField() {
  return z.string().refine(isToolPattern, { error: 'expected *, <category>/* or <category>/<tool>' })
}

export function toolIdField() {
  return z.string().refine((text) => isToolPattern(text) && !text.includes('*'), { error: 'expected <category>/<tool>' })
}

export function scopeField() {
  return z.string().refine(isScope, { error: 'expected tools:*, tools:<category>/*, tools:<category>/<tool> or admin:read' })
}

export function webAddressField() {
  return z.string().max(2048).refine(isWebAddress, { error: 'expected a web address that begins with https:// or http://' })
}

/** An address that this server itself calls: what comes over plain HTTP from another machine could be anybody's. */
export function serviceAddressField() {
  return z
    .string()
    .max(2048)
    .refine(isServiceAddress, { error: 'expected an address that begins with https://, or with http:// on loopback' })
}

function isServiceAddress(text: string): boolean {
  if (!isWebAddress(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '' || hash !== '') return false
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}

function isWebAddress(text: string): boolean {
  return (text.startsWith('https://') || text.startsWith('http://')) && URL.canParse(text)
}
