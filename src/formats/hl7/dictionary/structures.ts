// The structures of messages as trees of segments and groups, by version, and which structure an event uses.
import { STRUCTURES } from './structures.generated.ts'
import { letterOf, readBlocks, readPositions, unpackText } from './unpack-text.ts'
import { HL7_VERSIONS, type Hl7Version } from './versions.ts'

export interface SegmentNode {
  readonly kind: 'segment'
  readonly id: string
  readonly required: boolean
  readonly repeats: boolean
}

/** of: in order for a sequence, one of them for a choice. */
export interface GroupNode {
  readonly kind: 'sequence' | 'choice'
  /** Without the structure's own name: `PATIENT_RESULT`; empty for the structure itself. */
  readonly name: string
  readonly required: boolean
  readonly repeats: boolean
  readonly of: readonly (SegmentNode | GroupNode)[]
}

export interface MessageStructure {
  readonly id: string
  /** The version that the tree is of: the last one before the asked one where that withdrew the structure. */
  readonly version: Hl7Version
  readonly root: GroupNode
}

let trees: ReturnType<typeof readBlocks> | undefined
let events: ReturnType<typeof readBlocks> | undefined
const cache = new Map<string, MessageStructure>()
const eventCache = new Map<string, string>()

/** @returns undefined where neither the version nor an older one has the structure */
export function messageStructure(version: Hl7Version, id: string): MessageStructure | undefined {
  const block = treeBlocks().get(id)
  if (!block) return undefined
  const key = `${version} ${id}`
  let structure = cache.get(key)
  if (!structure) {
    structure = readStructure(version, id, block.body)
    if (!structure) return undefined
    cache.set(key, structure)
  }
  return structure
}

/** @returns the structure that the version lays down for a message code and an event, undefined where it knows none: ADT, A04 gives ADT_A01 */
export function structureOfEvent(version: Hl7Version, code: string, trigger: string): string | undefined {
  // An acknowledgment has one structure whatever it acknowledges.
  if (code === 'ACK') return 'ACK'
  const blocks = treeBlocks()
  const name = `${code}_${trigger}`
  const key = `${version} ${name}`
  const cached = eventCache.get(key)
  if (cached !== undefined) return cached
  const mapped = events!.get(name)
  const target = (mapped && readPositions(mapped.body, version)[0]?.[0]) || (blocks.has(name) ? name : undefined)
  // Other names come from the input and have no end.
  if (target !== undefined) eventCache.set(key, target)
  return target
}

function treeBlocks(): NonNullable<typeof trees> {
  if (!trees) {
    const [treeText = '', eventText = ''] = unpackText(STRUCTURES).split('\f')
    trees = readBlocks(treeText)
    events = readBlocks(eventText)
  }
  return trees
}

/** A block has a line for each version that changed the tree: its letter, then the tree, or nothing where the version withdrew it. */
function readStructure(version: Hl7Version, id: string, body: string): MessageStructure | undefined {
  const requested = letterOf(version)
  const lines = body.split('\n').filter((line) => line !== '' && line[0]! <= requested)
  const last = lines.findLastIndex((line) => line.length > 1)
  if (last < 0) return undefined
  const withdrawnBy = lines[last + 1]
  const used = withdrawnBy ? HL7_VERSIONS[withdrawnBy.charCodeAt(0) - 98]! : version
  return { id, version: used, root: { kind: 'sequence', name: '', required: true, repeats: false, of: readNodes(lines[last]!.slice(1)) } }
}

/** Reads `PID PD1? VISIT(PV1 PV2?)? ORDER<OBR RXO>+`. */
function readNodes(text: string): (SegmentNode | GroupNode)[] {
  const stack: (SegmentNode | GroupNode)[][] = [[]]
  const open: { readonly name: string; readonly kind: GroupNode['kind'] }[] = []
  let i = 0
  while (i < text.length) {
    const char = text[i]!
    if (char === ' ') {
      i++
      continue
    }
    if (char === ')' || char === '>') {
      const of = stack.pop()!
      stack.at(-1)!.push({ ...open.pop()!, ...readOccurrence(text[i + 1]), of })
      i += 1 + suffixLength(text[i + 1])
      continue
    }
    let end = i
    while (end < text.length && !' ()<>?*+'.includes(text[end]!)) end++
    const name = text.slice(i, end)
    const next = text[end]
    if (next === '(' || next === '<') {
      open.push({ name, kind: next === '(' ? 'sequence' : 'choice' })
      stack.push([])
      i = end + 1
    } else {
      stack.at(-1)!.push({ kind: 'segment', id: name, ...readOccurrence(next) })
      i = end + suffixLength(next)
    }
  }
  return stack[0]!
}

function readOccurrence(suffix: string | undefined): { readonly required: boolean; readonly repeats: boolean } {
  return { required: suffix !== '?' && suffix !== '*', repeats: suffix === '*' || suffix === '+' }
}

function suffixLength(suffix: string | undefined): number {
  return suffix === '?' || suffix === '*' || suffix === '+' ? 1 : 0
}
