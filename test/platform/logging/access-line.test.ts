// The hand-written line of the access log beside what pino writes of the same fields: equal to the byte.
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { RequestReport } from '../../../src/http/response/report.ts'
import { composeAccessLine, timeText } from '../../../src/platform/logging/access-line.ts'
import { REPORT as PLAIN } from '../server/request-report.ts'

const REPORT: RequestReport = { ...PLAIN, traceId: '0af7651916cd43dd8448eb211c80319c', milliseconds: 1.125 }
const TIME = '2026-05-31T10:20:30.456Z'

function lineOfPino({ clientAddress: _client, endedAt: _end, ...report }: RequestReport, client: string | undefined): string {
  const lines: string[] = []
  const formatters = { level: (level: string) => ({ level }) }
  const logger = pino(
    { base: { stream: 'access' }, timestamp: () => `,"time":"${TIME}"`, formatters },
    { write: (text) => void lines.push(text) },
  )
  logger.info({ ...report, client })
  return lines.join('')
}

describe('a line of the access log', () => {
  const refusal = { status: 401, code: 'invalid_credentials', credentialId: undefined, plan: undefined, traceId: undefined }
  const cases: [string, Partial<RequestReport>, string | undefined][] = [
    ['of a call', {}, '192.0.2.77'],
    ['of a refusal', refusal, '2001:db8::1'],
    ['without the address', { tool: undefined }, undefined],
    ['of a user whose name needs escapes', { credentialId: 'proxy:o\'brien "x" \\ \n\u2028\u0001é😀\ud800' }, ''],
    ['of nothing', { milliseconds: 0, bytesIn: 0, bytesOut: 0 }, '::1'],
  ]
  it.each(cases)('%s is what pino writes', (_, facts, client) => {
    const report = { ...REPORT, ...facts }
    const line = composeAccessLine(report, client, TIME)
    expect(JSON.parse(line)).toEqual(JSON.parse(lineOfPino(report, client)))
    expect(line).toBe(lineOfPino(report, client))
  })

  it('takes nothing over from the line before', () => {
    const changes: Partial<RequestReport>[] = [
      { method: 'GET' },
      { route: '/v1/me' },
      { status: 404 },
      { code: 'not_found' },
      { credentialId: undefined },
      { plan: 'other' },
      { tool: undefined },
      { requestId: 'r2' },
    ]
    let report = REPORT
    for (const change of changes) {
      report = { ...report, ...change }
      for (const client of ['192.0.2.1', undefined]) expect(composeAccessLine(report, client, TIME)).toBe(lineOfPino(report, client))
    }
  })

  it('tells the time to the millisecond', () => {
    const now = Date.UTC(2026, 4, 31, 10, 20, 30, 456)
    expect([timeText(now), timeText(now), timeText(now + 1)]).toEqual([TIME, TIME, '2026-05-31T10:20:30.457Z'])
  })
})
