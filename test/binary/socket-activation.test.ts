// The executable on a socket that it inherits, as systemd hands it over: restarts under load lose no request, and a stop without such a
// socket finishes what runs, refuses what is new and ends in time.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, type ClientRequest, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { executable, makeFolder, run } from './program.ts'

const BODY = JSON.stringify({ text: 'Two words' })

function writeConfig(folder: string, listen: string): string {
  const path = join(folder, 'config.yaml')
  const rest =
    'operations: { listen: { address: 127.0.0.1, port: 0 } }\nstorage: { path: data/health-tools.db }\nlogging: { level: info }\n'
  writeFileSync(path, `version: 1\nserver: { listen: [${listen}], timeouts: { shutdown: 5s } }\n${rest}`)
  return path
}

async function makeKey(folder: string, config: string): Promise<string> {
  const created = await run(['keys', 'create', '--owner', 'test', '--plan', 'unlimited', '--config', config, '--json'], { cwd: folder })
  return (JSON.parse(created.stdout) as { key: string }).key
}

interface Answer {
  readonly status: number
}

function post(port: number, key: string, agent: Agent, body?: (request: ClientRequest) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/v1/tools/text/word-count', headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode! }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    if (body) body(sent)
    else sent.end(BODY)
  })
}

test('restarts under load lose none of 10,000 requests', { timeout: 240_000 }, async () => {
  using folder = makeFolder()
  const config = writeConfig(folder.path, '{ systemd: true }')
  const key = await makeKey(folder.path, config)
  const socket = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
  // Each waits with the socket in its hands, as systemd does, until it is told to become the service.
  const script = 'read -r line && LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" serve --config "$1"'
  const services = Array.from({ length: 4 }, () =>
    spawn('sh', ['-c', script, executable, config], { cwd: folder.path, env: {}, stdio: ['pipe', 'pipe', 'pipe', fd] }),
  ) as unknown as ChildProcessWithoutNullStreams[]
  const ends = services.map((service) => once(service, 'close') as Promise<[code: number | null]>)
  for (const service of services) service.stdout.resume()
  socket.close()
  try {
    let next = 0
    const start = (): void => void services[next++]!.stdin.write('go\n')
    start()
    const load = callAll(port, key, 10_000)
    for (const quarter of [0.25, 0.5, 0.75]) {
      while (load.done() < quarter * 10_000) await sleep(20)
      services[next - 1]!.kill('SIGTERM')
      expect((await ends[next - 1])![0]).toBe(0)
      start()
    }
    const statuses = await load.ended
    expect(statuses).toEqual(new Map([[200, 10_000]]))
    services[3]!.kill('SIGTERM')
    expect((await ends[3])![0]).toBe(0)
  } finally {
    for (const service of services) service.kill('SIGKILL')
  }
})

/** Half of the calls on connections that are kept, half on new ones, 32 at a time. Counts answers by status, and failures by their code. */
function callAll(port: number, key: string, count: number): { done(): number; readonly ended: Promise<Map<number | string, number>> } {
  const kept = new Agent({ keepAlive: true, maxSockets: 16 })
  const fresh = new Agent({ keepAlive: false })
  const counts = new Map<number | string, number>()
  let begun = 0
  let done = 0
  const work = async (agent: Agent): Promise<void> => {
    while (begun++ < count) {
      const outcome = await post(port, key, agent).then(
        ({ status }) => status,
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      )
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      done++
    }
  }
  const workers = [kept, fresh].flatMap((agent) => Array.from({ length: 16 }, () => work(agent)))
  return { done: () => done, ended: Promise.all(workers).then(() => counts) }
}

test('without a socket of systemd it does not start, and says what to do', async () => {
  using folder = makeFolder()
  const config = writeConfig(folder.path, '{ systemd: true }')
  for (const env of [{}, { LISTEN_FDS: '1' }, { LISTEN_FDS: '1', LISTEN_PID: '1' }] as Record<string, string>[]) {
    const { code, stderr } = await run(['serve', '--config', config], { cwd: folder.path, env })
    expect(code).toBe(78)
    expect(stderr).toContain('health-tools.socket')
  }
})

test('a stop finishes what runs, refuses what is new on a connection that is open, and ends', { timeout: 60_000 }, async () => {
  using folder = makeFolder()
  const config = writeConfig(folder.path, '{ address: 127.0.0.1, port: 0 }')
  const key = await makeKey(folder.path, config)
  const service = spawn(executable, ['serve', '--config', config], { cwd: folder.path, env: {} })
  const ended = once(service, 'close') as Promise<[code: number | null]>
  const [line] = (await once(service.stdout.setEncoding('utf8'), 'data')) as [string]
  const { port } = JSON.parse(line.split('\n')[0]!) as { port: number }
  service.stdout.resume()
  const agent = new Agent({ keepAlive: true })
  let first: ClientRequest | undefined
  // Admitted with its header, before the stop; its body comes later.
  const running = post(port, key, agent, (sent) => {
    first = sent.setHeader('content-length', Buffer.byteLength(BODY))
    sent.write(BODY.slice(0, 5))
  })
  // Connected before the stop; its header is whole only after it.
  const late = connect(port, '127.0.0.1')
  const head = ['POST /v1/tools/text/word-count HTTP/1.1', 'Host: a', `Authorization: Bearer ${key}`, 'Content-Length: 0', '', ''].join(
    '\r\n',
  )
  late.write(head.slice(0, 20))
  await sleep(500)
  service.kill('SIGTERM')
  await sleep(300)
  late.write(head.slice(20))
  const refusal = await readAll(late)
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /)
  expect(refusal).toMatch(/^connection: close\r$/im)
  expect(refusal).toContain('"code":"draining"')
  first!.end(BODY.slice(5))
  expect((await running).status).toBe(200)
  await expect(post(port, key, new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect((await ended)[0]).toBe(0)
})

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}
