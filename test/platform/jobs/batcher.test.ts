// What is asked for at the same moment is done in one go, and each caller gets its own answer.
import { describe, expect, it } from 'vitest'
import { createBatcher } from '../../../src/platform/jobs/batcher.ts'

const LIMITS = { items: 3, bytes: 100, atOnce: 1 }

describe('a batcher', () => {
  it('does in one go what comes in one turn or while it works, in order and within its limits', async () => {
    const goes: number[][] = []
    const { add } = createBatcher<number, number>(async (items) => {
      goes.push([...items])
      await new Promise((resolve) => setTimeout(resolve, 5))
      return items.map((item) => item * 10)
    }, LIMITS)
    const answers = await Promise.all([1, 2, 3, 4].map((item) => add(item, 1)))
    expect(answers).toEqual([10, 20, 30, 40])
    expect(goes).toEqual([[1, 2, 3], [4]])
    const [alone, large, next] = [add(5, 1), add(6, 500), add(7, 1)]
    expect(await Promise.all([alone, large, next])).toEqual([50, 60, 70])
    expect(goes.slice(2)).toEqual([[5], [6], [7]])
  })

  it('fails for those of one go, and continues', async () => {
    const { add } = createBatcher<number, number>(async (items) => {
      if (items.includes(2)) throw new Error('away')
      return items
    }, LIMITS)
    const first = await Promise.allSettled([add(1, 1), add(2, 1)])
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await add(3, 1)).toBe(3)
  })
})
