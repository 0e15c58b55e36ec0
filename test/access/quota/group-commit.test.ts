// What is counted in one turn is written in one go, and nobody waits for a write that does not hold what was counted.
// Turns are counted here, so that it is known which of them a write ends.
import { expect, it } from 'vitest'
import { createGroupCommit } from '../../../src/access/quota/group-commit.ts'
import type { Awaitable } from '../../../src/access/store.ts'

const nextTurn = (callback: () => void): void => void setImmediate(callback)
const clock = () => performance.now()
const ones = (count: number): number[] => new Array<number>(count).fill(1)
const zeros = (count: number): number[] => new Array<number>(count).fill(0)

const openCommit = (write: () => Awaitable<void>): (() => Promise<void>) => createGroupCommit(write, nextTurn, clock)

it('one turn is one write, the next turn another', async () => {
  let writes = 0
  const commit = openCommit(() => void writes++)
  await Promise.all([commit(), commit(), commit()])
  expect(writes).toBe(1)
  await commit()
  expect(writes).toBe(2)
})

it.each([
  [
    'is thrown',
    () => {
      throw new Error('full')
    },
  ],
  ['comes later', () => Promise.reject(new Error('full'))],
])('a failure that %s reaches all who wait, and the next write is tried', async (_, fail: () => Awaitable<void>) => {
  let fails = true
  const commit = openCommit(() => (fails ? fail() : undefined))
  const waiting = [commit(), commit()]
  for (const one of waiting) await expect(one).rejects.toThrow('full')
  fails = false
  await commit()
})

it('who waits is told when what it counted is written: at once, or with the promise of the write', async () => {
  const told: string[] = []
  const turns: (() => void)[] = []
  const writes = [Promise.withResolvers<void>(), undefined]
  const wait = createGroupCommit(
    () => writes.shift()?.promise,
    (callback) => void turns.push(callback),
    clock,
  )
  const [first] = writes
  void wait().then(() => told.push('first'))
  turns.shift()!()
  // Counted after the write began that does not hold it.
  void wait().then(() => told.push('second'))
  await Promise.resolve()
  expect(told).toEqual([])
  turns.shift()!()
  await Promise.resolve()
  expect(told).toEqual(['second'])
  first!.resolve()
  await new Promise(setImmediate)
  expect(told).toEqual(['second', 'first'])
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
  let told = 0
  const wait = createGroupCommit(
    () => undefined,
    (callback) => void turns.push(callback),
    () => now,
  )
  for (let turn = 0; turn < expected.length; turn++) {
    for (let i = 0; i < (comes[turn] ?? 0); i++) void wait().then(() => told++)
    now += turnMs
    told = 0
    for (const callback of turns.splice(0)) callback()
    await Promise.resolve()
    written.push(told)
  }
  expect(written).toEqual(expected)
})
