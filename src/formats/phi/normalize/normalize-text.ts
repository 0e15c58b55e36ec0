// Normalises a text for matching and keeps where each unit came from: what a reader takes for the same letter or digit becomes the same unit.
//
// Full-width and mathematical forms become ASCII, decimal digits of other scripts 0 to 9, base and combining mark one unit (NFC), look-alike
// Cyrillic and Greek letters inside a Latin word Latin ones; zero-width characters vanish, and control characters inside a word do.

export interface NormalizedText {
  readonly text: string
  /** Offset in the given text of each unit of `text`, and of its end; undefined where both are the same. */
  readonly offsets: Int32Array | undefined
}

/** Offset in the given text of the beginning of a unit. */
export function originalStart({ offsets }: NormalizedText, at: number): number {
  return offsets ? offsets[at]! : at
}

/** Offset in the given text behind the unit before `at`: combining marks and what vanished behind a unit go with it. */
export function originalEnd({ offsets }: NormalizedText, at: number): number {
  return offsets ? offsets[at]! : at
}

/** ASCII without the controls that are no white space. */
const ASCII_ONLY = /^[\t-\r\x20-\x7e]*$/

export function normalizeText(given: string): NormalizedText {
  if (ASCII_ONLY.test(given)) return { text: given, offsets: undefined }
  const offsets = new Int32Array(given.length + 1)
  const units: string[] = []
  let length = 0
  let plainFrom = 0
  const flush = (to: number) => {
    if (to <= plainFrom) return
    units.push(given.slice(plainFrom, to))
    for (let i = plainFrom; i < to; i++) offsets[length++] = i
  }
  for (let at = 0; at < given.length; ) {
    const code = given.charCodeAt(at)
    if ((code < 0xa0 && !isControl(code)) || (code > 0xad && code < 0x300)) {
      at++
      continue
    }
    const size = sizeOfCluster(given, at)
    const cluster = given.slice(at, at + size)
    const plain = isControl(code) ? controlBetween(given, at) : normalizeCluster(cluster)
    if (plain === cluster) {
      at += size
      continue
    }
    const base = isMark(code) && at > plainFrom ? at - 1 : at
    flush(base)
    const unit = base < at ? composeMark(given[base]!, cluster) : plain
    if (unit.length > 0) {
      units.push(unit)
      for (let i = 0; i < unit.length; i++) offsets[length++] = base
    }
    at += size
    plainFrom = at
  }
  flush(given.length)
  offsets[length] = given.length
  const text = replaceLookalikes(units.join(''))
  return { text, offsets: offsets.subarray(0, length + 1) }
}

function isControl(code: number): boolean {
  return code < 0x20 ? code < 9 || code > 13 : code === 0x7f
}

/** The first of a run stands for all of it: nothing where a reader sees none, a blank where a word ends. */
function controlBetween(text: string, at: number): string {
  if (at > 0 && isControl(text.charCodeAt(at - 1))) return ''
  let end = at + 1
  while (isControl(text.charCodeAt(end))) end++
  const around = text.slice(Math.max(0, at - 1), at) + text.slice(end, end + 1)
  return /^(?:\p{L}[\p{Lu}\d]|\d\p{L})$/u.test(around) ? ' ' : ''
}

function sizeOfCluster(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 0xd800 && code < 0xdc00 && at + 1 < text.length && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) return 2
  if (!isMark(code)) return 1
  // A run of marks on one letter is one cluster, cut where no script goes on.
  let size = 1
  while (size < 8 && isMark(text.charCodeAt(at + size))) size++
  return size
}

function isMark(code: number): boolean {
  return code >= 0x300 && code < 0x370
}

function composeMark(base: string, marks: string): string {
  const composed = (base + marks).normalize('NFC')
  return composed.length === 1 ? composed : base
}

function normalizeCluster(cluster: string): string {
  const code = cluster.codePointAt(0)!
  if (code === 0xa0 || code === 0x202f || (code >= 0x2000 && code <= 0x200a) || code === 0x3000) return ' '
  if (code === 0xad || (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e)) return ''
  if ((code >= 0x2060 && code <= 0x2064) || code === 0xfeff || (code >= 0xfe00 && code <= 0xfe0f)) return ''
  if (code === 0x2028 || code === 0x2029) return '\n'
  if (code >= 0x2010 && code <= 0x2015) return '-'
  if (code === 0x2018 || code === 0x2019 || code === 0x02bc) return "'"
  if (code === 0x201c || code === 0x201d) return '"'
  if (isMark(code)) return ''
  if (code >= 0x660 && DECIMAL_DIGIT.test(cluster)) return String(digitValue(code))
  if ((code >= 0xff01 && code <= 0xff5e) || (code >= 0x1d400 && code <= 0x1d7ff) || (code >= 0x2460 && code <= 0x24ff)) {
    const plain = cluster.normalize('NFKC')
    return plain.length === 1 ? plain : cluster
  }
  return cluster
}

const DECIMAL_DIGIT = /^\p{Nd}/u

/** Decimal digits stand in runs of ten, and each run begins at a zero: go back to it. */
function digitValue(code: number): number {
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10
  let value = 0
  while (value < 9 && DECIMAL_DIGIT.test(String.fromCodePoint(code - value - 1))) value++
  return value
}

/** Look-alike and Latin letter in turn. */
const LOOKALIKE_PAIRS = 'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwАAВBЕEКKМMНHОOРPСCТTХXІIЅSЈJαaοoνvιiρpυuΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX'
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Array.from({ length: LOOKALIKE_PAIRS.length / 2 }, (_, i) => [LOOKALIKE_PAIRS[i * 2]!, LOOKALIKE_PAIRS[i * 2 + 1]!] as const),
)

const MIXED_WORD = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

/** In words of Latin and other letters together, because a word of one script is written in it on purpose. */
function replaceLookalikes(text: string): string {
  if (!MIXED_WORD.test(text)) return text
  return text.replace(/[A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f]{2,64}/g, (word) => {
    if (!/[A-Za-z]/.test(word) || !MIXED_WORD.test(word)) return word
    let plain = ''
    for (const char of word) plain += LOOKALIKES.get(char) ?? char
    return plain
  })
}
