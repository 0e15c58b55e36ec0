// Organizations that a single word names beside somebody: thru Baxter, from DonJoy, @ DAV, Rep: Jacky (Arthrex), LabPLUS no. 24, travel ADAC case 7, Presbyterian card.
// A word of no list or of the list of organizations counts; drugs, tests and abbreviations do not.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { LABEL_OPENERS } from '../id-labels.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { BESIDE_SITES, NEVER_SLOT } from './slot-words.ts'
import { addBesideOnly } from './small-slots.ts'
import { isMedicalForm } from './unknown-words.ts'

const LINKS = hashWords('from via thru through at on aboard')
/** Behind these a word in capitals is no drug and no finding. */
const SOURCES = hashWords('from via thru through at aboard')
/** Where data come from: programs, portals and devices of everybody. */
const PLATFORMS = hashWords(
  'carelink libreview clarity tidepool glooko merlin latitude mychart epic cerner meditech athena powerchart pacs surescripts crisp careeverywhere uptodate dynamed lexicomp micromedex epocrates dexcom libre medtronic omnipod tandem resmed airsense airview zio kardia apple fitbit garmin whoop oura google youtube facebook amazon zoom teams doximity redcap istat airvo lifevest lifepak emr ehr',
)
const CHANGES = hashWords(
  'switched switch switching change changed changing convert converted transition transitioned weaned tapered off rash hives nausea reaction readings reading data download downloaded values glucose dose doses effects improved improvement relief benefit swollen allergic started stopped taking',
)
const FLIGHTS = hashWords('flies fly flew flying flight')
/** What only an organization has: its number for somebody, its card, its people. */
const OWNED = hashWords(
  'ref reference no case acct account member card rep agent policy claim polis ticket tracking invoice order caseworker adjuster courier benefits coverage plan',
)
const COUNTED = hashWords('ref reference no case acct account policy claim polis ticket tracking invoice order member')

export function findOrganizationCues(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] === KIND.sign) {
      if (isSign(tokens, i, '(')) readBracketed(context, i)
      else if (isSign(tokens, i, '@')) readLinked(context, i)
      continue
    }
    if (tokens.kind[i] !== KIND.word) continue
    if (LINKS.has(tokens.hash[i]!) && tokens.shape[i] === SHAPE.lower) readLinked(context, i)
    if (tokens.shape[i]! >= SHAPE.capital) readOwner(context, i)
  }
}

findOrganizationCues.starts = { words: [LINKS], shapes: CAPITALS, signs: '(@' }

/** A word that may name a firm: of no list, or of the list of organizations; capitals that no label has. */
function isFirm(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || tokens.shape[at]! < SHAPE.capital || tokens.shape[at] === SHAPE.initial || lengthOf(tokens, at) < 3)
    return false
  if (
    hasRole(tokens, at, BESIDE_SITES) ||
    GENERIC.has(tokens.hash[at]!) ||
    NEVER_SLOT.has(tokens.hash[at]!) ||
    PLATFORMS.has(tokens.hash[at]!) ||
    LABEL_OPENERS.has(tokens.hash[at]!)
  )
    return false
  if (hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation) || isMedicalForm(tokens, at)) return false
  const known = tokens.lex[at]! & ~(LEX.opensPhrase | LEX.inPhrase)
  return tokens.role[at] === 0 && (known === 0 || hasLex(tokens, at, LEX.organization) || (known & ~(LEX.proper | LEX.rareProper)) === 0)
}

/** From DonJoy, thru Baxter, @ DAV. */
function readLinked(context: LayerContext, link: number): void {
  const { tokens } = context
  const first = link + 1
  if (tokens.gap[first]! > GAP.space || !isFirm(tokens, first) || isDosed(tokens, first)) return
  let last = first
  while (last - first < 2 && isCapitalized(tokens, last + 1) && tokens.gap[last + 1] === GAP.space && isFirm(tokens, last + 1)) last++
  if (hasRole(tokens, last + 1, ROLE.medicalHead) && tokens.gap[last + 1]! <= GAP.space) return
  const short = tokens.shape[first] === SHAPE.upper
  if (short && (lengthOf(tokens, first) > 5 || !(isSign(tokens, link, '@') || SOURCES.has(tokens.hash[link]!)))) return
  if (isWord(tokens, link) && /^on$/.test(textOf(tokens, link)) && !isFlight(tokens, link)) return
  if (isChanged(tokens, link, last) || !endsPhrase(tokens, last + 1)) return
  addBesideOnly(context, first, last, 'organization', 'linked')
}

