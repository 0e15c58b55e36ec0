// A wrong provider, proxy or plan stops the start: `serve` and `config check` end with exit code 78 and say the same file, line and reason.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configVerbs } from '../../../src/cli/commands/config-verbs.ts'
import { serveVerbs } from '../../../src/cli/commands/serve-verb.ts'
import { PROBLEMS, type ProblemError } from '../../../src/core/problem.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { makeCertificates } from '../../platform/server/test-certificates.ts'
import { programCommand } from '../../program.ts'
import { rejectedProblem } from '../../thrown-problem.ts'
import { callVerb } from './call-verb.ts'

/** Values that no message may repeat. */
const CANARY = 'canary-value'

const FILES: Readonly<Record<string, readonly [text: string, mode: number]>> = {
  pepper: ['p'.repeat(64), 0o600],
  'short-pepper': ['p'.repeat(31), 0o600],
  'proxy-secret': ['a-secret-of-a-proxy', 0o600],
  'short-secret': [CANARY.slice(0, 8), 0o600],
  'spaced-secret': [`${CANARY} and more`, 0o600],
  'open-secret': [CANARY.repeat(4), 0o644],
  'empty-secret': ['\n', 0o600],
  'no-key.pem': [`-----BEGIN PRIVATE KEY-----\n${CANARY}\n-----END PRIVATE KEY-----\n`, 0o600],
  'keys.json': ['{"keys":[{"kty":"oct","k":"AAAA"}]}', 0o644],
  'broken.json': [`{"keys":[{"${CANARY}`, 0o644],
  'logo.svg': [`${CANARY}`, 0o644],
}

const LISTEN = 'server: { listen: [{ address: 127.0.0.1, port: 1, name: front }, { socket: /run/x/api.sock }] }'
const PROXY = 'enabled: true, listen: [front], trusted: [10.0.0.1/32]'
const SECRET = 'secret: { value: { file: proxy-secret } }'
const MAPPING = 'mapping: [{ group: a, plan: standard, scopes: ["tools:*"] }]'
const proxy = (settings: string): string => `${LISTEN}\nauth:\n  order: [api_key, proxy]\n  proxy: { ${settings} } # here\n`

const MAPPED = 'plan: standard, scope_map: { a: "tools:*" }'
const issuer = (settings: string, name = 'https://idp.example'): string => `{ issuer: "${name}", audience: tools, ${settings} }`
const KEYS = 'jwks: { url: "https://idp.example/keys" }, algorithms: [RS256]'
const oauth = (settings: string): string => `auth:\n  order: [api_key, oauth]\n  oauth: { enabled: true, ${settings} } # here\n`

/** `file` where the fault is in another file than the configuration: then there is no line of it. */
type Row = readonly [title: string, yaml: string, reason: RegExp, file?: string]

