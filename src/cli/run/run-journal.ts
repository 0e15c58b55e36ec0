// What a run over many files has done, so that the same command goes on where another one ended. It holds keyed hashes of paths and
// sizes with times of change, never a name or a value; still it stays with its owner, who can tell from it which file is which number.
import { createHash, randomBytes, scryptSync } from 'node:crypto'
import { closeSync, createReadStream, existsSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { ProblemError } from '../../core/problem.ts'

/** What the journal says of one input. */
export interface Entry {
  /** Which file in the order of the first run, from 1. */
  readonly number: number
  /** Hash of the size and the time of change of the input. */
  readonly stamp: string
  /** Bytes of the result, modulo 2³²; undefined where it was begun and not done. */
  readonly bytes: number | undefined
}

export interface JournalSettings {
  readonly folder: string
  /** Everything that makes the results what they are; it may hold a key. */
  readonly settings: string
  /** Begins anew. */
  readonly force: boolean
}

const HEAD = z.strictObject({ version: z.literal(1), salt: z.string(), settings: z.string() })

export class RunJournal {
  readonly #descriptor: number
  readonly #salt: string
  readonly #lock: string
  readonly #known: EntryTable
  #last: number

  constructor({ descriptor, salt, lock, known }: { descriptor: number; salt: string; lock: string; known: EntryTable }) {
    this.#descriptor = descriptor
    this.#salt = salt
    this.#lock = lock
    this.#known = known
    this.#last = known.lastNumber
  }

  find(target: string): Entry | undefined {
    return this.#known.find(this.#hash(target, 12))
  }

  stampOf({ size, mtimeNs }: { readonly size: bigint; readonly mtimeNs: bigint }): string {
    return this.#hash(`${size} ${mtimeNs}`, 8)
  }

  /** The number of an input that is begun: its old one, or the next. */
  begin(target: string, stamp: string): number {
    const number = this.find(target)?.number ?? ++this.#last
    this.#write(target, stamp, number, '-')
    return number
  }

  finish(target: string, stamp: string, { number, bytes }: { readonly number: number; readonly bytes: number }): void {
    this.#write(target, stamp, number, String(bytes >>> 0))
  }

  close(): void {
    closeSync(this.#descriptor)
    rmSync(this.#lock, { force: true })
  }

  #write(target: string, stamp: string, number: number, bytes: string): void {
    writeSync(this.#descriptor, `${this.#hash(target, 12)} ${stamp} ${number} ${bytes}\n`)
  }

  #hash(text: string, bytes: number): string {
    return createHash('sha256').update(this.#salt).update('\0').update(text).digest().subarray(0, bytes).toString('hex')
  }
}

/**
 * Opens the journal of an output folder, and takes away what a killed run left half-written.
 * @throws ProblemError `bad_usage` where the folder holds the results of another tool or other options, `overloaded` where another run writes there
 */
export async function openJournal({ folder, settings, force }: JournalSettings): Promise<RunJournal> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = await takeLock(join(folder, 'lock'))
  try {
    for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name), { force: true })
    const file = join(folder, 'journal')
    if (force || !existsSync(file)) {
      const salt = randomBytes(16).toString('hex')
      const descriptor = openSync(file, 'w', 0o600)
      writeSync(descriptor, `${JSON.stringify({ version: 1, salt, settings: slowHash(settings, salt) })}\n`)
      return new RunJournal({ descriptor, salt, lock, known: new EntryTable(0) })
    }
    const { salt, known } = await readJournal(file, settings)
    const descriptor = openSync(file, 'a', 0o600)
    // A line that was torn by a kill must not take the next one with it.
    writeSync(descriptor, '\n')
    return new RunJournal({ descriptor, salt, lock, known })
  } catch (error) {
    rmSync(lock, { force: true })
    throw error
  }
}

/** The settings may hold a key that a person made up: a quick hash of it could be guessed. */
function slowHash(settings: string, salt: string): string {
  return scryptSync(settings, salt, 32).toString('hex')
}

async function readJournal(file: string, settings: string): Promise<{ salt: string; known: EntryTable }> {
  let head: z.infer<typeof HEAD> | undefined
  let count = 0
  for await (const line of linesOf(file)) {
    if (head) count++
    else head = readHead(line)
  }
  if (!head) throw unreadable()
  if (head.settings !== slowHash(settings, head.salt)) {
    throw new ProblemError(
      'The output folder has results of another tool or of other options. Use another folder, or process all inputs again with --force.',
      {
        code: 'bad_usage',
      },
    )
  }
  const known = new EntryTable(count)
  for await (const line of linesOf(file)) {
    const [key = '', stamp = '', number = '', bytes = ''] = line.split(' ')
    if (/^[0-9a-f]{24}$/.test(key) && /^[0-9a-f]{16}$/.test(stamp) && /^\d{1,9}$/.test(number) && /^(?:-|\d{1,10})$/.test(bytes))
      known.set(key, { stamp, number: Number(number), bytes: bytes === '-' ? undefined : Number(bytes) })
  }
  return { salt: head.salt, known }
}

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file, 'latin1'), crlfDelay: Number.POSITIVE_INFINITY })
}

function readHead(line: string): z.infer<typeof HEAD> {
  try {
    return HEAD.parse(JSON.parse(line))
  } catch {
    throw unreadable()
  }
}

function unreadable(): ProblemError {
  return new ProblemError('The journal in the output folder is unreadable. Use another folder, or process all inputs again with --force.', {
    code: 'bad_usage',
  })
}

/** Holds the number of the process; one that is gone holds nothing. */
async function takeLock(path: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    try {
      const descriptor = openSync(path, 'wx', 0o600)
      writeSync(descriptor, String(process.pid))
      closeSync(descriptor)
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const pid = Number(await readFile(path, 'latin1').catch(() => ''))
      if (attempt > 0 || (pid > 0 && isAlive(pid))) throw new ProblemError('Another run is writing to this folder.', { code: 'overloaded' })
      rmSync(path, { force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** 32 to 64 bytes for each entry, so that a journal of a million files can be looked up. */
class EntryTable {
  readonly #words: Uint32Array
  readonly #mask: number
  lastNumber = 0

  constructor(count: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(1, count) * 1.5))
    this.#mask = slots - 1
    this.#words = new Uint32Array(slots * WORDS)
  }

  set(key: string, { stamp, number, bytes }: Entry): void {
    const at = this.#slotOf(key)
    this.lastNumber = Math.max(this.lastNumber, number)
    this.#words.set([...wordsOf(key), ...wordsOf(stamp), number, bytes ?? 0, bytes === undefined ? BEGUN : DONE], at)
  }

  find(key: string): Entry | undefined {
    const at = this.#slotOf(key)
    const [, , , stampHigh = 0, stampLow = 0, number = 0, bytes = 0, state] = this.#words.subarray(at, at + WORDS)
    if (state !== BEGUN && state !== DONE) return undefined
    const stamp = [stampHigh, stampLow].map((word) => word.toString(16).padStart(8, '0')).join('')
    return { stamp, number, bytes: state === DONE ? bytes : undefined }
  }

  /** Where the key stands, or where it would. */
  #slotOf(key: string): number {
    const [first = 0, second, third] = wordsOf(key)
    for (let slot = first & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * WORDS
      const isFree = this.#words[at + WORDS - 1] === 0
      if (isFree || (this.#words[at] === first && this.#words[at + 1] === second && this.#words[at + 2] === third)) return at
    }
  }
}

const WORDS = 8
const BEGUN = 1
const DONE = 2

function wordsOf(hex: string): number[] {
  return (hex.match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 16))
}
