// The code tables of HL7, by version: HL7's own and those that HL7 suggests to its users.
import { CODES } from './codes.generated.ts'
import { readBlocks, unpackText } from './unpack-text.ts'
import { HL7_VERSIONS, type Hl7Version } from './versions.ts'

export interface TableCode {
  /** A single code, or a range written `10...19`. */
  readonly code: string
  /** Empty where the source has a description only. */
  readonly display: string
  /** False for a code of another version. */
  readonly inVersion: boolean
  /** For a code that no version up to the newest has: HL7 Terminology lists it for 2.9 and later. */
  readonly isNewer?: true
}

export interface CodeTable {
  /** Four digits. */
  readonly id: string
  readonly name: string
  /** hl7: HL7 defines the codes; user: HL7 suggests them; site: a site's definitions list them. */
  readonly kind: 'hl7' | 'user' | 'site'
  /** False for a table of other versions. */
  readonly inVersion: boolean
  readonly codes: ReadonlyMap<string, TableCode>
}

let blocks: ReturnType<typeof readBlocks> | undefined
const cache = new Map<string, CodeTable>()

/** @returns undefined where no version has the table */
export function codeTable(version: Hl7Version, id: string): CodeTable | undefined {
  blocks ??= readBlocks(unpackText(CODES))
  const block = blocks.get(id)
  if (!block) return undefined
  const key = `${version} ${id}`
  let table = cache.get(key)
  if (!table) {
    table = readTable(version, id, block)
    cache.set(key, table)
  }
  return table
}

function readTable(version: Hl7Version, id: string, block: { readonly heading: readonly string[]; readonly body: string }): CodeTable {
  const bit = 1 << HL7_VERSIONS.indexOf(version)
  const [name = '', definedByHl7 = '0', present = '0'] = block.heading
  const codes = new Map<string, TableCode>()
  let mask = 0
  for (const line of block.body.split('\n')) {
    const [changed = '', code = '', display = ''] = line.split('\t')
    if (changed !== '') mask = Number.parseInt(changed, 36)
    if (code !== '')
      codes.set(code, mask === 0 ? { code, display, inVersion: false, isNewer: true } : { code, display, inVersion: (mask & bit) !== 0 })
  }
  const has = (versions: string) => (Number.parseInt(versions, 36) & bit) !== 0
  return { id, name, kind: has(definedByHl7) ? 'hl7' : 'user', inVersion: has(present), codes }
}
