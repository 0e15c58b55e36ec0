// What phi/deidentify-x12 leaves of real interchanges with identifiers planted in them: in every place where they belong, in notes in every
// writing, and one at a time in every other element; whether the result parses, balances and is acknowledged as before; and how long it takes.
// Usage: node test/bench/x12/x12-deidentify.ts [folder] [options as JSON]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { readX12 } from '../../../src/formats/x12/document.ts'
import { readInterchanges } from '../../../src/formats/x12/read-segments.ts'
import { readText } from '../../../src/formats/x12/read-text.ts'
import type { Segment } from '../../../src/formats/x12/segment.ts'
import { dataX12Ack } from '../../../src/tools/data/x12-ack.ts'
import { phiDeidentifyX12 } from '../../../src/tools/phi/deidentify-x12.ts'
import { leftOf, PLANTED, plantEverywhere, plantOne } from './x12-plants.ts'

const folder = process.argv[2] ?? new URL('../../../../shared/corpora/x12/', import.meta.url).pathname
const options = JSON.parse(process.argv[3] ?? '{}') as Record<string, unknown>

const sums = { files: 0, refused: 0, bytes: 0, ms: 0, changes: 0, residual: 0, planted: 0, single: 0 }
const left: string[] = []
const singleLeft = new Map<string, number>()
const changed: string[] = []

for (const path of listFiles(folder)) {
  const { text } = readText(new Uint8Array(readFileSync(path)))
  if (!/^\s*ISA/.test(text)) continue
  const before = attempt(text)
  if (!before) {
    sums.refused++
    continue
  }
  sums.files++
  sums.bytes += text.length
  sums.ms += before.ms
  sums.changes += before.changes.length
  sums.residual += before.residual.length
  const name = path.slice(folder.length)
  if (outlineOf(text) !== outlineOf(before.interchange)) changed.push(`${name}: outline`)
  if (ackOf(text) !== ackOf(before.interchange)) changed.push(`${name}: acknowledgment`)
  const planted = plantEverywhere(text)
  sums.planted += planted.count
  const cleaned = attempt(planted.text)
  if (!cleaned) changed.push(`${name}: refused with plants`)
  for (const each of cleaned ? leftOf(cleaned.interchange, PLANTED) : []) left.push(`${name}: ${each}`)
  plantSingly(text)
}
console.log(
  `${sums.files} files, ${sums.refused} refused, ${(sums.bytes / 1e6).toFixed(2)} MB: ${(sums.bytes / 1000 / sums.ms).toFixed(2)} MB/s`,
)
console.log(`${sums.changes} changes, ${sums.residual} residuals`)
console.log(`planted where they belong and in notes: ${sums.planted}, left: ${left.length}`, left.slice(0, 30).join('; '))
console.log(`planted one at a time in every element: ${sums.single}, left by place:`, Object.fromEntries(singleLeft))
console.log(`other outline, sums or acknowledgment: ${changed.length}`, changed.slice(0, 20).join('; '))

function plantSingly(text: string): void {
  const interchanges = readInterchanges(text)
  // One of each kind of segment: the rules do not depend on where it stands.
  const seen = new Set<string>()
  for (const [i, { segments }] of interchanges.entries()) {
    for (const [k, segment] of segments.entries()) {
      if (segment.id === 'ISA' || seen.has(kindOf(segment))) continue
      seen.add(kindOf(segment))
      for (let element = 0; element < segment.elements.length; element++) {
        const planted = plantOne(text, { interchange: i, segment: k, element })
        const cleaned = attempt(planted.text)
        sums.single++
        const place = `${segment.id}${String(element + 1).padStart(2, '0')}`
        const survives = cleaned ? leftOf(cleaned.interchange, planted.values) : []
        if (survives.length > 0 && !cleaned!.residual.some((each) => each.element?.startsWith(place)))
          singleLeft.set(place, (singleLeft.get(place) ?? 0) + 1)
      }
    }
  }
}

function kindOf({ id, elements }: Segment): string {
  return `${id} ${elements.length} ${elements[0] ?? ''}`
}

interface Cleaned {
  readonly interchange: string
  readonly changes: readonly unknown[]
  readonly residual: readonly { readonly element: string | null }[]
  readonly ms: number
}

function attempt(interchange: string): Cleaned | undefined {
  const start = performance.now()
  try {
    const told = runTool(phiDeidentifyX12, { interchange }, options) as unknown as Cleaned
    return { ...told, ms: performance.now() - start }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return undefined
  }
}

/** Everything that must stay: segments, counts of elements, and what the checks find. */
function outlineOf(text: string): string {
  const { interchanges, issues } = readX12(text)
  const segments = interchanges.flatMap(({ groups }) =>
    groups.flatMap(({ transactions }) => transactions.flatMap((each) => [...each.range])),
  )
  const shapes = segments.map(({ elements }) => elements.length)
  // Dates that were none become some, and made-up provider numbers have no check digit, so that they are nobody's.
  const found = issues.filter(({ code }) => code !== 'npi_invalid' && code !== 'date_invalid')
  return JSON.stringify([shapes, found.map(({ code, path, position, element, difference }) => [code, path, position, element, difference])])
}

function ackOf(interchange: string): string {
  const told = runTool(dataX12Ack, { interchange }, { timestamp: '202601020809' }) as unknown as { accepted: object; codes: object }
  return JSON.stringify([told.accepted, told.codes])
}

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => listFiles(join(path, name)))
}
