// Jobs on three API nodes and three workers while workers are killed, the database fails over and API nodes restart: none is lost, done twice or
// wrong, and units are counted exactly. Clocks of the nodes are up to two minutes apart. node test/soak/jobs-soak.ts [jobs] [seconds between kills]
import { startCluster } from './cluster.ts'
import { type JobCall, openJobCaller, pause, withoutRequest } from './job-caller.ts'

export interface SoakReport {
  readonly jobs: number
  readonly lost: number
  readonly wrong: number
  readonly unitsWanted: number
  readonly unitsCounted: number
  readonly quotaCounted: number
  readonly kills: number
  readonly restarts: number
  readonly retries: number
  readonly seconds: number
}

const AT_ONCE = 24

export async function soakJobs(jobs: number, killSeconds: number, note: (text: string) => void): Promise<SoakReport> {
  const names = ['a', 'b', 'c']
  const cluster = await startCluster({
    nodes: [
      ...names.map((name, i) => ({ name, roles: ['api'] as const, aheadSeconds: [0, 60, -60][i]! })),
      ...names.map((name, i) => ({ name: `w${name}`, roles: ['worker'] as const, aheadSeconds: [60, -60, 0][i]! })),
    ],
    hasStandby: true,
    settings: ['workers: { threads: 1 }'],
  })
  try {
    const [measured, free] = [await cluster.makeKey(), await cluster.makeKey()]
    const [caller, direct] = [openJobCaller(cluster.url, measured.text), openJobCaller(cluster.url, free.text)]
    const calls = Array.from({ length: jobs }, (_, i) => makeCall(i))
    const [apis, workers] = [cluster.nodes.slice(0, 3), cluster.nodes.slice(3)]
    const began = performance.now()
    let [done, wrong, kills, restarts] = [0, 0, 0, 0]
    const killing = (async () => {
      for (let i = 0; done < jobs; i++) {
        await pause(killSeconds * 1_000)
        if (done >= jobs) break
        const worker = workers[i % workers.length]!
        await worker.kill()
        kills++
        await worker.start()
      }
    })()
    const after = async (share: number, act: () => Promise<void>): Promise<void> => {
      while (done < jobs * share) await pause(100)
      await act()
    }
    const troubles = [
      after(0.4, async () => {
        note('the primary stops, the standby takes its place')
        cluster.server.stop('immediate')
        await pause(1_000)
        cluster.standby!.promote()
      }),
      ...apis.map((api, i) =>
        after(0.15 + i * 0.3, async () => {
          note(`API node ${api.name} restarts`)
          await api.stop()
          await api.start()
          restarts++
        }),
      ),
    ]
    const work = async (from: number): Promise<void> => {
      for (let i = from; i < jobs; i += AT_ONCE) {
        const text = await caller.job(calls[i]!, `soak-${i}`)
        if (text === undefined || withoutRequest(text) !== withoutRequest(await direct.direct(calls[i]!))) {
          wrong++
          note(`job ${i} is ${text === undefined ? 'lost' : `wrong: ${text.slice(0, 300)}`}`)
        }
        if (++done % 100 === 0) note(`${done} jobs, ${Math.round((performance.now() - began) / 1_000)} s, ${kills} kills`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => work(i)))
    const seconds = (performance.now() - began) / 1_000
    await Promise.all([...troubles, killing])
    await pause(1_500)
    const day = new Date().toISOString().slice(0, 10)
    const [usage] = await cluster.stores.usageStore.report({ from: '2000-01-01', to: '2999-01-01', by: ['key'], keyId: measured.id })
    const quota = await cluster.stores.usageStore.totals(measured.id, day)
    return {
      jobs,
      lost: caller.report.lost,
      wrong,
      unitsWanted: calls.reduce((sum, { units }) => sum + units, 0),
      unitsCounted: usage?.units ?? 0,
      quotaCounted: quota.totalUnits,
      kills,
      restarts,
      retries: caller.report.retries,
      seconds,
    }
  } finally {
    await cluster.close()
  }
}

/** Mixed tools and sizes; every job is another one. */
function makeCall(i: number): JobCall {
  const count = (items: number): JobCall => ({
    path: '/v1/tools/text/word-count/batch',
    body: JSON.stringify({ items: Array.from({ length: items }, (_, k) => ({ id: `${k}`, input: { text: `job ${i} item ${k}` } })) }),
    units: items,
  })
  const messages = (items: number): JobCall => ({
    path: '/v1/tools/hl7/parse/batch',
    body: JSON.stringify({ items: Array.from({ length: items }, (_, k) => ({ input: { message: messageOf(i, k) } })) }),
    units: items,
  })
  if (i % 50 === 7) return messages(1_200)
  // Bodies that are stored while they come in: files of a batch, a call with a form, and one with a text.
  if (i % 25 === 9) return files(i, 300)
  if (i % 25 === 14) return formCall('/v1/tools/text/diff', { left: longText(i), right: longText(i + 1), options: '{"context":0}' })
  if (i % 25 === 19) return { path: '/v1/tools/text/word-count', body: longText(i), type: 'text/plain', units: 1 }
  if (i % 10 === 3) return messages(60)
  if (i % 10 === 6) return count(250)
  if (i % 5 === 1) return { path: '/v1/tools/hl7/parse', body: JSON.stringify({ message: messageOf(i, 0) }), units: 1 }
  return { path: '/v1/tools/text/word-count', body: JSON.stringify({ text: `job ${i} ${'word '.repeat(i % 2_000)}` }), units: 1 }
}

function longText(i: number): string {
  return `job ${i} ${'some words\n'.repeat(40_000 + (i % 90) * 1_000)}`
}

/** The options stand behind the files. */
function files(i: number, count: number): JobCall {
  const parts = Array.from({ length: count }, (_, k) => ['file', `${messageOf(i, k)}${'NTE|1||more\r'.repeat((i * k) % 130)}`] as const)
  return { ...formOf('/v1/tools/hl7/ack/batch', [...parts, ['options', '{}']]), units: count }
}

function formCall(path: string, fields: Readonly<Record<string, string>>): JobCall {
  return { ...formOf(path, Object.entries(fields)), units: 1 }
}

function formOf(path: string, parts: readonly (readonly [name: string, content: string])[]): Omit<JobCall, 'units'> {
  const texts = parts.map(([name, content]) => `--soak\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`)
  return { path, body: `${texts.join('')}--soak--\r\n`, type: 'multipart/form-data; boundary=soak' }
}

export function messageOf(job: number, item: number): string {
  return [
    `MSH|^~\\&|LAB|HOSP|EHR|HOSP|20260105120000||ORU^R01^ORU_R01|${job}-${item}|P|2.5.1`,
    `PID|1||${job}${item}^^^HOSP^MR||Muster^Max||19700101|M`,
    `OBR|1|${item}||GLU^Glucose^L|||20260105115500`,
    `OBX|1|NM|2345-7^Glucose^LN||${90 + (item % 40)}|mg/dL|70-110|N|||F`,
    '',
  ].join('\r')
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

if (process.argv[1]?.endsWith('jobs-soak.ts')) {
  const report = await soakJobs(Number(process.argv[2] ?? 2_000), Number(process.argv[3] ?? 5), print)
  print(JSON.stringify(report, undefined, 2))
  const isGood =
    report.lost === 0 && report.wrong === 0 && report.unitsCounted === report.unitsWanted && report.quotaCounted === report.unitsWanted
  process.exitCode = isGood ? 0 : 1
}
