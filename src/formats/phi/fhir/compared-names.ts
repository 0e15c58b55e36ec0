// Names of persons in FHIRPath: a literal that is compared with an element of HumanName is a name, whatever its words.
import { listMatches } from '../../../core/list-matches.ts'
import { isApart, type Range } from '../ranges.ts'

/** Up to the literal of `family = 'Smith'`, `given.lower() != 'ada'`, `family.startsWith('Sm')`, `given.where($this = 'Ada')`, `family in ('Smith' | 'Brown')`. */
const BEFORE =
  /\b(?:family|given|name\.text)(?:\.value\b)?(?:\.[A-Za-z]{1,12}\(\)|\.(?:where|exists|all)\(\s{0,5}\$this){0,3}(?:\s{0,5}(?:!?[=~]|in\b)\s{0,5}\(?|\.(?:startsWith|endsWith|contains|matches|matchesFull|indexOf)\()\s{0,5}['"]/g
/** Between two literals of a collection. */
const BETWEEN = /^['"]\s{0,5}\|\s{0,5}['"]/
/** From the end of the literal of `'Smith' = name.family`. */
const BEHIND = /['"]\s{0,5}(?:!?[=~]|in\b)\s{0,5}(?:[A-Za-z]{1,40}\.){0,6}(?:family|given|name\.text)\b/g

const LONGEST = 80

/** The literals without their quotes, in order; none overlaps another. */
export function comparedNames(text: string): Range[] {
  if (!/['"]/.test(text)) return []
  const compared = listMatches(BEFORE, text, (match, at) => literalsFrom(text, at + match.length))
    .flat()
    .sort(byStart)
  const reversed = listMatches(BEHIND, text, (_, end) => ({ start: text.lastIndexOf(text[end]!, end - 1) + 1, end }))
  const others = reversed.filter((range) => range.start > 0 && isLiteral(range) && isApart(range, compared))
  return others.length === 0 ? compared : [...compared, ...others].sort(byStart)
}

function byStart(a: Range, b: Range): number {
  return a.start - b.start
}

/** One literal, or those of a collection. */
function literalsFrom(text: string, first: number): Range[] {
  const found: Range[] = []
  let literal = { start: first, end: endOfLiteral(text, first) }
  while (isLiteral(literal)) {
    found.push(literal)
    const between = BETWEEN.exec(text.slice(literal.end, literal.end + 12))
    if (!between) break
    const start = literal.end + between[0].length
    literal = { start, end: endOfLiteral(text, start) }
  }
  return found
}

/** The offset of the closing quote; -1 if there is none within LONGEST characters. */
function endOfLiteral(text: string, start: number): number {
  const quote = text[start - 1]
  let end = start
  while (end - start <= LONGEST && end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1
  return text[end] === quote ? end : -1
}

function isLiteral({ start, end }: Range): boolean {
  return end > start && end - start <= LONGEST
}
