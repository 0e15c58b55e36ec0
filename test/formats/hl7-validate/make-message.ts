// Makes messages that keep every rule, from the tables alone: the ground on which defects are planted. All values are invented.
import { codeTable } from '../../../src/formats/hl7/dictionary/code-tables.ts'
import { componentDefinitions, type FieldDefinition, segmentDefinition } from '../../../src/formats/hl7/dictionary/dictionary.ts'
import { type GroupNode, messageStructure, type SegmentNode } from '../../../src/formats/hl7/dictionary/structures.ts'
import type { Hl7Version } from '../../../src/formats/hl7/dictionary/versions.ts'

export interface MadeSegment {
  readonly id: string
  /** By position; of MSH the first two are not used. */
  readonly fields: string[]
}

export interface MadeMessage {
  readonly version: Hl7Version
  readonly structure: string
  readonly segments: MadeSegment[]
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!
}

const SIMPLE = new Set('DT DTM FT GTS ID IS NM SI SNM ST TM TN TX'.split(' '))

/** Segments whose first field counts them. */
const COUNTED = new Set('AL1 DG1 GT1 IN1 NK1 PR1'.split(' '))

/** @param optional share of optional segments, groups and fields that are there */
export function makeMessage(version: Hl7Version, structure: string, random: () => number, optional = 0.3): MadeMessage {
  const { root } = messageStructure(version, structure)!
  const segments: MadeSegment[] = []
  addParts(root, { version, random, optional, depth: 0 }, segments)
  const header = segments[0]!
  const [code = '', trigger = ''] = structure.split('_')
  header.fields[9] = ['2.1', '2.2', '2.3'].includes(version) ? `${code}^${trigger}` : `${code}^${trigger}^${structure}`
  header.fields[12] = version
  const counts = new Map<string, number>()
  for (const { id, fields } of segments) {
    counts.set(id, (counts.get(id) ?? 0) + 1)
    if (COUNTED.has(id) && fields[1]) fields[1] = String(counts.get(id))
    if (id === 'EVN' && fields[1]) fields[1] = trigger
  }
  header.fields[11] = 'P'
  delete header.fields[15]
  delete header.fields[18]
  return { version, structure, segments }
}

interface Making {
  readonly version: Hl7Version
  readonly random: () => number
  readonly optional: number
  readonly depth: number
}

function addParts(node: SegmentNode | GroupNode, making: Making, segments: MadeSegment[]): void {
  const { random, optional } = making
  if (node.kind === 'segment') {
    if (node.id.length === 3) segments.push(makeSegment(node.id, making))
    return
  }
  const inner = { ...making, depth: making.depth + 1 }
  const parts = node.kind === 'choice' ? [pick(node.of, random)] : node.of
  for (const part of parts) {
    const isThere = part.required || node.kind === 'choice' || random() < optional / (1 + making.depth)
    const count = isThere ? (part.repeats && random() < 0.4 ? 2 : 1) : 0
    for (let i = 0; i < count; i++) addParts(part, inner, segments)
  }
}

function makeSegment(id: string, making: Making): MadeSegment {
  const fields: string[] = []
  for (const field of segmentDefinition(making.version, id)?.fields ?? []) {
    if (!field || (id === 'MSH' && field.position < 3) || field.dataType === null) continue
    if (field.required || making.random() < making.optional) fields[field.position] = makeField(field, making)
  }
  if (id === 'OBX') {
    delete fields[1]
    fields[2] = 'ST'
    fields[5] = 'x'
  } else
    for (const field of segmentDefinition(making.version, id)?.fields ?? []) if (field?.dataType === 'varies') delete fields[field.position]
  return { id, fields }
}

function makeField(field: FieldDefinition, { version, random }: Pick<Making, 'version' | 'random'>): string {
  const value = makeValue(field.dataType, field.composite, field.table, version, random)
  return field.maxLength !== null && value.length > field.maxLength && !field.required ? '' : value
}

function makeValue(dataType: string | null, composite: string, table: string | null, version: Hl7Version, random: () => number): string {
  if (dataType === 'TS') return makeLeaf('TS', null, version, random)
  const definitions = dataType !== null && SIMPLE.has(dataType) ? [] : componentDefinitions(version, composite)
  if (definitions.length === 0) return makeLeaf(dataType, table, version, random)
  const last = Math.max(1, definitions.findLastIndex(({ required }) => required) + 1)
  const parts = definitions.slice(0, last).map((definition, i) => {
    if (i > 0 && !definition.required) return ''
    const own = i === 0 && definition.table === null ? table : definition.table
    return makeSubcomponents(definition.dataType, definition.composite, own, version, random)
  })
  return parts.join('^')
}

function makeSubcomponents(
  dataType: string | null,
  composite: string,
  table: string | null,
  version: Hl7Version,
  random: () => number,
): string {
  if (dataType === 'TS' || (dataType !== null && SIMPLE.has(dataType))) return makeLeaf(dataType, table, version, random)
  const definitions = componentDefinitions(version, composite)
  if (definitions.length === 0) return makeLeaf(dataType, table, version, random)
  const last = Math.max(1, definitions.findLastIndex(({ required }) => required) + 1)
  const parts = definitions.slice(0, last)
  return parts
    .map(({ dataType: type, table: own, required }, i) => (i === 0 || required ? makeLeaf(type, own, version, random) : ''))
    .join('&')
}

function makeLeaf(dataType: string | null, table: string | null, version: Hl7Version, random: () => number): string {
  const isCoded = table !== null && !['NM', 'SI', 'DT', 'TM', 'TS', 'DTM'].includes(dataType ?? '')
  const codes = !isCoded ? [] : [...(codeTable(version, table)?.codes.values() ?? [])]
  const usable = codes.filter(({ code, inVersion }) => inVersion && !/[\\^&~|#]/.test(code)).map(({ code }) => code.split('...', 1)[0]!)
  const shortest = Math.min(...usable.map((code) => code.length))
  if (usable.length > 0)
    return pick(
      usable.filter((code) => code.length === shortest),
      random,
    )
  switch (dataType) {
    case 'NM':
    case 'SI':
      return '1'
    case 'DT':
      return '20260102'
    case 'TM':
      return '0809'
    case 'TS':
    case 'DTM':
      return '202601020809'
    default:
      return 'A'
  }
}

export function writeMade({ segments }: MadeMessage): string {
  return segments
    .map(({ id, fields }) => {
      const parts = Array.from(fields, (field) => field ?? '')
      return id === 'MSH' ? `MSH|^~\\&|${parts.slice(3).join('|')}` : [id, ...parts.slice(1)].join('|')
    })
    .map((line) => `${line}\r`)
    .join('')
}
