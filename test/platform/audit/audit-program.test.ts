// The audit log of the real program: one line for each request and each act, refusal where it cannot be written, and `audit verify`.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { programCommand } from '../../program.ts'
import { callProgram, startProgram } from '../running-program.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { freePort } from '../server/free-port.ts'

type Line = Record<string, unknown>

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
const TOOL = '/v1/tools/text/word-count'

function verify(config: string, ...files: string[]): { ok: boolean; lines: number; broken?: { kind: string; line: number } } {
  try {
    return JSON.parse(callProgram(['audit', 'verify', ...files, '--config', config, '--json']))
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    expect(status).toBe(65)
    return JSON.parse(stdout)
  }
}

test('requests and acts, with declared members alone', async () => {
  const folder = makeScratchFolder()
  const file = join(folder, 'audit', 'audit.log')
  writeFileSync(join(folder, 'audit-key'), 'k'.repeat(32), { mode: 0o600 })
  const program = await startProgram(folder, `audit: { file: "${file}", key: { file: "${join(folder, 'audit-key')}" } }\n`)
  onTestFinished(program.kill)
  const answer = await program.ask(`${TOOL}?Zebulon=Quux`, { text: 'Zebulon Quux' })
  expect(answer.status).toBe(422)
  expect((await program.ask(TOOL, { text: 'Zebulon Quux' })).status).toBe(200)
  expect((await fetch(`${program.origin}/v1/Zebulon?Quux=1`)).status).toBe(401)
  const id = /_live_([0-9A-Za-z]{12})_/.exec(program.key)![1]!
  const lines = linesOf(file)
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, i) => i + 1))
  expect(lines.map(({ action, outcome, status, route, target }) => [action, outcome, status ?? target ?? null, route ?? null])).toEqual([
    ['keys.create', 'started', null, null],
    ['keys.create', 'success', id, null],
    ['service.start', 'success', null, null],
    ['request', 'failure', 422, TOOL],
    ['request', 'success', 200, TOOL],
    ['request', 'refused', 401, '*'],
  ])
  expect(lines[4]).toEqual({
    seq: 5,
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    action: 'request',
    outcome: 'success',
    requestId: expect.any(String),
    method: 'POST',
    route: TOOL,
    status: 200,
    tool: 'text/word-count',
    credentialId: id,
    plan: 'free',
    client: '127.0.0.1',
    bytesIn: 23,
    bytesOut: expect.any(Number),
    milliseconds: expect.any(Number),
    prev: lines[3]!.hash,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  callProgram(['keys', 'revoke', id, '--config', program.config])
  expect((await program.ask(TOOL, { text: 'x' })).status).toBe(401)
  await program.stop()
  expect(
    linesOf(file)
      .slice(6)
      .map(({ action, outcome, target }) => [action, outcome, target ?? null]),
  ).toEqual([
    ['keys.revoke', 'started', id],
    ['keys.revoke', 'success', id],
    ['request', 'refused', null],
    ['service.stop', 'success', null],
  ])
  const text = readFileSync(file, 'utf8')
  for (const secret of ['Zebulon', 'Quux', program.key]) expect(text).not.toContain(secret)
  expect(verify(program.config)).toMatchObject({ ok: true, lines: 10 })
  // As on another machine, whose configuration has no audit log.
  const bare = join(folder, 'bare.yaml')
  writeFileSync(bare, 'version: 1\n')
  expect(verify(bare, file, '--key', join(folder, 'audit-key'))).toMatchObject({ ok: true, lines: 10 })
  expect(verify(bare, file)).toMatchObject({ ok: false, broken: { kind: 'changed', line: 1 } })
  const changed = text.split('\n').map((line) => line.replace('"status":422', '"status":200'))
  writeFileSync(file, changed.join('\n'))
  expect(verify(program.config)).toMatchObject({ ok: false, lines: 3, broken: { kind: 'changed', line: 4 } })
})

test('a streamed answer has a line before it begins, and one when it has ended', async () => {
  const folder = makeScratchFolder()
  const file = join(folder, 'audit.log')
  const program = await startProgram(folder, `audit: { file: "${file}" }\n`)
  onTestFinished(program.kill)
  const response = await fetch(`${program.origin}${TOOL}/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${program.key}`, 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
    body: '{"input":{"text":"a"}}\n{"input":{"text":"b c"}}\n',
  })
  expect(response.status).toBe(200)
  await response.text()
  await program.stop()
  const requests = linesOf(file).filter(({ action }) => String(action).startsWith('request'))
  expect(requests.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['request.begun', 'started'],
    ['request', 'success'],
  ])
  expect(requests[0]!.requestId).toBe(requests[1]!.requestId)
})

