// Reads the table of UCUM, ucum-essence.xml, as it was published: prefixes, base units, units and the functions of special units.
import { inflateSync, strFromU8 } from 'fflate'
import { UCUM_ESSENCE } from './ucum-essence.generated.ts'

export interface PrefixRow {
  readonly code: string
  /** The code for systems without upper and lower case. */
  readonly upperCode: string
  readonly name: string
  readonly print: string
  /** A decimal, such as `1e-3`. */
  readonly value: string
}

export interface UnitRow {
  readonly code: string
  readonly upperCode: string
  readonly names: readonly string[]
  readonly print: string
  readonly property: string
  /** Such as `si` or `const`; empty for base units. */
  readonly kind: string
  /** `L`, `T`, `M` … of a base unit, else empty. */
  readonly dimension: string
  readonly metric: boolean
  readonly arbitrary: boolean
  /** The unit is `value` times `unit`; of a special unit, what stands inside of its function. */
  readonly value: string
  readonly unit: string
  /** Name of the function of a special unit, else empty. */
  readonly functionName: string
}

export interface UcumDefinitions {
  readonly version: string
  readonly prefixes: readonly PrefixRow[]
  readonly units: readonly UnitRow[]
}

/** The bytes of the published file. */
export function definitionBytes(): Uint8Array {
  return inflateSync(Uint8Array.from(atob(UCUM_ESSENCE), (unit) => unit.charCodeAt(0)))
}

/** For the published file alone: it is known to have no comments, no CDATA, and no element inside of another of its name. */
export function readUcumDefinitions(): UcumDefinitions {
  const text = strFromU8(definitionBytes())
  const [root] = elements(text, 'root')
  return {
    version: attribute(root!.head, 'version'),
    prefixes: elements(text, 'prefix').map(readPrefix),
    units: [...elements(text, 'base-unit'), ...elements(text, 'unit')].map(readUnit),
  }
}

interface Element {
  /** The attributes. */
  readonly head: string
  readonly body: string
}

/** The elements of a name that have attributes, in their order. */
function elements(text: string, name: string): Element[] {
  return text
    .split(`<${name} `)
    .slice(1)
    .map((rest) => {
      const end = rest.indexOf('>')
      return { head: rest.slice(0, end), body: rest.slice(end + 1, rest.indexOf(`</${name}>`)) }
    })
}

function readPrefix({ head, body }: Element): PrefixRow {
  return {
    code: attribute(head, 'Code'),
    upperCode: attribute(head, 'CODE'),
    name: contents(body, 'name')[0]!,
    print: contents(body, 'printSymbol')[0]!,
    value: attribute(elements(body, 'value')[0]!.head, 'value'),
  }
}

function readUnit({ head, body }: Element): UnitRow {
  const inFunction = elements(body, 'function')[0]?.head
  const definition = inFunction ?? elements(body, 'value')[0]?.head ?? ''
  const code = attribute(head, 'Code')
  const dimension = attribute(head, 'dim')
  return {
    code,
    upperCode: attribute(head, 'CODE').toUpperCase(),
    names: contents(body, 'name'),
    print: contents(body, 'printSymbol')[0] || code,
    property: contents(body, 'property')[0]!,
    kind: attribute(head, 'class'),
    dimension,
    // A base unit takes prefixes: the table says so of the other units alone.
    metric: dimension !== '' || attribute(head, 'isMetric') === 'yes',
    arbitrary: attribute(head, 'isArbitrary') === 'yes',
    value: attribute(definition, 'value') || '1',
    unit: attribute(definition, 'Unit'),
    functionName: attribute(inFunction ?? '', 'name'),
  }
}

function attribute(head: string, name: string): string {
  const spaced = ` ${head.split(/\s/).join(' ')}`
  const start = spaced.indexOf(` ${name}="`)
  if (start < 0) return ''
  const value = start + name.length + 3
  return decode(spaced.slice(value, spaced.indexOf('"', value)))
}

/** The texts of the elements of a name that have no attributes, without the markup in them. */
function contents(body: string, name: string): string[] {
  return body
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf(`</${name}>`)).split('<'))
    .map(([text = '', ...marked]) => [text, ...marked.map((piece) => piece.slice(piece.indexOf('>') + 1))])
    .map((pieces) => decode(pieces.map((piece) => piece.trim()).join('')).replaceAll('\u00a0', ' '))
}

function decode(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
