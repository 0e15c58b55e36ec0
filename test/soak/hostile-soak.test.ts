// The short form of the soak of hostile requests.
import { expect, test } from 'vitest'
import { soakHostile } from './hostile-soak.ts'

test('hostile requests are answered, are not quoted, and do not end the service', { timeout: 240_000 }, async () => {
  const { requests, statuses, wrong } = await soakHostile(0.15, 200, () => undefined)
  expect(wrong).toEqual([])
  expect(requests).toBeGreaterThan(50)
  expect(Object.keys(statuses).some((status) => status.startsWith('4'))).toBe(true)
})
