// The memory of a long feed of HL7 messages that becomes NDJSON of Bundles, on the command line and over the API:
//   node test/soak/feed-soak.ts [megabytes] [file|stdout|http]      starts the executable where it has been built, else the sources
// file and stdout: the command line, to --out and to a pipe. Without one, all three.
// Prints how much of the process was resident at most (VmHWM, all of its threads), and exits with 1 where a Bundle is missing or more than 300 MB were.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { median } from '../bench/row.ts'
import { cpuSecondsOf, memoryOf, programCommand, programName, startServed } from '../bench/served-program.ts'

const MOST_MEGABYTES = 300
const MEGABYTE = 1e6
const WATCH_MS = 200
const TIME = '20260102080910+0100'

/** Invented messages of several kinds; each has numbers of its own, so that no two Bundles are alike. */
function messageOf(n: number): string {
  const patient = `PID|1||${4_000_000 + n}^^^NORTH^MR~${7_000_000 + n}^^^CITY^PI||Sample^Ada^B||19${10 + (n % 90)}0102|F|||Long Lane 7^^Northtown^^1010||+44 1 234${n % 10_000}`
  const visit = `PV1|1|I|WARD${n % 20}^${n % 40}^1^NORTH||||${n % 300}^Doe^Dana^^^Dr||||||||||||V${n}^^^NORTH^VN`
  const head = (type: string) => `MSH|^~\\&|LAB|NORTH|REG|NORTH|${TIME}||${type}|M-${n}|P|2.5.1`
  const segments = [
    [
      head('ADT^A01^ADT_A01'),
      `EVN|A01|${TIME}`,
      patient,
      'NK1|1|Sample^Bob|SPO',
      visit,
      'AL1|1|DA|^Penicillin|MO|Rash',
      'DG1|1||J18.9^Pneumonia^I10',
    ],
    [
      head('ORU^R01^ORU_R01'),
      patient,
      visit,
      `ORC|RE|P-${n}|F-${n}`,
      `OBR|1|P-${n}|F-${n}|24323-8^Panel^LN|||${TIME}|||||||||${n % 300}^Doe^Dana`,
      ...Array.from(
        { length: 12 },
        (_, i) => `OBX|${i + 1}|NM|${2000 + i}-7^Analyte ${i}^LN||${(n + i) % 90}.5|mmol/L|3.9-6.1|N|||F|||${TIME}`,
      ),
      `NTE|1||Sample ${n} was haemolysed`,
    ],
    [
      head('SIU^S12^SIU_S12'),
      `SCH|A-${n}|F-${n}||||CHECKUP^Checkup|||30|min|^^30^${TIME}`,
      patient,
      'RGS|1',
      `AIS|1|A|XRAY^X-ray|${TIME}`,
      'AIL|1|A|ROOM7^^^NORTH',
    ],
  ]
  return `${segments[n % segments.length]!.join('\r')}\r`
}

interface Feed {
  readonly path: string
  readonly messages: number
}

async function writeFeed(path: string, megabytes: number): Promise<Feed> {
  const out = createWriteStream(path)
  let messages = 0
  for (let written = 0; written < megabytes * MEGABYTE; ) {
    let piece = ''
    while (piece.length < MEGABYTE) piece += messageOf(messages++)
    written += piece.length
    if (!out.write(piece)) await once(out, 'drain')
  }
  out.end()
  await finished(out)
  return { path, messages }
}

/** How much was resident at most, in MB of 10^6 bytes. */
function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1.024e-3
}

interface Progress {
  /** Megabytes that were resident at most, and at each look. */
  readonly peak: number
  readonly samples: readonly number[]
  readonly cpuSeconds: number
}

/** Looks at a process until it is asked what it saw. */
function watch(pid: number): () => Progress {
  const samples: number[] = []
  let peak = 0
  let cpuSeconds = 0
  const timer = setInterval(() => {
    try {
      const most = peakOf(pid)
      // One that has ended, and is still listed, has no memory.
      if (Number.isNaN(most)) return
      peak = most
      cpuSeconds = cpuSecondsOf(pid)
      samples.push(memoryOf(pid).residentMegabytes)
    } catch {
      // It has ended.
    }
  }, WATCH_MS)
  return () => {
    clearInterval(timer)
    return { peak, samples, cpuSeconds }
  }
}

