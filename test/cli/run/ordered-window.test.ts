// The window over a long list: outcomes in order, never more begun than allowed, and an end that leaves nothing running.
import { describe, expect, it } from 'vitest'
import { runOrdered, type Window } from '../../../src/cli/run/ordered-window.ts'

async function* numbers(count: number): AsyncGenerator<number> {
  for (let i = 0; i < count; i++) yield i
}

function watch(settings: Partial<Window<number, number>> = {}) {
  const state = { running: 0, most: 0, taken: [] as number[] }
  const window: Window<number, number> = {
    maxItems: 4,
    maxBytes: 1_000,
    bytesOf: () => 1,
    start: async (item) => {
      state.most = Math.max(state.most, ++state.running)
      for (let turn = 0; turn < (item * 7) % 5; turn++) await Promise.resolve()
      state.running--
      return item
    },
    take: async (item) => void state.taken.push(item),
    isStopped: () => false,
    ...settings,
  }
  return { state, window }
}

describe('the window', () => {
  it('takes in the order of the list, and works on several at once', async () => {
    const { state, window } = watch()
    await runOrdered(numbers(100), window)
    expect(state.taken).toEqual(Array.from({ length: 100 }, (_, i) => i))
    expect(state.most).toBeGreaterThan(1)
  })

  it('holds no more items and bytes than it may, but always one', async () => {
    const begun = { items: 0, most: 0 }
    const start = async (item: number): Promise<number> => {
      begun.most = Math.max(begun.most, ++begun.items)
      return item
    }
    const take = async (): Promise<void> => void begun.items--
    await runOrdered(numbers(50), watch({ start, take, maxItems: 3 }).window)
    expect(begun.most).toBe(3)
    begun.most = 0
    await runOrdered(numbers(50), watch({ start, take, bytesOf: () => 600 }).window)
    expect(begun.most).toBe(1)
    begun.most = 0
    await runOrdered(numbers(5), watch({ start, take, bytesOf: () => 5_000 }).window)
    expect(begun.most).toBe(1)
  })

  it('takes what was begun when it is stopped, and begins nothing more', async () => {
    const { state, window } = watch()
    await runOrdered(numbers(1_000), { ...window, isStopped: () => state.taken.length >= 10 })
    expect(state.taken.length).toBeLessThan(20)
    expect(state.running).toBe(0)
  })

  it('ends with what a start or a take throws, when all that was begun has ended', async () => {
    const { state, window } = watch()
    const failing = { ...window, take: () => Promise.reject(new Error('full')) }
    await expect(runOrdered(numbers(100), failing)).rejects.toThrow('full')
    expect(state.running).toBe(0)
    await expect(runOrdered(numbers(3), { ...window, start: () => Promise.reject(new Error('lost')) })).rejects.toThrow('lost')
  })
})
