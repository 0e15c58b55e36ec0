// The doctor's checks of the network: ports, and log receivers with their certificates and spools.
import { lookup } from 'node:dns/promises'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import type { Config } from '../config/config.ts'
import { warningsOf } from '../config/rules/config-warnings.ts'
import type { LogSinkSettings, NetworkSinkSettings } from '../config/schema/config-sinks.ts'
import { readTlsMaterial } from '../logging/tls-material.ts'
import { PRIVILEGED_PORT_ADVICE } from '../server/bind.ts'
import { examineChain } from './doctor-chain.ts'
import { type Diagnosis, examine, ok, skipped, trouble } from './doctor-finding.ts'

const CONNECT_MS = 3_000

export async function examineNetwork(config: Config, now: number): Promise<Diagnosis[]> {
  const isRunning = await answers(config)
  const checks = [
    ...listenPlaces(config).map((place) =>
      examine('port', 'Stop the other program, or configure another port.', () => examinePort(place, isRunning)),
    ),
    examine('exposure', 'Listen on loopback.', () => examineExposure(config)),
    ...config.logging.sinks.map((sink) =>
      examine('log receiver', 'Check the address, the receiver and the firewall between.', () => examineSink(sink, now)),
    ),
  ]
  return (await Promise.all(checks)).flat()
}

function examineExposure(config: Config): Diagnosis[] {
  const warnings = warningsOf(config).filter(({ setting }) => setting !== 'plans')
  if (warnings.length === 0) return [ok('exposure', 'No listener is reachable from the network without protection.')]
  return warnings.map(({ setting, message, advice }) => trouble('warning', 'exposure', message, advice, setting))
}

interface Place {
  readonly address: string
  readonly port: number
}

function listenPlaces({ server, operations }: Config): Place[] {
  return [...server.listen.flatMap((place) => ('address' in place ? [place] : [])), operations.listen]
}

/** Whether a service of this program runs with this configuration. */
async function answers({ operations: { listen } }: Config): Promise<boolean> {
  const host = listen.address.includes(':') ? `[${listen.address}]` : listen.address
  try {
    const answer = await fetch(`http://${host}:${listen.port}/health/live`, { signal: AbortSignal.timeout(2_000) })
    return ((await answer.json()) as { status?: unknown }).status === 'live'
  } catch {
    return false
  }
}

async function examinePort({ address, port }: Place, isRunning: boolean): Promise<Diagnosis[]> {
  const at = `${address} port ${port}`
  const code = await tryListen(address, port)
  if (code === undefined) return [ok('port', isRunning ? 'The port is free, although the service is running.' : 'It is free.', at)]
  if (code === 'EADDRINUSE' && isRunning) return [ok('port', 'The service is listening there.', at)]
  const reasons: Record<string, readonly [message: string, advice: string]> = {
    EADDRINUSE: ['Another program is listening there.', 'Stop it (ss -ltnp names it), or configure another port.'],
    EACCES: ['The system does not permit it.', PRIVILEGED_PORT_ADVICE],
    EADDRNOTAVAIL: ['This machine does not have this address.', 'Configure an address of this machine.'],
  }
  const [message, advice] = reasons[code] ?? ['The system refused.', 'Configure another address or port.']
  return [trouble('fault', 'port', message, advice, at)]
}

/** Undefined where it can be listened there. */
function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'UNKNOWN'))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

async function examineSink(sink: LogSinkSettings, now: number): Promise<Diagnosis[]> {
  if (sink.type === 'stdout') return [ok('log receiver', 'Log lines go to standard output.')]
  if (sink.type === 'file') return [examineLogFile(sink.path)]
  const certificates = examineSinkCertificates(sink, now)
  if (sink.type === 'syslog' && sink.transport === 'udp') {
    await resolveName(sink.host)
    return [skipped('log receiver', 'The host name resolves. UDP does not confirm whether lines arrive.'), ...certificates]
  }
  const { host, port } = placeOf(sink)
  const at = `${host} port ${port}`
  const reached = await tryConnect(host, port)
  const finding = reached
    ? ok('log receiver', 'It accepts connections.', at)
    : trouble(
        'fault',
        'log receiver',
        'It does not accept connections.',
        'Check the address, the receiver and the firewall. Lines are dropped until it is reachable.',
        at,
      )
  const spool = sink.type !== 'syslog' && sink.spool ? [examineSpool(sink.spool.folder)] : []
  return [finding, ...spool, ...certificates]
}

function examineLogFile(path: string): Diagnosis {
  const target = existsSync(path) ? path : dirname(path)
  try {
    accessSync(target, constants.W_OK)
    return ok('log receiver', 'This user can write the log.', path)
  } catch {
    return trouble(
      'fault',
      'log receiver',
      'This user cannot write the log.',
      'Create its folder and change its owner to the user of the service. Run doctor as that user.',
      path,
    )
  }
}

/** What is missing of it is made by the service. */
function examineSpool(folder: string): Diagnosis {
  let nearest = folder
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
    if (statSync(nearest).isDirectory()) return ok('spool', 'This user can write it.', folder)
  } catch {
    // Said below.
  }
  return trouble(
    'fault',
    'spool',
    'This user cannot write the spool. Lines that do not fit into memory are dropped.',
    'Change the owner of its folder to the user of the service. Run doctor as that user.',
    folder,
  )
}

async function resolveName(host: string): Promise<void> {
  try {
    await lookup(host)
  } catch (cause) {
    throw new ProblemError('The host name of the receiver cannot be resolved.', { code: 'io_error', at: { path: host }, cause })
  }
}

function placeOf(sink: NetworkSinkSettings): { readonly host: string; readonly port: number } {
  if (sink.type === 'syslog') return sink
  const { hostname, port, protocol } = new URL(sink.url)
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }
}

function tryConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS })
    const end = (reached: boolean): void => {
      socket.destroy()
      resolve(reached)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}

function examineSinkCertificates({ tls }: NetworkSinkSettings, now: number): Diagnosis[] {
  const { ca, cert, key } = readTlsMaterial(tls)
  return [
    ...(ca && tls.ca ? examineChain(ca.toString(), tls.ca, now, { isChain: false }) : []),
    ...(cert && tls.cert ? examineChain(cert.toString(), tls.cert, now, { isChain: true, ...(key ? { key: key.toString() } : {}) }) : []),
  ]
}
