// The line of progress: how far, how fast, how long; and nothing where nobody looks.
import { describe, expect, it } from 'vitest'
import { composeProgress, openProgress } from '../../../src/cli/command-line/progress.ts'
import type { Terminal } from '../../../src/cli/command-line/verb.ts'

describe('the line', () => {
  it.each([
    [{ done: 0, failed: 0, total: 0, elapsedMs: 0 }, '[                        ] 0'],
    [{ done: 120, failed: 3, total: 480, elapsedMs: 3_000 }, '[======                  ] 120 of 480, 3 failed, 40/s, 9 s left'],
    [{ done: 5, failed: 0, total: 5, elapsedMs: 10_000 }, '[========================] 5 of 5, 0.5/s'],
    [{ done: 10, failed: 0, total: 1_000_000, elapsedMs: 1_000 }, '[                        ] 10 of 1000000, 10/s, 28 h left'],
    [{ done: 10, failed: 0, total: 2_010, elapsedMs: 1_000 }, '[                        ] 10 of 2010, 10/s, 4 min left'],
  ])('%o', (facts, text) => {
    expect(composeProgress(facts)).toBe(text)
  })
})

function terminal(showsProgress: boolean): { terminal: Terminal; written: string[] } {
  const written: string[] = []
  const nothing = (): void => undefined
  return {
    written,
    terminal: {
      json: false,
      env: {},
      cwd: '/',
      showsProgress,
      showsOutput: true,
      out: nothing,
      whenTaken: async () => undefined,
      err: (text) => void written.push(text),
      print: nothing,
    },
  }
}

describe('the progress', () => {
  it('is drawn over itself, not at every step, and cleared', () => {
    const { terminal: shown, written } = terminal(true)
    let now = 0
    const progress = openProgress(shown, () => now)
    progress.expect(10)
    for (let done = 1; done <= 10; done++) {
      now += 50
      progress.advance(done, 0)
    }
    expect(written).toHaveLength(3)
    expect(written.every((text) => text.startsWith('\r\u001b[K['))).toBe(true)
    progress.clear()
    progress.clear()
    expect(written.slice(3)).toEqual(['\r\u001b[K'])
  })

  it('is not drawn where standard error is no terminal', () => {
    const { terminal: hidden, written } = terminal(false)
    const progress = openProgress(hidden, () => 0)
    progress.expect(1)
    progress.advance(1, 1)
    progress.clear()
    expect(written).toEqual([])
  })
})
