// What hl7/validate finds in a folder of real messages, as a list to judge by the standard, and which messages a lenient acknowledgment refuses.
// Usage: node test/bench/hl7-findings.ts [FOLDER] [-v]; -v names the file and the byte of each kind's first finding
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { readDocument } from '../../src/formats/hl7/document.ts'
import type { Hl7Document } from '../../src/formats/hl7/document-types.ts'
import { type Validation, validateDocument } from '../../src/formats/hl7/validate/validate-document.ts'
import { readValidationOptions, validationOptions } from '../../src/formats/hl7/validate/validation-options.ts'

const [given, ...flags] = process.argv.slice(2)
const folder = given ?? new URL('../../../shared/corpora/hl7/', import.meta.url).pathname
const verbose = flags.includes('-v')
const optionsOf = (strictness: 'strict' | 'lenient') => readValidationOptions(z.strictObject(validationOptions(strictness)).parse({}))
const [strict, lenient] = [optionsOf('strict'), optionsOf('lenient')]

interface Kind {
  readonly files: Set<string>
  readonly first: string
  count: number
}

const kinds = new Map<string, Kind>()
const refused = new Map<string, Kind>()
const tally = { files: 0, unreadable: 0, withErrors: 0, withStructureErrors: 0, messages: 0, refused: 0 }

for (const file of filesIn(folder)) {
  tally.files++
  const document = readFile(file)
  if (!document) continue
  const { issues } = validateDocument(document, strict)
  const errors = issues.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) tally.withErrors++
  if (errors.some(({ rule }) => rule === 'structure')) tally.withStructureErrors++
  for (const { rule, code, path, expected, message, byteStart } of errors) {
    const version = document.messages[message ?? 0]?.version.used ?? ''
    add(kinds, [rule, code, version, path?.replaceAll(/\[\d+\]/g, '') ?? '', expected].join('\t'), file, byteStart)
  }
  countRefused(file, document, validateDocument(document, lenient))
}

print('Errors', kinds)
print('Refused by a lenient acknowledgment', refused)
console.log(tally)
console.log(`accepted: ${(((tally.messages - tally.refused) / tally.messages) * 100).toFixed(2)} %`)

function countRefused(file: string, { messages }: Hl7Document, { messages: checked, issues }: Validation): void {
  tally.messages += messages.length
  for (const [i, { valid }] of checked.entries()) {
    if (valid) continue
    tally.refused++
    const why = issues.filter(({ message, severity }) => message === i && severity === 'error').map(({ code, path }) => `${code} ${path}`)
    add(refused, [...new Set(why)].join(', '), file, 0)
  }
}

function add(list: Map<string, Kind>, key: string, file: string, byte: number): void {
  const kind = list.get(key) ?? { files: new Set<string>(), first: `${relative(folder, file)}:${byte}`, count: 0 }
  kind.count++
  kind.files.add(file)
  list.set(key, kind)
}

function print(title: string, list: ReadonlyMap<string, Kind>): void {
  console.log(`${title}: findings, files, kind`)
  for (const [key, { count, files, first }] of [...list].sort((a, b) => b[1].count - a[1].count))
    console.log(`${count}\t${files.size}\t${key}${verbose ? `\t${first}` : ''}`)
}

function readFile(file: string): Hl7Document | undefined {
  try {
    return readDocument(new Uint8Array(readFileSync(file)))
  } catch {
    tally.unreadable++
    return undefined
  }
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return path.endsWith('.tsv') ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
