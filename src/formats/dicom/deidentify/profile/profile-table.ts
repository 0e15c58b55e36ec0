// Table E.1-1 of PS3.15 (2024e): the action for each attribute and what the options make of it, unpacked at the first look-up.
import { unpackTable } from '../../dictionary/unpack-table.ts'
import { PROFILE } from './profile.generated.ts'

/** X remove, Z zero length, D dummy, U replace UIDs, K keep, C clean; a slash leaves a choice by the type of the attribute. */
export type ProfileCode = 'X' | 'Z' | 'D' | 'U' | 'X/Z' | 'X/D' | 'Z/D' | 'X/Z/D' | 'X/Z/U*'

export interface ProfileRow {
  readonly basic: ProfileCode
  /** Column letters, each followed by K or C. */
  readonly options: string
}

export const PROFILE_EDITION = 'PS3.15 2024e'

interface ProfileTable {
  readonly rows: ReadonlyMap<number, ProfileRow>
  readonly newer: ReadonlySet<number>
}

let table: ProfileTable | undefined

/** The row of a standard attribute, also of repeating groups; undefined where the table has none. */
export function findProfileRow(tag: number): ProfileRow | undefined {
  table ??= unpackProfile()
  const { rows } = table
  const group = tag >>> 24
  // Curves are named as whole groups 50xx, overlays by element of 60xx.
  if (group === 0x50) return rows.get(0x50000000)
  return rows.get(group === 0x60 ? (tag & 0xff00ffff) >>> 0 : tag)
}

/** True for attributes that entered the standard after the edition of the table, so that nobody has judged them. */
export function isNewerThanTable(tag: number): boolean {
  table ??= unpackProfile()
  return table.newer.has(tag)
}

function unpackProfile(): ProfileTable {
  const [lines = '', newer = ''] = unpackTable(PROFILE)
  const rows = new Map<number, ProfileRow>()
  for (const line of lines.split('\n')) {
    const [tag = '', basic = '', options = ''] = line.split('\t')
    rows.set(Number.parseInt(tag.replaceAll('x', '0'), 16), { basic: basic as ProfileCode, options })
  }
  return { rows, newer: new Set(newer.split('\n').map((tag) => Number.parseInt(tag, 16))) }
}
