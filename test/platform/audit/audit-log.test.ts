// The audit log as a file: private, whole over restarts, kills, rotation and several processes; and what happens when it cannot be written.
import { appendFileSync, chmodSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ChainEnd, composeChained, createSeal } from '../../../src/platform/audit/audit-chain.ts'
import { AuditFile } from '../../../src/platform/audit/audit-file.ts'
import { type AuditLog, type AuditSettings, openAuditLog } from '../../../src/platform/audit/audit-log.ts'
import { verifyAuditLog } from '../../../src/platform/audit/audit-verify.ts'
import { makePrivateFolder } from '../../../src/platform/storage/private-file.ts'
import { startChild } from '../child-process.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const SEAL = createSeal(null)
const WRITER = join(import.meta.dirname, 'audit-writer-child.ts')

function place(): string {
  return join(makeScratchFolder(), 'logs', 'audit.log')
}

async function open(file: string, settings: Partial<AuditSettings> = {}) {
  const faults: unknown[] = []
  const copies: string[] = []
  const sink = { write: (line: string) => void copies.push(line), close: async () => undefined, droppedLines: 0 }
  const log = await openAuditLog(
    { file, hashChain: true, fsyncMs: 10, onFailure: 'refuse', addonFolders: [], ...settings },
    { seal: SEAL, sinks: [sink], logError: (error) => faults.push(error) },
  )
  return { log, faults, copies }
}

