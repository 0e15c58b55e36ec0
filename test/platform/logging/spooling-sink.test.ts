// A sink with a spool: what a receiver that is away does not take goes to the disk in its order, and a restart brings it.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ALL_ACCEPTED, type Delivered, type DeliverySettings, type Transport } from '../../../src/platform/logging/delivery-sink.ts'
import { SpoolingSink } from '../../../src/platform/logging/spooling-sink.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const FAST = { firstMs: 5, maxMs: 20 }
const SETTINGS: DeliverySettings = { maxBufferBytes: 2_000_000, onFull: 'drop_oldest', batch: 100, flushMs: 0, lanes: 1, backoff: FAST }
const line = (n: number): string => `{"level":"info","stream":"access","n":${n},"fill":"${'x'.repeat(60)}"}\n`
const upTo = (end: number): number[] => Array.from({ length: end }, (_, n) => n)

/** Takes what comes while it is up; rejects, or never answers until it is cut off, while it is not. */
function receiver(state: 'up' | 'down' | 'hanging') {
  const numbers: number[] = []
  const own = { state }
  const transport: Transport = {
    deliver(lines, signal): Promise<Delivered> {
      if (own.state === 'down') return Promise.reject(new Error('down'))
      if (own.state === 'hanging') return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut'))))
      // The line that tells of dropped ones has no number.
      numbers.push(...lines.flatMap((text) => (JSON.parse(text) as { n?: number }).n ?? []))
      return Promise.resolve(ALL_ACCEPTED)
    },
    close: () => undefined,
  }
  return { own, numbers, transport }
}

/** Not faster than the disk: what is neither half a buffer of first lines nor a segment in the making waits for it. */
async function writeAll(sink: SpoolingSink, from: number, to: number, { maxBufferBytes } = SETTINGS): Promise<void> {
  for (let n = from; n < to; n++) {
    sink.write(line(n))
    if (n % 400 === 399) await until(() => sink.heldCharacters <= (maxBufferBytes * 5) / 8)
  }
}

interface Options {
  readonly maxBytes?: number
  readonly delivery?: Partial<DeliverySettings>
}

function open(transport: Transport, folder: string, { maxBytes = 10_000_000, delivery }: Options = {}): SpoolingSink {
  return new SpoolingSink(transport, { ...SETTINGS, ...delivery }, { folder, maxBytes })
}

const settle = (ms = 20): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await settle(5)
}

function linesIn(folder: string): number[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((text) => (JSON.parse(text) as { n: number }).n)
}

describe('while the receiver is up', () => {
  test('nothing is on the disk', async () => {
    const folder = join(makeScratchFolder(), 'spool')
    const { numbers, transport } = receiver('up')
    const sink = open(transport, folder)
    for (const n of upTo(1_000)) {
      sink.write(line(n))
      if (n % 100 === 0) await settle(1)
    }
    await sink.close(1_000)
    expect(numbers).toEqual(upTo(1_000))
    expect(readdirSync(folder)).toEqual([])
    expect(sink.droppedLines).toBe(0)
  })
})

describe('while the receiver is away', () => {
  test.each(['down', 'hanging'] as const)('(%s) a restart brings all lines in their order', async (state) => {
    const folder = join(makeScratchFolder(), 'spool')
    const first = open(receiver(state).transport, folder)
    await writeAll(first, 0, 20_000)
    await settle(50)
    await first.close(50)
    expect(first.droppedLines).toBe(0)
    expect(linesIn(folder)).toEqual(upTo(20_000))
    const { numbers, transport } = receiver('up')
    const second = open(transport, folder)
    second.write(line(20_000))
    await until(() => numbers.length === 20_001)
    expect(numbers).toEqual(upTo(20_001))
    await second.close(1_000)
    expect(readdirSync(folder)).toEqual([])
  })

  test('what it holds comes when the receiver is back, with lines that are written meanwhile behind it', async () => {
    const folder = join(makeScratchFolder(), 'spool')
    const { own, numbers, transport } = receiver('down')
    const sink = open(transport, folder)
    await writeAll(sink, 0, 10_000)
    own.state = 'up'
    for (let n = 10_000; n < 11_000; n++) {
      sink.write(line(n))
      if (n % 50 === 0) await settle(2)
    }
    await until(() => numbers.length === 11_000)
    expect(numbers).toEqual(upTo(11_000))
    await sink.close(1_000)
    expect(sink.droppedLines).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })

  test('lines are on the disk within moments, for a process that is killed, and come in their order', async () => {
    const folder = join(makeScratchFolder(), 'spool')
    const { own, numbers, transport } = receiver('down')
    const sink = open(transport, folder)
    sink.write(line(0))
    await settle(50)
    for (let n = 1; n < 100; n++) sink.write(line(n))
    await until(() => readdirSync(folder).some((name) => name.endsWith('.ndjson')))
    expect(linesIn(folder)).toEqual(upTo(100).slice(1))
    own.state = 'up'
    await until(() => numbers.length === 100)
    sink.write(line(100))
    await sink.close(1_000)
    expect(numbers).toEqual(upTo(101))
    expect([readdirSync(folder), sink.droppedLines]).toEqual([[], 0])
  })

  test('a second stop keeps what the first has kept, in its order', async () => {
    const folder = join(makeScratchFolder(), 'spool')
    for (const start of [0, 4_000, 8_000]) {
      const sink = open(receiver('down').transport, folder)
      await writeAll(sink, start, start + 4_000)
      await sink.close(20)
      expect(sink.droppedLines).toBe(0)
    }
    expect(linesIn(folder)).toEqual(upTo(12_000))
  })

  test('a stop right after the memory is full keeps the lines in their order, with nothing on the disk before', async () => {
    for (const onFull of ['drop_oldest', 'drop_newest'] as const) {
      const folder = join(makeScratchFolder(), 'spool')
      const sink = open(receiver('hanging').transport, folder, { delivery: { onFull, maxBufferBytes: 400_000 } })
      for (const n of upTo(1_900)) sink.write(line(n))
      await sink.close(20)
      expect(sink.droppedLines).toBe(0)
      expect(readdirSync(folder)).toHaveLength(2)
      expect(linesIn(folder)).toEqual(upTo(1_900))
    }
  })

  test('files and folder are private', async () => {
    const folder = join(makeScratchFolder(), 'deep', 'spool')
    const sink = open(receiver('down').transport, folder)
    await writeAll(sink, 0, 10_000)
    await sink.close(20)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)
    expect(modes.length).toBeGreaterThan(1)
    expect(new Set(modes)).toEqual(new Set([0o600]))
  })
})

