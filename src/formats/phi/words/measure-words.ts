// What follows a number that is measured or counted, and how years and ranges are written: such a number is nobody's, whatever stands in front of it.
import { hashWords } from '../fold.ts'
import { hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'

const MEASURES = hashWords(
  'ml mls cc mg mgs mcg ug gm gms grams kg kgs lb lbs oz mmol meq mosm mm cm hu mmhg cmh bpm hz khz mhz ms msec kcal cal cals calories iu units copies cells colonies beats steps meters metres feet ft rpm watts joules dynes ohms ppm wbc rbc fps lux bytes mb gb times patients subjects participants cases people men women children adults visits weeks months years days hours minutes mins hrs wks yrs dollars usd percent pills tabs tablets caps capsules doses puffs drops refills sessions episodes images slices frames cycles screws holes',
)

/** `3420 mL`, `1425 HU`, `12 %`, `1,200`, `45.5`, `1200/mm3`: a measure or a count ends at the token. */
export function isMeasured(tokens: Tokens, last: number): boolean {
  const next = last + 1
  if (isSign(tokens, next, '%')) return true
  if (isSign(tokens, next, '/') && isGlued(tokens, next) && isWord(tokens, next + 1) && hasRole(tokens, next + 1, ROLE.unit)) return true
  if (
    (isSign(tokens, next, '.') || isSign(tokens, next, ',')) &&
    isGlued(tokens, next) &&
    isGlued(tokens, next + 1) &&
    isNumber(tokens, next + 1)
  )
    return true
  if (!isWord(tokens, next) || tokens.gap[next]! > GAP.space) return false
  return MEASURES.has(tokens.hash[next]!) || (lengthOf(tokens, next) === 1 && tokens.shape[next] === SHAPE.initial && isLitre(tokens, next))
}

/** 3420 L, but 44718 M is a man. */
function isLitre(tokens: Tokens, at: number): boolean {
  return tokens.text[tokens.start[at]!] === 'L'
}

/** 1900 to 2099. */
export function isYearNumber(tokens: Tokens, at: number): boolean {
  return lengthOf(tokens, at) === 4 && numberAt(tokens, at) >= 1900 && numberAt(tokens, at) <= 2099
}

/** 135-145, 4.0-5.6, 3500-11000: from less to more, in numbers of like size. */
export function isRangeText(text: string): boolean {
  const dash = text.indexOf('-')
  if (dash < 1 || text.length > 15 || !/^[\d.]+-[\d.]+$/.test(text)) return false
  const [low, high] = [text.slice(0, dash), text.slice(dash + 1)]
  if (low.length > 5 || Math.abs(high.length - low.length) > 1 || low.startsWith('0')) return false
  return (text.includes('.') || low.length <= 3 || low.endsWith('00')) && Number(low) < Number(high)
}
