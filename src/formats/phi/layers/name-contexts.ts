// Names that their surroundings announce: titles, labels, relations, credentials, greetings and signatures, "Last, First M".
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_NAME } from '../lexicon-bits.ts'
import { endOfName, isLikelyName, mayBeNamePart, startOfName, trimPlainTail } from '../name-shape.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const LABELS = hashWords(
  'name nombre apellidos nom prenom cognome vorname nachname patient pt paziente paciente pacient pasient pacijent pacients provider physician attending surgeon nok contact guarantor caller author signed by to from cc re subject spouse guardian insured subscriber interpreter witness requester sender resident client employee member médico medico remitido ärztin arzt behandler médecin referrer pcp gp rn nurse clinician therapist counselor consultant radiologist pathologist anesthesiologist assistant technologist dictator transcriptionist reviewer preparer recipient emergency mother father wife husband son daughter',
)

/** Dr. Pepper, Mr. Clean. */
export const PRODUCTS = hashWords("pepper clean google coffee scholl scholls scholl's pibb potato bean")

export function findNamesInContext(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (!isWord(tokens, i)) continue
    const role = tokens.role[i]!
    if ((role & ROLE.title) !== 0) readBehindTitle(context, i)
    if ((role & ROLE.credential) !== 0) readBeforeCredential(context, i)
    if ((role & ROLE.relation) !== 0) readBehindRelation(context, i)
    if ((role & ROLE.person) !== 0 || LABELS.has(tokens.hash[i]!)) readBehindLabel(context, i)
  }
}

findNamesInContext.starts = { words: [LABELS], roles: ROLE.title | ROLE.credential | ROLE.relation | ROLE.person }

function add(context: LayerContext, first: number, last: number, rule: string, score: number, rank: number = RANK.pattern): void {
  addTokens(context, first, last, 'name', score, `name/${rule}`, rank)
}

const BARE_TITLES =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|doctor|rev|reverend|sgt|lt|capt|officer|detective|attorney|judge|pastor|rabbi|sr|sra|señora?|srta|don|doña|herr|frau|mme|mlle|monsieur|dott|dra|nurse|sister|father|sir|coach|captain|sergeant|lieutenant|dhr|mevr|signora?|hr|dott|fr|drs|deacon|imam|madam|mister)$/i

function readBehindTitle(context: LayerContext, at: number): void {
  const { tokens } = context
  if (tokens.shape[at] === SHAPE.lower && !/^(?:dr|mr|mrs|ms|prof)$/.test(textOf(tokens, at)) && !isSign(tokens, at + 1, '.')) {
    if (
      !/^(?:officer|detective|attorney|judge|pastor|rabbi|nurse|sister|father|reverend|professor|doctor|coach|captain|sergeant|principal)$/.test(
        textOf(tokens, at),
      )
    )
      return
  }
  if (!BARE_TITLES.test(textOf(tokens, at)) && !hasRole(tokens, at, ROLE.title)) return
  let first = at + 1
  // See the doctor. Recheck: the dot of a whole word ends the sentence.
  if (isSign(tokens, first, '.') && lengthOf(tokens, at) > 5 && tokens.shape[at] === SHAPE.lower) return
  if (isSign(tokens, first, '.')) first++
  if (isSign(tokens, first, '/') || tokens.gap[first]! > GAP.space) return
  if (hasRole(tokens, first, ROLE.title) && isWord(tokens, first)) return
  const isLowerName =
    isWord(tokens, first) &&
    tokens.shape[first] === SHAPE.lower &&
    isLowerNamePart(tokens, first) &&
    (isSign(tokens, at + 1, '.') || /^(?:dr|mr|mrs|ms|prof)$/i.test(textOf(tokens, at)))
  if (isLowerName) {
    const last =
      isWord(tokens, first + 1) &&
      tokens.gap[first + 1] === GAP.space &&
      isLowerNamePart(tokens, first + 1) &&
      hasLex(tokens, first + 1, LEX_NAME)
        ? first + 1
        : first
    add(context, first, last, 'title', 0.85)
    return
  }
  if (!mayBeNamePart(tokens, first) && !(isCapitalized(tokens, first) && !hasRole(tokens, first, ROLE.function | ROLE.month))) return
  if ((hasLex(tokens, first, LEX.drug) && !hasLex(tokens, first, LEX_NAME)) || PRODUCTS.has(tokens.hash[first]!)) return
  // NURSE NOTE: refused insulin
  if (isSign(tokens, first + 1, ':') && hasLex(tokens, first, LEX.common) && !hasLex(tokens, first, LEX_NAME | LEX.proper)) return
  const last = endOfName(tokens, first, 4)
  if (
    hasRole(tokens, last + 1, ROLE.facility | ROLE.organization) &&
    hasRole(tokens, at, ROLE.relation) &&
    tokens.gap[last + 1]! <= GAP.space
  )
    return
  add(context, first, trimPlainTail(tokens, first, last), 'title', 0.97)
}