describe('the bound', () => {
  test.each([
    ['drop_oldest', (kept: readonly number[]) => kept.at(-1) === 29_999 && kept[0]! > 0],
    ['drop_newest', (kept: readonly number[]) => kept[0] === 0 && kept.at(-1)! < 29_999],
  ] as const)('%s keeps to it, and every line is kept or counted', async (onFull, isRight) => {
    const folder = join(makeScratchFolder(), 'spool')
    const delivery = { ...SETTINGS, onFull, maxBufferBytes: 600_000 }
    const sink = open(receiver('hanging').transport, folder, { maxBytes: 1_500_000, delivery })
    await writeAll(sink, 0, 30_000, delivery)
    await sink.close(20)
    const kept = linesIn(folder)
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(bytes).toBeLessThanOrEqual(1_500_000)
    expect(bytes).toBeGreaterThan(1_000_000)
    expect(kept.length + sink.droppedLines).toBe(30_000)
    expect(kept).toEqual([...kept].sort((a, b) => a - b))
    expect(isRight(kept)).toBe(true)
  })

  test('is told to the receiver once, when it is back and all that was kept has gone', async () => {
    const { own, numbers, transport } = receiver('hanging')
    const texts: string[] = []
    const watched: Transport = {
      ...transport,
      deliver(lines, signal) {
        if (own.state === 'up') texts.push(...lines.filter((text) => text.includes('dropped')))
        return transport.deliver(lines, signal)
      },
    }
    own.state = 'down'
    const sink = open(watched, join(makeScratchFolder(), 'spool'), { maxBytes: 300_000, delivery: { maxBufferBytes: 400_000 } })
    await writeAll(sink, 0, 10_000, { ...SETTINGS, maxBufferBytes: 400_000 })
    expect(sink.droppedLines).toBeGreaterThan(1_000)
    own.state = 'up'
    await until(() => texts.length > 0)
    expect(JSON.parse(texts[0]!)).toMatchObject({ level: 'warn', msg: 'log lines were dropped', dropped: sink.droppedLines })
    expect(numbers.length + sink.droppedLines).toBe(10_000)
    sink.write(line(10_000))
    await until(() => numbers.includes(10_000))
    expect(texts).toHaveLength(1)
    await sink.close(1_000)
  })

  test('a folder that cannot be made costs what the memory cannot hold, and says so by its count', async () => {
    const file = join(makeScratchFolder(), 'file')
    writeFileSync(file, '')
    const sink = open(receiver('down').transport, join(file, 'spool'))
    for (const n of upTo(1_000)) sink.write(line(n))
    await sink.close(20)
    expect(sink.droppedLines).toBe(1_000)
  })

  test('a disk that takes nothing more costs lines, which are counted, and never stops the sink', async () => {
    const folder = join(makeScratchFolder(), 'spool')
    mkdirSync(folder)
    const { numbers, transport } = receiver('hanging')
    const sink = open(transport, folder, { delivery: { maxBufferBytes: 400_000 } })
    sink.write(line(0))
    // Root writes in spite of any mode, but not into a file.
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
    for (let n = 1; n < 10_000; n++) {
      sink.write(line(n))
      if (n % 400 === 0) await settle(1)
    }
    await sink.close(20)
    expect([numbers.length, sink.droppedLines]).toEqual([0, 10_000])
  })
})

describe('what a crash leaves', () => {
  test('half a segment is removed, and lines that are none are counted as dropped', async () => {
    const folder = makeScratchFolder()
    writeFileSync(join(folder, '500000000000000-2.ndjson'), `${line(1)}{"cut":`)
    writeFileSync(join(folder, '500000000000001-1.ndjson'), line(2))
    writeFileSync(join(folder, '500000000000002-9.ndjson.part'), line(3))
    const { numbers, transport } = receiver('up')
    const sink = open(transport, folder)
    sink.write(line(4))
    await until(() => numbers.length === 3)
    await sink.close(1_000)
    expect(numbers).toEqual([1, 2, 4])
    expect(sink.droppedLines).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })
})
