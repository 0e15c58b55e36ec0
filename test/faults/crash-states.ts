// What a power cut can leave of a recorded run: at any moment, any part of what was written and not yet synced, in any order, whole or torn.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from '../fuzz/engine/mutator.ts'

export interface TraceEvent {
  /** c made, w written, s synced, t cut to a length, r renamed, u unlinked, p promised. */
  readonly kind: string
  /** Below the folder. */
  readonly name: string
  readonly offset: number
  readonly bytes: Buffer
}

export function readTrace(trace: Buffer): TraceEvent[] {
  const events: TraceEvent[] = []
  for (let at = 0; at < trace.length; ) {
    const end = trace.indexOf(0x0a, at)
    const [kind = '', name = '', offset = '0', length = '0'] = trace.toString('utf8', at, end).split('\t')
    const bytes = trace.subarray(end + 1, end + 1 + Number(length))
    events.push({ kind, name, offset: Number(offset), bytes })
    at = end + 2 + Number(length)
  }
  return events
}

interface Change {
  readonly offset: number
  /** Undefined: the file is cut to `offset` bytes. */
  readonly bytes: Buffer | undefined
}

interface DiskFile {
  content: Buffer
  pending: Change[]
}

type Naming =
  | { readonly kind: 'made' | 'gone'; readonly name: string; readonly file: DiskFile }
  | { readonly kind: 'renamed'; readonly name: string; readonly to: string; readonly file: DiskFile }

const SECTOR = 512

/** A disk with a cache: names and contents reach it when they are synced, or at any time before. */
export class CachedDisk {
  /** What the program sees. */
  readonly #live = new Map<string, DiskFile>()
  readonly #durable = new Map<string, DiskFile>()
  /** In their order, as a journal of the file system keeps them. */
  #names: Naming[] = []

  apply({ kind, name, offset, bytes }: TraceEvent): void {
    if (kind === 'c') this.#make(name)
    else if (kind === 'w') this.#live.get(name)?.pending.push({ offset, bytes })
    else if (kind === 't') this.#live.get(name)?.pending.push({ offset, bytes: undefined })
    else if (kind === 's') this.#sync(name)
    else if (kind === 'u') this.#unlink(name)
    else if (kind === 'r') this.#rename(name, bytes.toString('utf8'))
  }

  /** One of the states that the disk can be in if the power is cut now. */
  cut(random: Random): Map<string, Buffer> {
    const names = new Map(this.#durable)
    for (const naming of this.#names.slice(0, Math.floor(random() * (this.#names.length + 1)))) applyName(names, naming)
    return new Map([...names].map(([name, file]) => [name, contentAfterCut(file, random)]))
  }

  #make(name: string): void {
    if (this.#live.has(name)) return
    const file: DiskFile = { content: Buffer.alloc(0), pending: [] }
    this.#live.set(name, file)
    this.#names.push({ kind: 'made', name, file })
  }

  #unlink(name: string): void {
    const file = this.#live.get(name)
    if (!file) return
    this.#live.delete(name)
    this.#names.push({ kind: 'gone', name, file })
  }

  #rename(name: string, to: string): void {
    const file = this.#live.get(name)
    if (!file) return
    this.#live.delete(name)
    this.#live.set(to, file)
    this.#names.push({ kind: 'renamed', name, to, file })
  }

  /** Of a folder: its names. Of a file: its content, and the names that lead to it, as the usual file systems do. */
  #sync(name: string): void {
    const file = this.#live.get(name)
    if (file) {
      for (const change of file.pending) file.content = changed(file.content, change)
      file.pending = []
    }
    const until = file ? this.#names.findLastIndex((naming) => naming.file === file) + 1 : this.#names.length
    for (const naming of this.#names.slice(0, until)) applyName(this.#durable, naming)
    this.#names = this.#names.slice(until)
  }
}

function applyName(names: Map<string, DiskFile>, naming: Naming): void {
  if (naming.kind === 'made') names.set(naming.name, naming.file)
  else names.delete(naming.name)
  if (naming.kind === 'renamed') names.set(naming.to, naming.file)
}

/** Any of the pending changes, each whole or torn at a sector; half of the time the first ones, as they were made. */
function contentAfterCut({ content, pending }: DiskFile, random: Random): Buffer {
  const isOrdered = random() < 0.5
  const count = Math.floor(random() * (pending.length + 1))
  const kept = isOrdered ? pending.slice(0, count) : pending.filter(() => random() < 0.5)
  return kept.reduce((all, change, i) => changed(all, i === kept.length - 1 && random() < 0.5 ? torn(change, random) : change), content)
}

function torn({ offset, bytes }: Change, random: Random): Change {
  const sectors = Math.floor((random() * (bytes?.length ?? 0)) / SECTOR)
  return { offset, bytes: bytes?.subarray(0, bytes.length <= SECTOR ? Math.floor(random() * bytes.length) : sectors * SECTOR) }
}

function changed(content: Buffer, { offset, bytes }: Change): Buffer {
  if (!bytes)
    return offset <= content.length ? content.subarray(0, offset) : Buffer.concat([content, Buffer.alloc(offset - content.length)])
  if (bytes.length === 0) return content
  const result = Buffer.alloc(Math.max(content.length, offset + bytes.length))
  content.copy(result)
  bytes.copy(result, offset)
  return result
}

export function writeState(folder: string, files: ReadonlyMap<string, Buffer>): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content, { mode: 0o600 })
  }
}
