// Persons behind what they are to somebody, in words that stand before persons only in notes: case mgr Priti, on call: Reyes-Lund, interp Ubah, husb. Abukar,
// her ride is Tasbah, SW is Imran, next of kin Tumelo, the boss Gav.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL } from '../lexicon-bits.ts'
import { endOfName, trimPlainTail } from '../name-shape.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { PERSON, personGrade } from './person-words.ts'

const ROLES = hashWords(
  'mgr manager interp husb hubby wif attg attdg attn sup supv supervising covering boss tenant landlady podiatrist pod audiologist paralegal probation parole advocate navigator liaison employer chaperone escort driver secretary receptionist clerk aide hha volunteer paramedic perfusionist sonographer coroner sheriff kin sw msw lcsw cm nnp crna student paramedics ot slp rt rrt rep trainer instructor professor bishop elder deacon nun priest ride surrogate conservator trustee executor payee sponsor mentor tutor counsellor stepson housekeeper homemaker bystander rescuer girlfriend boyfriend caller informant historian collateral scribe transporter sitter observer anesthetist anaesthetist radiographer prosthetist orthotist dosimetrist physicist geneticist lactation doula vet nutritionist biller coder registrar reg sho fy1 fy2 hca hcsw ccp rmo intern ms3 ms4 resp physio physiotherapist dietetics neighbour grandson granddaughter nephew niece mokopuna whanau aunty',
)

/** Services, behind which tests and devices stand as well: OT: Jebsen, RT Acapella given. */
const SERVICES = hashWords('sw cm ot slp rt rrt resp rep physio dietetics lactation reg vet')

/** Teams, behind which a word that is a name only is who speaks for them: per pharm Devi, pall care Reynolds. */
const TEAMS = hashWords(
  'pharm pharmacy care ortho cards neuro surgery surg anesthesia anes onc heme renal psych peds obgyn uro derm pulm triage lab radiology rads path nutrition',
)

const CALL = hashWord('call')

export function findRoleNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i + 1 < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word) continue
    if (ROLES.has(tokens.hash[i]!) || isOnCall(tokens, i)) readBehindRole(context, i)
    else if (tokens.shape[i] === SHAPE.lower && TEAMS.has(tokens.hash[i]!)) readBehindTeam(context, i)
  }
}

findRoleNames.starts = { words: [ROLES, [CALL], TEAMS] }

function readBehindTeam(context: LayerContext, team: number): void {
  const { tokens } = context
  const first = team + 1
  if (tokens.gap[first] !== GAP.space || tokens.shape[first] !== SHAPE.capital || !hasLex(tokens, first, LEX.last | LEX.first)) return
  if (personGrade(tokens, first) !== PERSON.named && !(hasLex(tokens, first, LEX.last) && !hasLex(tokens, first, LEX_ENGLISH))) return
  const ends =
    tokens.gap[first + 1]! >= GAP.line || isSign(tokens, first + 1, '.') || isSign(tokens, first + 1, ',') || isSign(tokens, first + 1, ')')
  if (ends) addTokens(context, first, first, 'name', 0.72, 'name/team', RANK.tagger)
}

/** On call: Reyes-Lund. */
function isOnCall(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at + 1, ':') && textOf(tokens, at) === 'call' && isWord(tokens, at - 1) && /^on$/i.test(textOf(tokens, at - 1))
}

function readBehindRole(context: LayerContext, role: number): void {
  const { tokens } = context
  // 3 cm
  if ((isGlued(tokens, role) && isSign(tokens, role - 1, '/')) || isNumber(tokens, role - 1)) return
  let first = role + 1
  const isService = SERVICES.has(tokens.hash[role]!)
  if (isSign(tokens, first, '.') || (isSign(tokens, first, ':') && !isService)) first++
  else if (isWord(tokens, first) && /^(?:is|was|named)$/.test(textOf(tokens, first))) first++
  if (tokens.gap[first] !== GAP.space || (tokens.shape[role] === SHAPE.upper && lengthOf(tokens, role) > 4)) return
  const grade = personGrade(tokens, first)
  if (
    grade === PERSON.none ||
    (grade === PERSON.guarded && hasLex(tokens, first, LEX_MEDICAL | LEX.abbreviation) && !endsBehind(tokens, first + 1))
  )
    return
  if (isService && (grade === PERSON.guarded || isNumber(tokens, first + 1) || /(?:given|applied|used)$/.test(textOf(tokens, first + 1))))
    return
  // Rep. Voss is a title; a whole word with a dot ends its sentence.
  if (isSign(tokens, role + 1, '.') && lengthOf(tokens, role) > 4) return
  const last = trimPlainTail(tokens, first, endOfName(tokens, first, 3))
  if (hasRole(tokens, last + 1, ROLE.medicalHead | ROLE.facility | ROLE.organization) && tokens.gap[last + 1]! <= GAP.space) return
  addTokens(context, first, last, 'name', 0.75, 'name/role', RANK.tagger)
}

function endsBehind(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! >= GAP.line || tokens.kind[at] === KIND.sign || (isWord(tokens, at) && tokens.shape[at] === SHAPE.lower)
}
