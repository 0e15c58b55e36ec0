// Facilities, employers and schools that their surroundings announce: "transferred from", "works at", "attends", "Pharmacy:". What stands there with a
// capital is a name even where no word of it says hospital or school.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWord, hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, startsColumn } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC, SAINTS } from './institution-words.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { EVERY_SITES } from './slot-words.ts'

const CARE = hashWords(
  'attended admitted transferred transfer seen treated followed hospitalized hospitalised evaluated presented presents discharged dialyzes dialyzed dialysis toured tour visited delivered operated stay stayed rehab done performed imaging records appointment appt clinic enrolled referral referred bed care surgery biopsy scan scheduled accepted labs tested eats ate lifts lifting swims shops shopped exposed fell injured collapsed lunch dinner party concert game gym birthday lodging trained follow followup fu see saw sees er ed urgent sent from',
)

const VISITED = hashWords('toured tour')

const WORK = hashWords(
  'works worked working work employed employee employment job jobs shift cook chef driver drives drove teacher teaches machinist welder cashier manager nurse janitor mechanic clerk engineer roofer baker bartends bartender guard server waitress waiter stocker receptionist owner owns retired volunteer volunteers intern foreman supervisor hired fired laid career position firefighter barista laborer operator technician electrician plumber carpenter custodian secretary accountant paramedic coaches coached coach boss volunteered member belongs',
)

const SCHOOL = hashWords(
  'attends attended attending attend student pupil sophomore freshman junior senior kindergartner kindergarten kindergartener studies studying graduated graduate undergrad undergraduate class classes grade grader enrolled school plays played majoring daycare preschool',
)

const TO_CARE = hashWords('at from to')

const AT_WORK = hashWords('at for with from by')

const AT_SCHOOL = hashWords('at from to in of for')

const LABELS = hashWords(
  'pharmacy insurance insurer employer school facility hospital clinic site practice daycare carrier payer church dispo disposition lab college university company workplace',
)

const INSURED = hashWords('insured covered insurance coverage denied')

const AT_ALONE = hashWord('at')

const CHOICES = hashWords('choices options facilities')

const EMPLOYERS = hashWords('employer payor payer insurer supplier carrier')

const MAX_WORDS = 6

export function findInstitutions(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] === KIND.sign) {
      if (isSign(tokens, i, '(')) readBracketed(context, i)
      else if (isSign(tokens, i, '@')) readRun(context, i + 1, 'cue', FACILITY)
    }
    if (tokens.kind[i] !== KIND.word) continue
    const hash = tokens.hash[i]!
    if (LABELS.has(hash) && isSign(tokens, i + 1, ':')) readRun(context, i + 2, 'label', ORGANIZATION)
    if (CHOICES.has(hash) && isSign(tokens, i + 1, ':')) readChoices(context, i + 2)
    if (EMPLOYERS.has(hash)) readRun(context, i + 1, 'cue', ORGANIZATION)
    if (VISITED.has(hash)) readRun(context, i + 1, 'cue', FACILITY)
    if (CARE.has(hash)) readBehindCue(context, i, TO_CARE, FACILITY)
    if (WORK.has(hash)) readBehindCue(context, i, AT_WORK, ORGANIZATION)
    if (SCHOOL.has(hash)) readBehindSchool(context, i)
    if (INSURED.has(hash)) readInsurer(context, i)
    if (hash === AT_ALONE && tokens.shape[i] === SHAPE.lower) readBehindAt(context, i)
  }
}

findInstitutions.starts = { words: [LABELS, CHOICES, EMPLOYERS, VISITED, CARE, WORK, SCHOOL, INSURED, [AT_ALONE]], signs: '(@' }

const FACILITY: PhiCategory = 'facility'

const ORGANIZATION: PhiCategory = 'organization'

/** Echo at Renown, home group at Unity: a capital behind `at` inside of a sentence; headings in capitals say nothing. */
function readBehindAt(context: LayerContext, at: number): void {
  const { tokens } = context
  const first = isWord(tokens, at + 1) && /^the$/.test(word(tokens, at + 1)) ? at + 2 : at + 1
  if (tokens.shape[first] !== SHAPE.capital || !isInProse(tokens, at)) return
  const isPlain = hasLex(tokens, first, LEX_ENGLISH) && !hasLex(tokens, first, LEX.organization) && !isCapitalized(tokens, first + 1)
  if (isPlain) return
  readRun(context, first, 'cue', FACILITY)
}

