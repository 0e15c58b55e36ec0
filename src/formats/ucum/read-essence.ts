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

export interface Essence {
  readonly version: string
  readonly prefixes: readonly PrefixRow[]
  readonly units: readonly UnitRow[]
}

/** The bytes of the published file. */
export function essenceBytes(): Uint8Array {
  return inflateSync(Uint8Array.from(atob(UCUM_ESSENCE), (unit) => unit.charCodeAt(0)))
}

/** For the published file alone: it is known to have no comments, CDATA or nested elements of one name. */
export function readEssence(): Essence {
  const text = strFromU8(essenceBytes())
  const prefixes: PrefixRow[] = []
  const units: UnitRow[] = []
  for (const [, kind, head, body] of text.matchAll(/<(prefix|base-unit|unit) ([^>]*)>([\s\S]*?)<\/\1>/g)) {
    if (kind === 'prefix') prefixes.push(readPrefix(head!, body!))
    else units.push(readUnit(head!, body!))
  }
  return { version: attribute(/<root ([^>]*)>/.exec(text)?.[1] ?? '', 'version'), prefixes, units }
}

function readPrefix(head: string, body: string): PrefixRow {
  return {
    code: attribute(head, 'Code'),
    upperCode: attribute(head, 'CODE'),
    name: contents(body, 'name')[0] ?? '',
    print: contents(body, 'printSymbol')[0] ?? '',
    value: attribute(startTag(body, 'value'), 'value'),
  }
}

function readUnit(head: string, body: string): UnitRow {
  const definition = startTag(body, 'function') || startTag(body, 'value')
  const code = attribute(head, 'Code')
  return {
    code,
    upperCode: attribute(head, 'CODE').toUpperCase(),
    names: contents(body, 'name'),
    print: contents(body, 'printSymbol')[0] || code,
    property: contents(body, 'property')[0] ?? '',
    dimension: attribute(head, 'dim'),
    // A base unit takes prefixes: the table says so of the other units alone.
    metric: attribute(head, 'dim') !== '' || attribute(head, 'isMetric') === 'yes',
    arbitrary: attribute(head, 'isArbitrary') === 'yes',
    value: attribute(definition, 'value') || '1',
    unit: attribute(definition, 'Unit'),
    functionName: attribute(startTag(body, 'function'), 'name'),
  }
}

function startTag(body: string, name: string): string {
  const start = body.indexOf(`<${name} `)
  return start < 0 ? '' : body.slice(start, body.indexOf('>', start))
}

function attribute(head: string, name: string): string {
  const start = head.search(new RegExp(`(?:^|\\s)${name}="`))
  if (start < 0) return ''
  const value = head.indexOf('"', start) + 1
  return decode(head.slice(value, head.indexOf('"', value)))
}

/** The texts of the elements of a name, without markup. */
function contents(body: string, name: string): string[] {
  return body
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf(`</${name}>`)).split(/<[^>]*>/))
    .map((pieces) => decode(pieces.map((piece) => piece.trim()).join('')).replaceAll('\u00a0', ' '))
}

function decode(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '&')
}
