// Access tokens that a real issuer (oidc-provider) has bound to a certificate: over TLS of this server, behind HAProxy by the shipped sample
// and behind nginx and Apache; and everybody who has such a token without its certificate.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeScratchFolder } from '../platform/scratch-folder.ts'
import { freePort } from '../platform/server/free-port.ts'
import { hasOpenSsl, makeCertificates, type TestCertificates } from '../platform/server/test-certificates.ts'
import { issuerYaml, makeSigningJwk, startIssuer, startTools } from './issuer.ts'
import { findProgram, missingPrograms, readSample, startPeer } from './peers.ts'
import { statusesOf } from './raw-http.ts'

const SECRET = 'a-secret-of-the-front-for-tests'
const missing = missingPrograms('haproxy', 'nginx', 'apache2')

describe.skipIf(!hasOpenSsl)(hasOpenSsl ? 'a bound token' : 'a bound token (skipped, not installed: openssl)', () => {
  let certificates: TestCertificates
  let pair: (name: 'client' | 'other') => { cert: string; key: string }
  beforeEach(() => {
    certificates = makeCertificates(makeScratchFolder())
    const read = (path: string): string => readFileSync(path, 'utf8')
    pair = (name) => ({ cert: read(certificates[`${name}Cert`]), key: read(certificates[`${name}Key`]) })
  })

  const serverTls = (): string =>
    `tls: { enabled: true, cert: { file: ${certificates.serverCert} }, key: { file: ${certificates.serverKey} }, client_ca: { file: ${certificates.ca} } }`

  /** A token for the certificate of `client`, and one that is not bound. */
  async function start(rule: 'optional' | 'required', server: string, proxy = '') {
    const { issuer, requestToken, requestBoundToken } = await startIssuer('jwt', [await makeSigningJwk('a')], await freePort())
    const yaml = issuerYaml(issuer, `url: "${issuer}/jwks"`, `, mtls_bound: ${rule}`)
    const { ports } = await startTools(yaml, `${proxy}rate_limit: { failed_auth: null }\n`, server)
    return { ports, bound: await requestBoundToken(pair('client').cert), bare: await requestToken() }
  }

  test('is good over TLS with its certificate, and over no other connection', async () => {
    const { ports, bound, bare } = await start('optional', `{ listen: [{ address: 127.0.0.1, port: 0 }], ${serverTls()} }`)
    const port = ports[0]!
    const untrusted = makeCertificates(makeScratchFolder())
    const stranger = { cert: readFileSync(untrusted.clientCert, 'utf8'), key: readFileSync(untrusted.clientKey, 'utf8') }
    for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const) {
      for (let i = 0; i < 2; i++) {
        expect((await ask(port, bound, { ...pair('client'), maxVersion })).statuses).toEqual([200, 200])
        expect((await ask(port, bound, { ...pair('other'), maxVersion })).statuses).toEqual([401, 401])
        expect((await ask(port, bound, { ...stranger, maxVersion })).statuses).toEqual([401, 401])
        expect((await ask(port, bound, { maxVersion })).statuses).toEqual([401, 401])
      }
      expect((await ask(port, bare, { maxVersion })).statuses).toEqual([200, 200])
      expect((await ask(port, bare, { ...pair('other'), maxVersion })).statuses).toEqual([200, 200])
    }
    // Nobody who calls this listener tells certificates by a header.
    expect((await ask(port, bound, {}, [`X-Remote-Client-Cert: ${byteSequence(pair('client').cert)}`])).statuses).toEqual([401, 401])
  })

  test('is not good over a session that was begun without its certificate and taken up again', async () => {
    const { ports, bound } = await start('optional', `{ listen: [{ address: 127.0.0.1, port: 0 }], ${serverTls()} }`)
    const port = ports[0]!
    for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const) {
      for (const [first, statuses] of [
        [pair('client'), [200, 200]],
        [pair('other'), [401, 401]],
        [{}, [401, 401]],
      ] as const) {
        const { session } = await ask(port, bound, { ...first, maxVersion })
        const again = await ask(port, bound, { maxVersion, ...(session && { session }) })
        expect([again.wasResumed, again.statuses]).toEqual([true, statuses])
      }
    }
  })

  test('is the only kind that is taken where it is required', async () => {
    const { ports, bound, bare } = await start('required', `{ listen: [{ address: 127.0.0.1, port: 0 }], ${serverTls()} }`)
    expect((await ask(ports[0]!, bound, pair('client'))).statuses).toEqual([200, 200])
    for (const options of [pair('client'), {}]) expect((await ask(ports[0]!, bare, options)).statuses).toEqual([401, 401])
  })

  describe.skipIf(missing !== '')(missing === '' ? 'behind a proxy' : `behind a proxy (skipped, not installed: ${missing})`, () => {
    const LISTEN = '{ listen: [{ address: 127.0.0.1, port: 0, name: front }] }'
    async function startBehind(startFront: (backend: number) => Promise<number>) {
      const folder = makeScratchFolder()
      const secret = join(folder, 'secret')
      writeFileSync(secret, SECRET, { mode: 0o600 })
      const proxy = `  proxy:
    { enabled: true, listen: [front], trusted: [127.0.0.1/32], secret: { value: { file: ${secret} } }, headers: { client_cert: X-Remote-Client-Cert }, mapping: [] }
`
      const { ports, ...tokens } = await start('required', LISTEN, proxy)
      return { ...tokens, backend: ports[0]!, front: await startFront(ports[0]!) }
    }

    test.each([
      ['HAProxy', startHaproxy],
      ['nginx', startNginx],
      ['Apache', startApache],
    ])('%s is good with the certificate that it was shown', async (name, startFront) => {
      const { front, backend, bound, bare } = await startBehind((port) => startFront(port, certificates))
      expect((await ask(front, bound, pair('client'))).statuses).toEqual([200, 200])
      expect((await ask(front, bound, pair('other'))).statuses).toEqual([401, 401])
      expect((await ask(front, bound, {})).statuses).toEqual([401, 401])
      expect((await ask(front, bare, pair('client'))).statuses).toEqual([401, 401])
      const told = byteSequence(pair('client').cert)
      const attacks = [
        ['X-Remote-Client-Cert', told],
        ['x-remote-client-cert', encodeURIComponent(pair('client').cert)],
        ['X_Remote_Client_Cert', told],
      ]
      for (const options of [{}, pair('other')]) {
        for (const [header, value] of attacks) {
          const { statuses } = await ask(front, bound, options, [`${header}: ${value}`])
          for (const status of statuses) expect([400, 401, 403], `${name} ${header}`).toContain(status)
          expect(statuses.length).toBeGreaterThan(0)
        }
        const { statuses } = await ask(front, bound, pair('client'), ['Connection: x-remote-client-cert'])
        expect(statuses.length).toBeGreaterThan(0)
        for (const status of statuses) expect([200, 401, 403]).toContain(status)
      }
      // Past the front, with the header and without its secret.
      const straight = await fetch(`http://127.0.0.1:${backend}/v1/me`, {
        headers: { Authorization: `Bearer ${bound}`, 'X-Remote-Client-Cert': told },
      })
      expect(straight.status).toBe(401)
      const metadata = await fetch(`http://127.0.0.1:${backend}/.well-known/oauth-protected-resource/v1`)
      expect(await metadata.json()).toMatchObject({ tls_client_certificate_bound_access_tokens: true })
    })
  })
})

