// Each mistake in a configuration is reported with its line, its setting and what to write.
import { describe, expect, test } from 'vitest'
import type { Config } from '../../../src/platform/config/config.ts'
import { thrownProblem } from '../../thrown-problem.ts'
import { loadYaml } from './load-yaml.ts'

const foldersOf = ({ logging, audit }: Config): unknown[] =>
  [...logging.sinks, ...audit!.sinks].map((sink) => 'spool' in sink && sink.spool?.folder)

/** `line path: detail` of every finding. */
function findingsOf(yaml: string): string[] {
  const fault = thrownProblem(() => loadYaml(yaml))
  expect(fault.code).toBe('bad_configuration')
  return (fault.errors ?? []).map(({ pointer, code, detail }) => `${pointer} ${code} ${detail}`)
}

describe('a fault', () => {
  test('is named with file, line, column, path and the nearest setting', () => {
    const fault = thrownProblem(() => loadYaml('version: 1\nserver:\n  limits:\n    body_mb: 10\n    json_dept: 3\n'))
    expect(fault).toMatchObject({ code: 'bad_configuration', at: { line: 5, column: 5, path: 'server.limits.json_dept' } })
    expect(fault.at?.file).toMatch(/config\.yaml$/)
    expect(fault.errors).toEqual([
      {
        pointer: '/server/limits/json_dept',
        code: 'unknown_setting',
        detail: 'line 5: unknown setting; did you mean json_depth?',
      },
    ])
  })

  test.each([
    ['a setting nobody knows', 'serverr: {}\n', '/serverr unknown_setting line 1: unknown setting; did you mean server?'],
    [
      'a section nobody knows at all',
      'zzzzzzzzz: {}\n',
      /^\/zzzzzzzzz unknown_setting line 1: unknown setting; expected one of version, server, /,
    ],
    [
      'a key that stands twice',
      'version: 1\nusage:\n  flush: 1s\n  flush: 2s\n',
      '/usage/flush duplicate_key line 4: repeated; first in line 3',
    ],
    ['a section that stands twice', 'usage: {}\nusage: {}\n', '/usage duplicate_key line 2: repeated; first in line 1'],
    ['a wrong type', 'server: { limits: { body_mb: much } }\n', '/server/limits/body_mb invalid_type line 1: expected a number'],
    [
      'a text where true or false is wanted',
      'auth: { proxy: { enabled: "no" } }\n',
      '/auth/proxy/enabled invalid_type line 1: expected true or false',
    ],
    ['YAML 1.1 truth', 'auth: { proxy: { enabled: yes } }\n', '/auth/proxy/enabled invalid_type line 1: expected true or false'],
    [
      'an address where a list is wanted',
      'server: { listen: "0.0.0.0:8080" }\n',
      '/server/listen invalid_type line 1: expected a list of places, such as [ { address: 0.0.0.0, port: 8080 } ]',
    ],
    [
      'a time without its unit',
      'jobs: { keep: 900 }\n',
      /^\/jobs\/keep invalid_type line 1: expected a time from 1s to 7d, such as 10s, 5m/,
    ],
    [
      'a variable of a shell',
      'server:\n  listen: [ { address: 0.0.0.0, port: "$PORT" } ]\n',
      /^\/server\/listen\/0\/port invalid_type line 2: expected a number; environment variables are not expanded/,
    ],
    [
      'a list where a section is wanted',
      'server: []\n',
      '/server invalid_type line 1: expected a section with settings: listen, base_path, pages, mcp, fast_path, tls, limits, timeouts, cors',
    ],
    [
      'an empty section',
      'server:\n',
      '/server invalid_type line 1: expected a section with settings: listen, base_path, pages, mcp, fast_path, tls, limits, timeouts, cors',
    ],
    ['a file that is a list', '- a\n', ' invalid_type expected a section with settings'],
    ['a number too small', 'server: { limits: { json_depth: 1 } }\n', '/server/limits/json_depth too_small line 1: expected at least 4'],
    [
      'a number too large',
      'server:\n  listen:\n    - { address: 127.0.0.1, port: 70000 }\n',
      '/server/listen/0/port too_big line 3: expected at most 65535',
    ],
    [
      'a broken number',
      'server: { limits: { json_depth: 4.5 } }\n',
      '/server/limits/json_depth invalid_type line 1: expected a whole number',
    ],
    [
      'a time without a unit',
      'usage: { flush: "10" }\n',
      '/usage/flush invalid_value line 1: expected a time from 100ms to 1m, such as 500ms or 10s',
    ],
    ['a time out of bounds', 'usage: { flush: 2m }\n', /line 1: expected a time from 100ms to 1m/],
    [
      'a name for an address',
      'operations: { listen: { address: localhost, port: 1 } }\n',
      '/operations/listen/address invalid_value line 1: expected an IP address, such as 127.0.0.1 or ::1',
    ],
    [
      'a listener without a port',
      'server: { listen: [{ address: 127.0.0.1 }] }\n',
      '/server/listen/0/port missing_setting line 1: is missing; expected a number',
    ],
    ['an unknown level', 'logging: { level: loud }\n', '/logging/level invalid_value line 1: expected one of debug, info, warn, error'],
    [
      'an unknown sink',
      'logging: { sinks: [{ type: paper }] }\n',
      '/logging/sinks/0/type invalid_value line 1: expected one of stdout, file, syslog, gelf, splunk_hec, elastic, loki, otlp',
    ],
    [
      'a typo in a sink',
      'logging: { sinks: [{ type: file, path: /x, reopn: SIGUSR1 }] }\n',
      '/logging/sinks/0/reopn unknown_setting line 1: unknown setting; did you mean reopen?',
    ],
    [
      'a name of a plan',
      'plans: { Trial: {} }\n',
      '/plans/Trial invalid_name line 1: expected a name of lowercase letters, digits and dashes, such as ward-7',
    ],
    ['no plans', 'plans: {}\n', '/plans invalid_value line 1: expected at least one plan'],
    [
      'a typo in a plan',
      'plans: { a: { quota: { per_dy: 1 } } }\n',
      '/plans/a/quota/per_dy unknown_setting line 1: unknown setting; did you mean per_day?',
    ],
    [
      'a pattern of tools',
      'plans: { a: { tools: [phi] } }\n',
      '/plans/a/tools/0 invalid_value line 1: expected *, <category>/* or <category>/<tool>, such as hl7/parse',
    ],
    [
      'a strict plan that there is not',
      'usage: { strict: [trail] }\n',
      '/usage/strict/0 unknown_plan line 1: expected a plan: trial, standard, unlimited',
    ],
    [
      'no credentials at all',
      'auth: { api_key: { enabled: false } }\n',
      /^\/auth\/api_key\/enabled contradiction line 1: no kind of credential/,
    ],
    [
      'a kind of credential out of order',
      'auth: { order: [oauth] }\n',
      '/auth/order contradiction line 1: api_key is enabled but missing here; add it',
    ],
    [
      'two listeners on one port',
      'operations: { listen: { address: 127.0.0.1, port: 8080 } }\n',
      /^\/operations\/listen contradiction line 1: another listener/,
    ],
    [
      'the sockets of systemd twice',
      'server: { listen: [{ systemd: true }, { systemd: true }] }\n',
      '/server/listen/1 contradiction line 1: the sockets of systemd are already used above; remove this listener',
    ],
    [
      'an origin with a path',
      'server: { cors: { origins: ["https://a.example", "https://b.example/"] } }\n',
      '/server/cors/origins/1 contradiction line 1: expected an origin such as https://his.hosp.local',
    ],
    ['another version', 'version: 2\n', '/version invalid_value line 1: expected 1'],
    ['anonymous callers', 'auth: { anonymous: allow }\n', '/auth/anonymous invalid_value line 1: expected deny'],
    ['a tab', 'server:\n\tlimits: {}\n', / invalid_yaml line 2: /],
    ['two documents', 'version: 1\n---\nversion: 1\n', ' invalid_yaml line 2: the file has more than one document; remove the line ---'],
    ['an alias', 'usage: &a { flush: 1s }\nplans: *a\n', ' invalid_yaml line 2: aliases are not supported; write the value again'],
    ['an unknown tag', 'branding: { name: !secret x }\n', / invalid_yaml line 1: /],
    ['a prototype', '__proto__: { a: 1 }\n', /^\/__proto__ unknown_setting line 1/],
  ])('%s', (_title, yaml, expected) => {
    const findings = findingsOf(yaml)
    expect(findings).toHaveLength(1)
    if (typeof expected === 'string') expect(findings[0]).toBe(expected)
    else expect(findings[0]).toMatch(expected)
  })

  test.each([
    ['a quote that does not end', 'version: 1\nbranding: { name: "x }\n', 3],
    ['a bracket that does not end, seen at the end of the file', 'version: 1\nserver: { listen: [\n', 3],
    ['an indentation that does not fit', 'server:\n    limits: {}\n  timeouts: {}\n', 3],
    ['text without a colon', 'version: 1\nserver\n', 2],
  ])('of the grammar is named by its line alone: %s', (_title, yaml, line) => {
    const fault = thrownProblem(() => loadYaml(yaml))
    expect(new Set(fault.errors?.map(({ code, pointer }) => `${code} ${pointer}`))).toEqual(new Set(['invalid_yaml ']))
    expect(fault.at?.line).toBe(line)
  })

  test('does not hide the others: all are told, in the order of the lines', () => {
    const findings = findingsOf(
      'server:\n  limits: { body_mb: -1 }\n  timeouts: { headers: soon, request: 1 }\nusage:\n  flush: 1s\n  flush: 1x\nlogging: { levl: info }\n',
    )
    expect(findings.map((finding) => finding.replace(/line (\d+).*/, '$1'))).toEqual([
      '/server/limits/body_mb too_small 2',
      '/server/timeouts/headers invalid_value 3',
      '/server/timeouts/request invalid_type 3',
      '/usage/flush duplicate_key 6',
      '/usage/flush invalid_value 6',
      '/logging/levl unknown_setting 7',
    ])
  })
})

