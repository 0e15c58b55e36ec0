// Collects the findings about one resource: no value of the input is in them, and no more are kept than the caller wants.
import type { JsonPath } from '../json/json-value.ts'
import { ISSUES, type IssueCode, RULES, type Rule, type Severity } from './issue-codes.ts'

export interface Issue {
  readonly severity: Severity
  readonly code: IssueCode
  readonly path: JsonPath
  /** Canonical of the profile that was broken; undefined for the base definition. */
  readonly profile: string | undefined
  /** Key of the invariant, or name of the slice. */
  readonly rule: string | undefined
  /** What the definition says. */
  readonly expected: string | undefined
  readonly message: string
}

export interface IssueFacts {
  readonly rule?: string | undefined
  readonly expected?: string | undefined
  readonly profile?: string | undefined
  readonly severity?: Severity
  readonly message?: string
}

/** What tells one finding from another: its code and its place. */
export function findingKey(code: IssueCode, path: JsonPath): string {
  return `${code} ${path.join('/')}`
}

/** The gravest that issues of a rule may be; `off` leaves them out. */
export type RuleLevels = Readonly<Record<Rule, Severity | 'off'>>

const GRAVITY: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 }

export class IssueList {
  readonly issues: Issue[]
  readonly counts: { error: number; warning: number; info: number }
  private readonly levels: RuleLevels
  private readonly max: number
  private lowered: IssueList | undefined

  /** @param shared a list to add the findings to */
  constructor(levels: RuleLevels, max: number, shared?: IssueList) {
    this.levels = levels
    this.max = max
    this.issues = shared?.issues ?? []
    this.counts = shared?.counts ?? { error: 0, warning: 0, info: 0 }
  }

  /** The same list, for findings that are warnings at most. */
  forWarnings(): IssueList {
    if (!this.lowered) {
      const levels = RULES.map((rule) => [rule, this.levels[rule] === 'error' ? 'warning' : this.levels[rule]])
      this.lowered = new IssueList(Object.fromEntries(levels) as RuleLevels, this.max, this)
    }
    return this.lowered
  }

  /** Whether a rule is checked at all. */
  checks(rule: Rule): boolean {
    return this.levels[rule] !== 'off'
  }

  add(code: IssueCode, path: JsonPath, { rule, expected, profile, severity, message }: IssueFacts = {}): void {
    const { rule: group, severity: usual, meaning } = ISSUES[code]
    const level = this.levels[group]
    if (level === 'off') return
    const wanted = severity ?? usual
    const used = GRAVITY[level] < GRAVITY[wanted] ? level : wanted
    this.counts[used]++
    if (this.issues.length >= this.max) return
    this.issues.push({ severity: used, code, path: [...path], profile, rule, expected, message: message ?? meaning })
  }
}
