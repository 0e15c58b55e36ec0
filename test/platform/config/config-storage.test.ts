// What a database that several nodes share needs of the configuration: each contradiction stops the start, with its line.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { loadTestConfig } from '../access/open-test-access.ts'

const PEPPER = 'auth: { api_key: { pepper: { file: pepper } } }\n'

function findingsOf(yaml: string): string {
  try {
    loadTestConfig(yaml)
    return 'taken'
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return (error.errors ?? []).map(({ pointer, code, detail }) => `${pointer} ${code} ${detail}`).join('\n')
  }
}

describe('storage.postgres', () => {
  test.each([
    ['with TLS', 'storage: { postgres: { host: db.hosp.local } }\n'],
    ['on loopback without TLS', 'storage: { postgres: { host: 127.0.0.1, tls: { enabled: false } } }\n'],
    ['by a unix socket', 'storage: { postgres: { host: /run/postgresql, tls: { enabled: false } } }\n'],
    ['by a unix socket in a folder with a colon', 'storage: { postgres: { host: "/run/postgresql:5433", tls: { enabled: false } } }\n'],
    ['with shared rates', 'storage: { postgres: { host: db.hosp.local } }\nrate_limit: { backend: postgres }\n'],
  ])('%s is taken', (_name, yaml) => {
    expect(findingsOf(PEPPER + yaml)).toBe('taken')
  })

  test.each([
    [
      'without a pepper that nodes share',
      'storage: { postgres: { host: db.hosp.local } }\n',
      /^\/storage\/postgres contradiction line 1: every node needs/,
    ],
    [
      'over a network without TLS',
      `${PEPPER}storage: { postgres: { host: 10.0.0.5, tls: { enabled: false } } }\n`,
      /^\/storage\/postgres\/tls\/enabled contradiction line 2: without TLS/,
    ],
    [
      'that shared rates need and is missing',
      'rate_limit: { backend: postgres }\n',
      /^\/rate_limit\/backend contradiction line 1: storage\.postgres is required, for example/,
    ],
    [
      'with a password in the file',
      `${PEPPER}storage: { postgres: { host: db, password: hunter2 } }\n`,
      /^\/storage\/postgres\/password \S+ line 2: a secret must not/,
    ],
    [
      'with daily backups of a file',
      `${PEPPER}storage: { backup: { dir: /b, schedule: "02:30" }, postgres: { host: db } }\n`,
      /^\/storage\/backup contradiction line 2: must be null with storage.postgres/,
    ],
    ['with rates elsewhere', 'rate_limit: { backend: valkey }\n', /^\/rate_limit\/backend not_available line 1: /],
  ])('%s is refused', (_name, yaml, finding) => {
    expect(findingsOf(yaml)).toMatch(finding)
    expect(findingsOf(yaml)).not.toContain('hunter2')
  })

  test('gives its parts, with the password as the place where it stands', () => {
    const { storage } = loadTestConfig(`${PEPPER}storage: { postgres: { host: db, password: { file: /run/secrets/db } } }\n`)
    expect(storage.postgres).toEqual({
      host: 'db',
      port: 5432,
      database: 'health_tools',
      user: 'health_tools',
      password: { kind: 'file', path: '/run/secrets/db' },
      tls: { ca: null },
      connections: 10,
    })
  })
})
