// Checks what the schema of local definitions cannot say: that nothing is defined twice, that every name leads somewhere, and that no data type
// holds itself.
import type { ProblemItem } from '../../../core/problem.ts'
import { STANDARD } from '../dictionary/standard.ts'
import type { GroupNode } from '../dictionary/structures.ts'
import { HL7_VERSIONS } from '../dictionary/versions.ts'
import type { Hl7Definitions, LocalPlace, LocalStructure } from './definitions-schema.ts'

type Report = (pointer: string, code: string, detail: string) => void

/** @param pointer JSON pointer of the definitions in the request. @returns what is wrong, in order; empty for nothing */
export function checkDefinitions(definitions: Hl7Definitions, pointer: string): ProblemItem[] {
  const items: ProblemItem[] = []
  const report: Report = (at, code, detail) => items.push({ pointer: `${pointer}/${at}`, code, detail })
  checkNames(definitions, report)
  checkTypes(definitions, report)
  checkTables(definitions, report)
  checkStructures(definitions, report)
  return items
}

function checkNames({ segments, dataTypes, tables, structures, events }: Hl7Definitions, report: Report): void {
  checkTwice(segments, 'segments', ({ id }) => id, 'id', report)
  checkTwice(dataTypes, 'dataTypes', ({ name }) => name, 'name', report)
  checkTwice(tables, 'tables', ({ id }) => id, 'id', report)
  checkTwice(structures, 'structures', ({ id }) => id, 'id', report)
  checkTwice(events, 'events', ({ code, trigger }) => `${code}^${trigger}`, 'trigger', report)
  for (const [i, { id, fields }] of segments.entries()) {
    checkTwice(fields, `segments/${i}/fields`, ({ position }) => String(position), 'position', report)
    if (!HEADERS.has(id)) continue
    for (const [j, { position }] of fields.entries()) {
      if (position <= 2) report(`segments/${i}/fields/${j}/position`, 'invalid_value', 'the delimiters of a header cannot be defined')
    }
  }
  for (const [i, { components }] of dataTypes.entries())
    checkTwice(components, `dataTypes/${i}/components`, ({ position }) => String(position), 'position', report)
  for (const [i, { codes }] of tables.entries()) checkTwice(codes, `tables/${i}/codes`, ({ code }) => code, 'code', report)
}

const HEADERS: ReadonlySet<string> = new Set(['MSH', 'FHS', 'BHS'])

function checkTwice<T>(list: readonly T[], at: string, keyOf: (each: T) => string, member: string, report: Report): void {
  const seen = new Set<string>()
  for (const [i, each] of list.entries()) {
    const key = keyOf(each)
    if (seen.has(key)) report(`${at}/${i}/${member}`, 'duplicate', 'is defined twice')
    seen.add(key)
  }
}

function checkTypes({ segments, dataTypes }: Hl7Definitions, report: Report): void {
  const isSegment = segmentTest(segments)
  const own = new Map(dataTypes.map((each, i) => [each.name, i]))
  const isKnown = (name: string) => own.has(name) || STANDARD.isDataType(name)
  const detail = 'expected a data type of HL7 or of these definitions'
  for (const [i, { fields }] of segments.entries()) {
    for (const [j, { dataType }] of fields.entries())
      if (!isKnown(dataType)) report(`segments/${i}/fields/${j}/dataType`, 'invalid_value', detail)
  }
  for (const [i, { name, components }] of dataTypes.entries()) {
    if (isSegment(name)) report(`dataTypes/${i}/name`, 'invalid_value', 'a segment has this name')
    if (PRIMITIVES.has(name)) report(`dataTypes/${i}/name`, 'invalid_value', 'a data type without components cannot have any')
    for (const [j, { dataType }] of components.entries())
      if (!isKnown(dataType)) report(`dataTypes/${i}/components/${j}/dataType`, 'invalid_value', detail)
  }
  for (const [i, j] of findCycles(dataTypes, own))
    report(`dataTypes/${i}/components/${j}/dataType`, 'invalid_value', 'a data type holds itself')
}

/** Data types that have no parts in any version. */
const PRIMITIVES: ReadonlySet<string> = new Set('DT DTM FT GTS ID IS NM NUL SI SNM ST TM TN TX'.split(' '))