async function countBundles(lines: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0
  let isStart = true
  const start = Buffer.from('{"resourceType":"Bundle"')
  let head = Buffer.alloc(0)
  for await (const chunk of lines) {
    for (let at = 0; at < chunk.length; ) {
      const end = chunk.indexOf(10, at)
      if (isStart) {
        head = Buffer.concat([head, chunk.subarray(at, end < 0 ? at + start.length : Math.min(end, at + start.length))]).subarray(
          0,
          start.length,
        )
        if (head.length === start.length) {
          isStart = false
          if (head.equals(start)) count++
        }
      }
      if (end < 0) break
      head = Buffer.alloc(0)
      isStart = true
      at = end + 1
    }
  }
  return count
}

/** @returns whether all is there, in the memory that it may take */
function tell(way: string, { path, messages }: Feed, bundles: number, { peak, samples, cpuSeconds }: Progress): boolean {
  const megabytes = (statSync(path).size / MEGABYTE).toFixed(0)
  const quarter = (n: number): string => median(samples.slice((n * samples.length) / 4, ((n + 1) * samples.length) / 4)).toFixed(0)
  console.log(`${way}: ${megabytes} MB, ${bundles} Bundles of ${messages} messages, ${cpuSeconds.toFixed(0)} s of CPU`)
  console.log(`  ${peak.toFixed(0)} MB resident at most; in the second quarter ${quarter(1)}, in the last one ${quarter(3)}`)
  return bundles === messages && peak > 0 && peak <= MOST_MEGABYTES
}

async function toPipe(feed: Feed): Promise<boolean> {
  const [file, args] = programCommand('run', 'hl7/to-fhir', '--feed', feed.path, '--output', 'file')
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const end = watch(child.pid!)
  const bundles = await countBundles(child.stdout)
  return tell('run --feed, to a pipe', feed, bundles, end())
}

async function toFile(feed: Feed, folder: string): Promise<boolean> {
  const out = join(folder, 'bundles.ndjson')
  const [file, args] = programCommand('run', 'hl7/to-fhir', '--feed', feed.path, '--output', 'file', '--out', out, '--force')
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'ignore'] })
  const end = watch(child.pid!)
  await once(child, 'exit')
  const seen = end()
  const bundles = await countBundles(createReadStream(out))
  rmSync(out)
  return tell('run --feed --out', feed, bundles, seen)
}

async function overApi(feed: Feed): Promise<boolean> {
  const served = await startServed()
  const end = watch(served.pid)
  try {
    const post = request({
      port: served.port,
      path: '/v1/tools/hl7/to-fhir/batch?output=file',
      method: 'POST',
      headers: { Authorization: `Bearer ${served.key}`, 'Content-Type': 'application/hl7-v2' },
    })
    createReadStream(feed.path).pipe(post)
    const [answer] = (await once(post, 'response')) as [IncomingMessage]
    const bundles = await countBundles(answer)
    return tell('POST hl7/to-fhir/batch', feed, bundles, end())
  } finally {
    end()
    await served.stop()
  }
}

const megabytes = Number(process.argv[2] ?? 200)
const WAYS = { file: toFile, stdout: toPipe, http: overApi }
const ways = process.argv[3] === undefined ? Object.keys(WAYS) : [process.argv[3]]
const folder = mkdtempSync(join(tmpdir(), 'health-tools-feed-'))
try {
  console.log(programName())
  const feed = await writeFeed(join(folder, 'feed.hl7'), megabytes)
  for (const way of ways) {
    const run = WAYS[way as keyof typeof WAYS]
    if (!run) throw new Error(`expected one of ${Object.keys(WAYS).join(', ')}`)
    if (!(await run(feed, folder))) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
