// Identifiers of letters and digits together that no label announces: those with a check digit, and codes that no measure, gene or score is written like.

import { isDea, isDni, isIban, isMbi, isVin } from '../../../ids/checksums.ts'
import { RANK } from '../../candidate.ts'
import type { PhiCategory } from '../../category.ts'
import { hashWords } from '../../fold.ts'
import { isGlued, isSign, isWord, textOf } from '../../token-tests.ts'
import { GAP, KIND, type Tokens } from '../../tokens.ts'
import { addTokens, type LayerContext } from '../layer.ts'

const MAX_TOKENS = 24
/** Codes of terminologies and registers of studies, papers and products. */
const NO_ID_WORDS = hashWords(
  'form forms cpt icd loinc snomed rxnorm ndc hcpcs drg nct pmid pmc doi isbn cas ec omim mesh chebi atc icpc opcs rxcui umls grade dsm hla cd mutation variant allele gene exon genotype serotype strain isolate',
)

export function findCodes(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] === KIND.sign) {
      if (tokens.hash[i] === 0x2a) readStarExtension(context, i)
      else if (tokens.hash[i] === 0x23) readNumberSign(context, i)
      continue
    }
    const end = endOfGlued(tokens, i)
    if (end > i && !readExtension(context, i, end)) classifyGlued(context, i, end)
    if (isWord(tokens, i) && tokens.end[i]! - tokens.start[i]! === 2 && tokens.gap[i + 1] !== undefined)
      i = Math.max(i, readSpacedIban(context, i, end))
    i = Math.max(i, end)
  }
}

/** *4471: a short dial. */
function readStarExtension(context: LayerContext, at: number): void {
  const { tokens } = context
  const size = tokens.end[at + 1]! - tokens.start[at + 1]!
  if (
    tokens.kind[at + 1] === KIND.number &&
    isGlued(tokens, at + 1) &&
    size >= 3 &&
    size <= 6 &&
    tokens.gap[at]! > GAP.none &&
    !isWord(tokens, at + 2 < tokens.count && isGlued(tokens, at + 2) ? at + 2 : -1)
  ) {
    addTokens(context, at, at + 1, 'phone', 0.7, 'code/star-extension', RANK.pattern)
  }
}

/** x4417 by itself: an extension. */
function readExtension(context: LayerContext, first: number, last: number): boolean {
  const { tokens } = context
  const size = tokens.end[last]! - tokens.start[last]!
  if (last !== first + 1 || textOf(tokens, first) !== 'x' || tokens.kind[last] !== KIND.number || size < 4 || size > 5) return false
  addTokens(context, first, last, 'phone', 0.7, 'code/extension', RANK.pattern)
  return true
}

/** Bag #88417, report #24-00931: four digits and more behind the sign. */
function readNumberSign(context: LayerContext, sign: number): void {
  const { tokens } = context
  const first = sign + 1
  if (!isGlued(tokens, first) || tokens.kind[first] === KIND.sign) return
  const last = endOfGlued(tokens, first)
  const digits = tokens.text.slice(tokens.start[first]!, tokens.end[last]!).replace(/\D/g, '').length
  if (digits < 4 || isSign(tokens, last + 1, '%')) return
  addTokens(context, first, last, 'other-id', 0.7, 'code/number-sign', RANK.pattern)
}

function endOfGlued(tokens: Tokens, at: number): number {
  let end = at
  for (let next = at + 1; next < tokens.count && next - at < MAX_TOKENS && isGlued(tokens, next); next++) {
    if (tokens.kind[next] !== KIND.sign) end = next
    else if ((tokens.hash[next] !== 0x2d && tokens.hash[next] !== 0x5f && tokens.hash[next] !== 0x2f) || !isGlued(tokens, next + 1)) break
  }
  return end
}

function classifyGlued(context: LayerContext, first: number, last: number): void {
  const { tokens } = context
  const text = tokens.text.slice(tokens.start[first]!, tokens.end[last]!)
  const checked = nameByCheck(text.replace(/-/g, ''))
  if (checked) {
    addTokens(context, first, last, checked, 0.98, `code/${checked}`, RANK.checksum)
    return
  }
  const isYearSerial = /^[A-Z]{1,3}-?\d{2}\/\d{4,6}$/.test(text)
  if ((text.includes('/') && !isYearSerial) || isTerminologySpot(tokens, first)) return
  if (isYearSerial) addTokens(context, first, last, 'other-id', 0.75, 'code/year-serial', RANK.pattern)
  else if (looksLikeCode(text, context.mode === 'balanced' && !isCalledCode(tokens, first, text) ? 5 : 4))
    addTokens(context, first, last, 'other-id', 0.7, 'code/mixed', RANK.pattern)
}

