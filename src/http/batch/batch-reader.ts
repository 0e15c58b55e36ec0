// Reads a batch in JSON as it comes: cuts it into its items, and checks the whole of it without keeping more than the options.
// What is wrong is reported at the end, in the order in which it matters: the text, the number of items, the form of the batch.
import { MAX_PROBLEM_ITEMS, ProblemError } from '../../core/problem.ts'
import { JsonScan, type JsonWatcher } from '../request/json-scan.ts'
import { Utf8Check } from '../request/utf8-check.ts'
import { issuesOfEnvelope, issuesOfItem, MAX_ID_LENGTH, tooManyItems, unfit } from './batch-items.ts'
import { TextSpan } from './text-span.ts'

export interface BatchBounds {
  readonly maxItems: number
  readonly jsonDepth: number
}

/** Gets the items of a batch, until something is wrong with it. */
export interface ItemTaker {
  /** @param bytes of the item that is coming, a view into what was appended */
  take(bytes: Uint8Array): void
  /** The item is complete. */
  end(id: string | undefined): void
}

type Issues = ReturnType<typeof issuesOfItem>

/** Levels of a batch: the batch, its members, its items, their members. */
const [BATCH, MEMBER, ITEM, ITEM_MEMBER] = [0, 1, 2, 3] as const
const [QUOTE, OPEN_OBJECT, OPEN_ARRAY] = [0x22, 0x7b, 0x5b]
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
/** A character is written with at most twelve bytes, as \ud83d\ude00. */
const MAX_ID_BYTES = 12 * MAX_ID_LENGTH + 2
const TOO_LONG = 'x'.repeat(MAX_ID_LENGTH + 1)

export class BatchReader implements JsonWatcher {
  readonly maxLevel = ITEM_MEMBER
  readonly #maxItems: number
  readonly #taker: ItemTaker
  readonly #utf8 = new Utf8Check()
  readonly #scan: JsonScan
  #markBytes = 0
  #chunk: Uint8Array = new Uint8Array()
  /** What ends the batch at its first error. */
  #encodingProblem: ProblemError | undefined
  #grammarProblem: ProblemError | undefined
  #issues: Issues = []
  /** The batch without what is in its items: a value of the same type is in the place of most values. */
  #batch: unknown
  #member = ''
  readonly #optionsText = new TextSpan()
  #total = 0
  #item: unknown
  #itemStart: number | undefined
  #isInId = false
  readonly #idText = new TextSpan(MAX_ID_BYTES)

  constructor({ maxItems, jsonDepth }: BatchBounds, taker: ItemTaker) {
    this.#maxItems = maxItems
    this.#taker = taker
    this.#scan = new JsonScan(jsonDepth, this)
  }

  /** Bytes that it keeps in memory, about. */
  get keptBytes(): number {
    return this.#scan.keptBytes + this.#optionsText.bytes
  }

