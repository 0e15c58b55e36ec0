// Rich Text Format 1.9: control words, groups and escaped characters, so that a name is read as it is printed. All text of all groups is
// kept, that of authors and fonts too: what is searched in vain costs nothing.
import { type PlainText, PlainTextWriter } from './plain-text.ts'

/** What a reader sees in the place of a control word; of any other nothing. */
const SEEN: ReadonlyMap<string, string> = new Map([
  ...['par', 'line', 'row', 'sect', 'page', 'column'].map((word) => [word, '\n'] as const),
  ...['tab', 'cell', 'nestcell'].map((word) => [word, '\t'] as const),
  ...['emspace', 'enspace', 'qmspace'].map((word) => [word, ' '] as const),
])

/** Groups whose text is none of the page: it ends with the group. */
const DESTINATIONS = new Set(
  'author category colortbl comment company doccomm field fldinst fldrslt fonttbl footer footnote generator header info keywords manager operator pict stylesheet subject title'.split(
    ' ',
  ),
)

const CHARACTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ lquote: "'", rquote: "'", ldblquote: '"', rdblquote: '"', endash: '-', emdash: '-', bullet: '•' }),
)

const SYMBOLS: Readonly<Record<string, string>> = { '~': ' ', _: '-', '-': '', '\\': '\\', '{': '{', '}': '}' }

/** Undefined where no RTF begins. What stands before and behind it stays as it is. */
export function readRtf(given: string): PlainText | undefined {
  let begin = given.indexOf('{\\rtf')
  if (begin < 0) return undefined
  const writer = new PlainTextWriter(given)
  while (begin >= 0) begin = given.indexOf('{\\rtf', readDocument(writer, given, begin))
  return writer.finish()
}

/** @returns the end of the document: where its first group ends */
function readDocument(writer: PlainTextWriter, given: string, begin: number): number {
  /** Characters that stand behind \\u for readers that do not know it. */
  let replacements = 1
  let depth = 0
  const destinations: number[] = []
  let at = begin
  while (at >= 0) {
    if (given[at] === '\\') {
      const control = readControl(given, at)
      if (control.word === 'uc') replacements = Math.min(control.number ?? 1, 8)
      if (DESTINATIONS.has(control.word)) destinations.push(depth)
      const isUnicode = control.word === 'u' && control.number !== undefined
      at = isUnicode ? writeUnicode(writer, given, at, control, replacements) : write(writer, at, control)
    } else {
      const isEnd = given[at] === '}' && destinations.at(-1) === depth
      if (isEnd) destinations.pop()
      depth += given[at] === '{' ? 1 : given[at] === '}' ? -1 : 0
      writer.cut(at, at + 1, isEnd ? '\n' : '')
      at++
      if (depth === 0) return at
    }
    at = nextSign(given, at)
  }
  return given.length
}

function nextSign(given: string, from: number): number {
  for (let at = from; at < given.length; at++) {
    const code = given.charCodeAt(at)
    // Line ends of the file are none of the text.
    if (code === 0x5c || code === 0x7b || code === 0x7d || code === 0x0a || code === 0x0d) return at
  }
  return -1
}

interface Control {
  readonly end: number
  readonly word: string
  readonly number: number | undefined
  /** A character of the text, such as \'e9 and \~. */
  readonly character: string | undefined
}

const WINDOWS_1252 = new TextDecoder('windows-1252')

function readControl(given: string, at: number): Control {
  const found = /^\\([A-Za-z]{1,32})(-?[0-9]{1,10})? ?/.exec(given.slice(at, at + 48))
  if (found) {
    const word = found[1]!
    return {
      end: at + found[0].length,
      word,
      number: found[2] === undefined ? undefined : Number(found[2]),
      character: CHARACTERS.get(word),
    }
  }
  const symbol = given[at + 1] ?? ''
  const none = { word: '', number: undefined }
  const hexadecimal = symbol === "'" ? /^[0-9A-Fa-f]{2}$/.exec(given.slice(at + 2, at + 4)) : null
  if (hexadecimal) return { ...none, end: at + 4, character: WINDOWS_1252.decode(Uint8Array.of(Number.parseInt(hexadecimal[0], 16))) }
  if (symbol === '\n' || symbol === '\r') return { ...none, end: at + 2, word: 'par', character: undefined }
  return { ...none, end: Math.min(at + 2, given.length), character: SYMBOLS[symbol] }
}

function write(writer: PlainTextWriter, at: number, { end, word, character }: Control): number {
  if (character !== undefined && character !== '') writer.replace(at, end, character)
  else writer.cut(at, end, SEEN.get(word) ?? '')
  return end
}

function writeUnicode(writer: PlainTextWriter, given: string, at: number, { end, number }: Control, replacements: number): number {
  let behind = end
  for (let i = 0; i < replacements && behind < given.length && !/[{}\r\n]/.test(given[behind]!); i++) {
    if (given[behind] !== '\\') behind++
    else if (given[behind + 1] === "'") behind += 4
    else break
  }
  writer.replace(at, Math.min(behind, given.length), String.fromCharCode((number! + 0x10000) & 0xffff))
  return Math.min(behind, given.length)
}
