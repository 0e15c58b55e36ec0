// A site of several nodes as processes on loopback: nodes of each role behind HAProxy, and PostgreSQL with a streaming standby behind it, too.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueKey } from '../../src/access/keys/key.ts'
import { type OpenedStores, openStores } from '../../src/platform/access/open-access.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { findProgram } from '../e2e/peers.ts'
import { buildShim, Control, makeControl } from '../faults/shim.ts'
import { freePort } from '../platform/server/free-port.ts'
import { type PostgresServer, type Standby, startPostgres } from '../platform/storage/postgres-server.ts'

export type Role = 'api' | 'worker'

export interface ClusterNode {
  readonly name: string
  readonly port: number
  readonly operationsPort: number
  /** Undefined while it does not run. */
  readonly process: ChildProcess | undefined
  start(): Promise<void>
  /** As a power cut does. */
  kill(): Promise<void>
  /** As an administrator does. */
  stop(): Promise<void>
}

export interface Cluster {
  readonly server: PostgresServer
  readonly standby: Standby | undefined
  readonly stores: OpenedStores
  readonly database: string
  /** Of the first node. */
  readonly configFile: string
  readonly nodes: readonly ClusterNode[]
  /** Of HAProxy in front of the nodes with the role api. */
  readonly url: string
  makeKey(): Promise<{ readonly text: string; readonly id: string }>
  close(): Promise<void>
}

interface NodeWish {
  readonly name: string
  readonly roles: readonly Role[]
  /** By how much its clock is ahead. Needs a C compiler; without one it is right. */
  readonly aheadSeconds?: number
}

interface Wish {
  readonly nodes: readonly NodeWish[]
  readonly hasStandby?: boolean
  /** Further lines of the configuration of every node. */
  readonly settings?: readonly string[]
  readonly jobs?: string
}

const PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'health-tools')
const RESTART_MS = 1_000
const LIMITS = 'keep: 30m, per_caller: 50000, total: 100000, results_mb: 4000, results_mb_per_caller: 4000'

export async function startCluster({ nodes: wished, hasStandby = false, settings = [], jobs }: Wish): Promise<Cluster> {
  if (!existsSync(PROGRAM)) throw new Error('Build first: npm run build')
  const folder = mkdtempSync(join(tmpdir(), 'ht-cluster-'))
  const server = await startPostgres()
  const standby = hasStandby ? await server.startStandby() : undefined
  const secretOf = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return `{ file: ${join(folder, name)} }`
  }
  const [front, databasePort] = [await freePort(), await freePort()]
  const database = server.makeDatabase()
  const backend = jobs ?? `backend: postgres, payload_key: ${secretOf('payload-key', 'k'.repeat(64))}`
  const lines = [
    `storage: { path: ${folder}/NAME/unused.db, postgres: { host: 127.0.0.1, port: ${databasePort}, database: ${database}, password: ${secretOf('password', server.password)}, tls: { ca: { file: ${server.caFile} } } } }`,
    `auth: { api_key: { pepper: ${secretOf('pepper', 'p'.repeat(64))} } }`,
    `jobs: { ${backend}, ${LIMITS} }`,
    'plans: { soak: {} }',
    'usage: { flush: 200ms }',
    ...settings,
  ]
  const nodes: ClusterNode[] = []
  for (const wish of wished) nodes.push(await makeNode(join(folder, wish.name), wish, lines))
  const api = nodes.filter((_, i) => wished[i]!.roles.includes('api'))
  const proxy = await startProxy(folder, front, databasePort, api, server.port, standby?.port)
  const configFile = join(folder, nodes[0]!.name, 'config.yaml')
  const stores = await openStores(loadConfig({ file: configFile, env: {}, cwd: folder }), {}, { create: true })
  const close = async (): Promise<void> => {
    for (const node of nodes) await node.kill()
    await stores.close().catch(() => undefined)
    proxy.kill('SIGKILL')
    server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const node of nodes) await node.start()
    // HAProxy notices that a node is ready at its next check.
    await untilAnswered(`http://127.0.0.1:${front}/v1/problems`, (status) => status !== 503)
  } catch (error) {
    await close()
    throw error
  }
  return {
    server,
    standby,
    stores,
    database,
    configFile,
    nodes,
    url: `http://127.0.0.1:${front}`,
    async makeKey() {
      const now = Date.now()
      const fields = {
        owner: 'soak',
        note: '',
        plan: 'soak',
        scopes: ['tools:*'],
        networks: [],
        expiresAt: now + 86_400_000,
        trialQuota: null,
      }
      const { text, record } = await issueKey(await stores.openOffice(), { kind: 'live', ...fields }, now)
      return { text, id: record.id }
    },
    close,
  }
}

