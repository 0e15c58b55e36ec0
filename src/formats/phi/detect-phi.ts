// Finds protected health information in a text: normalise, tokenise once, ask every layer, resolve, propagate, map back.
// It returns everything that all layers found or throws: there is no result of half the layers.
import { createBudget, spend } from './budget.ts'
import type { Candidate } from './candidate.ts'
import { letterOf, type PhiCategory } from './category.ts'
import { type CompiledOptions, compileOptions, type DetectOptions } from './compiled-options.ts'
import { bareText, findKnownValues } from './known/known-values.ts'
import { compileStarts, type Layer, StartPositions, type StartTable } from './layer-starts.ts'
import { findAges } from './layers/ages/ages.ts'
import { findNamedAges } from './layers/ages/named-ages.ts'
import { findOldAges } from './layers/ages/old-ages.ts'
import { findSexAges } from './layers/ages/sex-ages.ts'
import { findCallerPatterns } from './layers/caller-patterns.ts'
import { findBirthDays } from './layers/dates/birth-days.ts'
import { findDates } from './layers/dates/dates.ts'
import { findLooseDays } from './layers/dates/loose-days.ts'
import { findOccasions } from './layers/dates/occasions.ts'
import { findRecordDays } from './layers/dates/record-days.ts'
import { findWrittenDays } from './layers/dates/written-days.ts'
import { findEncodedText } from './layers/formats/encoded-text.ts'
import { findInsertedScript } from './layers/formats/inserted-script.ts'
import { findOtherScripts } from './layers/formats/other-scripts.ts'
import { findPastedMembers } from './layers/formats/pasted-members.ts'
import { findPastedRecords } from './layers/formats/pasted-records.ts'
import { findScriptNames } from './layers/formats/script-names.ts'
import { findSpelledNames } from './layers/formats/spelled-names.ts'
import { findSpokenNumbers } from './layers/formats/spoken-numbers.ts'
import { findCodes } from './layers/identifiers/codes.ts'
import { findContactPoints } from './layers/identifiers/contact-points.ts'
import { findLabelledIds } from './layers/identifiers/labelled-ids.ts'
import { findNumberedLabels } from './layers/identifiers/numbered-labels.ts'
import { findNumbers } from './layers/identifiers/numbers.ts'
import { findSelfMarkedIds } from './layers/identifiers/self-marked-ids.ts'
import { findVehicles } from './layers/identifiers/vehicles.ts'
import type { LayerContext } from './layers/layer.ts'
import { findAddresses } from './layers/places/addresses.ts'
import { findLanguageStreets } from './layers/places/language-streets.ts'
import { findNumberedPlaces } from './layers/places/numbered-places.ts'
import { piecesOf } from './markup/plain-text.ts'
import { readMarkup } from './markup/read-markup.ts'
import { findLikely } from './network/find-likely.ts'
import { normalizeText, originalEnd, originalStart } from './normalize/normalize-text.ts'
import { closeSpacedLetters } from './normalize/spaced-letters.ts'
import type { NamedWords } from './search/named-words.ts'
import { dropNotations } from './search/notations.ts'
import { propagate } from './search/propagate.ts'
import { resolveCandidates } from './search/resolve.ts'
import { tokenize } from './tokens.ts'

export interface PhiSpan {
  /** UTF-16 offsets in the given text, end exclusive. */
  readonly start: number
  readonly end: number
  readonly category: PhiCategory
  /** Letter of 45 CFR 164.514(b)(2)(i). */
  readonly letter: string
  /** 0 to 1: how sure the rule is. */
  readonly score: number
  /** Layer and rule. */
  readonly rule: string
}

/** In this order, for some read what those before them found. */
export const LAYERS: readonly Layer[] = [
  findPastedRecords,
  findPastedMembers,
  findOtherScripts,
  findScriptNames,
  findInsertedScript,
  findContactPoints,
  findLabelledIds,
  findNumberedLabels,
  findVehicles,
  findCodes,
  findNumbers,
  findSelfMarkedIds,
  findDates,
  findOccasions,
  findWrittenDays,
  findSpokenNumbers,
  findSpelledNames,
  findLooseDays,
  findBirthDays,
  findRecordDays,
  findAges,
  findSexAges,
  findOldAges,
  findAddresses,
  findLanguageStreets,
  findNumberedPlaces,
  findLikely,
  findNamedAges,
]

