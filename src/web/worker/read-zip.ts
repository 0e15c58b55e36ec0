// Takes a ZIP apart, one file after the other, and refuses one that grows beyond its bounds.
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import { ProblemError } from '../../core/problem.ts'
import type { ZipEntry } from '../run/messages.ts'

const MAX_FILES = 20_000
/** Bytes of all files. */
const MAX_BYTES = 1_000_000_000
const CHUNK_BYTES = 4 << 20
/** What is given to the inflater at a time: it grows at most 1,032-fold before it is looked at. */
const STEP_BYTES = 1 << 14
/** A ZIP that grows so many times past its first 64 MB is a decompression bomb: small ones may be blank pictures. */
const MAX_EXPANSION = 100
const FREE_BYTES = 64 << 20

/** @throws ProblemError `unreadable_input` for what is no ZIP, `inflated_too_large`, `too_many_items` */
export async function readZip(zip: Blob): Promise<ZipEntry[]> {
  const files: ZipEntry[] = []
  let bytes = 0
  let compressed = 0
  let started = 0
  let failure: ProblemError | undefined
  const reader = new Unzip((entry) => {
    if (entry.name.endsWith('/')) return
    started++
    const pieces: Uint8Array[] = []
    entry.ondata = (error, piece, isLast) => {
      if (error) failure ??= damaged(error)
      bytes += piece?.length ?? 0
      if (bytes > MAX_BYTES) failure ??= new ProblemError('The files of the ZIP are larger than 1 GB.', { code: 'inflated_too_large' })
      if (bytes > FREE_BYTES && bytes > MAX_EXPANSION * compressed) failure ??= bomb()
      if (failure) return entry.terminate()
      pieces.push(piece)
      if (isLast) files.push({ name: entry.name, content: new Blob(pieces as BlobPart[]) })
    }
    if (files.length >= MAX_FILES) failure ??= new ProblemError(`The ZIP has more than ${MAX_FILES} files.`, { code: 'too_many_items' })
    else entry.start()
  })
  reader.register(UnzipInflate)
  reader.register(UnzipPassThrough)
  for (let at = 0; at < zip.size && !failure; at += CHUNK_BYTES) {
    const chunk = new Uint8Array(await zip.slice(at, at + CHUNK_BYTES).arrayBuffer())
    try {
      for (let from = 0; from < chunk.length && !failure; from += STEP_BYTES) {
        const step = chunk.subarray(from, from + STEP_BYTES)
        compressed += step.length
        reader.push(step, at + from + STEP_BYTES >= zip.size)
      }
    } catch (error) {
      throw damaged(error)
    }
  }
  if (failure) throw failure
  if (files.length < started) throw damaged(undefined)
  if (files.length === 0) throw new ProblemError('The ZIP has no files, or it is damaged.', { code: 'unreadable_input' })
  return files
}

function bomb(): ProblemError {
  return new ProblemError('The ZIP expands more than 100-fold.', { code: 'inflated_too_large', facts: { limitRatio: MAX_EXPANSION } })
}

function damaged(cause: unknown): ProblemError {
  return new ProblemError('The ZIP is damaged, encrypted, or compressed by a method other than Deflate.', {
    code: 'unreadable_input',
    cause,
  })
}
