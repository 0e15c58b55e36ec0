// The values of a Bundle by type and element, and the forms in which two converters may write the same value.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export interface Bundle {
  readonly entry?: readonly { readonly resource?: { readonly [name: string]: Json } }[]
}

export interface Value {
  readonly type: string
  readonly element: string
  readonly text: string
  /** For the system, display or type of a code or an identifier: that code or number; undefined for any other value. */
  readonly anchor: string | undefined
}

/** Elements that say where a resource stands and not what a message says. */
const SKIPPED = new Set(['id', 'resourceType', 'reference', 'div', 'profile', 'versionId', 'lastUpdated'])

export function valuesOf({ entry = [] }: Bundle): Value[] {
  const values: Value[] = []
  for (const { resource } of entry) {
    if (!resource) continue
    const type = String(resource.resourceType)
    walk(resource, type, undefined, (element, text, anchor) => values.push({ type, element, text, anchor }))
  }
  return values
}

type Add = (element: string, text: string, anchor: string | undefined) => void

function walk(value: Json, element: string, anchor: string | undefined, add: Add): void {
  if (Array.isArray(value)) for (const each of value) walk(each, element, anchor, add)
  else if (value !== null && typeof value === 'object') {
    for (const [name, child] of Object.entries(value)) {
      // A narrative is made from the elements, and an extension of meta tells how the converter came to them.
      const isMade = (name === 'text' && typeof child === 'object') || (name === 'extension' && element.endsWith('.meta'))
      if (!SKIPPED.has(name) && !isMade) walk(child, `${element}.${name}`, anchorOf(value, name) ?? anchor, add)
    }
  } else if (value !== null && value !== '') add(element, String(value), anchor)
}

/** The code beside a system or display, the number beside the system, type or use of an identifier. */
function anchorOf(of: { readonly [name: string]: Json }, name: string): string | undefined {
  if (['system', 'display', 'version', 'userSelected'].includes(name) && typeof of.code === 'string') return of.code
  const [coding] = Array.isArray(of.coding) ? of.coding : []
  if (name === 'text' && coding && typeof coding === 'object' && 'code' in coding && typeof coding.code === 'string') return coding.code
  if (['system', 'type', 'use', 'unit', 'code', 'assigner'].includes(name) && isScalar(of.value)) return String(of.value)
  return name === 'text' && typeof of.family === 'string' ? of.family : undefined
}

function isScalar(value: Json | undefined): value is number | string {
  return typeof value === 'string' || typeof value === 'number'
}

/** What converters may write otherwise is made alike: case, blanks, decimals, and of times the zone and the seconds. */
export function likeness(text: string): string {
  const time = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(text)
  if (time) return time[2] === undefined || time[2] === '00:00' ? time[1]! : `${time[1]}T${time[2]}`
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return String(Number(text))
  return text
    .trim()
    .toLowerCase()
    .replace(/^urn:oid:/, '')
    .replace(/\s+/g, ' ')
}

/** A time with its offset as the moment that it is: converters write it in zones of their own. */
export function momentOf(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text).toISOString().slice(0, 16) : likeness(text)
}

/** A value of a message in the form of FHIR, where it looks like a date. */
export function likenessInMessage(text: string): string {
  const match = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d))?/.exec(text)
  if (!match) return likeness(text)
  const [, year, month, day, hour, minute] = match
  return likeness(`${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}`}`)
}
