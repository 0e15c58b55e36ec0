// Joins the two sources of component data. One has every position, the tables and the early versions; the other has the better names but
// leaves withdrawn components of 2.7 and later out, so that it cannot be trusted with positions.
import { CAPITALS, COMPONENT_TABLES, SPELLING } from './hl7-source-corrections.ts'
import { type Dictionary, nameKey, RunBlocks, type Structures, sortedUnion, tidyName, typeName, VERSIONS } from './hl7-sources.ts'

interface Component {
  readonly columns: readonly [type: string, flags: string, table: string]
  readonly name: string
  /** True where the name is made of the other source's capitals: any other spelling of it is better. */
  readonly derived: boolean
}

/** Source data of a version that only one of the two files knows: 2.7.1 changed no composite of 2.7. */
const SAME_COMPOSITES: Readonly<Record<string, string>> = { '2.7.1': '2.7' }

/** German additions to the location of 2.2, and types that stand for themselves. */
const MAX_COMPONENTS: Readonly<Record<string, number>> = { CM_INTERNAL_LOCATION: 5 }

export function componentBlocks(dictionary: Dictionary, structures: Structures): { text: string; types: number } {
  const byVersion = VERSIONS.map((version) => structures[SAME_COMPOSITES[version] ?? version]!.components)
  const types = sortedUnion(byVersion).filter((type) => type !== 'TX_CHALLENGE')
  const blocks = new RunBlocks()
  for (const type of types) {
    const rows = VERSIONS.map((version, i) => byVersion[i]![type] && componentsOf(dictionary, structures, version, type))
    blocks.open(type)
    for (let i = 0; i < Math.max(...rows.map((components) => components?.length ?? 0)); i++) {
      const own = rows.flatMap((components) => components?.[i] ?? [])
      const spellings = [...own.filter(({ derived }) => derived), ...own.filter(({ derived }) => !derived)]
      const newest = new Map(spellings.map(({ name }) => [nameKey(name), name]))
      blocks.addPosition(
        rows.map((components) => components?.[i] && [...components[i]!.columns, newest.get(nameKey(components[i]!.name))!]),
      )
    }
  }
  return { text: blocks.text(), types: types.length }
}

function componentsOf(dictionary: Dictionary, structures: Structures, version: string, type: string): Component[] {
  const rows = structures[SAME_COMPOSITES[version] ?? version]!.components[type]!.slice(0, MAX_COMPONENTS[type])
  const named = dictionary[version]!.dataTypes[type] ?? []
  const sameLength = named.length === rows.length
  return rows.map(([name, rawType, , ownTable], i) => {
    const corrected = COMPONENT_TABLES.find(([of, id, position]) => of.includes(version) && id === type && position === i + 1)?.[3]
    const table = ownTable ?? corrected ?? reusedTable(dictionary, structures, version, type, i, name)
    const better = sameLength ? named[i] : named.find(([other]) => nameKey(other) === nameKey(name))
    const dataType = typeName(rawType)
    const columns = [dataType, better?.[2] ? 'R' : '', dataType === '' ? '' : (table?.replace(/^HL7/, '') ?? '')] as const
    return { columns, name: better ? titleCase(correct(tidyName(better[0]))) : wordsOf(name), derived: !better }
  })
}

/** The source knows the tables of components for 2.5 and 2.5.1 alone; they hold wherever the component and the table are the same. */
function reusedTable(
  dictionary: Dictionary,
  structures: Structures,
  version: string,
  type: string,
  i: number,
  name: string,
): string | null {
  const model = structures['2.5.1']!.components[type]?.[i]
  if (!model?.[3] || nameKey(model[0]) !== nameKey(name)) return null
  return dictionary[version]!.tables[model[3].replace(/^HL7/, '')] ? model[3] : null
}

/** `family name` becomes `Family Name`; words that hold a capital stay as they are. */
function titleCase(name: string): string {
  return name
    .split(' ')
    .map((word, i) =>
      i > 0 && /^(?:a|an|and|as|by|for|from|in|of|on|or|the|thereof|to)$/.test(word)
        ? word
        : word.replace(/^[a-z]/, (c) => c.toUpperCase()),
    )
    .join(' ')
}

function correct(name: string): string {
  return name
    .split(' ')
    .map((word) => SPELLING[word] ?? word)
    .join(' ')
}

/** `ID_NUMBER` becomes `ID Number`. */
function wordsOf(name: string): string {
  const words = name.split('_').map((word) => (CAPITALS.has(word) ? word : (SPELLING[word.toLowerCase()] ?? word.toLowerCase())))
  return titleCase(words.join(' ').replace(/\bs\b/g, "'s").replaceAll(" 's", "'s"))
}
