// Words among bytes that are meant for samples and tables: letters that go up and down as no curve does.
import { listMatches } from '../../../../core/list-matches.ts'
import { isLetter, isNameSign } from '../words/name-bytes.ts'

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
    if (!isLetter(small) || (stride === 2 && i + 1 < end && data[i + 1] !== 0)) {
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

/** Shorter runs occur by chance in every few kilobytes of coded samples. */
const LEAST_SIGNS = 8
const LEAST_WIDE_LETTERS = 6
/** Words as people write them, in capitals, in small letters or with a capital first: chance mixes them. */
const WORDS = /(?:[A-Z]?[a-z]+|[A-Z]+)(?:[ ^,.'-]{1,2}(?:[A-Z]?[a-z]+|[A-Z]+))*/g

/** Runs of words in letters that go up and down, in one byte each or in two; those of chance are one in some megabytes. */
export function listTextRuns(data: Uint8Array, start: number, end: number): TextRun[] {
  const runs: TextRun[] = []
  // Of each run one of every eight signs is looked at.
  for (let i = start; i + LEAST_SIGNS <= end; ) {
    const at = i + LEAST_SIGNS - 1
    if (NAME_BYTES[data[at]!] === 0) {
      i = at + 1
      continue
    }
    let from = at
    while (from > i && NAME_BYTES[data[from - 1]!] === 1) from--
    let to = at + 1
    while (to < end && NAME_BYTES[data[to]!] === 1) to++
    if (to - from >= LEAST_SIGNS) runs.push(...wordsIn(data, from, to))
    i = to + 1
  }
  return [...runs, ...listWideRuns(data, start, end)].sort((a, b) => a.start - b.start)
}

const NAME_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => (isLetter(byte) || isNameSign(byte) ? 1 : 0))

function wordsIn(data: Uint8Array, start: number, end: number): TextRun[] {
  const text = Array.from(data.subarray(start, end), (byte) => String.fromCharCode(byte)).join('')
  return listMatches(WORDS, text, (words, at) => ({ words, start: start + at, end: start + at + words.length }))
    .filter((run) => readsAsName(run.words) && turnsOften(data, run.start, run.end))
    .map(({ start: from, end: to }) => ({ start: from, end: to }))
}

/** Excludes most runs of samples, each of which costs two decoded frames: coders repeat a few signs, and chance makes short words. */
function readsAsName(words: string): boolean {
  if (words.length < LEAST_SIGNS || new Set(words).size < LEAST_DISTINCT) return false
  const lengths = words.split(/[^A-Za-z]+/).map((word) => word.length)
  const letters = lengths.reduce((sum, length) => sum + length, 0)
  return Math.max(...lengths) >= LONG_WORD || (words.length >= LONG_RUN && letters >= MEAN_WORD * lengths.length)
}

const LEAST_DISTINCT = 5
const LONG_WORD = 6
const LONG_RUN = 12
const MEAN_WORD = 4

function listWideRuns(data: Uint8Array, start: number, end: number): TextRun[] {
  const runs: TextRun[] = []
  const isWide = (at: number): boolean => at + 1 < end && data[at + 1] === 0 && isLetter(data[at]!)
  for (let zero = data.indexOf(0, start + 1); zero >= 0 && zero < end; zero = data.indexOf(0, zero + 1)) {
    const from = zero - 1
    let to = from
    while (isWide(to)) to += 2
    if (to - from >= 2 * LEAST_WIDE_LETTERS) runs.push({ start: from, end: to })
    if (to > from) zero = to - 1
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
