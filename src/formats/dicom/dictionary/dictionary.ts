// The registry of data elements (PS3.6 §6 to §9), unpacked at the first look-up.
import { isPrivateTag } from '../tag.ts'
import { ELEMENTS } from './elements.generated.ts'
import { unpackTable } from './unpack-table.ts'

export interface DictionaryEntry {
  /** One VR, or alternatives such as `US or SS`. */
  readonly vr: string
  /** Value multiplicity as PS3.6 writes it: `1`, `1-n`, `2-2n`. */
  readonly vm: string
  readonly name: string
  /** Empty where the registry gives none (retired elements without a name). */
  readonly keyword: string
  readonly retired: boolean
}

interface Dictionary {
  readonly entries: ReadonlyMap<number, DictionaryEntry>
  /** Entries for ranges of tags such as (60xx,3000), by mask and masked tag. */
  readonly repeaters: readonly { readonly mask: number; readonly match: number; readonly entry: DictionaryEntry }[]
}

let dictionary: Dictionary | undefined
let tagsByKeyword: Map<string, number> | undefined

/** The entry of a standard element, those of repeating groups included; undefined where PS3.6 knows none. */
export function findElement(tag: number): DictionaryEntry | undefined {
  dictionary ??= unpackDictionary()
  const entry = dictionary.entries.get(tag)
  if (entry) return entry
  // Repeating groups such as 60xx are even ones; odd groups are private.
  if (isPrivateTag(tag)) return undefined
  for (const { mask, match, entry } of dictionary.repeaters) if ((tag & mask) >>> 0 === match) return entry
  return undefined
}

/** The tag of a keyword such as `PatientName`; undefined where there is none. Keywords of repeating groups stand for no single tag. */
export function findKeyword(keyword: string): number | undefined {
  if (!tagsByKeyword) {
    dictionary ??= unpackDictionary()
    tagsByKeyword = new Map()
    for (const [tag, entry] of dictionary.entries) if (entry.keyword) tagsByKeyword.set(entry.keyword, tag)
  }
  return tagsByKeyword.get(keyword)
}

function unpackDictionary(): Dictionary {
  const columns = unpackTable(ELEMENTS).map((column) => column.split('\n'))
  const rows = entriesOf(columns.slice(1, 6))
  const entries = new Map<number, DictionaryEntry>()
  let tag = 0
  columns[0]!.forEach((delta, i) => {
    tag += Number.parseInt(delta, 16)
    entries.set(tag, rows[i]!)
  })
  const repeaterRows = entriesOf(columns.slice(7, 12))
  const repeaters = columns[6]!.map((pattern, i) => ({
    mask: Number.parseInt(pattern.replace(/[^x]/g, 'f').replace(/x/g, '0'), 16),
    match: Number.parseInt(pattern.replace(/x/g, '0'), 16),
    entry: repeaterRows[i]!,
  }))
  return { entries, repeaters }
}

function entriesOf([vrs, vms, retired, names, keywords]: string[][]): DictionaryEntry[] {
  return names!.map((name, i) => new Entry(vrs![i]!, vms![i]!, name, retired![i] === '1', keywords![i]!))
}

/** A row whose keyword is derived only when asked for: that saves a third of the time to unpack. */
class Entry implements DictionaryEntry {
  readonly vr: string
  readonly vm: string
  readonly name: string
  readonly retired: boolean
  private packedKeyword: string

  constructor(vr: string, vm: string, name: string, retired: boolean, packedKeyword: string) {
    this.vr = vr
    this.vm = vm
    this.name = name
    this.retired = retired
    this.packedKeyword = packedKeyword
  }

  get keyword(): string {
    if (this.packedKeyword === '') this.packedKeyword = keywordOf(this.name)
    return this.packedKeyword === '-' ? '' : this.packedKeyword
  }
}

/** `Patient's Birth Date` → `PatientBirthDate`; the packed table holds the keywords that do not follow this rule. */
function keywordOf(name: string): string {
  let keyword = ''
  for (const word of name.replace(/'s\b/g, '').split(/[ -]/)) {
    const bare = word.replace(/[^A-Za-z0-9]/g, '')
    keyword += bare.slice(0, 1).toUpperCase() + bare.slice(1)
  }
  return keyword
}
