// The XHTML that a narrative may hold (R4 2.4.0): elements, attributes, well-formedness, and that it says something.
import type { Context, Visit } from './context.ts'

const ELEMENTS = new Set(
  (
    'a abbr acronym address b bdo big blockquote br caption cite code col colgroup dd del dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd ' +
    'li map area ol p pre q samp small span strong sub sup table tbody td tfoot th thead tr tt ul var'
  ).split(' '),
)
const ATTRIBUTES = new Set(
  (
    'abbr accesskey align alt axis bgcolor border cellhalign cellpadding cellspacing cellvalign char charoff charset cite class colspan coords ' +
    'datetime dir frame headers height href hreflang id ID ismap lang longdesc name nowrap rel rev rowspan rules scope shape span src start ' +
    'style summary tabindex target title type usemap valign value width xml:lang xml:space xmlns'
  ).split(' '),
)
const XHTML = 'http://www.w3.org/1999/xhtml'
const MAX_DEPTH = 200

const TOKEN =
  /<!--(?:[^-]|-(?!->))*-->|<\/([A-Za-z][\w:-]*)\s*>|<([A-Za-z][\w:-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|<\?[^?]*\?>/y
const ATTRIBUTE = /\s*([\w:-]+)\s*=\s*("[^"<]*"|'[^'<]*')/gy
/** Those of XML: a narrative has no document type that could define more (R4 2.4.1). */
const ENTITY = /&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|(?:amp|lt|gt|quot|apos));/y

/** @returns whether a narrative may have an element or an attribute of the name */
export function isXhtmlName(name: string, kind: 'element' | 'attribute'): boolean {
  return (kind === 'element' ? ELEMENTS : ATTRIBUTES).has(name)
}

/** What is wrong with a narrative, in words of the rule; undefined where nothing is. */
export function checkXhtml(div: string): string | undefined {
  const open: string[] = []
  let hasContent = false
  let closed = false
  let at = /^\s*(?:<\?xml[^?]*\?>\s*)?/.exec(div)![0].length
  while (at < div.length) {
    if (div.charCodeAt(at) === 0x3c) {
      TOKEN.lastIndex = at
      const match = TOKEN.exec(div)
      if (!match) return 'XHTML that is well formed'
      const [token, end, start, attributes = '', slash] = match
      at += token.length
      if (start !== undefined) {
        if (closed) return 'one div and nothing behind it'
        const error = checkStart(start, attributes, open.length === 0)
        if (error !== undefined) return error
        if (start === 'img') hasContent = true
        if (slash === '') {
          open.push(start)
          if (open.length > MAX_DEPTH) return `at most ${MAX_DEPTH} levels`
        } else if (open.length === 0) closed = true
      } else if (end !== undefined) {
        if (open.pop() !== end) return 'XHTML whose elements are closed in order'
        if (open.length === 0) closed = true
      }
      continue
    }
    const next = div.indexOf('<', at)
    const text = div.slice(at, next < 0 ? div.length : next)
    if (!areEntities(text)) return 'character references that are known'
    if (/\S/.test(text)) {
      if (open.length === 0) return 'exactly one div and nothing else'
      hasContent = true
    }
    at += text.length
  }
  if (!closed) return 'XHTML that is well formed'
  return hasContent ? undefined : 'a narrative that says something'
}

function checkStart(name: string, attributes: string, isRoot: boolean): string | undefined {
  if (isRoot && name !== 'div') return 'a div as the outermost element'
  if (!ELEMENTS.has(name)) return 'XHTML elements that are allowed in a narrative'
  let namespace: string | undefined
  for (const [, key, value] of attributes.matchAll(ATTRIBUTE)) {
    if (!ATTRIBUTES.has(key!)) return 'XHTML attributes that are allowed in a narrative'
    if (!areEntities(value!)) return 'character references that are known'
    if (key === 'xmlns') namespace = value!.slice(1, -1)
    if ((key === 'href' || key === 'src') && /^.\s*(?:javascript|vbscript)\s*:/i.test(value!)) return 'links without script'
  }
  if (isRoot && namespace !== XHTML) return `a div in the namespace ${XHTML}`
  return undefined
}

function areEntities(text: string): boolean {
  for (let i = text.indexOf('&'); i >= 0; i = text.indexOf('&', i + 1)) {
    ENTITY.lastIndex = i
    if (!ENTITY.test(text)) return false
  }
  return true
}

/** A text of a narrative that is not white space alone. */
export interface NarrativeText {
  /** Of the elements around it, those that have one. */
  readonly classes: readonly string[]
  /** Of the innermost element around it that has one, the outermost div aside. */
  readonly language: string | undefined
}

/** The texts of a div, up to where it is not well formed. */
export function* narrativeTexts(div: string): Generator<NarrativeText> {
  const open: NarrativeText[] = [{ classes: [], language: undefined }]
  for (let at = 0; at < div.length; ) {
    const around = open.at(-1)!
    if (div.charCodeAt(at) !== 0x3c) {
      const next = div.indexOf('<', at)
      const end = next < 0 ? div.length : next
      if (/\S/.test(div.slice(at, end))) yield around
      at = end
      continue
    }
    TOKEN.lastIndex = at
    const match = TOKEN.exec(div)
    if (!match) return
    const [token, end, start, attributes = '', slash] = match
    at += token.length
    if (end !== undefined && open.length > 1) open.pop()
    if (start === undefined || slash !== '') continue
    const own = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, value.slice(1, -1)]))
    const name = own.get('class')
    const language = open.length > 1 ? (own.get('xml:lang') ?? own.get('lang')) : undefined
    open.push({ classes: name === undefined ? around.classes : [...around.classes, name], language: language ?? around.language })
  }
}

/** Judges the div of a Narrative. */
export function checkNarrative({ issues }: Context, { value, path }: Visit): void {
  if (!issues.checks('narrative') || typeof value !== 'string') return
  const expected = checkXhtml(value)
  if (expected !== undefined) issues.add('xhtml', path, { expected })
}
