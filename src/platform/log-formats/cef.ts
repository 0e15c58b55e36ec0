// Lines of the log as ArcSight Common Event Format, version 0, which most security event managers read.
import { isIP } from 'node:net'
import { documentOf, readHead } from '../logging/log-line.ts'

export interface CefOrigin {
  readonly app: string
  readonly version: string
}

/** Keys of the CEF dictionary for facts of the log. Other facts have keys of this product, as the format asks for. */
const DICTIONARY: Readonly<Record<string, string>> = {
  requestId: 'externalId',
  method: 'requestMethod',
  route: 'request',
  bytesIn: 'in',
  bytesOut: 'out',
  credentialId: 'suid',
  user: 'suser',
  outcome: 'outcome',
  pid: 'spid',
}

/** CEF counts from 0 to 10; 7 and above is high. */
const SEVERITIES: Readonly<Record<string, number>> = { debug: 1, info: 3, warn: 6, error: 8 }

/**
 * @param line a line of the log: a JSON object that begins with level, time and stream
 * @returns one line without its end. Facts that are undefined or null are left out.
 */
export function cefOfLine({ app, version }: CefOrigin, line: string): string {
  const { level, time, stream } = readHead(line)
  const { level: _level, time: _time, stream: _stream, msg, client, ...facts } = JSON.parse(documentOf(line)) as Record<string, unknown>
  const message = typeof msg === 'string' ? msg : undefined
  const header = [app, app, version, eventClass(stream, facts), message ?? eventName(stream, facts)].map(headerText)
  const extension = [
    ['rt', Date.parse(time)],
    ['cat', stream],
    ...(typeof client === 'string' ? addressOf(client) : []),
    ...(message === undefined ? [] : [['msg', message]]),
    ...Object.entries(facts).map(([name, value]) => [DICTIONARY[name] ?? ownKey(name), value]),
  ] as [string, unknown][]
  const pairs = extension.flatMap(([key, value]) => (value === undefined || value === null ? [] : [`${key}=${extensionText(value)}`]))
  return `CEF:0|${header.join('|')}|${SEVERITIES[level] ?? 3}|${pairs.join(' ')}`
}

/** What kind of event it is: a receiver's rules are by this. */
function eventClass(stream: string, { code, action }: Readonly<Record<string, unknown>>): string {
  if (typeof action === 'string') return `${stream}:${action}`
  return typeof code === 'string' ? `${stream}:${code}` : stream
}

function eventName(stream: string, { action, status }: Readonly<Record<string, unknown>>): string {
  if (typeof action === 'string') return action
  return typeof status === 'number' ? `request answered with ${status}` : stream
}

/** `src` is for IPv4 alone. */
function addressOf(client: string): [string, string][] {
  const version = isIP(client)
  if (version === 4) return [['src', client]]
  if (version === 6)
    return [
      ['c6a2', client],
      ['c6a2Label', 'Source IPv6 Address'],
    ]
  return [[ownKey('client'), client]]
}

/** `HealthToolsTool`: keys that no dictionary has begin with the product. */
function ownKey(name: string): string {
  const letters = name.replace(/[^A-Za-z0-9]/g, '')
  return `HealthTools${letters.charAt(0).toUpperCase()}${letters.slice(1)}`
}

/** In the header `\` and `|` are escaped, and there are no line ends. */
function headerText(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\|]/g, '\\$&')
}

/** In the extension `\` and `=` are escaped, and line ends written as `\n` and `\r`. */
function extensionText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replace(/[\\=]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}
