// Reads the files of a gzip-compressed tar archive, as npm and FHIR packages are, within limits: ustar (POSIX.1-1988), pax and GNU long names.
import { Gunzip } from 'fflate'
import { ProblemError } from '../../../core/problem.ts'

export interface ArchiveFile {
  /** As the archive has it, `/` between folders. */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface ArchiveLimits {
  /** Bytes of all files, unpacked. */
  readonly maxBytes: number
  readonly maxFiles: number
}

const BLOCK = 512
const MAX_NAME_BYTES = 4_096
/** Small enough that a bomb is noticed soon: deflate expands at most 1,032 times. */
const CHUNK = 16_384

/**
 * @param isNeeded which files to keep, by their path
 * @throws ProblemError `unreadable_input`: no gzip, no tar, a cut archive, a path that leaves the archive; `resource_limit`: more than the limits
 */
export function readArchive(archive: Uint8Array, isNeeded: (path: string) => boolean, limits: ArchiveLimits): ArchiveFile[] {
  if (archive[0] !== 0x1f || archive[1] !== 0x8b) throw unreadable('The package is no gzip archive.')
  const reader = new TarReader(isNeeded, limits)
  let ended = false
  const gunzip = new Gunzip((chunk, isLast) => {
    reader.push(chunk)
    ended ||= isLast
  })
  try {
    for (let at = 0; at < archive.length; at += CHUNK) gunzip.push(archive.subarray(at, at + CHUNK), at + CHUNK >= archive.length)
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw unreadable('The package is no gzip archive, or is damaged.')
  }
  if (!ended) throw unreadable('The package is cut off.')
  return reader.end()
}

interface OpenFile {
  readonly path: string
  readonly bytes: Uint8Array
  filled: number
}

/** Takes the bytes of a tar archive as they come. */
class TarReader {
  private readonly isNeeded: (path: string) => boolean
  private readonly limits: ArchiveLimits
  private readonly files: ArchiveFile[] = []
  private readonly header = new Uint8Array(BLOCK)
  private headerBytes = 0
  private total = 0
  private entries = 0
  /** Of the entry at hand: bytes that are still to come, padding included. */
  private rest = 0
  private open: OpenFile | undefined
  private special: 'pax' | 'name' | undefined
  /** Path of the next entry, from one before it. */
  private longName: string | undefined
  private isOver = false

  constructor(isNeeded: (path: string) => boolean, limits: ArchiveLimits) {
    this.isNeeded = isNeeded
    this.limits = limits
  }

  push(chunk: Uint8Array): void {
    this.total += chunk.length
    if (this.total > this.limits.maxBytes) {
      throw new ProblemError('The unpacked package is too large.', { code: 'resource_limit', facts: { limitBytes: this.limits.maxBytes } })
    }
    for (let at = 0; at < chunk.length && !this.isOver; ) at += this.rest > 0 ? this.content(chunk, at) : this.heading(chunk, at)
  }

  end(): ArchiveFile[] {
    if (!this.isOver && (this.rest > 0 || this.headerBytes > 0)) throw unreadable('The package is cut off.')
    if (this.entries === 0) throw unreadable('The package has no tar archive.')
    return this.files
  }

  private content(chunk: Uint8Array, at: number): number {
    const length = Math.min(this.rest, chunk.length - at)
    const { open } = this
    if (open && open.filled < open.bytes.length) {
      const part = chunk.subarray(at, at + Math.min(length, open.bytes.length - open.filled))
      open.bytes.set(part, open.filled)
      open.filled += part.length
    }
    this.rest -= length
    if (this.rest === 0) this.close()
    return length
  }

  private heading(chunk: Uint8Array, at: number): number {
    const length = Math.min(BLOCK - this.headerBytes, chunk.length - at)
    this.header.set(chunk.subarray(at, at + length), this.headerBytes)
    this.headerBytes += length
    if (this.headerBytes === BLOCK) {
      this.headerBytes = 0
      if (this.header.every((byte) => byte === 0)) this.isOver = true
      else this.begin()
    }
    return length
  }

  private begin(): void {
    const { header } = this
    checkSum(header)
    const size = octal(header, 124, 12)
    const kind = String.fromCharCode(header[156]!)
    if (++this.entries > this.limits.maxFiles) {
      throw new ProblemError('The package has too many files.', { code: 'resource_limit', facts: { limit: this.limits.maxFiles } })
    }
    if (size > this.limits.maxBytes) {
      throw new ProblemError('A file of the package is too large.', { code: 'resource_limit', facts: { limitBytes: this.limits.maxBytes } })
    }
    this.rest = Math.ceil(size / BLOCK) * BLOCK
    this.special = kind === 'x' ? 'pax' : kind === 'L' ? 'name' : undefined
    if (this.special) {
      if (size > MAX_NAME_BYTES) throw unreadable('The package has a name that is too long.')
      this.open = { path: '', bytes: new Uint8Array(size), filled: 0 }
    } else if (kind !== 'g') {
      const path = this.longName ?? [text(header, 345, 155), text(header, 0, 100)].filter((part) => part !== '').join('/')
      this.longName = undefined
      const isFile = kind === '0' || kind === '\0'
      if (isFile) checkPath(path)
      this.open = isFile && this.isNeeded(path) ? { path, bytes: new Uint8Array(size), filled: 0 } : undefined
    } else this.open = undefined
    if (this.rest === 0) this.close()
  }

  private close(): void {
    const { open, special } = this
    this.open = undefined
    if (!open) return
    if (special === 'name') this.longName = text(open.bytes, 0, open.bytes.length)
    else if (special === 'pax') this.longName = paxPath(open.bytes) ?? this.longName
    else this.files.push({ path: open.path, bytes: open.bytes })
  }
}

/** The record `path` of a pax header: `length path=value`, a line each. */
function paxPath(bytes: Uint8Array): string | undefined {
  return /(?:^|\n)\d{1,9} path=([^\n]*)\n/.exec(new TextDecoder().decode(bytes))?.[1]
}

/** Nothing is written to a disk; a path that leaves the archive is a sign that it is none of the packages that are published. */
function checkPath(path: string): void {
  if (path.startsWith('/') || path.includes('\\') || /^[A-Za-z]:/.test(path) || path.split('/').includes('..')) {
    throw unreadable('The package has a file whose path leads out of it.')
  }
}

function checkSum(header: Uint8Array): void {
  let sum = 0
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 0x20 : header[i]!
  if (sum !== octal(header, 148, 8)) throw unreadable('The package has no tar archive, or is damaged.')
}

function octal(bytes: Uint8Array, from: number, length: number): number {
  const digits = text(bytes, from, length).trim()
  if (!/^[0-7]{1,11}$/.test(digits)) throw unreadable('The package has no tar archive, or is damaged.')
  return Number.parseInt(digits, 8)
}

function text(bytes: Uint8Array, from: number, length: number): string {
  const field = bytes.subarray(from, from + length)
  const end = field.indexOf(0)
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end))
}

function unreadable(message: string): ProblemError {
  return new ProblemError(message, { code: 'unreadable_input' })
}
