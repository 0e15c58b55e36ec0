// The line of the access log, put together by hand: a general logger takes several times as long for the same bytes. What lines that follow
// each other have in common is put together once.
import { millisecondsText } from '../../http/response/milliseconds-text.ts'
import type { RequestReport } from '../../http/response/report.ts'

/**
 * One JSON document and its line end: level, time and stream, then the fields of the report in their order. What is undefined is left out.
 * @param client the caller's address as it may be written; undefined where it may not
 * @param time RFC 3339
 */
export function composeAccessLine(report: RequestReport, client: string | undefined, time: string): string {
  const { requestId, traceId, milliseconds, bytesIn, bytesOut } = report
  return (
    `${beginOf(time)}${quote(requestId)}${traceId === undefined ? '' : field('traceId', traceId)}${middleOf(report)}` +
    `${millisecondsText(milliseconds)},"bytesIn":${bytesIn},"bytesOut":${bytesOut}${endOf(report, client)}`
  )
}

let lastBeginTime = ''
let lastBegin = ''

function beginOf(time: string): string {
  if (time !== lastBeginTime) {
    lastBegin = inOnePiece(`{"level":"info","time":"`, time, `","stream":"access","requestId":`)
    lastBeginTime = time
  }
  return lastBegin
}

/** V8 keeps what is put together by templates and signs as a tree of its parts, which is walked again for each line that it becomes a part of. */
function inOnePiece(...parts: readonly string[]): string {
  return parts.join('')
}

let lastMiddle: Pick<RequestReport, 'method' | 'route' | 'status' | 'code'> | undefined
let lastMiddleText = ''

function middleOf(report: RequestReport): string {
  const { method, route, status, code } = report
  if (route === lastMiddle?.route && status === lastMiddle.status && method === lastMiddle.method && code === lastMiddle.code)
    return lastMiddleText
  lastMiddle = { method, route, status, code }
  lastMiddleText = inOnePiece(
    `,"method":${quote(method)},"route":${quote(route)},"status":${status}`,
    field('code', code),
    ',"milliseconds":',
  )
  return lastMiddleText
}

let lastEnd: (Pick<RequestReport, 'credentialId' | 'plan' | 'tool'> & { readonly client: string | undefined }) | undefined
let lastEndText = ''

function endOf(report: RequestReport, client: string | undefined): string {
  const { credentialId, plan, tool } = report
  if (lastEnd && credentialId === lastEnd.credentialId && plan === lastEnd.plan && tool === lastEnd.tool && client === lastEnd.client)
    return lastEndText
  lastEnd = { credentialId, plan, tool, client }
  lastEndText = inOnePiece(field('credentialId', credentialId), field('plan', plan), field('tool', tool), field('client', client), '}\n')
  return lastEndText
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
