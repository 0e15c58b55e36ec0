// Packs the information object definitions (PS3.3) into src/formats/dicom/iod/iods.generated.ts: SOP classes, modules, attribute types.
// Usage: node build/dicom-iods.ts [sourceDir [targetDir]]; the same source files give the same bytes.
// module_attribute_map.json is the one of the highdicom wheel (folder _standard); it is found under that name or with the prefix highdicom_.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findKeyword } from '../src/formats/dicom/dictionary/dictionary.ts'
import { formatTagKey } from '../src/formats/dicom/tag.ts'
import { byCodeUnit, writeTable } from './pack-table.ts'

const root = new URL('..', import.meta.url).pathname
const sourceDir = process.argv[2] ?? join(root, '../shared/data/dicom')
const targetDir = process.argv[3] ?? join(root, 'src/formats/dicom/iod')

interface AttributeRow {
  readonly keyword: string
  /** `None` where the table gives no type. */
  readonly type: '1' | '1C' | '2' | '2C' | '3' | 'None'
  readonly path: readonly string[]
}
interface MacroRow {
  readonly ciodId: string
  readonly macroId: string
  readonly usage: string
  readonly conditionalStatement: string | null
}
interface ModuleRow {
  readonly key: string
  readonly usage: string
}

/** An attribute of a module or of an item, with the attributes of its own items. */
interface AttributeNode {
  readonly tag: number
  readonly type: AttributeRow['type']
  readonly children: Map<number, AttributeNode>
}

/** Keywords of the source that are not those of PS3.6. */
const RENAMED: Readonly<Record<string, string>> = {
  AnalogFilterType: 'AnalogFilterTypeCodeSequence',
  SummarizedFilterLookupTable: 'SummarizedFilterLookupTableSequence',
}

/** One letter a type, in keeping with src/formats/dicom/iod/iod-table.ts. */
const TYPE_LETTERS = { 1: 'a', '1C': 'b', 2: 'c', '2C': 'd', 3: 'e', None: 'f' } as const

const groups = new Map<string, number>()
const attributes = readJson<Record<string, readonly AttributeRow[]>>('module_attribute_map.json')
const iods = readJson<Record<string, readonly ModuleRow[]>>('iod_module_map.json')
/** Keywords of repeating groups by the tag of the first, such as (6000,0010). */
const repeaters = new Map(
  Object.entries(readJson<{ repeaters: Record<string, string[]> }>('elements.json').repeaters).map(([pattern, row]) => [
    row[4]!,
    Number.parseInt(pattern.replaceAll('x', '0'), 16),
  ]),
)
/** Functional group macros by IOD (edition 2024e). */
const macros = readJson<readonly MacroRow[]>('ciod_to_func_group_macros.json')
/** The condition of most macros that have one. */
const OF_ORIGINALS = /^Required if Image Type \(0008,0008\) Value 1 is ORIGINAL or MIXED\b(?! and)/
const UNLESS_TILED_FULL = /^Required if Dimension Organization Type \(0020,9311\) is not TILED_FULL\b(?! and)/
const FRAME_SEQUENCES = new Set(['SharedFunctionalGroupsSequence', 'PerFrameFunctionalGroupsSequence'])
/** Macros whose sequence has another name. */
const MACRO_SEQUENCES: Readonly<Record<string, string>> = {
  'plane-position-patient': 'planepositionsequence',
  'plane-orientation-patient': 'planeorientationsequence',
  'ct-pixel-value-transformation': 'pixelvaluetransformationsequence',
  'identity-pixel-value-transformation': 'pixelvaluetransformationsequence',
  'frame-voi-lut-with-lut': 'framevoilutsequence',
  segmentation: 'segmentidentificationsequence',
}
const sopClasses = readJson<Record<string, string>>('sop_class_iod_map.json')

packIods()

