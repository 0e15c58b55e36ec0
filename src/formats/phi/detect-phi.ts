// Finds protected health information in a text: normalise, tokenise once, ask every layer, resolve, propagate, map back.
// It returns everything that all layers found or throws: there is no result of half the layers.
import { createBudget, spend } from './budget.ts'
import type { Candidate } from './candidate.ts'
import { letterOf, type PhiCategory } from './category.ts'
import { type CompiledOptions, compileOptions, type DetectOptions } from './compiled-options.ts'
import { addDoubtful } from './doubtful.ts'
import { hideUnsafe } from './fail-closed/hide-unsafe.ts'
import { compileStarts, type Layer, StartPositions, type StartTable } from './layer-starts.ts'
import { findActingNames } from './layers/acting-names.ts'
import { findAddressBlocks } from './layers/address-blocks.ts'
import { findAddressParts } from './layers/address-parts.ts'
import { findAddresses } from './layers/addresses.ts'
import { findAges } from './layers/ages.ts'
import { findApposedNames } from './layers/apposed-names.ts'
import { findAskedNames } from './layers/asked-names.ts'
import { findBareHeads } from './layers/bare-heads.ts'
import { findBareSites } from './layers/bare-sites.ts'
import { findBirthDays } from './layers/birth-days.ts'
import { findCalledNames } from './layers/called-names.ts'
import { findCallerPatterns } from './layers/caller-patterns.ts'
import { findCapitalSlots } from './layers/capital-slots.ts'
import { findCodes } from './layers/codes.ts'
import { findContactPoints } from './layers/contact-points.ts'
import { findDates } from './layers/dates.ts'
import { findDoubtfulWords } from './layers/doubtful-words.ts'
import { findEncodedText } from './layers/encoded-text.ts'
import { dropEponymPhrases } from './layers/eponym-phrases.ts'
import { findEstates } from './layers/estate-names.ts'
import { findHandles } from './layers/handles.ts'
import { findHeadedSites } from './layers/headed-sites.ts'
import { findHouseNumbers } from './layers/house-numbers.ts'
import { findHurriedNames } from './layers/hurried-names.ts'
import { findInitialNames } from './layers/initial-names.ts'
import { findInstitutionPlaces } from './layers/institution-places.ts'
import { findInstitutionTails } from './layers/institution-tails.ts'
import { findInstitutions } from './layers/institutions.ts'
import { bareText, findKnownValues } from './layers/known-values.ts'
import { findLabelValues } from './layers/label-values.ts'
import { findLabelledIds } from './layers/labelled-ids.ts'
import type { LayerContext } from './layers/layer.ts'
import { findLetterNames } from './layers/letter-names.ts'
import { findLexiconNames } from './layers/lexicon-names.ts'
import { dropLoneEponyms } from './layers/lone-eponyms.ts'
import { findLooseDays } from './layers/loose-days.ts'
import { findLooseStreets } from './layers/loose-streets.ts'
import { findLowerOrganizations } from './layers/lower-organizations.ts'
import { findNamesInContext } from './layers/name-contexts.ts'
import { findInitials } from './layers/name-initials.ts'
import { findNamesInLines } from './layers/name-lines.ts'
import { findNameLists } from './layers/name-lists.ts'
import { findNamedAges } from './layers/named-ages.ts'
import { findNamedPlaces } from './layers/named-places.ts'
import { findNearPlaces } from './layers/near-places.ts'
import { findNicknameSites } from './layers/nickname-sites.ts'
import { findNounIds } from './layers/noun-ids.ts'
import { findNumberedLabels } from './layers/numbered-labels.ts'
import { findNumberedPlaces } from './layers/numbered-places.ts'
import { findNumberedSites } from './layers/numbered-sites.ts'
import { findNumbers } from './layers/numbers.ts'
import { findOccasions } from './layers/occasions.ts'
import { findOldAges } from './layers/old-ages.ts'
import { findOrganizationCues } from './layers/organization-cues.ts'
import { findOrganizations } from './layers/organizations.ts'
import { findOtherScripts } from './layers/other-scripts.ts'
import { findParticleNames } from './layers/particle-names.ts'
import { findPastedMembers } from './layers/pasted-members.ts'
import { findPastedRecords } from './layers/pasted-records.ts'
import { findPersonAges } from './layers/person-ages.ts'
import { findPersonLetters } from './layers/person-letters.ts'
import { findPlaceNames } from './layers/place-names.ts'
import { findPlaces } from './layers/places.ts'
import { findPlainTitles } from './layers/plain-titles.ts'
import { findRecordDays } from './layers/record-days.ts'
import { findResidences } from './layers/residences.ts'
import { findRoadNames } from './layers/road-names.ts'
import { findRoleNames } from './layers/role-names.ts'
import { findSaidDays } from './layers/said-days.ts'
import { findSalutations } from './layers/salutations.ts'
import { findScriptNames } from './layers/script-names.ts'
import { findSelfMarkedIds } from './layers/self-marked-ids.ts'
import { findSexAges } from './layers/sex-ages.ts'
import { findSiteSlots } from './layers/site-slots.ts'
import { findSmallInstitutions } from './layers/small-institutions.ts'
import { findSmallIntroductions } from './layers/small-introductions.ts'
import { findSmallNameSlots } from './layers/small-name-slots.ts'
import { findSmallNames } from './layers/small-names.ts'
import { findSmallPlaces } from './layers/small-places.ts'
import { findSmallSlots } from './layers/small-slots.ts'
import { findSpokenNumbers } from './layers/spoken-numbers.ts'
import { findStreetNames } from './layers/street-names.ts'
import { findSyllableNames } from './layers/syllable-names.ts'
import { findTagged } from './layers/tagger.ts'
import { dropThings } from './layers/things.ts'
import { findToldNames } from './layers/told-names.ts'
import { findUnknown } from './layers/unknown-words.ts'
import { findVehicles } from './layers/vehicles.ts'
import { wrapNames } from './layers/wrapped-names.ts'
import { findWrittenDays } from './layers/written-days.ts'
import { piecesOf } from './markup/plain-text.ts'
import { readMarkup } from './markup/read-markup.ts'
import { trimNameEdges } from './name-edges.ts'
import { extendNames } from './name-extent.ts'
import { normalizeText, originalEnd, originalStart } from './normalize-text.ts'
import { propagate } from './propagate.ts'
import { resolveCandidates } from './resolve.ts'
import { extendSites } from './site-extent.ts'
import { closeSpacedLetters } from './spaced-letters.ts'
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
  findContactPoints,
  findLabelledIds,
  findNumberedLabels,
  findNounIds,
  findHandles,
  findVehicles,
  findCodes,
  findNumbers,
  findSelfMarkedIds,
  findDates,
  findOccasions,
  findWrittenDays,
  findSpokenNumbers,
  findLooseDays,
  findSaidDays,
  findBirthDays,
  findRecordDays,
  findAges,
  findSexAges,
  findOldAges,
  findAddresses,
  findAddressBlocks,
  findStreetNames,
  findLooseStreets,
  findAddressParts,
  findNamesInContext,
  findNamesInLines,
  findInitials,
  findInitialNames,
  findLetterNames,
  findOrganizations,
  findInstitutions,
  findInstitutionTails,
  findSmallInstitutions,
  findLowerOrganizations,
  findLabelValues,
  findEstates,
  findNamedPlaces,
  findHeadedSites,
  findNumberedPlaces,
  findNumberedSites,
  findLexiconNames,
  findSmallNames,
  findSmallNameSlots,
  findHurriedNames,
  findPlainTitles,
  findPersonAges,
  findToldNames,
  findActingNames,
  findAskedNames,
  findPersonLetters,
  findCalledNames,
  findApposedNames,
  findNameLists,
  findRoleNames,
  findParticleNames,
  findSalutations,
  findSmallIntroductions,
  findSyllableNames,
  findPlaces,
  findPlaceNames,
  findSmallPlaces,
  findResidences,
  findSmallSlots,
  findCapitalSlots,
  findOrganizationCues,
  findBareSites,
  findBareHeads,
  findSiteSlots,
  findHouseNumbers,
  findNearPlaces,
  findRoadNames,
  findNicknameSites,
  findInstitutionPlaces,
  findTagged,
  findNamedAges,
  findUnknown,
  findDoubtfulWords,
]