const PROVIDERS: readonly Row[] = [
  ['keys over plain HTTP', oauth(`issuers: [${issuer(`jwks: { url: "http://idp.example/k" }, algorithms: [RS256], ${MAPPED}`)}]`), /https/],
  ['the algorithm none', oauth(`issuers: [${issuer(`jwks: { url: "https://idp.example/k" }, algorithms: [none], ${MAPPED}`)}]`), /RS256/],
  [
    'a symmetric algorithm',
    oauth(`issuers: [${issuer(`jwks: { url: "https://idp.example/k" }, algorithms: [HS256], ${MAPPED}`)}]`),
    /RS256/,
  ],
  ['no algorithm', oauth(`issuers: [${issuer(`jwks: { url: "https://idp.example/k" }, algorithms: [], ${MAPPED}`)}]`), /at least 1/],
  ['no audience', oauth(`issuers: [{ issuer: "https://idp.example", ${KEYS}, ${MAPPED} }]`), /is missing/],
  ['no key set', oauth(`issuers: [${issuer(`algorithms: [RS256], ${MAPPED}`)}]`), /is missing/],
  ['a plan that there is not', oauth(`issuers: [${issuer(`${KEYS}, plan: gold, scope_map: { a: "tools:*" }`)}]`), /expected a plan/],
  ['neither plan nor claim', oauth(`issuers: [${issuer(`${KEYS}, scope_map: { a: "tools:*" }`)}]`), /plan_claim/],
  ['no scopes', oauth(`issuers: [${issuer(`${KEYS}, plan: standard`)}]`), /scope_map/],
  ['a scope that is none', oauth(`issuers: [${issuer(`${KEYS}, plan: standard, scope_map: { a: everything }`)}]`), /tools:\*/],
  ['one issuer twice', oauth(`issuers: [${issuer(`${KEYS}, ${MAPPED}`)}, ${issuer(`${KEYS}, ${MAPPED}`)}]`), /issuer is repeated/],
  ['a clock skew of an hour', oauth(`issuers: [${issuer(`${KEYS}, ${MAPPED}, clock_skew: 1h`)}]`), /5m/],
  [
    'tokens bound to certificates that nobody sees',
    oauth(`issuers: [${issuer(`${KEYS}, ${MAPPED}, mtls_bound: required`)}]`),
    /client_ca, or auth.proxy/,
  ],
  ['tokens bound to keys', oauth(`issuers: [${issuer(`${KEYS}, ${MAPPED}, dpop: optional`)}]`), /not available/],
  ['nobody whose tokens are taken', oauth('issuers: []'), /introspection is required/],
  ['introspection without a secret', oauth(`introspection: { endpoint: "https://i.example", client_id: a, ${MAPPED} }`), /is missing/],
  ['a token endpoint without a key', oauth('resource: "https://t.example/v1", token_endpoint: { enabled: true }'), /signing_key/],
  [
    'a kind of credential that is not looked for',
    'auth:\n  order: [api_key] # here\n  oauth: { enabled: true, issuers: [] }\n',
    /oauth is enabled/,
  ],
  [
    'a key set that is not there',
    oauth(`issuers: [${issuer(`jwks: { file: none.json }, algorithms: [RS256], ${MAPPED}`)}]`),
    /key set/,
    'none.json',
  ],
  [
    'a key set without a public key',
    oauth(`issuers: [${issuer(`jwks: { file: keys.json }, algorithms: [RS256], ${MAPPED}`)}]`),
    /key set/,
    'keys.json',
  ],
  [
    'a key set that is no JSON',
    oauth(`issuers: [${issuer(`jwks: { file: broken.json }, algorithms: [RS256], ${MAPPED}`)}]`),
    /key set/,
    'broken.json',
  ],
  [
    'a signing key that is none',
    oauth('resource: "https://t.example/v1", token_endpoint: { enabled: true, signing_key: { file: no-key.pem } }'),
    /private key/,
    'no-key.pem',
  ],
  [
    'a secret that others can read',
    oauth(`introspection: { endpoint: "https://i.example", client_id: a, client_secret: { file: open-secret }, ${MAPPED} }`),
    /others/,
    'open-secret',
  ],
]

const PROXIES: readonly Row[] = [
  ['no listener', proxy(`enabled: true, ${SECRET}, ${MAPPING}`), /names no listener/],
  [
    'a listener that there is not',
    proxy(`enabled: true, listen: [back], trusted: [10.0.0.1/32], ${SECRET}, ${MAPPING}`),
    /name of a listener/,
  ],
  ['everybody trusted', proxy(`enabled: true, listen: [front], trusted: [0.0.0.0/0], ${SECRET}, ${MAPPING}`), /too large/],
  ['nobody trusted', proxy(`enabled: true, listen: [front], ${SECRET}, ${MAPPING}`), /auth\.proxy\.trusted/],
  ['a network with host bits', proxy(`enabled: true, listen: [front], trusted: [10.0.0.1/8], ${SECRET}, ${MAPPING}`), /network/],
  ['TCP without a proof', proxy(`${PROXY}, ${MAPPING}`), /auth\.proxy\.secret/],
  ['no groups', proxy(`${PROXY}, ${SECRET}`), /gives no group a plan/],
  ['a plan that there is not', proxy(`${PROXY}, ${SECRET}, mapping: [{ group: a, plan: gold, scopes: ["tools:*"] }]`), /expected a plan/],
  ['a scope that is none', proxy(`${PROXY}, ${SECRET}, mapping: [{ group: a, plan: standard, scopes: [all] }]`), /tools:\*/],
  [
    'a group twice',
    proxy(
      `${PROXY}, ${SECRET}, mapping: [{ group: a, plan: standard, scopes: ["tools:*"] }, { group: a, plan: standard, scopes: ["tools:*"] }]`,
    ),
    /group is repeated/,
  ],
  ['a header with an underscore', proxy(`${PROXY}, ${SECRET}, ${MAPPING}, headers: { user: X_User }`), /dashes/],
  ['a header of HTTP', proxy(`${PROXY}, ${SECRET}, ${MAPPING}, headers: { user: Host }`), /another meaning in HTTP/],
  ['a pattern that is none', proxy(`${PROXY}, ${SECRET}, ${MAPPING}, user_pattern: "(${CANARY}"`), /RE2/],
  ['a misspelt setting', proxy(`${PROXY}, ${SECRET}, ${MAPPING}, requires_groups: true`), /did you mean require_groups/],
  ['a secret in the file', proxy(`${PROXY}, secret: { value: ${CANARY} }, ${MAPPING}`), /file|credential/],
  ['a secret that is not there', proxy(`${PROXY}, secret: { value: { file: none } }, ${MAPPING}`), /does not exist/, 'none'],
  ['a secret that is empty', proxy(`${PROXY}, secret: { value: { file: empty-secret } }, ${MAPPING}`), /empty/, 'empty-secret'],
  ['a secret that is short', proxy(`${PROXY}, secret: { value: { file: short-secret } }, ${MAPPING}`), /shorter/, 'short-secret'],
  [
    'a secret that no header carries',
    proxy(`${PROXY}, secret: { value: { file: spaced-secret } }, ${MAPPING}`),
    /not allowed in a header/,
    'spaced-secret',
  ],
]

