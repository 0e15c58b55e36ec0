// `health`: asks the operations listener of a running server whether it is ready.
import { setTimeout as sleep } from 'node:timers/promises'
import { PROBLEMS, ProblemError } from '../../core/problem.ts'
import { parseDuration } from '../../platform/config/config-units.ts'
import { textFlag, type Verb } from '../command-line/verb.ts'
import { loadConfigOf, STORES_FLAGS } from '../records/stores-flags.ts'

export const healthVerbs: readonly Verb[] = [
  {
    name: 'health',
    summary: 'Check whether the server is ready. Exit code 0 if it is, 69 if not.',
    positionals: [],
    flags: {
      wait: { type: 'string', value: 'TIME', summary: 'Wait until the server is ready, at most this long, for example 15s.' },
      ...STORES_FLAGS,
    },
    async run(call) {
      const { terminal } = call
      const { listen } = loadConfigOf(call).operations
      const deadline = performance.now() + waitMs(textFlag(call, 'wait'))
      for (;;) {
        const state = await askReady(
          `http://${listen.address.includes(':') ? `[${listen.address}]` : listen.address}:${listen.port}/health/ready`,
        )
        if (state === 'ready' || performance.now() >= deadline) {
          terminal.print({ state }, `${state}\n`)
          return state === 'ready' ? 0 : PROBLEMS.cannot_listen.exit
        }
        await sleep(100)
      }
    },
  },
]

function waitMs(text: string | undefined): number {
  if (text === undefined) return 0
  const milliseconds = parseDuration(text)
  if (milliseconds === undefined) throw new ProblemError('--wait must be a duration, for example 15s.', { code: 'bad_usage' })
  return milliseconds
}

async function askReady(url: string): Promise<'ready' | 'not ready' | 'not reachable'> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return answer.ok ? 'ready' : 'not ready'
  } catch {
    return 'not reachable'
  }
}
