// De-identifies every document of CDA in a folder, and looks for what data/cda-parse reads of its persons in the result:
//   node test/bench/cda/cda-deidentify.ts FOLDER [--policy pseudonymize] [--list]
// Counts survivors by kind, documents whose sections, entries, references, issues or unmapped paths changed, and the speed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { ASSUMED_PREFIXES } from '../../../src/formats/cda/namespaces.ts'
import type { XmlElement } from '../../../src/formats/xml/node.ts'
import { readXml } from '../../../src/formats/xml/read-xml.ts'
import { dataCdaParse } from '../../../src/tools/data/cda-parse.ts'
import { phiDeidentifyCda } from '../../../src/tools/phi/deidentify-cda.ts'

interface Parsed {
  readonly counts: object
  readonly references: { readonly total: number; readonly resolved: number }
  readonly unmapped: readonly object[]
  readonly issues: readonly { readonly code: string; readonly path: string }[]
}

interface Cleaned {
  readonly document: string
  readonly content: Uint8Array
  readonly changes: readonly object[]
  readonly residual: readonly { readonly path: string; readonly line: number }[]
}

const PARTS: Readonly<Record<string, string>> = {
  given: 'name',
  family: 'name',
  streetAddressLine: 'address',
  city: 'address',
  postalCode: 'address',
}
const PERSONS = new Set(['patient', 'guardianPerson', 'assignedPerson', 'relatedPerson', 'associatedPerson', 'informationRecipient'])

/** Names, numbers, addresses and telephones of all elements, by kind. */
function valuesOf(root: XmlElement): Map<string, string> {
  const values = new Map<string, string>()
  const add = (kind: string, text: string) => {
    const value = text.replace(/\s+/g, ' ').trim()
    if (value.replace(/[^\p{L}\p{N}]/gu, '').length >= 4) values.set(value, kind)
  }
  const walk = (element: XmlElement) => {
    const text = element.children.map((child) => (child.kind === 'text' ? child.value : '')).join('')
    const kind = PARTS[element.local]
    if (kind) add(kind, text)
    if (element.local === 'name' && PERSONS.has(element.parent?.local ?? '')) add('name', text)
    for (const { local, value } of element.attributes) {
      if (local === 'extension' && element.local === 'id') add('id', value)
      if (local === 'value' && element.local === 'telecom') add('contact', value.replace(/^[a-z]+:/, ''))
      if (local === 'value' && element.local === 'birthTime' && value.length >= 8) add('birth', value.slice(0, 8))
    }
    for (const child of element.children) if (child.kind === 'element') walk(child)
  }
  walk(root)
  return values
}

/** All values of the result, each in a line, without the text of markup. */
function textOf(root: XmlElement): string {
  const parts: string[] = []
  const walk = (element: XmlElement) => {
    for (const { name, value } of element.attributes) if (!name.startsWith('xmlns')) parts.push(value, '\n')
    for (const child of element.children) {
      if (child.kind === 'text') parts.push(child.value)
      else if (child.kind === 'element') walk(child)
      else parts.push(child.value)
    }
    parts.push('\n')
  }
  walk(root)
  return parts.join('')
}

function isIn(text: string, value: string): boolean {
  const pattern = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').test(text)
}

const shape = (parsed: Parsed) => ({
  counts: { ...parsed.counts, issues: undefined },
  references: [parsed.references.total, parsed.references.resolved],
  unmapped: parsed.unmapped,
  issues: parsed.issues.map(({ code, path }) => `${code} ${path}`),
})

const [folder = '', ...flags] = process.argv.slice(2)
const policy = flags.includes('--policy') ? flags[flags.indexOf('--policy') + 1] : 'safe-harbor'
const key = policy === 'pseudonymize' ? { key: 'a key of sixteen characters' } : {}
const lists = flags.includes('--list')
const totals = { files: 0, refused: 0, cda: 0, bytes: 0, ms: 0, changed: 0, residual: 0 }
const survivors = new Map<string, [number, number]>()
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!/\.(?:xml|cda)$/i.test(name)) continue
  totals.files++
  const source = readFileSync(join(folder, name))
  let before: Parsed
  try {
    before = runTool(dataCdaParse, { document: source }, {}) as unknown as Parsed
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    totals.refused++
    continue
  }
  totals.cda++
  totals.bytes += source.length
  const values = valuesOf(readXml(source, { assumedPrefixes: ASSUMED_PREFIXES }).root)
  const start = performance.now()
  const cleaned = runTool(phiDeidentifyCda, { document: source }, { policy, ...key }) as unknown as Cleaned
  totals.ms += performance.now() - start
  totals.residual += cleaned.residual.length
  if (lists) for (const { path, line } of cleaned.residual) console.log(`${name}: residual at line ${line}, ${path}`)
  const after = runTool(dataCdaParse, { document: cleaned.content }, {}) as unknown as Parsed
  if (JSON.stringify(shape(before)) !== JSON.stringify(shape(after))) {
    totals.changed++
    const [a, b] = [shape(before), shape(after)] as [Record<string, unknown>, Record<string, unknown>]
    if (lists)
      for (const part in a)
        if (JSON.stringify(a[part]) !== JSON.stringify(b[part]))
          console.log(`${name}: ${part}\n  ${JSON.stringify(a[part])}\n  ${JSON.stringify(b[part])}`)
  }
  const result = textOf(readXml(cleaned.content, { assumedPrefixes: ASSUMED_PREFIXES }).root)
  for (const [value, kind] of values) {
    const count = survivors.get(kind) ?? [0, 0]
    const survives = isIn(result, value)
    survivors.set(kind, [count[0] + 1, count[1] + Number(survives)])
    if (survives && lists) console.log(`${name}: a ${kind} survives: ${value}`)
  }
}
console.log(totals, `${(totals.bytes / 1000 / totals.ms).toFixed(2)} MB/s`)
for (const [kind, [total, left]] of survivors) console.log(`${kind}: ${left} of ${total} survive`)
