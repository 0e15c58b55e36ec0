// What one place of the document says is a name is one everywhere in it, except where an eponym, a drug or a plain word stands on its own.
import { type Candidate, RANK } from '../candidate.ts'
import type { LayerContext } from '../layers/layer.ts'
import { LEX, LEX_ENGLISH, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isNumber, isSign, lengthOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { longNames, misspeltName } from '../words/near-spellings.ts'

const LEAST_SCORE = 0.72
const SURE = 0.9
const ARTICLES = new Set(['a', 'an', 'the'])

/** Adds further places of the names, organizations and identifiers that `spans` found. */
export function propagate(context: LayerContext, spans: readonly Candidate[]): void {
  const { tokens, named } = context
  const own = collectWords(tokens, spans)
  const words = named?.shareWords(own) ?? own
  if (words.size === 0) return
  const names = longNames(tokens, words)
  let next = 0
  for (let i = 0; i < tokens.count; i++) {
    while (next < spans.length && spans[next]!.end <= tokens.start[i]!) next++
    if (next < spans.length && spans[next]!.start <= tokens.start[i]!) continue
    if (tokens.kind[i] === KIND.sign) continue
    const same = words.get(keyOf(tokens, i))
    const source = same ?? misspeltName(tokens, i, names)
    if (!source || (same && !mayStandFor(tokens, i, source))) continue
    context.found.push({
      start: tokens.start[i]!,
      end: tokens.end[i]!,
      category: source.category,
      score: source.score * 0.9,
      rule: 'propagated',
      rank: RANK.network,
    })
  }
}

/** Numbers have no hash of their own. */
function keyOf(tokens: Tokens, at: number): string | number {
  return tokens.kind[at] === KIND.number ? tokens.text.slice(tokens.start[at]!, tokens.end[at]!) : tokens.hash[at]!
}

function collectWords(tokens: Tokens, spans: readonly Candidate[]): Map<string | number, Candidate> {
  const words = new Map<string | number, Candidate>()
  let at = 0
  for (const span of spans) {
    while (at < tokens.count && tokens.start[at]! < span.start) at++
    for (; at < tokens.count && tokens.end[at]! <= span.end; at++) {
      if (isWorthKeeping(tokens, at, span)) words.set(keyOf(tokens, at), span)
    }
  }
  return words
}

function isWorthKeeping(tokens: Tokens, at: number, span: Candidate): boolean {
  if (span.score < LEAST_SCORE) return false
  if (tokens.kind[at] === KIND.number)
    return (
      lengthOf(tokens, at) >= 5 &&
      (span.category === 'mrn' || span.category.endsWith('id') || span.category === 'account' || span.category === 'ssn')
    )
  if (tokens.kind[at] !== KIND.word || lengthOf(tokens, at) < 3) return false
  if (span.category === 'name')
    return (
      !hasRole(
        tokens,
        at,
        ROLE.function | ROLE.particle | ROLE.title | ROLE.credential | ROLE.unit | ROLE.namePart | ROLE.month | ROLE.person | ROLE.relation,
      ) &&
      (!hasLex(tokens, at, LEX.abbreviation) || (hasLex(tokens, at, LEX.last | LEX.eponym) && span.score >= SURE)) &&
      isCapitalized(tokens, at)
    )
  if (span.category === 'organization' || span.category === 'facility')
    return (
      isCapitalized(tokens, at) &&
      !hasLex(tokens, at, LEX_ENGLISH | LEX.eponym | LEX.test) &&
      !hasRole(tokens, at, ROLE.facility | ROLE.organization | ROLE.facilityPart | ROLE.function)
    )
  return (
    span.category === 'location' &&
    isCapitalized(tokens, at) &&
    !hasLex(tokens, at, LEX_ENGLISH | LEX.eponym | LEX.test) &&
    !hasRole(tokens, at, ROLE.street | ROLE.direction | ROLE.state | ROLE.function)
  )
}

function mayStandFor(tokens: Tokens, at: number, source: Candidate): boolean {
  if (tokens.kind[at] === KIND.number) return true
  if (tokens.shape[at] === SHAPE.lower)
    return (
      tokens.lex[at] === 0 ||
      (!hasLex(tokens, at, LEX_ENGLISH | LEX.eponym | LEX.test | LEX.drug) && hasLex(tokens, at, LEX_NAME) && source.category === 'name')
    )
  if (hasRole(tokens, at + 1, ROLE.medicalHead) && tokens.gap[at + 1]! <= GAP.space) return false
  if (hasLex(tokens, at + 1, LEX.test) && tokens.gap[at + 1]! <= GAP.space) return false
  const guarded = hasLex(tokens, at, LEX.drug | LEX.eponym | LEX.test)
  if (guarded) return isNameSpot(tokens, at) || isNamedSurname(tokens, at, source)
  if (hasLex(tokens, at, LEX.common) && !hasLex(tokens, at, LEX_NAME)) return isNameSpot(tokens, at)
  if (hasLex(tokens, at, LEX_ENGLISH) && isSentenceStart(tokens, at)) return isNameSpot(tokens, at)
  if (tokens.shape[at] === SHAPE.upper && source.category === 'name' && hasLex(tokens, at, LEX_ENGLISH)) return false
  return tokens.shape[at] === SHAPE.upper || isCapitalized(tokens, at)
}

/** A person whom the text surely names bears the name of an eponym: it means the person where it stands alone. `a Foley` is a thing. */
function isNamedSurname(tokens: Tokens, at: number, source: Candidate): boolean {
  return (
    source.category === 'name' &&
    source.score >= SURE &&
    isCapitalized(tokens, at) &&
    !hasLex(tokens, at, LEX.drug | LEX.test) &&
    // Rey-Osterrieth
    !(isSign(tokens, at + 1, '-') && hasLex(tokens, at + 2, LEX.eponym)) &&
    !isThing(tokens, at)
  )
}

function isThing(tokens: Tokens, at: number): boolean {
  return at > 0 && tokens.gap[at]! <= GAP.space && ARTICLES.has(tokens.text.slice(tokens.start[at - 1], tokens.end[at - 1]).toLowerCase())
}

function isSentenceStart(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! >= GAP.line || isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, ':')
}

/** Somebody acts or is spoken of: a title, a relation or an initial before it, a pronoun's verb behind it. */
function isNameSpot(tokens: Tokens, at: number): boolean {
  if (hasRole(tokens, at - 1, ROLE.title | ROLE.relation | ROLE.person) && tokens.gap[at]! <= GAP.space) return true
  if (isSign(tokens, at - 1, '.') && hasRole(tokens, at - 2, ROLE.title) && tokens.gap[at]! <= GAP.space) return true
  if (isNumber(tokens, at + 1)) return false
  return (
    isCapitalized(tokens, at) &&
    /^ (?:is|was|has|had|will|reports|reported|denies|denied|states|stated|says|said|presents|presented|and his|and her|called|asked|notes|noted|agrees|agreed|seen)\b/.test(
      tokens.text.slice(tokens.end[at]!, tokens.end[at]! + 12),
    )
  )
}
