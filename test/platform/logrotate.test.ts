// Debian's logrotate moves the log of a running service: no line is lost, and what comes after stands in the new file.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from './running-program.ts'
import { makeScratchFolder } from './scratch-folder.ts'

const SEARCH = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin` }
const hasLogrotate = spawnSync('logrotate', ['--version'], { env: SEARCH }).status === 0

test.skipIf(!hasLogrotate)('logrotate with SIGUSR1', async () => {
  const folder = makeScratchFolder()
  const logs = join(folder, 'logs')
  mkdirSync(logs, { mode: 0o750 })
  const path = join(logs, 'access.log')
  const program = await startProgram(folder, `logging: { sinks: [{ type: file, path: "${path}" }] }\n`)
  onTestFinished(program.kill)
  const config = join(folder, 'logrotate.conf')
  const signal = `postrotate\n    kill -USR1 ${program.pid}\n  endscript`
  writeFileSync(config, `${path} {\n  rotate 9\n  missingok\n  nocreate\n  ${signal}\n}\n`, { mode: 0o644 })
  let sent = 0
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 25; i++, sent++) await program.ask('/v1/tools')
    if (round === 3) break
    const rotated = spawnSync('logrotate', ['-f', '-s', join(folder, 'state'), config], { env: SEARCH, encoding: 'utf8' })
    expect(rotated.stderr).toBe('')
    while (!readdirSync(logs).includes('access.log')) await program.ask('/v1/tools').then(() => sent++)
  }
  await program.stop()
  expect(readdirSync(logs).sort()).toEqual(['access.log', 'access.log.1', 'access.log.2', 'access.log.3'])
  const lines = readdirSync(logs).flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n').filter(Boolean))
  expect(lines.map((line) => JSON.parse(line)).filter(({ stream }) => stream === 'access')).toHaveLength(sent)
})
