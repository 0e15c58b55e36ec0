// hl7/to-fhir over real messages: every Bundle is valid R4 by a validator of others, and every value of every message is accounted for.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { CodeMaps } from '../../../src/formats/hl7/fhir/code-systems.ts'
import { convertMessage } from '../../../src/formats/hl7/fhir/convert-message.ts'
import { readZone } from '../../../src/formats/hl7/fhir/date-values.ts'
import { writeBundle } from '../../../src/formats/hl7/fhir/write/write-bundle.ts'
import { faultsOf } from './to-fhir-message.ts'

const corpora = new URL('../../../../shared/corpora', import.meta.url).pathname
const folders = ['hl7', 'hl7-fhir-expected/input'].map((name) => join(corpora, name))

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : /MANIFEST|README/.test(path) ? [] : [path]))
}

function read(file: string) {
  try {
    return readDocument(new Uint8Array(readFileSync(file)))
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

describe.skipIf(!folders.every((folder) => existsSync(folder)))('the messages of the corpus', () => {
  const settings = { zone: readZone('Europe/Vienna'), systems: new Map<string, string>(), codes: new CodeMaps([]), timestamp: undefined }

  test('become valid Bundles with a full account', () => {
    let count = 0
    let leaves = 0
    const faults: string[] = []
    for (const file of folders.flatMap(filesIn)) {
      const document = read(file)
      if (!document) continue
      for (const message of document.messages) {
        const conversion = convertMessage(document, message, settings)
        const { bundle, mapped, unmapped } = writeBundle(conversion, file, {
          type: 'message',
          writes: 'upsert',
          ids: 'message',
          namespace: '',
        })
        if (mapped.fields + unmapped.length !== conversion.source.leaves.length) faults.push(`${file}: account`)
        faults.push(...faultsOf(bundle).map((fault) => `${file}: ${fault}`))
        count++
        leaves += conversion.source.leaves.length
      }
    }
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(1_100)
    expect(leaves).toBeGreaterThan(100_000)
  }, 300_000)
})
