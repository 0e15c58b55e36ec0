// Large uploads: how fast a form gets to a tool beside a body that is read and thrown away, what memory it takes and gives back, and what
// is refused without being read.
import { once } from 'node:events'
import { connect } from 'node:net'
import { composeImage } from './dicom-upload-file.ts'
import { composeRequest, openCaller, runRound } from './load.ts'
import { type PeerServer, startScript } from './peer-process.ts'
import { type BenchRow, formatTable, median } from './row.ts'
import { type Memory, memoryOf, type ServedProgram, startServed } from './served-program.ts'

const ROUNDS = 7
const SAMPLE_MS = 2
const SETTLE_MS = 1_000
const FORM_TYPE = { 'Content-Type': 'multipart/form-data; boundary=b' }
const TOOL = '/v1/tools/dicom/inspect'
const SHAPE = { connections: 4, milliseconds: 2_000, pauseMs: 5 }

export async function benchUpload(): Promise<BenchRow[]> {
  return [...(await benchSizes()), ...(await benchRefusals())]
}

async function benchSizes(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const bare = await startScript(new URL('discard-server.ts', import.meta.url).pathname, 'read and thrown away')
  try {
    for (const [name, bytes] of [
      ['100', 100_000_000],
      ['200', 200_000_000],
    ] as const) {
      const own = await startServed()
      try {
        rows.push(...(await benchSize(own, bare, name, composeForm(composeImage(bytes, 1)))))
      } finally {
        await own.stop()
      }
    }
    return rows
  } finally {
    await bare.stop()
  }
}

function composeForm(file: Uint8Array): Buffer {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.dcm"\r\nContent-Type: application/dicom\r\n\r\n'
  return Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')])
}

async function benchSize(own: ServedProgram, bare: PeerServer, name: string, form: Buffer): Promise<BenchRow[]> {
  const idle = memoryOf(own.pid)
  const request = composeRequest(TOOL, form, { Authorization: `Bearer ${own.key}`, ...FORM_TYPE })
  const echo = composeRequest('/', form, FORM_TYPE)
  const watch = watchMemory(own.pid)
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = -1; round < ROUNDS; round++) {
    const [mine, other] = [await timeUpload(own.port, request), await timeUpload(bare.port, echo)]
    if (round >= 0) {
      ours.push(mine)
      theirs.push(other)
    }
  }
  const peak = watch.stop()
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const after = memoryOf(own.pid)
  const ratios = ours.map((value, i) => theirs[i]! / value)
  const rate = (milliseconds: readonly number[]): string => `${Math.round(form.length / 1e3 / median(milliseconds))} MB/s`
  const describe = ({ residentMegabytes, privateMegabytes }: Memory): string =>
    `${residentMegabytes.toFixed(0)} resident, ${privateMegabytes.toFixed(0)} of them private`
  return [
    {
      id: `${name}-speed`,
      what: `a form of ${name} MB to dicom/inspect`,
      measured: rate(ours),
      reference: `${rate(theirs)} ${bare.name}`,
      ratio: median(ratios),
      rounds: ratios,
    },
    {
      id: `${name}-memory`,
      what: `megabytes at the peak of uploads of ${name} MB, one after the other`,
      measured: describe(peak),
      reference: `${describe(idle)} before`,
      ratio: undefined,
      figure: peak.residentMegabytes,
    },
    {
      id: `${name}-added`,
      what: `megabytes that uploads of ${name} MB add, the thread that runs the tool included`,
      measured: (peak.residentMegabytes - idle.residentMegabytes).toFixed(0),
      reference: '',
      ratio: undefined,
      figure: peak.residentMegabytes - idle.residentMegabytes,
    },
    {
      id: `${name}-kept`,
      what: `megabytes kept a second after uploads of ${name} MB`,
      measured: (after.residentMegabytes - idle.residentMegabytes).toFixed(0),
      reference: '',
      ratio: undefined,
      figure: after.residentMegabytes - idle.residentMegabytes,
    },
  ]
}

async function timeUpload(port: number, request: Buffer): Promise<number> {
  const caller = await openCaller(port)
  try {
    const started = performance.now()
    const { status } = await caller.call(request)
    if (status !== 200) throw new Error(`an upload was answered ${status}`)
    return performance.now() - started
  } finally {
    caller.close()
  }
}