/** No heading in capitals: a word in small letters or a number stands within three tokens before, or a name. */
function isInProse(tokens: Tokens, at: number): boolean {
  for (let i = at - 1; i >= 0 && i >= at - 3 && tokens.gap[i + 1]! <= GAP.space; i--)
    if (tokens.kind[i] === KIND.number || (tokens.kind[i] === KIND.word && tokens.shape[i] === SHAPE.lower)) return true
  return false
}

/** Dr. Moro (Copper Basin Family Medicine): two capitals and more in brackets behind a person. */
function readBracketed(context: LayerContext, open: number): void {
  const { tokens } = context
  const person = isSign(tokens, open - 1, '.') ? open - 2 : open - 1
  const isPerson = hasLex(tokens, person, LEX_NAME) && !hasLex(tokens, person, LEX_MEDICAL | LEX.abbreviation)
  if (!isCapitalized(tokens, person) || (!isPerson && !hasRole(tokens, person, ROLE.credential))) return
  const last = endOfRun(tokens, open + 1)
  if (last <= open + 1 || !isSign(tokens, last + 1, ')')) return
  if (!hasRoleWithin(tokens, open + 1, last, ROLE.facility | ROLE.organization | ROLE.facilityPart)) return
  readRun(context, open + 1, 'bracket', ORGANIZATION)
}

/** How many tokens may stand between the cue and its preposition. */
const REACH = 6

/** Transferred from Pine Ridge; a line cook at Applebee's; seen by the team at Regions. */
function readBehindCue(context: LayerContext, cue: number, prepositions: ReadonlySet<number>, category: PhiCategory): void {
  const { tokens } = context
  if (prepositions.has(tokens.hash[cue]!) && tokens.kind[cue] === KIND.word) return
  for (let i = cue + 1; i <= cue + REACH && i < tokens.count; i++) {
    if (tokens.gap[i]! > GAP.space || isEndOfSentence(tokens, i)) return
    if (!isWord(tokens, i) || !prepositions.has(tokens.hash[i]!) || tokens.shape[i] === SHAPE.capital) continue
    if (readRun(context, i + 1, 'cue', category)) return
  }
}

function readBehindSchool(context: LayerContext, cue: number): void {
  const { tokens } = context
  if (/^attend/i.test(tokens.text.slice(tokens.start[cue]!, tokens.end[cue]!)) && readRun(context, cue + 1, 'cue', ORGANIZATION)) return
  readBehindCue(context, cue, AT_SCHOOL, ORGANIZATION)
}

/** Insured w/ Progressive; covered by Oscar; denied by Molina. */
function readInsurer(context: LayerContext, cue: number): void {
  const { tokens } = context
  let i = cue + 1
  if (!isWord(tokens, i) || tokens.gap[i]! > GAP.space) return
  const word = tokens.text.slice(tokens.start[i]!, tokens.end[i]!).toLowerCase()
  if (!['w', 'with', 'by', 'through', 'under', 'via', 'is'].includes(word)) return
  i++
  if (isSign(tokens, i, '/')) i++
  readRun(context, i, 'insurer', ORGANIZATION)
}

/** SNF choices: 1 Heritage Oaks 2 The Pearl; options: Maplewood, Fox Run. */
function readChoices(context: LayerContext, given: number): void {
  const { tokens } = context
  let at = given
  for (let rounds = 0; rounds < 6; rounds++) {
    while (
      at < tokens.count &&
      at - given < 60 &&
      (isNumber(tokens, at) || isSign(tokens, at, ',') || isSign(tokens, at, ')') || isSign(tokens, at, ';'))
    )
      at++
    if (!readRun(context, at, 'label', FACILITY)) return
    const start = isWord(tokens, at) && /^the$/i.test(word(tokens, at)) ? at + 1 : at
    at = endOfRun(tokens, start) + 1
    if (!isNumber(tokens, at) && !isSign(tokens, at, ',') && !isSign(tokens, at, ';')) return
  }
}

function isEndOfSentence(tokens: Tokens, at: number): boolean {
  if (isSign(tokens, at, '.')) return !hasRole(tokens, at - 1, ROLE.title | ROLE.credential)
  return isSign(tokens, at, ';') || isSign(tokens, at, ':') || isSign(tokens, at, '?') || isSign(tokens, at, '!')
}

