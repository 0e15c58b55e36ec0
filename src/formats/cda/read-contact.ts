// Names, addresses and telecommunication addresses of people and organizations (EN, AD, TEL): their parts in order, and all of it as a text.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, collapse, compact } from './cda-reading.ts'
import type { AddressValue, NameValue, TelecomValue } from './fields/value-fields.ts'
import { KNOWN_URIS } from './namespaces.ts'
import { readTime } from './read-time.ts'

interface Part {
  readonly part: string
  readonly value: string
  readonly element: XmlElement
}

/** Texts between the parts belong to the whole. */
function readParts(reading: CdaReading, element: XmlElement, isPart: (local: string) => boolean): { parts: Part[]; text: string } {
  const parts: Part[] = []
  const texts: string[] = []
  for (const child of element.children) {
    if (child.kind === 'text') {
      child.isMarked = true
      if (child.value.trim() !== '') texts.push(child.value)
    } else if (child.kind === 'element' && KNOWN_URIS.has(child.uri) && isPart(child.local)) {
      child.isMarked = true
      const value = reading.textOf(child) ?? ''
      parts.push({ part: child.local, value, element: child })
      texts.push(value)
    }
  }
  return { parts, text: collapse(texts.join(' ')) }
}

const NAME_PARTS = new Set(['prefix', 'given', 'family', 'suffix', 'delimiter'])

export function readName(reading: CdaReading, element: XmlElement): NameValue {
  reading.typeOf(element)
  const { parts, text } = readParts(reading, element, (local) => NAME_PARTS.has(local))
  const qualifiers: NonNullable<NameValue['qualifiers']> = []
  const counts = new Map<string, number>()
  for (const { part, element: own } of parts) {
    const position = (counts.get(part) ?? 0) + 1
    counts.set(part, position)
    const qualifier = reading.attribute(own, 'qualifier')
    const nullFlavor = reading.attribute(own, 'nullFlavor')
    if (qualifier !== undefined || nullFlavor !== undefined) qualifiers.push(compact({ part, position, qualifier, nullFlavor }))
  }
  return compact({
    text,
    use: reading.attribute(element, 'use'),
    prefix: valuesOf(parts, 'prefix'),
    given: valuesOf(parts, 'given'),
    family: valuesOf(parts, 'family'),
    suffix: valuesOf(parts, 'suffix'),
    qualifiers: qualifiers.length === 0 ? undefined : qualifiers,
    valid: reading.one(element, 'validTime', readTime),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  })
}

/** Each part of a name keeps its position, even if it is empty. */
function valuesOf(parts: readonly Part[], name: string): string[] | undefined {
  const values = parts.filter(({ part }) => part === name).map(({ value }) => value)
  return values.length === 0 ? undefined : values
}

const NO_ADDRESS_PARTS = new Set(['useablePeriod'])
const SINGLE_PARTS = ['city', 'county', 'state', 'postalCode', 'country'] as const

export function readAddress(reading: CdaReading, element: XmlElement): AddressValue {
  reading.typeOf(element)
  const { parts, text } = readParts(reading, element, (local) => !NO_ADDRESS_PARTS.has(local))
  const lines = valuesOf(parts, 'streetAddressLine')?.filter((line) => line !== '')
  const singles = Object.fromEntries(SINGLE_PARTS.map((name) => [name, valuesOf(parts, name)?.[0] || undefined]))
  const seen = new Set<string>()
  const others: NonNullable<AddressValue['parts']> = []
  for (const { part, value, element: own } of parts) {
    const nullFlavor = reading.attribute(own, 'nullFlavor')
    const hasField = part === 'streetAddressLine' || ((SINGLE_PARTS as readonly string[]).includes(part) && !seen.has(part))
    seen.add(part)
    if (nullFlavor !== undefined || (value !== '' && !hasField)) others.push(compact({ part, value, nullFlavor }))
  }
  return compact<AddressValue>({
    text,
    use: reading.attribute(element, 'use'),
    lines: lines && lines.length > 0 ? lines : undefined,
    ...singles,
    parts: others.length === 0 ? undefined : others,
    valid: reading.each(element, 'useablePeriod', readTime),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  })
}

export function readTelecom(reading: CdaReading, element: XmlElement): TelecomValue {
  reading.typeOf(element)
  return compact({
    value: reading.attribute(element, 'value'),
    use: reading.attribute(element, 'use'),
    valid: reading.each(element, 'useablePeriod', readTime),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  })
}
