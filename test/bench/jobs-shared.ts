// Figures of jobs in PostgreSQL on this machine: overhead beside jobs in memory, throughput, one and two workers, a dead worker, a caller who
// floods the queue, and memory of a large content. node test/bench/jobs-shared.ts [overhead] [cost] [throughput] [workers] [dead] [flood] [memory]
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../src/platform/config/config.ts'
import { openObjectStore } from '../../src/platform/jobs/object-store.ts'
import { openPayloadCipher } from '../../src/platform/jobs/payload-cipher.ts'
import { openPayloads, type PayloadStore } from '../../src/platform/jobs/payload-store.ts'
import { openPostgres } from '../../src/platform/storage/postgres/postgres.ts'
import { BUCKET, startS3, whyNoS3 } from '../platform/storage/s3-server.ts'
import { type Cluster, startCluster } from '../soak/cluster.ts'
import { type JobCall, type JobCaller, openJobCaller, pause } from '../soak/job-caller.ts'
import { messageOf } from '../soak/jobs-soak.ts'

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const one = (name: string): { name: string; roles: readonly ['worker'] } => ({ name, roles: ['worker'] })
const API = { name: 'a', roles: ['api'] } as const
const SMALL: JobCall = { path: '/v1/tools/text/word-count', body: '{"text":"a b c"}', units: 1 }

async function within(
  nodes: Parameters<typeof startCluster>[0],
  act: (cluster: Cluster, caller: JobCaller) => Promise<void>,
): Promise<void> {
  const cluster = await startCluster({ settings: ['workers: { threads: 1 }'], ...nodes })
  try {
    await act(cluster, openJobCaller(cluster.url, (await cluster.makeKey()).text))
  } finally {
    await cluster.close()
  }
}

const quantile = (values: readonly number[], share: number): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]!

/** From the request to the result, in one exchange: the answer that comes within `wait`. */
async function timeOfJob(cluster: Cluster, key: string): Promise<number> {
  const began = performance.now()
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Prefer: 'respond-async, wait=30' }
  const answer = await fetch(`${cluster.url}${SMALL.path}`, { method: 'POST', headers, body: SMALL.body })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`answered with ${answer.status}: ${text}`)
  return performance.now() - began
}

async function measureOverhead(): Promise<void> {
  const shared = { nodes: [{ name: 'a', roles: ['api', 'worker'] as const }] }
  await within(shared, async (postgres) => {
    await within({ ...shared, jobs: 'backend: memory' }, async (memory) => {
      const [first, second] = [(await postgres.makeKey()).text, (await memory.makeKey()).text]
      const [slow, fast]: [number[], number[]] = [[], []]
      for (let i = 0; i < 300; i++) {
        const times: [number, number] = [await timeOfJob(postgres, first), await timeOfJob(memory, second)]
        if (i < 50) continue
        slow.push(times[0])
        fast.push(times[1])
      }
      for (const share of [0.1, 0.5, 0.9])
        print(
          `p${share * 100} of a small job: ${quantile(slow, share).toFixed(1)} ms in PostgreSQL, ${quantile(fast, share).toFixed(1)} ms in memory`,
        )
    })
  })
}

async function measureThroughput(): Promise<void> {
  await within({ nodes: [{ name: 'a', roles: ['api', 'worker'] }] }, async (cluster) => {
    const key = (await cluster.makeKey()).text
    const [jobs, atOnce] = [600, 24]
    const began = performance.now()
    const work = async (from: number): Promise<void> => {
      for (let i = from; i < jobs; i += atOnce) await timeOfJob(cluster, key)
    }
    await Promise.all(Array.from({ length: atOnce }, (_, i) => work(i)))
    print(`${Math.round((jobs * 1_000) / (performance.now() - began))} small jobs a second, ${atOnce} at once, one node`)
  })
}

/** CPU time of the node and of PostgreSQL for one call and one small job: true also on a busy machine. */
async function measureCost(): Promise<void> {
  await within({ nodes: [{ name: 'a', roles: ['api', 'worker'] }] }, async (cluster, caller) => {
    const key = (await cluster.makeKey()).text
    const [node] = cluster.nodes
    const postmaster = postmasterOf(cluster.server)
    const spend = async (name: string, times: number, act: () => Promise<unknown>): Promise<void> => {
      for (let i = 0; i < 20; i++) await act()
      const before = [cpuMs(node!.process!.pid!), cpuMs(postmaster)]
      for (let i = 0; i < times; i++) await act()
      const [own, database] = [cpuMs(node!.process!.pid!) - before[0]!, cpuMs(postmaster) - before[1]!]
      print(`${name}: ${(own / times).toFixed(2)} ms of the node, ${(database / times).toFixed(2)} ms of PostgreSQL`)
    }
    await spend('CPU of a direct call', 1_000, () => caller.direct(SMALL))
    await spend('CPU of a small job', 200, () => timeOfJob(cluster, key))
  })
}

