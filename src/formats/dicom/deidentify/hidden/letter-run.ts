// Words among bytes that are meant for samples and tables: letters that go up and down as no curve does.
import { listMatches } from '../../../../core/list-matches.ts'

/** Fewer letters in a row are chance. */
const LEAST_LETTERS = 8
/** Mean step between neighbours: curves and ramps take smaller ones, and repeated bytes none. */
const LEAST_STEP = 4

/** True for a run of letters in one byte each, or in two with a byte of zeros. */
export function containsLetterRun(data: Uint8Array, start: number, end: number): boolean {
  return containsRun(data, start, end, 1) || containsRun(data, start, end, 2) || containsRun(data, start + 1, end, 2)
}

function containsRun(data: Uint8Array, start: number, end: number, stride: 1 | 2): boolean {
  let run = 0
  let steps = 0
  let turns = 0
  let last = 0
  let direction = 0
  for (let i = start; i < end; i += stride) {
    const small = data[i]! | 0x20
    if (small < 0x61 || small > 0x7a || data[i]! < 0x41 || (stride === 2 && i + 1 < end && data[i + 1] !== 0)) {
      run = 0
      continue
    }
    if (run === 0) {
      steps = 0
      turns = 0
      direction = 0
    } else {
      const step = small - last
      steps += Math.abs(step)
      if (step * direction < 0) turns++
      if (step !== 0) direction = step
    }
    last = small
    run++
    if (run >= LEAST_LETTERS && steps >= LEAST_STEP * (run - 1) && turns >= run / 3) return true
  }
  return false
}

export interface TextRun {
  readonly start: number
  readonly end: number
}

/** Fewer signs of a name in a row are in every few kilobytes of coded samples. */
const LEAST_SIGNS = 8
const LEAST_WIDE_LETTERS = 6
const isSmallLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
/** Space, apostrophe, comma, hyphen, point and caret. */
const isNameSign = (byte: number): boolean => byte === 0x20 || byte === 0x27 || (byte >= 0x2c && byte <= 0x2e) || byte === 0x5e
/** Words as people write them, in capitals, in small letters or with a capital first: chance mixes them. */
const WORDS = /(?:[A-Z]?[a-z]+|[A-Z]+)(?:[ ^,.'-]{1,2}(?:[A-Z]?[a-z]+|[A-Z]+))*/g

/** Runs of words in letters that go up and down, in one byte each or in two; those of chance are one in some megabytes. */
export function listTextRuns(data: Uint8Array, start: number, end: number): TextRun[] {
  const runs: TextRun[] = []
  let from = start
  for (let i = start; i <= end; i++) {
    const byte = i < end ? data[i]! : 0xff
    if (isSmallLetter(byte) || isNameSign(byte)) continue
    if (i - from >= LEAST_SIGNS) runs.push(...wordsIn(data, from, i))
    from = i + 1
  }
  return [...runs, ...listWideRuns(data, start, end)].sort((a, b) => a.start - b.start)
}

function wordsIn(data: Uint8Array, start: number, end: number): TextRun[] {
  const text = Array.from(data.subarray(start, end), (byte) => String.fromCharCode(byte)).join('')
  return listMatches(WORDS, text, (words, at) => ({ start: start + at, end: start + at + words.length })).filter(
    (run) => run.end - run.start >= LEAST_SIGNS && turnsOften(data, run.start, run.end),
  )
}

function listWideRuns(data: Uint8Array, start: number, end: number): TextRun[] {
  const runs: TextRun[] = []
  for (let i = start; i + 1 < end; i++) {
    if (data[i + 1] !== 0 || !isSmallLetter(data[i]!)) continue
    let next = i
    while (next + 1 < end && data[next + 1] === 0 && isSmallLetter(data[next]!)) next += 2
    if (next - i >= 2 * LEAST_WIDE_LETTERS) runs.push({ start: i, end: next })
    i = next
  }
  return runs
}

function turnsOften(data: Uint8Array, start: number, end: number): boolean {
  let turns = 0
  for (let i = start + 2; i < end; i++) {
    const before = (data[i - 1]! | 0x20) - (data[i - 2]! | 0x20)
    if (before * ((data[i]! | 0x20) - (data[i - 1]! | 0x20)) < 0) turns++
  }
  return turns * 4 >= end - start
}
