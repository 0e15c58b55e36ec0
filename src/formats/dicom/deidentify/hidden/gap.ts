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

/** A gap of joined bytes in the fragments that they were joined from. */
export function spreadGap({ start, end, fill }: Gap, fragments: readonly Fragment[]): Gap[] {
  const parts: Gap[] = []
  let at = 0
  for (const fragment of fragments) {
    const length = fragment.end - fragment.valueStart
    const from = Math.max(start - at, 0)
    const to = Math.min(end - at, length)
    // A fill goes on where the fragment before ended.
    const turned = fill && [...fill.keys()].map((i) => fill[(i + at + from - start) % fill.length]!)
    if (to > from) parts.push(...gapOf(fragment.valueStart + from, fragment.valueStart + to, turned))
    at += length
  }
  return parts
}

export function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}
