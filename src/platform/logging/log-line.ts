// Reads a line of the log again, for receivers that want its level and time in fields of their own.

export interface LineHead {
  readonly level: string
  /** RFC 3339, UTC, milliseconds. */
  readonly time: string
  readonly stream: string
}

/** Every line begins with the three in this order. */
const HEAD = /^\{"level":"([a-z]{1,8})","time":"([0-9T:.Z-]{1,32})","stream":"([a-z]{1,16})"/

export function readHead(line: string): LineHead {
  const match = HEAD.exec(line)
  return match
    ? { level: match[1]!, time: match[2]!, stream: match[3]! }
    : { level: 'info', time: new Date().toISOString(), stream: 'service' }
}

/** Severity of RFC 5424 §6.2.1, which GELF uses too. */
export function severityOf(level: string): number {
  return { debug: 7, info: 6, warn: 4, error: 3 }[level] ?? 6
}

/** The JSON document of a line, without its end. */
export function documentOf(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line
}
