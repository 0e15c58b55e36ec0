// A file beside the database that takes what was counted in one write to a place that is there already, where a transaction takes many
// steps. What is in it belongs to the database; folding it in notes the last number, so that nothing counts twice however a process ends.
import { closeSync, constants, fdatasync, fdatasyncSync, fstatSync, fsyncSync, readFileSync, write, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { ProblemError } from '../../../core/problem.ts'
import { giveToFolderOwner, openUnlinked, syncFolder } from '../private-file.ts'
import { type Counts, type CountsRecord, decodeRecords, encodeRecord, JOURNAL_HEADER } from './counts-record.ts'

/** Room for the groups of about a second. */
const JOURNAL_BYTES = 1 << 19

/** A write that returns once it is on the disk: one call in place of two. What other systems promise of such a write is less. */
const WRITE_THROUGH = process.platform === 'linux' ? constants.O_DSYNC : 0

const writeOnThread = promisify(write)
const syncOnThread = promisify(fdatasync)

export function journalPathOf(databasePath: string): string {
  return `${databasePath}-counts`
}

/**
 * What a journal holds, whoever writes it.
 * @returns nothing where there is none
 * @throws ProblemError `storage_unavailable`
 */
export function readJournal(path: string): CountsRecord[] {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
    throw new ProblemError('Cannot read the journal of usage counts.', { code: 'storage_unavailable', cause })
  }
  return decodeRecords(bytes)
}

/** The journal of its only writer, who writes one record after the other. */
export class CountsJournal {
  readonly #descriptor: number
  /** A record is on the disk only once that was asked for. */
  readonly #needsSync: boolean
  #sequence: number
  #position = JOURNAL_HEADER.length

  /**
   * Makes the file, or takes the one that is there: what it holds must be in the database.
   * @param sequence the last number that the database has
   * @param isPowerSafe the file is on the disk when it is made, and each record when it is written
   * @throws the system's error
   */
  constructor(path: string, sequence: number, isPowerSafe: boolean) {
    this.#sequence = sequence
    this.#needsSync = isPowerSafe && WRITE_THROUGH === 0
    this.#descriptor = openUnlinked(path, constants.O_RDWR | constants.O_CREAT | (isPowerSafe ? WRITE_THROUGH : 0))
    try {
      giveToFolderOwner(this.#descriptor, path)
      // A write into a file that does not grow needs no new entry in the file system, and cannot find the disk full.
      const isWhole = fstatSync(this.#descriptor).size >= JOURNAL_BYTES
      writeFully(this.#descriptor, isWhole ? JOURNAL_HEADER : emptyJournal(), 0)
      if (!isPowerSafe) return
      fsyncSync(this.#descriptor)
      syncFolder(dirname(path))
    } catch (error) {
      closeSync(this.#descriptor)
      throw error
    }
  }

  /** The last number that was given, also to a record that could not be written. */
  get sequence(): number {
    return this.#sequence
  }

  /**
   * Writes a record: the end of the process does not undo it, and where the journal is power-safe neither does that of the machine.
   * @returns false where the journal has no room for it
   * @throws the system's error; the next record takes its place
   */
  append(counts: Counts): boolean {
    const record = this.#number(counts)
    if (!record) return false
    writeFully(this.#descriptor, record, this.#position)
    if (this.#needsSync) fdatasyncSync(this.#descriptor)
    this.#position += record.byteLength
    return true
  }

  /**
   * As append, while the event loop goes on; nothing else may be written meanwhile. The number is given at once.
   * @returns undefined where the journal has no room for it
   */
  appendOnThread(counts: Counts): Promise<void> | undefined {
    const record = this.#number(counts)
    return record && this.#writeOnThread(record)
  }

  async #writeOnThread(record: Uint8Array): Promise<void> {
    for (let done = 0; done < record.byteLength; ) {
      const { bytesWritten } = await writeOnThread(this.#descriptor, record, done, record.byteLength - done, this.#position + done)
      done += checkWritten(bytesWritten)
    }
    if (this.#needsSync) await syncOnThread(this.#descriptor)
    this.#position += record.byteLength
  }

  /** Begins again, once the database has everything. */
  restart(): void {
    this.#position = JOURNAL_HEADER.length
  }

  close(): void {
    try {
      closeSync(this.#descriptor)
    } catch {
      // What could not be written before has been told of.
    }
  }

  /** Undefined, and without a number, where there is no room. */
  #number(counts: Counts): Uint8Array | undefined {
    const record = encodeRecord({ sequence: this.#sequence + 1, counts })
    if (this.#position + record.byteLength > JOURNAL_BYTES) return undefined
    this.#sequence++
    return record
  }
}

function emptyJournal(): Uint8Array {
  const bytes = new Uint8Array(JOURNAL_BYTES)
  bytes.set(JOURNAL_HEADER)
  return bytes
}

function writeFully(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.byteLength; ) {
    done += checkWritten(writeSync(descriptor, bytes, done, bytes.byteLength - done, position + done))
  }
}

function checkWritten(bytes: number): number {
  if (bytes === 0) throw new Error('nothing was written')
  return bytes
}