  /** @param bytes the next of the batch; not needed afterwards */
  append(bytes: Uint8Array): void {
    if (this.#encodingProblem) return
    this.#encodingProblem = problemOf(() => this.#utf8.append(bytes))
    if (this.#encodingProblem || this.#grammarProblem) return
    const chunk = this.#behindMark(bytes)
    this.#chunk = chunk
    this.#grammarProblem = problemOf(() => this.#scan.append(chunk))
    this.#optionsText.keep(chunk)
    this.#idText.keep(chunk)
    if (this.#itemStart === undefined) return
    this.#take(chunk.subarray(this.#itemStart))
    this.#itemStart = 0
  }

  /** @throws ProblemError `malformed_json`, `resource_limit`, `too_many_items`, `invalid_input` with a pointer for every finding */
  finish(): { readonly total: number; readonly options: Readonly<Record<string, unknown>> } {
    const problem = this.#encodingProblem ?? problemOf(() => this.#utf8.end()) ?? this.#grammarProblem ?? problemOf(() => this.#scan.end())
    if (problem) throw problem
    if (this.#total > this.#maxItems) throw tooManyItems(this.#maxItems)
    const issues = [...issuesOfEnvelope(this.#batch), ...this.#issues]
    if (issues.length > 0) throw unfit(issues)
    // As they came: a record that zod copies is without __proto__, which no option may be.
    const { options = {} } = this.#batch as { options?: Record<string, unknown> }
    return { total: this.#total, options }
  }

  begin(level: number, first: number, at: number, name: string): void {
    if (level === BATCH) this.#batch = standIn(first)
    else if (level === MEMBER) this.#beginMember(first, at, name)
    else if (!this.#isInItems) return
    else if (level === ITEM) this.#beginItem(first, at)
    else this.#beginItemMember(first, at, name)
  }

  end(level: number, at: number): void {
    if (level === MEMBER && this.#member === 'options') define(this.#batch, 'options', this.#optionsText.end(this.#chunk, at))
    else if (level === ITEM && this.#isInItems) this.#endItem(at)
    else if (level === ITEM_MEMBER && this.#isInId) this.#endId(at)
    if (level === MEMBER) this.#member = ''
  }

  get #isInItems(): boolean {
    return this.#member === 'items'
  }

  #beginMember(first: number, at: number, name: string): void {
    define(this.#batch, name, name === 'items' ? standIn(first) : null)
    if (name === 'options') this.#optionsText.begin(at)
    // What is no list has no items.
    this.#member = name === 'options' || (name === 'items' && first === OPEN_ARRAY) ? name : ''
  }

  #beginItem(first: number, at: number): void {
    this.#total++
    this.#item = standIn(first)
    this.#itemStart = at
  }

  #beginItemMember(first: number, at: number, name: string): void {
    define(this.#item, name, name === 'input' || name === 'id' ? standIn(first) : null)
    if (name !== 'id' || first !== QUOTE) return
    this.#isInId = true
    this.#idText.begin(at)
  }

  #endId(at: number): void {
    this.#isInId = false
    define(this.#item, 'id', this.#idText.end(this.#chunk, at) ?? TOO_LONG)
  }

  #endItem(at: number): void {
    this.#take(this.#chunk.subarray(this.#itemStart, at))
    this.#itemStart = undefined
    // As many as a problem reports, and one more.
    if (this.#total > this.#maxItems || this.#issues.length > MAX_PROBLEM_ITEMS) return
    const issues = issuesOfItem(this.#item, this.#total - 1)
    if (issues.length > 0) this.#issues = [...this.#issues, ...issues]
    else if (this.#issues.length === 0) this.#taker.end((this.#item as { id?: string }).id)
  }

  #take(bytes: Uint8Array): void {
    if (bytes.length > 0 && this.#issues.length === 0 && this.#total <= this.#maxItems) this.#taker.take(bytes)
  }

  /** What only begins like a mark is no JSON at its first byte in either case. */
  #behindMark(bytes: Uint8Array): Uint8Array {
    let at = 0
    while (this.#markBytes < BYTE_ORDER_MARK.length && at < bytes.length) {
      if (bytes[at] !== BYTE_ORDER_MARK[this.#markBytes]) {
        this.#markBytes = BYTE_ORDER_MARK.length
        break
      }
      this.#markBytes++
      at++
    }
    return at === 0 ? bytes : bytes.subarray(at)
  }
}

function problemOf(act: () => void): ProblemError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

/** A value of the type whose first byte is given. */
function standIn(first: number): unknown {
  if (first === QUOTE) return ''
  if (first === OPEN_OBJECT) return {}
  if (first === OPEN_ARRAY) return []
  if (first === 0x6e) return null
  return first === 0x74 || first === 0x66 ? true : 0
}

/** `__proto__` is a name like any other. */
function define(target: unknown, name: string, value: unknown): void {
  if (typeof target !== 'object' || target === null || Array.isArray(target)) return
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
}
