// Institutions and places in small letters by the slot that they fill: sent over from harborline peds, cashier at blue barn, grew up in kalkaska. What puts
// somebody there opens the slot; the words in it must be no plain ones or end as such names do.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWord, hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isSign, isSmallLatin, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { SYSTEMS } from './nickname-sites.ts'
import { AFTER_SLOT, CARE_HEADS, COLOURS, FIRM_HEADS, NEVER_SLOT, PLANTS, SLOTS_OF, SURE_TAILS, VIRTUES } from './slot-words.ts'
import { isMedicalForm } from './unknown-words.ts'

const THE = hashWord('the')
const REACH = 4
const MOST_WORDS = 4
const STOPS = ROLE.pronoun | ROLE.weekday | ROLE.relation | ROLE.person | ROLE.unit | ROLE.credential
const PLACE_HEADS = hashWords(
  'county township heights creek lake river beach springs falls city park island bay bend hills valley ridge mountain mountains reservation parish borough village grove junction',
)

export function findSmallSlots(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(1); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word || tokens.gap[i] === GAP.none) continue
    const hash = tokens.hash[i]!
    if (SURE_TAILS.has(hash) && isSmallLatin(tokens, i)) readTail(context, i)
    if (!SLOTS_OF.has(hash)) continue
    const first = isWord(tokens, i + 1) && tokens.hash[i + 1] === THE ? i + 2 : i + 1
    const end = endOfRun(tokens, first)
    if (end < first) continue
    const last = readSlot(context, i, first, end)
    if (last > i) i = last
  }
}

findSmallSlots.starts = { words: [SURE_TAILS, [...SLOTS_OF.keys()]] }

function readSlot(context: LayerContext, preposition: number, first: number, end: number): number {
  const { tokens } = context
  for (const { openers, category, isDoubtful } of SLOTS_OF.get(tokens.hash[preposition]!) ?? []) {
    if (!isOpened(tokens, preposition, openers)) continue
    const last =
      category === 'location' ? endOfPlace(tokens, first, end) : endOfInstitution(tokens, first, end, category, first > preposition + 1)
    if (last < first) continue
    if (isDoubtful) addBesideOnly(context, first, last, category, 'small-slot')
    else add(context, first, last, category)
    return last
  }
  return -1
}

/** Lincoln pd brought her; born sat surrey memorial; fastmed urgent care. */
function readTail(context: LayerContext, tail: number): void {
  const { tokens } = context
  let first = tail
  while (
    tail - first < 3 &&
    tokens.gap[first] === GAP.space &&
    isWord(tokens, first - 1) &&
    isSmallLatin(tokens, first - 1) &&
    isTelling(tokens, first - 1)
  )
    first--
  if (first === tail || isThing(tokens, tail)) return
  const isCare = CARE_HEADS.has(tokens.hash[tail]!) || /^(?:snf|alf|vamc|ltac)$/.test(textOf(tokens, tail))
  addTokens(context, first, tail, isCare ? 'facility' : 'organization', 0.65, 'institution/small-tail', RANK.tagger)
}

function add(context: LayerContext, first: number, last: number, category: PhiCategory): void {
  addTokens(context, first, last, category, 0.65, `${category === 'location' ? 'place' : 'institution'}/small-slot`, RANK.tagger)
}

/** What counts beside somebody only. */
export function addBesideOnly({ tokens, doubtful }: LayerContext, first: number, last: number, category: PhiCategory, name: string): void {
  const [start, end] = [tokens.start[first]!, tokens.end[last]!]
  const rule = `${category === 'location' ? 'place' : 'institution'}/${name}-beside`
  doubtful.push({ start, end, category, score: 0.75, rule, rank: RANK.tagger, margin: Number.POSITIVE_INFINITY })
}

/** One of the words that open a slot within a few tokens of the same phrase. */
export function isOpened(tokens: Tokens, preposition: number, openers: ReadonlySet<number>): boolean {
  for (let i = preposition - 1; i >= 0 && i >= preposition - REACH; i--) {
    if (tokens.gap[i + 1]! > GAP.space || isSign(tokens, i, ';') || isSign(tokens, i, '.') || isSign(tokens, i, '?')) return false
    if (tokens.kind[i] === KIND.word && openers.has(tokens.hash[i]!)) return true
  }
  return false
}

