// The maps of the v2-to-FHIR guide, unpacked when first asked for, each read when it is first used.
import { readBlocks, unpackText } from '../dictionary/unpack-text.ts'
import { type Condition, parseCondition, requiresAbsence } from './condition.ts'
import { intern } from './intern.ts'
import { MAPS } from './maps.generated.ts'
import type { R4Element } from './r4-model.ts'
import { resolveTarget } from './resolve-target.ts'
import { parseTarget, type TargetPath } from './target-path.ts'
import { parseTemplate, type Template } from './template.ts'

export interface RowPath {
  readonly path: TargetPath
  /** Of each step its element, where the type at hand is the one that the map is for, and whether it may repeat. */
  readonly elements: readonly (R4Element | undefined)[]
  readonly owners: readonly string[]
  readonly repeats: readonly boolean[]
  /** The step whose element repeats with the field; -1 for none. */
  readonly repeating: number
}

/** A row of a segment or data type map. */
export interface MapRow extends RowPath {
  /** Field or component; 0 for the whole. */
  readonly from: number
  readonly condition: Condition | undefined
  readonly mapping: string
  readonly vocabulary: string
  readonly template: Template | undefined
  /** True where the row is for a field that is not valued, too. */
  readonly mayBeAbsent: boolean
  /** Type of a target that is a resource which the message has otherwise; its path ends with the reference. */
  readonly linkTo: string | undefined
  /** True for a field of OBX that each component of an Observation gets. */
  readonly isOfEach: boolean
  /** True for a row that the guide does not have. */
  readonly isOwn: boolean
  /** What a report calls a rule of the site; undefined for a row of this program. */
  readonly rule: string | undefined
}

/** A row as the tables hold it: position, condition, target, data type map, code map and assignment, with tabs between. */
export interface PackedRow {
  readonly line: string
  readonly rule?: string
}

/** Where the maps of a conversion come from. */
export interface MapSource {
  /** @param name one that a row has */
  find(name: string): FhirMap
}

export interface FhirMap {
  readonly name: string
  readonly root: string
  readonly rows: readonly MapRow[]
}

/** A row of a message map. */
export interface MessageRow {
  /** `PATIENT_RESULT/PATIENT`, or `@PID` for what follows a segment. */
  readonly place: string
  readonly condition: Condition | undefined
  /** `Observation[2]`. */
  readonly label: string
  readonly path: TargetPath
  readonly map: string
  readonly links: readonly Link[]
}

/** `Observation[2].subject=Patient[1]`, or a text for an element. */
export interface Link {
  readonly from: string
  readonly path: TargetPath
  readonly to: string
  readonly text: string | undefined
}

/** Label of the components of an Observation, of which each repetition of OBX-5 has one. */
export const EACH = 'each'
/** OBX-5. */
const OBSERVED = 5

type Blocks = ReturnType<typeof readBlocks>
let mapBlocks: Blocks | undefined
let messageBlocks: Blocks | undefined
const maps = new Map<string, FhirMap>()
const messages = new Map<string, ReadonlyMap<string, readonly MessageRow[]>>()

function unpack(): void {
  const [mapText = '', messageText = ''] = unpackText(MAPS).split('\f')
  mapBlocks = readBlocks(mapText)
  messageBlocks = readBlocks(messageText)
}

/** @param name one that a packed row has */
export function fhirMap(name: string): FhirMap {
  let map = maps.get(name)
  if (!map) {
    const { root, rows } = guideMap(name)!
    map = readMap(name, root, rows)
    maps.set(name, map)
  }
  return map
}

/** The maps of the guide and of this program alone. */
export const GUIDE_MAPS: MapSource = { find: fhirMap }

/** Type that a map fills, and its rows; undefined for a map that there is not. */
export function guideMap(name: string): { readonly root: string; readonly rows: readonly PackedRow[] } | undefined {
  if (!mapBlocks) unpack()
  const block = mapBlocks!.get(name)
  return block && { root: block.heading[0]!, rows: (block.body === '' ? [] : block.body.split('\n')).map((line) => ({ line })) }
}

