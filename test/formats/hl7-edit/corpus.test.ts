// One edited field in every message of a corpus of real messages: all other bytes stay, and the value is read back.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import type { Hl7Document } from '../../../src/formats/hl7/document-types.ts'
import { editDocument } from '../../../src/formats/hl7/edit/edit-document.ts'
import { readOperations } from '../../../src/formats/hl7/edit/operations.ts'
import { createPart } from '../../../src/formats/hl7/edit/part-text.ts'
import { findSegments, valuesOf } from '../../../src/formats/hl7/query/locate.ts'
import { readLocator } from '../../../src/formats/hl7/query/locator.ts'
import { MessageView, openMessage, segmentsOf } from '../../../src/formats/hl7/query/message-view.ts'
import { partsOf } from '../../../src/formats/hl7/query/parts.ts'
import { byteOffsetAt } from '../../../src/formats/hl7/source.ts'
import { projectFolder } from '../../architecture/source-file.ts'

const corpus = join(projectFolder, '..', 'shared', 'corpora', 'hl7')
const VALUE = 'Sample & Sons | ^ ~ \\ # "quoted"'
const PATHS = ['MSH-4', 'PID-5.1', 'PID-3', 'OBX[*]-8', 'EVN-7.2', 'MSH-25.2.2']

function corpusFiles(): string[] {
  return readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function viewOf(document: Hl7Document, number: number): MessageView {
  const message = document.messages[number]!
  return new MessageView(openMessage(document, message), segmentsOf(document, message))
}

/** By segment of the path: where the edited part begins and ends, and how many code units were put in. */
function cutsOf(before: MessageView, after: MessageView, path: string): { place: number; from: number; to: number; grown: number }[] {
  const locator = readLocator(path, '')
  return findSegments(before, locator).map((place) => {
    const segment = before.segments[place]!
    const part = partsOf(before.context, segment, locator)[0]?.span
    const at = part?.start ?? createPart(before.context, segment, locator)!.at
    const grown = after.segments[place]!.end - after.segments[place]!.start - (segment.end - segment.start)
    return { place, from: at - segment.start, to: (part?.end ?? at) - segment.start, grown }
  })
}

/** The bytes of a document around the cuts. */
function around(
  document: Hl7Document,
  bytes: Uint8Array,
  view: MessageView,
  cuts: readonly { place: number; from: number; to: number }[],
): string {
  let copied = 0
  const kept = cuts.map(({ place, from, to }) => {
    const { start } = view.segments[place]!
    const part = bytes.subarray(copied, byteOffsetAt(document.source, start + from))
    copied = byteOffsetAt(document.source, start + to)
    return part
  })
  return [...kept, bytes.subarray(copied)].map((part) => Buffer.from(part).toString('hex')).join('-')
}

describe.skipIf(!existsSync(corpus))('the corpus', () => {
  const figures = { messages: 0, edits: 0, refused: 0 }

  test('keeps every byte but those of the edited field', () => {
    const faults: string[] = []
    for (const file of corpusFiles()) {
      const bytes = new Uint8Array(readFileSync(file))
      let document: Hl7Document
      try {
        document = readDocument(bytes)
      } catch {
        continue
      }
      // Delimiters that are declared twice, and headers without any, are not well-formed.
      const isBroken = document.index.headers.some(({ declared }) => declared.problems.some((problem) => problem !== 'delimiters_excess'))
      for (const [number, { header }] of document.messages.entries()) {
        if (header === undefined || isBroken || number >= 3) continue
        figures.messages++
        for (const path of PATHS) {
          const operations = readOperations([{ op: 'set', path, value: VALUE, encoded: false, position: 'after', otherwise: 'keep' }], '')
          let edited: ReturnType<typeof editDocument>
          try {
            edited = editDocument(document, operations, { messages: [number], ifMissing: 'create' })
          } catch {
            figures.refused++
            faults.push(`${file} ${number} ${path} refused`)
            continue
          }
          if (edited.changes.length === 0) {
            if (!edited.skipped.some(({ reason }) => reason === 'no_segment')) faults.push(`${file} ${number} ${path} skipped`)
            expect(edited.content).toEqual(bytes)
            continue
          }
          figures.edits += edited.changes.length
          const after = readDocument(edited.content)
          const values = valuesOf(viewOf(after, number), readLocator(path, ''))
          if (!values.every((value) => value === VALUE) || values.length !== edited.changes.length)
            faults.push(`${file} ${number} ${path} value`)
          const views = [viewOf(document, number), viewOf(after, number)] as const
          const cuts = cutsOf(...views, path)
          if (cuts.length !== edited.changes.length) faults.push(`${file} ${number} ${path} cuts`)
          const grown = cuts.map(({ place, from, to, grown: more }) => ({ place, from, to: to + more }))
          const isKept = around(document, bytes, views[0], cuts) === around(after, edited.content, views[1], grown)
          if (!isKept) faults.push(`${file} ${number} ${path} bytes`)
        }
      }
    }
    expect(faults).toEqual([])
    expect(figures.messages).toBeGreaterThan(900)
    expect(figures.edits).toBeGreaterThan(3_000)
  }, 120_000)
})
