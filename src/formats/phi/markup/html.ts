// Tags and character references of HTML and of the narratives of FHIR and CDA, which are a part of it. Only tags that say nothing but how
// the text looks are markup; one with an attribute that may hold a value is left to be searched.
import { type PlainText, PlainTextWriter } from './plain-text.ts'

const INLINE =
  'a abbr b bdi bdo big center code content del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup tt u var wbr'
const CELLS = 'td th'
const BLOCKS =
  'article aside blockquote body br caption col colgroup dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 head header hr html item li list main nav ol p paragraph pre section summary table tbody tfoot thead title tr ul'

/** What a reader sees in the place of a tag. */
const SEEN: ReadonlyMap<string, string> = new Map([
  ...INLINE.split(' ').map((name) => [name, ''] as const),
  ...CELLS.split(' ').map((name) => [name, '\t'] as const),
  ...BLOCKS.split(' ').map((name) => [name, '\n'] as const),
])

const LOOKS = new Set(
  'align bgcolor border cellpadding cellspacing class color colspan dir face height hspace lang nowrap rowspan size style stylecode valign vspace width xmlns'.split(
    ' ',
  ),
)

const MAX_TAG = 500
const MAX_REFERENCE = 12

const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const REFERENCES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, i) => [name, String.fromCharCode(0xa0 + i)] as const),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    colon: ':',
    comma: ',',
    period: '.',
    commat: '@',
    lpar: '(',
    rpar: ')',
  }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', ndash: '–', mdash: '—', hyphen: '-', dash: '-', sol: '/', num: '#' }),
  ...Object.entries({
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    Tab: '\t',
    NewLine: '\n',
    zwnj: '',
    zwj: '',
    lrm: '',
    rlm: '',
    Scaron: 'Š',
    scaron: 'š',
  }),
  ...Object.entries({ OElig: 'Œ', oelig: 'œ', Yuml: 'Ÿ', Zcaron: 'Ž', zcaron: 'ž', Ccaron: 'Č', ccaron: 'č', lstrok: 'ł', Lstrok: 'Ł' }),
])

/** Undefined where there is neither. */
export function readHtml(given: string): PlainText | undefined {
  if (!given.includes('<') && !given.includes('&')) return undefined
  const writer = new PlainTextWriter(given)
  for (let at = nextSign(given, 0); at >= 0; at = nextSign(given, at)) {
    const end = given[at] === '<' ? readTags(writer, given, at) : readReference(writer, given, at)
    at = end ?? at + 1
  }
  return writer.finish()
}

function nextSign(given: string, from: number): number {
  for (let at = from; at < given.length; at++) {
    const code = given.charCodeAt(at)
    if (code === 0x3c || code === 0x26) return at
  }
  return -1
}

function readReference(writer: PlainTextWriter, given: string, at: number): number | undefined {
  const [name = '', behind] = given.slice(at + 1, at + MAX_REFERENCE).split(';', 2)
  const unit = behind === undefined ? undefined : meaningOf(name)
  if (unit === undefined) return undefined
  const end = at + name.length + 2
  writer.replace(at, end, unit)
  return end
}

function meaningOf(name: string): string | undefined {
  if (name[0] !== '#') return REFERENCES.get(name)
  const digits = /^#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}))$/i.exec(name)
  if (!digits) return undefined
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** Tags that follow each other are one: words on both sides of several are apart, those of one only where a capital begins. */
function readTags(writer: PlainTextWriter, given: string, at: number): number | undefined {
  let end = at
  let count = 0
  let seen = ''
  for (let tag = readTag(given, end); tag; tag = readTag(given, end)) {
    if (tag.seen > '' && seen !== '\n') seen = tag.seen
    end = tag.end
    count++
  }
  if (count === 0) return undefined
  const areWords = isWordUnit(writer.last(at)) && isWordUnit(given[end] ?? '')
  const isApart = areWords && (count > 1 || /^[^\p{Lu}]\p{Lu}$/u.test(writer.last(at) + given[end]!))
  writer.cut(at, end, seen === '' && isApart ? ' ' : seen)
  return end
}

function readTag(given: string, at: number): { end: number; seen: string } | undefined {
  if (given[at] !== '<') return undefined
  const head = /^<\/?([A-Za-z][A-Za-z0-9]{0,11})(?=[\s/>])/.exec(given.slice(at, at + 16))
  const seen = head ? SEEN.get(head[1]!.toLowerCase()) : undefined
  if (!head || seen === undefined) return undefined
  const inside = given.slice(at + head[0].length, at + MAX_TAG)
  const close = inside.indexOf('>')
  if (close < 0 || !isLook(inside.slice(0, close))) return undefined
  return { end: at + head[0].length + close + 1, seen }
}

/** Whether all attributes only say how it looks. A value with > in it ends the tag early, so that its rest is searched. */
function isLook(attributes: string): boolean {
  if (/^\s*\/?$/.test(attributes)) return true
  let rest = attributes
  for (;;) {
    const attribute = /^\s{0,20}([A-Za-z]{1,20})(?:=(?:"[^"<]{0,400}"|'[^'<]{0,400}'|[^\s"'<>]{0,60}))?/.exec(rest)
    if (!attribute || !LOOKS.has(attribute[1]!.toLowerCase())) return /^\s*\/?$/.test(rest)
    rest = rest.slice(attribute[0].length)
  }
}

function isWordUnit(unit: string): boolean {
  return /[\p{L}\p{N}]/u.test(unit)
}
