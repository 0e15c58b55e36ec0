// Collects the issues of one document: all are counted, and the first ones in the order of the document are kept.
import { ISSUES, type Issue, type IssueCode } from './issue.ts'
import type { Segment } from './segment.ts'
import { isIdentifier } from './segment-ids.ts'

export interface IssueLimits {
  /** Issues that are kept, the first in the document. Default: all. */
  readonly most?: number
  /** Issues that are counted and not kept, such as those of checks that are off. */
  readonly isHidden?: (code: IssueCode) => boolean
}

/** What is kept of findings in segments: so many of a transaction set, and of warnings so many in all. */
const MOST_IN_SET = 10_000
const MOST_WARNINGS = 100_000
/** Beyond what is kept, so that it is sorted once in a while and not for each issue. */
const SPARE = 1_000

export class IssueCollector {
  /** Of all issues, kept or not. */
  readonly counts = new Map<IssueCode, number>()
  readonly #most: number
  readonly #isHidden: (code: IssueCode) => boolean
  #issues: Issue[] = []
  /** Issues from here on come behind all that are kept. */
  #end = Number.POSITIVE_INFINITY
  #path = ''
  #inSet = 0
  #warnings = 0

  constructor({ most = Number.POSITIVE_INFINITY, isHidden = () => false }: IssueLimits = {}) {
    this.#most = most
    this.#isHidden = isHidden
  }

  add(
    code: IssueCode,
    path: string,
    segment: Segment | undefined,
    facts: { element?: number; position?: number; difference?: string; loop?: string | null; expected?: string } = {},
  ): void {
    this.counts.set(code, (this.counts.get(code) ?? 0) + 1)
    const start = segment?.start ?? 0
    if (this.#isHidden(code) || !this.#keeps(code, path) || start >= this.#end) return
    const { element = null, position = null, difference = null, loop = null, expected = null } = facts
    const shown = segment && isIdentifier(segment.id) ? segment.id : null
    this.#issues.push({ code, path, position, segment: shown, element, loop, expected, difference, start, end: segment?.end ?? 0 })
    if (this.#issues.length >= 2 * this.#most + SPARE) this.#drop()
  }

  /** True for an issue that would not be kept, because it is hidden or follows all that are kept. It is counted. @param start of its segment */
  skips(code: IssueCode, start: number): boolean {
    if (start < this.#end && !this.#isHidden(code)) return false
    this.counts.set(code, (this.counts.get(code) ?? 0) + 1)
    return true
  }

  /** In the order of their places; those of one place in the order in which they were found. */
  sorted(): readonly Issue[] {
    this.#drop()
    return this.#issues
  }

  #drop(): void {
    this.#issues.sort((a, b) => a.start - b.start)
    if (this.#issues.length <= this.#most) return
    this.#issues.length = this.#most
    this.#end = this.#issues.at(-1)?.start ?? 0
  }

  /** Envelopes and transaction sets are judged by all that is found of them; of one that is wrong, no acknowledgment needs every segment. */
  #keeps(code: IssueCode, path: string): boolean {
    const { level, severity } = ISSUES[code]
    if (severity === 'warning' && ++this.#warnings > MOST_WARNINGS) return false
    if (level !== 'segment') return true
    if (path !== this.#path) this.#inSet = 0
    this.#path = path
    return ++this.#inSet <= MOST_IN_SET
  }
}
