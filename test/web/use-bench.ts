// One browser for all tests of a block.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Bench, openBench } from './browser.ts'

/** Opens the pages before the tests of a block and closes them afterwards. A test fails if the page reports an error. */
export function useBench(take: (bench: Bench) => void): void {
  let bench: Bench | undefined

  beforeAll(async () => {
    bench = await openBench()
    take(bench)
  })
  afterEach(() => {
    expect(bench!.readConsoleErrors()).toEqual([])
  })
  afterAll(() => bench?.close())
}
