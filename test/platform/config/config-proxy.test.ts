// A proxy that would let anybody in does not start: every such configuration is refused with file, line and reason.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readProxySettings } from '../../../src/platform/config/schema/config-proxy.ts'
import { programCommand } from '../../program.ts'
import { thrownProblem } from '../../thrown-problem.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { loadYaml } from './load-yaml.ts'

const LISTEN = 'listen: [{ address: 127.0.0.1, port: 8080 }, { address: 10.0.0.5, port: 8081, name: front }, { socket: /run/x/api.sock }]'
const MAPPING = 'mapping: [{ group: a, plan: standard, scopes: ["tools:*"] }]'
const SECRET = 'secret: { header: X-HT-Proxy-Secret, value: { credential: proxy-secret } }'
const TCP = `enabled: true, listen: [front], trusted: [10.0.0.1/32], ${SECRET}`

function load(proxy: string, server = LISTEN) {
  const folder = makeScratchFolder()
  const yaml = `version: 1\nserver: { ${server} }\nauth:\n  order: [api_key, proxy]\n  proxy: { ${proxy} }\n`
  return { folder, config: () => loadYaml(yaml, {}, folder) }
}

describe('the configuration of a proxy', () => {
  test.each([
    ['a socket without a secret', `enabled: true, listen: [socket], ${MAPPING}`],
    ['a TCP listener with address and secret', `${TCP}, ${MAPPING}`],
    ['listeners of both kinds', `enabled: true, listen: [socket, front], trusted: ["10.0.0.0/24", "::1/128"], ${SECRET}, ${MAPPING}`],
  ])('may be %s', (_title, proxy) => {
    expect(load(proxy).config().auth.proxy).not.toBeNull()
  })

  test('marks the listeners on which the headers are read', () => {
    expect(
      load(`${TCP}, ${MAPPING}`)
        .config()
        .server.listen.map(({ isForProxy }) => isForProxy),
    ).toEqual([false, true, false])
    expect(
      load(`enabled: false, listen: [front], ${MAPPING}`)
        .config()
        .server.listen.map(({ isForProxy }) => isForProxy),
    ).toEqual([false, false, false])
  })

  test.each([
    ['no listener', `enabled: true, ${MAPPING}`, '/auth/proxy/enabled', /names no listener/],
    ['a listener that there is not', `enabled: true, listen: [other], ${MAPPING}`, '/auth/proxy/listen/0', /name of a listener/],
    [
      'TCP without trusted addresses',
      `enabled: true, listen: [front], ${SECRET}, ${MAPPING}`,
      '/auth/proxy/enabled',
      /auth\.proxy\.trusted/,
    ],
    [
      'TCP without a proof',
      `enabled: true, listen: [front], trusted: [10.0.0.1/32], ${MAPPING}`,
      '/auth/proxy/enabled',
      /auth\.proxy\.secret/,
    ],
    [
      'everybody trusted',
      `enabled: true, listen: [front], trusted: [0.0.0.0/0], ${SECRET}, ${MAPPING}`,
      '/auth/proxy/trusted/0',
      /too large/,
    ],
    [
      'half the world trusted',
      `enabled: true, listen: [front], trusted: ["::/1"], ${SECRET}, ${MAPPING}`,
      '/auth/proxy/trusted/0',
      /too large/,
    ],
    [
      'everybody trusted beside a socket',
      `enabled: true, listen: [socket], trusted: ["::/0"], ${MAPPING}`,
      '/auth/proxy/trusted/0',
      /too large/,
    ],
    ['no group with a plan', TCP, '/auth/proxy/enabled', /all calls would be rejected/],
    [
      'a plan that there is not',
      `${TCP}, mapping: [{ group: a, plan: none, scopes: ["tools:*"] }]`,
      '/auth/proxy/mapping/0/plan',
      /expected a plan/,
    ],
    [
      'a group without scopes',
      `${TCP}, mapping: [{ group: a, plan: standard, scopes: [] }]`,
      '/auth/proxy/mapping/0/scopes',
      /at least one/,
    ],
    [
      'a group twice',
      `${TCP}, mapping: [{ group: a, plan: standard, scopes: ["tools:*"] }, { group: a, plan: trial, scopes: ["tools:*"] }]`,
      '/auth/proxy/mapping/1/group',
      /group is repeated/,
    ],
    [
      'a group with the separator',
      `${TCP}, mapping: [{ group: "cn=a,dc=b", plan: standard, scopes: ["tools:*"] }]`,
      '/auth/proxy/mapping/0/group',
      /separator/,
    ],
    ['a header with an underscore', `${TCP}, ${MAPPING}, headers: { user: X_Remote_User }`, '/auth/proxy/headers/user', /dashes/],
    [
      'a header of HTTP itself',
      `${TCP}, ${MAPPING}, headers: { user: Authorization }`,
      '/auth/proxy/headers/user',
      /another meaning in HTTP/,
    ],
    [
      'one header for two things',
      `${TCP}, ${MAPPING}, headers: { user: X-A, groups: x-a }`,
      '/auth/proxy/headers/groups',
      /another of the headers/,
    ],
    [
      'a separator that is a letter',
      `${TCP}, ${MAPPING}, headers: { groups_separator: x }`,
      '/auth/proxy/headers/groups_separator',
      /other than a letter/,
    ],
    ['no groups at all', TCP, '/auth/proxy/enabled', /gives no group a plan/],
    ['a pattern that is none', `${TCP}, ${MAPPING}, user_pattern: "("`, '/auth/proxy/user_pattern', /RE2/],
  ])('may not have %s', (_title, proxy, pointer, detail) => {
    const fault = thrownProblem(load(proxy).config)
    expect(fault).toMatchObject({ code: 'bad_configuration', at: { file: expect.stringMatching(/config\.yaml$/), line: 5 } })
    expect(fault.errors).toHaveLength(1)
    expect(fault.errors![0]).toMatchObject({ pointer, detail: expect.stringMatching(detail) })
  })

  test('may not name a listener that several are called by, nor TLS without a certificate', () => {
    const two = 'listen: [{ address: 10.0.0.5, port: 1 }, { address: 10.0.0.6, port: 1 }]'
    expect(thrownProblem(load(TCP.replace('[front]', '[tcp]').concat(`, ${MAPPING}`), two).config).errors).toMatchObject([
      { pointer: '/auth/proxy/listen/0' },
    ])
    expect(thrownProblem(load(`${TCP}, ${MAPPING}`, `${LISTEN}, tls: { enabled: true }`).config).errors).toMatchObject([
      { pointer: '/server/tls/enabled', detail: expect.stringContaining('server.tls.cert') },
      { pointer: '/server/tls/enabled', detail: expect.stringContaining('server.tls.key') },
    ])
  })

  test('may name no users where that is written, and somebody else can call', () => {
    expect(load(`${TCP}, mapping: []`).config().auth.proxy).not.toBeNull()
    const nobody = load(`${TCP}, mapping: [] }\n  api_key: { enabled: false`)
    expect(thrownProblem(nobody.config).errors).toMatchObject([
      { pointer: '/auth/proxy/enabled', detail: expect.stringMatching(/all calls would be rejected/) },
    ])
  })

  test('on a socket of systemd proves itself as on any port', () => {
    const systemd = 'listen: [{ systemd: true }]'
    const proxy = `enabled: true, listen: [systemd], trusted: [10.0.0.1/32], ${MAPPING}`
    expect(thrownProblem(load(proxy, systemd).config).errors).toMatchObject([
      { pointer: '/auth/proxy/enabled', detail: expect.stringMatching(/auth\.proxy\.secret/) },
    ])
    expect(load(`${proxy}, ${SECRET}`, systemd).config().server.listen).toEqual([{ systemd: true, isForProxy: true }])
  })

  test('may prove itself by a client certificate instead of a secret', () => {
    const tls = 'tls: { enabled: true, cert: { file: c }, key: { file: k }, client_ca: { file: ca } }'
    const proxy = `enabled: true, listen: [front], trusted: [10.0.0.1/32], ${MAPPING}`
    expect(load(proxy, `${LISTEN}, ${tls}`).config().server.tls).toMatchObject({
      minVersion: 'TLSv1.2',
      cert: { kind: 'public' },
      key: { kind: 'file' },
    })
    expect(() => load(proxy, `${LISTEN}, ${tls.replace(', client_ca: { file: ca }', '')}`).config()).toThrow()
  })
})

