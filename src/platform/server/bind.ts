// Binds a server to a TCP port, a unix socket or a socket that systemd opened. A socket is never open to others than its mode says, not even for a moment.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lstatSync, rmSync, type Stats } from 'node:fs'
import { connect, type Server } from 'node:net'
import { dirname } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import type { SocketPlace, TcpPlace } from '../config/config-places.ts'

/** A TCP socket that systemd opened and keeps open: what connects to it while nobody takes it waits. */
export interface DescriptorPlace {
  readonly descriptor: number
}

export type BindPlace = TcpPlace | SocketPlace | DescriptorPlace

/** @throws ProblemError `cannot_listen` where the place is taken or may not be bound, `bad_configuration` where owner or group are unknown */
export async function bind(server: Server, place: BindPlace): Promise<void> {
  if ('descriptor' in place) {
    await attempt(server, 'a socket of systemd', () => server.listen({ fd: place.descriptor }))
    // A unix socket tells no address. Its rights are the configuration's to set, and it would need no TLS.
    if (server.address() !== null) return
    server.close()
    throw new ProblemError('systemd sockets must be TCP sockets. Configure a Unix socket in server.listen as {socket: PATH}.', {
      code: 'cannot_listen',
    })
  }
  if (!('socket' in place)) {
    const listen = (): unknown => server.listen({ host: place.address, port: place.port })
    return attempt(server, `${place.address} port ${place.port}`, listen, PRIVILEGED_PORT_ADVICE)
  }
  const { socket: path, mode, owner, group } = place
  const ids = ownersOf({ owner, group })
  // libuv says EACCES for it.
  if (!existsSync(dirname(path))) throw new ProblemError(`Cannot listen on ${path}: the folder does not exist.`, { code: 'cannot_listen' })
  await removeStaleSocket(path)
  await attempt(server, path, () => {
    // The socket comes to be inside this call: nobody can connect before the rights are right.
    const before = process.umask(0o177)
    try {
      server.listen({ path })
    } finally {
      process.umask(before)
    }
  })
  try {
    if (ids.owner !== -1 || ids.group !== -1) chownSync(path, ids.owner, ids.group)
    chmodSync(path, mode)
  } catch (cause) {
    server.close()
    const advice = 'the service may give it to a group of its own user alone; without group it is that of the service'
    throw new ProblemError(`Cannot listen on ${path}: owner, group or mode cannot be set; ${advice}.`, { code: 'cannot_listen', cause })
  }
}

/** @param advice where the system does not permit it */
function attempt(server: Server, where: string, listen: () => unknown, advice = FOLDER_ADVICE): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(cause, where, advice)))
    server.once('listening', resolve)
    listen()
  })
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'the system does not permit it',
  EPERM: 'the system does not permit it',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTDIR: 'a part of the path is a file',
  ENAMETOOLONG: 'the path is too long for a socket',
  EINVAL: 'the path is too long for a socket',
}

/** Ports below 1024 belong to the system. */
export const PRIVILEGED_PORT_ADVICE =
  'Use a port above 1023. Or let systemd open the port: enable health-tools.socket and set server.listen to [{systemd: true}]. Or run systemctl edit and set AmbientCapabilities=CAP_NET_BIND_SERVICE, CapabilityBoundingSet=CAP_NET_BIND_SERVICE and PrivateUsers=no.'

const FOLDER_ADVICE = 'Check the owner and the mode of its folder.'

function cannotListen(cause: NodeJS.ErrnoException, where: string, advice: string): ProblemError {
  const reason = REASONS[cause.code ?? ''] ?? 'the system refused'
  return new ProblemError(`Cannot listen on ${where}: ${reason}.${cause.code === 'EACCES' ? ` ${advice}` : ''}`, {
    code: 'cannot_listen',
    cause,
  })
}

/** A killed server leaves its socket behind. One that somebody answers on is left alone, and so is whatever is no socket. */
async function removeStaleSocket(path: string): Promise<void> {
  const found = lookAt(path)
  if (!found) return
  if (!found.isSocket()) throw new ProblemError(`Cannot listen on ${path}: the path exists and is not a socket.`, { code: 'cannot_listen' })
  if (await isAnswered(path))
    throw new ProblemError(`Cannot listen on ${path}: another program is listening there.`, { code: 'cannot_listen' })
  rmSync(path, { force: true })
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    throw cannotListen(cause as NodeJS.ErrnoException, path, FOLDER_ADVICE)
  }
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'))
  })
}

/**
 * Whether owner and group of a socket are known.
 * @throws ProblemError `bad_configuration`
 */
export function checkOwners(place: Pick<SocketPlace, 'owner' | 'group'>): void {
  ownersOf(place)
}

function ownersOf({ owner, group }: Pick<SocketPlace, 'owner' | 'group'>): { readonly owner: number; readonly group: number } {
  return { owner: idOf('passwd', owner), group: idOf('group', group) }
}

/** The number of a user or group; -1 leaves it as it is. The system is asked, because names may come from a directory. */
function idOf(database: 'passwd' | 'group', name: string | null): number {
  if (name === null) return -1
  if (/^\d{1,9}$/.test(name)) return Number(name)
  const { stdout } = spawnSync('getent', [database, name], { encoding: 'utf8', timeout: 5_000 })
  const id = stdout?.split(':')[2]
  if (id === undefined || !/^\d+$/.test(id)) {
    const kind = database === 'passwd' ? 'user' : 'group'
    throw new ProblemError(`The ${kind} of a Unix socket does not exist on this machine. Create it, or write another one.`, {
      code: 'bad_configuration',
      at: { path: 'server.listen' },
    })
  }
  return Number(id)
}
