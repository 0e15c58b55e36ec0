// What is counted in one turn is written in one go, and nobody waits for a write that does not hold what was counted.
import { expect, it } from 'vitest'
import { createGroupCommit } from '../../src/access/group-commit.ts'

const nextTurn = (callback: () => void): void => void setImmediate(callback)

it('one turn is one write, the next turn another', async () => {
  let writes = 0
  const commit = createGroupCommit(async () => void writes++, nextTurn)
  await Promise.all([commit(), commit(), commit()])
  expect(writes).toBe(1)
  await commit()
  expect(writes).toBe(2)
})

it('a failure reaches all who wait, and the next write is tried', async () => {
  let fails = true
  const commit = createGroupCommit(() => (fails ? Promise.reject(new Error('full')) : Promise.resolve()), nextTurn)
  const waiting = [commit(), commit()]
  for (const one of waiting) await expect(one).rejects.toThrow('full')
  fails = false
  await commit()
})