const write = async (log: AuditLog, n: number): Promise<void> => log.record({ action: 'request', outcome: 'success', facts: { n } })
const eventsOf = (file: string): { seq: number; action: string; n?: number; lost?: number; bytes?: number }[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
function lineAfter(last: ChainEnd): [string, ChainEnd] {
  const { line, end } = composeChained({ action: 'request' }, last, SEAL)
  return [line, end]
}
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('the file', () => {
  test('is private, and so are its head and its lock', async () => {
    const file = place()
    const { log } = await open(file)
    await write(log, 1)
    await log.close(100)
    for (const path of [file, `${file}.head`, `${file}.lock`]) expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('goes on after a restart, and what was written is there before the promise is kept', async () => {
    const file = place()
    for (const n of [1, 2, 3]) {
      const { log, copies } = await open(file)
      await write(log, n)
      expect(eventsOf(file).at(-1)).toMatchObject({ seq: n, n })
      expect(JSON.parse(copies[0]!)).toMatchObject({ level: 'info', stream: 'audit', seq: n, n })
      await log.close(100)
    }
    expect(await verifyAuditLog(file, SEAL)).toMatchObject({ lines: 3, broken: undefined })
  })

  test('goes on after it was renamed, with and without lines since, over a restart too', async () => {
    const file = place()
    const { log } = await open(file)
    await write(log, 1)
    renameSync(file, `${file}.2`)
    await write(log, 2)
    renameSync(file, `${file}.1`)
    await log.close(100)
    // As after a crash between rotation and the next head.
    writeFileSync(`${file}.head`, '')
    const again = await open(file)
    await write(again.log, 3)
    await again.log.close(100)
    expect(eventsOf(file).map(({ seq }) => seq)).toEqual([3])
    expect(await verifyAuditLog(file, SEAL)).toMatchObject({ lines: 3, broken: undefined })
  })

  test('that was cut while the service ran, or while it did not, shows the gap', async () => {
    for (const isRunning of [true, false]) {
      const file = place()
      let { log } = await open(file)
      for (const n of [1, 2, 3, 4]) await write(log, n)
      const end = statSync(file).size
      const second = readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n').length + 1
      if (!isRunning) await log.close(100)
      truncateSync(file, second)
      expect(statSync(file).size).toBeLessThan(end)
      if (!isRunning) log = (await open(file)).log
      await write(log, 5)
      await log.close(100)
      expect((await verifyAuditLog(file, SEAL)).broken).toMatchObject({ kind: 'missing', line: 3, seq: 3 })
    }
  })

  test('whose last line a crash has cut is whole again, and says so', async () => {
    const file = place()
    const first = await open(file)
    await write(first.log, 1)
    await first.log.close(100)
    appendFileSync(file, '{"seq":2,"time":"20')
    const { log } = await open(file)
    await write(log, 2)
    await log.close(100)
    expect(eventsOf(file)).toMatchObject([{ n: 1 }, { action: 'audit.torn-line-removed', bytes: 19 }, { n: 2 }])
    expect((await verifyAuditLog(file, SEAL)).broken).toBeUndefined()
  })

  test('without a chain has the same events without its members', async () => {
    const file = place()
    const { log } = await open(file, { hashChain: false })
    await write(log, 1)
    await log.close(100)
    expect(Object.keys(eventsOf(file)[0]!)).toEqual(['time', 'action', 'outcome', 'n'])
  })

  test('with fsync 0s has its head at each line', async () => {
    const file = place()
    const { log } = await open(file, { fsyncMs: 0 })
    await write(log, 1)
    expect(JSON.parse(readFileSync(`${file}.head`, 'utf8'))).toMatchObject({ seq: 1 })
    await log.close(100)
  })
})

describe('several processes', () => {
  test('write one chain, while it is rotated', async () => {
    const file = place()
    const writers = ['a', 'b', 'c'].map((name) => startChild(WRITER, [file, name, '200']))
    await writers[0]!.waitFor((line) => line === '60')
    renameSync(file, `${file}.1`)
    for (const writer of writers) await writer.ended
    expect(writers.map(({ lines }) => lines.at(-1))).toEqual(['done', 'done', 'done'])
    expect(await verifyAuditLog(file, SEAL)).toMatchObject({ lines: 600, firstSeq: 1, lastSeq: 600, broken: undefined })
    const events = [...eventsOf(`${file}.1`), ...eventsOf(file)]
    for (const name of ['a', 'b', 'c']) {
      expect(events.filter(({ action }) => action === name).map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
    }
  })

  test('lose nothing that was acknowledged when one is killed, and the others go on', async () => {
    const file = place()
    const victim = startChild(WRITER, [file, 'victim', '0'])
    const other = startChild(WRITER, [file, 'other', '300'])
    await victim.waitFor((line) => Number(line) >= 50)
    victim.process.kill('SIGKILL')
    await Promise.all([victim.ended, other.ended])
    expect(other.lines.at(-1)).toBe('done')
    const acknowledged = Number(victim.lines.at(-1))
    expect(eventsOf(file).filter(({ action }) => action === 'victim').length).toBeGreaterThanOrEqual(acknowledged)
    expect((await verifyAuditLog(file, SEAL)).broken).toBeUndefined()
  })
})

/** A file on a disk that is full: every write to /dev/full fails with ENOSPC. */
function fillDisk(file: string): void {
  renameSync(file, `${file}.1`)
  symlinkSync('/dev/full', file)
}

test('what is in a file that is rotated away is brought to its disk then, before the next line', () => {
  const file = place()
  makePrivateFolder(dirname(file))
  const audit = new AuditFile(file, SEAL)
  audit.begin()
  audit.append(...lineAfter(audit.end))
  expect(audit.isDirty).toBe(true)
  renameSync(file, `${file}.1`)
  audit.catchUp()
  expect(audit.isDirty).toBe(false)
  audit.close()
})

describe('a disk that is full', () => {
  test('with refuse: nothing is acknowledged, then everything is, and the loss is said once', async () => {
    const file = place()
    const { log, faults } = await open(file)
    await write(log, 1)
    fillDisk(file)
    await expect(write(log, 2)).rejects.toMatchObject({ code: 'storage_unavailable', message: 'The audit log cannot be written.' })
    expect(log.isRefusing).toBe(true)
    expect(() => log.admit()).toThrow('The audit log cannot be written.')
    await expect(write(log, 3)).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect([faults.length, log.lostEvents]).toEqual([1, 2])
    rmSync(file)
    await later(1_050)
    // The line before belongs to the file that was moved away: bringing it to the disk is no second fault.
    expect(faults.length).toBe(1)
    log.admit()
    await write(log, 4)
    await write(log, 5)
    expect(log.isRefusing).toBe(false)
    await log.close(100)
    expect(eventsOf(file)).toMatchObject([
      { seq: 2, action: 'audit.resumed', lost: 2 },
      { seq: 3, n: 4 },
      { seq: 4, n: 5 },
    ])
    expect(await verifyAuditLog(file, SEAL)).toMatchObject({ lines: 4, broken: undefined })
  })

  test('with continue: nobody waits, losses are counted and said', async () => {
    const file = place()
    const { log } = await open(file, { onFailure: 'continue' })
    fillDisk(file)
    expect(log.record({ action: 'request', outcome: 'success' })).toBeUndefined()
    await later(20)
    log.admit()
    expect([log.lostEvents, log.isRefusing]).toEqual([1, false])
    rmSync(file)
    log.record({ action: 'request', outcome: 'success', facts: { n: 2 } })
    await log.close(100)
    expect(eventsOf(file)).toMatchObject([{ action: 'audit.resumed', lost: 1 }, { n: 2 }])
  })

  test.skipIf(process.getuid?.() === 0)('a folder that may not be written is refused at the start', async () => {
    const folder = makeScratchFolder()
    chmodSync(folder, 0o500)
    await expect(open(join(folder, 'audit.log'))).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  test('a place that is no file is refused at the start', async () => {
    const folder = makeScratchFolder()
    writeFileSync(join(folder, 'file'), '')
    await expect(open(join(folder, 'file', 'audit.log'))).rejects.toMatchObject({ code: 'storage_unavailable' })
  })
})
