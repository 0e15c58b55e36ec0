// The doctor's checks of the network: ports, log receivers, and the certificates that the configuration names.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { accessSync, constants, existsSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname } from 'node:path'
import { Fault } from '../core/fault.ts'
import type { Config } from './config.ts'
import type { LogSinkSettings, NetworkSinkSettings } from './config-sinks.ts'
import { type Diagnosis, examine, ok, skipped, trouble } from './doctor-finding.ts'
import { readTlsMaterial } from './tls-material.ts'

const CONNECT_MS = 3_000
const PEM_BEGIN = '-----BEGIN CERTIFICATE-----'
const PEM_END = '-----END CERTIFICATE-----'
const SOON_MS = 30 * 86_400_000

export async function examineNetwork(config: Config, now: number): Promise<Diagnosis[]> {
  const isRunning = await answers(config)
  const checks = [
    ...listenPlaces(config).map((place) =>
      examine('port', 'Stop the other program, or configure another port.', () => examinePort(place, isRunning)),
    ),
    ...config.logging.sinks.map((sink) =>
      examine('log receiver', 'Check the address, the receiver and the firewall between.', () => examineSink(sink, now)),
    ),
  ]
  return (await Promise.all(checks)).flat()
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
  if (code === undefined) return [ok('port', isRunning ? 'It is free, although the service runs.' : 'It is free.', at)]
  if (code === 'EADDRINUSE' && isRunning) return [ok('port', 'The service listens there.', at)]
  const reasons: Record<string, readonly [message: string, advice: string]> = {
    EADDRINUSE: ['Another program listens there.', 'Stop it (ss -ltnp names it), or configure another port.'],
    EACCES: ['The system does not permit it.', 'Take a port from 1024 on, or give the service CAP_NET_BIND_SERVICE.'],
    EADDRNOTAVAIL: ['This machine does not have the address.', 'Configure an address of this machine.'],
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
  if (sink.type === 'stdout') return [ok('log receiver', 'Lines go to the standard output.')]
  if (sink.type === 'file') return [examineLogFile(sink.path)]
  const certificates = examineSinkCertificates(sink, now)
  if (sink.type === 'syslog' && sink.transport === 'udp') {
    await resolveName(sink.host)
    return [skipped('log receiver', 'UDP tells nobody whether lines arrive; the name of the receiver is known.'), ...certificates]
  }
  const { host, port } = placeOf(sink)
  const at = `${host} port ${port}`
  const reached = await tryConnect(host, port)
  const finding = reached
    ? ok('log receiver', 'It takes connections.', at)
    : trouble(
        'fault',
        'log receiver',
        'It takes no connection.',
        'Check the address, the receiver and the firewall between; lines are dropped meanwhile.',
        at,
      )
  return [finding, ...certificates]
}

function examineLogFile(path: string): Diagnosis {
  const target = existsSync(path) ? path : dirname(path)
  try {
    accessSync(target, constants.W_OK)
    return ok('log receiver', 'This user may write the log.', path)
  } catch {
    return trouble(
      'fault',
      'log receiver',
      'This user may not write the log.',
      'Make its folder and give it to the user of the service; run the doctor as that user.',
      path,
    )
  }
}

async function resolveName(host: string): Promise<void> {
  try {
    await lookup(host)
  } catch (cause) {
    throw new Fault('The name of the receiver is not known.', { code: 'io_error', at: { path: host }, cause })
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

interface ChainTraits {
  /** Each certificate is signed by the next; otherwise they are authorities beside each other. */
  readonly isChain: boolean
  readonly key?: string
}

/** @param pem certificates */
export function examineChain(pem: string, at: string, now: number, { isChain, key }: ChainTraits): Diagnosis[] {
  const certificates = readCertificates(pem)
  if (certificates.length === 0)
    return [trouble('fault', 'certificate', 'The file holds no certificate in PEM.', 'Put the chain there.', at)]
  const findings = certificates.flatMap((certificate) => examineDates(certificate, at, now))
  const [leaf] = certificates
  if (key !== undefined && !leaf!.checkPrivateKey(createPrivateKey(key))) {
    findings.push(
      trouble(
        'fault',
        'certificate',
        'The private key is not that of the first certificate.',
        'Put key and certificate of one pair there.',
        at,
      ),
    )
  }
  const isBroken =
    isChain && certificates.some((certificate, i) => certificates[i + 1] !== undefined && !isIssuedBy(certificate, certificates[i + 1]!))
  if (isBroken)
    findings.push(
      trouble(
        'fault',
        'certificate',
        'The chain is broken: a certificate is not signed by the next one.',
        'Order it: own certificate, intermediates, without gaps.',
        at,
      ),
    )
  return findings.length > 0 ? findings : [ok('certificate', `Good for ${daysLeft(certificates, now)} days.`, at)]
}

/** Empty where one of them cannot be read. */
function readCertificates(pem: string): X509Certificate[] {
  const texts = pem.split(PEM_END).slice(0, -1)
  try {
    return texts.map((text) => new X509Certificate(`${text.slice(text.indexOf(PEM_BEGIN))}${PEM_END}\n`))
  } catch {
    return []
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function examineDates(certificate: X509Certificate, at: string, now: number): Diagnosis[] {
  const renew = 'Renew it at the authority of the site and put the new one in its place.'
  if (certificate.validToDate.getTime() < now) return [trouble('fault', 'certificate', 'A certificate has expired.', renew, at)]
  if (certificate.validFromDate.getTime() > now)
    return [trouble('fault', 'certificate', 'A certificate is not good yet.', 'Check the clock of this machine, or wait.', at)]
  return certificate.validToDate.getTime() < now + SOON_MS
    ? [trouble('warning', 'certificate', 'A certificate expires within 30 days.', renew, at)]
    : []
}

function daysLeft(certificates: readonly X509Certificate[], now: number): number {
  return Math.floor((Math.min(...certificates.map(({ validToDate }) => validToDate.getTime())) - now) / 86_400_000)
}
