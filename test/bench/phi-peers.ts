// Other programs for JavaScript that find PHI or names, measured beside the detector in the same run.
//
// They are no dependencies of the project: `npm install --prefix FOLDER redact-pii compromise openredaction`, then
// node test/bench/phi-bench.ts CORPORA FOLDER.
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface FoundSpan {
  readonly start: number
  readonly end: number
}

export type Finder = (text: string) => readonly FoundSpan[] | Promise<readonly FoundSpan[]>

/** The peers of the folder by name and version. */
export async function loadPeers(folder: string): Promise<ReadonlyMap<string, Finder>> {
  const require = createRequire(join(resolve(folder), 'package.json'))
  const load = async (name: string) => (await import(pathToFileURL(require.resolve(name)).href)) as Record<string, never>
  const version = (name: string) => (require(join(resolve(folder), 'node_modules', name, 'package.json')) as { version: string }).version
  return new Map<string, Finder>([
    [`redact-pii ${version('redact-pii')}`, finderOfRedactPii(await load('redact-pii'))],
    [`compromise ${version('compromise')}`, finderOfCompromise(await load('compromise'))],
    [`openredaction ${version('openredaction')}`, finderOfOpenRedaction(await load('openredaction'))],
  ])
}

const MARK = '\u0001'

/** It gives the text only: what stands between the pieces that it left is what it found. */
function finderOfRedactPii(module: Record<string, unknown>): Finder {
  const { SyncRedactor } = (module.default ?? module) as {
    SyncRedactor: new (options: object) => { redact(text: string): string }
  }
  const redactor = new SyncRedactor({ globalReplaceWith: MARK })
  return (text) => {
    const spans: FoundSpan[] = []
    let at = 0
    for (const [i, piece] of redactor.redact(text).split(MARK).entries()) {
      const start = piece === '' ? at : text.indexOf(piece, at)
      if (start < 0) continue
      if (i > 0 && start > at) spans.push({ start: at, end: start })
      at = start + piece.length
    }
    return at < text.length ? [...spans, { start: at, end: text.length }] : spans
  }
}

interface Json {
  readonly offset: { readonly start: number; readonly length: number }
}

/** People, places, organizations, e-mail addresses, telephone numbers and URLs of the general language library. */
function finderOfCompromise(module: Record<string, unknown>): Finder {
  type View = { json(options: object): Json[] }
  const nlp = module.default as (text: string) => Record<'topics' | 'emails' | 'phoneNumbers' | 'urls', () => View>
  return (text) => {
    const document = nlp(text)
    return (['topics', 'emails', 'phoneNumbers', 'urls'] as const).flatMap((kind) =>
      document[kind]()
        .json({ offset: true })
        .map(({ offset }) => ({ start: offset.start, end: offset.start + offset.length })),
    )
  }
}

function finderOfOpenRedaction(module: Record<string, unknown>): Finder {
  const { OpenRedaction } = module as unknown as {
    OpenRedaction: new () => { detect(text: string): Promise<{ detections: { position: [number, number] }[] }> }
  }
  const redaction = new OpenRedaction()
  return async (text) => (await redaction.detect(text)).detections.map(({ position: [start, end] }) => ({ start, end }))
}
