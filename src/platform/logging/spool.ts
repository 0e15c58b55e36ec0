// Lines on the disk, for a receiver that is away: segments in a private folder, in their order, within a bound. A segment is written
// beside its name and renamed, so that there is never half of one; a restart finds what the process before left. A process that was killed
// may have sent a part of the first segment: it is sent again as a whole.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface SpoolSettings {
  /** A folder of this spool alone; made where it is missing, 0700. */
  readonly folder: string
  readonly maxBytes: number
  readonly onFull: 'drop_oldest' | 'drop_newest'
  /** Of what is not written yet, because the disk is slow. */
  readonly maxPendingCharacters: number
}

interface Segment {
  readonly name: string
  readonly lineCount: number
  readonly bytes: number
  /** Until it is written. */
  text: string | undefined
}

const NAME = /^(\d{15})-(\d{1,9})\.ndjson$/
/** So that there is room before the first. */
const FIRST_NUMBER = 500_000_000_000_000

export class Spool {
  readonly #settings: SpoolSettings
  readonly #onDropped: (lines: number) => void
  readonly #segments: Segment[] = []
  #bytes = 0
  #pendingCharacters = 0
  #next = FIRST_NUMBER
  /** The first is on its way to the receiver. */
  #isFirstTaken = false
  #writing: Promise<void> = Promise.resolve()

