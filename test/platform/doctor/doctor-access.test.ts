// The doctor on how callers get in: a fault planted in each of certificate, sockets, proxy and licence, and none where all is right.
import { spawnSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { issueLicence, makeVendorKey } from '../../../build/issue-licence.ts'
import { configVerbs } from '../../../src/cli/commands/config-verbs.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { examineAccess } from '../../../src/platform/doctor/doctor-access.ts'
import { callVerb } from '../../cli/commands/call-verb.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined
const DAY_MS = 86_400_000
const VENDOR = makeVendorKey()
const KEYS = [createPublicKey(VENDOR).export({ format: 'jwk' }).x!]

interface Site {
  readonly folder: string
  write(name: string, content: string, mode?: number): void
  /** `state check: message` of everything that is found. */
  find(days?: number): Promise<string[]>
  check(): Promise<unknown>
}

function makeSite(yaml: string): Site {
  const folder = makeScratchFolder()
  const file = join(folder, 'config.yaml')
  writeFileSync(file, yaml.replaceAll('FOLDER', folder))
  return {
    folder,
    write: (name, content, mode = 0o600) => writeFileSync(join(folder, name), content, { mode }),
    async find(days = 0) {
      const findings = await examineAccess(loadConfig({ file, env: {}, cwd: folder }), KEYS, Date.now() + days * DAY_MS)
      return findings.map(({ state, check, message }) => `${state} ${check}: ${message}`)
    },
    check: () => callVerb(configVerbs, 'config check', { flags: { config: file }, cwd: folder }),
  }
}

describe.skipIf(!hasOpenssl)('the certificate of this server', () => {
  const YAML =
    'server: { listen: [{ address: 127.0.0.1, port: 1 }], tls: { enabled: true, cert: { file: own.pem }, key: { file: own.key } } }\n'

  function makeTlsSite(): Site {
    const site = makeSite(YAML)
    const openssl = (...args: string[]): void => {
      expect(spawnSync('openssl', args, { cwd: site.folder }).status).toBe(0)
    }
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '100']
    for (const name of ['own', 'other'])
      openssl('req', '-x509', ...curve, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`)
    return site
  }

  test('is good, ends soon, has ended', async () => {
    const { find } = makeTlsSite()
    expect(await find()).toEqual([expect.stringMatching(/^ok certificate: Valid for (?:99|100) days\.$/)])
    expect(await find(80)).toEqual(['warning certificate: A certificate expires within 30 days.'])
    expect(await find(101)).toEqual(['fault certificate: A certificate has expired.'])
  })

  test.each([
    ['a key that is not its own', (text: (name: string) => string) => ['own.key', text('other.key')], /does not match the certificate/],
    ['a file that holds none', () => ['own.pem', 'none'], /no certificate in PEM/],
  ] as [string, (text: (name: string) => string) => [string, string], RegExp][])(
    '%s is a fault, and no reload takes it',
    async (_title, plant, words) => {
      const { find, write, check, folder } = makeTlsSite()
      await check()
      const [name, content] = plant((other) => spawnSync('cat', [join(folder, other)], { encoding: 'utf8' }).stdout)
      write(name, content)
      expect(await find()).toEqual([expect.stringMatching(new RegExp(`^fault certificate: .*${words.source}`))])
      await expect(check()).rejects.toMatchObject({ code: 'bad_configuration' })
    },
  )

  test('a chain with a gap is a fault', async () => {
    const { find, folder } = makeTlsSite()
    spawnSync('sh', ['-c', 'cat other.pem >> own.pem'], { cwd: folder })
    expect(await find()).toEqual(['fault certificate: The chain is broken: a certificate is not signed by the next one.'])
  })
})

describe('a unix socket', () => {
  const at = (fields = '', path = 'FOLDER/api.sock'): string => `server: { listen: [{ socket: ${path}${fields} }] }\n`

  test('can be made', async () => {
    expect(await makeSite(at()).find()).toEqual(['ok socket: It can be created.'])
  })

  test.each([
    ['in a folder that is missing', at('', 'FOLDER/none/api.sock'), /folder does not exist/],
    ['with a path that is too long', at('', `FOLDER/${'x'.repeat(100)}`), /too long/],
    ['of a group that is unknown', at(', group: no-such-group'), /group of a Unix socket/],
  ])('%s is a fault', async (_title, yaml, words) => {
    expect(await makeSite(yaml).find()).toEqual([expect.stringMatching(new RegExp(`^fault socket: .*${words.source}`))])
  })

  test('in the place of a file is a fault', async () => {
    const { find, write } = makeSite(at())
    write('api.sock', 'precious')
    expect(await find()).toEqual(['fault socket: The path exists and is not a socket.'])
  })
})

describe('the sockets of systemd', () => {
  test('are missed where the unit is not active', async () => {
    const folder = makeScratchFolder()
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin', 'systemctl'), '#!/bin/sh\necho "$STATE"\n', { mode: 0o755 })
    const { PATH } = process.env
    try {
      process.env.PATH = `${join(folder, 'bin')}:${PATH}`
      const { find } = makeSite('server: { listen: [{ systemd: true }] }\n')
      process.env.STATE = 'active'
      expect(await find()).toEqual(['ok socket: systemd listens for the service.'])
      process.env.STATE = 'inactive'
      expect(await find()).toEqual(['fault socket: systemd does not listen for the service, which will not start.'])
      process.env.PATH = join(folder, 'none')
      expect(await find()).toEqual(['skipped socket: systemd is not running, so its sockets cannot be checked.'])
    } finally {
      process.env.PATH = PATH
      delete process.env.STATE
    }
  })
})

describe('the proxy', () => {
  const proxyYaml = (server: string, proxy: string): string =>
    `server: { ${server} }\nauth:\n  order: [api_key, proxy]\n  proxy: { enabled: true, ${proxy}, mapping: [{ group: a, plan: standard, scopes: ["tools:*"] }] }\n`
  const TCP = 'listen: [{ address: 127.0.0.1, port: 1 }]'
  const tcpProxy = (trusted: string): string =>
    `listen: [tcp], trusted: ["${trusted}"], secret: { header: X-HT-Proxy-Secret, value: { file: secret } }`

  test('is right', async () => {
    const { find, write } = makeSite(proxyYaml(TCP, tcpProxy('10.0.0.1/32')))
    write('secret', 's'.repeat(32))
    expect(await find()).toEqual(['ok proxy: Its listeners, addresses and secret are valid.'])
  })

  test.each([
    ['missing', undefined, 0o600, /does not exist/],
    ['too short', 'short', 0o600, /shorter than 16 bytes/],
    ['open to others', 's'.repeat(32), 0o644, /read by others/],
    ['no text for a header', `${'s'.repeat(20)} x`, 0o600, /not allowed in a header/],
  ])('a secret that is %s is a fault', async (_title, content, mode, words) => {
    const { find, write } = makeSite(proxyYaml(TCP, tcpProxy('10.0.0.1/32')))
    if (content !== undefined) write('secret', content, mode)
    expect(await find()).toEqual([expect.stringMatching(new RegExp(`^fault proxy: .*${words.source}`))])
  })

  test('a whole network that is trusted, and a secret that crosses the network, are warnings', async () => {
    const wide = makeSite(proxyYaml(TCP, tcpProxy('10.0.0.0/16')))
    wide.write('secret', 's'.repeat(32))
    expect(await wide.find()).toEqual(['warning proxy: An entire network is trusted as the proxy.'])
    const clear = makeSite(proxyYaml('listen: [{ address: 192.0.2.1, port: 1 }]', tcpProxy('10.0.0.1/32')))
    clear.write('secret', 's'.repeat(32))
    expect(await clear.find()).toEqual(['warning proxy: The secret of the proxy crosses the network in the clear.'])
  })

  test('a socket on which everybody may speak as the proxy is a fault', async () => {
    const { find } = makeSite(proxyYaml('listen: [{ socket: FOLDER/api.sock, mode: "0666" }]', 'listen: [socket]'))
    expect(await find()).toContain('fault socket: Everybody on this machine may speak as the proxy there.')
  })

  test('with a header that has a meaning of its own does not come so far', () => {
    const { find } = makeSite(proxyYaml('listen: [{ socket: FOLDER/api.sock }]', 'listen: [socket], headers: { user: Authorization }'))
    return expect(find()).rejects.toMatchObject({ errors: [{ pointer: '/auth/proxy/headers/user' }] })
  })
})

describe('the licence', () => {
  const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const terms = (starts: number, ends: number) => ({ id: 'HT-1', licensee: 'Ward', starts: day(starts), ends: day(ends) })

  test.each([
    ['valid', terms(-10, 100), 'ok licence: It is valid.'],
    ['ending', terms(-10, 10), 'warning licence: It ends within 30 days.'],
    ['in its grace', terms(-100, -5), 'warning licence: It has expired and is in its grace period.'],
    ['ended', terms(-100, -50), 'fault licence: It has expired: the limits of a trial apply.'],
    ['of later', terms(5, 50), 'fault licence: It is not valid yet: the limits of a trial apply.'],
  ])('%s', async (_title, signed, finding) => {
    const { find, write } = makeSite('license: { file: licence }\n')
    write('licence', issueLicence(VENDOR, signed))
    expect(await find()).toEqual([finding])
  })

  test('that is missing or of another vendor is a fault', async () => {
    const { find, write } = makeSite('license: { file: licence }\n')
    expect(await find()).toEqual(['fault licence: There is no license file. The limits of a trial apply.'])
    write('licence', issueLicence(makeVendorKey(), terms(-10, 100)))
    expect(await find()).toEqual([expect.stringMatching(/^fault licence: The license is not signed/)])
  })
})
