// What the standard says of segments, fields and components, by version. Unpacked when first asked for; a version's part when it is first used.
import { COMPONENTS } from './components.generated.ts'
import { FIELDS } from './fields.generated.ts'
import { readBlocks, readPositions, unpackText } from './unpack-text.ts'
import { HL7_VERSIONS, type Hl7Version } from './versions.ts'

export interface FieldDefinition {
  /** 1-based, as the standard counts; MSH-1 is the field separator. */
  readonly position: number
  /** `PID-5`. */
  readonly path: string
  readonly name: string
  /** As the standard names it: `CM` for every composite of that name, `varies` where another field tells; null where it is withdrawn. */
  readonly dataType: string | null
  /** Key of the components: the data type, or what a `CM` holds here. */
  readonly composite: string
  readonly required: boolean
  readonly repeats: boolean
  /** Characters, null where the version sets no limit. */
  readonly maxLength: number | null
  /** Four digits. */
  readonly table: string | null
  /** Number of the data element. */
  readonly item: string | null
}

export interface SegmentDefinition {
  readonly id: string
  readonly name: string
  /** By position; 0 is not used, a gap is undefined. */
  readonly fields: readonly (FieldDefinition | undefined)[]
}

export interface ComponentDefinition {
  /** 1-based. */
  readonly position: number
  readonly name: string
  readonly dataType: string | null
  /** Key of the subcomponents. */
  readonly composite: string
  readonly required: boolean
  readonly table: string | null
}

type Blocks = ReturnType<typeof readBlocks>
let fieldBlocks: Blocks | undefined
let componentBlocks: Blocks | undefined
const segmentsByVersion = new Map<Hl7Version, Map<string, SegmentDefinition | null>>()
const componentsByVersion = new Map<Hl7Version, Map<string, readonly ComponentDefinition[]>>()

/** True where any version defines the segment. */
export function isKnownSegment(id: string): boolean {
  fieldBlocks ??= readBlocks(unpackText(FIELDS))
  return fieldBlocks.has(id)
}

/** The identifier that the characters spell, where any version defines it: one text for all its segments, found without making another one. */
export function knownSegment(first: number, second: number, third: number): string | undefined {
  if ((first | second | third) > 0x7f) return undefined
  knownSegments ??= new Map(segmentNames().map((id) => [spell(id.charCodeAt(0), id.charCodeAt(1), id.charCodeAt(2)), id]))
  return knownSegments.get(spell(first, second, third))
}

let knownSegments: Map<number, string> | undefined

function spell(first: number, second: number, third: number): number {
  return (first << 14) | (second << 7) | third
}

/** The identifiers of all segments of all versions. */
export function segmentNames(): string[] {
  fieldBlocks ??= readBlocks(unpackText(FIELDS))
  return [...fieldBlocks.keys()]
}

/** The names of all data types that have components. */
export function compositeNames(): string[] {
  componentBlocks ??= readBlocks(unpackText(COMPONENTS))
  return [...componentBlocks.keys()].filter((name) => !name.includes('_'))
}

/** @returns undefined where the version does not define the segment; a segment of a newer or older version is not looked for. */
export function segmentDefinition(version: Hl7Version, id: string): SegmentDefinition | undefined {
  fieldBlocks ??= readBlocks(unpackText(FIELDS))
  const known = cacheOf(segmentsByVersion, version)
  const cached = known.get(id)
  if (cached !== undefined) return cached ?? undefined
  const block = fieldBlocks.get(id)
  // What no version knows is not kept: the names of such segments come from the input and have no end.
  if (!block) return undefined
  const positions = readPositions(block.body, version)
  const count = positions.findLastIndex((columns) => columns) + 1
  const fields = positions.slice(0, count).map((columns, i) => columns && readField(id, i + 1, columns))
  const definition = count > 0 ? { id, name: block.heading[0]!, fields: [undefined, ...fields] } : null
  known.set(id, definition)
  return definition ?? undefined
}

function readField(segment: string, position: number, columns: readonly string[]): FieldDefinition {
  const [type = '', flags = '', table = '', length = '', item = '', name = ''] = columns
  return {
    position,
    path: `${segment}-${position}`,
    name,
    dataType: dataTypeOf(type),
    composite: type,
    required: flags.includes('R'),
    repeats: flags.includes('*'),
    maxLength: length === '' ? null : Number(length),
    table: table || null,
    item: item || null,
  }
}

/**
 * The components of a composite, or the subcomponents where a component is one; empty for what has none.
 * @param composite a data type, or a key such as `CM_MSG` that a definition gives; a type that the version withdrew is taken from the last
 * version that had it, because OBX-2 goes on naming it
 */
export function componentDefinitions(version: Hl7Version, composite: string): readonly ComponentDefinition[] {
  componentBlocks ??= readBlocks(unpackText(COMPONENTS))
  const known = cacheOf(componentsByVersion, version)
  const cached = known.get(composite)
  if (cached) return cached
  const block = componentBlocks.get(composite)
  if (!block) return NO_COMPONENTS
  const older = HL7_VERSIONS.slice(0, HL7_VERSIONS.indexOf(version) + 1).reverse()
  const rows = older.map((each) => readPositions(block.body, each)).find((positions) => positions.some((columns) => columns)) ?? []
  const components = rows.flatMap((columns, i) => (columns ? [readComponent(i + 1, columns)] : []))
  known.set(composite, components)
  return components
}

const NO_COMPONENTS: readonly ComponentDefinition[] = []

function readComponent(position: number, columns: readonly string[]): ComponentDefinition {
  const [type = '', flags = '', table = '', name = ''] = columns
  return { position, name, dataType: dataTypeOf(type), composite: type, required: flags.includes('R'), table: table || null }
}

/** `CM_MSG` is a CM, `CQ_SIMPLE` a CQ. */
function dataTypeOf(type: string): string | null {
  const end = type.indexOf('_')
  return (end < 0 ? type : type.slice(0, end)) || null
}

/** True where the name is a data type of any version, primitive ones too: what OBX-2 may say. */
export function isDataType(name: string): boolean {
  if (PRIMITIVE_TYPES.has(name)) return true
  componentBlocks ??= readBlocks(unpackText(COMPONENTS))
  return componentBlocks.has(name) && !name.includes('_')
}

const PRIMITIVE_TYPES: ReadonlySet<string> = new Set('DT DTM FT GTS ID IS NM NUL SI SNM ST TM TN TX'.split(' '))

function cacheOf<V>(caches: Map<Hl7Version, Map<string, V>>, version: Hl7Version): Map<string, V> {
  let cache = caches.get(version)
  if (!cache) {
    cache = new Map()
    caches.set(version, cache)
  }
  return cache
}
