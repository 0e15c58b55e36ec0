// Names that a title or a label announces, in any of the languages whose titles are known: Monsieur Delacroix, Apellidos: Ibáñez. The network learned
// English surroundings; it only takes out what it is sure of, such as "Dr. Office" or "Patient: Inpatient".
import { type Candidate, RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isOfOtherScript, isSign, isWord, lengthOf } from '../../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { endsClause } from '../../words/clause-ends.ts'

const TITLES = hashWords(
  'mr mrs ms miss mx dr prof professor doctor doctora doutor doutora docteur dottor dottoressa rev reverend sgt lt capt officer detective attorney judge pastor rabbi sr sra señor señora senhor senhora srta don doña herr herrn frau mme mlle m monsieur madame mademoiselle dott dra signor signora signorina sig mijnheer mevrouw dhr mevr mw meneer hr drs deacon imam madam mister nurse sister coach captain sergeant lieutenant',
)
const LABELS = hashWords(
  'name nombre apellidos apellido nom prenom prénom cognome nome sobrenome naam achternaam voornaam vorname nachname patient pt paziente paciente pacient patiënt patientin patiente provider physician attending surgeon nok contact guarantor caller author subject spouse guardian insured subscriber interpreter witness requester sender resident client employee member médico medico arts ärztin arzt behandler médecin medecin referrer pcp gp rn nurse clinician therapist counselor consultant radiologist pathologist anesthesiologist',
)
const MOST_WORDS = 4
/** Logarithm of the odds below which the network is sure that a word of English or medicine is no name. */
const SURELY_SAFE = -4

/** Names that are announced, in order. */
export function listAnnounced(tokens: Tokens, odds: Float32Array): Candidate[] {
  const found: Candidate[] = []
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] !== KIND.word) continue
    const first = firstBehind(tokens, i)
    const last = first < 0 ? -1 : Math.max(endOfAnnounced(tokens, first, odds), endOfClosed(tokens, first, odds))
    if (last < 0) continue
    const isTitled = tokens.kind[first - 1] === KIND.word || isSign(tokens, first - 1, '.')
    found.push({
      start: tokens.start[first]!,
      end: tokens.end[last]!,
      category: 'name',
      score: isTitled ? 0.97 : 0.93,
      rule: isTitled ? 'name/title' : 'name/label',
      rank: RANK.pattern,
    })
    i = last
  }
  return found
}

/** The last token of the name that begins there, -1 where none does. */
function endOfAnnounced(tokens: Tokens, first: number, odds: Float32Array): number {
  const isSafe = odds[first]! < SURELY_SAFE && hasLex(tokens, first, LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)
  return isSafe || !isNamePart(tokens, first) ? -1 : endOfName(tokens, first, odds)
}

/**
 * Patient: Will May. Two words or more with capitals that fill the clause, each of them in a list of names, are a name, whatever else they mean.
 * @returns the last of them, -1 where something else follows
 */
function endOfClosed(tokens: Tokens, first: number, odds: Float32Array): number {
  let last = first - 1
  while (
    last - first < MOST_WORDS - 1 &&
    tokens.gap[last + 1]! <= GAP.space &&
    tokens.shape[last + 1] === SHAPE.capital &&
    hasLex(tokens, last + 1, LEX_NAME) &&
    odds[last + 1]! > SURELY_SAFE
  )
    last++
  return last > first && endsClause(tokens, last + 1) ? last : -1
}

/** Where the announced name would begin, -1 where nothing is announced. */
function firstBehind(tokens: Tokens, at: number): number {
  const isInLine = (other: number): boolean => isWord(tokens, other) && tokens.gap[other]! <= GAP.space
  if (TITLES.has(tokens.hash[at]!) && lengthOf(tokens, at) > 1) {
    const hasDot = isSign(tokens, at + 1, '.')
    if (tokens.shape[at] === SHAPE.lower && !hasDot && lengthOf(tokens, at) < 4) return -1
    const first = hasDot ? at + 2 : at + 1
    if (isInLine(first) && !(hasDot && lengthOf(tokens, at) > 5)) return first
  }
  if (!LABELS.has(tokens.hash[at]!) || !isSign(tokens, at + 1, ':')) return -1
  return isInLine(at + 2) ? at + 2 : -1
}

function isNamePart(tokens: Tokens, at: number): boolean {
  return (
    tokens.kind[at] === KIND.word &&
    tokens.shape[at]! >= SHAPE.capital &&
    !hasRole(tokens, at, ROLE.title | ROLE.credential | ROLE.month | ROLE.weekday | ROLE.relation | ROLE.person) &&
    !(hasRole(tokens, at, ROLE.function) && !hasRole(tokens, at, ROLE.particle))
  )
}

/**
 * Further words with capitals, particles before one, initials with dots and hyphens. A comma stands between surname and given name only where the
 * network takes what follows for part of a name: Zambrano, MRN 5.
 */
function endOfName(tokens: Tokens, first: number, odds: Float32Array): number {
  let last = first
  for (let words = 1; words < MOST_WORDS; words++) {
    let next = last + 1
    let least = SURELY_SAFE
    while (joinsNames(tokens, next) && tokens.gap[next] === GAP.none) {
      if (isSign(tokens, next, ',')) least = 0
      next++
    }
    while (hasRole(tokens, next, ROLE.particle) && tokens.gap[next] === GAP.space) next++
    if (hasLex(tokens, next, LEX_ENGLISH | LEX.abbreviation)) least = 0
    // The network does not judge words of other scripts.
    const isUnlikely = odds[next]! < least && !isOfOtherScript(tokens, next)
    if (tokens.gap[next]! > GAP.space || !isNamePart(tokens, next) || isUnlikely) break
    last = next
  }
  return last
}

function joinsNames(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at, '-') || isSign(tokens, at, ',') || (isSign(tokens, at, '.') && tokens.shape[at - 1] === SHAPE.initial)
}