/** What counts of a text, by what the layers found in it. */
export type JudgeRest = (context: LayerContext, layered: readonly Candidate[]) => readonly Candidate[]

/**
 * Spans in order that do not overlap.
 * @param judge adds to what the layers found. Default: nothing
 * @param named for one of several parts of a text, which share their names
 * @throws ProblemError `resource_limit` where the text costs more work than one call may do, `invalid_input` for a pattern that cannot be used
 */
export function detectPhi(given: string, options: DetectOptions = {}, judge?: JudgeRest, named?: NamedWords): PhiSpan[] {
  const compiled = compileOptions(options)
  if (given.length === 0) return []
  const { plain, normalized, context, resolved } = searchText(given, options, compiled, named)
  const found = judge ? judge(context, resolved) : resolved
  return found
    .filter(({ category, score, rule }) => compiled.accepts(category, score, rule))
    .filter((candidate) => !isAllowed(candidate, normalized.text, compiled))
    .map((candidate) => toSpan(candidate, normalized))
    .flatMap((span) => (plain ? piecesOf(plain, span.start, span.end).map((piece) => ({ ...span, ...piece })) : [span]))
}

/** What the layers find in a text, and what they worked on. */
function searchText(given: string, options: DetectOptions, compiled: CompiledOptions, named: NamedWords | undefined) {
  const plain = readMarkup(given)
  const normalized = closeSpacedLetters(normalizeText(plain?.text ?? given))
  const budget = createBudget(given.length, LAYERS.length)
  const tokens = tokenize(normalized.text)
  spend(budget, tokens.count * LAYERS.length)
  const context: LayerContext = { tokens, mode: compiled.mode, locale: compiled.locale, budget, found: [], named }
  findKnownValues(context, compiled.known)
  findCallerPatterns(context, compiled.patterns)
  searchLayers(context)
  findEncodedText(context, (text) => detectPhi(text, options))
  spend(budget, context.found.length)
  const resolve = () => resolveCandidates(identifying(context), normalized.text)
  const first = resolve()
  const before = context.found.length
  propagate(context, first)
  const resolved = context.found.length > before ? resolve() : first
  return { plain, normalized, context, resolved }
}

/** All candidates; in mode `balanced` without those within a formal notation, which identifies nobody. */
function identifying({ mode, found, tokens }: LayerContext): readonly Candidate[] {
  return mode === 'balanced' ? dropNotations(found, tokens.text) : found
}

/** @returns whether a value that the caller knows, or denies, is in the text, in any spelling that the detector reads */
export function hasKnownValue(given: string, options: DetectOptions): boolean {
  const { known, mode, locale } = compileOptions(options)
  const { text } = closeSpacedLetters(normalizeText(readMarkup(given)?.text ?? given))
  const context: LayerContext = { tokens: tokenize(text), mode, locale, budget: createBudget(given.length, 1), found: [] }
  findKnownValues(context, known)
  return context.found.length > 0
}

let layers = LAYERS
let table: StartTable | undefined

/** Leaves out layers by the names of their functions in every later search: for measuring what they are worth. */
export function switchLayersOff(names: ReadonlySet<string>): void {
  layers = LAYERS.filter(({ name }) => !names.has(name))
  table = undefined
}

function searchLayers(context: LayerContext): void {
  table ??= compileStarts(layers)
  const positions = new StartPositions(context.tokens, table)
  for (let layer = 0; layer < layers.length; layer++) {
    positions.turnTo(layer)
    layers[layer]!(context, positions)
  }
}

/** A text that is denied, too, is an identifier. */
function isAllowed({ start, end, rule }: Candidate, text: string, { allow }: CompiledOptions): boolean {
  return allow.size > 0 && rule !== 'known/deny' && allow.has(bareText(text.slice(start, end)))
}

function toSpan({ start, end, category, score, rule }: Candidate, normalized: ReturnType<typeof normalizeText>): PhiSpan {
  return {
    start: originalStart(normalized, start),
    end: originalEnd(normalized, end),
    category,
    letter: letterOf(category),
    score: Math.round(score * 100) / 100,
    rule,
  }
}
