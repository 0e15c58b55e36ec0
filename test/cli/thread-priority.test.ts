// The priorities of threads, as the system counts them.
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { openExecutor } from '../../src/cli/executor.ts'
import { textWordCount } from '../../src/tools/text/word-count.ts'

/** The 17 fields before it begin with a name that may hold blanks. */
function nicenessOf(thread: number | string): number {
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')) ?? []
  return Number(fields.split(' ')[16])
}

it.runIf(process.platform === 'linux')('a long call gives way to the thread of the event loop, which stays what it was', async () => {
  const executor = openExecutor({ threads: 1, memoryMb: 512, taskTimeoutMs: 30_000, maxWaiting: 1 })
  try {
    const before = getPriority()
    const body = new TextEncoder().encode('word '.repeat(100_000))
    const mediaType = 'text/plain'
    await executor.answer(
      textWordCount,
      { toolId: textWordCount.id, contentType: mediaType, mediaType, body, query: '', form: 'json', jsonDepth: 64 },
      'a',
    )
    const all = readdirSync('/proc/self/task').map(nicenessOf)
    expect(all.filter((niceness) => niceness === Math.min(before + 10, 19))).toHaveLength(1)
    expect([getPriority(), nicenessOf(process.pid)]).toEqual([before, before])
    expect(before).toBeLessThan(19)
  } finally {
    await executor.close()
  }
})
