// Numbers behind any noun that is said to have one: enrollee no. 4471, "pump # 88-21", prescriber number NY 204477, Cigna ID W2044 71882. What is counted,
// measured or dispensed has a number, too, and is passed over.
import { RANK } from '../../candidate.ts'
import type { PhiCategory } from '../../category.ts'
import { hashWord, hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { LEX } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, textOf } from '../../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { LABEL_OPENERS } from '../../words/id-labels.ts'
import { isMeasured, isRangeText, isYearNumber } from '../../words/measure-words.ts'
import { addTokens, type LayerContext } from '../layer.ts'
import { readValue } from './labelled-ids.ts'

const MARKERS = hashWords('no nos nr num number numbers nummer numero número numéro numer id ids nº n°')
const IDS = hashWords('id ids')
const BETWEEN = hashWords('is was are reads reading as')
/** Nouns whose number is counted or chosen, no identifier. */
const COUNTED = hashWords(
  'phone telephone tel telephones fax mobile cell cellphone step stage phase grade type size french foley catheter blade suture needle gauge scale part day days week weeks month months level question item bullet problem dose doses episode lesion nodule attempt figure fig table tablets tabs tab caps capsules pills qty quantity disp dispense dispensed dispensing supply refills refill sig cpt icd hcpcs loinc snomed ndc rxnorm drg pmid nct doi isbn omim model models edition version volume chapter section page pages line row column visit cycle bottle bottles drain teeth tooth cranial nerve digit finger toe rib total sample large small high low what any with without of the a an and or in on at to for by is there has had have no certain maximum minimum max min average mean median hounsfield reynolds round score rating dial call text zip postal house atomic mach prime count street apt suite room bed floor unit ward',
)
const CATEGORIES: readonly (readonly [PhiCategory, string])[] = [
  [
    'license',
    'license licence lic prescriber provider practitioner practice certificate cert certification council board gphc hcpc ahpra cpso hpcsa imc mcrn adeli rpps big dps cds clia dot mc shield permit commission bar passport visa placard waiver registration reg colegiado lanr gmc nmc npi dea',
  ],
  [
    'health-plan-id',
    'mbr member members mem memb subscriber sub policy pol grp group plan ins insurance insured payer payor enrollee enrolee bene beneficiary sponsor contract coverage cardholder carrier scheme policyholder holder mutuelle assuré poliza póliza polizza polis tpa esi esic cghs pmjay medicare medicaid tricare hic hicn bin pcn gms dbn rxgrp rxbin rxpcn versicherten vers aid fund benefits',
  ],
  ['account', 'acct account bank loan invoice bill statement receipt check cheque claim guarantor encounter enc visit billing payment'],
  ['mrn', 'chart pt patient hosp hospital file folder record mr mrn ur cr ip opd op ic nhs urno dossier historia'],
  ['vehicle', 'chassis engine fleet taxi cab bus truck van car vehicle rego hull boat vessel trailer imo tail plate vin'],
  ['device', 'serial ser device pump implant lot batch asset udi gtin pacemaker icd lead generator wheelchair ventilator'],
]
const CATEGORY_OF = new Map(CATEGORIES.flatMap(([category, nouns]) => nouns.split(' ').map((noun) => [hashWord(noun), category] as const)))
/** Those who insure: a number right behind one is the member's. */
const PAYERS = hashWords(
  'aetna cigna humana uhc bcbs anthem kaiser tricare medicaid centene ambetter wellcare healthfirst molina oscar masshealth tenncare badgercare ahcccs medibank bupa vhi laya allianz vitality ohip ramq geha champva carefirst highmark emblemhealth amerigroup caresource premera regence wellmark harvard tufts ucare healthnet unitedhealthcare unitedhealth optima sentara fidelis metroplus medishare medi hcf nib gems momentum bonitas medshield irishlife aviva axa barmer techniker dak mgen harmonie',
)
const LEAST_DIGITS = 3

export function findNumberedLabels(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (isMarker(tokens, i)) readMarked(context, i)
    else if (tokens.kind[i] === KIND.word && PAYERS.has(tokens.hash[i]!)) readBehindPayer(context, i)
  }
}

findNumberedLabels.starts = { words: [MARKERS, PAYERS], signs: '#' }

function isMarker(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at, '#') || (tokens.kind[at] === KIND.word && MARKERS.has(tokens.hash[at]!))
}

