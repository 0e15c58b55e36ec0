// The event loop waits for a quick disk, never again and again for a slow one, and finds out when the disk is quick again.
import { expect, it } from 'vitest'
import { DiskPace } from '../../../src/platform/storage/sqlite/disk-pace.ts'

/** A disk whose writes take as long as they are told to. */
function openDisk() {
  let now = 0
  const pace = new DiskPace(() => now)
  return {
    pace,
    /** @returns milliseconds that the loop has waited; 0 where a thread has */
    write(milliseconds: number): number {
      if (!pace.isQuick()) return 0
      pace.time(() => {
        now += milliseconds
      })
      return milliseconds
    },
  }
}

it('a quick disk is always waited for, with pauses of its own too', () => {
  const { write } = openDisk()
  for (let i = 0; i < 10_000; i++) {
    const milliseconds = i % 100 === 99 ? 9 : 0.15
    expect(write(milliseconds)).toBe(milliseconds)
  }
})

it.each([0.8, 5, 100])('a disk that needs %s ms keeps the loop waiting for one write in 500 at most', (milliseconds) => {
  const { write } = openDisk()
  for (let i = 0; i < 100; i++) write(milliseconds)
  let waited = 0
  for (let i = 0; i < 10_000; i++) waited += write(milliseconds)
  expect(waited).toBeGreaterThan(0)
  expect(waited / 10_000).toBeLessThanOrEqual(milliseconds / 500)
})

it('a single write that is very slow is enough', () => {
  const { write } = openDisk()
  expect(write(1_000)).toBe(1_000)
  expect(write(1_000)).toBe(0)
})

it('a disk that is quick again is waited for again', () => {
  const { write } = openDisk()
  write(1_000)
  let skipped = 0
  while (write(0.1) === 0) skipped++
  expect(skipped).toBeGreaterThan(100)
  for (let i = 0; i < 1_000; i++) expect(write(0.1)).toBe(0.1)
})

it('a write that fails counts with its time, and its error comes out', () => {
  let now = 0
  const pace = new DiskPace(() => now)
  expect(() =>
    pace.time(() => {
      now += 500
      throw new Error('no disk')
    }),
  ).toThrow('no disk')
  expect(pace.isQuick()).toBe(false)
})
