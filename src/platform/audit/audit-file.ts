// The file of the audit log as one process sees it while it holds the lock: where it ends, which file the name means now, and what the
// chain has got to. Another process may have written in between, and logrotate may have moved the file.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { giveToFolderOwner, openUnlinked } from '../storage/private-file.ts'
import { CHAIN_START, type ChainEnd, composeHead, readChained, readHeadRecord, type Seal } from './audit-chain.ts'

/** Longer than any line. */
const TAIL_BYTES = 65_536

export class AuditFile {
  readonly #path: string
  readonly #seal: Seal
  #descriptor = -1
  #inode = 0n
  #size = 0
  #end: ChainEnd = CHAIN_START
  #isDirty = false
  #syncsUnderWay = 0
  /** Bytes of lines that a crash had cut, and that are gone now. */
  tornBytes = 0

  constructor(path: string, seal: Seal) {
    this.#path = path
    this.#seal = seal
  }

  /** The end of the chain as this process knows it. */
  get end(): ChainEnd {
    return this.#end
  }

  get isDirty(): boolean {
    return this.#isDirty
  }

  /** Finds the end of what is there; to be called with the lock, before each append. */
  catchUp(): void {
    const named = statSync(this.#path, { bigint: true, throwIfNoEntry: false })
    if (this.#descriptor >= 0 && named?.ino === this.#inode && Number(named.size) === this.#size) return
    if (this.#descriptor < 0 || named?.ino !== this.#inode) this.#open()
    this.#readTail()
  }

  /** Appends whole lines or nothing. Throws the error of the system. */
  append(text: string, end: ChainEnd): void {
    const bytes = Buffer.from(text)
    try {
      writeFully(this.#descriptor, bytes)
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#size)
      throw error
    }
    this.#size += bytes.length
    this.#end = end
    this.#isDirty = true
  }

  /** Brings what was written to the disk, and then says in the head record of a chain how far that is. */
  async sync({ withHead }: { readonly withHead: boolean }): Promise<void> {
    const [end, descriptor] = [this.#end, this.#descriptor]
    this.#isDirty = false
    this.#syncsUnderWay++
    await new Promise<void>((resolve, reject) => {
      fsync(descriptor, (error) => {
        this.#syncsUnderWay--
        // Closed in the meantime: the file was rotated, and is on the disk (#leave).
        if (error && error.code !== 'EBADF') reject(error)
        else resolve()
      })
    })
    if (withHead) this.#writeHead(end)
  }

  /** The head is there before the first line, so that a head that is missing always means that it was taken away. */
  begin(): void {
    this.catchUp()
    if (!existsSync(headPathOf(this.#path))) this.#writeHead(this.#end)
  }

  #writeHead(end: ChainEnd): void {
    const draft = `${headPathOf(this.#path)}.${process.pid}`
    const descriptor = giveToFolderOwner(openUnlinked(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC), draft)
    try {
      writeFully(descriptor, Buffer.from(composeHead(end, this.#seal)))
      // Else a power cut can leave the new name with none of its bytes, which looks like a head that somebody changed.
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, headPathOf(this.#path))
  }

  close(): void {
    if (this.#descriptor >= 0) closeSync(this.#descriptor)
    this.#descriptor = -1
  }

  /** The file that was rotated away is brought to the disk first: no later sync reaches it. */
  #leave(): void {
    if (this.#descriptor >= 0 && (this.#isDirty || this.#syncsUnderWay > 0)) fsyncSync(this.#descriptor)
    this.#isDirty = false
    this.close()
  }

  #open(): void {
    this.#leave()
    this.#descriptor = giveToFolderOwner(openUnlinked(this.#path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT), this.#path)
    this.#inode = fstatSync(this.#descriptor, { bigint: true }).ino
  }

  #readTail(): void {
    const { size } = fstatSync(this.#descriptor)
    const bytes = readTailOf(this.#descriptor, size)
    const lineEnd = bytes.lastIndexOf(0x0a)
    const torn = bytes.length - lineEnd - 1
    if (torn > 0) ftruncateSync(this.#descriptor, size - torn)
    this.tornBytes += torn
    this.#size = size - torn
    // A file that was cut or emptied does not set the chain back: the next line goes on from the last that is known, and the gap shows.
    const known = [this.#end, endOf(bytes.subarray(0, lineEnd + 1).toString()), ...(this.#size === 0 ? this.#endsBeside() : [])]
    const head = readHeadFile(this.#path, this.#seal)
    this.#end = [...known, head].reduce<ChainEnd>((last, end) => (end && end.seq > last.seq ? end : last), CHAIN_START)
  }

  /** A new file goes on where the one that was rotated ends; a file that is compressed by now is behind the head. */
  #endsBeside(): (ChainEnd | undefined)[] {
    return rotatedFiles(this.#path)
      .filter((path) => !path.endsWith('.gz'))
      .map((path) => {
        const descriptor = openSync(path, 'r')
        try {
          return endOf(readTailOf(descriptor, fstatSync(descriptor).size).toString())
        } finally {
          closeSync(descriptor)
        }
      })
  }
}

/** A disk that is nearly full takes a part of the bytes, without an error. */
function writeFully(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}

/** The last bytes of a file, enough for several lines. */
function readTailOf(descriptor: number, size: number): Buffer {
  const start = Math.max(0, size - TAIL_BYTES)
  const bytes = Buffer.alloc(size - start)
  return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, start))
}

export function headPathOf(path: string): string {
  return `${path}.head`
}

export function lockPathOf(path: string): string {
  return `${path}.lock`
}

export function readHeadFile(path: string, seal: Seal): ChainEnd | undefined {
  const head = headPathOf(path)
  return existsSync(head) ? readHeadRecord(readFileSync(head, 'utf8'), seal) : undefined
}

/** The files that logrotate has made of this one: `.1`, `.2.gz`, `-20260203` and such. */
export function rotatedFiles(path: string): string[] {
  const name = basename(path)
  const folder = dirname(path)
  return readdirSync(folder)
    .filter((other) => other.startsWith(name) && /^[.-]\d[\d-]{0,20}(?:\.gz)?$/.test(other.slice(name.length)))
    .map((other) => join(folder, other))
}

function endOf(text: string): ChainEnd | undefined {
  const end = text.lastIndexOf('\n')
  if (end < 0) return undefined
  return readChained(text.slice(text.lastIndexOf('\n', end - 1) + 1, end))
}