async function makeNode(folder: string, { name, roles, aheadSeconds = 0 }: NodeWish, lines: readonly string[]): Promise<ClusterNode> {
  mkdirSync(folder)
  const env = { ...process.env, ...clockAhead(folder, aheadSeconds) }
  const [port, operationsPort] = [await freePort(), await freePort()]
  const own = [
    ...lines.map((line) => line.replace('NAME', name)),
    `node: { name: ${name}, roles: [${roles.join(', ')}] }`,
    `server: { listen: [{ address: 127.0.0.1, port: ${port} }] }`,
    `operations: { listen: { address: 127.0.0.1, port: ${operationsPort} } }`,
  ]
  writeFileSync(join(folder, 'config.yaml'), `${own.join('\n')}\n`)
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }
  return {
    name,
    port,
    operationsPort,
    get process() {
      return child
    },
    async start() {
      const log = openSync(join(folder, 'log'), 'a')
      const begin = (): void => {
        const begun = spawn(PROGRAM, ['serve', '--config', join(folder, 'config.yaml')], { stdio: ['ignore', log, log], env })
        child = begun
        // As systemd and Kubernetes do: a start while the database is away is repeated.
        begun.once('exit', () => setTimeout(() => child === begun && begin(), RESTART_MS))
      }
      begin()
      await untilAnswered(`http://127.0.0.1:${operationsPort}/health/ready`, (status) => status === 200)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

function clockAhead(folder: string, seconds: number): Record<string, string> {
  const library = seconds === 0 ? undefined : buildShim()
  if (library === undefined) return {}
  const control = join(folder, 'clock')
  makeControl(control)
  new Control(control).set('clockShift', BigInt(seconds) * 1_000_000_000n)
  return { LD_PRELOAD: library, FAULTS_CONTROL: control, FAULTS_FOLDER: join(folder, 'nothing') }
}

async function untilAnswered(url: string, isGood: (status: number) => boolean): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const isAnswered = await fetch(url).then(
      ({ status }) => isGood(status),
      () => false,
    )
    if (isAnswered) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} is not ready.`)
}

async function startProxy(
  folder: string,
  front: number,
  databasePort: number,
  api: readonly ClusterNode[],
  primary: number,
  standby: number | undefined,
): Promise<ChildProcess> {
  const text = `
defaults
  timeout connect 2s
  timeout client 10m
  timeout server 10m
  timeout check 2s
frontend api
  mode http
  bind 127.0.0.1:${front}
  default_backend nodes
backend nodes
  mode http
  balance roundrobin
  option redispatch
  retries 3
  retry-on conn-failure
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host health-tools
  default-server check inter 500ms fall 2 rise 1
${api.map(({ name, port, operationsPort }) => `  server ${name} 127.0.0.1:${port} port ${operationsPort}`).join('\n')}
listen database
  mode tcp
  bind 127.0.0.1:${databasePort}
  default-server check inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions
  server primary 127.0.0.1:${primary}
${standby === undefined ? '' : `  server standby 127.0.0.1:${standby} backup`}
`
  writeFileSync(join(folder, 'haproxy.cfg'), text)
  const child = spawn(findProgram('haproxy')!, ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: ['ignore', 'ignore', 'ignore'] })
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  if (child.exitCode !== null) throw new Error('HAProxy did not start.')
  return child
}
