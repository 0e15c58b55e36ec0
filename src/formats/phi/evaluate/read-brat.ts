// Annotations in brat's standoff format: `T1<TAB>NAME 10 15;18 20<TAB>text`. Offsets are code points of a text that stands elsewhere.
import { ProblemError } from '../../../core/problem.ts'
import { type AnnotatedDocument, type AnnotatedSpan, categoryOfLabel, codePointOffsets, type LabelRules } from './annotation.ts'

/** One document. Relations, events, attributes and notes are passed over. @throws ProblemError `unreadable_input` with the line */
export function readBrat(source: string, text: string, rules: LabelRules): AnnotatedDocument {
  const toUnits = codePointOffsets(text)
  const spans: AnnotatedSpan[] = []
  const ignore: [number, number][] = []
  for (const [i, line] of source
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === '' || /^[REAMNWFE*#]/.test(line)) continue
    const match = /^T\d{1,9}\t([^\s]{1,100}) ([\d ;]{3,1000})\t(.*)$/.exec(line)
    if (!match) throw refuse(i + 1, 'The line is no annotation of brat.')
    const ranges = match[2]!.split(';').map((range) => readRange(range, toUnits, i + 1))
    const stated = ranges.map(([start, end]) => text.slice(start, end)).join(' ')
    if (stated.replace(/\s/g, ' ') !== match[3]!.replace(/\s/g, ' '))
      throw refuse(i + 1, 'The text of an annotation does not stand at its offsets.')
    const category = categoryOfLabel(match[1]!, rules)
    for (const [start, end] of ranges) {
      if (category === undefined) ignore.push([start, end])
      else spans.push({ start, end, category })
    }
  }
  return { id: undefined, text, spans, ignore, traps: [] }
}

function readRange(range: string, toUnits: (offset: number) => number | undefined, line: number): [number, number] {
  const match = /^(\d{1,9}) (\d{1,9})$/.exec(range.trim())
  const start = match ? toUnits(Number(match[1])) : undefined
  const end = match ? toUnits(Number(match[2])) : undefined
  if (start === undefined || end === undefined || end <= start) throw refuse(line, 'An annotation has no place in the text.')
  return [start, end]
}

function refuse(line: number, message: string): ProblemError {
  return new ProblemError(message, { code: 'unreadable_input', at: { line, path: `line ${line}` } })
}
