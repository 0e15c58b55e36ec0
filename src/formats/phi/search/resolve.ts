// Decides between candidates that overlap: the stronger layer first, then the longer; what a loser covers beyond the winner stays as its own span,
// and what a guess covers behind a name belongs to the name: of a person `Quillong, Pa` and a place `Pa Houa`.
import { type Candidate, RANK } from '../candidate.ts'
import { hashWord } from '../fold.ts'
import { ROLE, roleOf } from '../word-roles.ts'

/** Candidates in order that do not overlap. */
export function resolveCandidates(candidates: readonly Candidate[], text: string): Candidate[] {
  const order = [...candidates].sort(
    (a, b) => b.rank - a.rank || b.end - b.start - (a.end - a.start) || b.score - a.score || a.start - b.start,
  )
  const claimed = new IntervalClaims(text.length)
  const chosen: Candidate[] = []
  const names = new Set<number>()
  for (const candidate of order) {
    for (const { start, end } of claimed.freeWithin(candidate.start, candidate.end)) {
      const whole = isWhole(candidate, start, end)
      const rest = whole ? { start, end } : trim(text, start, end)
      // What is dropped stays free for a shorter candidate.
      if (rest.end === rest.start || (!whole && !isWorthKeeping(text, rest))) continue
      claimed.claim(start, end)
      const category =
        !whole && candidate.rank <= RANK.network && names.has(start) && isJoint(text, start, rest.start) ? 'name' : candidate.category
      chosen.push(whole ? candidate : { ...candidate, ...rest, category })
      if (category === 'name') names.add(rest.end)
    }
  }
  return joinNeighbours(
    chosen.sort((a, b) => a.start - b.start),
    text,
  )
}

function isWhole(candidate: Candidate, start: number, end: number): boolean {
  return start === candidate.start && end === candidate.end
}

const GRAMMAR = /^(?:and|or|of|the|at|in|for|to|with)$/

/** What is left of a finding beside another one counts, too, unless it is a sign, a space or a small word between the two. */
function isWorthKeeping(text: string, { start, end }: { start: number; end: number }): boolean {
  if (end - start <= 4 && GRAMMAR.test(text.slice(start, end))) return false
  return end - start > 1 || /[\p{L}\d]/u.test(text[start]!)
}

/** Units that a span has claimed; finding the free stretches of a candidate costs its length. */
class IntervalClaims {
  readonly #next: Int32Array

  constructor(length: number) {
    this.#next = new Int32Array(length + 2)
    for (let i = 0; i < this.#next.length; i++) this.#next[i] = i
  }

  /** The stretches between start and end that nothing claimed. */
  freeWithin(start: number, end: number): { start: number; end: number }[] {
    const free: { start: number; end: number }[] = []
    for (let at = this.#free(start); at < end; at = this.#free(at)) {
      const from = at
      while (at < end && this.#next[at] === at) at++
      free.push({ start: from, end: at })
    }
    return free
  }

  /** Claims a stretch that is free. */
  claim(start: number, end: number): void {
    for (let at = start; at < end; at++) this.#next[at] = at + 1
  }

  /** The first unit from `at` on that is free, with the path behind it shortened. */
  #free(at: number): number {
    let root = at
    while (this.#next[root] !== root) root = this.#next[root]!
    for (let i = at; this.#next[i] !== root && i !== root; ) {
      const next = this.#next[i]!
      this.#next[i] = root
      i = next
    }
    return root
  }
}

const EDGE = /[\s,;:()[\]{}"]/

function trim(text: string, start: number, end: number): { start: number; end: number } {
  let from = start
  let to = end
  while (from < to && EDGE.test(text[from]!)) from++
  while (to > from && EDGE.test(text[to - 1]!)) to--
  return { start: from, end: to }
}

/** Two names side by side are one, and so are those with `van der` between them; III and Jr belong to the name before them. */
function joinNeighbours(spans: readonly Candidate[], text: string): Candidate[] {
  const joined: Candidate[] = []
  spans.forEach((span, i) => {
    const before = joined.at(-1)
    const end = span.category === 'name' ? endOfSuffix(text, span.end, spans[i + 1]?.start ?? text.length) : span.end
    if (
      before &&
      before.category === span.category &&
      (span.category === 'name' || span.category === 'location') &&
      (isJoint(text, before.end, span.start) ||
        (span.category === 'name' && Math.min(span.score, before.score) > LEAST_JOINED && isParticle(text, before.end, span.start)))
    ) {
      joined[joined.length - 1] = { ...before, end, score: Math.max(before.score, span.score) }
    } else joined.push(end === span.end ? span : { ...span, end })
  })
  return joined
}

/** Two doubtful names are not one because of a small word between them. */
const LEAST_JOINED = 0.5
/** In characters: van der, de la. */
const LONGEST_PARTICLE = 12
/** IV is a vein, too, unless nothing follows. */
const SUFFIX = /^,? (?:(?:Jr|JR|Sr|SR|II|III)(?![\p{L}\d/'-])|IV(?=[.,;)\n]|$))/u
const LONGEST_SUFFIX = 6

/** Small words of names, each between blanks, and nothing else. */
function isParticle(text: string, from: number, to: number): boolean {
  if (to - from > LONGEST_PARTICLE || to - from < 4 || text[from] !== ' ' || text[to - 1] !== ' ') return false
  return text
    .slice(from + 1, to - 1)
    .split(' ')
    .every((word) => word.length > 1 && (roleOf(hashWord(word)) & ROLE.particle) !== 0)
}

/** @param until where the next span begins */
function endOfSuffix(text: string, end: number, until: number): number {
  const suffix = SUFFIX.exec(text.slice(end, end + LONGEST_SUFFIX))
  return suffix && end + suffix[0].length <= until ? end + suffix[0].length : end
}

function isJoint(text: string, from: number, to: number): boolean {
  if (to - from > 1) return false
  return to === from || text[from] === ' ' || text[from] === '-'
}
