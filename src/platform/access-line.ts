// The line of the access log, put together by hand: a general logger takes several times as long for the same bytes.
import type { RequestReport } from '../http/report.ts'

/**
 * One JSON document and its line end: level, time and stream, then the fields of the report in their order. What is undefined is left out.
 * @param client the caller's address as it may be written; undefined where it may not
 * @param time RFC 3339
 */
export function composeAccessLine(report: RequestReport, client: string | undefined, time: string): string {
  const { requestId, traceId, method, route, status, code, milliseconds, bytesIn, bytesOut, credentialId, plan, tool } = report
  return (
    `{"level":"info","time":"${time}","stream":"access","requestId":${quote(requestId)}${field('traceId', traceId)}` +
    `,"method":${quote(method)},"route":${quote(route)},"status":${status}${field('code', code)}` +
    `,"milliseconds":${milliseconds},"bytesIn":${bytesIn},"bytesOut":${bytesOut}` +
    `${field('credentialId', credentialId)}${field('plan', plan)}${field('tool', tool)}${field('client', client)}}\n`
  )
}

function field(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${quote(value)}`
}

/** As JSON.stringify, which takes longer for a text without anything to escape than it takes to see that there is nothing. */
function quote(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return JSON.stringify(text)
  }
  return `"${text}"`
}

let lastTime = Number.NaN
let lastText = ''

/** RFC 3339, UTC, milliseconds. Many lines are of one millisecond. */
export function timeText(now: number): string {
  if (now !== lastTime) {
    lastText = new Date(now).toISOString()
    lastTime = now
  }
  return lastText
}