  /**
   * Finds what is there. Throws the system's error where the folder cannot be made or read.
   * @param onDropped told of lines that did not fit or that the disk did not take
   */
  constructor(settings: SpoolSettings, onDropped: (lines: number) => void) {
    this.#settings = settings
    this.#onDropped = onDropped
    const { folder } = settings
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(folder).sort()) {
      const [, number, lineCount] = NAME.exec(name) ?? []
      // Half a segment of a process that was killed.
      if (name.endsWith('.part')) rmSync(join(folder, name), { force: true })
      if (lineCount === undefined) continue
      const { size } = statSync(join(folder, name))
      this.#segments.push({ name, lineCount: Number(lineCount), bytes: size, text: undefined })
      this.#bytes += size
      this.#next = Number(number) + 1
    }
    this.#shrink(0)
  }

  get isEmpty(): boolean {
    return this.#segments.length === 0
  }

  /** Of what the disk has not taken yet. */
  get pendingCharacters(): number {
    return this.#pendingCharacters
  }

  /** Puts lines behind all others. The disk takes them later. */
  append(lines: readonly string[]): void {
    if (!this.#makeWay()) {
      this.#onDropped(lines.length)
      return
    }
    const segment = this.#makeSegment(lines, this.#next++)
    if (!segment) return
    this.#segments.push(segment)
    this.#pendingCharacters += segment.text!.length
    this.#writing = this.#writing.then(() => this.#write(segment))
  }

  /** The lines of the first segment; it stays until it is removed. Lines that are none are dropped: a receiver would refuse them all. */
  async readFirst(): Promise<string[]> {
    const segment = this.#segments[0]
    if (!segment) return []
    this.#isFirstTaken = true
    const text = segment.text ?? (await readFile(join(this.#settings.folder, segment.name), 'utf8').catch(() => ''))
    const lines = text.split('\n').filter(isLine)
    if (lines.length < segment.lineCount) this.#onDropped(segment.lineCount - lines.length)
    return lines.map((line) => `${line}\n`)
  }

  removeFirst(): void {
    this.#isFirstTaken = false
    const segment = this.#segments.shift()
    if (segment) this.#forget(segment)
  }

  /** The end: what was appended is on the disk, these lines stand before all others and those behind them. */
  async close(before: readonly string[], behind: readonly string[]): Promise<void> {
    await this.#writing
    const [first] = this.#segments
    const numberBefore = first ? Number(NAME.exec(first.name)![1]) - 1 : this.#next++
    const nextNumber = this.#next++
    if (this.#settings.onFull === 'drop_oldest') {
      this.#writeNow(behind, nextNumber)
      this.#writeNow(this.#fit(before, 'last'), numberBefore)
    } else {
      while (this.#segments.length > 0 && this.#room < bytesOf(before)) this.#drop(this.#segments.length - 1)
      this.#writeNow(before, numberBefore)
      this.#writeNow(this.#fit(behind, 'first'), nextNumber)
    }
    await this.#writing
  }

  get #room(): number {
    return this.#settings.maxBytes - this.#bytes
  }

  /** As many of the lines as there is room for. */
  #fit(lines: readonly string[], side: 'first' | 'last'): readonly string[] {
    let bytes = bytesOf(lines)
    let dropped = 0
    while (bytes > this.#room && dropped < lines.length) {
      bytes -= Buffer.byteLength(side === 'last' ? lines[dropped]! : lines[lines.length - 1 - dropped]!)
      dropped++
    }
    if (dropped > 0) this.#onDropped(dropped)
    return side === 'last' ? lines.slice(dropped) : lines.slice(0, lines.length - dropped)
  }

  #writeNow(lines: readonly string[], number: number): void {
    const segment = this.#makeSegment(lines, number)
    if (!segment) return
    const path = join(this.#settings.folder, segment.name)
    try {
      writeFileSync(`${path}.part`, segment.text!, { mode: 0o600 })
      renameSync(`${path}.part`, path)
    } catch {
      this.#onDropped(segment.lineCount)
      removeQuietly(`${path}.part`)
    }
  }

  #makeSegment(lines: readonly string[], number: number): Segment | undefined {
    if (lines.length === 0) return undefined
    const text = lines.join('')
    const bytes = Buffer.byteLength(text)
    if (!this.#shrink(bytes)) {
      this.#onDropped(lines.length)
      return undefined
    }
    this.#bytes += bytes
    return { name: `${String(number).padStart(15, '0')}-${lines.length}.ndjson`, lineCount: lines.length, bytes, text }
  }

  /** The disk is slow: what it has not taken yet is bounded, too. @returns whether more may wait for it */
  #makeWay(): boolean {
    const { onFull, maxPendingCharacters } = this.#settings
    while (this.#pendingCharacters > maxPendingCharacters) {
      const place = this.#segments.findIndex(({ text }, i) => text !== undefined && !(i === 0 && this.#isFirstTaken))
      if (onFull === 'drop_newest' || place < 0) return false
      this.#drop(place)
    }
    return true
  }

  /** Makes room. @returns whether there is any */
  #shrink(bytes: number): boolean {
    const { maxBytes, onFull } = this.#settings
    if (bytes > maxBytes) return false
    const from = this.#isFirstTaken ? 1 : 0
    while (this.#room < bytes && onFull === 'drop_oldest' && this.#segments.length > from) this.#drop(from)
    return this.#room >= bytes
  }

  async #write(segment: Segment): Promise<void> {
    const { text, name } = segment
    if (text === undefined) return
    const path = join(this.#settings.folder, name)
    try {
      await writeFile(`${path}.part`, text, { mode: 0o600 })
      await rename(`${path}.part`, path)
      if (segment.text === undefined) await rm(path, { force: true })
      else {
        segment.text = undefined
        this.#pendingCharacters -= text.length
      }
    } catch {
      // A part of it may have been written.
      await rm(`${path}.part`, { force: true }).catch(() => undefined)
      const place = this.#segments.indexOf(segment)
      // What cannot be written and is not under way is lost; the disk is full or read-only.
      if (place > 0 || (place === 0 && !this.#isFirstTaken)) this.#drop(place)
    }
  }

  #drop(place: number): void {
    const [segment] = this.#segments.splice(place, 1)
    this.#onDropped(segment!.lineCount)
    this.#forget(segment!)
  }

  #forget(segment: Segment): void {
    this.#bytes -= segment.bytes
    if (segment.text !== undefined) {
      this.#pendingCharacters -= segment.text.length
      // It is being written: whoever writes it removes it.
      segment.text = undefined
    } else {
      const path = join(this.#settings.folder, segment.name)
      this.#writing = this.#writing.then(() => rm(path, { force: true })).catch(() => undefined)
    }
  }
}

/** On a disk that takes nothing more even this may fail. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The next start removes it.
  }
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0)
}

function isLine(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
