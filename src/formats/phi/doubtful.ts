// Adds what the tagger alone names to a text that speaks of somebody. Questions and reports without an identifier are full of words with capitals
// that look like names; beside a person, a record number or a telephone the same words are names far more often.
import { type Candidate, RANK } from './candidate.ts'
import type { PhiCategory } from './category.ts'
import { SHORT_TEXT_UNITS } from './layers/doubtful-words.ts'
import type { LayerContext } from './layers/layer.ts'
import { isTaggable } from './tagger-features.ts'
import { loadModel, marginOf } from './tagger-model.ts'
import { tokenAt } from './token-tests.ts'
import { KIND, type Tokens } from './tokens.ts'

/** How far the tagger must be from "no name" in a longer text, in the unit of the weights. */
const LEAST_MARGIN = -350

export function addDoubtful(context: LayerContext): void {
  const { tokens, mode, found, doubtful } = context
  const isShort = tokens.text.length <= SHORT_TEXT_UNITS
  if (!found.some((candidate) => isShort || isSomebody(candidate))) {
    if (tokens.text.length >= LEAST_REPORT_UNITS && mode !== 'high-recall' && !found.some(isByRule)) dropUnsure(context)
    return
  }
  const persons = namedWords(context)
  const listed = new Map(doubtful.filter(({ rule }) => rule === 'beside').map((candidate) => [candidate.start, candidate]))
  for (const { margin, ...candidate } of doubtful) {
    if (candidate.rule === 'beside' && !isThinkable(tokens, candidate)) continue
    if (!isShort && margin < LEAST_MARGIN) continue
    const word = tokenAt(tokens.start, tokens.count, candidate.start)
    const isPerson = tokens.end[word] === candidate.end && persons.has(tokens.hash[word]!)
    const inList = listed.get(candidate.start)
    const isListed = candidate.rule === 'tagger/beside' && candidate.category !== 'name' && inList?.end === candidate.end
    found.push({ ...candidate, category: isPerson ? 'name' : isListed ? inList.category : candidate.category })
  }
}

/** The words of those whom the text surely names: Müller alone is José Müller, not a place. */
function namedWords({ tokens, found }: LayerContext): Set<number> {
  const words = new Set<number>()
  for (const { category, rank, start, end } of found) {
    if (category !== 'name' || rank < RANK.pattern) continue
    for (let i = tokenAt(tokens.start, tokens.count, start); i >= 0 && i < tokens.count && tokens.end[i]! <= end; i++)
      if (tokens.kind[i] === KIND.word) words.add(tokens.hash[i]!)
  }
  return words
}

/** How sure of "no name" the tagger may be of a word that only looks like one, in the unit of the weights. */
const LEAST_THINKABLE_MARGIN = -700

function isThinkable(tokens: Tokens, { category, start, end }: Candidate): boolean {
  const tag = TAG_OF_CATEGORY[category]
  if (tag === undefined) return true
  const [first, last] = [tokenAt(tokens.start, tokens.count, start), tokenAt(tokens.end, tokens.count, end)]
  return first < 0 || last < 0 || !isTaggable(tokens, first) || marginOf(tokens, first, last, tag, loadModel()) >= LEAST_THINKABLE_MARGIN
}

const TAG_OF_CATEGORY: Partial<Record<PhiCategory, number>> = { name: 1, location: 3, organization: 5, facility: 5 }

/** Shorter texts are messages, which may tell of a person in one word. */
const LEAST_REPORT_UNITS = 320

/** How far the tagger must be from "no name" where the whole text names nobody else. */
const SURE_ALONE_MARGIN = 800

/** A longer text without any person: a report, where what the tagger alone names is the name of a score, an instrument or a brand. */
function dropUnsure({ tokens, found }: LayerContext): void {
  const kept = found.filter(
    (candidate) => candidate.rule !== 'name/by' && (!TAGGED.has(candidate.rule) || marginAt(tokens, candidate) >= SURE_ALONE_MARGIN),
  )
  found.length = 0
  for (const candidate of kept) found.push(candidate)
}

/** Anything that a rule found, a day or an institution among it: the text tells of somebody's care. */
function isByRule({ rule, rank }: Candidate): boolean {
  return rule !== 'name/by' && !TAGGED.has(rule) && (rank >= RANK.pattern || rule.startsWith('institution'))
}

const TAGGED: ReadonlyMap<string, number> = new Map([
  ['tagger/name', 1],
  ['tagger/location', 3],
  ['tagger/organization', 5],
])

function marginAt(tokens: Tokens, { start, end, rule }: Candidate): number {
  const [first, last] = [tokenAt(tokens.start, tokens.count, start), tokenAt(tokens.end, tokens.count, end)]
  return first < 0 || last < 0 ? SURE_ALONE_MARGIN : marginOf(tokens, first, last, TAGGED.get(rule)!, loadModel())
}

const THINGS: ReadonlySet<string> = new Set(['facility', 'organization', 'location', 'date', 'age', 'url', 'device', 'other-id'])

/** A person or a number of one, by a rule and not by the tagger. */
function isSomebody({ category, rank, rule }: Candidate): boolean {
  return !THINGS.has(category) && rule !== 'name/by' && (rank >= RANK.pattern || rule === 'lexicon/full-name')
}
