// Packs the HL7 v2 tables into src/formats/hl7/dictionary/*.generated.ts: fields, components, message structures, codes.
// Usage: node build/hl7-tables.ts [sourceDir [targetDir]]; the same source files give the same bytes.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { componentBlocks } from './hl7-components.ts'
import {
  CM_FIELDS,
  CM_FIELDS_BY_NAME,
  EVENT_SLIPS,
  NOT_REQUIRED,
  REPEATING,
  SEGMENT_NAMES,
  SEGMENT_PATTERNS,
  SKIPPED_FIELDS,
  TREE_REPAIRS,
} from './hl7-source-corrections.ts'
import {
  type Dictionary,
  type FieldRow,
  letterOf,
  nameKey,
  RunBlocks,
  type StructureNode,
  type Structures,
  sortedUnion,
  tidyName,
  tidyText,
  typeName,
  VERSIONS,
} from './hl7-sources.ts'
import { packText } from './pack-table.ts'

const root = new URL('..', import.meta.url).pathname
const sourceDir = process.argv[2] ?? join(root, '../shared/data/hl7')
const targetDir = process.argv[3] ?? join(root, 'src/formats/hl7/dictionary')
/** A display that is longer is a sentence of the standard, no name. */
const MAX_DISPLAY = 80

const dictionary = readJson<Dictionary>('dictionary.json')
const structures = readJson<Structures>('structures.json')
const official =
  readJson<Record<string, { readonly title: string; readonly codes: readonly (readonly [string, string])[] }>>('tables-utg.json')
if (Object.keys(dictionary).join() !== VERSIONS.join()) throw new Error('dictionary.json holds other versions than expected')

mkdirSync(targetDir, { recursive: true })
let total = 0
packFields()
packComponents()
packStructures()
packCodes()
console.log(`all tables: ${total} bytes packed`)

function packFields(): void {
  const names = segmentNames()
  const blocks = new RunBlocks()
  const segments = sortedUnion(VERSIONS.map((version) => dictionary[version]!.segments))
  for (const segment of segments) {
    const name = names.get(segment)
    if (!name) throw new Error(`there is no name for the segment ${segment}`)
    blocks.open(`${segment}\t${name}`)
    const byVersion = VERSIONS.map((version) => fieldsOf(version, segment))
    for (let i = 0; i < Math.max(...byVersion.map((fields) => fields?.length ?? 0)); i++) {
      const rows = byVersion.map((fields) => fields?.[i])
      // Spelling differs from version to version in case and punctuation only; the newest one then stands for all.
      const newest = new Map(rows.flatMap((row) => (row ? [[nameKey(row[0]), tidyName(row[0])]] : [])))
      blocks.addPosition(rows.map((row) => row && fieldColumns(row, newest.get(nameKey(row[0]))!)))
    }
  }
  console.log(`fields: ${segments.length} segments, ${blocks.runs} runs`)
  writeTable('fields', 'FIELDS', blocks.text())
}

/** The fields of one segment, with the composites of 2.1 to 2.3 named and the reserved positions filled. */
function fieldsOf(version: string, segment: string): FieldRow[] | undefined {
  const rows = dictionary[version]!.segments[segment]
  if (!rows) return undefined
  const known = structures[version]?.components ?? {}
  const fields = rows.map((row, i): FieldRow => {
    const [name, type, required, repeats, length, table, item] = row
    if (type !== 'CM' && !(version === '2.1' && segment === 'MSH')) return row
    const byName = CM_FIELDS_BY_NAME.find(([id, start]) => id === segment && name.startsWith(start))?.[2]
    const candidates = (CM_FIELDS[`${segment}-${i + 1}`] ?? byName ?? '').split(' ')
    return [name, candidates.find((candidate) => known[candidate]) ?? type, required, repeats, length, table, item]
  })
  for (const gap of SKIPPED_FIELDS) {
    if (gap.version !== version || gap.segment !== segment) continue
    if (fields[gap.position - 1]?.[0] !== gap.nextName) throw new Error(`${segment}-${gap.position} of ${version} needs no correction`)
    fields.splice(gap.position - 1, 0, ...Array.from({ length: gap.count }, (): FieldRow => [gap.name, '', false, true, null, null, null]))
  }
  for (const [of, id, position] of NOT_REQUIRED) {
    if (of !== version || id !== segment) continue
    const [name, type, required, ...rest] = fields[position - 1]!
    if (!required) throw new Error(`${segment}-${position} of ${version} needs no correction`)
    fields[position - 1] = [name, type, false, ...rest]
  }
  for (const [of, id, position] of REPEATING) {
    if (of !== version || id !== segment) continue
    const [name, type, required, repeats, ...rest] = fields[position - 1]!
    if (repeats) throw new Error(`${segment}-${position} of ${version} needs no correction`)
    fields[position - 1] = [name, type, required, true, ...rest]
  }
  return fields
}

