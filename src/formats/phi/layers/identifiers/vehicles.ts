// Number plates: behind a word for the plate in whatever groups a country writes them (MH 12 AB 3456, B 8841 KT, 191-D-20455), and beside a vehicle or its
// make where nothing else is written like them. Models, speeds and scores beside a car stay.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { LEX, LEX_MEDICAL } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { isMeasured } from '../../words/measure-words.ts'
import { addTokens, type LayerContext } from '../layer.ts'
import { SHORT_FORMS } from '../short-forms.ts'

const PLATES = hashWords(
  'plate plates rego vrn vrm registration reg regn tag tags numberplate kennzeichen nummernschild immatriculation immat plaque targa kenteken matrícula matricula placa patente placard',
)
/** Of these nothing but a vehicle has one; the others want a vehicle near. */
const SURE = hashWords('plate plates rego vrn vrm numberplate kennzeichen nummernschild immatriculation targa kenteken matrícula placa')
const VEHICLES = hashWords(
  'car cars van vans truck lorry suv sedan pickup minivan vehicle motorcycle motorbike scooter moped bike ambulance trailer taxi cab uber lyft jeep automobile coupe hatchback wagon camper rv bus auto honda toyota ford chevrolet chevy nissan hyundai kia subaru mazda volkswagen vw bmw audi mercedes lexus acura dodge ram chrysler tesla volvo vauxhall opel peugeot renault citroen fiat skoda seat suzuki mitsubishi holden tata mahindra maruti harley yamaha kawasaki civic corolla camry accord altima sentra focus fiesta astra corsa golf polo passat clio prius outback forester silverado tahoe explorer escape cr-v rav tacoma tundra sienna odyssey swift bajaj',
)
const BETWEEN = hashWords('is was are were reading reads read number no nr of the on with registered as under')
/** Words of the same sentence between the vehicle and its plate. */
const REACH = 6
const MOST_UNITS = 10
const LEAST_UNITS = 5

export function findVehicles(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (!isWord(tokens, i)) continue
    if (PLATES.has(tokens.hash[i]!)) readBehindPlate(context, i)
    else if (VEHICLES.has(tokens.hash[i]!)) readBesideVehicle(context, i)
  }
}

findVehicles.starts = { words: [PLATES, VEHICLES] }

