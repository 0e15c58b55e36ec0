// Finds the members of a JSON text by their places, so that a long batch is cut into items without a tree of all its values in memory.

/** A value inside a text: from `start` to before `end`. */
export interface Slice {
  readonly start: number
  readonly end: number
}

/** The members of the object that a text is, by their names; undefined where it is no object. The text has been found to be JSON. */
export function sliceObject(text: string): Map<string, Slice> | undefined {
  let at = skipBlank(text, 0)
  if (text[at] !== '{') return undefined
  const members = new Map<string, Slice>()
  at = skipBlank(text, at + 1)
  while (text[at] !== '}') {
    const nameEnd = stringEnd(text, at)
    const name = JSON.parse(text.slice(at, nameEnd)) as string
    const start = skipBlank(text, skipBlank(text, nameEnd) + 1)
    const end = valueEnd(text, start)
    members.set(name, { start, end })
    at = skipBlank(text, end)
    if (text[at] === ',') at = skipBlank(text, at + 1)
  }
  return members
}

/** The elements of the list at a place of a text that sliceObject has passed; undefined where it is no list. */
export function sliceList(text: string, { start }: Slice): Slice[] | undefined {
  if (text[start] !== '[') return undefined
  const elements: Slice[] = []
  let at = skipBlank(text, start + 1)
  while (text[at] !== ']') {
    const end = valueEnd(text, at)
    elements.push({ start: at, end })
    at = skipBlank(text, end)
    if (text[at] === ',') at = skipBlank(text, at + 1)
  }
  return elements
}

/** The grammar has been checked: brackets close, strings end. */
function valueEnd(text: string, start: number): number {
  let depth = 0
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = stringEnd(text, at)
    else if (code === 0x7b || code === 0x5b) {
      depth++
      at++
    } else if (code === 0x7d || code === 0x5d) {
      depth--
      at++
    } else at = depth === 0 ? scalarEnd(text, at) : at + 1
    if (depth === 0) return at
  }
}

function scalarEnd(text: string, start: number): number {
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (Number.isNaN(code) || code <= 0x20 || code === 0x2c || code === 0x7d || code === 0x5d) return at
    at++
  }
}

function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1
  return at + 1
}

function skipBlank(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) <= 0x20) at++
  return at
}
