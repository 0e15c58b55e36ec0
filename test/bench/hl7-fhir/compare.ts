// Compares hl7/to-fhir with Bundles that other converters made of the same messages: how many of their values stand in a resource of the same
// type here, and why the others do not.
// Usage: node test/bench/hl7-fhir/compare.ts messages expected [--list FILE] [--values ELEMENT]
// messages: a folder of HL7 v2 files, one message each; expected: a folder of Bundles, `name.json` or `name-expected.json` for the message
// `name.hl7`. --list writes the reason for each element with a value that is not found, by field of the message and without values.
// --values lists values that are not found in elements with that beginning (`Encounter.status`, or `*`).
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bundle, type Value, valuesOf } from './bundle-values.ts'
import { GROUPS, isFound, REASONS, type Reason, readSource, reasonOf, type Source } from './reasons.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'string' }, values: { type: 'string' } },
})
const [messageFolder, expectedFolder] = positionals
if (!messageFolder || !expectedFolder) throw new Error('usage: node test/bench/hl7-fhir/compare.ts messages expected [--list FILE]')

interface Gap {
  readonly reason: Reason
  count: number
  readonly files: Set<string>
  readonly details: Map<string, number>
}

const messages = new Map(filesIn(messageFolder, '.hl7').map((path) => [nameOf(path), path]))
const types = new Map<string, { all: number; found: number }>()
const reasons = new Map<Reason, number>()
const gaps = new Map<string, Gap>()
let files = 0

for (const path of filesIn(expectedFolder, '.json')) {
  const file = messages.get(nameOf(path))
  if (!file) continue
  const source = readSource(file)
  files++
  for (const value of valuesOf(JSON.parse(readFileSync(path, 'utf8')) as Bundle)) count(value, source, basename(path))
}
report()
if (flags.list !== undefined) writeFileSync(flags.list, listOf())

function count(value: Value, source: Source, name: string): void {
  const row = types.get(value.type) ?? { all: 0, found: 0 }
  types.set(value.type, row)
  row.all++
  if (isFound(value, source)) {
    row.found++
    return
  }
  const { reason, detail } = reasonOf(value, source)
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const key = `${reason}\t${value.element}`
  const gap = gaps.get(key) ?? { reason, count: 0, files: new Set<string>(), details: new Map<string, number>() }
  gaps.set(key, gap)
  gap.count++
  gap.files.add(name)
  if (detail !== '') gap.details.set(detail, (gap.details.get(detail) ?? 0) + 1)
  if (flags.values !== undefined && (flags.values === '*' || value.element.startsWith(flags.values)))
    console.log([name, reason, value.element, value.text, detail].join('\t'))
}

function report(): void {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`
  const all = [...types.values()].reduce((sum, row) => sum + row.all, 0)
  const found = [...types.values()].reduce((sum, row) => sum + row.found, 0)
  const of = (...names: Reason[]) => names.reduce((sum, name) => sum + (reasons.get(name) ?? 0), 0)
  const named = of('terminology')
  const made = of('invented', 'constant', 'translated')
  console.log(`${files} messages, ${all} values: ${found} in the same type (${percent(found, all)})`)
  console.log(`with those whose code or number is found under another name: ${found + named} (${percent(found + named, all)})`)
  console.log(`of the values that the messages hold: ${percent(found, all - named - made)}`)
  console.log(`\nnot found: ${all - found}, each with one cause`)
  for (const [text, names] of Object.entries(GROUPS)) console.log(`${of(...names)}\t${percent(of(...names), all)}\t${text}`)
  console.log('\nnot found, by cause: values, share of all, what it is, and the elements that have most of them')
  for (const [name, text] of Object.entries(REASONS) as [Reason, string][])
    console.log([name, of(name), percent(of(name), all), text, mostOf(name)].join('\t'))
  console.log('\ntype\tvalues\tfound')
  for (const [type, row] of [...types].sort((a, b) => b[1].all - b[1].found - (a[1].all - a[1].found)))
    console.log(`${type}\t${row.all}\t${percent(row.found, row.all)}`)
}

/** The elements that have most values of a cause. */
function mostOf(name: Reason): string {
  const own = [...gaps].filter(([, { reason }]) => reason === name).sort(([, a], [, b]) => b.count - a.count)
  return own
    .slice(0, 5)
    .map(([key, { count }]) => `${key.split('\t')[1]} ×${count}`)
    .join(', ')
}

/** One line for each reason and element: values, messages, and the fields that they are of most often. */
function listOf(): string {
  const lines = [...gaps]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, gap]) => {
      const details = [...gap.details].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      return [
        key,
        gap.count,
        gap.files.size,
        details
          .slice(0, 3)
          .map(([detail, times]) => `${detail} ×${times}`)
          .join(', '),
      ].join('\t')
    })
  return `${['reason\telement\tvalues\tmessages\tfields', ...lines].join('\n')}\n`
}

function nameOf(path: string): string {
  return basename(path).replace(/(?:-expected)?\.(?:json|hl7)$/, '')
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path, ending) : path.endsWith(ending) ? [path] : []))
}
