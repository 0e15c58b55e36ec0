// Application identifiers of the GS1 Barcode Syntax Dictionary: components, pairings, Digital Link keys and qualifiers.
import { unpackTable } from '../../dicom/dictionary/unpack-table.ts'
import { AI_TABLE } from './ai-table.generated.ts'

/** One part of a data field, checked on its own. */
export interface Component {
  /** N digits, X any of the 82 characters, Y of the 39, Z base64url. */
  readonly set: 'N' | 'X' | 'Y' | 'Z'
  readonly min: number
  readonly max: number
  readonly optional: boolean
  /** Names of the syntax tests. */
  readonly tests: readonly string[]
}

export interface AiEntry {
  readonly ai: string
  readonly title: string
  /** True if no separator follows, because the first two digits tell the length. */
  readonly predefined: boolean
  /** True if it may stand in the query of a Digital Link. */
  readonly isDataAttribute: boolean
  readonly components: readonly Component[]
  readonly minLength: number
  readonly maxLength: number
  /** For each rule: alternatives, each a list of AIs or patterns that must all be there. */
  readonly required: readonly (readonly (readonly string[])[])[]
  /** AIs or patterns that must not be there; n stands for any digit. */
  readonly excluded: readonly string[]
  /** For a primary key of Digital Links: alternative sequences of qualifiers. */
  readonly qualifiers: readonly (readonly string[])[] | undefined
}

interface AiTable {
  readonly entries: ReadonlyMap<string, AiEntry>
  /** Length of the identifiers that begin with two digits; they are free of prefixes. */
  readonly lengths: ReadonlyMap<string, number>
}

let table: AiTable | undefined

/** The entry of an AI. */
export function findAi(ai: string): AiEntry | undefined {
  return openTable().entries.get(ai)
}

/** The entry whose identifier stands at a place of a text. */
export function aiAt(text: string, at: number): AiEntry | undefined {
  const { entries, lengths } = openTable()
  const length = lengths.get(text.slice(at, at + 2))
  return length === undefined ? undefined : entries.get(text.slice(at, at + length))
}

/** True if an AI is the one that a pattern such as 31nn names. */
export function fitsPattern(ai: string, pattern: string): boolean {
  if (ai.length !== pattern.length) return false
  for (let i = 0; i < ai.length; i++) if (pattern[i] !== 'n' && pattern[i] !== ai[i]) return false
  return true
}

function openTable(): AiTable {
  table ??= readTable()
  return table
}

function readTable(): AiTable {
  const [ranges, flags, specifications, attributes, titles] = unpackTable(AI_TABLE).map((column) => column.split('\n'))
  const entries = new Map<string, AiEntry>()
  const lengths = new Map<string, number>()
  for (const [row, range] of ranges!.entries()) {
    const [first, last] = range.split('-')
    const shared = readRow(flags![row]!, specifications![row]!, attributes![row]!, titles![row]!)
    for (let number = Number(first); number <= Number(last ?? first); number++) {
      const ai = String(number).padStart(first!.length, '0')
      entries.set(ai, { ai, ...shared })
      lengths.set(ai.slice(0, 2), ai.length)
    }
  }
  return { entries, lengths }
}

function readRow(flags: string, specification: string, attributes: string, title: string): Omit<AiEntry, 'ai'> {
  const components = specification.split(' ').map(readComponent)
  const words = attributes === '' ? [] : attributes.split(' ')
  const values = (key: string): string[] => words.filter((word) => word.startsWith(`${key}=`)).map((word) => word.slice(key.length + 1))
  const [keyQualifiers] = values('dlpkey')
  return {
    title,
    predefined: flags.includes('*'),
    isDataAttribute: flags.includes('?'),
    components,
    minLength: components.reduce((sum, { min, optional }) => sum + (optional ? 0 : min), 0),
    maxLength: components.reduce((sum, { max }) => sum + max, 0),
    required: values('req').map((rule) => rule.split(',').map((group) => group.split('+'))),
    excluded: values('ex').flatMap((rule) => rule.split(',')),
    qualifiers: words.includes('dlpkey') ? [[]] : keyQualifiers?.split('|').map((sequence) => sequence.split(',')),
  }
}

function readComponent(text: string): Component {
  const match = /^(\[?)([NXYZ])(\.\.)?(\d+)\]?(?:,(.*))?$/.exec(text)!
  const max = Number(match[4])
  return {
    set: match[2] as Component['set'],
    min: match[3] ? 1 : max,
    max,
    optional: match[1] !== '',
    tests: match[5] === undefined ? [] : match[5].split(','),
  }
}
