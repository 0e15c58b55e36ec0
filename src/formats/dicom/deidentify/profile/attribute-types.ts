// The type of an attribute in its IOD (PS3.3), which decides what Table E.1-1 leaves open: 1 needs a value, 2 an element, 3 nothing.
import { unpackTable } from '../../dictionary/unpack-table.ts'
import { formatTagKey } from '../../tag.ts'
import { ATTRIBUTE_TYPES } from './attribute-types.generated.ts'

export type AttributeType = 1 | 2 | 3

interface TypeTable {
  /** By SOP class and tag; undefined until the SOP class is asked for. */
  readonly packed: ReadonlyMap<string, string>
  readonly nested: ReadonlyMap<string, AttributeType>
}

let table: TypeTable | undefined
const unpacked = new Map<string, ReadonlyMap<string, AttributeType>>()

/**
 * @param parent tag of the sequence around the attribute, 0 at the top of the data set
 * @returns the strictest type that the IOD has there; 1 for a SOP class that is not known, so that the file stays valid
 */
export function attributeType(sopClass: string, parent: number, tag: number): AttributeType {
  table ??= unpackTypes()
  const key = formatTagKey(tag)
  if (parent !== 0) return table.nested.get(formatTagKey(parent) + key) ?? 3
  let types = unpacked.get(sopClass)
  if (!types) {
    const packed = table.packed.get(sopClass)
    if (packed === undefined) return 1
    types = new Map(packed.split(',').map((entry) => [entry.slice(0, 8), typeOf(entry)]))
    unpacked.set(sopClass, types)
  }
  return types.get(key) ?? 3
}

function unpackTypes(): TypeTable {
  const [classes = '', nested = ''] = unpackTable(ATTRIBUTE_TYPES)
  return {
    packed: new Map(classes.split('\n').map((line) => line.split('\t') as [string, string])),
    nested: new Map(nested.split('\n').map((line) => [line.slice(0, 16), typeOf(line)])),
  }
}

function typeOf(entry: string): AttributeType {
  return Number(entry.at(-1)) as AttributeType
}
