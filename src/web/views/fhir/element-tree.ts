// FHIR in JSON or XML as one tree of elements, every value as it was written. For documents that a tool has read: what is broken gives none.
import { xmlPieces } from '../source/xml-pieces.ts'

export interface ElementNode {
  /** Name of the element. */
  readonly name: string
  /** Place among its like, from 0. */
  readonly index: number
  readonly value: string | undefined
  readonly children: readonly ElementNode[]
}

/** A value of JSON whose numbers are still texts. */
type Json = string | null | readonly Json[] | { readonly [name: string]: Json }

/** @returns the resources of the document in their order; undefined for what cannot be read */
export function readElements(text: string): readonly ElementNode[] | undefined {
  try {
    return /^\uFEFF?\s*</.test(text) ? readXml(text) : readJson(text)
  } catch {
    return undefined
  }
}

function readJson(text: string): ElementNode[] {
  const values = parseJson(text)
  return values.flatMap((value) => (Array.isArray(value) ? value : [value])).map((value, index) => nodeOf('', index, value))
}

/** One document, else one a line. */
function parseJson(text: string): Json[] {
  try {
    return [JSON.parse(text, keepNumber) as Json]
  } catch (error) {
    if (!text.trimStart().startsWith('{')) throw error
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line, keepNumber) as Json)
  }
}

/** `5.40` stays `5.40`, where the browser gives the text of a number. */
function keepNumber(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? (context?.source ?? String(value)) : value
}

function nodeOf(name: string, index: number, value: Json): ElementNode {
  if (value === null || typeof value === 'string') return { name, index, value: value ?? 'null', children: [] }
  const children = Object.entries(value).flatMap(([member, inner]) =>
    Array.isArray(inner) ? inner.map((item, i) => nodeOf(member, i, item as Json)) : [nodeOf(member, 0, inner as Json)],
  )
  return { name, index, value: undefined, children }
}

interface OpenElement {
  readonly name: string
  readonly children: ElementNode[]
  readonly value: string | undefined
  readonly start: number
}

function readXml(text: string): ElementNode[] {
  const root: OpenElement = { name: '', children: [], value: undefined, start: 0 }
  const open: OpenElement[] = [root]
  // The narrative is one value, whatever stands in it.
  let divs = 0
  for (const { kind, name, attributes, start, end } of xmlPieces(text)) {
    if (kind === 'other') continue
    if (name === 'div' && kind === 'open') divs++
    if (name === 'div' && kind === 'close') divs--
    const isInNarrative = divs > (name === 'div' && kind === 'open' ? 1 : 0)
    if (isInNarrative) continue
    if (kind === 'close') {
      const done = open.pop()!
      open.at(-1)!.children.push(elementOf(done, open.at(-1)!, done.name === 'div' ? text.slice(done.start, end) : done.value))
      continue
    }
    const read = attributes.filter((attribute) => !attribute.name.startsWith('xmlns'))
    const children = read.filter((each) => each.name !== 'value').map((each) => leaf(each.name, decodeEntities(each.value)))
    const value = read.find((each) => each.name === 'value')?.value
    const next = { name, children: name === 'div' ? [] : children, value: value === undefined ? undefined : decodeEntities(value), start }
    if (kind === 'empty') open.at(-1)!.children.push(elementOf(next, open.at(-1)!, next.value))
    else open.push(next)
  }
  return root.children
}

function leaf(name: string, value: string): ElementNode {
  return { name, index: 0, value, children: [] }
}

/** A resource within an element is that element: `resource.Patient` of XML is `resource` with a type. */
function elementOf({ name, children }: OpenElement, parent: OpenElement, value: string | undefined): ElementNode {
  const index = parent.children.filter((child) => child.name === name).length
  const [only] = children
  if (children.length === 1 && only && /^[A-Z]/.test(only.name)) return { name, index, value, children: only.children }
  if (!/^[A-Z]/.test(name)) return { name, index, value, children }
  return { name, index: 0, value, children: [leaf('resourceType', name), ...children] }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
