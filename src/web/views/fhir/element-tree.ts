// FHIR in JSON or XML as one tree of elements, every value as it was written. For documents that a tool has read: what is broken gives none.

import { isXml } from '../source/tokens.ts'
import { xmlPieces } from '../source/xml-pieces.ts'
import { atOnce } from './sliced-work.ts'

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
  return atOnce(elementsInParts(text))
}

/** `readElements` for long documents: pauses between their parts. */
export function* elementsInParts(text: string): Generator<void, readonly ElementNode[] | undefined> {
  try {
    return isXml(text) ? yield* readXml(text) : readJson(yield* parseJson(text))
  } catch {
    return undefined
  }
}

function readJson(values: readonly Json[]): ElementNode[] {
  return values.flatMap((value) => (Array.isArray(value) ? value : [value])).map((value, index) => nodeOf('', index, value))
}

/** One document, else one a line. */
function* parseJson(text: string): Generator<void, Json[]> {
  try {
    return [JSON.parse(text, keepNumber) as Json]
  } catch (error) {
    if (!text.trimStart().startsWith('{')) throw error
  }
  const values: Json[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    values.push(JSON.parse(line, keepNumber) as Json)
    yield
  }
  return values
}

/** `5.40` stays `5.40`, where the browser gives the text of a number. */
function keepNumber(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? (context?.source ?? String(value)) : value
}

function nodeOf(name: string, index: number, value: Json): ElementNode {
  if (value === null || typeof value === 'string') return { name, index, value: value ?? 'null', children: [] }
  return new JsonNode(name, index, value)
}

/** Its children are made when they are first read: all of a long document at once would stop the page. */
class JsonNode implements ElementNode {
  readonly name: string
  readonly index: number
  readonly value = undefined
  readonly #members: { readonly [name: string]: Json } | readonly Json[]
  #children: readonly ElementNode[] | undefined

  constructor(name: string, index: number, members: { readonly [name: string]: Json } | readonly Json[]) {
    this.name = name
    this.index = index
    this.#members = members
  }

  get children(): readonly ElementNode[] {
    this.#children ??= Object.entries(this.#members).flatMap(([member, inner]) =>
      Array.isArray(inner) ? inner.map((item, i) => nodeOf(member, i, item as Json)) : [nodeOf(member, 0, inner as Json)],
    )
    return this.#children
  }
}

interface OpenElement {
  readonly name: string
  readonly children: ElementNode[]
  /** How many children have a name. */
  readonly counts: Map<string, number>
  readonly value: string | undefined
  readonly start: number
}

/** Pieces read between two pauses: a millisecond or two. */
const STEP = 1000

function* readXml(text: string): Generator<void, ElementNode[]> {
  const root: OpenElement = { name: '', children: [], counts: new Map(), value: undefined, start: 0 }
  const open: OpenElement[] = [root]
  // The narrative is one value, whatever stands in it.
  let divs = 0
  let pieces = 0
  for (const { kind, name, attributes, start, end } of xmlPieces(text)) {
    if (++pieces % STEP === 0) yield
    if (kind === 'other') continue
    if (name === 'div' && kind === 'open') divs++
    if (name === 'div' && kind === 'close') divs--
    const isInNarrative = divs > (name === 'div' && kind === 'open' ? 1 : 0)
    if (isInNarrative) continue
    if (kind === 'close') {
      const done = open.pop()!
      close(done, open.at(-1)!, done.name === 'div' ? text.slice(done.start, end) : done.value)
      continue
    }
    const read = attributes.filter((attribute) => !attribute.name.startsWith('xmlns'))
    const children = read.filter((each) => each.name !== 'value').map((each) => leaf(each.name, decodeEntities(each.value)))
    const value = read.find((each) => each.name === 'value')?.value
    const decoded = value === undefined ? undefined : decodeEntities(value)
    const next = { name, children: name === 'div' ? [] : children, counts: new Map(), value: decoded, start }
    if (kind === 'empty') close(next, open.at(-1)!, decoded)
    else open.push(next)
  }
  return root.children
}

function leaf(name: string, value: string): ElementNode {
  return { name, index: 0, value, children: [] }
}

function close(element: OpenElement, parent: OpenElement, value: string | undefined): void {
  const index = parent.counts.get(element.name) ?? 0
  parent.counts.set(element.name, index + 1)
  parent.children.push(elementOf(element, index, value))
}

/** A resource within an element is that element: `resource.Patient` of XML is `resource` with a type. */
function elementOf({ name, children }: OpenElement, index: number, value: string | undefined): ElementNode {
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
