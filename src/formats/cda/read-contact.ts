// Names, addresses and telecommunication addresses of people and organizations (EN, AD, TEL): their parts in order, and all of it as a text.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, collapse, compact } from './cda-reading.ts'
import { attribute, ElementPlan, each } from './element-plan.ts'
import type { AddressValue, NameValue, TelecomValue } from './fields/value-fields.ts'
import { KNOWN_URIS } from './namespaces.ts'
import { readTime } from './read-time.ts'

/** Calls `take` for each part. Texts between the parts belong to the whole. */
function readParts({ children }: XmlElement, take: (part: XmlElement) => string | undefined): string {
  let text = ''
  for (const child of children) {
    if (child.kind === 'text') {
      child.isMarked = true
      if (!child.isBlank && child.value.trim() !== '') text += ` ${child.value}`
    } else if (child.kind === 'element' && KNOWN_URIS.has(child.uri)) {
      const value = take(child)
      if (value) text += ` ${value}`
    }
  }
  return collapse(text)
}

type Qualifiers = NonNullable<NameValue['qualifiers']>

type NamePart = 'prefix' | 'given' | 'family' | 'suffix' | 'delimiter'
const NAME_PARTS: ReadonlySet<string> = new Set(['prefix', 'given', 'family', 'suffix', 'delimiter'])

/** Each part of a name keeps its position, even if it is empty. */
export function readName(reading: CdaReading, element: XmlElement): NameValue {
  reading.typeOf(element)
  const parts: Partial<Record<NamePart, string[]>> = {}
  const qualifiers: Qualifiers = []
  const text = readParts(element, (own) => {
    if (!NAME_PARTS.has(own.local)) return undefined
    own.isMarked = true
    const part = own.local as NamePart
    const value = reading.textOf(own) ?? ''
    const values = parts[part] ?? []
    values.push(value)
    parts[part] = values
    if (own.attributes.length > 0) takeQualifier(reading, own, values.length, qualifiers)
    return value
  })
  const valid = reading.first(element, 'validTime')
  return compact({
    text,
    use: reading.attribute(element, 'use'),
    prefix: parts.prefix,
    given: parts.given,
    family: parts.family,
    suffix: parts.suffix,
    qualifiers: orNone(qualifiers),
    valid: valid && readTime(reading, valid),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  })
}

function takeQualifier(reading: CdaReading, part: XmlElement, position: number, qualifiers: Qualifiers): void {
  const qualifier = reading.attribute(part, 'qualifier')
  const nullFlavor = reading.attribute(part, 'nullFlavor')
  if (qualifier !== undefined || nullFlavor !== undefined) qualifiers.push(compact({ part: part.local, position, qualifier, nullFlavor }))
}

function orNone<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list
}

type AddressPart = NonNullable<AddressValue['parts']>[number]
type SinglePart = 'city' | 'county' | 'state' | 'postalCode' | 'country'
const SINGLE_PARTS: ReadonlySet<string> = new Set(['city', 'county', 'state', 'postalCode', 'country'])

export function readAddress(reading: CdaReading, element: XmlElement): AddressValue {
  reading.typeOf(element)
  const lines: string[] = []
  const others: AddressPart[] = []
  const singles: Partial<Record<string, string>> = {}
  const text = readParts(element, (own) => {
    const part = own.local
    if (part === 'useablePeriod') return undefined
    own.isMarked = true
    const value = reading.textOf(own) ?? ''
    const nullFlavor = own.attributes.length === 0 ? undefined : reading.attribute(own, 'nullFlavor')
    const isSingle = SINGLE_PARTS.has(part) && singles[part] === undefined
    if (isSingle) singles[part] = value
    else if (part === 'streetAddressLine' && value !== '') lines.push(value)
    const hasField = isSingle || part === 'streetAddressLine'
    if (nullFlavor !== undefined || (value !== '' && !hasField)) others.push(compact({ part, value, nullFlavor }))
    return value
  })
  const single = (part: SinglePart) => singles[part] || undefined
  const periods = reading.all(element, 'useablePeriod')
  return compact<AddressValue>({
    text,
    use: reading.attribute(element, 'use'),
    lines: orNone(lines),
    city: single('city'),
    county: single('county'),
    state: single('state'),
    postalCode: single('postalCode'),
    country: single('country'),
    parts: orNone(others),
    valid: periods.length === 0 ? undefined : periods.map((period) => readTime(reading, period)),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  })
}

const TELECOM = new ElementPlan<TelecomValue>(
  {
    value: attribute('value'),
    use: attribute('use'),
    valid: each('useablePeriod', readTime),
    nullFlavor: attribute('nullFlavor'),
  },
  { ignoresType: true },
)

export function readTelecom(reading: CdaReading, element: XmlElement): TelecomValue {
  return TELECOM.read(reading, element)
}
