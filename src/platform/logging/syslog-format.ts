// Messages of syslog: RFC 5424, framed as RFC 6587 and RFC 5425 say.
import { cefOfLine } from '../log-formats/cef.ts'
import { documentOf, readHead, severityOf } from './log-line.ts'

export interface SyslogOrigin {
  readonly host: string
  readonly app: string
  readonly version: string
  readonly processId: number
}

export interface SyslogMessage {
  readonly facility: number
  readonly severity: number
  readonly time: string
  readonly messageId: string
  readonly sequence: number
  readonly text: string
}

/** RFC 5424 Table 1: daemon, "log audit", local0. */
const FACILITIES: Readonly<Record<string, number>> = { service: 3, audit: 13, access: 16 }
/** meta.sequenceId begins again after this (RFC 5424 §7.3.1). */
export const MAX_SEQUENCE = 2_147_483_647

/** RFC 5424 §6. The structured data are of the registered kinds `origin` and `meta` (§7.2, §7.3). */
export function composeSyslog({ host, app, version, processId }: SyslogOrigin, message: SyslogMessage): string {
  const { facility, severity, time, messageId, sequence, text } = message
  const head = `<${facility * 8 + severity}>1 ${time} ${printable(host, 255)} ${printable(app, 48)} ${processId} ${printable(messageId, 32)}`
  return `${head} [origin software="${paramValue(app)}" swVersion="${paramValue(version)}"][meta sequenceId="${sequence}"] ${text}`
}

/**
 * A line of the log as a message whose text is the line's JSON, kept to ASCII, which every receiver reads in the same way, or the line in
 * Common Event Format, as UTF-8 behind the byte order mark that RFC 5424 §6.4 asks for.
 */
export function syslogOfLine(origin: SyslogOrigin, line: string, sequence: number, format: 'rfc5424' | 'cef' = 'rfc5424'): string {
  const { level, time, stream } = readHead(line)
  const facility = FACILITIES[stream] ?? 3
  return composeSyslog(origin, {
    facility,
    severity: severityOf(level),
    time,
    messageId: stream,
    sequence,
    text: format === 'cef' ? utf8Text(cefOfLine(origin, line)) : escapeToAscii(documentOf(line)),
  })
}

/** Octet counting (RFC 6587 §3.4.1, RFC 5425 §4.3), or a line end after each message (RFC 6587 §3.4.2). */
export function frameSyslog(message: string, framing: 'octet' | 'newline'): string {
  return framing === 'octet' ? `${Buffer.byteLength(message)} ${message}` : `${message}\n`
}

/** PRINTUSASCII, at most so many; what is empty is the NILVALUE. */
function printable(text: string, most: number): string {
  return text.replace(/[^!-~]/g, '_').slice(0, most) || '-'
}

/** RFC 5424 §6.3.3 */
function paramValue(text: string): string {
  return text.replace(/["\\\]]/g, '\\$&')
}

/** Text in ASCII needs no byte order mark, and many receivers look for `CEF:` at the beginning. */
function utf8Text(text: string): string {
  return /^[ -~]*$/.test(text) ? text : `\ufeff${text}`
}

/** Outside of ASCII JSON has characters only inside strings, where they may be written as escapes. */
function escapeToAscii(json: string): string {
  return json.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