const plan = (settings: string): string => `plans:\n  standard: {}\n  trial: { ${settings} } # here\n`

const PLANS: readonly Row[] = [
  ['a misspelt limit', plan('quota: { per_dai: 5 }'), /did you mean per_day/],
  ['a rate of nothing', plan('rate: { per_minute: 0 }'), /0/],
  ['a rate that is a text', plan(`rate: { per_minute: ${CANARY} }`), /number/],
  ['a burst below one', plan('rate: { per_minute: 5, burst: 0 }'), /at least 1/],
  ['half a unit', plan('quota: { per_day: 0.5 }'), /whole number/],
  ['fewer units than none', plan('quota: { total: -1 }'), /at least/],
  ['bytes below none', plan('quota: { mb_per_day: -1 }'), /0|above/],
  ['no calls at the same time', plan('concurrent: 0'), /at least 1/],
  ['a body of nothing', plan('max_body_mb: 0'), /0|above/],
  ['a batch of nothing', plan('max_batch_items: 0'), /at least 1/],
  ['a pattern of tools that is none', plan('tools: [phi]'), /phi|tool|\*/],
  ['a name in large letters', 'plans:\n  standard: {}\n  Gold: {} # here\n', /letter|name/],
  ['a name twice', 'plans:\n  standard: {}\n  standard: {} # here\n', /repeated; first/],
  ['a strict plan that there is not', 'plans: { standard: {} }\nusage: { strict: [gold] } # here\n', /expected a plan/],
  ['calls without credentials', 'auth: { anonymous: allow } # here\n', /deny/],
  ['a pepper that is short', 'auth: { api_key: { pepper: { file: short-pepper } } }\n', /shorter/, 'short-pepper'],
]

function openSite(yaml: string) {
  const folder = makeScratchFolder()
  for (const [name, [text, mode]] of Object.entries(FILES)) writeFileSync(join(folder, name), text, { mode })
  const config = join(folder, 'config.yaml')
  writeFileSync(config, yaml)
  return { folder, config }
}

/** What the command line prints of it. */
const wordsOf = ({ message, errors }: ProblemError): string => [message, ...(errors ?? []).map(({ detail }) => detail)].join('\n')

describe.each<readonly [string, readonly Row[]]>([
  ['a provider', PROVIDERS],
  ['a proxy', PROXIES],
  ['a plan', PLANS],
])('%s', (_kind, rows) => {
  test.each(rows.map((row) => [row[0], row] as const))('with %s', async (_title, [, yaml, reason, file]) => {
    const { folder, config } = openSite(yaml)
    const flags = { config, data: join(folder, 'data') }
    const checked = await rejectedProblem(callVerb(configVerbs, 'config check', { flags, cwd: folder }))
    const served = await rejectedProblem(callVerb(serveVerbs, 'serve', { flags, cwd: folder }))
    const line = file === undefined ? yaml.split('\n').findIndex((text) => text.endsWith('# here')) + 1 : expect.any(Number)
    for (const fault of [checked, served]) {
      expect([fault.code, PROBLEMS[fault.code].exit]).toEqual(['bad_configuration', 78])
      expect(fault.at).toMatchObject({ file: config, line })
      expect(fault.message).toContain(file === undefined ? '' : join(folder, file))
      expect(wordsOf(fault)).toMatch(reason)
      expect(wordsOf(fault)).not.toContain(CANARY)
    }
    expect(wordsOf(served)).toBe(wordsOf(checked))
  })
})

