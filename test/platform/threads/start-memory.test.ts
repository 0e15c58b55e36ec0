// After a start all garbage is collected once, in a pause between calls.
import { afterEach, expect, test, vi } from 'vitest'
import { collectAfterStart, collectGarbage } from '../../../src/platform/threads/start-memory.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('it is collected once, and not while a call runs', () => {
  vi.useFakeTimers()
  const state = { isIdle: false, collections: 0 }
  collectAfterStart(
    () => state.isIdle,
    () => state.collections++,
  )
  vi.advanceTimersByTime(10_000)
  expect(state.collections).toBe(0)
  state.isIdle = true
  vi.advanceTimersByTime(1_000)
  expect(state.collections).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(state.collections).toBe(1)
})

test('it is really collected, old objects too, and nobody else is shown how', async () => {
  const garbage = new WeakRef(Array.from({ length: 10_000 }, () => ({})))
  expect(garbage.deref()).toHaveLength(10_000)
  // An object that was looked at lives to the end of the turn.
  await new Promise((resolve) => setTimeout(resolve))
  collectGarbage()
  expect(garbage.deref()).toBeUndefined()
  expect('gc' in globalThis).toBe(false)
})