describe('a secret in the file', () => {
  const SECRET = 'Zq9canary7Zq9canary7Zq9canary7Zq9canary7'

  test.each([
    ['as the value', `auth: { api_key: { pepper: ${SECRET} } }\n`, 'invalid_type'],
    ['as a number', 'auth: { api_key: { pepper: 1234567890123456 } }\n', 'invalid_type'],
    ['in a list', `auth: { api_key: { pepper: [${SECRET}] } }\n`, 'invalid_type'],
    ['under a name of its own', `auth: { api_key: { pepper: { value: ${SECRET} } } }\n`, 'unknown_setting'],
    ['as a name', `auth: { api_key: { pepper: { "${SECRET}+/=": 1 } } }\n`, 'unknown_setting'],
    ['in the wrong place', `auth: { api_key: { prefix: ${SECRET} } }\n`, 'invalid_value'],
    ['in broken YAML', `auth: { api_key: { pepper: "${SECRET} } }\n`, 'invalid_yaml'],
    ['as a credential with a path', `auth: { api_key: { pepper: { credential: ../${SECRET} } } }\n`, 'invalid_value'],
  ])('%s is refused and not repeated', (_title, yaml, code) => {
    const fault = thrownProblem(() => loadYaml(yaml))
    expect(fault.errors?.map((finding) => finding.code)).toContain(code)
    const said = JSON.stringify([fault.message, fault.at, fault.errors, fault.facts])
    expect(said).not.toContain(SECRET)
    expect(said).not.toContain('1234567890123456')
  })

  test('is refused with what to write instead', () => {
    expect(findingsOf('auth:\n  api_key:\n    pepper: hunter2\n')).toEqual([
      '/auth/api_key/pepper invalid_type line 3: a secret must not be in this file; use {file: PATH} or {credential: NAME}',
    ])
  })
})