/** Plate MH 12 AB 3456; car reg. LV51 HRK; plates reading 7XYZ123. */
function readBehindPlate(context: LayerContext, cue: number): void {
  const { tokens } = context
  readBeforePlate(context, cue)
  if (!SURE.has(tokens.hash[cue]!) && !hasVehicleNear(tokens, cue)) return
  let at = cue + 1
  for (let steps = 0; steps < 5; steps++) {
    const isSmall = isWord(tokens, at) && BETWEEN.has(tokens.hash[at]!) && tokens.shape[at] !== SHAPE.upper
    if (!isSmall && !(at < tokens.count && /^[:.#(,="'-]$/.test(textOf(tokens, at)))) break
    at++
  }
  if (at >= tokens.count || tokens.gap[at]! > GAP.space) return
  const last = endOfPlate(tokens, at, true)
  if (last >= at) addTokens(context, at, last, 'vehicle', 0.98, 'vehicle/plate', RANK.labelled)
}

/** ABC 1234 on the plate. */
function readBeforePlate(context: LayerContext, cue: number): void {
  const { tokens } = context
  if (!SURE.has(tokens.hash[cue]!) || !isWord(tokens, cue - 2) || !/^(?:on|as)$/.test(textOf(tokens, cue - 2))) return
  for (let first = cue - 9; first < cue - 2; first++) {
    if (first < 0 || tokens.gap[first]! === GAP.none || endOfPlate(tokens, first, true) !== cue - 3) continue
    addTokens(context, first, cue - 3, 'vehicle', 0.85, 'vehicle/plate', RANK.pattern)
    return
  }
}

/** A vehicle, its make or its driver within the words before, or a sign behind the cue: registration of a car, not of a drug. */
function hasVehicleNear(tokens: Tokens, cue: number): boolean {
  for (let i = cue - 1; i >= 0 && i >= cue - REACH && tokens.gap[i + 1]! <= GAP.space; i--) {
    if (isWord(tokens, i) && VEHICLES.has(tokens.hash[i]!)) return true
  }
  return /^(?:reg|regn)$/i.test(textOf(tokens, cue)) && (isSign(tokens, cue + 1, ':') || isSign(tokens, cue + 1, '.'))
}

/** Grey Vauxhall Corsa (BD19KXY); 2014 Ford F-150, ABC 1234. */
function readBesideVehicle(context: LayerContext, cue: number): void {
  const { tokens } = context
  for (let at = cue + 1; at <= cue + REACH && at < tokens.count && tokens.gap[at]! <= GAP.space; at++) {
    if (isSign(tokens, at, '.') || isSign(tokens, at, ';')) return
    if (isGlued(tokens, at) && !isSign(tokens, at - 1, '(')) continue
    const last = endOfPlate(tokens, at, false)
    // The 2021 ERC: a guideline and its year.
    if (last < at || (SHORT_FORMS.has(tokens.hash[last]!) && numberAt(tokens, at) >= 1980 && numberAt(tokens, at) <= 2100)) continue
    addTokens(context, at, last, 'vehicle', 0.75, 'vehicle/beside', RANK.pattern)
    return
  }
}

/** The last token of a plate that begins at the token, -1 where none does. `sure`: a word for the plate stands in front. */
function endOfPlate(tokens: Tokens, first: number, sure: boolean): number {
  let last = -1
  let [units, letters, digits, groups] = [0, 0, 0, 1]
  for (let at = first; at < tokens.count && units <= MOST_UNITS; at++) {
    if (at > first && isGlued(tokens, at) && isSign(tokens, at, '-') && isGlued(tokens, at + 1)) continue
    const isSpaced = at > first && !isGlued(tokens, at)
    if (isSpaced && (tokens.gap[at] !== GAP.space || !mayFollow(tokens, at, sure))) break
    if (!isPlatePart(tokens, at, sure)) break
    if (isSpaced) groups++
    const size = lengthOf(tokens, at)
    units += size
    if (isNumber(tokens, at)) digits += size
    else letters += size
    const ends = !isGlued(tokens, at + 1) || /^[.,;:)!?"']$/.test(textOf(tokens, at + 1))
    if (ends && units <= MOST_UNITS && letters > 0 && digits > 1 && units >= LEAST_UNITS && groups <= 4) last = at
  }
  if (last < 0) return -1
  if (isMeasured(tokens, last) && isNumber(tokens, last)) return -1
  return sure || isPlateForm(tokens, first, last) ? last : -1
}

function isPlatePart(tokens: Tokens, at: number, sure: boolean): boolean {
  if (isNumber(tokens, at)) return lengthOf(tokens, at) <= 5
  if (!isWord(tokens, at) || lengthOf(tokens, at) > 4) return false
  if (tokens.shape[at] !== SHAPE.upper && tokens.shape[at] !== SHAPE.initial) return false
  if (sure || isGlued(tokens, at) || isGlued(tokens, at + 1)) return true
  if (hasRole(tokens, at, ROLE.function | ROLE.credential)) return false
  // GCS 15, HR 120: an abbreviation and its value.
  return !hasLex(tokens, at, LEX.abbreviation | LEX_MEDICAL | LEX.common) || lengthOf(tokens, at + 1) > 3
}

/** The next group behind a blank: digits behind letters or letters behind digits. */
function mayFollow(tokens: Tokens, at: number, sure: boolean): boolean {
  if (isNumber(tokens, at))
    return isWord(tokens, at - 1) || (isNumber(tokens, at - 1) && lengthOf(tokens, at - 1) === 3 && lengthOf(tokens, at) === 3)
  return isNumber(tokens, at - 1) && (sure || lengthOf(tokens, at) <= 3)
}

/** Beside a vehicle alone: seven units and more as a rule, and no year, no model (GT 500) and no number that a word in small letters follows closely. */
function isPlateForm(tokens: Tokens, first: number, last: number): boolean {
  const text = tokens.text.slice(tokens.start[first]!, tokens.end[last]!)
  if (isNumber(tokens, first) && numberAt(tokens, first) >= 1900 && numberAt(tokens, first) < 2100 && first === last) return false
  return text.replace(/[^A-Z\d]/g, '').length >= 6
}
