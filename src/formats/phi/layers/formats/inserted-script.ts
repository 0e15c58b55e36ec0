// A few words of another script in a line of Latin letters: in a note they are the name of a person in the person's own script.
import { RANK } from '../../candidate.ts'
import { hashWord } from '../../fold.ts'
import { lookUp } from '../../lexicon.ts'
import { LEX } from '../../lexicon-bits.ts'
import type { LayerContext } from '../layer.ts'

/** Cyrillic, Armenian, Hebrew, Arabic, Devanagari, Thai, Georgian, kana, Han, Hangul; not Greek, whose letters medicine uses as symbols. */
const SCRIPT = /[\u0400-\u0589\u05d0-\u06ff\u0900-\u097f\u0e00-\u0e7f\u10a0-\u10ff\u3041-\u30ff\u3400-\u9fff々\uac00-\ud7a3]/
const RUN =
  /[\u0400-\u0589\u05d0-\u06ff\u0900-\u097f\u0e00-\u0e7f\u10a0-\u10ff\u3041-\u30ff\u3400-\u9fff々\uac00-\ud7a3]{1,30}(?:[ ·・.'’-]{1,2}[\u0400-\u0589\u05d0-\u06ff\u0900-\u097f\u0e00-\u0e7f\u10a0-\u10ff\u3041-\u30ff\u3400-\u9fff々\uac00-\ud7a3]{1,30}){0,3}/gu
/** On each side of the run. */
const REACH = 200
/** Words of everyday language in the line that make it a note. */
const LEAST_WORDS = 2
const LEAST_LETTERS = 2

export function findInsertedScript({ tokens: { text }, found }: LayerContext): void {
  if (!SCRIPT.test(text)) return
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const end = index + run.length
    const before = text
      .slice(Math.max(0, index - REACH), index)
      .split('\n')
      .at(-1)!
    const behind = text.slice(end, end + REACH).split('\n')[0]!
    if (run.length < LEAST_LETTERS || !isInserted(run, before, behind)) continue
    found.push({ start: index, end, category: 'name', score: 0.7, rule: 'script/inserted', rank: RANK.pattern })
  }
}

function isInserted(run: string, before: string, behind: string): boolean {
  const line = `${before} ${behind}`
  if (SCRIPT.test(line) || (line.match(/[a-z]/gi)?.length ?? 0) < run.length) return false
  if (endsWithName(before)) return true
  const words = line.match(/(?<![\p{L}'])[a-z]{2,20}(?![\p{L}'])/gu) ?? []
  return words.filter((word) => (lookUp(hashWord(word)) & LEX.common) !== 0).length >= LEAST_WORDS
}

/** A word with a capital before the run, as in `Ms. Kim 김영희` and `Nguyễn Văn An (阮文安)`. */
function endsWithName(before: string): boolean {
  let end = before.length
  for (const signs of [' ', '(/', ' ', '.']) if (end > 0 && signs.includes(before[end - 1]!)) end--
  let start = end
  while (start > 0 && /\p{L}/u.test(before[start - 1]!)) start--
  return /\p{Lu}/u.test(before.slice(start, end))
}
