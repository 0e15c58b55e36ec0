// Ids of jobs: who made one, when and for whom.
import { createHmac, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createJobIds } from '../../../src/http/jobs/job-id.ts'

const withSecret = (secret: string) => (text: string) => createHmac('sha256', secret).update(text).digest('hex')

it('an id is judged by its node, its start and its caller', () => {
  const idsOf = (secret: string, node: string) => createJobIds({ hash: withSecret(secret), newUuid: randomUUID, node })
  const [before, after, neighbor, stranger] = [idsOf('one', 'n1'), idsOf('one', 'n1'), idsOf('one', 'n2'), idsOf('two', 'n1')]
  const id = before.make('a')
  expect(id).toMatch(/^[0-9a-f]{68}$/)
  expect(before.make('a')).not.toBe(id)
  const otherDigit = (at: number): string => `${id.slice(0, at)}${id[at] === '0' ? '1' : '0'}${id.slice(at + 1)}`
  expect(before.judge(id, 'a')).toBe('current')
  expect(after.judge(id, 'a')).toBe('former')
  expect(neighbor.judge(id, 'a')).toBe('elsewhere')
  expect(stranger.judge(id, 'a')).toBe('unknown')
  expect(before.judge(id, 'b')).toBe('unknown')
  for (const wrong of [`${id}0`, id.slice(1), '', otherDigit(0), otherDigit(20), otherDigit(67)])
    expect(before.judge(wrong, 'a')).toBe('unknown')
})