describe('the secret', () => {
  const read = (text: string | undefined): ReturnType<typeof readProxySettings> => {
    const { folder, config } = load(`${TCP}, ${MAPPING}`)
    mkdirSync(join(folder, 'secrets'))
    if (text !== undefined) writeFileSync(join(folder, 'secrets', 'proxy-secret'), text, { mode: 0o600 })
    const { settings, secret } = config().auth.proxy!
    return readProxySettings(settings, secret)
  }

  test('is compared as a whole', () => {
    const { secret } = read('0123456789abcdef\n')
    expect(
      ['0123456789abcdef', '0123456789abcdeF', '0123456789abcde', '0123456789abcdef ', ''].map((text) => secret!.isRight(text)),
    ).toEqual([true, false, false, false, false])
  })

  test.each([
    ['is missing', undefined],
    ['is short', '0123456789abcde'],
    ['holds a space', '01234567 89abcdef'],
    ['is no ASCII', '0123456789abcdefß'],
  ])('that %s is refused', (_title, text) => {
    expect(thrownProblem(() => read(text))).toMatchObject({
      code: 'bad_configuration',
      at: { file: expect.stringContaining('proxy-secret') },
    })
  })

  test('the pattern of user names covers the whole name', () => {
    const { isUser } = read('0123456789abcdef')
    expect(['alice', 'a.b@c-d_e', '', 'a b', 'a\nb', 'a,b', 'ä', 'x'.repeat(65)].map(isUser)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

test('a server that would believe anybody ends with exit code 78, file, line and reason', () => {
  const { config } = load(`enabled: true, listen: [front], trusted: [0.0.0.0/0], ${SECRET}, ${MAPPING}`)
  const file = thrownProblem(config).at!.file!
  const { status, stderr } = spawnSync(...programCommand('serve', '--config', file), { encoding: 'utf8' })
  expect([status, stderr]).toEqual([78, expect.stringContaining(file)])
  expect(stderr).toContain('line 5: the network is too large for a proxy; write the address of the proxy')
})
