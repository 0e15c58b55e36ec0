// Debian's logrotate with the shipped file moves the log of a running service: no line is lost, and what comes after stands in the new file.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { callProgram, startProgram } from '../running-program.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const SHIPPED = join(import.meta.dirname, '..', '..', '..', 'installers', 'health-tools.logrotate')
const SEARCH = `${process.env.PATH ?? ''}:/usr/sbin`
const hasLogrotate = spawnSync('logrotate', ['--version'], { env: { ...process.env, PATH: SEARCH } }).status === 0

/** The shipped file for another folder, and for the user that runs the test. */
function adapt(logs: string): string {
  const shipped = readFileSync(SHIPPED, 'utf8')
  const adapted = shipped.replace('/var/log/health-tools/*.log', `${logs}/*.log`).replace(/^\s*su .*\n/m, '')
  expect(adapted).toContain(`${logs}/*.log {`)
  return adapted
}

/** Stands for systemd: takes the very command of the shipped file, and signals the process. */
function installSystemctl(folder: string, pid: number): void {
  const wanted = 'kill --signal=USR1 --kill-who=main health-tools.service'
  writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\n[ "$*" = "${wanted}" ] && kill -USR1 ${pid}\n`, { mode: 0o755 })
}

function readLines(path: string): Record<string, unknown>[] {
  const bytes = readFileSync(path)
  const lines = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

test.skipIf(!hasLogrotate)('the shipped logrotate file', async () => {
  const folder = makeScratchFolder()
  const logs = join(folder, 'logs')
  const bin = join(folder, 'bin')
  for (const path of [logs, bin]) mkdirSync(path, { mode: 0o750 })
  const sinks = `logging: { sinks: [{ type: file, path: "${join(logs, 'access.log')}" }] }`
  const program = await startProgram(folder, `${sinks}\naudit: { file: "${join(logs, 'audit.log')}" }\n`)
  onTestFinished(program.kill)
  installSystemctl(bin, program.pid)
  const config = join(folder, 'logrotate.conf')
  writeFileSync(config, adapt(logs), { mode: 0o644 })
  let sent = 0
  const ask = async (): Promise<void> => {
    await program.ask('/v1/tools')
    sent++
  }
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 25; i++) await ask()
    const env = { ...process.env, PATH: `${bin}:${SEARCH}` }
    const rotated = spawnSync('logrotate', ['-f', '-s', join(folder, 'state'), config], { env, encoding: 'utf8' })
    expect([rotated.status, rotated.stderr]).toEqual([0, ''])
    while (!readdirSync(logs).includes('access.log')) await ask()
  }
  await ask()
  await program.stop()
  const filesOf = (name: string): string[] => [name, `${name}.1`, `${name}.2.gz`, `${name}.3.gz`]
  expect(readdirSync(logs).sort()).toEqual([...filesOf('access.log'), ...filesOf('audit.log'), 'audit.log.head', 'audit.log.lock'].sort())
  const lines = filesOf('access.log').flatMap((name) => readLines(join(logs, name)))
  expect(lines.filter(({ stream }) => stream === 'access')).toHaveLength(sent)
  // The start and the stop, and two lines of the key that was made before.
  const verdict = JSON.parse(callProgram(['audit', 'verify', '--config', program.config, '--json']))
  expect(verdict).toMatchObject({ ok: true, firstSeq: 1, lastSeq: sent + 4, lines: sent + 4 })
})