/**
 * The components by which a data type leads back to itself, as [data type, component]. A type of HL7 leads to what its versions say of it, so
 * that a site cannot close a circle through it either.
 */
function findCycles(dataTypes: Hl7Definitions['dataTypes'], own: ReadonlyMap<string, number>): [number, number][] {
  const found: [number, number][] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (name: string): boolean => {
    if (state.get(name) === 'open') return true
    if (state.get(name) === 'done') return false
    state.set(name, 'open')
    let closes = false
    const place = own.get(name)
    for (const [j, { dataType }] of (place === undefined ? [] : dataTypes[place]!.components).entries()) {
      if (!visit(dataType)) continue
      found.push([place!, j])
    }
    for (const type of standardParts(name)) if (visit(type)) closes = true
    state.set(name, 'done')
    return closes
  }
  for (const { name } of dataTypes) visit(name)
  return found
}

function standardParts(name: string): Set<string> {
  return new Set(HL7_VERSIONS.flatMap((version) => STANDARD.components(version, name).flatMap(({ dataType }) => dataType ?? [])))
}

function checkTables({ segments, dataTypes, tables }: Hl7Definitions, report: Report): void {
  const own = new Set(tables.map(({ id }) => id))
  const newest = HL7_VERSIONS.at(-1)!
  const check = (table: string | undefined, at: string) => {
    if (table === undefined || own.has(table) || STANDARD.table(newest, table)) return
    report(`${at}/table`, 'invalid_value', 'expected a table of HL7 or of these definitions')
  }
  for (const [i, { fields }] of segments.entries()) for (const [j, { table }] of fields.entries()) check(table, `segments/${i}/fields/${j}`)
  for (const [i, { components }] of dataTypes.entries())
    for (const [j, { table }] of components.entries()) check(table, `dataTypes/${i}/components/${j}`)
}

function checkStructures({ segments, structures, events }: Hl7Definitions, report: Report): void {
  const isSegment = segmentTest(segments)
  for (const [i, { structure }] of events.entries())
    if (rootsOf(structure).length === 0) report(`events/${i}/structure`, 'invalid_value', 'expected a message structure of HL7')
  for (const [i, { id, segments: places }] of structures.entries()) {
    const roots = rootsOf(id)
    if (roots.length === 0) report(`structures/${i}/id`, 'invalid_value', 'expected a message structure of HL7')
    for (const [j, place] of places.entries()) {
      const at = `structures/${i}/segments/${j}`
      if (!isSegment(place.segment)) report(`${at}/segment`, 'invalid_value', 'expected a segment of HL7 or of these definitions')
      if ((place.after === undefined) === (place.before === undefined)) report(at, 'invalid_value', 'expected either after or before')
      else if (roots.length > 0 && !hasPlace(roots, place, places.slice(0, j)))
        report(`${at}/${place.after === undefined ? 'before' : 'after'}`, 'invalid_value', 'no version of the structure has this place')
    }
  }
}

/** Whether HL7 or the site has a segment of a name. */
function segmentTest(segments: Hl7Definitions['segments']): (id: string) => boolean {
  const own = new Set(segments.map(({ id }) => id))
  return (id) => own.has(id) || HL7_VERSIONS.some((version) => STANDARD.segment(version, id))
}

function rootsOf(id: string): GroupNode[] {
  return HL7_VERSIONS.flatMap((version) => STANDARD.structure(version, id)?.root ?? [])
}

/** Whether a version has the anchor, or an earlier local segment is the anchor. */
function hasPlace(roots: readonly GroupNode[], place: LocalPlace, earlier: LocalStructure['segments']): boolean {
  const anchor = place.after ?? place.before
  if (earlier.some(({ segment }) => segment === anchor)) return true
  return roots.some((root) => hasAnchor(root, anchor!, place.group))
}

function hasAnchor(group: GroupNode, anchor: string, name: string | undefined): boolean {
  const isHere = name === undefined || group.name === name
  return group.of.some((node) => {
    if (isHere && (node.kind === 'segment' ? node.id : node.name) === anchor) return true
    return node.kind !== 'segment' && hasAnchor(node, anchor, name)
  })
}