/** The last of the small words that may belong to a name; below `first` where none does. */
function endOfRun(tokens: Tokens, first: number): number {
  let last = first - 1
  for (let at = first, words = 0; at < tokens.count && words < MOST_WORDS; at++) {
    if (at > first && (isGenitive(tokens, at) || isHyphenInside(tokens, at))) {
      if (isGenitive(tokens, at)) last = at
      continue
    }
    if (!isSmallLatin(tokens, at) || (tokens.gap[at] !== GAP.space && !isSign(tokens, at - 1, '-'))) break
    if (AFTER_SLOT.has(tokens.hash[at]!) || (hasRole(tokens, at, ROLE.month) && !SYSTEMS.has(tokens.hash[at]!)) || lengthOf(tokens, at) < 2)
      break
    if (hasRole(tokens, at, ROLE.function | STOPS) && !CARE_HEADS.has(tokens.hash[at]!)) break
    last = at
    words++
  }
  return last
}

const isGenitive = (tokens: Tokens, at: number): boolean => tokens.kind[at] === KIND.sign && tokens.hash[at] === POSSESSIVE

const isHyphenInside = (tokens: Tokens, at: number): boolean =>
  isSign(tokens, at, '-') && isGlued(tokens, at) && isGlued(tokens, at + 1) && isSmallLatin(tokens, at + 1)

/** The last token of the institution that begins at `first`; below `first` where the words are plain. */
function endOfInstitution(tokens: Tokens, first: number, end: number, category: PhiCategory, isBehindThe: boolean): number {
  const heads = category === 'facility' ? CARE_HEADS : FIRM_HEADS
  if (NEVER_SLOT.has(tokens.hash[first]!) && !(end > first && COLOURS.has(tokens.hash[first]!))) return -1
  let head = -1
  for (let at = first + 1; at <= end; at++) if (isWord(tokens, at) && heads.has(tokens.hash[at]!)) head = at
  if (head > first && tellsBefore(tokens, first, head, category) && !isThing(tokens, head)) return head
  if ((isBehindThe && category === 'facility') || isThing(tokens, end)) return -1
  if (isFirmName(tokens, first, end)) return end
  return endOfTelling(tokens, first, end, category === 'facility')
}

/** A disease, a test or a result follows: no institution. */
function isThing(tokens: Tokens, last: number): boolean {
  const next = last + 1
  return (
    tokens.gap[next]! <= GAP.space && (hasRole(tokens, next, ROLE.medicalHead) || isSign(tokens, next, '-') || isSign(tokens, next, '/'))
  )
}

/** One word before the head tells this one from others. */
function tellsBefore(tokens: Tokens, first: number, head: number, category: PhiCategory): boolean {
  for (let at = first; at < head; at++) {
    if (!isWord(tokens, at) || hasLex(tokens, at, LEX.drug)) continue
    if (isTelling(tokens, at) || VIRTUES.has(tokens.hash[at]!)) return true
    if (
      at === first &&
      COLOURS.has(tokens.hash[at]!) &&
      !(head === at + 1 && isVague(tokens, head) && !(category === 'facility' && PLANTS.has(tokens.hash[at]!)))
    )
      return true
    if (!NEVER_SLOT.has(tokens.hash[at]!) && hasLex(tokens, at, LEX.city | LEX.last) && hasLex(tokens, at, LEX.proper)) return true
  }
  return false
}

/** Old house, new place, green home: a head that plain words stand before, too. */
function isVague(tokens: Tokens, head: number): boolean {
  return /^(?:place|house|home|court|point|village|living|care|center|clinic|hospital|school|schools|college|farm|market|store|gym|hotel|church|bank|company|plant|library|office|group|co|club|league|warehouse|water|air|oil|gas|paper|power|supply|family|practice|general|fire|police|daycare|university|high|middle)$/.test(
    textOf(tokens, head),
  )
}

/** Two plain words that only a firm is called by: blue barn, golden corral, autumn leaves. */
function isFirmName(tokens: Tokens, first: number, end: number): boolean {
  if (end !== first + 1 || !COLOURS.has(tokens.hash[first]!) || !isWord(tokens, end)) return false
  return (
    endsPhrase(tokens, end + 1) &&
    !NEVER_SLOT.has(tokens.hash[end]!) &&
    tokens.role[end] === 0 &&
    !isVague(tokens, end) &&
    lengthOf(tokens, end) > 3
  )
}

