// Makes the document smaller without a change in meaning: what several components say is said once.
import type { Json } from './json.ts'
import { pascal } from './name-schemas.ts'

const SCHEMAS = '#/components/schemas/'
const PARAMETERS = '#/components/parameters/'

/** Characters of a repeated member that is worth a name of its own, and characters that the name has to save. */
const LONG_MEMBER = 150
const MIN_SAVED_CHARACTERS = 300

/** Names that belong to one tool, even if another tool has an equal schema: they are what its operations take and give. */
const OWN = /(?:Input|Options|Request|Result|BatchItem|BatchOutcome)$/

interface Document extends Json {
  readonly components: { readonly schemas: Json; readonly parameters: Json } & Json
}

/** Equal schemas, equal members of schemas and equal parameters become one component each. */
export function shareComponents(document: Document): Json {
  const merged = mergeEqual(document, SCHEMAS, (name) => !OWN.test(name))
  const named = nameMembers(liftDescriptions(merged))
  return mergeEqual(named, PARAMETERS, () => true)
}

/** Merges until nothing is equal: components that hold merged ones may then be equal too. */
function mergeEqual(document: Document, prefix: string, mayMerge: (name: string) => boolean): Document {
  const kind = prefix.split('/')[2] as 'schemas' | 'parameters'
  for (let current = document; ; ) {
    const firstOfText = new Map<string, string>()
    const others = new Map<string, string>()
    for (const [name, component] of Object.entries(current.components[kind])) {
      if (!mayMerge(name)) continue
      const text = JSON.stringify(component)
      const first = firstOfText.get(text)
      if (first === undefined) firstOfText.set(text, name)
      else others.set(name, first)
    }
    if (others.size === 0) return current
    const components = Object.fromEntries(Object.entries(current.components[kind]).filter(([name]) => !others.has(name)))
    const rest = { ...current, components: { ...current.components, [kind]: components } }
    current = renameReferences(rest, prefix, others)
  }
}

function renameReferences<T>(value: T, prefix: string, names: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((entry) => renameReferences(entry, prefix, names)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== '$ref' || typeof member !== 'string' || !member.startsWith(prefix)) return [key, renameReferences(member, prefix, names)]
      const name = member.slice(prefix.length)
      return [key, prefix + (names.get(name) ?? name)]
    }),
  ) as T
}

interface Use {
  readonly owner: string
  readonly member: string
}

/** Names the members that several schemas repeat. Values of an enumeration stay inline: Go gives those of all named ones one namespace. */
function nameMembers(document: Document): Document {
  const uses = new Map<string, Use[]>()
  for (const [owner, member, schema] of membersOf(document.components.schemas)) {
    const text = JSON.stringify(schema)
    if (text.length >= LONG_MEMBER && isNameable(schema)) uses.set(text, [...(uses.get(text) ?? []), { owner, member }])
  }
  const added: Json = {}
  const nameOfText = new Map<string, string>()
  for (const [text, places] of uses) {
    if (text.length * (places.length - 1) < MIN_SAVED_CHARACTERS) continue
    const name = unusedName(nameFor(places), { ...document.components.schemas, ...added })
    added[name] = JSON.parse(text)
    nameOfText.set(text, name)
  }
  const refer = (schema: unknown): unknown => {
    const name = nameOfText.get(JSON.stringify(schema))
    return name === undefined ? schema : { $ref: SCHEMAS + name }
  }
  const schemas = mapValues(document.components.schemas, (schema) => {
    const { properties } = schema as Json
    return properties === undefined ? schema : { ...(schema as Json), properties: mapValues(properties as Json, refer) }
  })
  return { ...document, components: { ...document.components, schemas: { ...schemas, ...added } } }
}

function* membersOf(schemas: Json): Generator<[owner: string, member: string, schema: Json]> {
  for (const [owner, schema] of Object.entries(schemas)) {
    for (const [member, part] of Object.entries(((schema as Json).properties ?? {}) as Json)) yield [owner, member, part as Json]
  }
}

function isNameable(schema: Json): boolean {
  return schema.$ref === undefined && schema.enum === undefined && schema.anyOf === undefined && schema.type !== undefined
}

/** Of the category if one alone uses it: `PhiLanguage`. */
function nameFor(places: readonly Use[]): string {
  const categories = new Set(places.map(({ owner }) => /^[A-Z][a-z0-9]*/.exec(owner)?.[0]))
  const [category = ''] = categories
  return (categories.size === 1 ? category : '') + pascal(places[0]!.member)
}

function unusedName(name: string, taken: Json): string {
  if (!Object.hasOwn(taken, name)) return name
  for (let i = 2; ; i++) if (!Object.hasOwn(taken, `${name}${i}`)) return `${name}${i}`
}

/** A description that every reference to a component repeats is the component's own. */
function liftDescriptions(document: Document): Document {
  const described = new Map<string, Set<string | undefined>>()
  const counts = new Map<string, number>()
  visitReferences(document, ($ref, description) => {
    described.set($ref, (described.get($ref) ?? new Set()).add(description))
    counts.set($ref, (counts.get($ref) ?? 0) + 1)
  })
  const lifted = new Map<string, string>()
  for (const [$ref, [first, ...others]] of described) {
    if (first !== undefined && others.length === 0 && counts.get($ref)! > 1) lifted.set($ref, first)
  }
  const bare = dropDescriptions(document, lifted)
  const schemas = mapValues(bare.components.schemas, (schema, name) => {
    const description = lifted.get(SCHEMAS + name)
    return description === undefined ? schema : { description, ...(schema as Json) }
  })
  return { ...bare, components: { ...bare.components, schemas } }
}

function visitReferences(value: unknown, visit: ($ref: string, description: string | undefined) => void): void {
  if (typeof value !== 'object' || value === null) return
  const { $ref, description } = value as Json
  if (typeof $ref === 'string' && $ref.startsWith(SCHEMAS)) visit($ref, description as string | undefined)
  for (const member of Object.values(value)) visitReferences(member, visit)
}

function dropDescriptions<T>(value: T, lifted: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((entry) => dropDescriptions(entry, lifted)) as T
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as Json
  const isLifted = typeof $ref === 'string' && lifted.has($ref)
  const entries = Object.entries(value).filter(([key]) => !(isLifted && key === 'description'))
  return Object.fromEntries(entries.map(([key, member]) => [key, dropDescriptions(member, lifted)])) as T
}

function mapValues(record: Json, map: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
