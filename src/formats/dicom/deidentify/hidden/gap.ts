// Bytes that hold no sample and nothing that a decoder needs. They are overwritten in place, so that all lengths and offsets stay true.

import type { Fragment } from '../../dicom-file.ts'

export interface Gap {
  readonly start: number
  readonly end: number
  /** What is written there; zeros where it is left out. Repeated or cut to the length of the gap. */
  readonly fill?: readonly number[]
}

/** A gap of `start` to `end`; none where there is nothing between them. */
export function gapOf(start: number, end: number, fill?: readonly number[]): Gap[] {
  return end > start ? [fill ? { start, end, fill } : { start, end }] : []
}

/** Whether anything but the fill is there. */
export function isDirty(bytes: Uint8Array, { start, end, fill }: Gap): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== fillAt(fill, i - start)) return true
  return false
}

export function overwrite(bytes: Uint8Array, { start, end, fill }: Gap): void {
  for (let i = start; i < end; i++) bytes[i] = fillAt(fill, i - start)
}

function fillAt(fill: readonly number[] | undefined, at: number): number {
  return fill ? fill[at % fill.length]! : 0
}

/** Gaps of joined bytes in the fragments that they were joined from. */
export function spreadGaps(gaps: readonly Gap[], fragments: readonly Fragment[]): Gap[] {
  const starts: number[] = []
  let length = 0
  for (const { valueStart, end } of fragments) {
    starts.push(length)
    length += end - valueStart
  }
  return gaps.flatMap((gap) => spreadGap(gap, fragments, starts))
}

/** @param starts of the fragments in the joined bytes */
function spreadGap({ start, end, fill }: Gap, fragments: readonly Fragment[], starts: readonly number[]): Gap[] {
  const parts: Gap[] = []
  for (let i = lastUpTo(starts, start); i < fragments.length && starts[i]! < end; i++) {
    const { valueStart, end: limit } = fragments[i]!
    const at = starts[i]!
    const from = Math.max(start - at, 0)
    const to = Math.min(end - at, limit - valueStart)
    // A fill goes on where the fragment before ended.
    const turned = fill && [...fill.keys()].map((n) => fill[(n + at + from - start) % fill.length]!)
    parts.push(...gapOf(valueStart + from, valueStart + to, turned))
  }
  return parts
}

/** Index of the last of the ascending offsets that is not above another; 0 if all are. */
function lastUpTo(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle
  }
  return low
}

export function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}
