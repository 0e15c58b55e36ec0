// Searches all texts of a document together, so that each place helps to understand the others; a label that stands in many places once.
import { isObject } from '../../fhir/json/json-value.ts'
import type { FhirVersion } from '../../fhir/model/versions.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { hasKnownValue, type PhiSpan } from '../detect-phi.ts'
import { isApart, isWithin, type Range } from '../ranges.ts'
import { searchClosely } from '../search/search-closely.ts'
import type { TextPiece } from '../search/search-pieces.ts'
import { comparedNames } from './compared-names.ts'
import { spansOfExpression } from './expression-spans.ts'
import { type FhirLeaf, textAt } from './fhir-leaf.ts'
import { isPublic } from './judge/element-rules.ts'

import type { FhirWork } from './judge/fhir-work.ts'
import { spansOfNarrative } from './narrative-spans.ts'
import { gluedNames } from './plain-words.ts'

/** The display of a code of a terminology, or the text of a concept that has such a code. */
export function isCodedLabel({ treatment, beside, definition }: FhirLeaf): boolean {
  if (treatment !== 'label') return false
  if (definition === 'Coding.display') return isPublic(textAt(beside, 'system') ?? '')
  if (definition !== 'CodeableConcept.text' || !Array.isArray(beside.coding)) return false
  return beside.coding.some((coding) => isObject(coding) && isPublic(textAt(coding, 'system') ?? ''))
}

/** Of a coded label: a display, or the text of a concept that repeats one. Any other text is free, whatever is beside it. */
export function isDisplay(leaf: FhirLeaf, text: string): boolean {
  if (leaf.definition === 'Coding.display') return true
  const { coding } = leaf.beside
  return (
    Array.isArray(coding) && coding.some((one) => isObject(one) && isPublic(textAt(one, 'system') ?? '') && textAt(one, 'display') === text)
  )
}

/**
 * True if labels alone were searched before, each by itself, nothing was found in any, and no value of a person of the document is in them.
 * The resources of a bulk export repeat the same few hundred labels.
 */
function areClean(keys: readonly string[], options: DetectOptions, version: FhirVersion): boolean {
  const { mode = 'balanced', locale = '', known, deny = [], allow = [], patterns = [], categories, minScore } = options
  if (allow.length > 0 || patterns.length > 0 || categories || minScore) return false
  if (keys.some((key) => key.length > MAX_LABEL)) return false
  const hasKnown = deny.length > 0 || Object.values(known ?? {}).some((list) => list !== undefined && list.length > 0)
  if (hasKnown && hasKnownValue(keys.join('\n\n'), options)) return false
  const own = { mode, locale: locale === '' ? undefined : locale }
  return keys.every((key) => isClean(key, `${mode} ${locale} ${version} ${key}`, own, version))
}

const MAX_LABEL = 300
const MAX_CLEAN = 4_000
/** Labels without an identifier; others are not kept. */
const clean = new Set<string>()

function isClean(key: string, own: string, options: DetectOptions, version: FhirVersion): boolean {
  if (clean.has(own)) return true
  const piece = pieceOf(key)
  if (withFurtherNames(piece, searchClosely([piece], options)[0]!, options, version).length > 0) return false
  if (clean.size >= MAX_CLEAN) clean.clear()
  clean.add(own)
  return true
}

function pieceOf(key: string): TextPiece {
  return { text: key.slice(key.indexOf(' ') + 1), isCoded: !key.startsWith('free '), isDisplay: key.startsWith('display ') }
}

const NAME = { category: 'name', letter: 'A' } as const
/** Half of such words of no list are names of products. */
const GLUED = { ...NAME, rule: 'names/glued', score: 0.5 } as const
const COMPARED = { ...NAME, rule: 'names/compared', score: 0.9 } as const

/**
 * Spans of the detector, of names that an expression compares, and of names that are written as one word. The detector may find a part of a
 * compared name, and finds no name in one word.
 */
function withFurtherNames({ text }: TextPiece, spans: PhiSpan[], { allow = [] }: DetectOptions, version: FhirVersion): PhiSpan[] {
  const isAllowed = ({ start, end }: Range) => allow.includes(text.slice(start, end))
  const outside = (names: readonly Range[]) => spans.filter((span) => span.rule.startsWith('known/') || !isWithin(span, names))
  const named = comparedNames(text).filter((range) => !isAllowed(range))
  // A span that covers a part of a name only stays, and so do those within the name.
  const further = outside(named)
  const compared = named.filter((name) => isApart(name, further))
  const found = merge(outside(compared), compared, COMPARED)
  return merge(
    found,
    gluedNames(text, version).filter((range) => !isAllowed(range)),
    GLUED,
  )
}

/** Adds the ranges that overlap no span. Both are in order. */
function merge(spans: readonly PhiSpan[], ranges: readonly Range[], kind: Omit<PhiSpan, 'start' | 'end'>): PhiSpan[] {
  const further = ranges.filter((range) => isApart(range, spans)).map(({ start, end }): PhiSpan => ({ start, end, ...kind }))
  return further.length === 0 ? [...spans] : [...spans, ...further].sort((a, b) => a.start - b.start)
}

/** Replacements must leave expressions and narratives valid. */
function spansWithin({ treatment, type }: FhirLeaf, text: string, spans: PhiSpan[], version: FhirVersion): PhiSpan[] {
  if (treatment === 'expression') return spansOfExpression(text, spans, version)
  return type === 'xhtml' ? spansOfNarrative(text, spans) : spans
}

/** @returns for each work its spans; none for what is not to be searched */
export function searchTexts(works: readonly FhirWork[], options: DetectOptions, version: FhirVersion): PhiSpan[][] {
  const found: PhiSpan[][] = works.map(() => [])
  /** Where a label stands, by its text and whether a terminology has it or is beside it. */
  const labels = new Map<string, number[]>()
  const pieces: TextPiece[] = []
  const owners: (readonly number[])[] = []
  works.forEach(({ verdict, leaf, text }, i) => {
    if (verdict !== 'scan') return
    const key = `${isCodedLabel(leaf) ? (isDisplay(leaf, text) ? 'display' : 'coded') : 'free'} ${text}`
    const same = labels.get(key)
    if (leaf.treatment !== 'label') {
      pieces.push({ text, isCoded: false, isDisplay: false })
      owners.push([i])
    } else if (same) same.push(i)
    else labels.set(key, [i])
  })
  if (pieces.length === 0 && areClean([...labels.keys()], options, version)) return found
  for (const [key, same] of labels) {
    pieces.push(pieceOf(key))
    owners.push(same)
  }
  searchClosely(pieces, options).forEach((spans, i) => {
    const all = withFurtherNames(pieces[i]!, spans, options, version)
    for (const owner of owners[i]!) {
      const { leaf, text } = works[owner]!
      found[owner] = spansWithin(leaf, text, all, version)
    }
  })
  return found
}