/** A word that is a name or that no list has, and the further ones of its kind. */
function endOfTelling(tokens: Tokens, first: number, end: number, isFacility: boolean): number {
  const isSystem = isFacility && SYSTEMS.has(tokens.hash[first]!)
  const isVirtue = (isSystem || VIRTUES.has(tokens.hash[first]!)) && (endsPhrase(tokens, first + 1) || isDirected(tokens, first, end))
  const isSigned = isEndSign(tokens, first + 1) && hasLex(tokens, first, LEX.proper) && hasLex(tokens, first, LEX_NAME | LEX.city)
  const isFirm =
    (isSigned && /^(?:at|for|with)$/.test(textOf(tokens, first - 1)) && !hasLex(tokens, first, LEX.drug | LEX.test)) ||
    (hasLex(tokens, first, LEX.organization) && !hasLex(tokens, first, LEX.drug | LEX.abbreviation) && endsPhrase(tokens, first + 1))
  if (!isTelling(tokens, first) && !isVirtue && !isFirm) return -1
  if (isVirtue && isDirected(tokens, first, end)) return end
  let last = first
  while (last < end && (isGenitive(tokens, last + 1) || (isWord(tokens, last + 1) && isTelling(tokens, last + 1)))) last++
  return isThing(tokens, last) ? -1 : last
}

/** Mercy west: a direction behind it and the end. */
function isDirected(tokens: Tokens, first: number, end: number): boolean {
  return end === first + 1 && hasRole(tokens, end, ROLE.direction) && endsPhrase(tokens, end + 1)
}

/** A name of the lists that is no plain word, or a word of no list that does not end as words of medicine do. */
function isTelling(tokens: Tokens, at: number): boolean {
  if (NEVER_SLOT.has(tokens.hash[at]!) || hasRole(tokens, at, ~(ROLE.facilityPart | ROLE.particle | ROLE.namePart | ROLE.state)))
    return false
  if (hasLex(tokens, at, LEX.common | LEX.drug | LEX.abbreviation)) return false
  // Surrey, Rosewood: a rare word that a town is called by.
  if (hasLex(tokens, at, LEX.word)) return hasLex(tokens, at, LEX.city | LEX.rareProper) && !hasLex(tokens, at, LEX.test | LEX.eponym)
  if ((tokens.lex[at]! & ~LEX.opensPhrase) === 0)
    return lengthOf(tokens, at) > (isBehindAt(tokens, at) ? 2 : 3) && !isMedicalForm(tokens, at)
  if (hasLex(tokens, at, LEX.test | LEX.eponym))
    return hasLex(tokens, at, LEX.city | LEX.region | LEX.organization) && lengthOf(tokens, at) > 3
  return lengthOf(tokens, at) > 2
}

function isEndSign(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! >= GAP.line || isSign(tokens, at, ',') || isSign(tokens, at, '.') || isSign(tokens, at, '?')
}

function isBehindAt(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at - 1) && /^(?:at|from)$/.test(textOf(tokens, at - 1))
}

/** The end, a sign, a number or a word that begins another phrase. */
function endsPhrase(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! >= GAP.line || tokens.kind[at] !== KIND.word) return !isSign(tokens, at, '-') && !isSign(tokens, at, '/')
  return AFTER_SLOT.has(tokens.hash[at]!) || hasRole(tokens, at, (ROLE.function | STOPS | ROLE.month) & ~ROLE.unit)
}

/** Kalkaska; te awamutu; pend oreille county; skillet creek. */
function endOfPlace(tokens: Tokens, first: number, end: number): number {
  if (NEVER_SLOT.has(tokens.hash[first]!)) return -1
  if (end > first && PLACE_HEADS.has(tokens.hash[end]!) && hasTelling(tokens, first, end)) return end
  let last = first - 1
  while (last < end && isWord(tokens, last + 1) && (isPlaceWord(tokens, last + 1) || (last < first && isOpening(tokens, first, end))))
    last++
  if (last >= first && last < end && PLACE_HEADS.has(tokens.hash[last + 1]!)) last++
  return last < first || isThing(tokens, last) ? -1 : last
}

function hasTelling(tokens: Tokens, first: number, end: number): boolean {
  for (let at = first; at < end; at++) if (isWord(tokens, at) && isPlaceWord(tokens, at)) return true
  return false
}

/** Te awamutu, st albans, la grange: a small word in front of one that tells. */
function isOpening(tokens: Tokens, first: number, end: number): boolean {
  const opens = hasRole(tokens, first, ROLE.particle) || textOf(tokens, first) === 'te'
  return first < end && opens && !hasRole(tokens, first, ROLE.function) && isPlaceWord(tokens, first + 1)
}

function isPlaceWord(tokens: Tokens, at: number): boolean {
  return isTelling(tokens, at) && (!hasLex(tokens, at, LEX_NAME) || hasLex(tokens, at, LEX.city | LEX.region | LEX.proper))
}