/** What counts of a text, by what the layers found in it. */
export type JudgeRest = (context: LayerContext, layered: readonly Candidate[]) => readonly Candidate[]

/**
 * Spans in order that do not overlap.
 * @param judge of what no layer found. Default: in mode fail-closed, all that may be unsafe
 * @throws Fault `resource_limit` where the text costs more work than one call may do, `invalid_input` for a pattern that cannot be used
 */
export function detectPhi(given: string, options: DetectOptions = {}, judge?: JudgeRest): PhiSpan[] {
  const compiled = compileOptions(options)
  if (given.length === 0) return []
  const { plain, normalized, context, resolved } = searchText(given, options, compiled)
  const judgeRest = judge ?? (compiled.mode === 'fail-closed' ? hideUnsafe : keepLayered)
  return judgeRest(context, resolved)
    .filter(({ category, score, rule }) => compiled.accepts(category, score, rule))
    .filter((candidate) => !isAllowed(candidate, normalized.text, compiled))
    .map((candidate) => toSpan(candidate, normalized))
    .flatMap((span) => (plain ? piecesOf(plain, span.start, span.end).map((piece) => ({ ...span, ...piece })) : [span]))
}

function keepLayered(_: LayerContext, layered: readonly Candidate[]): readonly Candidate[] {
  return layered
}

/** What the layers find in a text, before mode fail-closed judges the rest of it. */
export function searchText(given: string, options: DetectOptions, compiled: CompiledOptions) {
  const plain = readMarkup(given)
  const normalized = closeSpacedLetters(normalizeText(plain?.text ?? given))
  const budget = createBudget(given.length, LAYERS.length)
  const tokens = tokenize(normalized.text)
  spend(budget, tokens.count * LAYERS.length)
  const context: LayerContext = { tokens, mode: compiled.mode, locale: compiled.locale, budget, found: [], doubtful: [] }
  findKnownValues(context, compiled.known)
  findCallerPatterns(context, compiled.patterns)
  searchLayers(context)
  findEncodedText(context, (text) => detectPhi(text, options))
  dropThings(context)
  dropLoneEponyms(context)
  addDoubtful(context)
  dropEponymPhrases(context)
  trimNameEdges(tokens, context.found)
  extendNames(tokens, context.found)
  extendSites(tokens, context.found)
  wrapNames(tokens, context.found)
  spend(budget, context.found.length)
  const first = resolveCandidates(context.found, normalized.text)
  const before = context.found.length
  propagate(context, first)
  const resolved = context.found.length > before ? resolveCandidates(context.found, normalized.text) : first
  return { plain, normalized, context, resolved }
}

/** @returns whether a value that the caller knows, or denies, is in the text, in any spelling that the detector reads */
export function hasKnownValue(given: string, options: DetectOptions): boolean {
  const { known, mode, locale } = compileOptions(options)
  const { text } = closeSpacedLetters(normalizeText(readMarkup(given)?.text ?? given))
  const context: LayerContext = { tokens: tokenize(text), mode, locale, budget: createBudget(given.length, 1), found: [], doubtful: [] }
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
