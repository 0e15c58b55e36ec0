// Numbers for labels: one number for each person or value of a document, in the order in which they are first seen.
import type { PhiCategory } from '../category.ts'
import { canonicalize, domainOf, nameTokens } from './canonical.ts'

/** @returns a function that gives a value its number within its category, from 1 */
export function numberValues(): (category: PhiCategory, text: string) => number {
  const persons: Persons = { words: [], byWord: new Map() }
  const values = new Map<string, number>()
  const totals = new Map<PhiCategory, number>()
  return (category, text) => {
    if (category === 'name') return numberPerson(persons, text)
    const domain = domainOf(category, text)
    const name = `${category}:${canonicalize(domain, text) || text}`
    let number = values.get(name)
    if (number === undefined) {
      number = (totals.get(category) ?? 0) + 1
      totals.set(category, number)
      values.set(name, number)
    }
    return number
  }
}

interface Persons {
  readonly words: Set<string>[]
  /** Positions of the persons that have a word, in order. */
  readonly byWord: Map<string, number[]>
}

/** Persons of one word that are compared, the last ones: a table may hold thousands of one surname. */
const MAX_COMPARED = 100

/** A name that is a part of a known one, or holds one, is the same person: `Lopez` after `Maria Lopez`. The person named last wins. */
function numberPerson({ words: persons, byWord }: Persons, text: string): number {
  const tokens = nameTokens(text).filter(({ kind }) => kind === 'name' || kind === 'initial')
  const full = tokens.filter(({ kind }) => kind === 'name').map(({ folded }) => folded)
  const words = new Set(full.length > 0 ? full : tokens.map(({ folded }) => folded))
  const candidates = [...words].flatMap((word) => (byWord.get(word) ?? []).slice(-MAX_COMPARED)).sort((a, b) => b - a)
  let at = candidates.find((candidate) => isPart(words, persons[candidate]!) || isPart(persons[candidate]!, words))
  if (at === undefined) at = persons.push(new Set()) - 1
  for (const word of words) {
    if (persons[at]!.has(word)) continue
    persons[at]!.add(word)
    byWord.set(word, [...(byWord.get(word) ?? []), at].slice(-MAX_COMPARED))
  }
  return at + 1
}

function isPart(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  for (const word of part) if (!whole.has(word)) return false
  return true
}