function postmasterOf({ folder }: Cluster['server']): number {
  return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** CPU time of a process and its children, running and ended. */
function cpuMs(pid: number): number {
  let ticks = 0
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${entry}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      const isOwn = Number(entry) === pid
      if (!isOwn && Number(fields[1]) !== pid) continue
      ticks += Number(fields[11]) + Number(fields[12]) + (isOwn ? Number(fields[13]) + Number(fields[14]) : 0)
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks * 10
}

function feed(job: number): JobCall {
  const items = Array.from({ length: 10_000 }, (_, k) => ({ input: { message: messageOf(job, k) } }))
  return { path: '/v1/tools/hl7/parse/batch', body: JSON.stringify({ items }), units: items.length }
}

/** Rounds that make code hot, and pairs that are measured. */
const [WARM_ROUNDS, PAIRS] = [3, 5]

/**
 * The same 20,000 messages with one and with two warm workers, in turns, each worker on a core of its own. Two batches, because one holds 10,000
 * items at most. The API node, PostgreSQL and the sender run on any core: where there are only two, they take from the workers what their CPU
 * time says. The CPU times of the workers say what the ratio is with cores for all: the time of one by that of the slower of two.
 */
async function measureWorkers(): Promise<void> {
  await within({ nodes: [API, one('w1'), one('w2')] }, async ({ nodes, server, url, makeKey }) => {
    const key = (await makeKey()).text
    const caller = openJobCaller(url, key)
    const finishedAt = async (place: string): Promise<number> => {
      const answer = await fetch(`${url}${place}`, { headers: { Authorization: `Bearer ${key}` } })
      return Date.parse(((await answer.json()) as { finishedAt: string }).finishedAt)
    }
    const [api = 0, ...workers] = nodes.map(({ process: node }) => node!.pid!)
    const [, second] = workers
    for (const [i, pid] of workers.entries()) execFileSync('taskset', ['-a', '-p', '-c', String(i), String(pid)])
    const spent = (): number[] => [cpuMs(api), cpuMs(postmasterOf(server)), ...workers.map(cpuMs)]
    let round = 0
    const run = async (count: 1 | 2): Promise<{ seconds: number; cpu: number[] }> => {
      // A worker that was started anew would first have to become warm.
      if (count === 1) process.kill(second!, 'SIGSTOP')
      const calls = [feed(1), feed(2)]
      const id = round++
      const [began, before] = [Date.now(), spent()]
      const places: string[] = []
      try {
        places.push(...(await Promise.all(calls.map((call, i) => caller.start(call, `k${id}-${i}`)))))
        for (const place of places) await caller.done(place)
        // The end as the job says it: the caller sees it at its next look.
        const ends = await Promise.all(places.map(finishedAt))
        const cpu = spent().map((each, i) => (each - before[i]!) / 1_000)
        return { seconds: (Math.max(...ends) - began) / 1_000, cpu }
      } finally {
        // A process that is stopped does not end when the cluster is closed.
        if (count === 1) process.kill(second!, 'SIGCONT')
        for (const place of places) await caller.result(place)
      }
    }
    for (let i = 0; i < WARM_ROUNDS; i++) await run(2)
    await run(1)
    const [ratios, bounds]: [number[], number[]] = [[], []]
    for (let i = 0; i < PAIRS; i++) {
      const [alone, both] = [await run(1), await run(2)]
      for (const [count, { seconds, cpu }] of [alone, both].entries()) {
        const [api, database, ...each] = cpu.map((one) => one.toFixed(2))
        print(
          `20,000 HL7 messages, ${count + 1} workers: ${seconds.toFixed(2)} s (CPU: workers ${each.slice(0, count + 1).join(' + ')} s, PostgreSQL ${database} s, API ${api} s)`,
        )
      }
      ratios.push(alone.seconds / both.seconds)
      bounds.push(alone.cpu[2]! / Math.max(both.cpu[2]!, both.cpu[3]!))
    }
    const listed = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(' ')
    print(
      `two workers are as fast as ${listed(ratios)} of one here; ${listed(bounds)} by CPU time, if all have cores; load ${loadavg()[0]!.toFixed(1)}`,
    )
  })
}

async function measureDeadWorker(): Promise<void> {
  for (let run = 0; run < 3; run++) {
    await within({ nodes: [API, one('w1')] }, async (cluster, caller) => {
      const [, first] = cluster.nodes
      const place = await caller.start(feed(run), 'k')
      await pause(1_500)
      const began = performance.now()
      const ended = once(first!.process!, 'exit')
      await first!.kill()
      await ended
      await first!.start()
      await caller.result(place)
      print(`a worker was killed in the middle of a job: finished ${((performance.now() - began) / 1_000).toFixed(1)} s after the kill`)
    })
  }
}

async function measureFlood(): Promise<void> {
  await within({ nodes: [API, one('w1')] }, async (cluster, flood) => {
    const key = (await cluster.makeKey()).text
    const other = openJobCaller(cluster.url, (await cluster.makeKey()).text)
    const waits = async (): Promise<number> => {
      const times: number[] = []
      for (let i = 0; i < 40; i++) {
        times.push(await timeOfJob(cluster, key))
        await pause(50)
      }
      return quantile(times, 0.5)
    }
    // Usual: another caller keeps the worker busy with one batch after the other.
    let isOver = false
    const usual = (async () => {
      for (let i = 0; !isOver; i++) await other.job({ ...feed(i), units: 0 }, `usual-${i}`)
    })()
    await pause(2_000)
    const before = await waits()
    isOver = true
    await usual
    const places = await Promise.all(Array.from({ length: 8 }, (_, i) => flood.start(feed(i), `flood-${i}`)))
    const during = await waits()
    print(
      `p50 of a small job: ${before.toFixed(0)} ms beside one batch, ${during.toFixed(0)} ms beside ${places.length} batches of a flood (160 parts)`,
    )
  })
}

async function measureMemory(): Promise<void> {
  await within({ nodes: [API] }, async (cluster) => {
    const folder = join(cluster.server.folder, 'key')
    writeFileSync(folder, 'k'.repeat(64), { mode: 0o600 })
    const { storage } = loadConfig({ file: cluster.configFile, env: {}, cwd: '/' })
    const database = await openPostgres(storage.postgres!)
    const cipher = openPayloadCipher({ kind: 'file', path: folder })
    await measureStore('PostgreSQL', openPayloads(database, cipher))
    if (whyNoS3() === undefined) {
      const server = await startS3()
      const secret = join(cluster.server.folder, 'secret')
      writeFileSync(secret, server.secret, { mode: 0o600 })
      const place = { endpoint: `http://127.0.0.1:${server.port}`, bucket: BUCKET, prefix: '', region: 'us-east-1', ca: null }
      const objects = openObjectStore({ ...place, accessKeyId: server.accessKeyId, secretAccessKey: { kind: 'file', path: secret } })
      await measureStore('the object store', openPayloads(database, cipher, objects))
      objects.close()
      await server.remove()
    }
    await database.close()
  })
}

async function measureStore(name: string, payloads: PayloadStore): Promise<void> {
  const piece = new Uint8Array(65_536).fill(65)
  const total = 200 << 20
  const pieces = function* (): Iterable<Uint8Array> {
    for (let sent = 0; sent < total; sent += piece.length) yield piece
  }
  const start = process.memoryUsage().rss
  let peak = start
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  const began = performance.now()
  await payloads.store('bench', 'in/0', pieces())
  const wrote = performance.now()
  let read = 0
  for await (const chunk of payloads.read('bench', 'in/0')) read += chunk.length
  clearInterval(timer)
  print(
    `200 MB through ${name}: written in ${((wrote - began) / 1_000).toFixed(1)} s, read in ${((performance.now() - wrote) / 1_000).toFixed(1)} s, ${read === total ? 'whole' : 'CUT'}, +${Math.round((peak - start) / 1e6)} MB`,
  )
  await payloads.remove('bench')
}

const MEASURES: Readonly<Record<string, () => Promise<void>>> = {
  overhead: measureOverhead,
  cost: measureCost,
  throughput: measureThroughput,
  workers: measureWorkers,
  dead: measureDeadWorker,
  flood: measureFlood,
  memory: measureMemory,
}

const wished = process.argv.slice(2)
for (const [name, measure] of Object.entries(MEASURES)) if (wished.length === 0 || wished.includes(name)) await measure()
