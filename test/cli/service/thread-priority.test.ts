// The priorities of threads, as the system counts them.
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { openExecutor } from '../../../src/cli/service/executor.ts'
import { textWordCount } from '../../../src/tools/text/word-count.ts'

/** The 17 fields before the niceness begin with a name in parentheses. */
function readThread(thread: string): { name: string; niceness: number } {
  const [, name = '', fields = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')) ?? []
  return { name, niceness: Number(fields.split(' ')[16]) }
}

/** Names of the threads with that niceness, each thread one. */
function namesAt(niceness: number): string[] {
  const threads = readdirSync('/proc/self/task').map(readThread)
  return threads.filter((thread) => thread.niceness === niceness).map(({ name }) => name)
}

it.runIf(process.platform === 'linux')(
  'a long call and what collects its garbage give way to the event loop, which stays what it was',
  async () => {
    const before = getPriority()
    expect(before).toBeLessThan(19)
    const others = namesAt(before).filter((name) => name !== 'V8Worker')
    const executor = openExecutor({ threads: 1, memoryMb: 512, taskTimeoutMs: 30_000, maxWaiting: 1 })
    try {
      const body = new TextEncoder().encode('word '.repeat(100_000))
      const mediaType = 'text/plain'
      await executor.answer(
        textWordCount,
        { toolId: textWordCount.id, contentType: mediaType, mediaType, body, query: '', form: 'json', jsonDepth: 64 },
        'a',
      )
      const lower = namesAt(Math.min(before + 10, 19))
      const helpers = lower.filter((name) => name === 'V8Worker')
      expect(helpers.length).toBeGreaterThan(0)
      expect(lower).toHaveLength(helpers.length + 1)
      expect(namesAt(before)).toEqual(expect.arrayContaining(others))
      expect(namesAt(before)).not.toContain('V8Worker')
      expect(getPriority()).toBe(before)
    } finally {
      await executor.close()
    }
  },
)
