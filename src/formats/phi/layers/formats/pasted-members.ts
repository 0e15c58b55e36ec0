// Members of JSON and elements of XML in a text, such as those of FHIR and CDA: their names tell what stands in them.
import { spend } from '../../budget.ts'
import { RANK } from '../../candidate.ts'
import { PHI_CATEGORIES, type PhiCategory } from '../../category.ts'
import { readHeader } from '../../table/column-names.ts'
import type { LayerContext } from '../layer.ts'

/** Names of FHIR and CDA that say nothing over a column of a table. */
const PARTS: ReadonlyMap<string, PhiCategory> = new Map([
  ['family', 'name'],
  ['given', 'name'],
  ['birthTime', 'date'],
  ['streetAddressLine', 'location'],
  ['streetName', 'location'],
  ['houseNumber', 'location'],
])

const SCORE = 0.95
/** A longer value is none of one of these kinds. */
const MAX_VALUE = 500
const MAX_NAME = 60

export function findPastedMembers(context: LayerContext): void {
  const { text } = context.tokens
  for (let colon = text.indexOf('":'); colon >= 0; colon = text.indexOf('":', colon + 2)) readMember(context, colon)
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) readElement(context, at)
}

/** `"patientName": "…"`, `"given": ["…", "…"]`. */
function readMember(context: LayerContext, colon: number): void {
  const { text } = context.tokens
  const key = text.slice(Math.max(0, colon - MAX_NAME), colon)
  const quote = key.lastIndexOf('"')
  const category = quote < 0 ? undefined : categoryOf(context, key.slice(quote + 1))
  if (category === undefined) return
  let at = skipBlanks(text, colon + 2)
  if (text[at] !== '[') {
    readValue(context, at, category)
    return
  }
  const last = at + MAX_VALUE
  do {
    const end = readValue(context, skipBlanks(text, at + 1), category)
    if (end === undefined) return
    at = skipBlanks(text, end)
  } while (text[at] === ',' && at < last)
}

/** @returns the end of the value with its quotes; undefined where there is none */
function readValue(context: LayerContext, at: number, category: PhiCategory): number | undefined {
  const { text } = context.tokens
  const isText = text[at] === '"'
  const start = isText ? at + 1 : at
  let end = start
  while (end < text.length && end - start <= MAX_VALUE && (isText ? text[end] !== '"' : isNumberUnit(text[end]))) end++
  if (end === start || end - start > MAX_VALUE || (isText && text[end] !== '"')) return undefined
  addValue(context, start, end, category, 'record/json')
  return isText ? end + 1 : end
}

/** `<family>…</family>` and `<family value="…"/>`. */
function readElement(context: LayerContext, at: number): void {
  const { text } = context.tokens
  const head = /^<(?:[A-Za-z0-9]{1,20}:)?([A-Za-z_][A-Za-z0-9_.-]{0,50})(?=[\s/>])/.exec(text.slice(at, at + 80))
  const category = head ? categoryOf(context, head[1]!) : undefined
  if (!head || category === undefined) return
  const inside = text.slice(at + head[0].length, at + head[0].length + MAX_VALUE)
  const value = /^[^<>]{0,100}?\s(?:value|extension)="([^"<]{1,400})"/.exec(inside)
  if (value) {
    const end = at + head[0].length + value[0].length - 1
    addValue(context, end - value[1]!.length, end, category, 'record/xml')
  }
  const close = inside.indexOf('>')
  const next = inside.indexOf('</', close + 1)
  if (close < 0 || inside[close - 1] === '/' || next < 0 || inside.slice(close + 1, next).includes('<')) return
  const start = at + head[0].length
  addValue(context, start + close + 1, start + next, category, 'record/xml')
}

function categoryOf(context: LayerContext, name: string): PhiCategory | undefined {
  spend(context.budget, 8)
  const meaning = PARTS.get(name) ?? readHeader(name)?.meaning
  return meaning !== undefined && (PHI_CATEGORIES as readonly string[]).includes(meaning) ? (meaning as PhiCategory) : undefined
}

const LETTERED: ReadonlySet<PhiCategory> = new Set(['name', 'location', 'organization', 'facility', 'profession', 'email', 'url'])

/** Adds what stands in [start, end), without the blanks around it, where it can be of its kind. */
export function addValue({ tokens, found }: LayerContext, start: number, end: number, category: PhiCategory, rule: string): void {
  let from = start
  let to = end
  while (from < to && tokens.text[from] === ' ') from++
  while (to > from && tokens.text[to - 1] === ' ') to--
  const value = tokens.text.slice(from, to)
  // Numbers have digits and names have letters: another value is none of its kind.
  const fits = LETTERED.has(category) ? /[\p{L}\p{N}]/u.test(value) : /\p{N}/u.test(value)
  if (fits && value !== '""') found.push({ start: from, end: to, category, score: SCORE, rule, rank: RANK.labelled })
}

/** A value without quotes is a number; null, true and false are nobody's. */
function isNumberUnit(unit: string | undefined): boolean {
  return unit !== undefined && /[0-9.]/.test(unit)
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at - from < 200 && (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t')) at++
  return at
}
