// Institutions that no preposition announces, beside somebody: cath 2019 Zangmeister, CABG x3 (Genesis 2011), tested Myriad 2016, Riverside transfer center, MedFlight
// ETA 12, EMS: AMR 42, SCUH overnight; rooms by a code with a hyphen: Room E-414, in b-214, 4N-12.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import { LABEL_OPENERS } from '../id-labels.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { BESIDE_SITES, NEVER_SLOT, VIRTUES } from './slot-words.ts'
import { addBesideOnly } from './small-slots.ts'
import { isMedicalForm } from './unknown-words.ts'

/** What is done in an institution: its name may follow the day. */
const EVENTS = hashWords(
  'cath stent stents pci cabg tavr echo tte tee mri mra ct pet dexa mammo mammogram colonoscopy egd ercp eeg emg ultrasound biopsy bx chole appy tkr tka thr tha orif arthroscopy surgery hysterectomy hysteroscopy csection delivered delivery placed inserted implanted tested repair transplant ablation chemo xrt radiation rehab detox admission admitted hospitalization adm dialysis appt visit eval consult pacemaker icd bmt nicu',
)
const CREWS = hashWords('ems medevac helo helicopter flight ambulance transport squad via')
const DEPARTMENTS = hashWords('path pathology records billing lab radiology triage switchboard')
const STAYS = hashWords('overnight')
const ROOMS = hashWords('room rm bed bay')
const IN = hashWord('in')
const TRANSFER = hashWord('transfer')
const MOST_BETWEEN = 6

export function findBareSites(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] === KIND.number) {
      readWingCode(context, i)
      continue
    }
    if (tokens.kind[i] !== KIND.word) continue
    const hash = tokens.hash[i]!
    if (EVENTS.has(hash)) readBehindEvent(context, i)
    if (CREWS.has(hash)) readCrew(context, i)
    if (ROOMS.has(hash) || (hash === IN && tokens.shape[i] === SHAPE.lower)) readRoom(context, i)
    if (tokens.shape[i]! >= SHAPE.capital && tokens.gap[i + 1] === GAP.space) readAgent(context, i)
  }
}

findBareSites.starts = { words: [EVENTS, CREWS, ROOMS, [IN]], shapes: CAPITALS, numbers: true }

/** A capital of no list, or a town, a firm or a virtue; nothing of medicine. */
function isSite(tokens: Tokens, at: number): boolean {
  if (!isCapitalized(tokens, at) || lengthOf(tokens, at) < 4 || tokens.shape[at] === SHAPE.upper || hasRole(tokens, at, BESIDE_SITES))
    return false
  const hash = tokens.hash[at]!
  if (VIRTUES.has(hash)) return true
  if (GENERIC.has(hash) || NEVER_SLOT.has(hash) || LABEL_OPENERS.has(hash) || isMedicalForm(tokens, at)) return false
  if (hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation)) return false
  if (hasLex(tokens, at, LEX_ENGLISH)) return hasLex(tokens, at, LEX.organization) && !hasLex(tokens, at, LEX.first)
  return tokens.lex[at] === 0 ? tokens.role[at] === 0 : hasLex(tokens, at, LEX_PROPER | LEX.organization)
}

/** Cath 2019 Zangmeister; CABG x3 (Genesis 2011); tested Myriad 2016: a number or a bracket stands on one side of the name. */
function readBehindEvent(context: LayerContext, event: number): void {
  const { tokens } = context
  let dated = false
  for (let at = event + 1; at <= event + MOST_BETWEEN && at < tokens.count && tokens.gap[at]! <= GAP.space; at++) {
    if (isNumber(tokens, at)) dated = true
    else if (isWord(tokens, at)) {
      if (/^x$/i.test(textOf(tokens, at))) continue
      if (!isSite(tokens, at)) return
      const last = isSite(tokens, at + 1) && tokens.gap[at + 1] === GAP.space ? at + 1 : at
      const isBracketed = isSign(tokens, at - 1, '(')
      const isDatedBehind = isNumber(tokens, last + 1) && tokens.gap[last + 1] === GAP.space && lengthOf(tokens, last + 1) <= 4
      const isHeaded = hasRole(tokens, last + 1, ROLE.medicalHead | ROLE.unit) || hasRole(tokens, last + 2, ROLE.unit)
      if ((dated || isBracketed || isDatedBehind) && !isHeaded) addBesideOnly(context, at, last, 'facility', 'bare-event')
      return
    } else if (!isSign(tokens, at, '/') && !isSign(tokens, at, '-') && !isSign(tokens, at, '(') && !isSign(tokens, at, ',')) return
  }
}

