// The watchdog of the event loop, with real processes: one whose loop stands still ends, one that works goes on.
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startChild } from '../child-process.ts'

const SCRIPT = join(import.meta.dirname, 'loop-watch-child.ts')

test('a process whose loop stands still is killed', async () => {
  const child = startChild(SCRIPT, ['60000'])
  const [, signal] = await once(child.process, 'exit')
  expect(signal).toBe('SIGKILL')
  expect(child.lines).toEqual(['watching'])
})

test('a process that works goes on, and ends by itself', async () => {
  const child = startChild(SCRIPT, ['0'])
  await child.ended
  expect(child.lines).toEqual(['watching', 'alive'])
})
