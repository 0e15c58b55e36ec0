// Packs the DICOM registries into src/formats/dicom/dictionary/*.generated.ts: elements, private elements, UIDs.
// Usage: node build/dicom-tables.ts [sourceDir [targetDir]]; the same source files give the same bytes.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { byCodeUnit, writeTable } from './pack-table.ts'

const root = new URL('..', import.meta.url).pathname
const sourceDir = process.argv[2] ?? join(root, '../shared/data/dicom')
const targetDir = process.argv[3] ?? join(root, 'src/formats/dicom/dictionary')
const MAKER = 'build/dicom-tables.ts'

type ElementRow = readonly [vr: string, vm: string, name: string, retired: string, keyword: string]
interface ElementSource {
  readonly elements: Record<string, ElementRow>
  readonly repeaters: Record<string, ElementRow>
}

mkdirSync(targetDir, { recursive: true })
packElements()
packPrivateElements()
packUids()

function packElements(): void {
  const { elements, repeaters } = readJson<ElementSource>('elements.json')
  const rows = new Map(Object.entries(elements).map(([tag, row]) => [Number.parseInt(tag, 16), row]))
  const before = rows.size
  for (const [tag, row] of readDcmtkDictionary()) if (!rows.has(tag) && !fitsRepeater(tag, repeaters)) rows.set(tag, row)
  console.log(
    `elements: ${before} from elements.json, ${rows.size - before} more from dcmtk-dicom.dic, ${Object.keys(repeaters).length} repeaters`,
  )

  let previous = 0
  const sorted = [...rows].sort(([a], [b]) => a - b)
  const tags = sorted.map(([tag]) => {
    const delta = tag - previous
    previous = tag
    return delta.toString(16)
  })
  const patterns = Object.entries(repeaters).map(([pattern, row]) => [pattern.toUpperCase().replaceAll('X', 'x'), row] as const)
  writeTable(
    targetDir,
    'elements',
    'ELEMENTS',
    [
      tags,
      ...elementColumns(sorted.map(([, row]) => row)),
      patterns.map(([pattern]) => pattern),
      ...elementColumns(patterns.map(([, row]) => row)),
    ],
    { maker: MAKER },
  )
}

function elementColumns(rows: readonly ElementRow[]): string[][] {
  return [
    rows.map(([vr]) => vr),
    rows.map(([, vm]) => vm),
    rows.map(([, , , retired]) => (retired ? '1' : '')),
    rows.map(([, , name]) => name),
    rows.map(([, , name, , keyword]) => (keyword === keywordOf(name) ? '' : keyword || '-')),
  ]
}

/** The keyword that the dictionary reader derives from a name; keep in step with src/formats/dicom/dictionary/dictionary.ts. */
function keywordOf(name: string): string {
  return name
    .replace(/'s\b/g, '')
    .split(/[ -]/)
    .map((word) => word.replace(/[^A-Za-z0-9]/g, ''))
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}

/** Standard single tags of dcmtk's dictionary, whose names are keywords: `PatientName` becomes the name `Patient Name`. */
function* readDcmtkDictionary(): Generator<[number, ElementRow]> {
  const vrNames: Record<string, string> = { ox: 'OB or OW', xs: 'US or SS', lt: 'US or OW', up: 'UL', na: 'NONE' }
  for (const line of readText('dcmtk-dicom.dic').split('\n')) {
    const [tag = '', vr = '', keyword = '', vm = '', version = ''] = line.trimEnd().split('\t')
    const match = /^\(([0-9A-Fa-f]{4}),([0-9A-Fa-f]{4})\)$/.exec(tag)
    if (!match || !version.startsWith('DICOM')) continue
    const name = keyword.replace(/^RETIRED_/, '')
    const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    yield [Number.parseInt(match[1]! + match[2]!, 16), [vrNames[vr] ?? vr, vm, words, version.endsWith('/retired') ? 'Retired' : '', name]]
  }
}

function fitsRepeater(tag: number, repeaters: Record<string, ElementRow>): boolean {
  const text = tag.toString(16).padStart(8, '0').toUpperCase()
  return Object.keys(repeaters).some((pattern) => [...pattern].every((char, i) => char === 'x' || char === text[i]))
}

function packPrivateElements(): void {
  const source = readJson<Record<string, Record<string, readonly [string, string, string, string]>>>('private-elements.json')
  const creators = Object.keys(source).sort(byCodeUnit)
  let count = 0
  const blocks = creators.map((creator) => {
    const rows = Object.entries(source[creator]!).sort(([a], [b]) => byCodeUnit(a, b))
    count += rows.length
    return rows.map(([tag, [vr, vm, name]]) => `${tag}\t${vr === 'OB_OW' ? 'OB or OW' : vr}\t${vm}\t${name}`).join('\n')
  })
  console.log(`private elements: ${count} of ${creators.length} creators`)
  writeTable(targetDir, 'private-elements', 'PRIVATE_ELEMENTS', [creators, blocks], { maker: MAKER, rowSeparator: '\v' })
}

function packUids(): void {
  const source =
    readJson<Record<string, readonly [name: string, type: string, info: string, retired: string, keyword: string]>>('uids.json')
  const rows = Object.entries(source).filter(([, [name]]) => name !== '')
  rows.sort(([a], [b]) => byCodeUnit(a, b))
  console.log(`uids: ${rows.length}`)
  writeTable(
    targetDir,
    'uids',
    'UIDS',
    [
      rows.map(([uid]) => uid),
      rows.map(([, [name]]) => name),
      rows.map(([, [, type]]) => type),
      rows.map(([, [, , , retired]]) => (retired ? '1' : '')),
    ],
    { maker: MAKER },
  )
}

function readText(file: string): string {
  return readFileSync(join(sourceDir, file), 'utf8')
}

function readJson<T>(file: string): T {
  return JSON.parse(readText(file)) as T
}
