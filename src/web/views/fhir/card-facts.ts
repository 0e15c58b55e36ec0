// The few members of a FHIR resource that tell a person what it is about.

export interface Card {
  readonly type: string
  readonly title: string
  readonly facts: readonly (readonly [name: string, text: string])[]
}

type Members = Readonly<Record<string, unknown>>

/** Members that name a resource, in the order in which they are looked for. */
const TITLES = ['name', 'code', 'medicationCodeableConcept', 'vaccineCode', 'type', 'class', 'title', 'category']
const FACTS = [
  'status',
  'clinicalStatus',
  'gender',
  'birthDate',
  'identifier',
  'value',
  'effectiveDateTime',
  'effectivePeriod',
  'onsetDateTime',
  'occurrenceDateTime',
  'performedDateTime',
  'authoredOn',
  'issued',
  'date',
  'period',
  'address',
  'telecom',
  'subject',
  'patient',
]
const MOST_CHARACTERS = 120

/** Cards of a resource, or of the entries of a Bundle; none for what is not FHIR in JSON. */
export function cardsOf(text: string): readonly Card[] {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return []
  }
  const resource = membersOf(document)
  if (typeof resource?.resourceType !== 'string') return []
  if (resource.resourceType !== 'Bundle') return [cardOf(resource)]
  const entries = Array.isArray(resource.entry) ? resource.entry : []
  return entries.flatMap((entry) => {
    const inner = membersOf(membersOf(entry)?.resource)
    return typeof inner?.resourceType === 'string' ? [cardOf(inner)] : []
  })
}

function cardOf(resource: Members): Card {
  const type = String(resource.resourceType)
  const titled = TITLES.find((name) => textOf(resource[name]) !== '')
  const title = titled === undefined ? '' : textOf(resource[titled])
  const valueName = Object.keys(resource).find((name) => /^value[A-Z]/.test(name))
  const facts = FACTS.flatMap((name): [string, string][] => {
    const text = textOf(resource[name === 'value' && valueName !== undefined ? valueName : name])
    return text === '' ? [] : [[name, cut(text)]]
  })
  return { type, title: cut(title), facts }
}

/** A value of any data type in words; empty for what has none. */
function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).slice(0, 2).join(', ')
  const members = membersOf(value)
  if (!members) return ''
  const { text, display, coding, given, family, reference, start, end, unit, code, line, city, postalCode } = members
  if (typeof text === 'string' && text !== '') return text
  if (typeof display === 'string' && display !== '') return display
  if (Array.isArray(coding)) return textOf(coding[0])
  if (given !== undefined || family !== undefined) return [textOf(given).replaceAll(',', ''), textOf(family)].filter(Boolean).join(' ')
  // An id that was made up for the Bundle tells a person nothing.
  if (typeof reference === 'string') return reference.startsWith('urn:') ? '' : reference
  if (start !== undefined || end !== undefined) return [textOf(start), textOf(end)].filter(Boolean).join(' to ')
  if (members.value !== undefined) return [textOf(members.value), typeof unit === 'string' ? unit : textOf(code)].filter(Boolean).join(' ')
  if (line !== undefined || city !== undefined || postalCode !== undefined)
    return [textOf(line), textOf(postalCode), textOf(city)].filter(Boolean).join(', ')
  return textOf(code)
}

function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}
