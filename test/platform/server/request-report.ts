// What the log is told of a request, as a test has it.
import type { RequestReport } from '../../../src/http/response/report.ts'

export const REPORT: RequestReport = {
  requestId: 'r1',
  traceId: undefined,
  method: 'POST',
  route: '/v1/tools/text/word-count',
  status: 200,
  code: undefined,
  milliseconds: 1.5,
  endedAt: Date.now(),
  bytesIn: 10,
  bytesOut: 20,
  clientAddress: '192.0.2.77',
  credentialId: 'k1',
  plan: 'standard',
  tool: 'text/word-count',
}
