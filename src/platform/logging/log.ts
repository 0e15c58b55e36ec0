// The logs: pino over bounded sinks. Only declared fields are written; an error is logged as its class and its place in the code,
// because messages and causes can hold values of the input.
import { pino } from 'pino'
import type { Reporter, RequestReport } from '../../http/response/report.ts'
import { composeAccessLine, timeText } from './access-line.ts'
import type { LogSink } from './log-sink.ts'

export type LogStream = 'access' | 'service'

export interface SinkBinding {
  readonly sink: LogSink
  readonly streams: readonly LogStream[]
}

export interface Log {
  info(message: string, facts?: Readonly<Record<string, string | number | boolean>>): void
  warn(message: string, facts?: Readonly<Record<string, string | number | boolean>>): void
  error(message: string, error: unknown, requestId?: string): void
  access(report: RequestReport): void
  /** Another level of the service log, and another form of addresses, from the next line on. */
  configure(settings: Pick<LogSettings, 'level' | 'clientAddress'>): void
  readonly level: string
  readonly droppedLines: number
  /** Ends within timeoutMs whatever the sinks do. */
  close(timeoutMs: number): Promise<void>
}

export type ClientAddressForm = 'full' | 'truncated' | 'none'

interface LogSettings {
  readonly level: string
  readonly clientAddress: ClientAddressForm
  readonly sinks: readonly SinkBinding[]
}

export function openLog({ level, clientAddress, sinks }: LogSettings): Log {
  const service = makeLogger('service', level, sinks)
  const accessSinks = sinksOf('access', sinks)
  let form = clientAddress
  // Put together at the end of the turn: many in a row cost less than one after each answer.
  let waiting: RequestReport[] = []
  const writeWaiting = (): void => {
    const reports = waiting
    waiting = []
    for (const report of reports) {
      const line = composeAccessLine(report, formAddress(report.clientAddress, form), timeText(Math.floor(report.endedAt)))
      for (const sink of accessSinks) sink.write(line)
    }
  }
  /** Lines stand in the order in which they came. */
  const inOrder = (): pino.Logger => {
    writeWaiting()
    return service
  }
  return {
    info: (message, facts = {}) => inOrder().info(facts, message),
    warn: (message, facts = {}) => inOrder().warn(facts, message),
    error: (message, error, requestId) => inOrder().error({ ...describeError(error), requestId }, message),
    access(report) {
      if (accessSinks.length === 0) return
      if (waiting.push(report) === 1) setImmediate(writeWaiting)
    },
    configure(settings) {
      writeWaiting()
      service.level = settings.level
      form = settings.clientAddress
    },
    get level() {
      return service.level
    },
    get droppedLines() {
      return sinks.reduce((sum, { sink }) => sum + sink.droppedLines, 0)
    },
    async close(timeoutMs) {
      writeWaiting()
      await Promise.all(sinks.map(({ sink }) => sink.close(timeoutMs)))
    },
  }
}

function sinksOf(stream: LogStream, sinks: readonly SinkBinding[]): LogSink[] {
  return sinks.filter((binding) => binding.streams.includes(stream)).map(({ sink }) => sink)
}

function makeLogger(stream: LogStream, level: string, sinks: readonly SinkBinding[]): pino.Logger {
  const streams = sinksOf(stream, sinks).map((sink) => ({ stream: sink, level: 'trace' as const }))
  return pino(
    {
      level,
      base: { stream },
      timestamp: () => `,"time":"${timeText(Date.now())}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.multistream(streams),
  )
}

/** Class and code place of an error and its causes; frames are file positions of this program, without messages. */
export function describeError(error: unknown): { error: string; frames: string[] } {
  const names: string[] = []
  const frames: string[] = []
  for (let current = error; current instanceof Error && names.length < 5; current = current.cause) {
    const code =
      'code' in current && typeof current.code === 'string' && /^[A-Za-z0-9_]{1,64}$/.test(current.code) ? `:${current.code}` : ''
    names.push(`${current.constructor.name}${code}`)
    frames.push(...stackFrames(current))
  }
  return { error: names.length > 0 ? names.join(' < ') : typeof error, frames: frames.slice(0, 12) }
}

/** A stack begins with the message, which may span lines and look like frames: what stands before the end of the message is left out. */
function stackFrames(error: Error): string[] {
  const stack = (error.stack ?? '').slice(0, MAX_STACK)
  const messageEnd = stack.indexOf(error.message) + error.message.length
  return stack
    .slice(messageEnd)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at [\w.<>[\] ()/:-]{1,300}$/.test(line))
}

const MAX_STACK = 20_000

/** An address as the settings let it be written; undefined where they do not. */
export function formAddress(address: string, form: ClientAddressForm): string | undefined {
  if (form === 'none' || address === '') return undefined
  if (form === 'full') return address
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}::` : `${address.split('.').slice(0, 3).join('.')}.0`
}

/** The reporter that the http layer calls, over a log and further listeners. */
export function reportTo(log: Log, measure: (report: RequestReport) => void): Reporter {
  return {
    request(report) {
      measure(report)
      log.access(report)
    },
    internalError: (error, requestId) => log.error('a request failed', error, requestId),
  }
}
