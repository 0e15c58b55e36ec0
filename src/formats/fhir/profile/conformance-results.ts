// Whether values conform to profiles, where checks need each other: results are kept, and what rested on an assumption that did not hold is checked again.
import { jsonPathOf, type NodeItem } from '../path/item.ts'
import type { CompiledProfile } from './element-rule.ts'

/** Checks of referenced resources nest. Thousands of resources, each of which refers to the next, would exceed the stack. */
const MAX_DEPTH = 40
/** A profile may demand that something does not conform, and a cycle of such demands has no answer: changed this often, a result is no. */
const MAX_CHANGES = 3

/** A value and the profile that it is checked against. */
export interface Check {
  readonly node: NodeItem
  readonly profile: CompiledProfile
}

interface Entry {
  readonly key: string
  readonly check: Check
  /** Until the check is done, the assumption that a check within it finds. */
  conforms: boolean
  /** `waiting`: runs, or runs again after a check that nested too deep. `open`: ended early. */
  state: 'open' | 'waiting' | 'done'
  changes: number
  /** The checks that rest on it. */
  readonly readers: Set<Entry>
}

/** Thrown if checks nest too deep: one of them runs on its own first, and those that need it run again. */
class Deferred extends Error {
  readonly entry: Entry

  constructor(entry: Entry) {
    super('The check is nested too deep.')
    this.entry = entry
  }
}

/** Results for the values of one document. In a cycle of checks that need each other, all conform unless something else breaks it. */
export class ConformanceResults {
  private readonly judge: (check: Check) => boolean
  private readonly results = new Map<string, boolean>()
  /** Checks within the outermost one: results that may still change. */
  private readonly entries = new Map<string, Entry>()
  /** Checks that rest on a result that has changed. */
  private readonly stale = new Set<Entry>()
  /** Checks that are running, one within the other. */
  private readonly running: Entry[] = []

  /** @param judge runs a check; it gets the results that it needs from `of` */
  constructor(judge: (check: Check) => boolean) {
    this.judge = judge
  }

  of(check: Check): boolean {
    const key = checkKey(check)
    const known = this.results.get(key)
    if (known !== undefined) return known
    const reader = this.running.at(-1)
    if (!reader) return this.settle(this.entryOf(key, check))
    const entry = this.entryOf(key, check)
    if (entry.state === 'open') {
      // Defers the check in the middle: deferring the innermost one would repeat the outer ones for each of its references.
      if (this.running.length >= MAX_DEPTH) throw new Deferred(this.running[MAX_DEPTH / 2]!)
      this.run(entry)
    }
    entry.readers.add(reader)
    return entry.conforms
  }

  private entryOf(key: string, check: Check): Entry {
    const known = this.entries.get(key)
    if (known) return known
    const entry: Entry = { key, check, conforms: true, state: 'open', changes: 0, readers: new Set() }
    this.entries.set(key, entry)
    return entry
  }

  private settle(outermost: Entry): boolean {
    try {
      for (let next: Entry | undefined = outermost; next; next = this.assumed()) {
        this.runDeferred(next)
        this.runStale()
      }
      for (const { key, state, conforms } of this.entries.values()) if (state === 'done') this.results.set(key, conforms)
      return outermost.conforms
    } finally {
      this.entries.clear()
      this.stale.clear()
    }
  }

  private runStale(): void {
    for (const entry of this.stale) {
      this.stale.delete(entry)
      if (entry.state === 'done') this.runDeferred(entry)
    }
  }

  /** A check that ended early and was not needed again, although another one rests on what it assumed of it. */
  private assumed(): Entry | undefined {
    for (const entry of this.entries.values()) if (entry.state === 'open' && entry.readers.size > 0) return entry
    return undefined
  }

  /** Runs the checks that nest too deep first, and then those that need them. */
  private runDeferred(entry: Entry): void {
    const waiting = [entry]
    while (waiting.length > 0) {
      const next = waiting.at(-1)!
      try {
        this.run(next)
        waiting.pop()
      } catch (error) {
        if (!(error instanceof Deferred)) throw error
        // A reference back to it finds its assumption, as within one check.
        next.state = 'waiting'
        waiting.push(error.entry)
      }
    }
  }

  private run(entry: Entry): void {
    const isAgain = entry.state === 'done'
    if (!isAgain) entry.state = 'waiting'
    this.running.push(entry)
    try {
      this.change(entry, this.judge(entry.check))
      entry.state = 'done'
    } catch (error) {
      if (!isAgain) entry.state = 'open'
      throw error
    } finally {
      this.running.pop()
    }
  }

  private change(entry: Entry, conforms: boolean): void {
    if (conforms === entry.conforms || entry.changes === MAX_CHANGES) return
    entry.conforms = conforms
    entry.changes++
    for (const reader of entry.readers) this.stale.add(reader)
    entry.readers.clear()
  }
}

export function checkKey({ node, profile: { url, structure } }: Check): string {
  return `${url}|${structure.version ?? ''} ${jsonPathOf(node).join('/')}`
}
