// What the publication of a scheme says where code/check-id and a peer differ. An entry covers only what its condition describes: a difference that
// meets none is not judged, and may be our error.
import { EUROPE } from './judged-europe.ts'
import { WORLD } from './judged-world.ts'
import type { Difference, Judged } from './rules.ts'

const JUDGED = [...EUROPE, ...WORLD]

/** @returns what the publication says; undefined for what nobody has judged */
export function explain(difference: Difference): string | undefined {
  const { type, peer, takes, form } = difference
  if (form !== undefined) return FORMS[`${takes ? 'takes' : 'refuses'} ${form}`]
  const fitting = JUDGED.find(
    (entry) =>
      entry.types.split(' ').includes(type) &&
      (entry.peers === 'all' || entry.peers.split(' ').includes(peer)) &&
      entry.takes === takes &&
      entry.when(difference.own, difference.text),
  )
  if (fitting) used.add(fitting)
  return fitting?.why
}

const used = new Set<Judged>()

/** Entries that no difference met. */
export function listUnused(): string[] {
  return JUDGED.filter((entry) => !used.has(entry)).map(({ types, peers, takes: isTaken, why }) => `${types} ${peers} ${isTaken}: ${why}`)
}

/** Differences of form: a number may be printed so, or may not. */
const FORMS: Readonly<Record<string, string | undefined>> = {
  'refuses separators':
    'Blanks, points and hyphens are printed between the groups and are no part of the number; the peer knows fewer of them.',
  'takes separators': 'The separator is none that the scheme prints in this place; the peer drops it.',
  'refuses small letters': 'Letters of either case are the same in this scheme.',
  'takes small letters': 'The scheme knows capital letters alone.',
}