function isLowerNamePart(tokens: Tokens, at: number): boolean {
  return (
    !hasRole(tokens, at, ROLE.function | ROLE.unit) &&
    lengthOf(tokens, at) > 2 &&
    (hasLex(tokens, at, LEX_NAME | LEX.proper) || (tokens.lex[at]! & ~LEX.rareProper) === 0) &&
    !(hasLex(tokens, at, LEX.common) && !hasLex(tokens, at, LEX_NAME))
  )
}

/** N. Summers, PsyD; Janelle RN; K. Ostrowski, RN. */
function readBeforeCredential(context: LayerContext, at: number): void {
  const { tokens } = context
  const text = textOf(tokens, at)
  if (
    tokens.shape[at] === SHAPE.lower ||
    (lengthOf(tokens, at) === 2 && tokens.shape[at] !== SHAPE.upper) ||
    (/^(?:Do|Pa|Ot|Pt|Ma|PT|MS|RT|OT)$/.test(text) && !isSign(tokens, at - 1, ','))
  )
    return
  let last = at - 1
  if (isSign(tokens, last, ',')) last--
  if (isSign(tokens, last, '.') && hasRole(tokens, last - 1, ROLE.namePart)) last--
  if (isSign(tokens, at - 1, ',') && tokens.shape[last] === SHAPE.lower) readSignedInSmall(context, last)
  if (
    !isCapitalized(tokens, last) ||
    tokens.gap[at]! > GAP.space ||
    tokens.shape[last] === SHAPE.initial ||
    hasRole(tokens, last, ROLE.credential | ROLE.title | ROLE.person)
  )
    return
  const first = startOfName(tokens, last, 4)
  const single = first === last
  if (!mayBeNamePart(tokens, last)) return
  if (
    single &&
    ((hasLex(tokens, last, LEX_ENGLISH) && !hasLex(tokens, last, LEX_NAME)) ||
      (tokens.shape[last] === SHAPE.upper && !hasLex(tokens, last, LEX_NAME)))
  )
    return
  add(context, first, last, 'credential', 0.93)
}

/** -- marisol t, LVN: words behind a dash at the start of a line. */
function readSignedInSmall(context: LayerContext, last: number): void {
  const { tokens } = context
  let first = last
  while (last - first < 2 && isWord(tokens, first - 1) && tokens.gap[first] === GAP.space) first--
  let dash = first - 1
  if (!isSign(tokens, dash, '-')) return
  while (isSign(tokens, dash - 1, '-') && isGlued(tokens, dash)) dash--
  if (dash === 0 || tokens.gap[dash]! >= GAP.line || isSign(tokens, dash - 1, '.')) add(context, first, last, 'signature', 0.8)
}

/** Wife Norma; mom (Selam); his sister, Anna; Father: Khoa. */
function readBehindRelation(context: LayerContext, at: number): void {
  const { tokens } = context
  let first = at + 1
  if (isSign(tokens, first, "'") || (isSign(tokens, first, '-') && !isSign(tokens, first, ':'))) return
  const sign = isSign(tokens, first, ',') || isSign(tokens, first, '(') || isSign(tokens, first, ':')
  if (sign) first++
  if (isWord(tokens, first) && /^(?:is|named|called|name|boy|girl)$/i.test(textOf(tokens, first))) first++
  if (
    tokens.gap[first]! > GAP.space ||
    !mayBeNamePart(tokens, first) ||
    (tokens.shape[first] === SHAPE.upper && tokens.shape[at] !== SHAPE.upper && lengthOf(tokens, first) < 4)
  )
    return
  if (tokens.shape[first] === SHAPE.initial && !isSign(tokens, first + 1, '.')) return
  if (hasRole(tokens, first, ROLE.title | ROLE.person) || hasLex(tokens, first, LEX.drug)) return
  if (hasLex(tokens, first, LEX_ENGLISH | LEX.test) && !hasLex(tokens, first, LEX_NAME)) return
  const last = trimPlainTail(tokens, first, endOfName(tokens, first, 3))
  if (hasRole(tokens, last + 1, ROLE.facility | ROLE.organization | ROLE.medicalHead) && tokens.gap[last + 1]! <= GAP.space) return
  add(context, first, last, 'relation', 0.9)
}

