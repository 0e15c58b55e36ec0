// Takes trailing empty subcomponents, components, repetitions and fields out of a segment (HL7 v2.5.1 §2.6, they mean nothing).
import type { Delimiters } from '../delimiters.ts'

/**
 * @param from where the trimming begins: behind MSH-2 of a header
 * @returns the segment, the same text where nothing is trimmed or where delimiters with several roles do not say what is a part
 */
export function trimSegment(text: string, delimiters: Delimiters, from: number): string {
  const { field, repetition, component, subcomponent, escape: escapeChar } = delimiters
  const declared = [field, repetition, component, subcomponent, escapeChar].filter((char) => char !== null)
  if (new Set(declared).size < declared.length) return text
  const levels = new Map([
    [component.charCodeAt(0), 2],
    [repetition.charCodeAt(0), 3],
    [field.charCodeAt(0), 4],
  ])
  if (subcomponent !== null) levels.set(subcomponent.charCodeAt(0), 1)
  const parts: string[] = []
  let copied = 0
  let i = from
  while (i < text.length) {
    if (!levels.has(text.charCodeAt(i))) {
      i++
      continue
    }
    // A run of separators: those before one of a higher level, or before the end, close parts that are empty.
    const start = i
    while (i < text.length && levels.has(text.charCodeAt(i))) i++
    const kept = keepSeparators(text.slice(start, i), levels, i === text.length)
    parts.push(text.slice(copied, start), kept)
    copied = i
  }
  parts.push(text.slice(copied))
  return parts.join('')
}

function keepSeparators(run: string, levels: ReadonlyMap<number, number>, isLast: boolean): string {
  if (isLast) return ''
  let kept = ''
  let highest = 0
  for (let i = run.length - 1; i >= 0; i--) {
    const level = levels.get(run.charCodeAt(i))!
    if (level < highest) continue
    highest = level
    kept = run[i]! + kept
  }
  return kept
}
