// Facilities, employers and schools that their surroundings announce: "transferred from", "works at", "attends", "Pharmacy:". What stands there with a
// capital is a name even where no word of it says hospital or school; in small letters only where its last word says so.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWord } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const CARE = hashes(
  'attended admitted transferred transfer seen treated followed hospitalized hospitalised evaluated presented presents discharged dialyzes dialyzed dialysis toured tour visited delivered operated stay stayed rehab done performed imaging records appointment appt clinic enrolled referral referred bed care surgery biopsy scan scheduled accepted labs tested eats ate lifts lifting swims shops shopped exposed fell injured collapsed lunch dinner party concert game gym birthday lodging trained follow followup fu see saw sees evaluated er ed urgent sent from',
)
const VISITED = hashes('toured tour')
const WORK = hashes(
  'works worked working work employed employee employment job jobs shift cook chef driver drives drove teacher teaches machinist welder cashier manager nurse janitor mechanic clerk engineer roofer baker bartends bartender guard server waitress waiter stocker receptionist owner owns retired volunteer volunteers intern foreman supervisor hired fired laid career position firefighter barista laborer operator technician electrician plumber carpenter custodian secretary accountant paramedic',
)
const SCHOOL = hashes(
  'attends attended attending attend student pupil sophomore freshman junior senior kindergartner kindergarten kindergartener studies studying graduated graduate undergrad undergraduate class classes grade grader enrolled school plays played majoring daycare preschool',
)
const AT = hashes('at from to for with in of through via')
const TO_CARE = hashes('at from to')
const AT_WORK = hashes('at for with from')
const AT_SCHOOL = hashes('at from to in of for')
const LABELS = hashes(
  'pharmacy insurance insurer employer school facility hospital clinic site practice daycare carrier payer church dispo disposition lab college university company workplace',
)
const INSURED = hashes('insured covered insurance coverage denied')

/** Wards, services and plain places of a hospital, which say nothing of which one. */
const GENERIC = hashes(
  'emergency department dept icu ccu micu sicu nicu picu pacu or er ed floor ward unit clinic hospital home house snf ltac rehab hospice inpatient outpatient surgery room radiology medicine cardiology oncology neurology urology nephrology gastroenterology hematology dermatology endocrinology pulmonology rheumatology ophthalmology orthopedics orthopaedics pediatrics paediatrics psychiatry anesthesia pathology obstetrics gynecology podiatry dentistry urgent care primary intensive day step telemetry tele med surg labor delivery trauma recovery triage burn medical center centre health nursing facility assisted living transitional services service trust nhs va medicare medicaid medicaid part plan physical occupational speech therapy pt ot st stepdown outside us usa uk eu english spanish his her their our my your the this that these those an any all no chart record follow infectious disease interventional ir general internal family community employee student government federal state school work college university high middle elementary church pharmacy insurance company lab laboratory cath gi gu ent ob gyn obgyn ortho neuro cards pulm renal heme onc psych peds derm endo rheum optho ophtho vascular thoracic cardiac cardiothoracic plastic plastics transplant wound sleep pain infusion dialysis blood bank',
)
const LOWER_HEADS = hashes(
  'hospital clinic general memorial regional elementary academy university pharmacy hospice infirmary manor rehab preschool daycare nursing',
)
const SAINTS = hashes('st saint mt mount mercy our')
const CHOICES = hashes('choices options facilities')
const EMPLOYERS = hashes('employer payor payer insurer supplier carrier')
const DETERMINERS = hashes('the a an this that our my his her their your any another some local outside nearest same other which')
const MAX_WORDS = 6

function hashes(words: string): ReadonlySet<number> {
  return new Set(words.split(' ').map(hashWord))
}

export function findInstitutions(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
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
    if (TO_CARE.has(hash) || (DETERMINERS.has(hash) && tokens.shape[i] === SHAPE.lower)) readSmall(context, i)
  }
}

