// Where a listener can be: unix sockets with their rights, what is in their way, and TLS with and without a client certificate.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Connection } from '../../../src/access/proxy/connection.ts'
import type { SocketPlace, TlsSources } from '../../../src/platform/config/config-places.ts'
import type { BindPlace } from '../../../src/platform/server/bind.ts'
import { type Listener, listen } from '../../../src/platform/server/listen.ts'
import { readTlsOptions } from '../../../src/platform/server/tls.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { LISTEN_SETTINGS } from './listen-settings.ts'
import { hasOpenSsl, selfSigned } from './test-certificates.ts'

interface Options {
  readonly tls?: TlsSources
  readonly isForProxy?: boolean
}

/** Answers with what the listener knows of the connection. */
async function open(place: BindPlace, { tls, isForProxy = false }: Options = {}): Promise<Listener> {
  const listener = await listen((_request, { connection }) => Response.json(connection), randomUUID, {
    ...LISTEN_SETTINGS,
    place,
    tls: tls ? readTlsOptions(tls) : null,
    isForProxy,
  })
  onTestFinished(() => listener.drain(100))
  return listener
}

const socketAt = (folder: string, fields: Partial<SocketPlace> = {}): SocketPlace => ({
  socket: join(folder, 'api.sock'),
  mode: 0o660,
  owner: null,
  group: null,
  ...fields,
})

async function ask(socketPath: string): Promise<Connection> {
  const [answer] = await once(request({ socketPath, path: '/', headers: { Host: 'a' } }).end(), 'response')
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return JSON.parse(text) as Connection
}

