// The shape of the HL7 source files, and the text form in which the generated tables keep what changes from version to version.

/** The versions that the tables cover; a version is written as the letter of its place here. Keep in step with src/formats/hl7/dictionary/versions.ts. */
export const VERSIONS = ['2.1', '2.2', '2.3', '2.3.1', '2.4', '2.5', '2.5.1', '2.6', '2.7', '2.7.1', '2.8', '2.8.1', '2.8.2'] as const

export type FieldRow = readonly [
  name: string,
  type: string,
  required: boolean,
  repeats: boolean,
  length: number | null,
  table: string | null,
  item: string | null,
]
export type DictionaryComponent = readonly [name: string, type: string, required: boolean, length: number | null, table: string | null]
export type StructureComponent = readonly [name: string, type: string, required: boolean, table: string | null]

export interface CodeList {
  readonly name: string
  readonly type: 'hl7' | 'user'
  readonly codes: readonly (readonly [code: string, display: string])[]
}

export type Dictionary = Readonly<
  Record<
    string,
    {
      readonly segments: Readonly<Record<string, readonly FieldRow[]>>
      readonly dataTypes: Readonly<Record<string, readonly DictionaryComponent[]>>
      readonly tables: Readonly<Record<string, CodeList>>
    }
  >
>

export interface StructureNode {
  readonly segment?: string
  readonly group?: string
  readonly kind?: 'sequence' | 'choice'
  readonly min?: number
  readonly max?: number
  readonly of?: readonly StructureNode[]
}

export type Structures = Readonly<
  Record<
    string,
    {
      readonly structures: Readonly<Record<string, StructureNode>>
      readonly components: Readonly<Record<string, readonly StructureComponent[]>>
    }
  >
>

/**
 * Blocks of positions, each with its runs of versions: `=PID`, then a line per run (first and last version as letters, then the columns that
 * differ from the line before, `-` for an empty one), then an empty line after each position.
 */
export class RunBlocks {
  runs = 0
  readonly #lines: string[] = []

  open(heading: string): void {
    this.#lines.push(`=${heading}`)
  }

  /** @param byVersion the columns of this position, undefined where a version does not have it */
  addPosition(byVersion: readonly (readonly string[] | undefined)[]): void {
    let previous: readonly string[] = []
    for (let first = 0; first < byVersion.length; first++) {
      const columns = byVersion[first]
      if (!columns) continue
      const own = columns.join('\t')
      let last = first
      while (byVersion[last + 1]?.join('\t') === own) last++
      const changed = columns.map((value, i) => (value === previous[i] ? '' : value === '' ? '-' : value))
      this.#lines.push(letterOf(first) + letterOf(last) + changed.join('\t').trimEnd())
      this.runs++
      previous = columns
      first = last
    }
    this.#lines.push('')
  }

  text(): string {
    return this.#lines.join('\n')
  }
}

export function letterOf(version: number): string {
  return String.fromCharCode(97 + version)
}

const ENTITIES: Readonly<Record<string, string>> = { apos: "'", amp: '&', quot: '"', lt: '<', gt: '>', '#xD': ' ', '#xA': ' ' }

/** A text without character references, typographic apostrophes and runs of blanks. */
export function tidyText(text: string): string {
  return text
    .replace(/&(#?\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? characterOf(entity) ?? whole)
    .replaceAll('\u2019', "'")
    .replaceAll('\u2013', '-')
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\s\u00a0\u00c2]+/g, ' ')
    .trim()
}

/** `#39`, `#x2013`: a numeric character reference; undefined for any other. */
function characterOf(entity: string): string | undefined {
  const [, hex, decimal] = /^#(?:[xX]([0-9a-fA-F]{1,5})|([0-9]{1,6}))$/.exec(entity) ?? []
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
  return decimal === undefined ? undefined : String.fromCodePoint(Number(decimal))
}

/** The same without the signs by which a name refers to a remark. */
export function tidyName(name: string): string {
  return tidyText(name).replace(/(?: [+*])+$|(?<=Date\/Time) #$/, '')
}

/** Letters and digits in lower case: what two spellings of one name share. */
export function nameKey(name: string): string {
  return tidyName(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** The three ways of saying "as another field says" become one; a withdrawn field or component has no type. */
export function typeName(type: string): string {
  if (type === '*' || type === 'var') return 'varies'
  return type === 'NUL' || type === 'WD' ? '' : type
}

/** Keys of all, once, in the order of their code units. */
export function sortedUnion(records: readonly (object | undefined)[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record ?? {})))].sort((a, b) => (a < b ? -1 : 1))
}