describe('a log sink', () => {
  test.each([
    ['type: syslog, transport: udp, host: a, ca: { file: /ca }', 'ca', 'needs TLS: use transport: tls, or a URL with https://'],
    ['type: loki, url: "http://127.0.0.1/", ca: { file: /ca }', 'ca', 'needs TLS: use transport: tls, or a URL with https://'],
    ['type: syslog, transport: tls, host: a, cert: { file: /c }', 'cert', 'cert and key must be set together'],
    ['type: syslog, transport: tls, host: a, framing: newline', 'framing', 'newline needs transport: tcp; omit the setting'],
    ['type: otlp, url: "https://u:p@a.example"', 'url', 'a name or a password must not be in a URL; use token'],
    ['type: otlp, url: "https://a.example/#x"', 'url', 'expected a URL without a fragment (#…)'],
    [
      'type: elastic, url: "http://a.example", token: { file: /t }',
      'token',
      'the token would be sent unencrypted; use a URL with https://',
    ],
    [
      'type: elastic, url: "http://127.0.0.1.a.example", token: { file: /t }',
      'token',
      'the token would be sent unencrypted; use a URL with https://',
    ],
  ])('{ %s } is refused', (sink, name, detail) => {
    expect(findingsOf(`logging: { sinks: [{ ${sink} }] }\n`)).toEqual([`/logging/sinks/0/${name} contradiction line 1: ${detail}`])
  })

  test('may not share its spool', () => {
    const sink = 'type: loki, url: "https://a.example", spool: { dir: /s, mb: 1 }'
    expect(findingsOf(`logging: { sinks: [{ ${sink} }, { ${sink} }] }\n`)).toEqual([
      '/logging/sinks/1/spool contradiction line 1: another sink above has the same spool; choose another folder',
    ])
    const apart = `logging: { sinks: [{ ${sink}, streams: [access] }, { ${sink}, streams: [service] }] }\naudit: { file: /a, sinks: [{ ${sink} }] }\n`
    expect(new Set(foldersOf(loadYaml(apart))).size).toBe(3)
  })

  test.each([
    ['type: gelf, url: "https://a.example", batch: 5', '/logging/sinks/0/batch unknown_setting'],
    ['type: syslog, transport: tcp, host: "a b"', '/logging/sinks/0/host'],
    ['type: syslog, transport: tcp', '/logging/sinks/0/host'],
    ['type: loki, url: "ftp://a"', '/logging/sinks/0/url'],
  ])('{ %s } is refused', (sink, finding) => {
    expect(findingsOf(`logging: { sinks: [{ ${sink} }] }\n`)).toEqual([expect.stringContaining(finding)])
  })
})

