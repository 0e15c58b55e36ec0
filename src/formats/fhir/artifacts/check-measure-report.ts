// MeasureReport against its Measure: groups, populations and stratifiers that the measure has, and scores that its scoring allows (R4 12.18, 12.17).
import { isObject, type JsonObject, type JsonPath, type JsonValue, numberText } from '../json/json-value.ts'
import { objectsIn, textOf } from '../json/members.ts'
import type { LoadedGuides } from '../profile/validate-profiles.ts'
import type { Context, ResourceNode } from '../validate/context.ts'

const PARTS = ['population', 'stratifier'] as const

export function checkMeasureReport(context: Context, node: ResourceNode, guides: LoadedGuides | undefined): void {
  const { value, path } = node
  const groups = objectsIn(value.group).map((group, i) => ({ group, path: [...path, 'group', i] }))
  if (value.type !== 'subject-list') for (const { group, path: at } of groups) checkSubjects(context, group, at)
  const measure = measureOf(context, node, guides)
  if (!measure) return
  const defined = objectsIn(measure.group)
  for (const { group, path: at } of groups) {
    const own = matchOf(group, defined)
    if (!own) {
      context.issues.add('report_unknown', at, { expected: 'a group of the measure' })
      continue
    }
    for (const name of PARTS) checkParts(context, { reported: group, defined: own, name, path: at })
    checkScore(context, { group, path: at, scoring: scoringOf(measure, own), type: value.type })
  }
}

/** Subjects are listed in a report of type subject-list alone (R4 MeasureReport.group.population.subjectResults). */
function checkSubjects({ issues }: Context, group: JsonObject, path: JsonPath): void {
  objectsIn(group.population).forEach((population, i) => {
    if (population.subjectResults !== undefined)
      issues.add('report_subjects', [...path, 'population', i], { expected: 'a report of type subject-list' })
  })
}

function measureOf({ resources }: Context, { value }: ResourceNode, guides: LoadedGuides | undefined): JsonObject | undefined {
  const canonical = textOf(value.measure)
  if (canonical === undefined) return undefined
  if (canonical.startsWith('#')) {
    return objectsIn(value.contained).find(({ resourceType, id }) => resourceType === 'Measure' && id === canonical.slice(1))
  }
  const [url] = canonical.split('|')
  const within = resources.find(({ plan, value: each }) => plan.name === 'Measure' && each.url === url)?.value
  return within ?? guides?.profiles.guides.resource('Measure', canonical)
}

interface PartCheck {
  readonly reported: JsonObject
  readonly defined: JsonObject
  readonly name: (typeof PARTS)[number]
  readonly path: JsonPath
}

function checkParts({ issues }: Context, { reported, defined, name, path }: PartCheck): void {
  const known = objectsIn(defined[name])
  const seen = new Set<JsonObject>()
  objectsIn(reported[name]).forEach((part, i) => {
    const own = matchOf(part, known)
    if (!own) issues.add('report_unknown', [...path, name, i], { expected: `a ${name} of the measure` })
    else if (seen.has(own)) issues.add('definition_duplicate', [...path, name, i], { expected: `each ${name} once` })
    else seen.add(own)
  })
}

/** By linkId (R5), else by code or text; one part alone needs neither. */
function matchOf(part: JsonObject, defined: readonly JsonObject[]): JsonObject | undefined {
  const linkId = textOf(part.linkId)
  if (linkId !== undefined) return defined.find((each) => each.linkId === linkId)
  const codes = conceptsOf(part)
  if (codes.length === 0) return defined.length === 1 ? defined[0] : undefined
  return (
    defined.find((each) => isNamedBy(codes, each)) ??
    (defined.length === 1 && conceptsOf(defined[0]!).length === 0 ? defined[0] : undefined)
  )
}

/** A stratifier of several components has no code of its own: the report lists theirs. */
function isNamedBy(codes: readonly JsonValue[], defined: JsonObject): boolean {
  const own = conceptsOf(defined)
  if (own.length > 0) return codes.some((code) => own.some((each) => areAlike(code, each)))
  const parts = objectsIn(defined.component).flatMap(conceptsOf)
  return parts.length > 0 && parts.length === codes.length && parts.every((part) => codes.some((code) => areAlike(code, part)))
}

/** R4 has several codes for a stratifier in a report. */
function conceptsOf({ code }: JsonObject): readonly JsonValue[] {
  if (code === undefined) return []
  return Array.isArray(code) ? code : [code]
}

function areAlike(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (!isObject(a) || !isObject(b)) return false
  const codings = objectsIn(b.coding)
  if (objectsIn(a.coding).some((each) => codings.some(({ system, code }) => each.code === code && each.system === system))) return true
  return a.text !== undefined && a.text === b.text
}

function scoringOf(measure: JsonObject, group: JsonObject): string | undefined {
  const scoring = isObject(group.scoring) ? group.scoring : measure.scoring
  return isObject(scoring) ? textOf(objectsIn(scoring.coding)[0]?.code) : undefined
}

interface ScoreCheck {
  readonly group: JsonObject
  readonly path: JsonPath
  readonly scoring: string | undefined
  readonly type: JsonValue | undefined
}

/** A cohort has no score, nor has a report of collected data; a proportion is a number from 0 to 1 (R4 Measure.scoring). */
function checkScore({ issues }: Context, { group, path, scoring, type }: ScoreCheck): void {
  const score = group.measureScore ?? group.measureScoreQuantity
  if (score === undefined) return
  if (scoring === 'cohort' || type === 'data-collection') issues.add('report_score', path, { expected: 'no score' })
  const amount = isObject(score) ? Number(numberText(score.value) ?? Number.NaN) : Number.NaN
  if (scoring === 'proportion' && (amount < 0 || amount > 1)) issues.add('report_score', path, { expected: 'a score from 0 to 1' })
}
