// Collects the documents of a stored part as they are read, without what their tool does not look at.
import type { ByteSpan, Tool } from '../../core/tool.ts'
import { ByteSink } from '../request/byte-sink.ts'
import { type CallFields, DOCUMENT_PART, type FormPart, fieldsOfParts } from '../request/request-fields.ts'
import { openBypass, openSkimmer, SKIMMED_ABOVE_BYTES, SkimmingSink } from '../request/skim.ts'
import { type Bypassed, BypassSink } from './bypass-sink.ts'
import type { PortablePart } from './portable-part.ts'
import {
  bytesOfStored,
  restoreForm,
  restorePart,
  restoreShare,
  type StoredBatch,
  type StoredFormPart,
  type StoredPart,
} from './stored-part.ts'

export interface Collected {
  readonly part: PortablePart
  /** Bytes of the stored content that are zeros in the part, because they go into the result unchanged. */
  readonly bypassed?: Bypassed | undefined
}

export interface Collector {
  /** @param piece not to be used by the caller any more */
  append(piece: Uint8Array): void
  /** The part, once all of its documents are there; undefined if it has to be collected again, without a bypass. */
  finish(): Collected | undefined
}

type StoredCall = Extract<StoredPart, { kind: 'call' }>['call']

/** @param mayBypass whether bytes of the document may go past the tool, if its options allow that */
export function openCollector(tool: Tool, part: StoredPart, mayBypass: boolean): Collector {
  if (part.kind !== 'call') return hasLongFile(part.share) ? collectShare(tool, part.share) : collectWhole(part)
  const { call } = part
  const bypasses = mayBypass && call.form === 'file' && tool.bypass !== undefined
  const document = tool.skim || bypasses ? lastDocumentOf(call) : undefined
  return document ? collectCall(tool, call, document, bypasses) : collectWhole(part)
}

function collectWhole(part: StoredPart): Collector {
  const bytes = bytesOfStored(part)
  const sink = new ByteSink(bytes, bytes)
  return { append: (piece) => sink.append(piece), finish: () => ({ part: restorePart(part, sink.view()) }) }
}

function hasLongFile({ groups }: StoredBatch): boolean {
  return groups.some(({ form, items }) => form === 'parts' && items.some(({ bytes }) => bytes >= SKIMMED_ABOVE_BYTES))
}

/** Files of a batch, each of which has its memory to itself: a long one is handed on, and what its tool does not look at takes none. */
function collectShare(tool: Tool, share: StoredBatch): Collector {
  const lengths = share.groups.flatMap(({ form, items }) => (form === 'parts' ? items.map(({ bytes }) => bytes) : items))
  const readFields = (): CallFields => ({ input: {}, options: { ...share.options } })
  const openSink = (bytes: number): ByteSink | SkimmingSink => {
    const [sink, skimmer] = [new ByteSink(bytes, bytes), openSkimmer(tool, bytes, readFields)]
    return skimmer ? new SkimmingSink(sink, skimmer) : sink
  }
  const sinks = lengths.map(openSink)
  let [item, missing] = [0, lengths[0] ?? 0]
  return {
    append(piece) {
      for (let at = 0; at < piece.length; ) {
        while (missing === 0) missing = lengths[++item]!
        const count = Math.min(missing, piece.length - at)
        sinks[item]!.append(count === piece.length ? piece : piece.slice(at, at + count))
        at += count
        missing -= count
      }
    },
    finish: () => ({
      part: restoreShare(
        share,
        sinks.map((sink) => sink.view()),
      ),
    }),
  }
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

function collectCall(tool: Tool, call: StoredCall, { bytes, before }: StoredDocument, bypasses: boolean): Collector {
  const bytesBefore = before.reduce((sum, each) => sum + each.bytes, 0)
  const head = new ByteSink(bytesBefore, bytesBefore)
  const partsBefore = (): FormPart[] => restoreForm(before, head.view())
  const readFields = (): CallFields => fieldsOfParts(tool, partsBefore(), new URLSearchParams(call.query), call)
  const plain = new ByteSink(bytes, bytes)
  let sink: SkimmingSink | BypassSink | ByteSink | undefined
  const openSink = (): SkimmingSink | BypassSink | ByteSink => {
    const [bypass, ofResult] = bypasses ? [openBypass(tool, bytes, readFields), openBypass(tool, bytes, readFields)] : []
    if (bypass && ofResult) return new BypassSink(plain, bypass, ofResult)
    const skimmer = openSkimmer(tool, bytes, readFields)
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
      const part: PortablePart = {
        kind: 'call',
        call: { ...call, body: last ? [...partsBefore(), { ...last, bytes: document }] : document, unseenBytes },
      }
      if (!(sink instanceof BypassSink)) return { part }
      const { bypassed } = sink
      return sink.confirm() ? { part, bypassed: bypassed && { ...bypassed, span: shift(bypassed.span, bytesBefore) } } : undefined
    },
  }
}

function shift({ byteStart, byteEnd }: ByteSpan, by: number): ByteSpan {
  return { byteStart: byteStart + by, byteEnd: byteEnd + by }
}