/** Unit W0414, call X4471, level on A4471: a letter and four digits behind what has a code; codes of fees are written alike. */
function isCalledCode(tokens: Tokens, first: number, text: string): boolean {
  if (!/^[A-Z]\d{4}$/.test(text) || !isWord(tokens, first - 1)) return false
  return /^(?:on|call|page|pt|patient|unit|ext|pager|bed|chart|bag|donor|sample|specimen|acct|re)$/i.test(textOf(tokens, first - 1))
}

function nameByCheck(text: string): PhiCategory | undefined {
  if (text.length === 17 && isVin(text)) return 'vehicle'
  if (text.length === 11 && isMbi(text)) return 'health-plan-id'
  if (text.length === 9 && isDea(text)) return 'license'
  if (text.length === 9 && (isDni(text) || /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/.test(text))) return 'national-id'
  if (text.length === 16 && /^[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]$/i.test(text)) return 'national-id'
  if (text.length === 18 && /^[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d$/i.test(text)) return 'national-id'
  if (text.length === 10 && /^[A-Z]{5}\d{4}[A-Z]$/.test(text)) return 'national-id'
  return isIban(text) ? 'account' : undefined
}

function isTerminologySpot(tokens: Tokens, first: number): boolean {
  for (let i = first; i >= 0 && i >= first - 4; i--) {
    if (isWord(tokens, i) && NO_ID_WORDS.has(tokens.hash[i]!)) return true
    if (i < first && (tokens.gap[i + 1]! > GAP.space || isSign(tokens, i, ';'))) return false
  }
  return false
}

/** Letters, and digits in runs of three and more. Without a hyphen the letters must be few, for a strain or a drug on trial has one run of either. */
function looksLikeCode(text: string, leastDigits: number): boolean {
  let digits = 0
  let letters = 0
  let run = 0
  let longest = 0
  let lower = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 48 && code <= 57) {
      digits++
      run++
      if (run > longest) longest = run
    } else {
      run = 0
      if (code !== 0x2d && code !== 0x5f && code !== 0x2f) letters++
      if (code >= 97 && code <= 122) lower++
    }
  }
  if (letters === 0 || letters > 12) return false
  if (
    /^(?:rs|nct|pmc|pmid|chembl|chebi|grch|ensg|enst|nm|np|uniprot|covid|sars|icd|hla|rf|cd|il)[-_]?\d/i.test(text) ||
    /\d(?:mg|mcg|ml|mm|kg|mmhg|iu|cm|bpm|hz|x|th|hrs?|days?|units?|k)$/i.test(text)
  )
    return false
  if (digits >= leastDigits && longest >= 3) return lower <= 4 || /[-_]/.test(text)
  return digits >= 4 && longest >= 4 && /[-_]/.test(text) && lower === 0
}

/** IBANs in groups of four: GB82 WEST 1234 5698 7654 32. */
function readSpacedIban(context: LayerContext, first: number, firstEnd: number): number {
  const { tokens } = context
  if (firstEnd !== first + 1 || tokens.kind[firstEnd] !== KIND.number || tokens.end[firstEnd]! - tokens.start[firstEnd]! !== 2) return first
  let last = firstEnd
  let bare = textOf(tokens, first) + textOf(tokens, firstEnd)
  let valid = first
  while (bare.length < 34 && last + 1 < tokens.count && tokens.gap[last + 1] === GAP.space && tokens.kind[last + 1] !== KIND.sign) {
    let end = last + 1
    while (end + 1 < tokens.count && isGlued(tokens, end + 1) && tokens.kind[end + 1] !== KIND.sign) end++
    const group = tokens.text.slice(tokens.start[last + 1]!, tokens.end[end]!)
    if (group.length > 4) break
    bare += group
    last = end
    if (isIban(bare)) valid = last
  }
  if (valid > first) addTokens(context, first, valid, 'account', 0.99, 'code/iban', RANK.checksum)
  return valid
}
