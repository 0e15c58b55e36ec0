// Facilities and organizations: capitals before a word such as Hospital or University, behind "University of", and the well-known ones.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, startsColumn, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addOrganization, isNameOfScale, readKnownOrganization } from './known-organizations.ts'
import { addTokens, type LayerContext } from './layer.ts'

const HEAD = ROLE.facility | ROLE.organization
const MAX_WORDS = 7
/** Words of a heading or a sentence that say nothing of which hospital. */
const GENERIC = hashWords(
  'the this our your his her their local outside another any each nearest same other a an in at to from for and or of with emergency acute intensive operating outpatient inpatient ambulatory primary secondary tertiary care urgent health medical surgical clinical nursing home skilled specialty day follow up court night sleep pain wound infusion walk eye dental family community general psychiatric hospital clinic department dept unit service services discharge transfer patient rehab rehabilitation physical occupational speech therapy laboratory lab pathology radiology imaging pharmacy lung heart stroke cancer trauma burn transplant dialysis blood skin diabetes weight anticoagulation coumadin fracture memory geriatric pediatric paediatric prenatal antenatal fertility hiv std travel allergy asthma bank tumor tumour boards school elementary middle high college preschool public private fire police state county city federal law life insurance workplace company veterans adult group central long term hospice respite level no non-profit academic large rural small teaching reference quaternary district regional pt ot rn aide visit visits',
)
const NO_HEAD_ALONE = hashWords(
  'center centre institute health pediatrics orthopedics orthopaedics dialysis imaging oncology hospitalists er ed icu co group inc plc court union fire nursing lodge residence society trust store market bank agency council committee services solutions systems associates partners brothers sons technologies authority department dept army guild mission fund association facility shelter optometry dermatology urology podiatry chiropractic dentistry orthodontics obgyn gyn care transport transportation',
)

export function findOrganizations(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  let last = -1
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word || i <= last) continue
    if (hasRole(tokens, i, HEAD) && isCapitalized(tokens, i)) last = Math.max(last, readHead(context, i))
    else if (CAMPS.has(tokens.hash[i]!) && tokens.shape[i] === SHAPE.capital) last = Math.max(last, readCamp(context, i))
    else if (SAINTS.has(tokens.hash[i]!) && isCapitalized(tokens, i)) last = Math.max(last, readSaint(context, i))
    else if (hasLex(tokens, i, LEX.organization) && isCapitalized(tokens, i)) last = Math.max(last, readKnownOrganization(context, i))
    else if (hasRole(tokens, i, HEAD) && tokens.shape[i] === SHAPE.lower) last = Math.max(last, readLowerHead(context, i))
  }
}

const PUBLIC = hashWords(
  'american european international british canadian national world global north scandinavian french german italian spanish japanese australian',
)

/** American Thoracic Society, European Association of Urology: a body that writes guidelines. */
function isLearnedBody(tokens: Tokens, first: number, head: number): boolean {
  return (
    (PUBLIC.has(tokens.hash[first]!) || (hasLex(tokens, first, LEX.eponym) && tokens.hash[first + 1] === POSSESSIVE)) &&
    head > first &&
    /^(?:society|association|academy|college|federation|council|organization|organisation|committee|institute|institutes)$/i.test(
      textOf(tokens, head),
    )
  )
}

/** ADA Standards of Care: a text of many. */
function isStandard(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++)
    if (isWord(tokens, i) && /^(?:Standards?|Guidelines?|Criteria|Handbook|Manual|Act|Guide|Book|Principles)$/.test(textOf(tokens, i)))
      return true
  return false
}

/** Goes back from the head over capitals and the small words that join them, then on over what belongs behind it. */
function readHead(context: LayerContext, head: number): number {
  const { tokens } = context
  const last = endBehindHead(tokens, head)
  const first = startBeforeHead(tokens, head)
  if (
    !isDistinct(tokens, first, last, head) ||
    isLearnedBody(tokens, first, head) ||
    (context.mode === 'balanced' && isStandard(tokens, first, last)) ||
    (context.mode === 'balanced' && isNameOfScale(tokens, first, last))
  )
    return -1
  const shouting = isAllUpper(tokens, first, last)
  if (shouting && (isSign(tokens, last + 1, ':') || !hasRareWord(tokens, first, last))) return -1
  return addOrganization(context, first, last, hasRole(tokens, head, ROLE.facility) ? 'facility' : 'head', 0.88)
}

