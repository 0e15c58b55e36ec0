// The information object definitions of PS3.3 (edition 2026b): SOP class → IOD → modules → attributes with types, unpacked at the first look-up.
import { unpackTable } from '../dictionary/unpack-table.ts'
import { IODS } from './iods.generated.ts'

/** PS3.3 §A.1.3: mandatory, conditional, user optional. */
export type ModuleUsage = 'M' | 'C' | 'U'
/** PS3.5 §7.4; undefined in a table means that the module gives none. */
export type AttributeType = '1' | '1C' | '2' | '2C' | '3'

export interface IodAttribute {
  /** Of repeating groups such as 60xx the first. */
  readonly tag: number
  readonly type: AttributeType | undefined
  /** The number of the list of the attributes of its items, where the table gives them. */
  readonly items: number | undefined
}
/** By tag. */
export type AttributeList = ReadonlyMap<number, IodAttribute>

export interface ModuleUse {
  /** `general-image` */
  readonly key: string
  readonly usage: ModuleUsage
  readonly attributes: AttributeList
}

export interface Iod {
  /** `ct-image` */
  readonly key: string
  readonly modules: readonly ModuleUse[]
  /** Sequences of the functional group macros that are mandatory: each shared or in every frame (PS3.3 §C.7.6.16). */
  readonly requiredGroups: readonly number[]
  /** Those that are so where Image Type begins with ORIGINAL or MIXED. */
  readonly requiredGroupsOfOriginals: readonly number[]
  /** Those that are so unless Dimension Organization Type is TILED_FULL. */
  readonly requiredGroupsUnlessTiledFull: readonly number[]
}

interface Tables {
  readonly lists: readonly string[]
  readonly unpackedLists: (AttributeList | undefined)[]
  readonly modules: readonly { readonly key: string; readonly list: number }[]
  readonly iods: readonly string[]
  readonly unpackedIods: (Iod | undefined)[]
  readonly iodOfSopClass: ReadonlyMap<string, number>
  readonly iodNumbers: ReadonlyMap<string, number>
}

const TYPES: readonly (AttributeType | undefined)[] = ['1', '1C', '2', '2C', '3', undefined]

/** The edition of PS3.3 that the tables hold; which functional groups are mandatory is told by 2024e. */
export const IOD_EDITION = '2026b'

let tables: Tables | undefined

/** The IOD of a SOP class; undefined where PS3.4 has none for storage, or one that came after the edition. */
export function findIodOfSopClass(sopClassUid: string): Iod | undefined {
  const { iodOfSopClass } = unpack()
  const number = iodOfSopClass.get(sopClassUid)
  return number === undefined ? undefined : unpackIod(number)
}

/** The IOD of a key such as `ct-image`. */
export function findIod(key: string): Iod | undefined {
  const number = unpack().iodNumbers.get(key)
  return number === undefined ? undefined : unpackIod(number)
}

/** The attributes of the items of a sequence. */
export function attributesOf(list: number): AttributeList {
  const { lists, unpackedLists } = unpack()
  const known = unpackedLists[list]
  if (known) return known
  const attributes = new Map<number, IodAttribute>()
  for (const entry of lists[list]!.split(' ')) {
    if (entry === '') continue
    const tag = Number.parseInt(entry.slice(0, 8), 16)
    const type = TYPES[entry.charCodeAt(8) - 0x61]
    attributes.set(tag, { tag, type, items: entry.length > 9 ? Number(entry.slice(9)) : undefined })
  }
  unpackedLists[list] = attributes
  return attributes
}

function unpackIod(number: number): Iod {
  const { iods, modules, unpackedIods } = unpack()
  const known = unpackedIods[number]
  if (known) return known
  const [key = '', ...uses] = iods[number]!.split(' ')
  const iod: Iod = {
    key,
    modules: uses
      .filter((use) => !'FGH'.includes(use[0]!))
      .map((use) => {
        const module = modules[Number(use.slice(1))]!
        return { key: module.key, usage: use[0] as ModuleUsage, attributes: attributesOf(module.list) }
      }),
    requiredGroups: groupsOf(uses, 'F'),
    requiredGroupsOfOriginals: groupsOf(uses, 'G'),
    requiredGroupsUnlessTiledFull: groupsOf(uses, 'H'),
  }
  unpackedIods[number] = iod
  return iod
}

function groupsOf(uses: readonly string[], mark: 'F' | 'G' | 'H'): number[] {
  return uses.filter((use) => use[0] === mark).map((use) => Number.parseInt(use.slice(1), 16))
}

function unpack(): Tables {
  if (tables) return tables
  const [lists, modules, iods, sopClasses] = unpackTable(IODS).map((column) => column.split('\n'))
  tables = {
    lists: lists!,
    unpackedLists: new Array(lists!.length),
    modules: modules!.map((row) => {
      const [key = '', list] = row.split(' ')
      return { key, list: Number(list) }
    }),
    iods: iods!,
    unpackedIods: new Array(iods!.length),
    iodOfSopClass: new Map(
      sopClasses!.map((row) => {
        const [uid = '', iod] = row.split(' ')
        return [uid, Number(iod)]
      }),
    ),
    iodNumbers: new Map(iods!.map((row, i) => [row.slice(0, row.indexOf(' ')), i])),
  }
  return tables
}