/** EMS: AMR 42; via LifeNet 3. */
function readCrew(context: LayerContext, crew: number): void {
  const { tokens } = context
  const first = isSign(tokens, crew + 1, ':') ? crew + 2 : crew + 1
  const number = first + 1
  if (
    !isCapitalized(tokens, first) ||
    lengthOf(tokens, first) < 3 ||
    tokens.gap[first] !== GAP.space ||
    hasRole(tokens, first, BESIDE_SITES)
  )
    return
  if (
    !isNumber(tokens, number) ||
    lengthOf(tokens, number) > 3 ||
    tokens.gap[number] !== GAP.space ||
    hasRole(tokens, number + 1, ROLE.unit)
  )
    return
  if (hasLex(tokens, first, LEX.drug | LEX.test) || GENERIC.has(tokens.hash[first]!)) return
  if (first === crew + 1 && hasLex(tokens, first, LEX.abbreviation)) return
  addBesideOnly(context, first, number, 'organization', 'bare-crew')
}

/** Riverside transfer center, Genesis path re-read, MedFlight ETA 12, SCUH overnight. */
function readAgent(context: LayerContext, at: number): void {
  const { tokens } = context
  const next = at + 1
  if (!isWord(tokens, next)) return
  const isTransfer =
    tokens.hash[next] === TRANSFER &&
    textOf(tokens, next) === 'transfer' &&
    isWord(tokens, next + 1) &&
    /^(?:center|centre|line)$/.test(textOf(tokens, next + 1))
  const isEta = isNumber(tokens, next + 1) && textOf(tokens, next) === 'ETA'
  const isDepartment = DEPARTMENTS.has(tokens.hash[next]!) && tokens.shape[next] === SHAPE.lower
  const isStay = STAYS.has(tokens.hash[next]!)
  if (!isTransfer && !isEta && !isDepartment && !isStay) return
  const short = tokens.shape[at] === SHAPE.upper && lengthOf(tokens, at) >= 3 && lengthOf(tokens, at) <= 5 && tokens.lex[at] === 0
  const isShort = short && tokens.role[at] === 0 && !LABEL_OPENERS.has(tokens.hash[at]!) && !NEVER_SLOT.has(tokens.hash[at]!)
  if (isShort ? !isDepartment : isSite(tokens, at)) addBesideOnly(context, at, at, 'facility', 'bare-agent')
}

/** Room E-414, bed 3-114B; in b-214. */
function readRoom(context: LayerContext, at: number): void {
  const { tokens } = context
  const letter = at + 1
  const number = at + 3
  if (!isWord(tokens, letter) || lengthOf(tokens, letter) !== 1 || tokens.gap[letter] !== GAP.space || !isSign(tokens, at + 2, '-')) return
  if (!isNumber(tokens, number) || !isGlued(tokens, at + 2) || !isGlued(tokens, number) || lengthOf(tokens, number) > 4) return
  if (tokens.hash[at] === IN ? lengthOf(tokens, number) !== 3 : lengthOf(tokens, number) < 2) return
  const last = isWord(tokens, number + 1) && isGlued(tokens, number + 1) && lengthOf(tokens, number + 1) === 1 ? number + 1 : number
  addLocation(context, letter, last)
}

/** In 4N-12, to 7W-22: the floor, the wing and the bed. */
function readWingCode(context: LayerContext, floor: number): void {
  const { tokens } = context
  const wing = floor + 1
  const bed = floor + 3
  if (lengthOf(tokens, floor) > 2 || !isWord(tokens, wing) || !isGlued(tokens, wing) || !/^[NSEW]$/.test(textOf(tokens, wing))) return
  if (!isSign(tokens, floor + 2, '-') || !isGlued(tokens, floor + 2) || !isNumber(tokens, bed) || !isGlued(tokens, bed)) return
  if (isGlued(tokens, floor) || lengthOf(tokens, bed) > 3 || (isGlued(tokens, bed + 1) && isWord(tokens, bed + 1))) return
  addLocation(context, floor, bed)
}

function addLocation(context: LayerContext, first: number, last: number): void {
  addTokens(context, first, last, 'location', 0.7, 'place/room-code', RANK.pattern)
}