function packIods(): void {
  // PS3.3 names a few modules whose attributes the source lacks: their lists are empty.
  const modules = [...new Set([...Object.keys(attributes), ...Object.values(iods).flatMap((rows) => rows.map(({ key }) => key))])].sort(
    byCodeUnit,
  )
  console.log('without attributes:', modules.filter((key) => !attributes[key]).join(', '))
  const moduleRows = modules.map((key) => `${key} ${packGroup(treeOf(key, attributes[key] ?? []))}`)
  const iodKeys = Object.keys(iods).sort(byCodeUnit)
  const iodRows = iodKeys.map((key) => [key, ...usagesOf(iods[key]!, modules), ...requiredGroupsOf(key)].join(' '))
  const sopRows = Object.keys(sopClasses)
    .sort(byCodeUnit)
    .map((uid) => `${uid} ${iodKeys.indexOf(sopClasses[uid]!)}`)
  mkdirSync(targetDir, { recursive: true })
  console.log(`IODs: ${iodRows.length} of ${sopRows.length} SOP classes, ${moduleRows.length} modules, ${groups.size} lists of attributes`)
  writeTable(targetDir, 'iods', 'IODS', [[...groups.keys()], moduleRows, iodRows, sopRows], { maker: 'build/dicom-iods.ts' })
}

/** `F00289110`: the sequence of a functional group macro that the IOD makes mandatory; with G, of original and mixed images; with H, unless tiled in full. */
function requiredGroupsOf(iod: string): string[] {
  const sequences = new Map<string, string>()
  for (const { key } of iods[iod]!) {
    for (const { keyword, path } of attributes[key] ?? []) {
      if (path.length === 1 && FRAME_SEQUENCES.has(path[0]!)) sequences.set(keyword.toLowerCase(), keyword)
    }
  }
  const marks = macros
    .filter(({ ciodId }) => ciodId === iod)
    .flatMap(({ macroId, usage, conditionalStatement }) => {
      const condition = conditionalStatement ?? ''
      const mark = usage === 'M' ? 'F' : OF_ORIGINALS.test(condition) ? 'G' : UNLESS_TILED_FULL.test(condition) ? 'H' : undefined
      const keyword = sequences.get(MACRO_SEQUENCES[macroId] ?? `${macroId.replaceAll('-', '')}sequence`)
      return mark && keyword ? [`${mark}${formatTagKey(tagOf(keyword))}`] : []
    })
  return [...new Set(marks)].sort(byCodeUnit)
}

/** `M12`: usage and number of the module. A module that an IOD names twice stands once, by its first usage. */
function usagesOf(rows: readonly ModuleRow[], modules: readonly string[]): string[] {
  const usages = new Map<number, string>()
  for (const { key, usage } of rows) {
    const index = modules.indexOf(key)
    if (!usages.has(index)) usages.set(index, `${usage}${index}`)
  }
  return [...usages.values()]
}

/** Rows name their sequences by path; a row whose sequence the table does not list is an error of the source. */
function treeOf(module: string, rows: readonly AttributeRow[]): Map<number, AttributeNode> {
  const top = new Map<number, AttributeNode>()
  for (const { keyword, type, path } of rows) {
    let level = top
    for (const step of path) {
      const sequence = level.get(tagOf(step))
      if (!sequence) throw new Error(`${module}: ${path.join('.')} has no row of its own`)
      level = sequence.children
    }
    const tag = tagOf(keyword)
    const known = level.get(tag)
    if (!known) level.set(tag, { tag, type, children: new Map() })
    else if (known.type !== type) level.set(tag, { ...known, type: strictest(known.type, type) })
  }
  return top
}

function strictest(a: AttributeRow['type'], b: AttributeRow['type']): AttributeRow['type'] {
  return TYPE_LETTERS[a] < TYPE_LETTERS[b] ? a : b
}

function tagOf(keyword: string): number {
  const tag = findKeyword(RENAMED[keyword] ?? keyword) ?? repeaters.get(keyword)
  if (tag === undefined) throw new Error(`unknown keyword ${keyword}`)
  return tag
}

/** The number of a list of attributes; equal lists, such as those of a macro in many modules, are one. */
function packGroup(nodes: ReadonlyMap<number, AttributeNode>): number {
  const text = [...nodes.values()]
    .sort((a, b) => a.tag - b.tag)
    .map(({ tag, type, children }) => `${formatTagKey(tag)}${TYPE_LETTERS[type]}${children.size > 0 ? packGroup(children) : ''}`)
    .join(' ')
  const known = groups.get(text)
  if (known !== undefined) return known
  groups.set(text, groups.size)
  return groups.size - 1
}

function readJson<T>(file: string): T {
  const path = [`highdicom_${file}`, file].map((name) => join(sourceDir, name)).find((candidate) => existsSync(candidate))
  if (!path) throw new Error(`no ${file} in ${sourceDir}`)
  return JSON.parse(readFileSync(path, 'utf8')) as T
}
