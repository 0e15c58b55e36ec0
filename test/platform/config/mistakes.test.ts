// Mistakes that people make in a configuration: each is an error with file, line, setting and what to write instead.
import { describe, expect, test } from 'vitest'
import { thrownProblem } from '../../thrown-problem.ts'
import { FURTHER_MISTAKES } from './further-mistakes.ts'
import { loadYaml } from './load-yaml.ts'

/** The third line of a file, the setting that is meant, and what the message says of it. */
const MISTAKES: readonly (readonly [line: string, pointer: string, remedy: string])[] = [
  ...FURTHER_MISTAKES,
  ['server: { listn: [] }', '/server/listn', 'unknown setting; did you mean listen?'],
  ['server: { limits: { body_mb: 10MB } }', '/server/limits/body_mb', 'expected a number'],
  ['server: { limits: { body_mb: 0 } }', '/server/limits/body_mb', 'expected at least 0.01'],
  ['server: { listen: [] }', '/server/listen', 'expected at least 1 entry'],
  ['server: { listen: [{ port: 8080 }] }', '/server/listen/0/address', 'is missing; expected a string'],
  ['server: { listen: [{ adress: 0.0.0.0, port: 8080 }] }', '/server/listen/0/adress', 'unknown setting; did you mean address?'],
  ["server: { listen: [{ address: 0.0.0.0, port: '8080' }] }", '/server/listen/0/port', 'expected a number'],
  ['server: { listen: [{ address: 0.0.0.0:8080 }] }', '/server/listen/0/address', 'expected an IP address'],
  ["server: { listen: [{ address: '*', port: 8080 }] }", '/server/listen/0/address', 'expected an IP address'],
  ['server: { listen: [{ address: 10.0.0, port: 8080 }] }', '/server/listen/0/address', 'expected an IP address'],
  [
    'server: { listen: { address: 0.0.0.0, port: 8080 } }',
    '/server/listen',
    'expected a list of places, such as [ { address: 0.0.0.0, port: 8080 } ]',
  ],
  ['server: { listen: [8080] }', '/server/listen/0', 'expected {address: IP, port: NUMBER}, {socket: PATH} or {systemd: true}'],
  ["server: { listen: [{ socket: '' }] }", '/server/listen/0/socket', 'expected a path'],
  ['server: { listen: [{ address: 127.0.0.1, port: -1 }] }', '/server/listen/0/port', 'expected at least 0'],
  ['server: { tls: true }', '/server/tls', 'expected a section with settings'],
  [
    'server: { tls: { cert: /etc/x.pem, key: /etc/x.key } }',
    '/server/tls/cert',
    'a secret must not be in this file; use {file: PATH} or {credential: NAME}',
  ],
  [
    'server: { tls: { certificate: { file: /c } } }',
    '/server/tls/certificate',
    'unknown setting; expected one of enabled, cert, key, min_version, client_ca',
  ],
  ['server: { timeouts: { request: 30 } }', '/server/timeouts/request', 'expected a time from 1s to 1h'],
  ['server: { timeouts: { request: 30 s } }', '/server/timeouts/request', 'expected a time from 1s to 1h'],
  ['server: { timeouts: { request: 1y } }', '/server/timeouts/request', 'expected a time from 1s to 1h'],
  ["server: { cors: { origins: '*' } }", '/server/cors/origins', 'expected a list, such as [a, b]'],
  ["server: { cors: { origins: ['*'] } }", '/server/cors/origins/0', 'expected a URL that begins with https:// or http://'],
  ['server: { cors: { origins: [his.hosp.local] } }', '/server/cors/origins/0', 'expected a URL that begins with https:// or http://'],
  ["storage: { path: '' }", '/storage/path', 'expected a path'],
  ['storage: { paht: x }', '/storage/paht', 'unknown setting; did you mean path?'],
  [
    'storage: { postgres: { host: db } }',
    '/storage/postgres',
    'every node needs the same pepper: auth.api_key.pepper must name it, for example {credential: pepper}',
  ],
  ["storage: { postgres: 'postgres://u:p@db/x' }", '/storage/postgres', 'expected a section with settings'],
  [
    "storage: { postgres: { host: 'db:5432', password: { file: /p } } }",
    '/storage/postgres/host',
    'expected a host without a port; write the number in the setting port',
  ],
  [
    'storage: { postgres: { host: db, password: secret } }',
    '/storage/postgres/password',
    'a secret must not be in this file; use {file: PATH} or {credential: NAME}',
  ],
  ['storage: { postgres: { host: db, port: 5432x, password: { file: /p } } }', '/storage/postgres/port', 'expected a number'],
  ['rate_limit: { backend: postgres }', '/rate_limit/backend', 'storage.postgres is required, for example {host: db.hosp.local'],
  ['rate_limit: { backend: redis }', '/rate_limit/backend', 'expected one of memory, postgres, valkey'],
  [
    'jobs: { backend: postgres }',
    '/jobs/backend',
    'jobs in PostgreSQL are encrypted: jobs.payload_key must name the key, for example {credential: payload-key}',
  ],
  ['jobs: { keep: 0s }', '/jobs/keep', 'expected a time from 1s to 7d'],
  ['jobs: { keep: 15 minutes }', '/jobs/keep', 'expected a time from 1s to 7d'],
  ['jobs: { payload_key: abc }', '/jobs/payload_key', 'a secret must not be in this file; use {file: PATH} or {credential: NAME}'],
  [
    'jobs: { s3: { endpoint: "https://s3.hosp.local", bucket: jobs, access_key_id: HT1, secret_access_key: { file: s } } }',
    '/jobs/s3',
    'the object store holds contents of jobs in PostgreSQL: it needs jobs.backend: postgres',
  ],
  [
    'jobs: { s3: { endpoint: "https://s3?a=b", bucket: jobs, access_key_id: HT1, secret_access_key: { file: s } } }',
    '/jobs/s3/endpoint',
    'expected an address without a query (?...)',
  ],
  [
    'jobs: { s3: { endpoint: "http://10.0.0.5", bucket: jobs, access_key_id: HT1, secret_access_key: { file: s } } }',
    '/jobs/s3/endpoint',
    'expected an address that begins with https://, or with http:// on loopback',
  ],
  [
    'jobs: { s3: { endpoint: "https://s3", bucket: jobs, access_key_id: HT1, secret_access_key: hunter2 } }',
    '/jobs/s3/secret_access_key',
    'a secret must not be in this file; use {file: PATH} or {credential: NAME}',
  ],
  ['node: { roles: [] }', '/node/roles', 'expected at least 1 entry'],
  ['node: { roles: [scheduler] }', '/node/roles/0', 'expected one of api, worker'],
  [
    'node: { roles: [api] }',
    '/node/roles',
    'a node with one role needs jobs.backend: postgres, because jobs in memory run on the node that accepted them',
  ],
  ['auth: { api_keys: {} }', '/auth/api_keys', 'unknown setting; did you mean api_key?'],
  ['auth: { api_key: { pepper: { env: PEPPER } } }', '/auth/api_key/pepper/env', 'unknown setting; expected one of file, credential'],
  ['auth: { api_key: { pepper: { path: /p } } }', '/auth/api_key/pepper/path', 'unknown setting; expected one of file, credential'],
  [
    "auth: { api_key: { pepper: '' } }",
    '/auth/api_key/pepper',
    'a secret must not be in this file; use {file: PATH} or {credential: NAME}',
  ],
  ['auth: { api_key: { enabled: 1 } }', '/auth/api_key/enabled', 'expected true or false'],
  ['auth: { proxy: { enabled: true } }', '/auth/order', 'proxy is enabled but missing here; add it'],
  ['auth: { order: [api_key, ldap] }', '/auth/order/1', 'expected one of api_key, oauth, proxy'],
  ['auth: { order: api_key }', '/auth/order', 'expected a list, such as [a, b]'],
  ['auth: { oauth: { enabled: true } }', '/auth/order', 'oauth is enabled but missing here; add it'],
  [
    'auth: { order: [api_key, oauth], oauth: { enabled: true, issuers: [] } }',
    '/auth/oauth/enabled',
    'auth.oauth.issuers or auth.oauth.introspection is required',
  ],
  ['plans: { gold: { rate: 100 } }', '/plans/gold/rate', 'expected a section with settings'],
  ['plans: { gold: { rate: { per_minute: 0 } } }', '/plans/gold/rate/per_minute', 'expected at least 0.1'],
  ['plans: { gold: { rate: { per_hour: 5 } } }', '/plans/gold/rate/per_hour', 'unknown setting; expected one of per_minute, burst'],
  ['plans: { gold: { quota: { per_day: many } } }', '/plans/gold/quota/per_day', 'expected a number'],
  ['plans: { gold: { tools: hl7/parse } }', '/plans/gold/tools', 'expected a list, such as [a, b]'],
  ['plans: { gold: { tools: [hl7/prase] } }', '/plans/gold/tools/0', 'unknown tool; did you mean hl7/parse?'],
  ['plans: [gold]', '/plans', 'expected a section with settings'],
  ['usage: { flush: often }', '/usage/flush', 'expected a time from 100ms to 1m'],
  ['usage: { durability: safe }', '/usage/durability', 'expected one of batched, crash-safe, power-safe'],
  ['usage: { strict: trial }', '/usage/strict', 'expected a list, such as [a, b]'],
  ['logging: { level: warning }', '/logging/level', 'expected one of debug, info, warn, error'],
  ['logging: { sinks: stdout }', '/logging/sinks', 'expected a list, such as [a, b]'],
  ['logging: { sinks: [stdout] }', '/logging/sinks/0', 'expected a section with settings'],
  ['logging: { sinks: [{ type: file }] }', '/logging/sinks/0/path', 'is missing; expected a string'],
  ['logging: { sinks: [{ type: syslog, host: logs }] }', '/logging/sinks/0/transport', 'is missing; expected one of udp, tcp, tls'],
  ['logging: { sinks: [{ type: syslog, host: logs, transport: tls, port: 0 }] }', '/logging/sinks/0/port', 'expected at least 1'],
  [
    "logging: { sinks: [{ type: splunk, url: 'https://a' }] }",
    '/logging/sinks/0/type',
    'expected one of stdout, file, syslog, gelf, splunk_hec, elastic, loki, otlp',
  ],
  [
    'logging: { sinks: [{ type: loki, url: logs.example }] }',
    '/logging/sinks/0/url',
    'expected a URL that begins with https:// or http://',
  ],
  ['logging: { sinks: [{ type: stdout, format: text }] }', '/logging/sinks/0/format', 'expected one of json, cef'],
  ['logging: { sinks: [{ type: stdout, streams: [acess] }] }', '/logging/sinks/0/streams/0', 'expected one of access, service'],
  ['logging: { client_ip: hide }', '/logging/client_ip', 'expected one of full, truncated, none'],
  ['audit: true', '/audit', 'expected a section with settings'],
  ['audit: { path: /a }', '/audit/path', 'unknown setting; expected one of file, hash_chain, key, fsync, on_failure, sinks, atna'],
  ['audit: { file: /a, on_failure: stop }', '/audit/on_failure', 'expected one of refuse, continue'],
  ['tools: { disabled: [hl7/prase] }', '/tools/disabled/0', 'unknown tool; did you mean hl7/parse?'],
  ['tools: { disabled: hl7/parse }', '/tools/disabled', 'expected a list, such as [a, b]'],
  ['branding: { name: 5 }', '/branding/name', 'expected a string'],
  ['fhir: { packages: [a] }', '/fhir/packages', 'expected a string'],
  ['license: { path: /l }', '/license/path', 'unknown setting; expected one of file, grace'],
  ['operations: { listen: { port: 9464 } }', '/operations/listen/address', 'is missing; expected a string'],
  ['operations: { listen: 127.0.0.1:9464 }', '/operations/listen', 'expected a section with settings'],
  ['workers: many', '/workers', 'expected a section with settings'],
  ['workers: { threads: -1 }', '/workers/threads', 'expected at least 1'],
  ['server: { port: 8080 }', '/server/port', 'unknown setting; expected one of listen, base_path'],
  [
    'server: { listen: [{ address: 0.0.0.0, port: 8443, tls: true }] }',
    '/server/listen/0/tls',
    'unknown setting; expected one of address, port, name',
  ],
  ['server: { listen: [{ address: 0.0.0.0, port: 80800 }] }', '/server/listen/0/port', 'expected at most 65535'],
  [
    'server: { listen: [{ address: 127.0.0.1, port: 8080 }, { address: 0.0.0.0, port: 8080 }] }',
    '/server/listen/1',
    'another listener has the same address and port; choose another port',
  ],
  [
    'operations: { listen: { address: 0.0.0.0, port: 8080 } }',
    '/operations/listen',
    'another listener has the same address and port; choose another port',
  ],
  [
    "server: { listen: [{ address: '::', port: 9464 }] }",
    '/server/listen/0',
    'operations.listen has the same address and port; choose another port',
  ],
  ['server: { cors: true }', '/server/cors', 'expected a section with settings: origins'],
  ['server: { tls: { min_version: 1.2 } }', '/server/tls/min_version', "expected one of 1.2, 1.3; write it in quotes: '1.2'"],
  ["workers: { threads: '4' }", '/workers/threads', 'expected auto or a number from 1 to 256'],
  ['plans: { gold: 100 }', '/plans/gold', 'expected a section with settings: rate'],
  ["plans: { gold: { rate: { per_minute: '100' } } }", '/plans/gold/rate/per_minute', 'expected a number without quotes'],
  ['logging: { level: INFO }', '/logging/level', 'expected one of debug, info, warn, error; did you mean info?'],
  [
    'logging: { sinks: [{ type: syslog, host: logs, transport: UDP }] }',
    '/logging/sinks/0/transport',
    'expected one of udp, tcp, tls; did you mean udp?',
  ],
  ['backup: { every: daily }', '/backup', 'unknown setting; expected one of version, server'],
]

