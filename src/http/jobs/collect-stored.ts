// Collects the documents of a stored part as they are read, without what their tool does not look at.
import type { Tool } from '../../core/tool.ts'
import { ByteSink } from '../request/byte-sink.ts'
import { DOCUMENT_PART, type FormPart, fieldsOfParts } from '../request/request-fields.ts'
import { openSkimmer, SkimmingSink } from '../request/skim.ts'
import type { PortablePart } from './portable-part.ts'
import { bytesOfStored, restorePart, type StoredFormPart, type StoredPart } from './stored-part.ts'

export interface Collector {
  /** @param piece not to be used by the caller any more */
  append(piece: Uint8Array): void
  /** The part, once all of its documents are there. */
  finish(): PortablePart
}

type StoredCall = Extract<StoredPart, { kind: 'call' }>['call']

export function openCollector(tool: Tool, part: StoredPart): Collector {
  const document = part.kind === 'call' && tool.skim ? lastDocumentOf(part.call) : undefined
  return document && part.kind === 'call' ? collectCall(tool, part.call, document) : collectWhole(part)
}

function collectWhole(part: StoredPart): Collector {
  const bytes = bytesOfStored(part)
  const sink = new ByteSink(bytes, bytes)
  return { append: (piece) => sink.append(piece), finish: () => restorePart(part, sink.view()) }
}

interface StoredDocument {
  readonly bytes: number
  /** Parts of the form that are stored before it. */
  readonly before: readonly StoredFormPart[]
}

/** The main document, if everything else that the call says comes before it. */
function lastDocumentOf({ body, mediaType }: StoredCall): StoredDocument | undefined {
  if (typeof body === 'number') return mediaType === 'application/json' ? undefined : { bytes: body, before: [] }
  const before = body.slice(0, -1)
  const last = body.at(-1)
  return last?.name === DOCUMENT_PART && before.every(({ name }) => name !== DOCUMENT_PART) ? { bytes: last.bytes, before } : undefined
}

function collectCall(tool: Tool, call: StoredCall, { bytes, before }: StoredDocument): Collector {
  const bytesBefore = before.reduce((sum, each) => sum + each.bytes, 0)
  const head = new ByteSink(bytesBefore, bytesBefore)
  const partsBefore = (): FormPart[] => {
    const content = restorePart({ kind: 'call', call: { ...call, body: before } }, head.view())
    return content.kind === 'call' && Array.isArray(content.call.body) ? content.call.body : []
  }
  const plain = new ByteSink(bytes, bytes)
  let sink: SkimmingSink | ByteSink | undefined
  const openSink = (): SkimmingSink | ByteSink => {
    const skimmer = openSkimmer(tool, bytes, () => fieldsOfParts(tool, partsBefore(), new URLSearchParams(call.query), call))
    return skimmer ? new SkimmingSink(plain, skimmer) : plain
  }
  return {
    append(piece) {
      const missing = bytesBefore - head.length
      if (missing > 0) head.append(missing < piece.length ? piece.slice(0, missing) : piece)
      if (missing >= piece.length) return
      sink ??= openSink()
      sink.append(missing > 0 ? piece.subarray(missing) : piece)
    },
    finish() {
      const document = plain.view()
      const unseenBytes = sink instanceof SkimmingSink ? sink.unseenBytes : 0
      const last = typeof call.body === 'number' ? undefined : call.body.at(-1)
      return { kind: 'call', call: { ...call, body: last ? [...partsBefore(), { ...last, bytes: document }] : document, unseenBytes } }
    },
  }
}