function fieldColumns([, type, required, repeats, length, table, item]: FieldRow, name: string): string[] {
  const flags = (required ? 'R' : '') + (repeats ? '*' : '')
  return [typeName(type), flags, table?.replace(/^HL7/, '') ?? '', length === null ? '' : String(length), item ?? '', name]
}

function segmentNames(): Map<string, string> {
  const names = new Map(Object.entries(SEGMENT_NAMES))
  for (const line of readText('v2-to-fhir/mappings/chapterdata.csv').split('\n')) {
    const match = /^Segment,[^,]*,(?:"([^"]*)"|([^",]*)),([A-Z][A-Z0-9]{2}),/.exec(line)
    if (!match) continue
    const [, quoted, plain, id] = match
    if (SEGMENT_NAMES[id!]) throw new Error(`the list of names has ${id} now`)
    names.set(
      id!,
      tidyName(quoted ?? plain!).replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    )
  }
  return names
}

function packComponents(): void {
  const { text, types } = componentBlocks(dictionary, structures)
  console.log(`components: ${types} data types`)
  writeTable('components', 'COMPONENTS', text)
}

/** Trees as `PID PD1? VISIT(PV1 PV2?)? ORDER+`, one line per change; then, after a form feed, which structure an event uses. */
function packStructures(): void {
  const lines: string[] = []
  const ids = sortedUnion(Object.values(structures).map((each) => each.structures))
  for (const id of ids) {
    lines.push(`=${id}`)
    let previous = ''
    for (const [i, version] of VERSIONS.entries()) {
      const tree = structuresOf(version)[id]
      const text = tree
        ? withPattern(tree, id)
            .map((node) => formatNode(node, id))
            .join(' ')
        : ''
      const repaired = repairTree(id, text)
      if (repaired !== previous) lines.push(letterOf(i) + repaired)
      previous = repaired
    }
  }
  const events = eventBlocks()
  console.log(`structures: ${ids.length} of all versions, ${events.runs} runs of events`)
  writeTable('structures', 'STRUCTURES', `${lines.join('\n')}\f${events.text()}`)
}

function repairTree(id: string, tree: string): string {
  const repairs = TREE_REPAIRS.filter(({ structure }) => structure.test(id))
  return repairs.reduce((text, { find, put }) => text.replace(find, put), tree)
}

function withPattern(tree: StructureNode, id: string): readonly StructureNode[] {
  const pattern = SEGMENT_PATTERNS[id]
  if (!pattern) return tree.of!
  const own = tree.of!.filter(({ group }) => group === undefined)
  const place = own.findIndex(({ segment }) => segment === pattern.after)
  if (place < 0) throw new Error(`the structure ${id} has no ${pattern.after}`)
  const any = { segment: 'ANYHL7SEGMENT', min: 1, max: -1 }
  return own.toSpliced(place + 1, 0, { group: pattern.group, kind: 'sequence', min: 0, max: 1, of: [any] })
}

/** 2.7.1 is not among the structures; its messages are those of 2.7. */
function structuresOf(version: string): Readonly<Record<string, StructureNode>> {
  return structures[version === '2.7.1' ? '2.7' : version]!.structures
}

function formatNode(node: StructureNode, structure: string): string {
  const often = node.min === 1 ? (node.max === 1 ? '' : '+') : node.max === 1 ? '?' : '*'
  if (node.segment) return node.segment + often
  const name = node.group!.toUpperCase().startsWith(`${structure.toUpperCase()}_`) ? node.group!.slice(structure.length + 1) : node.group!
  const inner = node.of!.map((child) => formatNode(child, structure)).join(' ')
  return `${name}${node.kind === 'choice' ? `<${inner}>` : `(${inner})`}${often}`
}

