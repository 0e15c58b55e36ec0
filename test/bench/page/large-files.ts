// `node test/bench/page/large-files.ts`: a DICOM file of 200 MB and a file of 85 MB of HL7 messages in the tab: time, longest task of the page,
// most memory of the tab, and what is sent.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bench, openBench, showTool } from '../../web/browser.ts'
import { traceTasks } from './page-timing.ts'

const FRAMES = 190
const SIDE = 1024
const MESSAGES_BYTES = 85_000_000
const RUNS = [
  ['dicom/inspect', 'frames.dcm'],
  ['dicom/validate', 'frames.dcm'],
  ['dicom/render', 'frames.dcm'],
  ['hl7/parse', 'feed.hl7'],
  ['hl7/query', 'feed.hl7'],
  ['hl7/validate', 'feed.hl7'],
] as const

const folder = mkdtempSync(join(tmpdir(), 'health-tools-large-'))
try {
  writePieces('frames.dcm', dicomPieces())
  writePieces('feed.hl7', messagePieces())
  for (const [id, name] of RUNS) {
    const bench = await openBench()
    try {
      console.log(`${id.padEnd(20)} ${name.padEnd(11)} ${await inspect(bench, id, join(folder, name))}`)
    } finally {
      await bench.close()
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}

async function inspect(bench: Bench, id: string, path: string): Promise<string> {
  const { page, readRequests } = bench
  await showTool(bench, id)
  await page.waitForSelector('.examples:enabled')
  // Its options are those of the first example; the document is the file.
  await page.selectOption('.examples', '0')
  await page.waitForSelector('.result [role=tablist], .result .problem')
  readRequests()
  const renderers = await renderersOf(bench)
  const started = performance.now()
  let seconds = 0
  const task = await traceTasks(page, async () => {
    await page.setInputFiles('.documents input[type=file]', path)
    await page.waitForSelector('.result:not(:has([role=tablist], .problem))')
    await page.click('.actions button.primary')
    await page.waitForSelector('.result [role=tablist], .result .problem')
    seconds = (performance.now() - started) / 1000
  })
  const words = (await page.textContent('.result'))?.slice(0, 160)
  const megabytes = Math.max(...renderers.map(mostMegabytes))
  const sent = readRequests().filter(({ method, body }) => method !== 'GET' || body !== null)
  return `${seconds.toFixed(1)} s, longest task ${task.cpu} (${task.passed}) ms, ${megabytes} MB, ${sent.length} requests with content: ${words}`
}

async function renderersOf({ context }: Bench): Promise<number[]> {
  const session = await context.browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

function mostMegabytes(pid: number): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1000)
}

function writePieces(name: string, pieces: Iterable<Buffer>): void {
  const file = openSync(join(folder, name), 'w')
  for (const piece of pieces) writeSync(file, piece)
  closeSync(file)
}

/** A multi-frame picture of 8 bits in explicit little endian. */
function* dicomPieces(): Generator<Buffer> {
  const secondary = '1.2.840.10008.5.1.4.1.1.7.2'
  const meta = [element(2, 2, 'UI', secondary), element(2, 3, 'UI', '2.25.29'), element(2, 0x10, 'UI', '1.2.840.10008.1.2.1')]
  const length = Buffer.alloc(4)
  length.writeUInt32LE(Buffer.concat(meta).length)
  yield Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), element(2, 0, 'UL', length), ...meta])
  yield Buffer.concat([
    element(8, 0x16, 'UI', secondary),
    element(8, 0x18, 'UI', '2.25.29'),
    element(8, 0x60, 'CS', 'OT'),
    element(0x10, 0x10, 'PN', 'Quist^Ada'),
    element(0x28, 2, 'US', short(1)),
    element(0x28, 4, 'CS', 'MONOCHROME2'),
    element(0x28, 8, 'IS', String(FRAMES)),
    element(0x28, 0x10, 'US', short(SIDE)),
    element(0x28, 0x11, 'US', short(SIDE)),
    ...[8, 8, 7, 0].map((value, i) => element(0x28, [0x100, 0x101, 0x102, 0x103][i]!, 'US', short(value))),
  ])
  const head = Buffer.alloc(12)
  head.writeUInt16LE(0x7fe0, 0)
  head.writeUInt16LE(0x10, 2)
  head.write('OW', 4, 'latin1')
  head.writeUInt32LE(FRAMES * SIDE * SIDE, 8)
  yield head
  for (let frame = 0; frame < FRAMES; frame++) yield Buffer.from(Uint8Array.from({ length: SIDE * SIDE }, (_, i) => i + frame))
}

function element(group: number, number: number, vr: string, value: string | Buffer): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : value
  const padding = bytes.length % 2 === 0 ? [] : [Buffer.from(vr === 'UI' ? '\0' : ' ', 'latin1')]
  const head = Buffer.alloc(8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.write(vr, 4, 'latin1')
  head.writeUInt16LE(bytes.length + (bytes.length % 2), 6)
  return Buffer.concat([head, bytes, ...padding])
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function* messagePieces(): Generator<Buffer> {
  for (let size = 0, i = 1; size < MESSAGES_BYTES; i++) {
    const message = Buffer.from(
      `MSH|^~\\&|LAB|WARD|EHR|WARD|20260102||ORU^R01^ORU_R01|${i}|P|2.5\rPID|1||${i}^^^X^MR||Quist^Ada||19700101|F\r` +
        `OBR|1|||24323-8^Panel^LN|||20260102\rOBX|1|NM|2345-7^Glucose^LN||${90 + (i % 20)}|mg/dL|70-99|N|||F|||20260102\r`,
    )
    size += message.length
    yield message
  }
}