function startBeforeHead(tokens: Tokens, head: number): number {
  let first = head
  let at = head
  for (let words = 0; words < MAX_WORDS && at > 0 && tokens.gap[at]! <= GAP.space; words++) {
    let before = at - 1
    if (isSign(tokens, before, '-') && isGlued(tokens, at) && isGlued(tokens, before)) before--
    else if (
      isSign(tokens, before, '.') &&
      isWord(tokens, before - 1) &&
      lengthOf(tokens, before - 1) <= 2 &&
      isGlued(tokens, before) &&
      !isGlued(tokens, before - 1)
    )
      before--
    else if (tokens.kind[before] === KIND.sign && tokens.hash[before] === 0x2773) before--
    if (
      isSign(tokens, before, '&') ||
      (isWord(tokens, before) &&
        tokens.shape[before] === SHAPE.lower &&
        /^(?:of|and|for|de|la|del|the|du|des|y)$/.test(textOf(tokens, before)))
    ) {
      // Valley of the Pines Hospital
      if (/^the$/.test(textOf(tokens, before)) && isWord(tokens, before - 1) && /^of$/.test(textOf(tokens, before - 1))) before--
      if (!isCapitalized(tokens, before - 1) || tokens.gap[before]! > GAP.space || hasRole(tokens, before - 1, ROLE.title)) break
      if (
        /^(?:and|the|for)$/.test(textOf(tokens, before)) &&
        !hasRole(tokens, before - 1, ROLE.facilityPart | HEAD) &&
        (!hasLex(tokens, before - 1, LEX_PROPER) || (textOf(tokens, before) === 'for' && hasLex(tokens, before - 1, LEX.common)))
      )
        break
      at = before
      continue
    }
    if (!isCapitalized(tokens, before) || tokens.gap[before + 1]! > GAP.space || startsColumn(tokens, before + 1)) break
    if (hasRole(tokens, before, ROLE.function) && !/^(?:The|A)$/.test(textOf(tokens, before)) === false) break
    if (
      hasRole(tokens, before, ROLE.function) ||
      (hasRole(tokens, before, ROLE.credential) && tokens.shape[before] === SHAPE.upper && lengthOf(tokens, before) > 2)
    )
      break
    first = before
    at = before
  }
  return first
}

/** Hospital of the Holy Cross; University of Ghent; Mercy Clinic Springfield; Hospital Clínico San Carlos. */
function endBehindHead(tokens: Tokens, head: number): number {
  let last = head
  let at = head + 1
  for (let words = 0; words < MAX_WORDS && at < tokens.count && tokens.gap[at]! <= GAP.space && !startsColumn(tokens, at); words++) {
    if (isSign(tokens, at, '&') && isCapitalized(tokens, at + 1)) {
      at++
      continue
    }
    if (
      isWord(tokens, at) &&
      tokens.shape[at] === SHAPE.lower &&
      /^(?:of|de|del|la|los|las|the|for|di|du|des|von|van|y|and)$/.test(textOf(tokens, at))
    ) {
      const next = isCapitalized(tokens, at + 1)
        ? at + 1
        : isWord(tokens, at + 1) && /^(?:the|la|los|las)$/.test(textOf(tokens, at + 1)) && isCapitalized(tokens, at + 2)
          ? at + 2
          : -1
      if (next < 0 || (/^and$/.test(textOf(tokens, at)) && !hasRole(tokens, next, HEAD | ROLE.facilityPart))) break
      at = next
      continue
    }
    if (
      !isCapitalized(tokens, at) ||
      (hasRole(tokens, at, ROLE.function | ROLE.month | ROLE.weekday | ROLE.title) && !hasRole(tokens, at, ROLE.facility))
    )
      break
    if (hasLex(tokens, at, LEX_ENGLISH) && !hasLex(tokens, at, LEX_PROPER) && !hasRole(tokens, at, ROLE.facilityPart | HEAD | ROLE.ward))
      break
    last = at++
    if (isSign(tokens, at, '-') && isGlued(tokens, at) && isWord(tokens, at + 1)) at++
    else if (isSign(tokens, at, '.') && isGlued(tokens, at) && lengthOf(tokens, last) <= 2 && isCapitalized(tokens, at + 1)) at++
  }
  return last
}

/** At least one word that tells this place from others. */
function isDistinct(tokens: Tokens, first: number, last: number, head: number): boolean {
  let named = 0
  let capitals = 0
  for (let i = first; i <= last; i++) {
    if (tokens.kind[i] !== KIND.word || tokens.shape[i] === SHAPE.lower) continue
    capitals++
    if (
      i !== head &&
      !GENERIC.has(tokens.hash[i]!) &&
      !(hasRole(tokens, i, HEAD) && !hasLex(tokens, i, LEX_PROPER)) &&
      !hasRole(tokens, i, ROLE.ward)
    )
      named++
  }
  if (named === 0)
    return (
      capitals >= 3 &&
      hasRole(tokens, head, ROLE.facility) &&
      tokens.shape[first] === SHAPE.capital &&
      hasRole(tokens, first, ROLE.facilityPart)
    )
  if (NO_HEAD_ALONE.has(tokens.hash[head]!) || lengthOf(tokens, head) <= 3) return named > 0 && hasProperPart(tokens, first, last, head)
  if (isSentenceStart(tokens, first) && named === 1 && capitals === 2) return hasProperPart(tokens, first, last, head)
  if (hasMedicalOnly(tokens, first, last, head)) return false
  return true
}

