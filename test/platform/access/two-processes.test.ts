// A server and the commands of an administrator on one database: what a command does holds from the server's next request on.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ProblemError } from '../../../src/core/problem.ts'
import { programCommand } from '../../program.ts'
import { loadTestConfig, openTestAccess } from './open-test-access.ts'

interface Printed {
  readonly id: string
  readonly key: string
}

test('keys that another process makes, rotates, revokes and expires', { timeout: 60_000 }, async () => {
  const config = loadTestConfig('')
  const { authenticate } = await openTestAccess(config)
  const command = (...args: string[]): Printed => {
    const place = ['--config', config.file!, '--data', join(config.storage.path, '..')]
    return JSON.parse(execFileSync(...programCommand('keys', ...args, ...place, '--json'), { encoding: 'utf8' })) as Printed
  }
  const codeOf = async (key: string): Promise<string> => {
    try {
      await authenticate({
        authorizationValues: [`Bearer ${key}`],
        rawHeaders: [],
        connection: { peerAddress: '192.0.2.1', isForProxy: false, isUnixSocket: false, hasClientCertificate: false },
        address: '192.0.2.1',
        now: Date.now(),
      })
      return 'accepted'
    } catch (error) {
      return (error as ProblemError).code
    }
  }
  const first = command('create', '--owner', 'Ward 7')
  expect(await codeOf(first.key)).toBe('accepted')
  const rotated = command('rotate', first.id, '--overlap', '0s')
  expect([await codeOf(first.key), await codeOf(rotated.key)]).toEqual(['invalid_credentials', 'accepted'])
  command('expire', first.id)
  expect(await codeOf(rotated.key)).toBe('expired_credentials')
  command('expire', first.id, '--at', '1d')
  expect(await codeOf(rotated.key)).toBe('accepted')
  command('revoke', first.id)
  expect(await codeOf(rotated.key)).toBe('invalid_credentials')
})
