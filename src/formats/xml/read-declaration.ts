// The XML declaration at the beginning of a document (XML 1.0, 2.8 and 2.9).
import type { XmlDeclaration } from './node.ts'

const BLANK = /[ \t\r\n]*/y
const NAME = /[a-z]+/y
const VALUE = /"[^"<&]*"|'[^'<&]*'/y
/** The pseudo-attributes in the only order that is allowed, and what each may hold. */
const MEMBERS: readonly (readonly [name: string, value: RegExp])[] = [
  ['version', /^1\.[0-9]+$/],
  ['encoding', /^[A-Za-z][\w.-]*$/],
  ['standalone', /^(?:yes|no)$/],
]

/** @returns null if there is none, or the place of what is wrong in it */
export function readDeclaration(text: string): XmlDeclaration | { readonly wrongAt: number } | null {
  if (!/^<\?xml[ \t\r\n]/.test(text)) return null
  const values = new Map<string, string>()
  let at = 5
  let next = 0
  for (;;) {
    const start = skip(text, at)
    if (text.startsWith('?>', start)) {
      if (!values.has('version')) return { wrongAt: start }
      const standalone = values.get('standalone')
      return {
        version: values.get('version')!,
        encoding: values.get('encoding') ?? null,
        standalone: standalone === undefined ? null : standalone === 'yes',
        end: start + 2,
      }
    }
    if (start === at) return { wrongAt: start }
    const name = match(NAME, text, start)
    const rank = MEMBERS.findIndex(([member]) => member === name)
    if (name === undefined || rank < next) return { wrongAt: start }
    const equals = skip(text, start + name.length)
    if (text[equals] !== '=') return { wrongAt: equals }
    const valueStart = skip(text, equals + 1)
    const quoted = match(VALUE, text, valueStart)
    if (quoted === undefined || !MEMBERS[rank]![1].test(quoted.slice(1, -1))) return { wrongAt: valueStart }
    values.set(name, quoted.slice(1, -1))
    next = rank + 1
    at = valueStart + quoted.length
  }
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function skip(text: string, at: number): number {
  return at + (match(BLANK, text, at)?.length ?? 0)
}
