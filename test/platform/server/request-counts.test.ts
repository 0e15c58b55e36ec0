// What requests add up to, beside what prom-client itself makes of the same observations.
import { Counter, Histogram, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import type { RequestReport } from '../../../src/http/response/report.ts'
import { RequestCounts } from '../../../src/platform/server/request-counts.ts'

type Facts = Pick<RequestReport, 'route' | 'method' | 'status' | 'milliseconds' | 'bytesIn' | 'bytesOut' | 'code'>

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

function pageOfPeer(reports: readonly Facts[]): Promise<string> {
  const registry = new Registry()
  const registers = [registry]
  const counter = (name: string, help: string, labelNames: string[]) => new Counter({ name, help, labelNames, registers })
  const requests = counter('health_tools_requests_total', 'Requests answered.', ['route', 'method', 'status'])
  const problems = counter('health_tools_problems_total', 'Problem answers by code.', ['code'])
  const bytesIn = counter('health_tools_request_bytes_total', 'Bytes of request bodies.', ['route'])
  const bytesOut = counter('health_tools_response_bytes_total', 'Bytes of answers.', ['route'])
  const name = 'health_tools_request_seconds'
  const seconds = new Histogram({ name, help: 'Time to answer.', labelNames: ['route'], buckets: BUCKETS, registers })
  for (const report of reports) {
    const { route, method, status, code } = report
    requests.inc({ route, method, status })
    if (code) problems.inc({ code })
    bytesIn.inc({ route }, report.bytesIn)
    bytesOut.inc({ route }, report.bytesOut)
    seconds.observe({ route }, report.milliseconds / 1000)
  }
  return registry.metrics()
}

const fact = (route: string, method: string, status: number, milliseconds: number, code?: string): Facts => ({
  route,
  method,
  status,
  milliseconds,
  bytesIn: milliseconds * 3,
  bytesOut: milliseconds * 7,
  code,
})

/** The metrics of a page; the order of the samples of one is free. */
function blocksOf(page: string): string[][] {
  return page.split('\n\n').map((block) => block.trim().split('\n').sort())
}

describe('the counts of requests', () => {
  const cases: [string, Facts[]][] = [
    ['none', []],
    ['one', [fact('/v1/me', 'GET', 200, 1.5)]],
    [
      'several routes, methods, statuses and codes',
      [
        fact('/v1/a', 'POST', 200, 0.4),
        fact('/v1/b', 'POST', 422, 12, 'invalid_input'),
        fact('/v1/a', 'POST', 200, 0.5),
        fact('/v1/a', 'GET', 404, 3, 'not_found'),
        fact('/v1/a', 'GET', 503, 70_000, 'overloaded'),
        fact('/v1/b', 'POST', 422, 0, 'invalid_input'),
      ],
    ],
    [
      'times on the bounds and beside them',
      BUCKETS.flatMap((bound) => [bound - 0.0005, bound, bound + 0.0005].map((s) => fact('/', 'GET', 200, s * 1000))),
    ],
  ]
  it.each(cases)('%s show as the library would show them', async (_, reports) => {
    const registry = new Registry()
    const counts = new RequestCounts()
    counts.register(registry)
    for (const report of reports) counts.add(report as RequestReport)
    const page = await registry.metrics()
    expect(blocksOf(page)).toEqual(blocksOf(await pageOfPeer(reports)))
    // A page that is asked for twice counts nothing twice.
    expect(await registry.metrics()).toBe(page)
  })
})
