// Kinds of setting that occur in several sections. Each that can fail by more than its type says itself what is expected.
import * as z from 'zod'
import { isScope, isToolPattern } from '../../access/caller.ts'
import { parseAddress, parseNetwork } from '../../access/proxy/network.ts'
import { parseDuration } from './config-units.ts'

/** For what is read once: to compile a schema, as zod does, takes several times as long as to go through it by the schema. */
export const PARSED_ONCE = { jitless: true, reportInput: false } as const

const DURATION_EXAMPLES = ['500ms', '10s', '5m', '2h', '30d', '90d', '365d']

/** A time such as `10s`, between two times of the same form. */
export function durationField(atLeast: string, atMost: string) {
  const low = parseDuration(atLeast)!
  const high = parseDuration(atMost)!
  const isWithin = (text: string): boolean => {
    const milliseconds = parseDuration(text)
    return milliseconds !== undefined && milliseconds >= low && milliseconds <= high
  }
  const examples = DURATION_EXAMPLES.filter(isWithin).slice(0, 4)
  const error = `expected a time from ${atLeast} to ${atMost}, such as ${examples.slice(0, -1).join(', ')} or ${examples.at(-1)}`
  return z.string({ error }).refine(isWithin, { error })
}

const NO_INLINE_SECRET = 'a secret must not be in this file; use {file: PATH} or {credential: NAME}'

/** Reference to a secret. The secret itself is rejected, whatever it looks like. */
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
  return z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, { error: 'expected a name of letters, digits, dots, dashes and underscores' })
}

export function planNameField() {
  return z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, { error: 'expected a name of lowercase letters, digits and dashes, such as ward-7' })
}

export function addressField() {
  return z.string().refine((text) => parseAddress(text) !== undefined, { error: 'expected an IP address, such as 127.0.0.1 or ::1' })
}

/** A string that YAML could read as a number: 0660 in octal, 02:30 in base 60. */
export function quotedField(pattern: RegExp, form: string) {
  const error = `expected ${form}, in quotes`
  return z.string({ error }).regex(pattern, { error })
}

/** Not `db:5432`. An IPv6 address has several colons, and the folder of a Unix socket may have any. */
export function hasNoPort(host: string): boolean {
  return !/^[^:/]*:\d*$/.test(host)
}

export const HOST_WITH_PORT = 'expected a host without a port; write the number in the setting port'

export function portField() {
  return z.int().min(0).max(65_535)
}

export function networkField() {
  return z
    .string()
    .refine((text) => parseNetwork(text) !== undefined, { error: 'expected a network without host bits, such as 10.1.0.0/16' })
}

export function toolPatternField() {
  return z.string().refine(isToolPattern, { error: 'expected *, <category>/* or <category>/<tool>, such as hl7/parse' })
}

export function toolIdField() {
  return z.string().refine((text) => isToolPattern(text) && !text.includes('*'), { error: 'expected <category>/<tool>, such as hl7/parse' })
}

export function scopeField() {
  return z.string().refine(isScope, { error: 'expected tools:*, tools:<category>/*, tools:<category>/<tool> or admin:read' })
}

export function webAddressField() {
  return z.string().max(2048).refine(isWebAddress, { error: 'expected a URL that begins with https:// or http://' })
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
