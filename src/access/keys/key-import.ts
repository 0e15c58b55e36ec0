// Keys that come with their keyed hash instead of their text: from another site, or from whoever made the texts. A hash is bound to its pepper,
// and says so: one that was made with another pepper would be a key that nobody could ever use.
import { ProblemError, type ProblemItem } from '../../core/problem.ts'
import type { StoredKey } from '../store.ts'
import { findFieldProblems, type KeyedHash, type KeyOffice, type NewKey } from './key.ts'
import { isKeyId, type KeyText } from './key-text.ts'

/** A key as a file brings it; `hash` is in the form of composeHash. */
export interface ImportedKey extends NewKey {
  /** In the file, from 1: for what is said of it. */
  readonly line: number
  readonly id: string
  readonly hash: string
}

const SCHEME = 'hmac-sha256'
const PEPPER_TAG_LENGTH = 16
/** More errors than anybody repairs at once. */
const MAX_REPORTED_LINES = 100

/** `hmac-sha256:<16 hexadecimal digits that stand for the pepper>:<64 of the hash>`. */
export function composeHash(stored: string, hash: KeyedHash): string {
  return `${SCHEME}:${pepperTagOf(hash)}:${stored}`
}

/** The hash of the text of a key, in the same form. */
export function hashKey({ hashed }: KeyText, hash: KeyedHash): string {
  return composeHash(hash(hashed), hash)
}

/** Tells one pepper from another, and nothing else of it. */
function pepperTagOf(hash: KeyedHash): string {
  return hash('pepper').slice(0, PEPPER_TAG_LENGTH)
}

/**
 * Creates all of the keys, or none.
 * @throws ProblemError `invalid_input` with an item for every field that cannot be used, its line first
 */
export async function importKeys(office: KeyOffice, keys: readonly ImportedKey[], now: number): Promise<void> {
  const problems = findImportProblems(keys, pepperTagOf(office.hash), now)
  if (problems.length > 0) throw refuseLines(problems)
  const taken = new Set(await office.store.createAll(keys.map((key) => storedKeyOf(key, now))))
  if (taken.size === 0) return
  throw refuseLines(keys.filter(({ id }) => taken.has(id)).map(({ line }) => itemOf(line, '/id', 'there is a key with this id already')))
}

export function refuseLines(items: readonly ProblemItem[]): ProblemError {
  const count = items.length === 1 ? 'One entry' : `${items.length} entries`
  return new ProblemError(`${count} cannot be imported. No key was imported.`, {
    code: 'invalid_input',
    errors: items.slice(0, MAX_REPORTED_LINES),
  })
}

export function itemOf(line: number, pointer: string, detail: string): ProblemItem {
  return { pointer, code: 'invalid_value', detail: `line ${line}: ${detail}` }
}

function findImportProblems(keys: readonly ImportedKey[], pepperTag: string, now: number): ProblemItem[] {
  const lines = new Map<string, number>()
  return keys.flatMap((key) => {
    const { line, id, hash } = key
    const items = findFieldProblems(key, now).map(({ pointer, detail }) => itemOf(line, pointer, detail))
    const first = lines.get(id)
    if (!isKeyId(id)) items.push(itemOf(line, '/id', 'expected 12 letters and digits'))
    else if (first !== undefined) items.push(itemOf(line, '/id', `the ID is already in line ${first}`))
    else lines.set(id, line)
    const wrong = findHashProblem(hash, pepperTag)
    if (wrong !== undefined) items.push(itemOf(line, '/hash', wrong))
    return items
  })
}

function findHashProblem(text: string, pepperTag: string): string | undefined {
  const [scheme, tag, digits, more] = text.split(':')
  const isFormed = scheme === SCHEME && /^[0-9a-f]{16}$/.test(tag ?? '') && /^[0-9a-f]{64}$/.test(digits ?? '') && more === undefined
  if (!isFormed) return `expected ${SCHEME}:<pepper>:<hash> as \`keys hash\` and \`keys export\` write it`
  return tag === pepperTag ? undefined : 'the hash was created with another pepper: first install the pepper of the site that created it'
}

function storedKeyOf(key: ImportedKey, now: number): StoredKey {
  const { id, kind, owner, note, plan, scopes, networks, expiresAt, trialQuota, hash } = key
  const never = { revokedAt: null, rotatedAt: null, previousUntil: null, lastUsedAt: null }
  const record = { id, kind, owner, note, plan, scopes, networks, createdAt: now, expiresAt, trialQuota, ...never }
  return { record, hash: hash.slice(hash.lastIndexOf(':') + 1), previousHash: null }
}
