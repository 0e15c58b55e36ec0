// How spans are written for a collector: OTLP/HTTP JSON, `ExportTraceServiceRequest`.
import type { Encoding } from '../logging/http-transport.ts'
import { judgeOtlp, type LogOrigin, otlpResource } from '../logging/log-encodings.ts'

export function spanEncoding(origin: LogOrigin): Encoding {
  const scope = JSON.stringify({ name: origin.app, version: origin.version })
  const head = `{"resourceSpans":[{"resource":${JSON.stringify(otlpResource(origin))},"scopeSpans":[{"scope":${scope},"spans":[`
  return {
    contentType: 'application/json',
    gzip: true,
    encode: (spans) => `${head}${spans.join(',')}]}]}]}`,
    judge: (answer) => judgeOtlp(answer, 'rejectedSpans'),
  }
}
