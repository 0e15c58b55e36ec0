// Sockets that systemd opened and handed over (sd_listen_fds(3)): they stay open while the service restarts, so no connection is refused.
import { ProblemError } from '../../core/problem.ts'

/** Descriptors below are standard input, output and error. */
const FIRST_DESCRIPTOR = 3
const MAX_DESCRIPTORS = 64

/**
 * The descriptors of the sockets.
 * @param pid of this process: the environment of a parent's sockets is passed on, too
 * @throws ProblemError `bad_configuration` where systemd handed over none
 */
export function inheritedSockets(env: Readonly<Record<string, string | undefined>>, pid: number): number[] {
  const count = env.LISTEN_PID === String(pid) ? readCount(env.LISTEN_FDS) : 0
  if (count === 0) {
    throw new ProblemError(
      'server.listen expects sockets from systemd, but none were passed. Enable health-tools.socket, or configure an address.',
      {
        code: 'bad_configuration',
      },
    )
  }
  return Array.from({ length: count }, (_, i) => FIRST_DESCRIPTOR + i)
}

function readCount(text: string | undefined): number {
  const count = /^\d{1,3}$/.test(text ?? '') ? Number(text) : 0
  return count <= MAX_DESCRIPTORS ? count : 0
}
