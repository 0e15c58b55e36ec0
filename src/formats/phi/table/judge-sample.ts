// What a column of short words holds, by what the detector finds in a sample of its cells. For names in lower case, which have no form of their own.
import type { DetectOptions } from '../compiled-options.ts'
import { detectPhi } from '../detect-phi.ts'
import { isRegion, kindOfWords } from './cell-words.ts'

const SAMPLE = 100
const LONGEST_CELL = 60
const FEWEST = 3
const SHARE = 0.6
/** If the header makes persons or places likely. */
const HINTED_SHARE = 0.3

/**
 * @param values distinct cells of the column
 * @param isHinted whether the header has a word for a person, a place or an identifier, which alone proves nothing
 * @returns `name` or `location` if 60% of the sample is nothing else, 30% if hinted; otherwise undefined, also for sentences and, without a hint, for
 *   fewer than three values
 */
export function judgeSample(values: Iterable<string>, detect: DetectOptions, isHinted: boolean): 'name' | 'location' | undefined {
  const counts = { name: 0, location: 0 }
  let sampled = 0
  for (const value of values) {
    if (value.length > LONGEST_CELL) return undefined
    const kind = kindOfCell(isCased(value) ? value : capitalize(value), detect)
    if (kind) counts[kind]++
    if (++sampled === SAMPLE) break
  }
  if (sampled < (isHinted ? 1 : FEWEST)) return undefined
  const least = sampled * (isHinted ? HINTED_SHARE : SHARE)
  if (counts.name >= least && counts.name >= counts.location) return 'name'
  return counts.location >= least ? 'location' : undefined
}

/** False for a cell in lower case only, in which the detector finds less without a sentence around it. */
function isCased(value: string): boolean {
  return value !== value.toLowerCase()
}

function capitalize(value: string): string {
  return value.replace(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}

function kindOfCell(value: string, detect: DetectOptions): 'name' | 'location' | undefined {
  // France and Jordan are also names, but a column of countries is not one of persons.
  if (isRegion(value)) return undefined
  const kind = kindOfWords(value)
  if (kind === 'name') return 'name'
  if (kind === 'place') return 'location'
  const spans = detectPhi(value, detect)
  const [first] = spans
  if (!first || (first.category !== 'name' && first.category !== 'location')) return undefined
  let rest = value
  for (const { start, end } of spans.toReversed()) rest = rest.slice(0, start) + rest.slice(end)
  // An initial beside a surname is no word.
  return /\p{L}{2}/u.test(rest) || spans.some(({ category }) => category !== first.category) ? undefined : first.category
}