/** The end of the line, a sign that opens no gloss, or a small word. */
function endsPhrase(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! >= GAP.line) return true
  if (tokens.kind[at] === KIND.sign) return !isSign(tokens, at, '-') && !isSign(tokens, at, '(') && !isSign(tokens, at, '/')
  return hasRole(tokens, at, ROLE.function | ROLE.weekday | ROLE.month)
}

/** Switched from Zorvex, readings from Zorvex, from Zorvex to Brexil: a drug or a device. */
function isChanged(tokens: Tokens, link: number, last: number): boolean {
  if (
    isWord(tokens, last + 1) &&
    /^(?:to|at|up|down|pump|meter|device|strips?|patch|cream|gel|spray|inhaler|use|side|allergy)$/.test(textOf(tokens, last + 1))
  )
    return true
  for (let at = link - 1; at >= 0 && at >= link - 4 && tokens.gap[at + 1]! <= GAP.space; at--)
    if (isWord(tokens, at) && CHANGES.has(tokens.hash[at]!)) return true
  return false
}

/** Flies back to Hana 4/4 on Mokulele. */
function isFlight(tokens: Tokens, link: number): boolean {
  for (let at = link - 1; at >= 0 && at >= link - 8 && tokens.gap[at + 1]! <= GAP.space; at--)
    if (tokens.kind[at] === KIND.word && FLIGHTS.has(tokens.hash[at]!)) return true
  return false
}

/** Rep: Jacky (Arthrex); Tahlia (student, UniSC). */
function readBracketed(context: LayerContext, open: number): void {
  const { tokens } = context
  const person = open - 1
  if (!isCapitalized(tokens, person) || !hasLex(tokens, person, LEX_NAME) || hasLex(tokens, person, LEX_MEDICAL)) return
  const first = isWord(tokens, open + 1) && isSign(tokens, open + 2, ',') ? open + 3 : open + 1
  let last = first
  while (last - first < 2 && isFirm(tokens, last + 1)) last++
  if (isFirm(tokens, first) && isSign(tokens, last + 1, ')')) addBesideOnly(context, first, last, 'organization', 'bracketed')
}

/** LabPLUS no. 24:G:18820; Baxter rep; Presbyterian card; Mayo # 4-418-227. */
function readOwner(context: LayerContext, at: number): void {
  const { tokens } = context
  const next = at + 1
  const isHash = isSign(tokens, next, '#') && isNumber(tokens, next + 1)
  const isOwner = isWord(tokens, next) && OWNED.has(tokens.hash[next]!) && tokens.shape[next] === SHAPE.lower
  if ((!isHash && !isOwner) || tokens.gap[next]! > GAP.space || tokens.gap[at] === GAP.none) return
  if (!isFirm(tokens, at) || hasLex(tokens, at, LEX_NAME & ~LEX.last)) return
  if (isOwner && COUNTED.has(tokens.hash[next]!) && !isCounted(tokens, next)) return
  if (isHash || COUNTED.has(tokens.hash[next]!)) addTokens(context, at, at, 'organization', 0.6, 'organization/owner', RANK.tagger)
  else addBesideOnly(context, at, at, 'organization', 'owner')
}

/** A number with a sign or two between: no. 24, ref EQ/24, case 24-771. */
function isCounted(tokens: Tokens, label: number): boolean {
  for (let at = label + 1; at <= label + 3 && tokens.gap[at]! <= GAP.space; at++) {
    if (isNumber(tokens, at)) return true
    if (isWord(tokens, at) && tokens.shape[at] !== SHAPE.upper && tokens.shape[at] !== SHAPE.initial) return false
  }
  return false
}

/** With Glycomet 500: a dose or a unit follows. */
function isDosed(tokens: Tokens, at: number): boolean {
  const next = at + 1
  if (isGlued(tokens, next) && isSign(tokens, next, '-')) return true
  return tokens.gap[next]! <= GAP.space && (isNumber(tokens, next) || hasRole(tokens, next, ROLE.unit)) && !hasLex(tokens, at, LEX_ENGLISH)
}
