// The chain of the audit log: each line carries the seal of the line before it, so that no line can be changed, taken out, put in or
// moved unseen. Canonical form: the bytes of a line up to its last member, `hash`, which seals them, closed by a brace.
import { createHmac, hash as hashOnce } from 'node:crypto'

/** Hexadecimal SHA-256 of a text, or HMAC-SHA256 where the site gives a key: then nobody without it can write a chain anew. */
export type Seal = (text: string) => string

/** Where a chain has got to. */
export interface ChainEnd {
  /** Number of the last line; 0 before the first. */
  readonly seq: number
  readonly hash: string
}

export const CHAIN_START: ChainEnd = { seq: 0, hash: '0'.repeat(64) }

export function createSeal(key: Uint8Array | null): Seal {
  return key ? (text) => createHmac('sha256', key).update(text).digest('hex') : (text) => hashOnce('sha256', text, 'hex')
}

/** The members of an event in their order, between `seq` and `prev`. */
export type AuditFacts = Readonly<Record<string, string | number | undefined>>

/** The next line of a chain, with its line end. */
export function composeChained(
  facts: AuditFacts,
  { seq, hash: prev }: ChainEnd,
  seal: Seal,
): { readonly line: string; readonly end: ChainEnd } {
  const body = JSON.stringify({ seq: seq + 1, ...facts, prev })
  const hash = seal(body)
  return { line: `${body.slice(0, -1)},"hash":"${hash}"}\n`, end: { seq: seq + 1, hash } }
}

export function composePlain(facts: AuditFacts): string {
  return `${JSON.stringify(facts)}\n`
}

const HASH_MEMBER = /,"hash":"([0-9a-f]{64})"\}$/
const PREV_MEMBER = /,"prev":"([0-9a-f]{64})"\}$/
const SEQ_MEMBER = /^\{"seq":([1-9]\d{0,14}),/

export interface ChainedLine extends ChainEnd {
  readonly prev: string
  /** What the hash seals. */
  readonly body: string
}

/** Undefined where the text is no line of a chain. */
export function readChained(line: string): ChainedLine | undefined {
  const hash = HASH_MEMBER.exec(line)
  if (!hash) return undefined
  const body = `${line.slice(0, hash.index)}}`
  const seq = SEQ_MEMBER.exec(body)?.[1]
  const prev = PREV_MEMBER.exec(body)?.[1]
  return seq === undefined || prev === undefined ? undefined : { seq: Number(seq), hash: hash[1]!, prev, body }
}

export type BreakKind = 'unreadable' | 'changed' | 'missing' | 'repeated' | 'replaced'

/** What is wrong with a line that follows another; undefined where it follows. `end` is undefined before the first line that is seen. */
export function findBreak(line: ChainedLine | undefined, end: ChainEnd | undefined, seal: Seal): BreakKind | undefined {
  if (!line) return 'unreadable'
  if (seal(line.body) !== line.hash) return 'changed'
  const { seq, hash } = end ?? { seq: line.seq - 1, hash: line.seq === 1 ? CHAIN_START.hash : line.prev }
  if (line.seq > seq + 1) return 'missing'
  if (line.seq <= seq) return 'repeated'
  return line.prev === hash ? undefined : 'replaced'
}

/** The record beside the log that says how far it had got: without it a cut end would not be seen. */
export function composeHead({ seq, hash }: ChainEnd, seal: Seal): string {
  const body = JSON.stringify({ seq, hash })
  return `${body.slice(0, -1)},"seal":"${seal(body)}"}\n`
}

const HEAD_RECORD = /^(\{"seq":(\d{1,15}),"hash":"([0-9a-f]{64})"),"seal":"([0-9a-f]{64})"\}\n$/

/** Undefined where the text is no head, or was changed. */
export function readHeadRecord(text: string, seal: Seal): ChainEnd | undefined {
  const match = HEAD_RECORD.exec(text)
  if (!match || seal(`${match[1]}}`) !== match[4]) return undefined
  return { seq: Number(match[2]), hash: match[3]! }
}
