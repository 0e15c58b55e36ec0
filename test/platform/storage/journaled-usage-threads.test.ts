// A record that a thread brings to the disk while the event loop goes on: whatever the store does meanwhile, it counts once.
import { afterEach, expect, test, vi } from 'vitest'
import { CountsJournal } from '../../../src/platform/storage/sqlite/counts-journal.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { copyCrashed, count, countIn, countsOf, openJournal, requestsInDatabase } from './open-journaled-usage.ts'

afterEach(() => vi.restoreAllMocks())

/** Has something done when a thread has written a record, or could not, and before the store knows. */
function afterWrites(act: () => Promise<void>): void {
  const append = CountsJournal.prototype.appendOnThread
  vi.spyOn(CountsJournal.prototype, 'appendOnThread').mockImplementation(function (this: CountsJournal, counts) {
    return append.call(this, counts)?.finally(act)
  })
}

test('a fold before the store knows of a record that is on the disk neither loses it nor counts it twice', async () => {
  const { store, databases, path } = await openJournal(makeScratchFolder(), 'power-safe, a thread waits')
  const between: string[] = []
  afterWrites(async () => {
    if (between.length % 2 === 1) await store.settle()
    between.push(copyCrashed(path))
  })
  for (let added = 1; added <= 6; added++) {
    await count(store)
    expect(await countsOf(between.at(-1)!)).toBe(added)
    expect(await countsOf(copyCrashed(path))).toBe(added)
  }
  // The last of them came too late for the last fold.
  expect(requestsInDatabase(databases)).toBe(5)
  expect(await countIn(store)).toBe(6)
})
