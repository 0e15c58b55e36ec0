// Collects what the validator finds, by place. No issue holds a value of the document: `expected` is of the standard or the profile alone.
import type { Severity } from '../diagnostics.ts'
import type { Hl7Version } from '../dictionary/versions.ts'
import type { Hl7Document } from '../document-types.ts'
import { byteOffsetAt } from '../source.ts'
import {
  hl7ErrorCode,
  type IssueCode,
  isRefused,
  lowerLevel,
  type RuleLevel,
  type RuleLevels,
  type Strictness,
  type ValidationRule,
} from './rules.ts'

export interface ValidationIssue {
  code: IssueCode
  severity: Severity
  rule: ValidationRule | 'profile'
  /** In the notation of the standard; null where no segment or field is meant. */
  path: string | null
  /** What the standard or the profile asks for. */
  expected: string
  hl7ErrorCode: string
  /** Place of the message in the document, from 0; null for a finding of a batch. */
  message: number | null
  byteStart: number
  byteEnd: number
  /** Findings of the kind in the message; this is the first of them. */
  count: number
}

export interface IssueCounts {
  error: number
  warning: number
  info: number
  /** Found beyond the limit, and counted above. */
  notListed: number
}

/** Where a finding is and what was asked for; texts are made only where the finding is listed. */
export interface IssuePlace {
  readonly start: number
  readonly end: number
  /** Findings with the same key in one message are one issue, and counted there. */
  readonly kind?: string
  readonly path: () => string | null
  readonly expected: string | (() => string)
}

interface Entry extends Omit<ValidationIssue, 'byteStart' | 'byteEnd'> {
  readonly start: number
  readonly end: number
}

export class IssueList {
  readonly #levels: RuleLevels
  readonly #limit: number
  readonly #entries: Entry[] = []
  readonly #total: IssueCounts = { error: 0, warning: 0, info: 0, notListed: 0 }
  #own: IssueCounts = { error: 0, warning: 0, info: 0, notListed: 0 }
  #message: number | null = null
  #version: Hl7Version = '2.5.1'
  readonly #strictness: Strictness
  #isForeign = false
  readonly #kinds = new Map<string, Entry | undefined>()

  /** @param limit issues that are listed; the others are counted */
  constructor(levels: RuleLevels, strictness: Strictness, limit: number) {
    this.#strictness = strictness
    this.#levels = levels
    this.#limit = limit
  }

  /**
   * What follows is of this message, or of the batches.
   * @param isForeign true for a message of a version without tables, held against the nearest one: what differs need not be wrong
   */
  beginMessage(message: number | null, version: Hl7Version, isForeign: boolean): void {
    this.#isForeign = isForeign
    this.#kinds.clear()
    this.#message = message
    this.#version = version
    this.#own = { error: 0, warning: 0, info: 0, notListed: 0 }
  }

  isOff(rule: ValidationRule): boolean {
    return this.#levels[rule] === 'off'
  }

  /** A breach of a rule of the standard. @param lowered true where the standard leaves the matter to the site */
  add(rule: ValidationRule, code: IssueCode, place: IssuePlace, { lowered }: { readonly lowered?: boolean } = {}): void {
    const level = this.#levels[rule]
    if (level === 'off') return
    if (this.#strictness === 'lenient' && !lowered && isRefused(code, place.path())) this.#addAt(rule, code, 'error', place)
    else this.#addAt(rule, code, lowered || this.#isForeign ? lowerLevel(level) : level, place)
  }

  /** A breach of the profile. */
  addOfProfile(code: IssueCode, severity: Severity, place: IssuePlace): void {
    this.#addAt('profile', code, severity, place)
  }

  /** Findings of the message that was begun last. */
  get messageCounts(): Readonly<IssueCounts> {
    return this.#own
  }

  get counts(): Readonly<IssueCounts> {
    return this.#total
  }

  /** All issues in the order of their places. */
  list({ source }: Hl7Document): ValidationIssue[] {
    const ordered = [...this.#entries].sort((a, b) => a.start - b.start || a.end - b.end)
    return ordered.map(({ start, end, ...issue }) => ({
      ...issue,
      byteStart: byteOffsetAt(source, start),
      byteEnd: byteOffsetAt(source, end),
    }))
  }

  #addAt(rule: ValidationIssue['rule'], code: IssueCode, level: RuleLevel, place: IssuePlace): void {
    if (level === 'off') return
    if (place.kind !== undefined && this.#isCounted(place.kind)) return
    this.#own[level]++
    this.#total[level]++
    if (this.#entries.length >= this.#limit) {
      this.#own.notListed++
      this.#total.notListed++
      return
    }
    const { start, end, path, expected, kind } = place
    const entry: Entry = {
      code,
      severity: level,
      rule,
      path: path(),
      expected: typeof expected === 'string' ? expected : expected(),
      hl7ErrorCode: hl7ErrorCode(this.#version, code),
      message: this.#message,
      start,
      end,
      count: 1,
    }
    this.#entries.push(entry)
    if (kind !== undefined) this.#kinds.set(kind, entry)
  }

  /** Counts a finding of a kind that was found in the message already. */
  #isCounted(kind: string): boolean {
    if (!this.#kinds.has(kind)) {
      this.#kinds.set(kind, undefined)
      return false
    }
    const entry = this.#kinds.get(kind)
    if (entry) entry.count++
    return true
  }
}