/** Which structure the events of a message code use where its name is not the code and the event: table 0354, 2.3.1's for what is older. */
function eventBlocks(): RunBlocks {
  const byEvent = new Map<string, string[]>()
  for (const [i, version] of VERSIONS.entries()) {
    const known = structuresOf(version)
    const own = dictionary[version]!.tables['0354']
    const list = own ?? dictionary['2.3.1']!.tables['0354']!
    for (const [structure, text] of list.codes) {
      if (!known[structure]) continue
      const code = structure.slice(0, 3)
      for (const event of eventsIn(text)) {
        const key = `${code}_${event}`
        if (key === structure || (!own && known[key])) continue
        const row = byEvent.get(key) ?? []
        row[i] ??= structure
        byEvent.set(key, row)
      }
    }
  }
  const blocks = new RunBlocks()
  for (const key of [...byEvent.keys()].sort()) {
    blocks.open(key)
    blocks.addPosition(VERSIONS.map((_, i) => (byEvent.get(key)![i] ? [byEvent.get(key)![i]!] : undefined)))
  }
  return blocks
}

function eventsIn(text: string): string[] {
  return text.split(/[,.\s]+/).flatMap((word) => {
    const range = /^([A-Z])(\d\d)-\1(\d\d)$/.exec(word)
    if (range)
      return Array.from(
        { length: Number(range[3]) - Number(range[2]) + 1 },
        (_, i) => range[1]! + String(Number(range[2]) + i).padStart(2, '0'),
      )
    const event = EVENT_SLIPS[word] ?? word
    return /^[A-Z][A-Z0-9]\d$/.test(event) ? [event] : []
  })
}

/** `=0001`, its name and the versions in which HL7 defines it; then code, versions (where they change) and display. */
function packCodes(): void {
  const lines: string[] = []
  const tables = sortedUnion([...VERSIONS.map((version) => dictionary[version]!.tables), official])
  let count = 0
  for (const table of tables) {
    const lists = VERSIONS.map((version) => dictionary[version]!.tables[table])
    const name = lists.findLast((list) => list)?.name ?? wordsOfTitle(official[table]!.title)
    lines.push(
      `=${table}\t${tidyName(name)}\t${maskOf(lists.map((list) => list?.type === 'hl7'))}\t${maskOf(lists.map((list) => list !== undefined))}`,
    )
    const displays = new Map<string, string>()
    for (const list of lists) for (const [code, display] of list?.codes ?? []) addDisplay(displays, code, display)
    for (const [code, display] of official[table]?.codes ?? []) addDisplay(displays, code, display)
    let previous = ''
    for (const [code, display] of displays) {
      const mask = maskOf(lists.map((list) => list?.codes.some(([other]) => tidyCode(other) === code) ?? false))
      lines.push(`${mask === previous ? '' : mask}\t${code}\t${display}`)
      previous = mask
      count++
    }
  }
  console.log(`codes: ${count} in ${tables.length} tables`)
  writeTable('codes', 'CODES', lines.join('\n'))
}

/** A later display replaces an earlier one unless it has to be left out. */
function addDisplay(displays: Map<string, string>, rawCode: string, rawDisplay: string): void {
  const code = tidyCode(rawCode)
  if (/^\.*$/.test(code)) return
  const display = shortDisplay(rawDisplay)
  displays.set(code, display || (displays.get(code) ?? ''))
}

/** `10 ... 19` becomes `10...19`: a range of codes. */
function tidyCode(code: string): string {
  return tidyText(code.replaceAll('\u2026', '...')).replace(/ ?\.\.\. ?/g, '...')
}

/** The name in front of an explanation; empty where none can be told apart. */
function shortDisplay(display: string): string {
  const plain = tidyText(tidyText(display).replace(/<[^>]*>.*$/, ''))
  if (plain.length <= MAX_DISPLAY) return plain
  const [first = ''] = plain.split(/ - |--|\. {1,2}|; |: /)
  return first.length <= MAX_DISPLAY ? first.trim() : ''
}

/** `administrativeSex` becomes `Administrative Sex`. */
function wordsOfTitle(title: string): string {
  return title.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

function maskOf(flags: readonly boolean[]): string {
  return flags.reduce((mask, flag, i) => mask | (flag ? 1 << i : 0), 0).toString(36)
}

function writeTable(file: string, name: string, text: string): void {
  const packed = packText(text)
  const source = [
    '// Generated by build/hl7-tables.ts: UTF-8 text, deflated, base64; read by unpack-text.ts.',
    `export const ${name} =`,
    `  '${packed}'`,
    '',
  ].join('\n')
  writeFileSync(join(targetDir, `${file}.generated.ts`), source)
  total += packed.length
  console.log(`  ${file}.generated.ts: ${text.length} characters, ${packed.length} packed`)
}

function readText(file: string): string {
  return readFileSync(join(sourceDir, file), 'utf8')
}

function readJson<T>(file: string): T {
  return JSON.parse(readText(file)) as T
}
