// The maps of a conversion with the rules of a site: rows in place of the guide's or behind them, and segment maps of the site's own.
import { ProblemError, type ProblemItem } from '../../../../core/problem.ts'
import { segmentNames } from '../../dictionary/dictionary.ts'
import { isCodeMap } from '../code-systems.ts'
import {
  type FhirMap,
  fhirMap,
  GUIDE_MAPS,
  guideMap,
  guideMapNames,
  type Link,
  type MapSource,
  type PackedRow,
  readMap,
} from '../map-table.ts'
import { r4Type } from '../r4-model.ts'
import { resolveTarget } from '../resolve-target.ts'
import { parseTarget } from '../target-path.ts'
import { type CompiledRule, compileRule, type RuleNames } from './compile-rules.ts'
import type { SiteRule } from './site-options.ts'

/** A segment map that the guide does not have. */
export interface SiteSegmentMap {
  readonly map: string
  readonly type: string
  readonly attach: 'nearest' | 'new'
  readonly links: readonly Link[]
}

export interface SiteMaps extends MapSource {
  /** The maps of the site that are for a segment beside those of the guide. */
  ofSegment(id: string): readonly SiteSegmentMap[]
}

const NONE: readonly SiteSegmentMap[] = []

/** Without rules. */
export const NO_SITE_MAPS: SiteMaps = { find: GUIDE_MAPS.find, ofSegment: () => NONE }

/** @throws ProblemError `invalid_input` with a pointer to each rule, and the row in it, that cannot be executed */
export function readSiteMaps(rules: readonly SiteRule[]): SiteMaps {
  if (rules.length === 0) return NO_SITE_MAPS
  const items: ProblemItem[] = []
  const names = namesOf(rules)
  const own = new Map<string, FhirMap>()
  const segments = new Map<string, SiteSegmentMap[]>()
  /** Rows of the guide's maps with those of the site, by map. */
  const joined = new Map<string, readonly PackedRow[]>()
  for (const [i, rule] of inOrder(rules)) {
    const pointer = `/options/rules/${i}`
    const report = (member: string, detail: string) => items.push({ pointer: `${pointer}/${member}`, code: 'invalid_value', detail })
    if (isTwice(rules, i)) report('map', 'the map has rules already')
    const root = names.rootOf(rule.map)
    if (!isRoot(root) || BUILT_IN.has(rule.map)) {
      report('map', isRoot(root) ? 'the map has no rows that a rule could replace' : 'expected a resource or data type of R4')
      continue
    }
    const compiled = compileRule(rule, names, { pointer, label: labelOfRule(rule, rules), items })
    const known = guideMap(rule.map)
    if (known && (rule.attach ?? rule.links) !== undefined)
      report(rule.attach ? 'attach' : 'links', 'the guide has the map and says where it is used')
    if (items.length === 0) {
      const rows = joinRows(rule, joined.get(rule.map) ?? known?.rows ?? [], compiled)
      joined.set(rule.map, rows)
      own.set(rule.map, readMap(rule.map, root, rows))
    }
    if (known || !isSegmentMap(rule.map, compiled)) continue
    const map = segmentMap(rule, root, report)
    if (map) segments.set(rule.map.slice(0, 3), [...(segments.get(rule.map.slice(0, 3)) ?? []), map])
  }
  const find = (name: string) => own.get(name) ?? fhirMap(name)
  for (const [i, { map }] of rules.entries()) {
    const isCircle = items.length === 0 && leadsTo(find, find(map), map, new Set())
    if (isCircle)
      items.push({ pointer: `/options/rules/${i}/rows`, code: 'invalid_value', detail: 'the data type maps lead back to this map' })
  }
  if (items.length > 0) throw new ProblemError('A rule cannot be applied.', { code: 'invalid_input', errors: items })
  return { find, ofSegment: (id) => segments.get(id) ?? NONE }
}