describe('a socket of systemd', () => {
  /** A socket whose descriptor is handed over; it stays open as that of systemd does. */
  async function openSocket(where: { port: number; host: string } | { path: string }): Promise<{ fd: number; address: Server['address'] }> {
    const holder = createServer().listen(where)
    await once(holder, 'listening')
    onTestFinished(() => void holder.close())
    return { fd: (holder as unknown as { _handle: { fd: number } })._handle.fd, address: () => holder.address() }
  }

  test('serves on the port that systemd opened', async () => {
    const { fd, address } = await openSocket({ port: 0, host: '127.0.0.1' })
    const { port } = address() as AddressInfo
    const program = join(import.meta.dirname, 'descriptor-child.ts')
    const child = spawn(process.execPath, [program, '3'], { stdio: ['ignore', 'pipe', 'inherit', fd] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = (await once(child.stdout!, 'data')) as [Buffer]
    expect(JSON.parse(String(line))).toEqual({ address: '127.0.0.1', port, origin: `http://127.0.0.1:${port}` })
  })

  test('must be one of TCP', async () => {
    const { fd } = await openSocket({ path: join(makeScratchFolder(), 's') })
    const program = join(import.meta.dirname, 'descriptor-child.ts')
    const { stdout } = spawnSync(process.execPath, [program, '3'], {
      stdio: ['ignore', 'pipe', 'inherit', fd],
      timeout: 20_000,
      encoding: 'utf8',
    })
    expect(JSON.parse(stdout)).toEqual({ code: 'cannot_listen', message: expect.stringContaining('{socket: PATH}') })
  })
})

describe('a unix socket', () => {
  test('has the mode of the configuration and says what it is', async () => {
    const folder = makeScratchFolder()
    const listener = await open(socketAt(folder), { isForProxy: true })
    const path = join(folder, 'api.sock')
    expect(statSync(path).mode & 0o777).toBe(0o660)
    expect(listener).toMatchObject({ address: path, port: 0, origin: `unix:${path}` })
    expect(await ask(path)).toEqual({ peerAddress: '', isForProxy: true, isUnixSocket: true, hasClientCertificate: false })
  })

  test('is gone after the drain', async () => {
    const folder = makeScratchFolder()
    const listener = await open(socketAt(folder))
    await listener.drain(100)
    expect(existsSync(join(folder, 'api.sock'))).toBe(false)
  })

  test.skipIf(process.getuid?.() !== 0)('belongs to owner and group by name and number', async () => {
    const folder = makeScratchFolder()
    await open(socketAt(folder, { owner: '65534', group: 'daemon' }))
    const { uid, gid } = statSync(join(folder, 'api.sock'))
    const daemon = readFileSync('/etc/group', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('daemon:'))
    expect([uid, gid]).toEqual([65_534, Number(daemon?.split(':')[2])])
  })

  test('of an unknown group is refused before it is made', async () => {
    const folder = makeScratchFolder()
    await expect(open(socketAt(folder, { group: 'no-such-group' }))).rejects.toMatchObject({ code: 'bad_configuration' })
    expect(existsSync(join(folder, 'api.sock'))).toBe(false)
  })

  test.skipIf(process.getuid?.() !== 0)('in a folder of another user names the folder, not a port', () => {
    const outer = makeScratchFolder()
    const folder = join(outer, 'private')
    mkdirSync(folder, { mode: 0o700 })
    chmodSync(outer, 0o755)
    const program = `
      const { bind } = await import(${JSON.stringify(new URL('../../../src/platform/server/bind.ts', import.meta.url).href)})
      const { createServer } = await import('node:http')
      process.setuid(65534)
      const place = { socket: ${JSON.stringify(join(folder, 'api.sock'))}, mode: 0o600, owner: null, group: null }
      await bind(createServer(), place).catch(({ code, message }) => console.log(JSON.stringify({ code, message })))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    expect(JSON.parse(stdout)).toEqual({
      code: 'cannot_listen',
      message: `Cannot listen on ${folder}/api.sock: the system does not permit it. Check the owner and the mode of its folder.`,
    })
  })

  test('that a killed server left behind is taken over', async () => {
    const folder = makeScratchFolder()
    const path = join(folder, 'api.sock')
    const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', program])
    expect(statSync(path).isSocket()).toBe(true)
    await open(socketAt(folder))
    expect(await ask(path)).toMatchObject({ isUnixSocket: true })
  })

  test('that somebody answers on is left alone', async () => {
    const folder = makeScratchFolder()
    const other = createServer().listen(join(folder, 'api.sock'))
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    await expect(open(socketAt(folder))).rejects.toMatchObject({
      code: 'cannot_listen',
      message: expect.stringContaining('another program'),
    })
    expect(existsSync(join(folder, 'api.sock'))).toBe(true)
  })

  test('never takes the place of a file', async () => {
    const folder = makeScratchFolder()
    writeFileSync(join(folder, 'api.sock'), 'precious')
    await expect(open(socketAt(folder))).rejects.toMatchObject({ code: 'cannot_listen' })
    expect(readFileSync(join(folder, 'api.sock'), 'utf8')).toBe('precious')
  })

  test('in a folder that does not exist is a fault that says so', async () => {
    const folder = join(makeScratchFolder(), 'none')
    await expect(open(socketAt(folder))).rejects.toMatchObject({ code: 'cannot_listen', message: expect.stringContaining('folder') })
  })
})

test.runIf(process.getuid?.() === 0 && process.seteuid)('port 443 without the privilege names the ways to get it', async () => {
  process.seteuid!(65_534)
  try {
    await expect(open({ address: '127.0.0.1', port: 443 })).rejects.toMatchObject({
      code: 'cannot_listen',
      message: expect.stringMatching(/does not permit it\. .*health-tools\.socket.*AmbientCapabilities=CAP_NET_BIND_SERVICE/),
    })
  } finally {
    process.seteuid!(0)
  }
})

describe.skipIf(!hasOpenSsl)(hasOpenSsl ? 'TLS' : 'TLS (skipped, not installed: openssl)', () => {
  function makeCertificate(folder: string, name: string): { readonly cert: string; readonly key: string } {
    const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
    spawnSync('openssl', selfSigned(name, cert, key))
    return { cert, key }
  }

  const sourcesOf = (server: { cert: string; key: string }, clientCa: string | null = null): TlsSources => ({
    cert: { kind: 'public', path: server.cert },
    key: { kind: 'file', path: server.key },
    clientCa: clientCa === null ? null : { kind: 'public', path: clientCa },
    minVersion: 'TLSv1.3',
  })

  async function askTls(port: number, options: { cert?: string; key?: string; maxVersion?: 'TLSv1.2' } = {}): Promise<Connection | string> {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options })
    let text = ''
    try {
      await once(socket, 'secureConnect')
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
      for await (const chunk of socket) text += String(chunk)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'failed'
    }
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Connection
  }

  test('tells a certificate of the configured authorities from another and from none', async () => {
    const folder = makeScratchFolder()
    const [server, proxy, stranger] = ['server', 'proxy', 'stranger'].map((name) => makeCertificate(folder, name)) as [
      { cert: string; key: string },
      { cert: string; key: string },
      { cert: string; key: string },
    ]
    const listener = await open({ address: '127.0.0.1', port: 0 }, { tls: sourcesOf(server, proxy.cert), isForProxy: true })
    expect(listener.origin).toBe(`https://127.0.0.1:${listener.port}`)
    const read = (pair: { cert: string; key: string }) => ({ cert: readFileSync(pair.cert, 'utf8'), key: readFileSync(pair.key, 'utf8') })
    expect(await askTls(listener.port, read(proxy))).toMatchObject({ peerAddress: '127.0.0.1', hasClientCertificate: true })
    expect(await askTls(listener.port, read(stranger))).toMatchObject({ hasClientCertificate: false })
    expect(await askTls(listener.port)).toMatchObject({ hasClientCertificate: false })
  })

  test('speaks no version older than the configured one', async () => {
    const folder = makeScratchFolder()
    const listener = await open({ address: '127.0.0.1', port: 0 }, { tls: sourcesOf(makeCertificate(folder, 'server')) })
    expect(await askTls(listener.port, { maxVersion: 'TLSv1.2' })).toMatch(/^ERR_SSL|ECONNRESET/)
    expect(await askTls(listener.port)).toMatchObject({ hasClientCertificate: false })
  })

  test('with a key of another certificate, no certificate, or an open key does not start', async () => {
    const folder = makeScratchFolder()
    const [a, b] = [makeCertificate(folder, 'a'), makeCertificate(folder, 'b')]
    const place = { address: '127.0.0.1', port: 0 }
    await expect(open(place, { tls: sourcesOf({ cert: a.cert, key: b.key }) })).rejects.toMatchObject({
      code: 'bad_configuration',
      at: { file: b.key },
    })
    await expect(open(place, { tls: sourcesOf({ cert: a.key, key: a.key }) })).rejects.toMatchObject({
      code: 'bad_configuration',
      at: { file: a.key },
    })
    spawnSync('chmod', ['644', a.key])
    await expect(open(place, { tls: sourcesOf(a) })).rejects.toMatchObject({ code: 'bad_configuration', at: { file: a.key } })
  })
})