test('on_failure: refuse answers 503 while the disk is full, and no act is done', async () => {
  const folder = makeScratchFolder()
  const file = join(folder, 'audit.log')
  const program = await startProgram(folder, `audit: { file: "${file}", on_failure: refuse }\n`)
  onTestFinished(program.kill)
  expect((await program.ask(TOOL, { text: 'a' })).status).toBe(200)
  renameSync(file, `${file}.1`)
  symlinkSync('/dev/full', file)
  for (let i = 0; i < 3; i++) {
    const { status, body } = await program.ask(TOOL, { text: 'a' })
    expect([status, JSON.parse(body)]).toEqual([
      503,
      expect.objectContaining({ code: 'storage_unavailable', detail: 'The audit log cannot be written.' }),
    ])
  }
  const ready = await fetch(`${program.operations}/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', reasons: ['the audit log cannot be written'] }])
  expect(await (await fetch(`${program.operations}/metrics`)).text()).toMatch(/^health_tools_audit_events_lost_total 3$/m)
  expect(() => callProgram(['keys', 'create', '--owner', 'x', '--plan', 'free', '--config', program.config])).toThrow(/audit log/)
  const { keys } = JSON.parse(callProgram(['keys', 'list', '--config', program.config, '--json'])) as { keys: unknown[] }
  expect(keys).toHaveLength(1)
  rmSync(file)
  let lost = 3
  const again = async (): Promise<number> => {
    const { status } = await program.ask(TOOL, { text: 'a' })
    if (status === 503) lost++
    return status
  }
  await expect.poll(again, { timeout: 15_000, interval: 500 }).toBe(200)
  await program.stop()
  expect(linesOf(file)[0]).toMatchObject({ action: 'audit.resumed', lost })
  expect(verify(program.config)).toMatchObject({ ok: true })
})

test('on_failure: continue answers, and counts what is lost', async () => {
  const folder = makeScratchFolder()
  const file = join(folder, 'audit.log')
  const program = await startProgram(folder, `audit: { file: "${file}", on_failure: continue }\n`)
  onTestFinished(program.kill)
  rmSync(file)
  symlinkSync('/dev/full', file)
  for (let i = 0; i < 3; i++) expect((await program.ask(TOOL, { text: 'a' })).status).toBe(200)
  expect(await (await fetch(`${program.operations}/metrics`)).text()).toMatch(/^health_tools_audit_events_lost_total 3$/m)
  await program.stop()
})

test('an audit log that cannot be opened stops the start', () => {
  const folder = makeScratchFolder()
  const config = join(folder, 'config.yaml')
  writeFileSync(config, `audit: { file: "${folder}" }\nstorage: { path: "${folder}/data/x.db" }\n`)
  expect(() => callProgram(['keys', 'create', '--owner', 'x', '--config', config])).toThrow(/The audit log cannot be opened/)
  expect(execFileSync('ls', [join(folder)], { encoding: 'utf8' })).not.toContain('.head')
})

test('a start that fails is recorded, and ends although a receiver of copies is away', async () => {
  const folder = makeScratchFolder()
  const file = join(folder, 'audit.log')
  writeFileSync(join(folder, 'pepper'), 'p'.repeat(64), { mode: 0o600 })
  writeFileSync(join(folder, 'no.db'), 'this is no database'.repeat(100), { mode: 0o600 })
  const config = join(folder, 'config.yaml')
  const lines = [
    `server: { listen: [{ address: 127.0.0.1, port: ${await freePort()} }] }`,
    `operations: { listen: { address: 127.0.0.1, port: ${await freePort()} } }`,
    `storage: { path: "${join(folder, 'no.db')}" }`,
    `auth: { api_key: { pepper: { file: "${join(folder, 'pepper')}" } } }`,
    `audit: { file: "${file}", sinks: [{ type: loki, url: "http://127.0.0.1:${await freePort()}" }] }`,
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  const child = spawn(...programCommand('serve', '--config', config), { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await once(child, 'exit')).toEqual([74, null])
  expect(linesOf(file).map(({ action, outcome }) => [action, outcome])).toEqual([
    ['service.start', 'success'],
    ['service.start', 'failure'],
  ])
})
