// A process that ends at any moment, with adds and folds under way: what was answered is there once, whatever way its record came to the
// disk.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makeScratchFolder } from '../scratch-folder.ts'
import { copyCrashed, count, countIn, countsOf, openJournal, requestsInDatabase, WAYS } from './open-journaled-usage.ts'

describe.each(WAYS)('a process that is killed, %s', (way) => {
  test('after any add or fold leaves everything once', async () => {
    const { store, path, databases } = await openJournal(makeScratchFolder(), way)
    let total = 0
    let inJournal = 0
    for (let i = 1; i <= 24; i++) {
      await count(store, i)
      total += i
      if (requestsInDatabase(databases) !== total) inJournal++
      expect(await countsOf(copyCrashed(path))).toBe(total)
      if (i % 5 !== 0) continue
      await store.settle()
      expect(requestsInDatabase(databases)).toBe(total)
      expect(await countsOf(copyCrashed(path))).toBe(total)
    }
    expect(inJournal).toBe(24)
    expect(await countIn(store)).toBe(total)
  })

  test('in the middle of a write leaves what was there before, byte for byte', async () => {
    const { store, path } = await openJournal(makeScratchFolder(), way)
    const journal = `${path}-counts`
    // The second round writes over what the first has left.
    for (const round of [0, 1]) {
      for (let i = 0; i < 3; i++) await count(store)
      const total = 3 + 5 * round
      const folder = copyCrashed(path)
      const before = readFileSync(journal)
      await count(store, 2)
      const after = readFileSync(journal)
      const first = after.findIndex((byte, at) => byte !== before[at])
      const last = after.findLastIndex((byte, at) => byte !== before[at])
      for (let end = first; end <= last; end++) {
        const torn = before.slice()
        torn.set(after.subarray(first, end), first)
        const crashed = copyCrashed(`${folder}/health-tools.db`)
        writeFileSync(`${crashed}/health-tools.db-counts`, torn)
        // Beyond the last byte that differs everything is there already.
        expect(await countsOf(crashed)).toBe(total)
      }
      expect(await countsOf(copyCrashed(path))).toBe(total + 2)
      await store.settle()
    }
  }, 60_000)

  test('and the next one, again and again, lose nothing', async () => {
    let folder = makeScratchFolder()
    let total = 0
    for (let life = 0; life < 8; life++) {
      const { store, path } = await openJournal(folder, way)
      for (let i = 0; i < life * 3; i++) {
        await count(store)
        total++
        if (i % 4 === life % 4) await store.settle()
      }
      folder = copyCrashed(path)
    }
    expect(total).toBe(84)
    expect(await countsOf(folder)).toBe(total)
    expect(existsSync(`${folder}/health-tools.db-counts`)).toBe(false)
  })
})

test.each(WAYS)(
  'adds and folds that nobody waits for leave what was answered once at any moment, %s',
  async (way) => {
    const { store, path } = await openJournal(makeScratchFolder(), way)
    let begun = 0
    let answered = 0
    const adds: Promise<void>[] = []
    let seed = 11
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let step = 0; step < 60; step++) {
      for (let i = random(4); i > 0; i--) {
        begun++
        adds.push(count(store).then(() => void answered++))
      }
      if (random(3) === 0) await store.settle()
      if (random(2) === 0) await new Promise((resolve) => setImmediate(resolve))
      const before = answered
      const left = await countsOf(copyCrashed(path))
      expect(left).toBeGreaterThanOrEqual(before)
      expect(left).toBeLessThanOrEqual(begun)
    }
    await Promise.all(adds)
    expect(answered).toBe(begun)
    expect(await countsOf(copyCrashed(path))).toBe(begun)
    expect(await countIn(store)).toBe(begun)
  },
  60_000,
)