/** The names of all maps. */
export function guideMapNames(): string[] {
  if (!mapBlocks) unpack()
  return [...mapBlocks!.keys()]
}

/** @throws Error where a row is none of the grammar, or R4 has no such element */
export function readMap(name: string, root: string, packed: readonly PackedRow[]): FhirMap {
  const source = name.slice(0, name.indexOf('['))
  const drafts = packed.map(({ line, rule }) => {
    const isOwn = line.startsWith('+')
    const [from = '', condition = '', target = '', mapping = '', vocabulary = '', template = ''] = (isOwn ? line.slice(1) : line).split(
      '\t',
    )
    const path = parseTarget(target)
    const resolved = resolveTarget(intern(root), path)
    const linkTo = mapping === '' && template === '' ? path.at(-1)?.resource : undefined
    return {
      from: Number(from),
      condition: condition === '' ? undefined : parseCondition(condition),
      path: linkTo === undefined ? path : path.with(-1, { ...path.at(-1)!, resource: undefined }),
      elements: resolved.elements,
      owners: resolved.owners,
      repeats: resolved.repeats,
      mapping: intern(mapping),
      vocabulary: intern(vocabulary),
      template: template === '' ? undefined : parseTemplate(template),
      linkTo,
      isOfEach: path[0]?.label === EACH && Number(from) !== OBSERVED,
      isOwn,
      rule,
    }
  })
  const rows = drafts.map((draft): MapRow => {
    const { repeats } = draft
    const carriers = drafts.filter((other) => other.from === draft.from && other.template?.kind !== 'text')
    return {
      ...draft,
      repeating: repeatingStep(draft.path, repeats, draft.template?.kind === 'text' ? carriers.map(({ path }) => path) : [draft.path]),
      mayBeAbsent: requiresAbsence(draft.condition, source, draft.from),
    }
  })
  return { name, root, rows }
}

/** The last repeating element that a row has in common with the row that takes the value over. */
function repeatingStep(path: TargetPath, repeats: readonly boolean[], carriers: readonly TargetPath[]): number {
  let best = -1
  for (const carrier of carriers) {
    const shared = path.findIndex((step, i) => carrier[i]?.name !== step.name || carrier[i].label !== step.label)
    best = Math.max(best, lastRepeating(path, repeats, shared < 0 ? path.length : shared))
  }
  return best < 0 ? repeats.indexOf(true) : best
}

/** Of an extension in an extension, the outer one repeats. */
function lastRepeating(path: TargetPath, repeats: readonly boolean[], end: number): number {
  let found = repeats.slice(0, end).lastIndexOf(true)
  while (found > 0 && path[found]!.name === 'extension' && path[found - 1]!.name === 'extension') found--
  return found
}

/** The rows of a message structure by segment; undefined where the guide has no map of it. `*` has rows for every segment that any map has. */
export function messageRows(structure: string): ReadonlyMap<string, readonly MessageRow[]> | undefined {
  const known = messages.get(structure)
  if (known) return known
  if (!messageBlocks) unpack()
  const block = messageBlocks!.get(structure)
  if (!block) return undefined
  const rows = new Map<string, MessageRow[]>()
  for (const line of block.body.split('\n')) {
    const [segment = '', place = '', , condition = '', label = '', path = '', map = '', links = ''] = line.split('\t')
    const row: MessageRow = {
      place,
      condition: condition === '' ? undefined : parseCondition(condition),
      label,
      path: path === '' ? [] : parseTarget(path),
      map,
      links: links === '' ? [] : links.split(' ').map(readLink),
    }
    rows.set(segment, [...(rows.get(segment) ?? []), row])
  }
  messages.set(structure, rows)
  return rows
}

function readLink(text: string): Link {
  const equals = text.indexOf('=')
  const [, from = '', path = ''] = /^([A-Z][A-Za-z]+(?:\[[^\]]*\])?)\.(.*)$/.exec(text.slice(0, equals))!
  const to = text.slice(equals + 1)
  const quoted = to.startsWith('"') ? to.slice(1, -1) : undefined
  return { from, path: parseTarget(path), to, text: quoted }
}
