// The executable on a minimal Debian 12: no Node, no libatomic, no network, a home that cannot be written.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeMinbaseRoot, whyNoMinbaseRoot } from './minbase-root.ts'
import { executable } from './program.ts'

interface Outcome {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

interface Report {
  readonly library: Outcome
  readonly home: Outcome
  readonly interfaces: Outcome
  readonly version: Outcome
  readonly selfTest: Outcome
  readonly run: Outcome
  readonly serve: {
    readonly answer: { readonly status: number; readonly body: unknown }
    readonly strangerStatus: number
    readonly health: Outcome
    readonly code: number | string
    readonly stderr: string
  }
  readonly leftInTmp: readonly string[]
}

const reason = whyNoMinbaseRoot()
if (reason !== undefined) process.stdout.write(`The executable is not tried on a minimal Debian 12: ${reason}.\n`)

describe.skipIf(reason !== undefined)('on a minimal Debian 12', () => {
  let report: Report

  beforeAll(async () => {
    const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child']
    const driver = [process.execPath, join(import.meta.dirname, 'minbase-driver.ts'), makeMinbaseRoot(), executable]
    const { stdout } = await promisify(execFile)('unshare', [...namespaces, ...driver], { timeout: 120_000 })
    report = JSON.parse(stdout) as Report
  }, 900_000)

  test('nothing helps it', () => {
    expect(report.library).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(report.home.code).toBe(1)
    expect(report.interfaces.stdout).toContain('lo')
    expect(report.interfaces.stdout).not.toMatch(/\b(?:eth|en|wl)\w*\d/)
  })

  test('version answers', () => {
    expect(report.version).toMatchObject({ code: 0, stderr: '' })
  })

  test('self-test passes', () => {
    expect(report.selfTest).toMatchObject({ code: 0, stderr: '' })
  })

  test('a tool runs', () => {
    expect(report.run).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(report.run.stdout)).toMatchObject({ words: 3 })
  })

  test('the service answers with the first key and ends when it is told to', () => {
    expect(report.serve.answer).toMatchObject({ status: 200, body: { words: 2 } })
    expect(report.serve.strangerStatus).toBe(401)
    expect(report.serve.health).toMatchObject({ code: 0 })
    expect(report.serve.code).toBe(0)
  })

  test('it leaves its data folder and nothing else', () => {
    expect(report.leftInTmp.filter((path) => !path.startsWith('/tmp/health-tools-data'))).toEqual([])
    expect(report.leftInTmp).toContain('/tmp/health-tools-data/health-tools.db')
  })
})
