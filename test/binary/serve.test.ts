// The executable as a service: a key from the command line opens it, signals move it, and it ends cleanly.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { executable, listeningPorts, makeFolder, outcomeOf, run } from './program.ts'

interface Listening {
  readonly port: number
  readonly operationsPort: number
}

const CONFIGURATION = `version: 1
server:
  listen: [{ address: 127.0.0.1, port: 0 }]
operations:
  listen: { address: 127.0.0.1, port: 0 }
storage:
  path: data/health-tools.db
workers: { threads: 1, memory_mb: 32 }
`

/** Its flat view takes more than the memory of a call, and less than the executable gives its main thread. */
const LONG_MESSAGE = `MSH|^~\\&|A|B|C|D|20260101||ORU^R01|1|P|2.5.1\r${'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|12-16|N|||F\r'.repeat(60_000)}`

test('serves with a key of the command line, opens no debugger, and ends cleanly', async () => {
  using folder = makeFolder()
  using home = makeFolder()
  const configuration = join(folder.path, 'config.yaml')
  writeFileSync(configuration, CONFIGURATION)
  const surroundings = { env: { HOME: home.path, NODE_OPTIONS: '--inspect=127.0.0.1:0' }, cwd: folder.path }
  const created = await run(['keys', 'create', '--owner', 'test', '--config', configuration, '--json'], surroundings)
  expect({ code: created.code, stderr: created.stderr }).toEqual({ code: 0, stderr: '' })
  const { key } = JSON.parse(created.stdout) as { key: string }

  const startMs = performance.now()
  const child = spawn(executable, ['serve', '--config', configuration], surroundings)
  const ended = outcomeOf(child)
  try {
    const { port, operationsPort } = await listening(child)
    const url = `http://127.0.0.1:${port}/v1/tools/text/word-count`
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ text: 'Two words' }) })
    process.stdout.write(`first answer of the service after ${(performance.now() - startMs).toFixed(0)} ms\n`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ words: 2 })
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    expect((await fetch(`http://127.0.0.1:${operationsPort}/health/ready`)).status).toBe(200)

    const parse = (body: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/v1/tools/hl7/parse?view=flat`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/hl7-v2' },
        body,
      })
    const tooMuch = await parse(LONG_MESSAGE)
    expect({ status: tooMuch.status, code: ((await tooMuch.json()) as { code?: string }).code }).toEqual({
      status: 422,
      code: 'resource_limit',
    })
    expect((await parse(LONG_MESSAGE.slice(0, 50_000))).status).toBe(200)

    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
    const scripts = [...(await page.text()).matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, address]) => address!)
    expect(scripts.length).toBeGreaterThan(0)
    for (const address of scripts) expect((await fetch(`http://127.0.0.1:${port}/${address}`)).status).toBe(200)

    expect(readFileSync(`/proc/${child.pid}/comm`, 'utf8')).toBe('health-tools\n')
    const ports = [port, operationsPort].sort((a, b) => a - b)
    expect(listeningPorts(child.pid!)).toEqual(ports)
    child.kill('SIGUSR1')
    await sleep(500)
    expect(listeningPorts(child.pid!)).toEqual(ports)
    expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify({ text: 'Still here' }) })).status).toBe(200)
  } finally {
    child.kill('SIGTERM')
  }
  const { code, stdout, stderr } = await ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).not.toContain(key)
  expect(readdirSync(home.path)).toEqual([])
  expect(readdirSync(folder.path).sort()).toEqual(['config.yaml', 'data'])
})

/** Where it listens, from the line of its log that says so. */
async function listening(child: ReturnType<typeof spawn>): Promise<Listening> {
  let log = ''
  child.stdout!.on('data', (chunk: Buffer) => {
    log += chunk.toString('utf8')
  })
  for (let i = 0; i < 200 && child.exitCode === null; i++) {
    const line = log.split('\n').find((candidate) => candidate.includes('"listening"') && candidate.endsWith('}'))
    if (line) return JSON.parse(line) as Listening
    await sleep(25)
  }
  throw new Error(`The service did not say where it listens: ${log}`)
}
