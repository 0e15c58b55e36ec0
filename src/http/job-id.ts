// Ids of jobs. An id tells of itself which start of the server made it and for whom, so that one whose job is gone is not taken for one
// that never was; whoever guesses an id, or brings another caller's, learns nothing.
import type { KeyedHash } from '../access/key.ts'

export interface JobIds {
  make(owner: string): string
  /** `current`: made since the last start; `former`: made before it; `unknown`: never made for this caller. */
  judge(id: string, owner: string): 'current' | 'former' | 'unknown'
}

interface IdSources {
  /** Keyed with a secret that outlives restarts. */
  readonly hash: KeyedHash
  /** A UUID. */
  readonly newUuid: () => string
}

const START_LENGTH = 12
const RANDOM_LENGTH = 32
const MARK_LENGTH = 24

export function createJobIds({ hash, newUuid }: IdSources): JobIds {
  const digitsOf = (uuid: string): string => uuid.replaceAll('-', '')
  const start = digitsOf(newUuid()).slice(0, START_LENGTH)
  const markOf = (body: string, owner: string): string => hash(`job ${body} ${owner}`).slice(0, MARK_LENGTH)
  return {
    make(owner) {
      const body = `${start}${digitsOf(newUuid())}`
      return `${body}${markOf(body, owner)}`
    },
    judge(id, owner) {
      const body = id.slice(0, START_LENGTH + RANDOM_LENGTH)
      if (id.length !== START_LENGTH + RANDOM_LENGTH + MARK_LENGTH || id.slice(body.length) !== markOf(body, owner)) return 'unknown'
      return id.startsWith(start) ? 'current' : 'former'
    },
  }
}