/** RFC 9440 §2.1. */
function byteSequence(pem: string): string {
  return `:${pem.replace(/-----[^-]+-----|\s/g, '')}:`
}

interface Probe {
  /** Of two requests on one connection, or of fewer where the other side has closed it. */
  readonly statuses: readonly number[]
  readonly session: Buffer | undefined
  readonly wasResumed: boolean
}

async function ask(port: number, token: string, options: ConnectionOptions, headers: readonly string[] = []): Promise<Probe> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options })
  let session: Buffer | undefined
  socket.on('session', (ticket) => {
    session = ticket
  })
  await once(socket, 'secureConnect')
  const wasResumed = socket.isSessionReused()
  const head = (more: readonly string[]): string =>
    ['GET /v1/me HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${token}`, ...headers, ...more, '', ''].join('\r\n')
  socket.write(head([]) + head(['Connection: close']))
  const text = await readAll(socket)
  return {
    statuses: statusesOf(text),
    session: session ?? socket.getSession(),
    wasResumed,
  }
}

async function readAll(socket: TLSSocket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

async function startHaproxy(backend: number, { serverCert, serverKey, ca }: TestCertificates): Promise<number> {
  const folder = makeScratchFolder()
  const port = await freePort()
  const bundle = join(folder, 'bundle.pem')
  writeFileSync(bundle, readFileSync(serverCert, 'utf8') + readFileSync(serverKey, 'utf8'), { mode: 0o600 })
  const sample = readSample('installers/proxy/haproxy/health-tools.cfg', {
    'bind :443 ssl crt /etc/haproxy/tools.hosp.example.pem': `bind 127.0.0.1:${port} ssl crt ${bundle} ca-file ${ca} verify optional crt-ignore-err all ca-ignore-err all`,
    '#http-request set-header X-Remote-Client-Cert': 'http-request set-header X-Remote-Client-Cert',
    'server one 10.0.0.11:8081 check port 9464': `server one 127.0.0.1:${backend}`,
    '    server two 10.0.0.12:8081 check port 9464\n': '',
    'server one 10.0.0.11:8081 track health_tools_calls/one': `server one 127.0.0.1:${backend}`,
    '    server two 10.0.0.12:8081 track health_tools_calls/two\n': '',
  })
  const configFile = join(folder, 'haproxy.cfg')
  writeFileSync(configFile, `global\n    setenv HT_PROXY_SECRET ${SECRET}\n\n${sample}`)
  const peer = await startPeer(findProgram('haproxy')!, ['-db', '-f', configFile], port)
  onTestFinished(() => peer.stop())
  return port
}

async function startNginx(backend: number, { serverCert, serverKey, ca }: TestCertificates): Promise<number> {
  const folder = makeScratchFolder()
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  const tls = `ssl_certificate ${serverCert}; ssl_certificate_key ${serverKey}; ssl_client_certificate ${ca}; ssl_verify_client optional;`
  const headers = `proxy_set_header X-HT-Proxy-Secret ${SECRET}; proxy_set_header X-Remote-Client-Cert $ssl_client_escaped_cert; proxy_set_header X-Forwarded-For $remote_addr;`
  const configFile = join(folder, 'nginx.conf')
  writeFileSync(
    configFile,
    `daemon off; pid ${folder}/pid; error_log stderr crit; events {} http { access_log off; underscores_in_headers on; ${temporary}
    server { listen 127.0.0.1:${port} ssl; ${tls} location / { proxy_pass http://127.0.0.1:${backend}; ${headers} } } }`,
  )
  const peer = await startPeer(findProgram('nginx')!, ['-c', configFile, '-p', folder], port)
  onTestFinished(() => peer.stop())
  return port
}

async function startApache(backend: number, { serverCert, serverKey, ca }: TestCertificates): Promise<number> {
  const folder = makeScratchFolder()
  const port = await freePort()
  const modules = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http', 'ssl', 'socache_shmcb']
  const lines = [
    `ServerRoot ${folder}`,
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    `PidFile ${folder}/pid`,
    'ServerName localhost',
    `ErrorLog ${folder}/error.log`,
    `Mutex file:${folder} default`,
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    `Listen 127.0.0.1:${port}`,
    'SSLEngine on',
    `SSLCertificateFile ${serverCert}`,
    `SSLCertificateKeyFile ${serverKey}`,
    `SSLCACertificateFile ${ca}`,
    'SSLVerifyClient optional',
    'SSLOptions +ExportCertData',
    `RequestHeader set X-HT-Proxy-Secret ${SECRET}`,
    'RequestHeader set X-Remote-Client-Cert "%{SSL_CLIENT_CERT}s"',
    `ProxyPass / http://127.0.0.1:${backend}/`,
  ]
  const file = join(folder, 'httpd.conf')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const peer = await startPeer(findProgram('apache2')!, ['-D', 'FOREGROUND', '-f', file], port)
  onTestFinished(() => peer.stop())
  return port
}
