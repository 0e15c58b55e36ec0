// Fields of HL7 v2 that one element of FHIR holds: computed from the maps, never from a result.
import { segmentDefinition } from '../../src/formats/hl7/dictionary/dictionary.ts'
import { fhirMap, guideMapNames, type MapRow } from '../../src/formats/hl7/fhir/map-table.ts'
import type { DraftSegment } from '../../src/formats/hl7/from-fhir/draft/draft-segment.ts'
import { PREFERRED } from '../../src/formats/hl7/from-fhir/reverse/assign-slots.ts'

/** Segments whose maps fill one resource in a message, in the order in which they are filled. */
const TOGETHER: readonly (readonly string[])[] = [
  ['PID', 'PD1'],
  ['PV1', 'PV2'],
  ['IN1', 'IN2'],
]

interface Place {
  readonly field: string
  readonly from: number
  readonly segment: string
  /** Element with the types of the resources on the way. */
  readonly element: string
  /** Constants of the rows of the field in the same occurrence, and of its data type. */
  readonly constants: string
  /** Elements below that each component fills. */
  readonly leaves: ReadonlyMap<number, readonly string[]>
  /** True for a field that is for what no other field holds: the organization of OBX-15, and the status that ORC-1 implies. */
  readonly isLast: boolean
}

/**
 * Components whose element another field holds, too, with the same constants beside it: FHIR does not tell which field the value came from.
 * @returns `PID-4.1` and others; undivided fields have the component 1. Fields of the version alone are compared.
 */
export function sharedPlaces(version: DraftSegment['version']): ReadonlySet<string> {
  const shared = new Set<string>()
  for (const segments of groups()) {
    const homes = new Map<string, Place>()
    const places = segments.flatMap(({ segment, map }) => placesOf(segment, map)).filter((each) => isDefined(version, each))
    for (const rank of [0, 1, 2]) {
      for (const place of places) if (rankOf(place) === rank) sharePlace(place, homes, shared)
    }
  }
  return shared
}

function rankOf({ field, isLast }: Place): number {
  if (PREFERRED.has(field)) return 0
  return isLast ? 2 : 1
}

function sharePlace(place: Place, homes: Map<string, Place>, shared: Set<string>): void {
  for (const [component, leaves] of place.leaves) {
    const others = leaves.map((leaf) => {
      const key = `${place.element}${leaf === '' ? '' : '.'}${leaf}\n${place.constants}`
      const home = homes.get(key)
      if (!home) homes.set(key, place)
      return home
    })
    const isShared = others.length > 0 && others.every((home) => home && home.field !== place.field)
    if (isShared && !PREFERRED.has(place.field)) shared.add(`${place.field}.${component}`)
  }
}

function isDefined(version: DraftSegment['version'], { segment, from }: Place): boolean {
  const definition = segmentDefinition(version, segment)?.fields[from]
  return definition !== undefined && definition.dataType !== null
}

interface SegmentMap {
  readonly segment: string
  readonly map: string
}

/** Maps of one segment, or of segments that fill one resource, by the type that they fill. */
function groups(): readonly (readonly SegmentMap[])[] {
  const maps = guideMapNames()
    .filter((name) => /^[A-Z][A-Z0-9]{2}\[/.test(name))
    .map((map) => ({ segment: map.slice(0, 3), map, kind: map.slice(3) }))
  const groupOf = (segment: string) => TOGETHER.find((each) => each.includes(segment)) ?? [segment]
  const grouped = Map.groupBy(maps, ({ segment, kind }) => `${groupOf(segment)[0]}${kind}`)
  return [...grouped.values()].map((list) =>
    list.toSorted((a, b) => groupOf(a.segment).indexOf(a.segment) - groupOf(b.segment).indexOf(b.segment)),
  )
}

function placesOf(segment: string, map: string): Place[] {
  const { rows } = fhirMap(map)
  const places: Place[] = []
  for (const row of rows) {
    if (row.from === 0 || row.template || row.path.length === 0) continue
    const ofType = dataTypeOf(row.mapping)
    places.push({
      segment,
      from: row.from,
      field: `${segment}-${row.from}`,
      element: row.path.map(({ name, resource }) => (resource === undefined ? name : `${name}(${resource})`)).join('.'),
      constants: `${constantsOf(rows, row)}\n${ofType.constants}\n${row.repeats.includes(true) ? row.vocabulary : ''}`,
      leaves: ofType.leaves,
      isLast: row.mapping === 'CWE[Organization]' || row.vocabulary.startsWith('OrderControlCode'),
    })
  }
  return places
}

/** A constant beside a field that only stands where a component is missing tells nothing of the others. */
function constantsOf(rows: readonly MapRow[], { from, path, condition: ownCondition }: MapRow): string {
  const isSame = (condition: MapRow['condition']) => !condition || JSON.stringify(condition) === JSON.stringify(ownCondition)
  const [first] = path
  const found = rows.filter(
    ({ template, condition, path: other, from: own }) =>
      own === from && template?.kind === 'text' && isSame(condition) && other[0]?.name === first?.name && other[0]?.label === first?.label,
  )
  return found
    .map(({ template, path: other }) => `${other.map(({ name }) => name).join('.')}=${(template as { readonly text: string }).text}`)
    .filter((text) => !/\b(?:text|display|system)=/.test(text))
    .sort()
    .join('\n')
}

/** What a data type map fills; itself for a value that is not divided. */
function dataTypeOf(mapping: string): Pick<Place, 'leaves' | 'constants'> {
  if (!guideMapNames().includes(mapping)) return { leaves: new Map([[1, ['']]]), constants: '' }
  const { rows } = fhirMap(mapping)
  const pathOf = ({ path }: MapRow) => path.map(({ name }) => name).join('.')
  const isIdentifier = mapping.includes('[Identifier')
  const constants = rows.filter(({ template, condition }) => isIdentifier && template?.kind === 'text' && !condition)
  return {
    leaves: new Map(
      [
        ...Map.groupBy(
          rows.filter(({ template }) => !template),
          ({ from }) => Math.max(from, 1),
        ),
      ].map(([from, list]) => [from, list.map(pathOf)]),
    ),
    constants: constants
      .map((row) => `${pathOf(row)}=${(row.template as { readonly text: string }).text}`)
      .filter((text) => !/\b(?:text|display|system)=/.test(text))
      .sort()
      .join('\n'),
  }
}