/** Capitals from `first` on with the small words that join them; true where they were taken. */
function readRun(context: LayerContext, given: number, rule: string, category: PhiCategory): boolean {
  const { tokens } = context
  let first = given
  if (isWord(tokens, first) && /^the$/i.test(tokens.text.slice(tokens.start[first]!, tokens.end[first]!))) first++
  if (!isCapitalized(tokens, first) || tokens.gap[first]! > GAP.space || !mayOpen(tokens, first)) return false
  const last = endOfRun(tokens, first)
  if (hasRole(tokens, last + 1, ROLE.medicalHead) && tokens.gap[last + 1]! <= GAP.space) return false
  if (!isNamed(tokens, first, last, rule)) return false
  const isFacility = category === FACILITY || hasRoleWithin(tokens, first, last, ROLE.facility)
  addTokens(context, first, last, isFacility ? FACILITY : ORGANIZATION, 0.75, `institution/${rule}`, RANK.tagger)
  return true
}

function mayOpen(tokens: Tokens, at: number): boolean {
  if (hasRole(tokens, at, ROLE.title | ROLE.person | ROLE.relation | ROLE.month | ROLE.weekday | ROLE.pronoun | ROLE.function)) {
    return isSign(tokens, at + 1, '.') && SAINTS.has(tokens.hash[at]!)
  }
  return !(hasRole(tokens, at, ROLE.credential | ROLE.unit) && tokens.shape[at] === SHAPE.upper) && tokens.shape[at] !== SHAPE.initial
}

function endOfRun(tokens: Tokens, first: number): number {
  let last = first
  let words = 1
  const shouting = isShouting(tokens, first)
  for (let at = first + 1; at < tokens.count && words < MAX_WORDS; at++) {
    if (tokens.gap[at]! > GAP.space || startsColumn(tokens, at)) break
    if (isWord(tokens, at) && isCapitalized(tokens, at)) {
      if (hasRole(tokens, at, ROLE.month | ROLE.weekday | ROLE.pronoun) || (hasRole(tokens, at, ROLE.title) && !isInsideName(tokens, at)))
        break
      if (shouting && isPlainShout(tokens, at)) break
      last = at
      words++
    } else if (isNumber(tokens, at) && lengthOf(tokens, at) <= 4 && (isGlued(tokens, at) || isSign(tokens, at - 1, '#'))) last = at
    else if (tokens.kind[at] === KIND.sign && tokens.hash[at] === POSSESSIVE) {
      if (isGlued(tokens, at)) last = at
    } else if (isAbbreviationDot(tokens, at)) {
      // St. Luke's, P. S. Duval.
    } else if (!isJoint(tokens, at)) break
  }
  return last
}

function isAbbreviationDot(tokens: Tokens, at: number): boolean {
  return (
    isSign(tokens, at, '.') &&
    isGlued(tokens, at) &&
    isWord(tokens, at - 1) &&
    !isGlued(tokens, at - 1) &&
    lengthOf(tokens, at - 1) <= 2 &&
    isCapitalized(tokens, at + 1)
  )
}

/** In a line of capitals plain words end the name. */
function isPlainShout(tokens: Tokens, at: number): boolean {
  if (hasRole(tokens, at, ROLE.facilityPart | ROLE.facility | ROLE.organization)) return false
  return hasRole(tokens, at, ROLE.function) || (hasLex(tokens, at, LEX_ENGLISH) && !hasLex(tokens, at, LEX_PROPER))
}

/** St of Elm St Peds. */
function isInsideName(tokens: Tokens, at: number): boolean {
  return SAINTS.has(tokens.hash[at]!) || hasRole(tokens, at, ROLE.street)
}

function isJoint(tokens: Tokens, at: number): boolean {
  const next = at + 1
  const capitalBehind = isCapitalized(tokens, next) && tokens.gap[next]! <= GAP.space
  if (isSign(tokens, at, '&') || isSign(tokens, at, '#')) return capitalBehind || isNumber(tokens, next)
  if (isSign(tokens, at, '-') || isSign(tokens, at, "'")) return isGlued(tokens, at) && isGlued(tokens, next)
  if (!isWord(tokens, at) || tokens.shape[at] !== SHAPE.lower) return false
  if (!/^(?:of|the|de|del|la|and|at|für|von|du|des)$/.test(tokens.text.slice(tokens.start[at]!, tokens.end[at]!))) return false
  return (
    capitalBehind ||
    (isWord(tokens, next) &&
      isCapitalized(tokens, at + 2) &&
      /^(?:the|la)$/.test(tokens.text.slice(tokens.start[next]!, tokens.end[next]!)))
  )
}