test('at least 25 faults are tried, and a right file of each kind is none', async () => {
  expect(PROVIDERS.length + PROXIES.length + PLANS.length).toBeGreaterThanOrEqual(25)
  const right = [oauth(`issuers: [${issuer(`${KEYS}, ${MAPPED}`)}]`), proxy(`${PROXY}, ${SECRET}, ${MAPPING}`), plan('concurrent: 1')]
  for (const yaml of right) {
    const { folder, config } = openSite(yaml)
    expect(await callVerb(configVerbs, 'config check', { flags: { config }, cwd: folder })).toMatchObject({ exitCode: 0 })
  }
})

test('a certificate whose key is another one, and a logo that is none, are found by the check', async () => {
  const { folder, config } = openSite('')
  const { serverCert, clientKey } = makeCertificates(folder)
  for (const [yaml, file] of [
    [`server: { tls: { enabled: true, cert: { file: ${serverCert} }, key: { file: ${clientKey} } } }\n`, clientKey],
    ['branding: { logo: logo.svg }\n', join(folder, 'logo.svg')],
  ] as const) {
    writeFileSync(config, yaml)
    const fault = await rejectedProblem(callVerb(configVerbs, 'config check', { flags: { config }, cwd: folder }))
    expect(fault).toMatchObject({ code: 'bad_configuration', at: { file: config, line: 1 } })
    expect(fault.message).toMatch(new RegExp(`: ${file}$`))
  }
})

test.each([
  ['a folder as a certificate', 'server: { tls: { enabled: true, cert: { file: . }, key: { file: . } } }', 'server.tls.cert', /^A folder/],
  ['an unknown group of a socket', 'server: { listen: [{ socket: a.sock, group: no-such-group }] }', 'server.listen', /does not exist/],
  ['a database below a file', 'storage: { path: config.yaml/a.db }', 'storage.path', /^A part of the path is a file/],
])('%s is found with its line before the start', async (_title, line, path, reason) => {
  const { config } = openSite(`version: 1\n${line}\n`)
  const problem = await rejectedProblem(callVerb(configVerbs, 'config check', { flags: { config }, cwd: '/' }))
  expect(problem).toMatchObject({ code: 'bad_configuration', at: { file: config, line: 2, path } })
  expect(problem.message).toMatch(reason)
})

test('a secret that is missing is named with its setting and the line', async () => {
  const yaml =
    'version: 1\nauth:\n  api_key:\n    pepper: { credential: pepper }\nserver:\n  tls: { enabled: true, cert: { file: c.pem }, key: { file: none.pem } }\n'
  const { folder, config } = openSite(yaml)
  makeCertificates(folder)
  const pepper = join(folder, 'secrets', 'pepper')
  const fault = await rejectedProblem(callVerb(configVerbs, 'config check', { flags: { config }, cwd: folder }))
  expect(fault).toMatchObject({
    message: `The file of the secret does not exist: ${pepper}`,
    at: { file: config, line: 4, path: 'auth.api_key.pepper' },
    errors: [{ pointer: '/auth/api_key/pepper', code: 'bad_file', detail: `line 4: The file of the secret does not exist: ${pepper}` }],
  })
})

test.each([
  ['a logo', 'branding: { logo: none.png }', 'branding.logo', /does not exist/],
  ['a folder of FHIR packages', 'fhir: { packages: none }', 'fhir.packages', /does not exist/],
])('%s that is missing is named with its setting and the line', async (_title, line, path, reason) => {
  const { config } = openSite(`version: 1\n${line}\n`)
  const fault = await rejectedProblem(callVerb(configVerbs, 'config check', { flags: { config }, cwd: '/' }))
  expect(fault.at).toMatchObject({ line: 2, path })
  expect(fault.message).toMatch(reason)
  expect(fault.errors).toEqual([expect.objectContaining({ pointer: `/${path.replace('.', '/')}` })])
})

test('a process ends with 78 and prints file, line and reason', () => {
  const { folder, config } = openSite(plan('rate: { per_minute: many }'))
  for (const verb of [['serve'], ['config', 'check', '--quiet']]) {
    const { status, stderr, stdout } = spawnSync(...programCommand(...verb, '--config', config), { encoding: 'utf8', cwd: folder })
    expect([status, stdout]).toEqual([78, ''])
    expect(stderr).toContain(`${config}:3`)
    expect(stderr).toMatch(/\/plans\/trial\/rate\/per_minute: line 3: expected a number/)
  }
})
