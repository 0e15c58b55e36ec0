// JSON and NDJSON: strings and other scalars, not keys. Layout and escapes of what stays are copied.
import { ProblemError } from '../../../../core/problem.ts'
import { writeJsonScalar } from '../../markup/json-scalars.ts'
import type { LeafDocument, PlacedLeaf } from './leaf-document.ts'
import { writePlaced } from './leaf-document.ts'

/** The key or position where the walk is in an object or array. */
interface Level {
  readonly isObject: boolean
  name: string
  position: number
}

const BACKSLASH = 92

/** @throws ProblemError `unreadable_input` for a text that is neither JSON nor JSON line by line */
export function jsonLeaves(text: string): LeafDocument {
  checkJsonText(text)
  const levels: Level[] = [{ isObject: false, name: '', position: 0 }]
  const leaves: PlacedLeaf[] = []
  for (const { token, index } of tokensOf(text)) {
    const level = levels.at(-1)!
    if (token === '{' || token === '[') levels.push({ isObject: token === '{', name: '', position: 0 })
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',') level.position++
    else if (token[0] === '"' && level.isObject && isKey(text, index + token.length)) level.name = JSON.parse(token) as string
    else leaves.push(leafOf(token, index, levels))
  }
  return { leaves, write: (texts) => writePlaced(text, leaves, texts) }
}

/** Strings are scanned by hand: a pattern that repeats alternatives needs stack for each character, and strings have megabytes of base64. */
function* tokensOf(text: string): Generator<{ readonly token: string; readonly index: number }> {
  // Brackets, commas, scalars, and the quotes that open strings.
  const pattern = /[{}[\],"]|[^\s{}[\],:"]+/g
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    if (found[0] === '"') pattern.lastIndex = endOfString(text, found.index)
    yield { token: text.slice(found.index, pattern.lastIndex), index: found.index }
  }
}

/** Behind the closing quote: the first one with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let at = quote
    while (text.charCodeAt(at - 1) === BACKSLASH) at--
    if ((quote - at) % 2 === 0) return quote + 1
  }
  return text.length
}

function leafOf(token: string, start: number, levels: readonly Level[]): PlacedLeaf {
  const isString = token[0] === '"'
  return {
    place: pointerOf(levels),
    frame: `${isString ? 'string' : 'scalar'} ${pointerOf(levels)}`,
    text: isString ? (JSON.parse(token) as string) : token,
    start,
    end: start + token.length,
    encode: isString ? (value) => JSON.stringify(value) : writeJsonScalar,
  }
}

/** JSON pointer (RFC 6901); of the whole document where it is one value. */
function pointerOf(levels: readonly Level[]): string {
  return levels
    .slice(1)
    .map(({ isObject, name, position }) => `/${isObject ? name.replaceAll('~', '~0').replaceAll('/', '~1') : position}`)
    .join('')
}

function isKey(text: string, from: number): boolean {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++
  return text[at] === ':'
}

function checkJsonText(text: string): void {
  if (isJson(text)) return
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length > 0 && lines.every(isJson)) return
  throw new ProblemError('The document is not JSON.', { code: 'unreadable_input' })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