/** One word at least that is no ward, no service, no drug and no person. */
function isNamed(tokens: Tokens, first: number, last: number, rule: string): boolean {
  const shouting = isShouting(tokens, first)
  if (isPlainSite(tokens, first, last)) return false
  let words = 0
  let named = 0
  for (let i = first; i <= last; i++) {
    if (tokens.kind[i] !== KIND.word || tokens.shape[i] === SHAPE.lower) continue
    words++
    if (GENERIC.has(tokens.hash[i]!) || hasRole(tokens, i, ROLE.ward | ROLE.medicalHead | ROLE.unit)) continue
    if (hasLex(tokens, i, LEX.drug | LEX.test | LEX.abbreviation) && !hasLex(tokens, i, LEX_NAME | LEX.organization)) continue
    if (hasLex(tokens, i, LEX.word) && !hasLex(tokens, i, LEX_PROPER | LEX.organization)) continue
    if (tokens.shape[i] === SHAPE.upper && first === last && rule === 'cue' && isUnknownAcronym(tokens, i)) return true
    if (tokens.shape[i] === SHAPE.upper && lengthOf(tokens, i) <= 3 && !hasLex(tokens, i, LEX.organization)) continue
    if (tokens.shape[i] === SHAPE.upper && !hasLex(tokens, i, LEX_PROPER | LEX.organization) && !isLikelyShouted(tokens, i, shouting))
      continue
    if (shouting && hasLex(tokens, i, LEX_ENGLISH) && !hasLex(tokens, i, LEX_PROPER) && !hasRole(tokens, i, ROLE.facilityPart)) continue
    named++
  }
  if (named === 0) return false
  const isPerson =
    hasLex(tokens, first, LEX.first) && !hasRoleWithin(tokens, first, last, ROLE.facility | ROLE.organization | ROLE.facilityPart)
  if (words > 1) return rule !== 'cue' || words > 2 || !isPerson || !hasLex(tokens, last, LEX.last)
  if (rule === 'label' && hasLex(tokens, first, LEX.common) && /(?:ed|ing)$/i.test(word(tokens, first))) return false
  if (rule === 'label' && hasLex(tokens, first, LEX_NAME)) return true
  // A city alone is a place, a surname alone a person: other layers know them better.
  if (rule === 'cue' && hasLex(tokens, first, LEX.city | LEX.region) && !hasLex(tokens, first, LEX.organization)) return false
  return !hasLex(tokens, first, LEX_MEDICAL) || hasLex(tokens, first, LEX.organization)
}

/** OSH, PCU, Step Down, Self Care: words of any hospital only. */
function isPlainSite(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++)
    if (tokens.kind[i] === KIND.word && !EVERY_SITES.has(tokens.hash[i]!) && !GENERIC.has(tokens.hash[i]!)) return false
  return true
}

/** Seen at UMC, transferred from RVH: three to five capitals that no list has, among words in small letters. */
function isUnknownAcronym(tokens: Tokens, at: number): boolean {
  const length = lengthOf(tokens, at)
  return (
    length >= 3 &&
    length <= 5 &&
    tokens.lex[at] === 0 &&
    tokens.role[at] === 0 &&
    tokens.shape[at - 1] === SHAPE.lower &&
    !isGlued(tokens, at + 1)
  )
}

function isShouting(tokens: Tokens, at: number): boolean {
  return tokens.shape[at] === SHAPE.upper && isWord(tokens, at - 1) && tokens.shape[at - 1]! === SHAPE.upper
}

function isLikelyShouted(tokens: Tokens, at: number, shouting: boolean): boolean {
  return shouting && lengthOf(tokens, at) > 4 && (tokens.lex[at] === 0 || hasRole(tokens, at, ROLE.facilityPart))
}

function hasRoleWithin(tokens: Tokens, first: number, last: number, role: number): boolean {
  for (let i = first; i <= last; i++) if (hasRole(tokens, i, role)) return true
  return false
}

function word(tokens: Tokens, at: number): string {
  return tokens.text.slice(tokens.start[at]!, tokens.end[at]!).toLowerCase()
}
