// Unpacks a generated HL7 table: base64 over raw deflate over UTF-8 text in blocks that begin with `=` and a key.
import { inflateSync, strFromU8 } from 'fflate'
import { HL7_VERSIONS, type Hl7Version } from './versions.ts'

/** The text of a table of this program; not for data from outside. */
export function unpackText(packed: string): string {
  const binary = atob(packed)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return strFromU8(inflateSync(bytes))
}

/** The blocks of a text by key: the heading is what stands behind the key in its line, split at tabs. */
export function readBlocks(text: string): Map<string, { readonly heading: readonly string[]; readonly body: string }> {
  const blocks = new Map<string, { heading: string[]; body: string }>()
  for (const block of text.slice(1).split('\n=')) {
    const end = block.indexOf('\n')
    const [key = '', ...heading] = (end < 0 ? block : block.slice(0, end)).split('\t')
    blocks.set(key, { heading, body: end < 0 ? '' : block.slice(end + 1) })
  }
  return blocks
}

/** The letter that stands for a version in the tables. */
export function letterOf(version: Hl7Version): string {
  return String.fromCharCode(97 + HL7_VERSIONS.indexOf(version))
}

/**
 * The columns of each position of a block in one version; undefined where the version does not have the position.
 * A line is a run of versions: first and last letter, then the columns, empty where the line before says the same and `-` where there is none.
 */
export function readPositions(body: string, version: Hl7Version): (string[] | undefined)[] {
  const letter = letterOf(version)
  const positions: (string[] | undefined)[] = []
  let columns: string[] = []
  let found: string[] | undefined
  for (const line of body.split('\n')) {
    if (line === '') {
      positions.push(found)
      columns = []
      found = undefined
      continue
    }
    const changed = line.slice(2).split('\t')
    columns = Array.from({ length: Math.max(changed.length, columns.length) }, (_, i) => readColumn(changed[i], columns[i]))
    if (line[0]! <= letter && line[1]! >= letter) found = columns
  }
  return positions
}

function readColumn(changed: string | undefined, before: string | undefined): string {
  if (changed === '-') return ''
  return changed || (before ?? '')
}
