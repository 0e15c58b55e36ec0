// What is counted in one turn is written in one go, and nobody waits for a write that does not hold what was counted.
// Turns are counted here, so that it is known which of them a write ends.
import { expect, it } from 'vitest'
import { createGroupCommit } from '../../src/access/group-commit.ts'

const nextTurn = (callback: () => void): void => void setImmediate(callback)
const clock = () => performance.now()
const ones = (count: number): number[] => new Array<number>(count).fill(1)
const zeros = (count: number): number[] => new Array<number>(count).fill(0)

it('one turn is one write, the next turn another', async () => {
  let writes = 0
  const commit = createGroupCommit(async () => void writes++, nextTurn, clock)
  await Promise.all([commit(), commit(), commit()])
  expect(writes).toBe(1)
  await commit()
  expect(writes).toBe(2)
})

it('a failure reaches all who wait, and the next write is tried', async () => {
  let fails = true
  const commit = createGroupCommit(() => (fails ? Promise.reject(new Error('full')) : Promise.resolve()), nextTurn, clock)
  const waiting = [commit(), commit()]
  for (const one of waiting) await expect(one).rejects.toThrow('full')
  fails = false
  await commit()
})

it.each([
  ['a call that is alone is written after one turn', [1], [1], 0],
  ['turns that bring more are written together, after one that brings none', [2, 1, 0, 1], [0, 0, 3, 1], 0],
  ['a seventeenth turn is not waited for', [2, ...ones(17)], [...zeros(15), 17, 1, 1], 0],
  ['two milliseconds are not passed', [2, ...ones(5)], [0, 3, 1, 1, 1, 1], 1],
])('%s', async (_, comes, expected, turnMs) => {
  let now = 0
  const turns: (() => void)[] = []
  const written: number[] = []
  let counted = 0
  const take = async (): Promise<void> => {
    written[written.length - 1] = counted
    counted = 0
  }
  const commit = createGroupCommit(
    take,
    (callback) => void turns.push(callback),
    () => now,
  )
  for (let turn = 0; turn < expected.length; turn++) {
    for (let i = 0; i < (comes[turn] ?? 0); i++) {
      counted++
      void commit()
    }
    written.push(0)
    now += turnMs
    for (const callback of turns.splice(0)) callback()
    await Promise.resolve()
  }
  expect(written).toEqual(expected)
})
