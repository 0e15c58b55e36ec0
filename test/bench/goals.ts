// Judges the rows of a bench run by goals.json. The median of the rounds decides; where the quartiles stand on both sides of the goal and
// their distance, as a share of the median, is more than maxSpread, the run is too noisy to say.
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { type BenchRow, formatCells, formatRatio, median, quantile } from './row.ts'

const GOAL = z.union([z.strictObject({ atLeast: z.number() }), z.strictObject({ atMost: z.number() })])
const GOALS = z.strictObject({
  maxSpread: z.number().positive(),
  suites: z.record(z.string(), z.record(z.string(), GOAL)),
})

export type Goal = z.infer<typeof GOAL>
export type Goals = z.infer<typeof GOALS>

export type Verdict = 'met' | 'missed' | 'noisy' | 'not judged' | ''

export function readGoals(): Goals {
  return GOALS.parse(JSON.parse(readFileSync(new URL('goals.json', import.meta.url), 'utf8')))
}

export interface JudgedRow {
  readonly row: BenchRow
  readonly goal: Goal | undefined
  /** Distance of the quartiles over the median. */
  readonly spread: number | undefined
  readonly verdict: Verdict
}

/** @returns the rows in their order, and a missed one for each goal of the suite that no row answers */
export function judgeSuite(rows: readonly BenchRow[], goals: Readonly<Record<string, Goal>>, maxSpread: number): JudgedRow[] {
  const judged = rows.map((row) => judgeRow(row, row.id === undefined ? undefined : goals[row.id], maxSpread))
  const unanswered = Object.entries(goals).filter(([id]) => !rows.some((row) => row.id === id))
  return [
    ...judged,
    ...unanswered.map(([id, goal]): JudgedRow => {
      const row = { id, what: id, measured: 'no row of the suite answers this goal', reference: '', ratio: undefined }
      return { row, goal, spread: undefined, verdict: 'missed' }
    }),
  ]
}

function judgeRow(row: BenchRow, goal: Goal | undefined, maxSpread: number): JudgedRow {
  const { rounds } = row
  const spread = rounds && rounds.length > 1 ? (quantile(rounds, 0.75) - quantile(rounds, 0.25)) / Math.abs(median(rounds)) : undefined
  if (!goal) return { row, goal, spread, verdict: '' }
  const figure = row.figure ?? row.ratio
  if (figure === undefined || Number.isNaN(figure)) return { row, goal, spread, verdict: 'not judged' }
  if (spread === undefined || spread <= maxSpread) return { row, goal, spread, verdict: meetsGoal(goal, figure) ? 'met' : 'missed' }
  const sides = new Set([meetsGoal(goal, quantile(rounds!, 0.25)), meetsGoal(goal, quantile(rounds!, 0.75))])
  if (sides.size === 2) return { row, goal, spread, verdict: 'noisy' }
  return { row, goal, spread, verdict: sides.has(true) ? 'met' : 'missed' }
}

function meetsGoal(goal: Goal, figure: number): boolean {
  return 'atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost
}

/** 1 where a goal is missed, else 2 where one is too noisy to be judged, else 0. */
export function exitCodeOf(judged: readonly JudgedRow[]): 0 | 1 | 2 {
  if (judged.some(({ verdict }) => verdict === 'missed')) return 1
  return judged.some(({ verdict }) => verdict === 'noisy') ? 2 : 0
}

export function formatJudged(judged: readonly JudgedRow[]): string {
  const cells = judged.map(({ row, goal, spread, verdict }) => [
    row.what,
    row.measured,
    row.reference,
    formatRatio(row.ratio),
    spread === undefined ? '' : `${(spread * 100).toFixed(0)} %`,
    goal === undefined ? '' : formatGoal(goal),
    verdict,
  ])
  return formatCells([['what', 'measured', 'reference', 'ratio', 'spread', 'goal', 'verdict'], ...cells])
}

function formatGoal(goal: Goal): string {
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
}
