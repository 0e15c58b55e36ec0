// The doctor's checks of how callers get in: the certificate of this server, unix sockets and those of systemd, the proxy, the licence.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { judgeLicence, type LicenceState } from '../../access/licence.ts'
import { parseNetwork } from '../../access/proxy/network.ts'
import { findLicence } from '../access/licence-file.ts'
import type { Config } from '../config/config.ts'
import type { ListenPlace, SocketPlace, TlsSources } from '../config/config-places.ts'
import { isLoopback } from '../config/rules/config-warnings.ts'
import { readProxySettings } from '../config/schema/config-proxy.ts'
import { readSecret } from '../config/secrets.ts'
import { checkOwners } from '../server/bind.ts'
import { readTlsOptions } from '../server/tls.ts'
import { examineChain } from './doctor-chain.ts'
import { type Diagnosis, examine, ok, skipped, trouble } from './doctor-finding.ts'

const SOCKET_UNIT = 'health-tools.socket'
/** Of `sun_path`, without its end. */
const MAX_SOCKET_PATH_BYTES = 107
/** A proxy stands in a network that is smaller than this. */
const USUAL_PREFIX = { ipv4: 24, ipv6: 64 }

/** @param licenceKeys of the vendors whose licences count */
export async function examineAccess(config: Config, licenceKeys: readonly string[], now: number): Promise<Diagnosis[]> {
  const { server, auth, license } = config
  const { tls } = server
  const { proxy } = auth
  const checks = [
    ...(tls
      ? [examine('certificate', 'Put key and certificate of one pair there, readable by the service alone.', () => examineTls(tls, now))]
      : []),
    ...server.listen.flatMap((place) =>
      'address' in place ? [] : [examine('socket', 'Repair it, or set another path in server.listen.', () => [examineSocket(place)])],
    ),
    ...(proxy
      ? [examine('proxy', 'Put the secret there that the proxy sends, readable by the service alone.', () => examineProxy(config))]
      : []),
    ...(license.file === null
      ? []
      : [
          examine('licence', 'Get a new license from the vendor and install it with health-tools licence install.', () => [
            examineLicence(config, licenceKeys, now),
          ]),
        ]),
  ]
  return (await Promise.all(checks)).flat()
}

function examineTls(tls: TlsSources, now: number): Diagnosis[] {
  // Throws where the key is not that of the certificate.
  readTlsOptions(tls)
  const textOf = (source: TlsSources['cert']): string => new TextDecoder().decode(readSecret(source))
  return [
    ...examineChain(textOf(tls.cert), tls.cert.path, now, { isChain: true, key: textOf(tls.key) }),
    ...(tls.clientCa ? examineChain(textOf(tls.clientCa), tls.clientCa.path, now, { isChain: false }) : []),
  ]
}

function examineSocket(place: Exclude<ListenPlace, { readonly address: string }>): Diagnosis {
  return 'systemd' in place ? examineSocketUnit() : examineUnixSocket(place, place.isForProxy)
}

function examineSocketUnit(): Diagnosis {
  const { stdout, error } = spawnSync('systemctl', ['is-active', SOCKET_UNIT], { encoding: 'utf8', timeout: 5_000 })
  if (error) return skipped('socket', 'systemd is not running, so its sockets cannot be checked.')
  if (stdout.trim() === 'active') return ok('socket', 'systemd listens for the service.', SOCKET_UNIT)
  return trouble(
    'fault',
    'socket',
    'systemd does not listen for the service, which will not start.',
    `systemctl enable --now ${SOCKET_UNIT}`,
    SOCKET_UNIT,
  )
}

function examineUnixSocket(place: SocketPlace, isForProxy: boolean): Diagnosis {
  const { socket: path, mode } = place
  const problem = (message: string, advice: string): Diagnosis => trouble('fault', 'socket', message, advice, path)
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) return problem('The path is too long for a socket.', 'Configure a shorter path.')
  if (!existsSync(dirname(path)))
    return problem('Its folder does not exist.', 'Create it and make it writable for the user of the service.')
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && !found.isSocket()) return problem('The path exists and is not a socket.', 'Remove it, or configure another path.')
  checkOwners(place)
  // On a unix socket the mode is the whole proof that it is the proxy who calls.
  if (isForProxy && (mode & 0o006) !== 0)
    return problem('Everybody on this machine may speak as the proxy there.', 'Set mode "0660" and the group of the proxy.')
  return ok('socket', found ? 'It is there.' : 'It can be created.', path)
}

function examineProxy({ auth, server }: Config): Diagnosis[] {
  const { settings, secret } = auth.proxy!
  // Throws where the secret cannot be read, is too short, or can stand in no header.
  readProxySettings(settings, secret)
  const findings: Diagnosis[] = []
  const warn = (message: string, advice: string, at: string): void => void findings.push(trouble('warning', 'proxy', message, advice, at))
  for (const text of settings.trusted) {
    const network = parseNetwork(text)
    const usual = text.includes(':') ? USUAL_PREFIX.ipv6 : USUAL_PREFIX.ipv4
    if (network && network.prefixLength < usual)
      warn('An entire network is trusted as the proxy.', 'List only the addresses of the proxies.', `auth.proxy.trusted ${text}`)
  }
  const clear = server.tls ? [] : server.listen.filter((place) => place.isForProxy && 'address' in place && !isLoopback(place.address))
  for (const place of clear) {
    if ('address' in place)
      warn(
        'The secret of the proxy crosses the network in the clear.',
        'Enable server.tls, or listen on a unix socket.',
        `${place.address} port ${place.port}`,
      )
  }
  return findings.length > 0 ? findings : [ok('proxy', 'Its listeners, addresses and secret are valid.')]
}

const LICENCE_WORDS: Readonly<
  Record<Exclude<LicenceState, 'none' | 'refused'>, readonly [state: 'ok' | 'warning' | 'fault', message: string]>
> = {
  valid: ['ok', 'It is valid.'],
  ending: ['warning', 'It ends within 30 days.'],
  grace: ['warning', 'It has expired and is in its grace period.'],
  ended: ['fault', 'It has expired: the limits of a trial apply.'],
  'not-started': ['fault', 'It is not valid yet: the limits of a trial apply.'],
}

function examineLicence({ license }: Config, keys: readonly string[], now: number): Diagnosis {
  const at = license.file!
  const { found, state } = judgeLicence(findLicence(at, keys), license.graceMs, now)
  const advice = 'Get a new license from the vendor and install it with health-tools licence install.'
  if (found.kind === 'refused') return trouble('fault', 'licence', `${found.reason} The limits of a trial apply.`, advice, at)
  const [kind, message] = LICENCE_WORDS[state as keyof typeof LICENCE_WORDS]
  return kind === 'ok' ? ok('licence', message, at) : trouble(kind, 'licence', message, advice, at)
}