/** Name: Temperance Gray; Patient Eunice Applewhite; Attending: Smith. */
function readBehindLabel(context: LayerContext, at: number): void {
  const { tokens } = context
  let first = at + 1
  if (isSign(tokens, first, '(') && isSign(tokens, first + 2, ')')) first += 3
  if (
    isWord(tokens, first) &&
    hasRole(tokens, at, ROLE.person) &&
    /^(?:name|physician|provider|md|doctor|nurse|by|is|was|surgeon|contact|number)$/i.test(textOf(tokens, first)) &&
    tokens.gap[first] === GAP.space
  )
    first++
  let labelled = false
  while ((isSign(tokens, first, ':') || isSign(tokens, first, '=') || isSign(tokens, first, '|')) && first - at < 5) {
    labelled = true
    first++
  }
  if (tokens.gap[first]! > GAP.space) return
  if (labelled) {
    readLabelled(context, at, first)
    return
  }
  if (
    !hasRole(tokens, at, ROLE.person) ||
    !mayBeNamePart(tokens, first) ||
    !isLikelyName(tokens, first) ||
    (tokens.shape[first] === SHAPE.initial && !isSign(tokens, first + 1, '.'))
  )
    return
  if (tokens.shape[first] === SHAPE.upper && tokens.shape[at] !== SHAPE.upper && !hasLex(tokens, first, LEX_NAME)) return
  if (
    hasRole(tokens, first, ROLE.title | ROLE.person | ROLE.relation | ROLE.pronoun) ||
    (hasRole(tokens, first, ROLE.function) && (tokens.shape[first] === SHAPE.upper || !hasLex(tokens, first, LEX.last))) ||
    (hasLex(tokens, first, LEX.drug | LEX.eponym | LEX.test) && !isCapitalized(tokens, first + 1))
  )
    return
  const last = trimPlainTail(tokens, first, endOfName(tokens, first, 4))
  if (last === first && tokens.shape[at] === SHAPE.upper && tokens.shape[first] === SHAPE.upper && !hasLex(tokens, first, LEX_NAME)) return
  add(context, first, last, 'person', 0.85)
}

function readLabelled(context: LayerContext, at: number, first: number): void {
  const { tokens } = context
  const strict = hasRole(tokens, at, ROLE.person) || /^(?:name|nombre|apellidos|nom|vorname|nachname)$/i.test(textOf(tokens, at))
  if (!strict && !LABELS.has(tokens.hash[at]!) && !hasRole(tokens, at, ROLE.relation)) return
  let start = first
  while (hasRole(tokens, start, ROLE.title) && isWord(tokens, start) && start - first < 4) start += isSign(tokens, start + 1, '.') ? 2 : 1
  if (isLastFirst(tokens, start) || isSpeech(tokens, start) || (isDialogue(tokens) && isPlainAnswer(tokens, start))) return
  if (isCapitalized(tokens, start) ? !mayBeNamePart(tokens, start) : !isLowerCaseName(tokens, start)) return
  if (
    hasLex(tokens, start, LEX_ENGLISH) &&
    !hasLex(tokens, start, LEX_NAME) &&
    !(/^(?:name|nombre|apellidos)$/i.test(textOf(tokens, at)) && (isCapitalized(tokens, start + 1) || isSign(tokens, start + 1, '"')))
  )
    return
  if (hasLex(tokens, start, LEX.drug) && !hasLex(tokens, start, LEX_NAME)) return
  if (!strict && tokens.shape[start] === SHAPE.upper && lengthOf(tokens, start) <= 4 && !hasLex(tokens, start, LEX_NAME)) return
  const last = isCapitalized(tokens, start) ? endOfName(tokens, start, 5) : start + 1
  if (isSign(tokens, last + 1, ':') && last === start) return
  const end = isSign(tokens, last + 1, ':') ? last - 1 : last
  add(context, start, end, 'label', 0.95, RANK.labelled)
}

const DOCTOR = hashWord('doctor')
const PATIENT = hashWord('patient')
const dialogues = new WeakMap<Tokens, boolean>()

/** True where two lines at least begin with `Doctor:` and two with `Patient:`: what follows is what they say. */
function isDialogue(tokens: Tokens): boolean {
  let known = dialogues.get(tokens)
  if (known === undefined) {
    let doctors = 0
    let patients = 0
    for (let i = 0; i < tokens.count; i++) {
      if (tokens.gap[i]! < GAP.line || !isSign(tokens, i + 1, ':')) continue
      if (tokens.hash[i] === DOCTOR) doctors++
      else if (tokens.hash[i] === PATIENT) patients++
    }
    known = doctors > 1 && patients > 1
    dialogues.set(tokens, known)
  }
  return known
}

/** Patient: Even Diet?; Patient: Grace, no: the first word of a sentence, which is a word, too. */
function isPlainAnswer(tokens: Tokens, at: number): boolean {
  const isWholeLine = tokens.gap[at + 1]! >= GAP.line || (isSign(tokens, at + 1, '.') && tokens.gap[at + 2]! >= GAP.line)
  if (isWholeLine && hasLex(tokens, at, LEX.first)) return false
  return hasLex(tokens, at, LEX_ENGLISH | LEX.drug | LEX.test | LEX.eponym)
}

/** Patient: My wife moved; Patient: Any fever?: a sentence behind the label. */
function isSpeech(tokens: Tokens, at: number): boolean {
  return hasRole(tokens, at, ROLE.function | ROLE.pronoun) && isWord(tokens, at + 1) && tokens.shape[at + 1] === SHAPE.lower
}

function isLowerCaseName(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at) &&
    isWord(tokens, at + 1) &&
    hasLex(tokens, at, LEX.first) &&
    hasLex(tokens, at + 1, LEX_NAME | LEX.proper) &&
    !hasRole(tokens, at, ROLE.function) &&
    !hasRole(tokens, at + 1, ROLE.function)
  )
}

function isLastFirst(tokens: Tokens, at: number): boolean {
  return isCapitalized(tokens, at) && isSign(tokens, at + 1, ',') && isCapitalized(tokens, at + 2)
}
