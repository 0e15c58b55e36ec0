// Plants identifiers into every message of the HL7 corpus and counts those that a de-identified document still holds; tells how much of
// what identifies nobody is lost, and how fast it is.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '../../src/core/problem.ts'
import { segmentDefinition } from '../../src/formats/hl7/dictionary/dictionary.ts'
import { readDocument } from '../../src/formats/hl7/document.ts'
import type { Hl7Document } from '../../src/formats/hl7/document-types.ts'
import { fieldSpan, segmentId } from '../../src/formats/hl7/field-spans.ts'
import { hasFields } from '../../src/formats/hl7/index/line-start.ts'
import { lineKind } from '../../src/formats/hl7/index/segment-index.ts'
import { phiDeidentifyHl7 } from '../../src/tools/phi/deidentify-hl7.ts'
import { plant, survivors } from '../formats/phi/hl7/plant.ts'

const folder = process.argv[2] ?? new URL('../../../shared/corpora/hl7/', import.meta.url).pathname
const options = phiDeidentifyHl7.options.parse({})
const run = (message: string | Uint8Array) =>
  phiDeidentifyHl7.run({ message } as never, options) as {
    message: string
    residual: { path: string | null }[]
    changes: { message: number | null; path: string | null }[]
  }

const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
  (entry) => entry.isFile() && !/\.(?:tsv|md|txt)$/.test(entry.name),
)
const totals = { files: 0, messages: 0, refused: 0, unreadable: 0, planted: 0, left: 0, residual: 0, milliseconds: 0 }
const leaks = new Map<string, number>()
const residualPaths = new Map<string, number>()
/** Coded fields that say where something was done: what they lose identifies an institution. */
const INSTITUTIONS = new Set('OBX-15 PV1-39 ORC-17 ORC-18 FT1-13 RXO-32 RXE-40'.split(' '))
/** Observations whose value is a date, a person, a place or a document. */
const IDENTIFYING = /^(?:DT|TM|TS|DTM|DR|ED|RP|CX|EI|XPN|XCN|XAD|XTN|XON|PL|PN|AD|TN|CN|HD|PPN)$/
const plain = { kept: 0, changed: 0, needed: 0 }
const changed = new Map<string, number>()
for (const { parentPath, name } of files) {
  const bytes = new Uint8Array(readFileSync(join(parentPath, name)))
  let document: Hl7Document
  totals.files++
  try {
    document = readDocument(bytes)
  } catch {
    totals.unreadable++
    continue
  }
  totals.messages += document.messages.length
  try {
    const start = performance.now()
    const { residual, changes } = run(bytes)
    totals.milliseconds += performance.now() - start
    countPlain(document, changes)
    totals.residual += residual.length
    if (process.env.SHOW && residual.length > 0) process.stdout.write(`RES ${name} ${JSON.stringify(residual)}\n`)
    for (const { path } of residual) residualPaths.set(path ?? '-', (residualPaths.get(path ?? '-') ?? 0) + 1)
    const { text, marks } = plant(document)
    const result = run(text)
    totals.planted += marks.size
    const left = survivors(result.message, marks)
    totals.left += left.length
    if (left.length > 0) {
      for (const line of result.message.split(/[\r\n]+/)) {
        for (const [i, field] of line.split(line.startsWith('MSH') ? line[3]! : '|').entries()) {
          const n = survivors(field, new Set(left)).length
          if (n > 0) leaks.set(`${line.slice(0, 3)}-${i}`, (leaks.get(`${line.slice(0, 3)}-${i}`) ?? 0) + n)
          if (n > 0 && process.env.SHOW)
            process.stdout.write(
              `${name} ${line.slice(0, 3)}-${i}: ${field.slice(Number(process.env.FROM ?? 0)).slice(0, 900)} <<${survivors(field, new Set(left)).join()}\n`,
            )
        }
      }
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    totals.refused++
    if (process.env.SHOW) process.stdout.write(`${name} ${error.code} ${error.message}\n`)
  }
}
function countPlain(document: Hl7Document, changes: readonly { message: number | null; path: string | null }[]): void {
  const touched = new Set(changes.map(({ message, path }) => `${message} ${path}`))
  for (const [number, message] of document.messages.entries()) {
    const occurrences = new Map<string, number>()
    for (let line = message.firstLine; line < message.endLine; line++) {
      if (!hasFields(lineKind(document.index, line))) continue
      const id = segmentId(document.index, line)
      const occurrence = (occurrences.get(id) ?? 0) + 1
      occurrences.set(id, occurrence)
      const segment = segmentDefinition(message.version.used, id)
      for (const definition of segment?.fields ?? []) {
        if (!definition || !/^(?:CE|CWE|CNE|NM|SI|ID|SN|varies|CQ)$/.test(definition.composite) || /^(?:QPD|RDT|MFE)$/.test(id)) continue
        const span = fieldSpan(document.index, line, definition.position)
        if (!span || span.start === span.end) continue
        const place = `${occurrence === 1 ? id : `${id}[${occurrence}]`}-${definition.position}`
        const isChanged = [...touched].some(
          (each) =>
            each === `${number} ${place}` ||
            (each.startsWith(`${number} ${place}`) && /^[.[]/.test(each.slice(`${number} ${place}`.length))),
        )
        const type = id === 'OBX' && definition.position === 5 ? fieldSpan(document.index, line, 2) : undefined
        const isNeeded =
          INSTITUTIONS.has(`${id}-${definition.position}`) || (type && IDENTIFYING.test(document.index.text.slice(type.start, type.end)))
        plain[isNeeded ? 'needed' : isChanged ? 'changed' : 'kept']++
        if (isChanged && !isNeeded && process.env.SHOW)
          process.stdout.write(`CHG ${place} ${document.index.text.slice(span.start, span.end)}\n`)
        if (isChanged && !isNeeded) changed.set(`${id}-${definition.position}`, (changed.get(`${id}-${definition.position}`) ?? 0) + 1)
      }
    }
  }
}

process.stdout.write(
  `${plain.changed} of ${plain.kept + plain.changed} coded, numeric and result fields changed; ${plain.needed} more name an institution or hold a date, a person or a document\n`,
)
const print = (title: string, counts: ReadonlyMap<string, number>) =>
  process.stdout.write(
    `${title}: ${[...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 40)
      .map(([key, n]) => `${key} ${n}`)
      .join(', ')}\n`,
  )
process.stdout.write(`${JSON.stringify(totals)}\n${Math.round((totals.messages * 1000) / totals.milliseconds)} messages per second\n`)
print('left by place', leaks)
print('residual by place', residualPaths)
print('changed', changed)
