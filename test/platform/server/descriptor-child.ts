// Listens on the descriptor that it is given, as a service that systemd started does, and prints where that is, or why not.
import { randomUUID } from 'node:crypto'
import { ProblemError } from '../../../src/core/problem.ts'
import { listen } from '../../../src/platform/server/listen.ts'
import { LISTEN_SETTINGS } from './listen-settings.ts'

try {
  const { address, port, origin, drain } = await listen(() => new Response('served'), randomUUID, {
    ...LISTEN_SETTINGS,
    place: { descriptor: Number(process.argv[2]) },
  })
  process.stdout.write(JSON.stringify({ address, port, origin }))
  await drain(1_000)
} catch (error) {
  if (!(error instanceof ProblemError)) throw error
  process.stdout.write(JSON.stringify({ code: error.code, message: error.message }))
}
