// De-identifies every message of a folder and counts the coded fields that change, and the files whose result has a validation error that the
// original does not have. SHOW=1 lists them by place.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { segmentDefinition } from '../../src/formats/hl7/dictionary/dictionary.ts'
import { readDocument } from '../../src/formats/hl7/document.ts'
import type { Hl7Document } from '../../src/formats/hl7/document-types.ts'
import { fieldCount, fieldSpan, segmentId } from '../../src/formats/hl7/field-spans.ts'
import { hasFields } from '../../src/formats/hl7/index/line-start.ts'
import { lineKind } from '../../src/formats/hl7/index/segment-index.ts'
import { hl7Validate } from '../../src/tools/hl7/validate.ts'
import { phiDeidentifyHl7 } from '../../src/tools/phi/deidentify-hl7.ts'

const folder = process.argv[2] ?? new URL('../../../shared/corpora/hl7/', import.meta.url).pathname
const policies = (process.env.POLICIES ?? 'safe-harbor,pseudonymize,limited-data-set').split(',')
const isVerbose = process.env.SHOW !== undefined
const CODED = /^(?:CE|CF|CWE|CNE|ID|IS)$/
const CODED_RESULT = /^(?:CE|CF|CWE|CNE|ID|IS|NM|SN)$/

interface Issue {
  readonly severity: string
  readonly code: string
  readonly path: string | null
}

function errorsOf(message: Uint8Array | string): Map<string, number> {
  const { issues } = hl7Validate.run({ message } as never, hl7Validate.options.parse({})) as unknown as { issues: readonly Issue[] }
  const errors = new Map<string, number>()
  for (const { severity, code, path } of issues) {
    if (severity !== 'error') continue
    const key = `${code} ${path?.replace(/\[\d+\]/g, '')}`
    errors.set(key, (errors.get(key) ?? 0) + 1)
  }
  return errors
}

/** The raw text of the fields of every segment. */
function fieldsOf(document: Hl7Document): { place: string; type: string; text: string }[] {
  const { index } = document
  return document.messages.flatMap(({ firstLine, endLine, version }) => {
    const fields: { place: string; type: string; text: string }[] = []
    for (let line = firstLine; line < endLine; line++) {
      if (!hasFields(lineKind(index, line))) continue
      const id = segmentId(index, line)
      const segment = segmentDefinition(version.used, id)
      const observed = fieldSpan(index, line, 2)
      for (let position = 1; position <= fieldCount(index, line); position++) {
        const span = fieldSpan(index, line, position)
        const text = span ? index.text.slice(span.start, span.end) : ''
        const isResult = id === 'OBX' && position === 5
        const type = isResult && observed ? index.text.slice(observed.start, observed.end) : (segment?.fields[position]?.composite ?? '')
        fields.push({ place: `${id}-${position}`, type, text })
      }
    }
    return fields
  })
}

const count = (of: Map<string, number>, key: string) => of.set(key, (of.get(key) ?? 0) + 1)

for (const policy of policies) {
  const options = phiDeidentifyHl7.options.parse({
    policy,
    ...(policy === 'pseudonymize' ? { key: 'correct horse battery staple' } : {}),
  })
  const totals = {
    files: 0,
    worse: 0,
    coded: 0,
    codedChanged: 0,
    results: 0,
    resultsChanged: 0,
  }
  const gained = new Map<string, number>()
  const changed = new Map<string, number>()
  for (const { parentPath, name } of readdirSync(folder, {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile())) {
    if (/\.(?:tsv|md|txt)$/.test(name)) continue
    const bytes = new Uint8Array(readFileSync(join(parentPath, name)))
    try {
      const document = readDocument(bytes)
      if (document.messages.length === 0) continue
      const { content } = phiDeidentifyHl7.run({ message: bytes } as never, options) as unknown as { content: Uint8Array }
      totals.files++
      const [before, after] = [errorsOf(bytes), errorsOf(content)]
      const more = [...after].filter(([key, n]) => n > (before.get(key) ?? 0))
      if (more.length > 0) totals.worse++
      for (const [key] of more) count(gained, key)
      const [old, now] = [fieldsOf(document), fieldsOf(readDocument(content))]
      for (const [i, { place, type, text }] of old.entries()) {
        if (text === '') continue
        const isResult = place === 'OBX-5'
        if (!(isResult ? CODED_RESULT : CODED).test(type)) continue
        const isSame = now[i]?.text === text
        if (isResult) totals.results++
        else totals.coded++
        if (isSame) continue
        if (isResult) totals.resultsChanged++
        else totals.codedChanged++
        count(changed, isVerbose ? `${place} ${text} -> ${now[i]?.text}` : place)
      }
    } catch {}
  }
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`
  process.stdout.write(
    `${policy}: ${totals.files} files, ${totals.worse} gain validation errors; coded fields changed ${totals.codedChanged} of ${totals.coded} (${percent(totals.codedChanged, totals.coded)}); coded or numeric OBX-5 changed ${totals.resultsChanged} of ${totals.results} (${percent(totals.resultsChanged, totals.results)})\n`,
  )
  if (!isVerbose) continue
  const list = (of: Map<string, number>) =>
    [...of]
      .sort((a, b) => b[1] - a[1])
      .map(([key, n]) => `  ${n} ${key}\n`)
      .join('')
  process.stdout.write(`gained:\n${list(gained)}changed:\n${list(changed)}`)
}
