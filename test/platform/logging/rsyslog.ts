// Debian's rsyslog as a receiver on loopback: what it has parsed is read back field by field.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '../server/free-port.ts'
import type { TestCertificates } from '../server/test-certificates.ts'

/** What rsyslog made of one message (names of its properties). */
export interface ReceivedMessage {
  readonly pri: string
  readonly version: string
  readonly time: string
  readonly host: string
  readonly app: string
  readonly processId: string
  readonly messageId: string
  readonly structuredData: string
  readonly text: string
  readonly input: string
  readonly end: true
}

export interface Rsyslog {
  readonly tcpPort: number
  readonly tlsPort: number
  readonly udpPort: number
  /** Resolves with what has come once it is at least so many. */
  waitForMessages(count: number): Promise<ReceivedMessage[]>
  stop(): Promise<void>
  start(): Promise<void>
}

const SEARCH = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` }

export const hasRsyslog =
  spawnSync('rsyslogd', ['-v'], { env: SEARCH }).status === 0 &&
  ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib'].some((folder) =>
    existsSync(join(folder, 'rsyslog/lmnsd_gtls.so')),
  )

const PROPERTIES = {
  pri: 'pri',
  version: 'protocol-version',
  time: 'timestamp" dateFormat="rfc3339',
  host: 'hostname',
  app: 'app-name',
  processId: 'procid',
  messageId: 'msgid',
  structuredData: 'structured-data',
  text: 'msg',
  input: 'inputname',
}

export async function startRsyslog(folder: string, { ca, serverCert, serverKey }: TestCertificates): Promise<Rsyslog> {
  const [tcpPort, tlsPort, udpPort] = [await freePort(), await freePort(), await freePort()]
  const output = join(folder, 'received.json')
  const config = join(folder, 'rsyslog.conf')
  const fields = Object.entries(PROPERTIES).map(
    ([name, property]) => `  property(outname="${name}" name="${property}" format="jsonf")\n  constant(value=", ")\n`,
  )
  writeFileSync(
    config,
    `global(workDirectory="${folder}" maxMessageSize="64k" defaultNetstreamDriverCAFile="${ca}"
  defaultNetstreamDriverCertFile="${serverCert}" defaultNetstreamDriverKeyFile="${serverKey}"
  parser.escapeControlCharactersOnReceive="off")
template(name="fields" type="list") {
  constant(value="{")
${fields.join('')}  constant(value="\\"end\\": true}\\n")
}
ruleset(name="all") { action(type="omfile" file="${output}" template="fields") }
module(load="imtcp")
input(type="imtcp" address="127.0.0.1" port="${tcpPort}" ruleset="all" name="tcp")
input(type="imtcp" address="127.0.0.1" port="${tlsPort}" ruleset="all" name="tls"
  streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="x509/name" permittedPeer=["health-tools.test"])
module(load="imudp")
input(type="imudp" address="127.0.0.1" port="${udpPort}" ruleset="all" name="udp")
`,
  )
  let child: ChildProcess | undefined
  const stop = async (): Promise<void> => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return
    const exited = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await exited
  }
  const start = async (): Promise<void> => {
    child = spawn('rsyslogd', ['-n', '-f', config, '-i', join(folder, 'rsyslog.pid')], { env: SEARCH, stdio: 'ignore' })
    for (const port of [tcpPort, tlsPort]) await waitForPort(port)
  }
  onTestFinished(stop)
  await start()
  return { tcpPort, tlsPort, udpPort, waitForMessages: (count) => waitForMessages(output, count), stop, start }
}

async function waitForMessages(file: string, count: number): Promise<ReceivedMessage[]> {
  for (;;) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
    if (lines.length >= count) return lines.map((line) => JSON.parse(line) as ReceivedMessage)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function waitForPort(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The port of 127.0.0.2 behind which another port of 127.0.0.1 stands: the same receiver under an address its certificate does not name. */
export function relayTo(port: number): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      const target = connect({ port, host: '127.0.0.1' })
      for (const end of [socket, target]) end.on('error', () => undefined)
      socket.pipe(target).pipe(socket)
    }).listen(0, '127.0.0.2', () => resolve((server.address() as AddressInfo).port))
    onTestFinished(() => void server.close())
  })
}
