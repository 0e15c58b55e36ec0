// Lays JSON out as JSON.stringify with an indent of 2 does, without reading it: its end may be missing, and numbers stay as they were written.

const TOKENS = /"(?:[^"\\]+|\\.?)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs

/** @param most length of what is returned, about */
export function indentJson(json: string, most: number): string {
  const pieces: string[] = []
  let length = 0
  let depth = 0
  let last = ''
  for (const [token] of json.matchAll(TOKENS)) {
    const isEnd = token === '}' || token === ']'
    if (isEnd) depth--
    const isOpened = last === '{' || last === '['
    // An empty object or array stays on its line.
    const breaks = isEnd ? !isOpened : isOpened || last === ','
    const piece = `${breaks ? `\n${'  '.repeat(Math.max(0, depth))}` : ''}${token}${token === ':' ? ' ' : ''}`
    pieces.push(piece)
    length += piece.length
    if (length >= most) break
    if (token === '{' || token === '[') depth++
    last = token
  }
  return pieces.join('')
}
