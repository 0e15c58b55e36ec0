// Writes the Bundles of all messages of the corpora, one a line, for the validator beside it.
// Usage: node test/bench/fhir-bundles.ts bundles.ndjson [message|transaction|collection [FOLDER ...]]; then, in test/bench/fhir-validator: mvn -q dependency:copy-dependencies
// -DoutputDirectory=lib, javac -cp 'lib/*' ValidateBundles.java, java -cp 'lib/*:.' ValidateBundles bundles.ndjson
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '../../src/core/problem.ts'
import { readDocument } from '../../src/formats/hl7/document.ts'
import { CodeMaps } from '../../src/formats/hl7/fhir/code-systems.ts'
import { convertDocument } from '../../src/formats/hl7/fhir/convert-document.ts'
import { readZone } from '../../src/formats/hl7/fhir/date-values.ts'

const target = process.argv[2]
const type = (['message', 'transaction', 'collection'] as const).find((each) => each === (process.argv[3] ?? 'message'))
if (!target || !type) throw new Error('usage: node test/bench/fhir-bundles.ts bundles.ndjson [message|transaction|collection [FOLDER ...]]')
const corpora = new URL('../../../shared/corpora/', import.meta.url).pathname
const settings = { zone: readZone('Europe/Vienna'), systems: new Map<string, string>(), codes: new CodeMaps([]), timestamp: undefined }

const lines: string[] = []
/** The file of each line. */
const sources: string[] = []
let unreadable = 0
const folders = process.argv.length > 4 ? process.argv.slice(4) : ['hl7', 'hl7-fhir-expected/input'].map((name) => join(corpora, name))
for (const file of folders.flatMap(filesIn)) {
  try {
    const document = readDocument(new Uint8Array(readFileSync(file)))
    const { messages } = convertDocument(document, settings, { type, writes: 'upsert', ids: 'message', namespace: file })
    for (const { bundle } of messages) {
      lines.push(JSON.stringify(bundle))
      sources.push(file)
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    unreadable++
  }
}
writeFileSync(target, `${lines.join('\n')}\n`)
writeFileSync(`${target}.files`, `${sources.join('\n')}\n`)
console.log(`${lines.length} Bundles; ${unreadable} files that are no HL7`)

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : /MANIFEST|README/.test(path) ? [] : [path]))
}
