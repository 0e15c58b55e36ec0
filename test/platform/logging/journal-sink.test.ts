// Lines to the journal of systemd: each with its priority, and none where the output was led elsewhere.
import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeScratchFolder } from '../scratch-folder.ts'

const MODULE = join(import.meta.dirname, '..', '..', '..', 'src', 'platform', 'logging', 'log-sink.ts')
const LINES = ['debug', 'info', 'warn', 'error'].map(
  (level) => `{"level":"${level}","time":"2026-05-30T12:00:00.000Z","stream":"service","msg":"x"}\n`,
)
const PROGRAM = `const { openStdoutSink } = await import(${JSON.stringify(MODULE)})
const sink = openStdoutSink(1_000_000)
for (const line of ${JSON.stringify(LINES)}) sink.write(line)
await sink.close(5_000)`

function linesWritten(stream: (named: string) => string): string {
  const file = join(makeScratchFolder(), 'out')
  const descriptor = openSync(file, 'w')
  const { dev, ino } = fstatSync(descriptor)
  const env = { ...process.env, JOURNAL_STREAM: stream(`${dev}:${ino}`) }
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env,
    stdio: ['ignore', descriptor, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(descriptor)
  expect([status, stderr]).toEqual([0, ''])
  return readFileSync(file, 'utf8')
}

test('the journal is told the priority of each line', () => {
  const priorities = [7, 6, 4, 3]
  expect(linesWritten((named) => named)).toBe(LINES.map((line, i) => `<${priorities[i]}>${line}`).join(''))
})

test.each([
  ['another stream', () => '1:1'],
  ['none', () => ''],
])('where JOURNAL_STREAM names %s the lines stay as they are', (_name, stream) => {
  expect(linesWritten(stream)).toBe(LINES.join(''))
})