function watchMemory(pid: number): { stop(): Memory } {
  let peak = memoryOf(pid)
  const timer = setInterval(() => {
    const now = memoryOf(pid)
    if (now.residentMegabytes > peak.residentMegabytes) peak = now
  }, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}

/** On a service that is warm, as one that has been running is. */
async function benchRefusals(): Promise<BenchRow[]> {
  const own = await startServed()
  const authorization = { Authorization: `Bearer ${own.key}` }
  try {
    const small = composeRequest('/v1/tools/text/word-count', '{"text":"a"}', { ...authorization, 'Content-Type': 'application/json' })
    await runRound({ name: 'the service', port: own.port, pid: own.pid, requests: () => [small] }, SHAPE)
    return [...(await benchTooLarge(own, authorization)), ...(await benchManyParts(own, authorization))]
  } finally {
    await own.stop()
  }
}

type Authorization = Readonly<Record<string, string>>

async function benchTooLarge(own: ServedProgram, authorization: Authorization): Promise<BenchRow[]> {
  const head = `POST ${TOOL} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization.Authorization}\r\nContent-Type: ${FORM_TYPE['Content-Type']}\r\nContent-Length: 2000000000\r\n\r\n`
  const times: number[] = []
  const read: number[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const { milliseconds, megabytesSent } = await sendUntilAnswered(own.port, head, '413')
    times.push(milliseconds)
    read.push(megabytesSent)
  }
  return [
    {
      id: '2gb-sent',
      what: 'a form of 2 GB: megabytes that the service and the sockets took before it was refused',
      measured: median(read).toFixed(1),
      reference: '',
      ratio: undefined,
      figure: Math.max(...read),
    },
    {
      id: '2gb-refused',
      what: 'a form of 2 GB is refused after, ms',
      measured: median(times).toFixed(1),
      reference: '',
      ratio: undefined,
      figure: median(times),
      rounds: times,
    },
  ]
}

async function benchManyParts(own: ServedProgram, authorization: Authorization): Promise<BenchRow[]> {
  const part = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n'
  const body = `${part.repeat(100_000)}--b--\r\n`
  const head = `POST ${TOOL} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization.Authorization}\r\nContent-Type: ${FORM_TYPE['Content-Type']}\r\nContent-Length: ${body.length}\r\n\r\n`
  const before = memoryOf(own.pid)
  const watch = watchMemory(own.pid)
  const times: number[] = []
  for (let i = 0; i < ROUNDS; i++) times.push((await sendUntilAnswered(own.port, head, '413', Buffer.from(body))).milliseconds)
  const added = watch.stop().residentMegabytes - before.residentMegabytes
  return [
    {
      id: 'parts-refused',
      what: 'a form of 100,000 parts is refused after, ms',
      measured: median(times).toFixed(1),
      reference: '',
      ratio: undefined,
      figure: median(times),
      rounds: times,
    },
    {
      id: 'parts-memory',
      what: 'megabytes that forms of 100,000 parts add',
      measured: added.toFixed(1),
      reference: '',
      ratio: undefined,
      figure: added,
    },
  ]
}

const BLOCK = Buffer.alloc(1 << 16)

/** Sends a head and then a body, or blocks without end, until the answer comes. */
async function sendUntilAnswered(
  port: number,
  head: string,
  status: string,
  body?: Buffer,
): Promise<{ milliseconds: number; megabytesSent: number }> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const started = performance.now()
  let answer = ''
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      answer += String(chunk)
      if (answer.includes('\r\n\r\n')) resolve()
    })
    socket.on('close', () => reject(new Error('the connection ended without an answer')))
  })
  let isAnswered = false
  void answered.then(
    () => (isAnswered = true),
    () => (isAnswered = true),
  )
  socket.write(head)
  if (body) socket.write(body)
  else void sendBlocks(socket, () => isAnswered)
  await answered
  const milliseconds = performance.now() - started
  const megabytesSent = (socket.bytesWritten - socket.writableLength) / 1e6
  socket.destroy()
  if (!answer.startsWith(`HTTP/1.1 ${status}`)) throw new Error(`an upload was answered ${answer.slice(0, 12)}`)
  return { milliseconds, megabytesSent }
}

async function sendBlocks(socket: ReturnType<typeof connect>, isAnswered: () => boolean): Promise<void> {
  while (!isAnswered() && !socket.destroyed) {
    if (!socket.write(BLOCK)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
    else await new Promise((resolve) => setImmediate(resolve))
  }
}

if (import.meta.main) console.log(formatTable(await benchUpload()))
