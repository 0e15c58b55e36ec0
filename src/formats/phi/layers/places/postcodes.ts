// Post codes: those with letters by their form, those of digits behind a label or beside a place.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import { LEX, LEX_ENGLISH } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { addTokens, type LayerContext } from '../layer.ts'

const POSTCODE_WORDS = hashWords(
  'zip zipcode postcode postal postalcode plz cp cap psc pin postnummer postinumero postleitzahl irsz kodpocztowy index pincode cep code codigo kod',
)

const UK_POSTCODE =
  /^(?:GIR 0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d|[A-HK-Y]\d\d|\d[A-HJKPS-UW]|[A-HK-Y]\d[ABEHMNPRV-Y]) \d[ABD-HJLNP-UW-Z]{2})(?![\p{L}\d])/u
const CANADIAN_POSTCODE = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d(?![\p{L}\d])/u
const PREFIXED_POSTCODE = /^(?:LV|LT|D|A|E|I|F|P|CH|SE|S|FI|NL|B|L|PL|AD|MD)-\d{4,5}(?!\d)/

/** SW1A 1AA, K1A 0B1, LV-1010: the last token, or -1. */
export function readLetterPostcode(context: LayerContext, at: number): number {
  const { tokens } = context
  if (isGlued(tokens, at) && at > 0 && !isSign(tokens, at - 1, '(') && !isSign(tokens, at - 1, ',')) return -1
  const piece = tokens.text.slice(tokens.start[at]!, tokens.start[at]! + 9)
  const match = UK_POSTCODE.exec(piece) ?? CANADIAN_POSTCODE.exec(piece) ?? PREFIXED_POSTCODE.exec(piece)
  if (!match || /^T\dN\dM/.test(match[0])) return -1
  const end = tokens.start[at]! + match[0].length
  let last = at
  while (tokens.end[last]! < end) last++
  addTokens(context, at, last, 'location', 0.9, 'address/postcode', RANK.pattern)
  return last
}

/** 60625-1104; a number behind a label; 0154 Oslo. */
export function readPostcode(context: LayerContext, at: number): number {
  const { tokens } = context
  const size = lengthOf(tokens, at)
  if (size < 3 || size > 6) return -1
  if (isLabelled(tokens, at)) {
    let last = at
    if (isNumber(tokens, at + 1) && tokens.gap[at + 1] === GAP.space && lengthOf(tokens, at + 1) <= 3 && size === 3) last = at + 1
    else if (isSign(tokens, at + 1, '-') && isNumber(tokens, at + 2) && isGlued(tokens, at + 2)) last = at + 2
    else if (isWord(tokens, at + 1) && lengthOf(tokens, at + 1) === 2 && tokens.shape[at + 1] === SHAPE.upper && size === 4) last = at + 1
    addTokens(context, at, last, 'location', 0.92, 'address/postcode-label', RANK.labelled)
    return last
  }
  if (
    size === 5 &&
    isSign(tokens, at + 1, '-') &&
    isNumber(tokens, at + 2) &&
    lengthOf(tokens, at + 2) === 4 &&
    isGlued(tokens, at + 1) &&
    isGlued(tokens, at + 2)
  ) {
    addTokens(context, at, at + 2, 'location', 0.9, 'address/zip4', RANK.pattern)
    return at + 2
  }
  if (size === 5 && isBehindPlace(tokens, at)) {
    addTokens(context, at, at, 'location', 0.9, 'address/zip', RANK.pattern)
    return at
  }
  if (size === 5 && isBeforeCity(tokens, at)) return addCity(context, at)
  return (size === 4 || size === 5) &&
    isCapitalized(tokens, at + 1) &&
    hasLex(tokens, at + 1, LEX.city) &&
    tokens.gap[at + 1] === GAP.space &&
    (isSign(tokens, at - 1, ',') || tokens.gap[at]! >= GAP.line)
    ? addCity(context, at)
    : -1
}

function isLabelled(tokens: Tokens, at: number): boolean {
  let i = at - 1
  for (let steps = 0; steps < 3 && i >= 0; steps++, i--) {
    if (isSign(tokens, i, ':') || isSign(tokens, i, '.')) continue
    if (!isWord(tokens, i) || tokens.gap[i + 1]! > GAP.space) return false
    if (!POSTCODE_WORDS.has(tokens.hash[i]!)) {
      if (/^(?:code|number|index|broj|indekss|poștal|postal|poștală|bưu|chính|koodu|postanski|kod)$/i.test(textOf(tokens, i))) continue
      return false
    }
    const text = textOf(tokens, i)
    if (!/^(?:code|pin|index|cp|cap|codigo|kod)$/i.test(text)) return true
    if (/^(?:CP|CAP|PIN)$/.test(text)) return isSign(tokens, i + 1, ':') || lengthOf(tokens, at) >= 5
    return isWord(tokens, i - 1) && /^(?:zip|post|postal|código|codigo|cod|pin)$/i.test(textOf(tokens, i - 1))
  }
  return false
}

/** 28036 Madrid: five digits and a place that is no other word. */
function isBeforeCity(tokens: Tokens, at: number): boolean {
  return (
    isCapitalized(tokens, at + 1) &&
    tokens.gap[at + 1] === GAP.space &&
    !isGlued(tokens, at) &&
    hasLex(tokens, at + 1, LEX.city) &&
    !hasLex(tokens, at + 1, LEX_ENGLISH | LEX.drug | LEX.test | LEX.first)
  )
}

/** IL 60625; Chicago 60625. */
function isBehindPlace(tokens: Tokens, at: number): boolean {
  const before = isSign(tokens, at - 1, ',') ? at - 2 : at - 1
  if (!isCapitalized(tokens, before) || tokens.gap[at]! > GAP.space) return false
  if (hasRole(tokens, before, ROLE.state) && tokens.shape[before] === SHAPE.upper) return true
  return hasLex(tokens, before, LEX.city | LEX.region) && !hasLex(tokens, before, LEX.drug)
}

function addCity(context: LayerContext, at: number): number {
  addTokens(context, at, at + 1, 'location', 0.85, 'address/postcode-city', RANK.pattern)
  return at + 1
}
