// How a bench run is judged: the median decides, unless the rounds stand on both sides of the goal and far apart.
import { describe, expect, it } from 'vitest'
import { exitCodeOf, formatJudged, type Goal, judgeSuite, readGoals } from './goals.ts'
import { type BenchRow, formatTable, median, quantile } from './row.ts'

const row = (facts: Partial<BenchRow>): BenchRow => ({ id: 'a', what: 'a row', measured: '', reference: '', ratio: undefined, ...facts })
const judge = (facts: Partial<BenchRow>, goal: Goal = { atLeast: 1 }) => judgeSuite([row(facts)], { a: goal }, 0.2)
const verdictsOf = (judged: ReturnType<typeof judge>) => judged.map(({ verdict }) => verdict)

describe('a goal', () => {
  it.each<[string, Partial<BenchRow>, Goal, string]>([
    ['is met by the ratio', { ratio: 1 }, { atLeast: 1 }, 'met'],
    ['is missed by the ratio', { ratio: 0.99 }, { atLeast: 1 }, 'missed'],
    ['is met from above', { ratio: 9, figure: 25 }, { atMost: 25 }, 'met'],
    ['is missed from above, whatever the ratio says', { ratio: 9, figure: 26 }, { atMost: 25 }, 'missed'],
    ['takes a zero for a figure', { figure: 0 }, { atMost: 0 }, 'met'],
    ['is not judged without a figure', {}, { atMost: 25 }, 'not judged'],
    ['is not judged where nothing was shown', { figure: Number.NaN }, { atMost: 25 }, 'not judged'],
    ['follows the median of quiet rounds', { ratio: 1.01, rounds: [0.98, 1, 1.01, 1.02, 1.03] }, { atLeast: 1 }, 'met'],
    ['cannot be told by noisy rounds on both sides', { ratio: 1.1, rounds: [0.5, 0.6, 1.1, 1.6, 1.7] }, { atLeast: 1 }, 'noisy'],
    ['is met by noisy rounds that all meet it', { ratio: 4, rounds: [2, 3, 4, 5, 6] }, { atLeast: 1 }, 'met'],
    ['is missed by noisy rounds that all miss it', { ratio: 0.4, rounds: [0.2, 0.3, 0.4, 0.5, 0.6] }, { atLeast: 1 }, 'missed'],
  ])('%s', (_, facts, goal, verdict) => {
    expect(verdictsOf(judge(facts, goal))).toEqual([verdict])
  })

  it('that no row answers is missed, and a row without a goal is told and not judged', () => {
    const judged = judgeSuite([row({ id: 'other', ratio: 0 })], { a: { atLeast: 1 } }, 0.2)
    expect(verdictsOf(judged)).toEqual(['', 'missed'])
    expect(formatJudged(judged)).toContain('no row of the suite answers this goal')
  })
})

describe('the exit code', () => {
  const met = judge({ ratio: 1 })
  const missed = judge({ ratio: 0 })
  const noisy = judge({ ratio: 1.1, rounds: [0.5, 0.6, 1.1, 1.6, 1.7] })
  it.each([
    [0, [...met, ...judge({})]],
    [1, [...met, ...missed, ...noisy]],
    [2, [...met, ...noisy]],
  ])('is %i', (code, judged) => {
    expect(exitCodeOf(judged)).toBe(code)
  })
})

describe('goals.json', () => {
  it('is read, and has goals for each suite of the API', () => {
    const { suites } = readGoals()
    expect(Object.keys(suites)).toEqual(
      expect.arrayContaining(['http', 'mixed', 'overload', 'upload', 'stream', 'sqlite', 'kill9', 'startup', 'steady', 'soak']),
    )
    for (const goals of Object.values(suites)) expect(Object.keys(goals)).not.toEqual([])
  })
})

describe('a table', () => {
  it('has the same width in each column', () => {
    const lines = formatTable([row({ what: 'long name', ratio: 0.5 }), row({ measured: '1' })])
      .trimEnd()
      .split('\n')
    expect(new Set(lines.map((line) => line.length)).size).toBe(1)
    expect(lines[2]).toBe('| long name |          |           | 0.50  |')
  })
})

describe('quantiles', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[7], 7],
  ])('the median of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected)
  })

  it('stand between two values in proportion', () => {
    expect([0, 0.25, 1].map((share) => quantile([0, 10, 20, 30, 40], share))).toEqual([0, 10, 40])
    expect(quantile([0, 10], 0.25)).toBe(2.5)
  })
})
