// Every way to divide a text whose separators were lost: a search over places, each way with its cost in bits, the cheapest first.

/** A field that may begin at a place of the text. */
export interface Field {
  readonly id: string
  /** Lengths of the value. */
  readonly min: number
  readonly max: number
  /** True if a separator has to follow unless the field is the last. */
  readonly needsSeparator: boolean
  /** How unusual the field is in a UDI. */
  readonly cost: number
  /** True if its value may be anything within the lengths, so that only `costOfLength` tells values apart. */
  readonly isFree: boolean
  costOfLength(length: number): number
  /** What is known of the value beside its characters; undefined if it does not fit. */
  costOfValue(value: string): number | undefined
}

export interface Division {
  readonly id: string
  /** Of the identifier. */
  readonly start: number
  readonly end: number
}

export interface Way {
  readonly parts: readonly Division[]
  readonly cost: number
  /** How many separators are missing. */
  readonly missing: number
}

/** Ways that are kept at one place, and ways in a result. */
const MAX_WAYS = 16
const FIRST_MISSING = 1
const NEXT_MISSING = 0.5

interface Step {
  readonly part: Division
  readonly before: Step | undefined
  readonly cost: number
  readonly missing: number
}

/**
 * Divides `text` from one place to another into fields.
 * @param taken ids that stand already elsewhere: none may stand twice
 */
export function findWays(
  text: string,
  { from, to, taken }: { readonly from: number; readonly to: number; readonly taken: ReadonlySet<string> },
  fieldAt: (text: string, at: number) => Field | undefined,
): Way[] {
  const fields: (Field | undefined)[] = []
  for (let at = from; at < to; at++) fields[at] = fieldAt(text, at)
  const characters = sumCharacters(text, from, to)
  const steps: Step[][] = []
  extend(undefined, from)
  for (let at = from + 1; at < to; at++) for (const step of steps[at] ?? []) extend(step, at)
  return (steps[to] ?? []).map(({ cost, missing, ...last }) => ({ parts: partsOf(last), cost, missing }))

  function extend(before: Step | undefined, at: number): void {
    const field = fields[at]
    if (!field || taken.has(field.id) || holds(before, field.id)) return
    const valueStart = at + field.id.length
    const last = Math.min(valueStart + field.max, to)
    for (let end = valueStart + field.min; end <= last; end++) {
      if (end < to && !fields[end]) continue
      const ofValue = field.isFree ? characters[end]! - characters[valueStart]! + 1 : field.costOfValue(text.slice(valueStart, end))
      if (ofValue === undefined) continue
      const isMissing = field.needsSeparator && end < to
      const missing = (before?.missing ?? 0) + (isMissing ? 1 : 0)
      const ofMissing = isMissing ? (missing === 1 ? FIRST_MISSING : NEXT_MISSING) : 0
      const cost = (before?.cost ?? 0) + field.cost + field.costOfLength(end - valueStart) + ofValue + ofMissing
      const there = steps[end] ?? []
      steps[end] = there
      insert(there, { part: { id: field.id, start: at, end }, before, cost, missing })
    }
  }
}

function insert(steps: Step[], step: Step): void {
  if (steps.length === MAX_WAYS && steps[MAX_WAYS - 1]!.cost <= step.cost) return
  let place = steps.length
  while (place > 0 && steps[place - 1]!.cost > step.cost) place--
  steps.splice(place, 0, step)
  if (steps.length > MAX_WAYS) steps.pop()
}

function holds(step: Step | undefined, id: string): boolean {
  for (let at = step; at; at = at.before) if (at.part.id === id) return true
  return false
}

function partsOf(last: { readonly part: Division; readonly before: Step | undefined }): Division[] {
  const parts: Division[] = [last.part]
  for (let at = last.before; at; at = at.before) parts.unshift(at.part)
  return parts
}

/** Bits of the characters up to each place: letters and digits come in runs. */
function sumCharacters(text: string, from: number, to: number): number[] {
  const sums: number[] = []
  let sum = 0
  let before = -1
  for (let at = from; at < to; at++) {
    sums[at] = sum
    const kind = kindOf(text.charCodeAt(at))
    sum += BITS[kind]! + (kind === before || before < 0 ? 0.2 : 2)
    before = kind
  }
  sums[to] = sum
  return sums
}

/** Bits of a digit, a capital letter, a small letter, any other character. */
const BITS = [3.3, 4.7, 5.2, 5.5]

function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return 0
  if (code >= 65 && code <= 90) return 1
  return code >= 97 && code <= 122 ? 2 : 3
}

/** Cost of a lot or serial number by its length, from 1 character. */
const LOT_BITS = [8, 7, 5.5, 4.2, 3.6, 3, 3, 2.9, 3.3, 3, 4.3, 4.3, 5, 5, 5.5, 5.5, 6.5, 7, 7.5, 6.5]
const SERIAL_BITS = [8, 7, 5.5, 4.5, 4.2, 3.6, 3.7, 3.5, 3.7, 3.4, 3.9, 3.6, 4, 4, 4.5, 4.5, 5.5, 5.5, 6, 4.5]

export function lotLengthCost(length: number): number {
  return LOT_BITS[length - 1] ?? 8
}

export function serialLengthCost(length: number): number {
  return SERIAL_BITS[length - 1] ?? 8
}

/** Bits of six digits that are a day of a device's life, or of any other year. */
export function dateCost(year: number, [first, last]: readonly [number, number]): number {
  return year >= first && year <= last ? 13 : 19
}

/** Shares of ways by their costs, in their order. */
export function likelihoods(costs: readonly number[]): number[] {
  const least = Math.min(...costs)
  const weights = costs.map((cost) => 2 ** (least - cost))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}
