// Institutions in small letters whose words are all plain: to bluebird manor snf, at limber body works, for cedar & pine eye associates. One thing of many has
// an article in English, a name has none: a preposition at once before the words in front of such a noun makes a name of them.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWord, hashWords } from '../fold.ts'
import { LEX } from '../lexicon-bits.ts'
import { hasLex, hasRole, isSign, isSmallLatin, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { BESIDE_SITES, NEVER_SLOT } from './slot-words.ts'
import { isMedicalForm } from './unknown-words.ts'

const PREPOSITIONS = hashWords('at from to for of by in with via outside near')
/** Nouns of one kind of institution. */
const HEADS = hashWords('snf alf manor infirmary')
const FIRMS = hashWords('buses depot base union')
/** Nouns of many things, by the word in front of them: eye associates, med ctr. */
const PAIRED: ReadonlyMap<number, ReadonlySet<number>> = new Map(
  [
    [
      'associates',
      'eye dental medical health family kidney heart foot ankle pain skin ent urology ortho orthopedic orthopaedic cardiology dermatology gi counseling counselling surgical womens hearing sleep spine',
    ],
    [
      'center centre ctr',
      'med medical eye health dental surgery surgical birth wellness cancer heart imaging nursing care rehab community dialysis vein spine pain',
    ],
    ['works', 'body'],
    ['injuries', 'minor'],
    ['unit', 'emi injuries'],
    ['home homes', 'nursing care rest funeral'],
    ['practice', 'family medical dental group'],
    ['buses', 'school'],
    ['depot base', 'army navy naval force bus'],
    ['union', 'credit'],
    ['lab labs', 'quick dental'],
    ['care', 'urgent prompt quick express'],
    ['clinic', 'eye foot dental skin vein walkin fracture spine pain'],
  ].flatMap(([nouns, before]) => nouns!.split(' ').map((noun) => [hashWord(noun), hashWords(before!)] as const)),
)
/** Words in front of such nouns that tell none apart. */
const PLAIN = hashWords(
  'minor big small large larger little tiny busy free new newer old older good better best bad nice cheap private public rural urban remote nearest nearby near close distant far different various several some many few both each every most more less another other certain particular typical average standard modern academic tertiary quaternary referral referring receiving accepting sending specialized specialised dedicated single multiple multi two three four five one first second third same similar sister skilled subacute unskilled licensed accredited certified locked secure in-house onsite offsite virtual online mobile temporary permanent interim full part busiest whole entire regular outside home total affiliated independent corporate chain non long short term stay mixed shared joint level trauma critical access safety net low high income inner city suburban downtown overseas foreign abroad us uk nhs va pcp gp solo hybrid concierge direct retail corner store bought primary secondary specialty reproductive sexual mens womens occupational mental public behavioral preventive preventative pediatric paediatric adult geriatric elderly senior seniors veterans military student campus prison jail correctional workplace employee staff team our your his her their my its whose which what any all no not only just also even still then than that this these those there here when while if as is are was were be been has have had do does did can could will would should may might must via per about into onto over under after before between during without within through',
)
const MOST_WORDS = 4

export function findBareHeads(context: LayerContext): void {
  const { tokens } = context
  for (let i = 2; i < tokens.count; i++) {
    if (!isSmallLatin(tokens, i) || tokens.gap[i] !== GAP.space) continue
    const before = PAIRED.get(tokens.hash[i]!)
    const isPaired = before !== undefined && isSmallLatin(tokens, i - 1) && before.has(tokens.hash[i - 1]!)
    if (isPaired) readBefore(context, i - 1, i)
    else if (HEADS.has(tokens.hash[i]!)) readBefore(context, i, i)
  }
}

/** From the word before the head back to the preposition. */
function readBefore(context: LayerContext, head: number, last: number): void {
  const { tokens } = context
  let first = head
  for (let words = 0; words < MOST_WORDS && tokens.gap[first] === GAP.space; words++) {
    const at = wordBefore(tokens, first)
    if (at < 0 || !mayTell(tokens, at)) break
    first = at
  }
  const preposition = first - 1
  if (first === head || tokens.gap[first] !== GAP.space || !isWord(tokens, preposition) || !PREPOSITIONS.has(tokens.hash[preposition]!))
    return
  if (hasRole(tokens, last + 1, ROLE.medicalHead) || isSign(tokens, last + 1, '-') || isSign(tokens, last + 1, '/')) return
  const category: PhiCategory = FIRMS.has(tokens.hash[last]!) ? 'organization' : 'facility'
  addTokens(context, first, last, category, 0.65, 'institution/bare-head', RANK.tagger)
}

/** The word in front: past an &, a genitive, "of the" and "of"; -1 where none stands there. */
function wordBefore(tokens: Tokens, first: number): number {
  let at = first - 1
  if (isSign(tokens, at, '&') || (tokens.kind[at] === KIND.sign && tokens.hash[at] === POSSESSIVE)) at--
  else if (isWord(tokens, at) && /^(?:the|and)$/.test(textOf(tokens, at)) && isWord(tokens, at - 1)) {
    if (textOf(tokens, at) === 'and') at--
    else if (textOf(tokens, at - 1) === 'of') at -= 2
  }
  return isWord(tokens, at) && tokens.gap[at]! <= GAP.space ? at : -1
}

function mayTell(tokens: Tokens, at: number): boolean {
  const hash = tokens.hash[at]!
  if (!isSmallLatin(tokens, at) || lengthOf(tokens, at) < 3 || PLAIN.has(hash) || NEVER_SLOT.has(hash) || GENERIC.has(hash)) return false
  if (hasRole(tokens, at, BESIDE_SITES) || hasLex(tokens, at, LEX.drug | LEX.test | LEX.abbreviation)) return false
  return tokens.lex[at] !== 0 || !isMedicalForm(tokens, at)
}
