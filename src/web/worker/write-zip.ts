// Writes a ZIP file by file, so that only one of them is in memory beside the result.
import { Zip, ZipDeflate } from 'fflate'
import type { ZipRequest } from '../run/messages.ts'

/** Bytes that are gathered before they are handed to the browser, which may keep them on disk. */
const BLOCK_BYTES = 16 << 20
/** A date that tells nothing; ZIP knows none before 1980. */
const NO_DATE = new Date(1980, 0, 1)

export async function writeZip(files: ZipRequest['files']): Promise<Blob> {
  const done: Blob[] = []
  let block: Uint8Array[] = []
  let blockBytes = 0
  let failure: Error | undefined
  const zip = new Zip((error, chunk) => {
    failure ??= error ?? undefined
    block.push(chunk)
    blockBytes += chunk.byteLength
    if (blockBytes < BLOCK_BYTES) return
    done.push(new Blob(block as BlobPart[]))
    block = []
    blockBytes = 0
  })
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name, { level: 6 })
    entry.mtime = NO_DATE
    zip.add(entry)
    entry.push(new Uint8Array(await content.arrayBuffer()), true)
    if (failure) throw failure
  }
  zip.end()
  return new Blob([...done, ...block] as BlobPart[], { type: 'application/zip' })
}