/** Rules that replace rows stand before those that add some, so that what is added stays. */
function inOrder(rules: readonly SiteRule[]): (readonly [number, SiteRule])[] {
  return [...rules.entries()].sort(([, a], [, b]) => Number(a.mode === 'add') - Number(b.mode === 'add'))
}

/** A map of the guide may have a rule that replaces rows and one that adds some; any other map has one. */
function isTwice(rules: readonly SiteRule[], place: number): boolean {
  const { map, mode } = rules[place]!
  return rules.some((each, i) => i < place && each.map === map && (each.mode === mode || !guideMap(map)))
}

/** The map; of two rules for one map, the second one says that it adds. */
function labelOfRule({ map, mode }: SiteRule, rules: readonly SiteRule[]): string {
  return mode === 'add' && rules.some((each) => each.map === map && each.mode !== 'add') ? `${map} added` : map
}

/** Whether the data type maps of a map, and those of these, have a map among them. */
function leadsTo(find: MapSource['find'], from: FhirMap, requested: string, seen: Set<string>): boolean {
  return from.rows.some(({ mapping }) => {
    if (mapping === requested) return true
    if (mapping === '' || BUILT_IN.has(mapping) || seen.has(mapping)) return false
    seen.add(mapping)
    return leadsTo(find, find(mapping), requested, seen)
  })
}

/** Maps that the program executes without rows. */
const BUILT_IN: ReadonlySet<string> = new Set(['HD[uri]', 'EI[uri]', 'PL[Location]', 'NDL[Location]'])

function isRoot(root: string): boolean {
  return PRIMITIVE_ROOTS.has(root) || r4Type(root) !== undefined
}

const PRIMITIVE_ROOTS: ReadonlySet<string> = new Set(['string', 'code', 'uri'])

function namesOf(rules: readonly SiteRule[]): RuleNames {
  const maps = new Map([...guideMapNames(), ...rules.map(({ map }) => map)].map((name) => [name.toLowerCase(), name]))
  const rootOf = (map: string) => guideMap(map)?.root ?? /\[([A-Za-z.]+)/.exec(map)?.[1] ?? ''
  return { maps, rootOf, isCodeMap }
}

function joinRows({ mode }: SiteRule, known: readonly PackedRow[], { rows, positions }: CompiledRule): PackedRow[] {
  const kept = mode === 'add' ? known : known.filter(({ line }) => !positions.has(Number(/^\+?([0-9]+)/.exec(line)?.[1])))
  return [...kept, ...rows]
}

/** By what its rows name; one that names the whole alone is of a segment if HL7 or the site has such a segment. */
function isSegmentMap(map: string, { ofSegment }: CompiledRule): boolean {
  const name = map.slice(0, map.indexOf('['))
  return ofSegment ?? (name.length === 3 && (name.startsWith('Z') || segmentNames().includes(name)))
}

function segmentMap(
  { map, attach = 'nearest', links = {} }: SiteRule,
  type: string,
  report: (member: string, detail: string) => void,
): SiteSegmentMap | undefined {
  if (!r4Type(type)?.isResource) {
    report('map', 'a segment becomes a resource')
    return undefined
  }
  if (attach === 'nearest' && Object.keys(links).length > 0) report('links', 'expected attach new')
  return {
    map,
    type,
    attach,
    links: Object.entries(links).flatMap(([element, to]): Link[] => {
      if (!canRefer(type, element, to)) {
        report('links', 'expected elements of the resource that refer to the type')
        return []
      }
      return [{ from: labelOf(map, type), path: parseTarget(element), to, text: undefined }]
    }),
  }
}

function canRefer(type: string, element: string, to: string): boolean {
  try {
    const { element: found, type: end } = resolveTarget(type, parseTarget(element))
    return end === 'Reference' && r4Type(to)?.isResource === true && (found!.targets.length === 0 || found!.targets.includes(to))
  } catch {
    return false
  }
}

/** Resources of a site's map are told from all others. */
export function labelOf(map: string, type: string): string {
  return `${type}[${map.slice(0, map.indexOf('['))}]`
}