/** The noun in front of the marker, over a dot, a hyphen or another marker; -1 where none is. */
function nounBefore(tokens: Tokens, marker: number): number {
  let at = marker - 1
  if (tokens.gap[marker]! > GAP.space) return -1
  for (let steps = 0; steps < 3 && at >= 0; steps++) {
    if (isSign(tokens, at, '.') || isSign(tokens, at, '-') || isMarker(tokens, at)) {
      if (tokens.gap[at]! > GAP.space) return -1
      at--
    } else break
  }
  return isWord(tokens, at) ? at : -1
}

function readMarked(context: LayerContext, marker: number): void {
  const { tokens } = context
  const noun = nounBefore(tokens, marker)
  if (noun < 0 || COUNTED.has(tokens.hash[noun]!) || hasRole(tokens, noun, ROLE.unit | ROLE.function | ROLE.month)) return
  if (hasLex(tokens, noun, LEX.drug) && !CATEGORY_OF.has(tokens.hash[noun]!)) return
  let at = marker + 1
  let sign = isSign(tokens, marker, '#') || IDS.has(tokens.hash[marker]!)
  for (let steps = 0; steps < 4; steps++) {
    if (isSign(tokens, at, ':') || isSign(tokens, at, '#') || isSign(tokens, at, '=')) sign = true
    else if (!isSign(tokens, at, '.') && !(isWord(tokens, at) && BETWEEN.has(tokens.hash[at]!))) break
    if (tokens.gap[at]! > GAP.space) return
    at++
  }
  readNumber(context, at, CATEGORY_OF.get(tokens.hash[noun]!) ?? 'other-id', sign, isSign(tokens, marker, '#') ? 4 : LEAST_DIGITS + 1)
}

/** Aetna PPO, W2044 71882; BCBS XYZ884471123: five digits and more. */
function readBehindPayer(context: LayerContext, payer: number): void {
  const { tokens } = context
  let at = payer + 1
  for (let steps = 0; steps < 3; steps++) {
    const isPlan =
      isWord(tokens, at) && /^(?:PPO|HMO|EPO|POS|HSA|Gold|Silver|Bronze|Plus|Cal|Advantage|Choice|Select|Health)$/.test(textOf(tokens, at))
    if (!isPlan && !isSign(tokens, at, ',') && !isSign(tokens, at, '-') && !isSign(tokens, at, '(') && !isSign(tokens, at, ':')) break
    at++
  }
  readNumber(context, at, 'health-plan-id', false, 5)
}

function readNumber(context: LayerContext, at: number, category: PhiCategory, sign: boolean, leastDigits: number): void {
  const { tokens } = context
  if (at >= tokens.count || tokens.gap[at]! > GAP.space || !mayBegin(tokens, at)) return
  const last = readValue(tokens, at, true, category)
  if (last < at) return
  const text = tokens.text.slice(tokens.start[at]!, tokens.end[last]!)
  if (!mayIdentify(text, leastDigits) || isRangeText(text)) return
  if (at === last && isNumber(tokens, at) && (isMeasured(tokens, last) || (!sign && isYearNumber(tokens, at)))) return
  if (isSign(tokens, last + 1, ':') && isGlued(tokens, last + 1) && isNumber(tokens, last + 2)) return
  addTokens(context, at, last, category, 0.8, 'numbered/label', RANK.labelled)
}

/** A number, or capitals that are no label of their own: CIN 91188044C. */
function mayBegin(tokens: Tokens, at: number): boolean {
  if (isNumber(tokens, at)) return true
  if (tokens.shape[at] !== SHAPE.upper && tokens.shape[at] !== SHAPE.initial) return false
  return isGlued(tokens, at + 1) || !LABEL_OPENERS.has(tokens.hash[at]!)
}

/** Digits enough, and none of a date, a ratio or a decimal fraction. */
function mayIdentify(text: string, leastDigits: number): boolean {
  let digits = 0
  let letters = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 48 && code <= 57) digits++
    else if (code > 64) letters++
  }
  if (digits < LEAST_DIGITS || digits + letters < Math.max(leastDigits, LEAST_DIGITS + 1)) return false
  if (/^(?:[A-Z]{1,5}\/?\d{2,4}|\d{2,4}\/0?)\/?\d{3,6}$/.test(text) && (/^[A-Z]/.test(text) || /\/0/.test(text))) return true
  return !text.includes('/') && !/^\d+[.:]\d+$/.test(text) && !/^\d{1,2}-\d{1,2}(?:-\d{2,4})?$/.test(text)
}
