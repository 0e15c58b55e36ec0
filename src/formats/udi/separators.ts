// Separators as scanners, keyboards and software write them: one control character inside, offsets of the given text kept.

export const GS = '\x1d'
export const RS = '\x1e'
export const EOT = '\x04'

/** A text with control characters for separators, and where each character stands in the text as given. */
export interface Separated {
  readonly text: string
  /** Offset in the given text of each character, and the end. */
  readonly offsets: readonly number[]
  /** True if one kind of character that cannot be data was taken for the separator. */
  readonly isAssumed: boolean
}

/** Written forms, the longer first where one begins with another. */
const WRITTEN: readonly (readonly [written: string, control: string])[] = [
  ['^FNC1', GS],
  ['<FNC1>', GS],
  ['{FNC1}', GS],
  ['[FNC1]', GS],
  ['<GS>', GS],
  ['{GS}', GS],
  ['[GS]', GS],
  ['<RS>', RS],
  ['{RS}', RS],
  ['[RS]', RS],
  ['<EOT>', EOT],
  ['{EOT}', EOT],
  ['[EOT]', EOT],
  ['\\u001d', GS],
  ['\\u001e', RS],
  ['\\u0004', EOT],
  ['\\x1d', GS],
  ['\\x1e', RS],
  ['\\x04', EOT],
  ['\\029', GS],
  ['\\035', GS],
  ['\\F', GS],
  ['&#29;', GS],
  ['&#30;', RS],
  ['&#4;', EOT],
  ['&#x1d;', GS],
  ['~d029', GS],
  ['~029', GS],
  ['~1', GS],
  ['^]', GS],
  ['^^', RS],
  ['^', GS],
  ['|', GS],
  ['\u241d', GS],
  ['\u241e', RS],
  ['\u2404', EOT],
  ['\u2194', GS],
  ['\u22f9', GS],
  ['\xe8', GS],
]
const BY_FIRST = new Map<number, (readonly [written: string, control: string])[]>()
for (const row of WRITTEN) {
  const code = row[0].charCodeAt(0)
  BY_FIRST.set(code, [...(BY_FIRST.get(code) ?? []), row])
}
/** What is never data of GS1 and stands for a separator with some scanners; taken for one only if it is the one kind there is. */
const UNUSUAL = /[#$@[\\\]`{}~ \x80-\uffff]/g

/** @param base offset of `given` in the text as given */
export function readSeparators(given: string, base: number): Separated {
  let text = ''
  const offsets: number[] = []
  for (let at = 0; at < given.length; ) {
    const row = BY_FIRST.get(given.charCodeAt(at))?.find(([written]) => startsWith(given, written, at))
    offsets.push(base + at)
    text += row ? row[1] : given[at]
    at += row ? row[0].length : 1
  }
  offsets.push(base + given.length)
  // Component and part identifiers (AI 8010) may hold a number sign.
  if (text.includes(GS) || text.startsWith('8010')) return { text, offsets, isAssumed: false }
  const unusual = new Set(text.match(UNUSUAL))
  if (unusual.size !== 1) return { text, offsets, isAssumed: false }
  return { text: text.replaceAll([...unusual][0]!, GS), offsets, isAssumed: true }
}

/** Letters of an escape such as \u001D are of either case. */
function startsWith(text: string, written: string, at: number): boolean {
  if (text.startsWith(written, at)) return true
  return /^[\\&]/.test(written) && text.slice(at, at + written.length).toLowerCase() === written.toLowerCase()
}