describe('a default of a tool', () => {
  test.each([
    ['pih: { policy: safe-harbor }', '/pih unknown_tool line 1: unknown tool or category; did you mean phi?'],
    ['phi/detekt: { mode: balanced }', '/phi~1detekt unknown_tool line 1: unknown tool or category; did you mean phi/detect?'],
    ['phi: { polici: safe-harbor }', '/phi/polici unknown_option line 1: unknown option; did you mean policy?'],
    ['text/word-count: { policy: safe-harbor }', '/text~1word-count/policy unknown_option line 1: unknown option; expected locale'],
    ['phi: { mode: careful }', '/phi/mode invalid_value line 1: expected one of: balanced, high-recall, fail-closed (phi/detect)'],
    ['phi: { deny: [Quist] }', '/phi/deny not_available line 1: must be in each call: it is sensitive and differs from call to call'],
    ['text: { context: -1 }', '/text/context too_small line 1: expected at least 0 (text/diff)'],
  ])('{ %s } is refused', (defaults, finding) => {
    expect(findingsOf(`tools: { defaults: { ${defaults} } }\n`)).toEqual([`/tools/defaults${finding}`])
  })

  test.each(['correct horse battery staple', '{ file: /k, more: 1 }', '{ text: abc }', 'null'])(
    'is no secret in the file: key: %s',
    (key) => {
      const fault = thrownProblem(() => loadYaml(`tools: { defaults: { phi: { key: ${key} } } }\n`))
      expect(fault.errors).toMatchObject([{ pointer: '/tools/defaults/phi/key', detail: expect.stringContaining('{file: PATH}') }])
      expect(JSON.stringify([fault.message, fault.errors, fault.at])).not.toContain('horse')
    },
  )
})

describe('the audit log', () => {
  test.each([
    ['file: /a, hash_chain: false, key: { file: /k }', '/audit/key', 'needs hash_chain: true'],
    ['file: /a, atna: { enabled: true, host: arr, source_id: x, cert: { file: /c } }', '/audit/atna', 'cert and key must be set together'],
    [
      'file: /a, sinks: [{ type: syslog, transport: tcp, host: a, ca: { file: /c } }]',
      '/audit/sinks/0/ca',
      'needs TLS: use transport: tls, or a URL with https://',
    ],
  ])('{ %s } is refused', (audit, pointer, detail) => {
    expect(findingsOf(`audit: { ${audit} }\n`)).toEqual([`${pointer} contradiction line 1: ${detail}`])
  })
})

const ISSUER =
  'issuer: "https://a.example", audience: a, jwks: { file: k }, algorithms: [RS256], plan: standard, scope_map: { a: "tools:*" }'

describe('a setting of a later version', () => {
  test.each([
    ['auth: { order: [api_key, oauth], oauth: { enabled: true, issuers: [{ ISSUER, dpop: optional }] } }', '/auth/oauth/issuers/0/dpop'],
    ['auth: { order: [api_key, oauth], oauth: { enabled: true, issuers: [{ ISSUER, dpop: required }] } }', '/auth/oauth/issuers/0/dpop'],
    ['rate_limit: { backend: valkey }', '/rate_limit/backend'],
  ])('%s is refused when it is used', (yaml, pointer) => {
    expect(findingsOf(`${yaml.replace('ISSUER', ISSUER)}\n`)).toEqual([
      expect.stringContaining(`${pointer} not_available line 1: is not available in this version`),
    ])
  })
})
