// A database that does what a node wants while its answer is lost on the way: the node cannot know it, and the job must be there all the same.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiHarness, JSON_TYPE } from '../../http/api-harness.ts'
import { ASYNC, COUNT, codeOf, makeJobCalls } from '../../http/jobs/job-calls.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../storage/postgres-server.ts'
import { openSharedNode } from './shared-node.ts'

const missing = whyNoPostgres()
const CREATING = "pg_stat_activity WHERE state = 'active' AND query LIKE '%health_tools.create_jobs(%' AND pid <> pg_backend_pid()"
/** A statement that makes a job waits in it, and does not end before there is a row in `may_go`. */
const WAIT = `CREATE TABLE may_go (a int);
CREATE FUNCTION wait_to_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WHILE NOT EXISTS (SELECT 1 FROM may_go) LOOP PERFORM pg_sleep(0.01); END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER wait_to_go AFTER INSERT ON health_tools.jobs FOR EACH ROW EXECUTE FUNCTION wait_to_go()`

describe.skipIf(missing !== undefined)(
  `lost answers of the database${missing ? ` (skipped: ${missing})` : ''}`,
  { timeout: 120_000 },
  () => {
    let server: PostgresServer
    beforeAll(async () => {
      server = await startPostgres()
    }, 60_000)
    afterAll(() => server?.remove())

    const longText = 'one two '.repeat(100_000)
    it.each([
      ['with a long body', COUNT, `{"text":"${longText}"}`],
      ['with a short body', COUNT, '{"text":"one two"}'],
      ['whose answer is an archive', '/v1/tools/text/diff/batch?output=zip', `{"items":[{"input":{"left":"${longText}","right":""}}]}`],
    ])('a job %s that was made is done, and the same key finds it', async (_name, path, body) => {
      const database = server.makeDatabase()
      const line = await openLine(server.port)
      let worker: ApiHarness | undefined
      const api = await openSharedNode({ ...server, port: line.port }, {}, { database, roles: 'api' })
      try {
        const { post, get, untilDone } = makeJobCalls(() => api)
        const send = (): Promise<Response> => post(path, body, { ...ASYNC, 'Idempotency-Key': 'lost' })
        server.execute(database, WAIT)
        const sent = send()
        await expect.poll(() => server.count(database, CREATING), { timeout: 60_000 }).toBe(1)
        line.loseAnswers()
        server.execute(database, 'INSERT INTO may_go VALUES (1)')
        await expect.poll(() => server.count(database, 'health_tools.jobs'), { timeout: 60_000 }).toBe(1)
        line.cut()
        expect(await codeOf(await sent)).toEqual([503, 'storage_unavailable'])
        const again = await send()
        expect(again.status).toBe(202)
        worker = await openSharedNode(server, {}, { database, roles: 'worker' })
        const location = again.headers.get('location')!
        expect(await untilDone(location)).toMatchObject({ status: 'succeeded' })
        expect(untimed(await bytesOf(get(`${location}/result`)))).toEqual(untimed(await bytesOf(post(path, body, JSON_TYPE))))
        expect(server.count(database, 'health_tools.jobs')).toBe(1)
      } finally {
        await worker?.close()
        await api.close()
        await line.close()
      }
    })
  },
)

async function bytesOf(answer: Promise<Response>): Promise<Buffer> {
  return Buffer.from(await (await answer).arrayBuffer())
}

interface Line {
  readonly port: number
  /** From now on nothing of what the server says arrives. */
  loseAnswers(): void
  /** Ends all connections. New ones work again. */
  cut(): void
  close(): Promise<void>
}

/** Connections to a server on loopback, by way of another port. */
async function openLine(port: number): Promise<Line> {
  const sockets = new Set<Socket>()
  let isDeaf = false
  const listener = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('data', (piece) => {
        if (from !== upstream || !isDeaf) to.write(piece)
      })
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const cut = (): void => {
    for (const socket of [...sockets]) socket.destroy()
    isDeaf = false
  }
  return {
    port: (listener.address() as { port: number }).port,
    loseAnswers() {
      isDeaf = true
    },
    cut,
    async close() {
      cut()
      listener.close()
      await once(listener, 'close')
    },
  }
}

/** Local headers and central ones of an archive, and where each has its time and day. */
const HEADERS = [
  { signature: 0x04034b50, time: 10 },
  { signature: 0x02014b50, time: 12 },
]

/** An archive without the times of its entries, and any other answer as it is: two archives may be made in different seconds. */
function untimed(answer: Buffer): Buffer {
  const bytes = Buffer.from(answer)
  if (bytes.readUInt32LE(0) !== HEADERS[0]!.signature) return bytes
  for (let at = 0; at + 16 < bytes.length; at++) {
    const header = HEADERS.find(({ signature }) => bytes.readUInt32LE(at) === signature)
    if (header) bytes.fill(0, at + header.time, at + header.time + 4)
  }
  return bytes
}