const FACILITY: PhiCategory = 'facility'
const ORGANIZATION: PhiCategory = 'organization'
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
    if (tokens.gap[at]! > GAP.space) break
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

/** At st marys, to mercy general, the larkspur clinic: small letters, the words before the head being no plain ones. */
function readSmall(context: LayerContext, before: number): void {
  const { tokens } = context
  const first = before + 1
  if (!isWord(tokens, first) || tokens.gap[first] !== GAP.space || DETERMINERS.has(tokens.hash[first]!) || AT.has(tokens.hash[first]!))
    return
  if (SAINTS.has(tokens.hash[first]!)) {
    readSmallSaint(context, first)
    return
  }
  for (let head = first + 1; head <= first + 3; head++) {
    if (!isWord(tokens, head) || tokens.gap[head] !== GAP.space || hasRole(tokens, head, ROLE.function)) return
    if (!LOWER_HEADS.has(tokens.hash[head]!)) continue
    const last = LOWER_HEADS.has(tokens.hash[head + 1]!) && tokens.gap[head + 1] === GAP.space && isWord(tokens, head + 1) ? head + 1 : head
    if (!tellsApart(tokens, first, head)) return
    const category = hasRole(tokens, last, ROLE.organization) || /^(?:elementary|academy|preschool|daycare)$/.test(word(tokens, last))
    addTokens(context, first, last, category ? ORGANIZATION : FACILITY, 0.72, 'institution/small', RANK.tagger)
    return
  }
}

function word(tokens: Tokens, at: number): string {
  return tokens.text.slice(tokens.start[at]!, tokens.end[at]!).toLowerCase()
}

/** The words before the head: a name or an unknown one, or county, mercy and city before general. */
function tellsApart(tokens: Tokens, first: number, head: number): boolean {
  const general = /^(?:general|memorial|regional)$/.test(word(tokens, head))
  for (let i = first; i < head; i++) {
    if (hasLex(tokens, i, LEX_MEDICAL | LEX.abbreviation) && !hasLex(tokens, i, LEX_NAME)) return false
    if (general && hasRole(tokens, i, ROLE.facilityPart) && !/^(?:the|medical|surgical|care)$/.test(word(tokens, i))) return true
    if (GENERIC.has(tokens.hash[i]!)) continue
    if (hasLex(tokens, i, LEX.last | LEX.city | LEX.proper | LEX.first) && !hasLex(tokens, i, LEX.common)) return true
    if (hasLex(tokens, i, LEX.last | LEX.city) && hasLex(tokens, i, LEX.proper)) return true
    if (tokens.lex[i] === 0 && tokens.role[i] === 0 && lengthOf(tokens, i) > 3) return true
  }
  return false
}

/** St marys, st. luke's, mount carmel behind at, from or to. */
function readSmallSaint(context: LayerContext, saint: number): void {
  const { tokens } = context
  if (tokens.shape[saint] !== SHAPE.lower || !/^(?:st|saint|mt|mount)$/.test(word(tokens, saint))) return
  const name = isSign(tokens, saint + 1, '.') ? saint + 2 : saint + 1
  if (!isWord(tokens, name) || tokens.gap[name] !== GAP.space || hasRole(tokens, name, ROLE.function | ROLE.medicalHead)) return
  if (!hasLex(tokens, name, LEX_PROPER) && tokens.lex[name] !== 0) return
  let last = name
  if (tokens.kind[last + 1] === KIND.sign && tokens.hash[last + 1] === POSSESSIVE) last++
  if (LOWER_HEADS.has(tokens.hash[last + 1]!) && isWord(tokens, last + 1)) last++
  if (hasRole(tokens, last + 1, ROLE.medicalHead) || /^(?:wort|encephalitis|virus)$/.test(word(tokens, last + 1))) return
  addTokens(context, saint, last, FACILITY, 0.75, 'institution/saint', RANK.tagger)
}
