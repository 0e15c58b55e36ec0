// A simulation of the capacity model in docs/scaling.md: calls and jobs arrive at random at nodes with two cores each and at one PostgreSQL, with
// the measured costs. Prints how busy each side is and how long a job waits. node test/bench/jobs-simulation.ts
export interface Costs {
  /** CPU of a node for a direct call, in milliseconds. */
  readonly callMs: number
  /** CPU of a node for a job, both roles together, in milliseconds. */
  readonly jobMs: number
  /** CPU of PostgreSQL for a job, in milliseconds. */
  readonly databaseMs: number
  readonly coresOfNode: number
  readonly coresOfDatabase: number
}

export interface Load {
  readonly nodes: number
  readonly callsPerSecond: number
  readonly jobsPerSecond: number
}

export interface Simulated {
  /** Shares of the cores that were busy. */
  readonly nodes: number
  readonly database: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** What the model says: utilization of the nodes and of the database. */
export function modelOf(costs: Costs, { nodes, callsPerSecond, jobsPerSecond }: Load): Pick<Simulated, 'nodes' | 'database'> {
  const node = (callsPerSecond * costs.callMs + jobsPerSecond * costs.jobMs) / 1_000 / (nodes * costs.coresOfNode)
  return { nodes: node, database: (jobsPerSecond * costs.databaseMs) / 1_000 / costs.coresOfDatabase }
}

/** Each core takes what comes first; service times and gaps are exponential. */
export function simulate(costs: Costs, load: Load, seconds: number, random: () => number): Simulated {
  const exponential = (mean: number): number => -Math.log(1 - random()) * mean
  const cores = Array.from({ length: load.nodes * costs.coresOfNode }, () => 0)
  const database = Array.from({ length: costs.coresOfDatabase }, () => 0)
  const busy = { nodes: 0, database: 0 }
  const serve = (servers: number[], kind: keyof typeof busy, arrives: number, work: number): number => {
    let first = 0
    for (let i = 1; i < servers.length; i++) if (servers[i]! < servers[first]!) first = i
    const begins = Math.max(arrives, servers[first]!)
    servers[first] = begins + work
    busy[kind] += work
    return begins + work
  }
  const waits: number[] = []
  const rate = (load.callsPerSecond + load.jobsPerSecond) / 1_000
  for (let now = 0; now < seconds * 1_000; now += exponential(1 / rate)) {
    if (random() * (load.callsPerSecond + load.jobsPerSecond) < load.callsPerSecond) {
      serve(cores, 'nodes', now, exponential(costs.callMs))
      continue
    }
    const stored = serve(database, 'database', now, exponential(costs.databaseMs))
    waits.push(serve(cores, 'nodes', stored, exponential(costs.jobMs)) - now)
  }
  waits.sort((a, b) => a - b)
  const span = seconds * 1_000
  return {
    nodes: busy.nodes / span / cores.length,
    database: busy.database / span / database.length,
    p50Ms: waits[Math.floor(waits.length / 2)] ?? 0,
    p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
  }
}

/** The same numbers in each run. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The highest figures of several runs of `node test/bench/jobs-shared.ts cost`; see docs/scaling.md. */
export const MEASURED: Costs = { callMs: 1, jobMs: 6.5, databaseMs: 6.1, coresOfNode: 2, coresOfDatabase: 8 }

if (process.argv[1]?.endsWith('jobs-simulation.ts')) {
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
  // Each side is just below 60 %, where it has that much work.
  const rows = [1, 3, 10, 30, 100].map((nodes): Load => ({ nodes, callsPerSecond: nodes * 700, jobsPerSecond: Math.min(nodes * 75, 780) }))
  process.stdout.write('nodes | calls/s | jobs/s | nodes busy (model) | database busy (model) | job p50 | p99\n')
  for (const load of rows) {
    const [model, seen] = [modelOf(MEASURED, load), simulate(MEASURED, load, Math.max(20, 60 / load.nodes), randomFrom(7))]
    process.stdout.write(
      `${load.nodes} | ${load.callsPerSecond} | ${load.jobsPerSecond} | ${percent(seen.nodes)} (${percent(model.nodes)}) | ${percent(seen.database)} (${percent(model.database)}) | ${seen.p50Ms.toFixed(1)} ms | ${seen.p99Ms.toFixed(1)} ms\n`,
    )
  }
}
