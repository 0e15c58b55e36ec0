// JSON.parse for texts from outside. V8 13.6 (Node 24) misreads a name that is written with escapes: after an object with the name `\u00`, written
// `"\\u00"`, it takes `"\u006eame"` behind the same members for `\u00` too. One caller could so change how the JSON of another one is read.

/**
 * The value of a JSON text, as JSON.parse should read it.
 * @throws SyntaxError whose message may quote the text
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return hasEscapedName(text) ? build(text) : value
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Looks only at strings with a backslash, from there to their end. The text is JSON. */
function hasEscapedName(text: string): boolean {
  for (let at = text.indexOf('\\'); at >= 0; ) {
    const end = stringEnd(text, at)
    if (text[skipBlank(text, end)] === ':') return true
    at = text.indexOf('\\', end)
  }
  return false
}

/** @param at inside of a string, not behind a single backslash */
function stringEnd(text: string, at: number): number {
  let end = at
  for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(end)) end += code === BACKSLASH ? 2 : 1
  return end + 1
}

function skipBlank(text: string, at: number): number {
  let next = at
  while (text.charCodeAt(next) <= 0x20) next++
  return next
}

interface OpenValue {
  readonly value: unknown[] | Record<string, unknown>
  /** Of the member whose value is next. */
  name: string
}

/** Builds the value member by member. The text is JSON. */
function build(text: string): unknown {
  const open: OpenValue[] = []
  let at = 0
  for (;;) {
    at = skipBlank(text, at)
    const sign = text[at]!
    if (sign === ',') at++
    else if (sign === '{' || sign === '[') {
      open.push({ value: sign === '{' ? {} : [], name: '' })
      at++
    } else if (sign === '}' || sign === ']') {
      const { value } = open.pop()!
      if (open.length === 0) return value
      add(open.at(-1)!, value)
      at++
    } else {
      const end = sign === '"' ? stringEnd(text, at + 1) : scalarEnd(text, at)
      const value: unknown = JSON.parse(text.slice(at, end))
      const parent = open.at(-1)
      if (!parent) return value
      const next = skipBlank(text, end)
      const isName = text[next] === ':'
      if (isName) parent.name = value as string
      else add(parent, value)
      at = isName ? next + 1 : end
    }
  }
}

function scalarEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && !/[\s,\]}]/.test(text[end]!)) end++
  return end
}

function add({ value: parent, name }: OpenValue, value: unknown): void {
  if (Array.isArray(parent)) parent.push(value)
  else if (name === '__proto__') Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true })
  else parent[name] = value
}
