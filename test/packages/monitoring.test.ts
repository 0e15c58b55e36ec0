// The files for Prometheus and Grafana: promtool takes the rules and their tests, and every metric, label and problem code exists.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROBLEMS } from '../../src/core/problem.ts'
import { openMetrics } from '../../src/platform/telemetry/metrics.ts'
import { listBlocks, readChapter } from '../docs/guide-blocks.ts'
import { makeScratchFolder } from '../platform/scratch-folder.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'installers', 'monitoring')
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

interface Panel {
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets: readonly { readonly expr: string }[]
}
const dashboard = JSON.parse(read('dashboard.json')) as { readonly panels: readonly Panel[] }
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
const alertNames = [...read('alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)

/** The page of a service that has answered one request, as Prometheus sees it. */
async function composePage(): Promise<string> {
  const metrics = openMetrics({
    droppedLogLines: () => 0,
    lostAuditEvents: () => 0,
    droppedSpans: () => 0,
    version: '0.0.0',
    queueFigures: () => [{ plan: 'standard', waiting: 0, running: 0, oldestSeconds: 0 }],
    jobFigures: () => ({ running: 0, kept: 0, keptBytes: 0, created: 0, succeeded: 0, failed: 0, cancelled: 0, expired: 0 }),
    load: () => ({ active: 2, bytes: 300 }),
    poolFigures: () => ({ waiting: 4, running: 5, bytes: 600 }),
    backupFigures: () => ({ lastSuccessAt: 1_700_000_000_000, failures: 0 }),
    isReady: () => true,
  })
  metrics.measure({ route: '/v1/me', method: 'GET', status: 500, bytesIn: 1, bytesOut: 1, milliseconds: 1, code: 'internal' } as Parameters<
    typeof metrics.measure
  >[0])
  return metrics.compose()
}

test('what runs and waits now is on the page', async () => {
  const page = await composePage()
  expect(page.match(/^health_tools_(?:calls_running|body_bytes|thread_\w+) \d+$/gm)).toEqual([
    'health_tools_calls_running 2',
    'health_tools_body_bytes 300',
    'health_tools_thread_tasks_waiting 4',
    'health_tools_thread_tasks_running 5',
    'health_tools_thread_bytes 600',
  ])
})

describe('the alert rules', () => {
  test.skipIf(!hasPromtool)('are taken by promtool, and so are their tests', () => {
    expect(execFileSync('promtool', ['check', 'rules', 'alerts.yaml'], { cwd: FOLDER, encoding: 'utf8' })).toContain(
      `SUCCESS: ${alertNames.length} rules found`,
    )
    expect(execFileSync('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd: FOLDER, encoding: 'utf8' })).toContain('SUCCESS')
  })

  test('are each tested in silence and in need', () => {
    const tests = read('alerts.test.yaml')
    expect(alertNames.length).toBeGreaterThan(10)
    for (const name of alertNames) {
      expect(tests).toContain(`alertname: ${name}, exp_alerts: []`)
      expect(tests).toContain(`alertname="${name}"`)
    }
  })
})

test.skipIf(!hasPromtool)('the configuration for Prometheus in the guide is valid', () => {
  const [block] = listBlocks(readChapter('monitoring')).filter(({ language }) => language === 'yml')
  const file = join(makeScratchFolder(), 'prometheus.yml')
  writeFileSync(file, block!.text.replace('/usr/share/health-tools/monitoring', FOLDER))
  expect(execFileSync('promtool', ['check', 'config', file], { encoding: 'utf8' })).toMatch(/1 rule files? found[\s\S]*SUCCESS/)
})

describe('rules and dashboard', () => {
  const texts = [read('alerts.yaml'), ...expressions]

  test('name only metrics that the service has', async () => {
    const page = await composePage()
    const known = new Set([...page.matchAll(/^(?:# TYPE )?(\w+)[ {]/gm)].map(([, name]) => name))
    const named = new Set(texts.flatMap((text) => [...text.matchAll(/\bhealth_tools_\w+/g)].map(([name]) => name)))
    expect(named.size).toBeGreaterThan(12)
    expect([...named].filter((name) => !known.has(name))).toEqual([])
  })

  test('show each gauge of the load', async () => {
    const gauges = [...(await composePage()).matchAll(/^# TYPE (health_tools_(?:calls|body|thread)_\w+) gauge$/gm)].map(([, name]) => name!)
    expect(gauges.length).toBe(5)
    expect(gauges.filter((name) => !texts.some((text) => text.includes(name)))).toEqual([])
  })

  test('name only problem codes that there are', () => {
    const codes = texts.flatMap((text) => [...text.matchAll(/code="(\w+)"/g)].map(([, code]) => code!))
    expect(codes.length).toBeGreaterThan(3)
    expect(codes.filter((code) => !Object.hasOwn(PROBLEMS, code))).toEqual([])
  })
})

describe('the dashboard', () => {
  test.skipIf(!hasPromtool)('has expressions that promtool can parse', () => {
    const rules = expressions.map((expr, i) => ({ record: `r:${i}`, expr: expr.replaceAll('$instance', '.*') }))
    const file = join(makeScratchFolder(), 'rules.yaml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })).toContain(`SUCCESS: ${expressions.length} rules found`)
  })

  test('has panels that do not overlap', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)}/${y + Math.floor(i / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
  })
})
