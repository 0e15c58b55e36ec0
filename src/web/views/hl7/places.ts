// Where the fields and their parts are in the text of a message, by the paths that the parser uses: PID-5, OBX[2]-5, PID-3[2].1, PID-3.4.2.

export interface Place {
  readonly path: string
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** A line of the text with the fields in it. */
export interface PlacedSegment {
  readonly start: number
  readonly end: number
  /** `OBX[2]` of the second OBX of its message; `OBX` of the first. */
  readonly id: string
  /** Number of the message, from 0. */
  readonly message: number
  readonly fields: readonly Place[]
}

export function placeSegments(text: string): PlacedSegment[] {
  const segments: PlacedSegment[] = []
  let separator = '|'
  let message = -1
  let counts = new Map<string, number>()
  for (const line of linesOf(text)) {
    // MLLP begins a message with a vertical tab.
    const start = line.start + (/^[\u000b\ufeff]*/.exec(text.slice(line.start, line.start + 4))?.[0].length ?? 0)
    const name = text.slice(start, start + 3)
    if (!/^[A-Z][A-Z0-9]{2}$/.test(name)) continue
    const isHeader = name === 'MSH' || name === 'BHS' || name === 'FHS'
    if (isHeader) separator = text[start + 3] ?? separator
    if (name === 'MSH') {
      message++
      counts = new Map()
    }
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const id = count === 1 ? name : `${name}[${count}]`
    segments.push({
      start,
      end: line.end,
      id,
      message: Math.max(0, message),
      fields: fieldsOf(text, { start, end: line.end }, id, separator, isHeader),
    })
  }
  return segments
}

function* linesOf(text: string): Generator<{ start: number; end: number }> {
  for (const match of text.matchAll(/[^\r\n]+/g)) yield { start: match.index, end: match.index + match[0].length }
}

function fieldsOf(text: string, line: { start: number; end: number }, id: string, separator: string, isHeader: boolean): Place[] {
  const fields: Place[] = []
  let at = line.start + 3
  // The separator of a header is its first field.
  if (isHeader) fields.push({ path: `${id}-1`, start: at, end: at + 1 })
  for (let number = isHeader ? 2 : 1; at < line.end; number++) {
    const start = at + 1
    const found = text.indexOf(separator, start)
    const end = found < 0 || found > line.end ? line.end : found
    if (end > start) fields.push({ path: `${id}-${number}`, start, end })
    at = end
  }
  return fields
}

/** The place of a path; of a part its field if the part cannot be told apart. */
export function placeOf(text: string, segments: readonly PlacedSegment[], path: string, message = 0): Place | undefined {
  const match = /^([A-Z][A-Z0-9]{2}(?:\[\d+\])?)(?:-(\d+)(?:\[(\d+)\])?(?:\.(\d+))?(?:\.(\d+))?)?$/.exec(path)
  if (!match) return undefined
  const [, id, field, repetition = '1', component, subcomponent] = match
  const segment = segments.find((candidate) => candidate.message === message && candidate.id === id)
  if (!segment) return undefined
  if (field === undefined) return { path, start: segment.start, end: segment.end }
  const place = segment.fields.find((candidate) => candidate.path === `${id}-${field}`)
  if (!place || /^[A-Z]HS-[12]$|^MSH-[12]$/.test(`${id}-${field}`)) return place
  const encoding = delimitersOf(text, segments, message)
  const steps: readonly (readonly [string | undefined, string | undefined])[] = [
    [repetition, encoding[1]],
    [component, encoding[0]],
    [subcomponent, encoding[3]],
  ]
  return steps.reduce<Place>(
    (whole, [number, delimiter]) => (number === undefined || !delimiter ? whole : partOf(text, whole, delimiter, Number(number))),
    {
      ...place,
      path,
    },
  )
}

/** Component, repetition, escape, subcomponent. */
function delimitersOf(text: string, segments: readonly PlacedSegment[], message: number): string {
  const header = segments.find((segment) => segment.message === message && segment.id === 'MSH')
  const place = header?.fields.find(({ path }) => path === 'MSH-2')
  return place ? text.slice(place.start, place.end) : '^~\\&'
}

function partOf(text: string, whole: Place, delimiter: string, number: number): Place {
  let { start } = whole
  for (let i = 1; i < number; i++) {
    const next = text.indexOf(delimiter, start)
    if (next < 0 || next >= whole.end) return whole
    start = next + 1
  }
  const next = text.indexOf(delimiter, start)
  return { path: whole.path, start, end: next < 0 || next > whole.end ? whole.end : next }
}
