// Private elements of known manufacturers by the creator of their block (PS3.5 §7.8.1), unpacked at the first look-up.
import { formatTagKey } from '../tag.ts'
import { PRIVATE_ELEMENTS } from './private-elements.generated.ts'
import { unpackTable } from './unpack-table.ts'

export interface PrivateEntry {
  /** One VR, or alternatives such as `US or SS`. */
  readonly vr: string
  readonly vm: string
  readonly name: string
}

let packedBlocks: Map<string, string> | undefined
const blocks = new Map<string, Map<string, PrivateEntry>>()

/** The entry of a private element whose block belongs to the creator; undefined where it is not known. */
export function findPrivateElement(creator: string, tag: number): PrivateEntry | undefined {
  const block = blockOf(creator)
  if (!block) return undefined
  // The registry writes the block as xx, names a few elements with a fixed block, and a few by half a group.
  const key = formatTagKey(tag)
  return block.get(`${key.slice(0, 4)}xx${key.slice(6)}`) ?? block.get(key) ?? block.get(`${key.slice(0, 2)}xxxx${key.slice(6)}`)
}

function blockOf(creator: string): Map<string, PrivateEntry> | undefined {
  let block = blocks.get(creator)
  if (block) return block
  packedBlocks ??= unpackBlocks()
  const packed = packedBlocks.get(creator)
  if (packed === undefined) return undefined
  block = new Map()
  for (const line of packed.split('\n')) {
    const [key, vr, vm, name] = line.split('\t')
    block.set(key!, { vr: vr!, vm: vm!, name: name! })
  }
  blocks.set(creator, block)
  return block
}

function unpackBlocks(): Map<string, string> {
  const [creators, packed] = unpackTable(PRIVATE_ELEMENTS).map((column) => column.split('\v'))
  return new Map(creators!.map((creator, i) => [creator, packed![i]!]))
}
