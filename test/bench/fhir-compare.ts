// Compares hl7/to-fhir with what Microsoft's converter makes of the same messages: how many of its values stand in ours, by resource type.
// Usage: node test/bench/fhir-compare.ts [resource type to list the elements of]
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readDocument } from '../../src/formats/hl7/document.ts'
import { CodeMaps } from '../../src/formats/hl7/fhir/code-systems.ts'
import { convertDocument } from '../../src/formats/hl7/fhir/convert-document.ts'
import { readZone } from '../../src/formats/hl7/fhir/date-values.ts'

interface Count {
  total: number
  /** In a resource of the same type. */
  same: number
  /** Anywhere in the Bundle. */
  anywhere: number
}

const folder = new URL('../../../shared/corpora/hl7-fhir-expected/', import.meta.url).pathname
const detail = process.argv[2]
const settings = { zone: readZone('UTC'), systems: new Map<string, string>(), codes: new CodeMaps([]), timestamp: undefined }
const counts = new Map<string, Count>()
const missing = new Map<string, number>()
let messages = 0
let without = 0

for (const file of filesIn(join(folder, 'expected'))) {
  const input = join(folder, 'input', basename(file).replace('-expected.json', '.hl7'))
  if (!existsSync(input)) {
    without++
    continue
  }
  const document = readDocument(new Uint8Array(readFileSync(input)))
  const own = convertDocument(document, settings, { type: 'message', writes: 'upsert', ids: 'message', namespace: '' }).messages[0]!.bundle
  messages++
  const byType = new Map<string, Set<string>>()
  const all = new Set<string>()
  for (const { type, value } of leavesOf(own)) {
    byType.set(type, (byType.get(type) ?? new Set()).add(value))
    all.add(value)
  }
  for (const { type, path, value } of leavesOf(JSON.parse(readFileSync(file, 'utf8')))) {
    for (const name of [type, 'all types']) {
      const count = counts.get(name) ?? { total: 0, same: 0, anywhere: 0 }
      counts.set(name, count)
      count.total++
      if (byType.get(type)?.has(value)) count.same++
      if (all.has(value)) count.anywhere++
    }
    if (type === detail && !all.has(value)) missing.set(path, (missing.get(path) ?? 0) + 1)
  }
}

console.log(`${messages} messages; ${without} expected results without their message`)
for (const [type, { total, same, anywhere }] of [...counts].sort(([, a], [, b]) => b.total - a.total)) {
  const part = (count: number) => `${((100 * count) / total).toFixed(1)} %`
  console.log(`${type.padEnd(24)} ${String(total).padStart(6)} values, ${part(same)} in the same type, ${part(anywhere)} in the Bundle`)
}
for (const [path, count] of [...missing].sort(([, a], [, b]) => b - a).slice(0, 30)) console.log(`  ${path}: ${count}`)

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('-expected.json'))
    .map((name) => join(path, name))
}

/** Values of all resources but ids, references, the text for readers and what the converters say of themselves. */
function leavesOf(bundle: unknown): { type: string; path: string; value: string }[] {
  const leaves: { type: string; path: string; value: string }[] = []
  const walk = (type: string, path: string, json: unknown): void => {
    if (Array.isArray(json)) for (const each of json) walk(type, path, each)
    else if (typeof json === 'object' && json !== null) {
      for (const [name, each] of Object.entries(json)) {
        if (!['id', 'reference', 'meta', 'text', 'div', 'resourceType'].includes(name)) walk(type, `${path}.${name}`, each)
      }
    } else leaves.push({ type, path, value: plainValue(json) })
  }
  const { entry = [] } = bundle as { entry?: { resource: { resourceType: string } }[] }
  for (const { resource } of entry) walk(resource.resourceType, resource.resourceType, resource)
  return leaves
}

/** Times alike however their offset and fraction are written; texts alike in upper and lower case. */
function plainValue(value: unknown): string {
  const text = String(value)
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return new Date(text).toISOString()
  return text.toLowerCase()
}
