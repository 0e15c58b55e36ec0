// What a judgement of a difference is made of.
import type { Match } from '../../../src/formats/ids/judge-id.ts'
import type { PeerName } from './verdicts.ts'

export interface Difference {
  readonly type: string
  readonly peer: PeerName
  /** True where the peer takes what we refuse. */
  readonly takes: boolean
  readonly text: string
  readonly own: Match
  /** What alone makes the difference, if both take the number in another form. */
  readonly form: 'separators' | 'small letters' | undefined
}

type Condition = (own: Match, text: string) => boolean

export interface Judged {
  readonly types: string
  readonly peers: string
  readonly takes: boolean
  readonly when: Condition
  readonly why: string
}

export function because(...reasons: string[]): Condition {
  return ({ reason }) => reasons.includes(reason ?? '')
}

export function like(pattern: RegExp): Condition {
  return ({ normalized }) => pattern.test(normalized)
}

/** The peers take what we refuse. @param types ids of schemes @param peers their names, or all */
export function takes(types: string, peers: string, when: Condition, why: string): Judged {
  return { types, peers, takes: true, when, why }
}

/** The peers refuse what we take. */
export function refuses(types: string, peers: string, when: Condition, why: string): Judged {
  return { types, peers, takes: false, when, why }
}