function hasProperPart(tokens: Tokens, first: number, last: number, head: number): boolean {
  for (let i = first; i <= last; i++) {
    if (i === head || tokens.kind[i] !== KIND.word || tokens.shape[i] === SHAPE.lower || GENERIC.has(tokens.hash[i]!)) continue
    if (
      hasLex(tokens, i, LEX_PROPER) ||
      (tokens.lex[i] === 0 && tokens.role[i] === 0 && lengthOf(tokens, i) > 2) ||
      hasRole(tokens, i, ROLE.facilityPart)
    )
      return true
  }
  return false
}

function hasMedicalOnly(tokens: Tokens, first: number, last: number, head: number): boolean {
  for (let i = first; i <= last; i++) {
    if (i === head || tokens.kind[i] !== KIND.word || GENERIC.has(tokens.hash[i]!) || tokens.shape[i] === SHAPE.lower) continue
    const lex = tokens.lex[i]!
    if ((lex & LEX.word) === 0 || (lex & (LEX_PROPER | LEX.common)) !== 0) return false
  }
  return true
}

function isSentenceStart(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! >= GAP.line || isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, ':')
}

function isAllUpper(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++)
    if (tokens.kind[i] === KIND.word && tokens.shape[i] !== SHAPE.upper && tokens.shape[i] !== SHAPE.initial) return false
  return last > first
}

function hasRareWord(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) {
    if (tokens.kind[i] !== KIND.word || GENERIC.has(tokens.hash[i]!)) continue
    if (!hasLex(tokens, i, LEX_ENGLISH) && lengthOf(tokens, i) > 3 && (hasLex(tokens, i, LEX_PROPER) || tokens.lex[i] === 0)) return true
  }
  return false
}

const CAMPS = hashWords('camp fort base')

/** Camp Tamarack, Fort Liberty. */
function readCamp(context: LayerContext, at: number): number {
  const { tokens } = context
  const name = at + 1
  if (!isCapitalized(tokens, name) || tokens.gap[name] !== GAP.space || isCapitalized(tokens, at - 1)) return -1
  if (hasLex(tokens, name, LEX_ENGLISH) && !hasLex(tokens, name, LEX_PROPER)) return -1
  if (hasRole(tokens, name, ROLE.medicalHead | ROLE.function)) return -1
  return addOrganization(context, at, name, 'camp', 0.75)
}

const SAINTS = hashWords('st saint mt mount')

/** St. Luke's Boise, Mount Carmel East: behind a preposition, or with the genitive. */
function readSaint(context: LayerContext, at: number): number {
  const { tokens } = context
  const name = isSign(tokens, at + 1, '.') ? at + 2 : at + 1
  if (isCapitalized(tokens, at - 1) || isNumber(tokens, at - 1) || !isCapitalized(tokens, name) || tokens.gap[name]! > GAP.space) return -1
  const genitive = tokens.kind[name + 1] === KIND.sign && tokens.hash[name + 1] === POSSESSIVE
  const isUnknown = genitive && tokens.lex[name] === 0
  if ((!hasLex(tokens, name, LEX_PROPER) && !isUnknown) || hasRole(tokens, name, ROLE.medicalHead | ROLE.function)) return -1
  const placed = isWord(tokens, at - 1) && /^(?:at|to|from|by|in|the)$/i.test(textOf(tokens, at - 1))
  if (!genitive && !placed) return -1
  const end = genitive ? name + 1 : name
  if ((hasRole(tokens, end + 1, ROLE.medicalHead) && tokens.gap[end + 1]! <= GAP.space) || (!placed && isNameOfScale(tokens, at, end)))
    return -1
  addTokens(context, at, endBehindHead(tokens, end), 'facility', 0.8, 'organization/saint', RANK.pattern)
  return end
}

/** Karolinska hospital; Ravenswood school: the name alone is written with a capital. */
function readLowerHead(context: LayerContext, head: number): number {
  const { tokens } = context
  const before = head - 1
  if (
    lengthOf(tokens, head) < 4 ||
    !isCapitalized(tokens, before) ||
    tokens.gap[head] !== GAP.space ||
    hasRole(tokens, before, ROLE.function | ROLE.month | ROLE.weekday | ROLE.person | ROLE.relation | ROLE.medicalHead)
  )
    return -1
  if (
    !/^(?:hospital|clinic|school|university|college|church|pharmacy|hospice|manor|prison|jail|infirmary|nursing)$/i.test(
      textOf(tokens, head),
    )
  )
    return -1
  if (
    GENERIC.has(tokens.hash[before]!) ||
    hasLex(tokens, before, LEX.drug | LEX.test) ||
    (hasLex(tokens, before, LEX_ENGLISH) && isSentenceStart(tokens, before)) ||
    tokens.shape[before] === SHAPE.upper
  )
    return -1
  if (!hasLex(tokens, before, LEX_PROPER) && hasLex(tokens, before, LEX_ENGLISH)) return -1
  let first = before
  while (
    before - first < 3 &&
    isCapitalized(tokens, first - 1) &&
    tokens.gap[first] === GAP.space &&
    !hasRole(tokens, first - 1, ROLE.function | ROLE.title)
  )
    first--
  return addOrganization(context, first, head, 'lower-head', 0.8)
}

findOrganizations.starts = { words: [CAMPS, SAINTS], roles: HEAD, lex: LEX.organization }
