// The log: declared fields, errors without their messages, and sinks that neither block nor grow.
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { type ClientAddressForm, describeError, openLog } from '../../../src/platform/logging/log.ts'
import { FileSink, StreamSink } from '../../../src/platform/logging/log-sink.ts'
import { REPORT } from '../server/request-report.ts'

function capture(clientAddress: ClientAddressForm = 'full') {
  const lines: Record<string, unknown>[] = []
  const sink = { write: (line: string) => void lines.push(JSON.parse(line)), close: async () => undefined, droppedLines: 0 }
  return { lines, log: openLog({ level: 'info', clientAddress, sinks: [{ sink, streams: ['access', 'service'] }] }) }
}

describe('lines', () => {
  it('hold the declared fields of a request and nothing of the process', async () => {
    const { lines, log } = capture()
    log.access({ ...REPORT, endedAt: Date.UTC(2026, 4, 31, 10, 20, 30, 456) + 0.75 })
    await endOfTurn()
    const { clientAddress, endedAt: _, ...rest } = JSON.parse(JSON.stringify(REPORT))
    expect(lines).toEqual([{ level: 'info', time: '2026-05-31T10:20:30.456Z', stream: 'access', ...rest, client: clientAddress }])
  })

  it.each([
    ['full', '192.0.2.77', '192.0.2.77'],
    ['truncated', '192.0.2.77', '192.0.2.0'],
    ['truncated', '2001:db8:1:2::7', '2001:db8:1::'],
    ['none', '192.0.2.77', undefined],
  ] as const)('show the client %s', async (form, clientAddress, shown) => {
    const { lines, log } = capture(form)
    log.access({ ...REPORT, clientAddress })
    await endOfTurn()
    expect(lines[0]!.client).toBe(shown)
  })

  it('of the requests of a turn are written with its end, in their order, and none is lost when the log is closed', async () => {
    const { lines, log } = capture()
    const idsOf = () => lines.map(({ requestId }) => requestId)
    for (const requestId of ['a', 'b']) log.access({ ...REPORT, requestId })
    await endOfTurn()
    expect(idsOf()).toEqual(['a', 'b'])
    log.access({ ...REPORT, requestId: 'c' })
    await log.close(10)
    expect(idsOf()).toEqual(['a', 'b', 'c'])
  })

  it('of requests before a change of the settings keep to the old ones', async () => {
    const { lines, log } = capture('full')
    log.access({ ...REPORT, clientAddress: '192.0.2.77' })
    log.configure({ level: 'info', clientAddress: 'none' })
    log.access({ ...REPORT, clientAddress: '192.0.2.78' })
    await endOfTurn()
    expect(lines.map(({ client }) => client)).toEqual(['192.0.2.77', undefined])
  })

  it('show an error as classes, codes and frames, never as messages', () => {
    const { lines, log } = capture()
    const cause = Object.assign(new TypeError('Zebulon\n    at Zebulon (Quux.ts:1:1)\nwas born 1970'), { code: 'ENOENT' })
    log.error('failed', new ProblemError('Cut short.', { code: 'internal', cause }), 'r2')
    expect(lines[0]).toMatchObject({ level: 'error', msg: 'failed', requestId: 'r2', error: 'ProblemError:internal < TypeError:ENOENT' })
    expect(JSON.stringify(lines)).not.toMatch(/1970|Cut short/)
    expect((lines[0]!.frames as string[]).length).toBeGreaterThan(0)
  })

  it.each(['a text that was thrown', { message: 'Zebulon' }, null])('take what is no error: %j', (thrown) => {
    expect(JSON.stringify(describeError(thrown))).not.toContain('Zebulon')
  })
})

class StalledStream extends Writable {
  override _write(): void {
    // Never calls back: a reader that hangs.
  }
}

describe('a sink', () => {
  it('drops and counts beyond its buffer, and does not wait', async () => {
    const sink = new StreamSink(() => new StalledStream({ highWaterMark: 1 }), 1_000)
    for (let i = 0; i < 1_000; i++) {
      sink.write(`${'x'.repeat(99)}\n`)
      if (i === 500) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(sink.droppedLines).toBe(990)
    const started = performance.now()
    await sink.close(50)
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('says once how many lines were lost when it works again', () => {
    const written: string[] = []
    let broken = true
    const open = (): Writable => {
      if (broken) throw new Error('no device')
      return new Writable({
        write(chunk, _encoding, done) {
          written.push(String(chunk))
          done()
        },
      })
    }
    const sink = new StreamSink(open, 1_000)
    vi.useFakeTimers()
    sink.write('lost 1\n')
    sink.write('lost 2\n')
    vi.runAllTicks()
    vi.advanceTimersByTime(1)
    broken = false
    vi.advanceTimersByTime(1_001)
    sink.write('kept\n')
    sink.write('kept too\n')
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    expect(JSON.parse(written[0]!)).toMatchObject({ level: 'warn', dropped: 2 })
    expect(written.slice(1)).toEqual(['kept\nkept too\n'])
  })

  it('follows a file that is moved away once it is told to reopen', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'health-tools-log-'))
    const path = join(folder, 'access.log')
    const sink = new FileSink(path, 1_000)
    sink.write('one\n')
    await sink.close(1_000)
    renameSync(path, `${path}.1`)
    sink.reopen()
    sink.write('two\n')
    await sink.close(1_000)
    expect([readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['one\n', 'two\n'])
    rmSync(folder, { recursive: true })
  })

  it('counts what its last write lost before it is closed', async () => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done() })
    const sink = new StreamSink(() => stream, 1_000)
    sink.write('one\n')
    await new Promise((resolve) => setImmediate(resolve))
    stream.destroy(new Error('gone'))
    sink.write('two\n')
    await sink.close(1_000)
    expect(sink.droppedLines).toBe(1)
  })

  it('survives a disk that refuses', async () => {
    const sink = new FileSink('/dev/full', 1_000_000)
    for (let i = 0; i < 100; i++) {
      sink.write('line\n')
      await new Promise((resolve) => setImmediate(resolve))
    }
    await sink.close(200)
    expect(sink.droppedLines).toBe(100)
  })
})
