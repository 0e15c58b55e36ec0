// Reads a body up to a limit. An announced length is refused before a byte is read; inflated bytes count as bytes.
import { orUndo } from '../../access/quota/or-undo.ts'
import { chain } from '../../core/chain.ts'
import { ProblemError } from '../../core/problem.ts'
import { ByteSink } from './byte-sink.ts'
import type { BodySource, OnChunk } from './environment.ts'

/** Takes the bytes of one Content-Encoding and gives their inflated form; throws a ProblemError on broken data. */
export interface Decoder {
  /** Resolves when more may come. */
  write(chunk: Uint8Array): Promise<void>
  /** Resolves when everything has been given. */
  end(): Promise<void>
}

/** Makers of decoders by the name of the Content-Encoding. */
export type Decoders = Readonly<Record<string, (onChunk: OnChunk) => Decoder>>

export interface BodyReading {
  readonly body: BodySource
  readonly encoding: string | undefined
  readonly maxBytes: number
  readonly decoders: Decoders
  /** True for a stream that may go on as long as its sender likes. */
  readonly endless?: boolean
  /** Told of bytes that stay in memory until the call is settled; throws where there is no room for them. */
  readonly hold: (bytes: number) => void
}

/**
 * Gives the body's bytes after Content-Encoding to onChunk, never more than maxBytes in all.
 * @throws ProblemError `body_too_large`, `inflated_too_large`, `unsupported_media_type`, `unreadable_input`, or what onChunk throws
 */
export function readBody(reading: BodyReading, take: OnChunk): Promise<void> | void {
  const { body, encoding, maxBytes, decoders, endless = false, hold } = reading
  const onChunk: OnChunk = endless
    ? take
    : (chunk) => {
        hold(chunk.byteLength)
        return take(chunk)
      }
  if (body.announcedBytes !== undefined && body.announcedBytes > maxBytes) throw tooLarge(maxBytes)
  if (encoding === undefined || encoding === 'identity') return body.read(counted(maxBytes, tooLarge, onChunk), endless)
  const makeDecoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
  if (!makeDecoder)
    throw new ProblemError(`The Content-Encoding must be one of: ${Object.keys(decoders).join(', ')}.`, { code: 'unsupported_media_type' })
  const expansion = endless ? undefined : new Expansion()
  const decoder = makeDecoder(
    counted(maxBytes, inflatedTooLarge, (chunk) => {
      expansion?.check(chunk.byteLength)
      return onChunk(chunk)
    }),
  )
  const write = counted(maxBytes, tooLarge, (chunk) => {
    if (expansion) expansion.compressed += chunk.byteLength
    return decoder.write(chunk)
  })
  return chain(body.read(write, endless), () => decoder.end())
}

/** A body that grows so many times past its first megabyte is a decompression bomb: it is refused before it takes time and memory. */
const MAX_EXPANSION = 100
const FREE_BYTES = 1024 * 1024

class Expansion {
  compressed = 0
  private expanded = 0

  check(bytes: number): void {
    this.expanded += bytes
    if (this.expanded <= FREE_BYTES || this.expanded <= MAX_EXPANSION * this.compressed) return
    throw new ProblemError('The body expands more than 100-fold.', { code: 'inflated_too_large', facts: { limitRatio: MAX_EXPANSION } })
  }
}

/** The whole body in one array; a body of one chunk is not copied. */
export function collectBody(reading: BodyReading): Promise<Uint8Array> | Uint8Array {
  const { announcedBytes, maxBytes } = sizesOf(reading)
  const sink = new ByteSink(announcedBytes, maxBytes)
  return readInto(reading, sink, () => sink.view())
}

/** Gives the body to what collects it. What came of a body that is refused, or cut short, goes at once: no collection may be due for hours. */
export function readInto<T>(
  reading: BodyReading,
  collector: { append(chunk: Uint8Array): void; discard(): void },
  finish: () => T,
): Promise<T> | T {
  return orUndo(
    () =>
      chain(
        readBody(reading, (chunk) => collector.append(chunk)),
        finish,
      ),
    () => collector.discard(),
  )
}

/** How much may come; the announced length is 0 where it does not tell what will come out. */
export function sizesOf({ body, encoding, maxBytes }: BodyReading): { announcedBytes: number; maxBytes: number } {
  return { announcedBytes: encoding === undefined ? (body.announcedBytes ?? 0) : 0, maxBytes }
}

function counted(maxBytes: number, refuse: (maxBytes: number) => ProblemError, onChunk: OnChunk): OnChunk {
  let total = 0
  return (chunk) => {
    total += chunk.byteLength
    if (total > maxBytes) throw refuse(maxBytes)
    return onChunk(chunk)
  }
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError(`The body can have at most ${maxBytes} bytes.`, { code: 'body_too_large', facts: { limitBytes: maxBytes } })
}

function inflatedTooLarge(maxBytes: number): ProblemError {
  return new ProblemError(`The body can have at most ${maxBytes} bytes after decompression.`, {
    code: 'inflated_too_large',
    facts: { limitBytes: maxBytes },
  })
}