/** Words with which a message says what to do. */
const REMEDY =
  /expected|did you mean|write|put|use |choose|must|needs|add it|enable|required|missing (?:between|after)|not closed|no options|remove/

/** Words of the YAML parser or the schema library instead of those of this program. */
const FOREIGN = /undefined|\[object|Zod|Invalid input|unexpected|implicit|flow/i

describe('a mistake in the configuration', () => {
  test.each(MISTAKES)('%s', (line, pointer, remedy) => {
    const problem = thrownProblem(() => loadYaml(`# Settings of this site\nversion: 1\n${line}\n`))
    expect([problem.code, problem.at?.file, problem.at?.line]).toEqual(['bad_configuration', expect.stringMatching(/config\.yaml$/), 3])
    const errors = problem.errors ?? []
    expect(errors.length).toBeLessThanOrEqual(3)
    const found = errors.filter((error) => error.pointer === pointer).map(({ detail }) => detail)
    expect(found.join('\n')).toContain(`line 3: ${remedy}`)
    for (const { detail } of errors) {
      expect(detail).toMatch(REMEDY)
      expect(detail).not.toMatch(FOREIGN)
    }
  })

  test('is one of at least two hundred, none of them twice', () => {
    const lines = MISTAKES.map(([line]) => line)
    expect(lines.length).toBeGreaterThanOrEqual(200)
    expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([])
  })
})
