// Gives every object and every union in JSON Schemas a component of its own, as code generators want them.
import type { Json } from './json.ts'

/**
 * The components of one tool. A part with a title has that name, the same for every tool. Other parts are named by the tool and the
 * member that holds them, with further members in front if the name is taken. Equal parts of a tool share one component.
 */
export class NamedSchemas {
  readonly components: Json
  readonly #definitions: Json
  readonly #nameOfText: Map<string, string>
  readonly #reserved: ReadonlySet<string>
  readonly #nameOfDefinition = new Map<string, string>()

  /**
   * @param definitions the `$defs` that the schemas refer to
   * @param sharedWith components that these are added to
   * @param reserved names that parts may not take
   */
  constructor({ definitions = {}, sharedWith, reserved }: NamedSchemasSettings = {}) {
    this.#definitions = definitions
    this.#nameOfText = sharedWith?.nameOfText ?? new Map()
    this.#reserved = reserved ?? sharedWith?.reserved ?? new Set()
    this.components = sharedWith?.components ?? {}
  }

  get nameOfText(): Map<string, string> {
    return this.#nameOfText
  }

  get reserved(): ReadonlySet<string> {
    return this.#reserved
  }

  /**
   * @param path the tool and the members that lead to the schema
   * @returns a reference to the schema as a component, or the schema if it is neither an object nor a union
   */
  refer(schema: Json, path: Path): Json {
    if (typeof schema.$ref === 'string' && schema.$ref.startsWith(DEFINITIONS)) return this.#referToDefinition(schema, path)
    const { title, ...untitled } = schema
    const own: Path = typeof title === 'string' ? [title] : path
    const inner = this.#nameParts(untitled, own)
    return isNamed(inner) ? this.#add(inner, own) : inner
  }

  /** @returns a reference to the schema as a component of this very name, even if another component is equal */
  name(schema: Json, name: string, path: Path = [name]): Json {
    this.components[name] = this.#nameParts(schema, path)
    return { $ref: COMPONENTS + name }
  }

  /**
   * Gives an empty example to components that hold very many others. Generators make examples of what has none by writing all that
   * it holds in full: one of them is then longer than their memory.
   */
  exemplifyLarge(): void {
    const sizes = new Map<string, number>()
    const sizeOf = (name: string): number => {
      const known = sizes.get(name)
      if (known !== undefined) return known
      sizes.set(name, 1)
      const references = JSON.stringify(this.components[name] ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g)
      const size = [...references].reduce((sum, [, inner]) => sum + sizeOf(inner!), 1)
      sizes.set(name, size)
      return size
    }
    for (const [name, schema] of Object.entries(this.components)) {
      if (sizeOf(name) > LARGE && !Object.hasOwn(schema as Json, 'example')) this.components[name] = { ...(schema as Json), example: {} }
    }
  }

  /** The description stays with the member: an equal part elsewhere has another one. */
  #add(schema: Json, path: Path): Json {
    const { description, default: preset, ...rest } = schema
    const text = JSON.stringify(rest)
    let own = this.#nameOfText.get(text)
    if (own === undefined) {
      own = this.#unused(path)
      this.#nameOfText.set(text, own)
      this.components[own] = rest
    }
    return { $ref: COMPONENTS + own, ...(description !== undefined && { description }), ...(preset !== undefined && { default: preset }) }
  }

  #referToDefinition({ $ref, ...beside }: Json, path: Path): Json {
    const definition = ($ref as string).slice(DEFINITIONS.length)
    let own = this.#nameOfDefinition.get(definition)
    if (own === undefined) {
      // A definition that the declaration names is a concept of its own, wherever it stands first.
      own = this.#unused(/^[A-Z]\w+$/.test(definition) ? [path[0] ?? '', definition] : path)
      this.#nameOfDefinition.set(definition, own)
      // Reserves the name: the definition may hold itself.
      this.components[own] = {}
      const { id: _id, ...schema } = this.#definitions[definition] as Json
      this.components[own] = this.#nameParts(schema, path)
    }
    return { $ref: COMPONENTS + own, ...beside }
  }

  /** The schema with its parts named. */
  #nameParts(schema: Json, path: Path): Json {
    const parts: Json = {}
    for (const [key, value] of Object.entries(forGenerators(schema))) {
      if (key === 'properties')
        parts[key] = mapValues(value as Json, (part, property) => this.refer(part as Json, [...path, pascal(property)]))
      else if (key === 'items' && isSchema(value)) parts[key] = this.refer(value, singular(path))
      else if (key === 'additionalProperties' && isSchema(value)) parts[key] = this.refer(value, singular(path))
      else if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') parts[key] = this.#nameBranches(value as Json[], path)
      else parts[key] = value
    }
    return parts
  }

  /** The objects of a union have names of their own; what may be null beside it has the name of the whole. */
  #nameBranches(branches: readonly Json[], path: Path): Json[] {
    return branches.map((branch) =>
      this.refer(branch, valuesOf(branches).length > 1 ? [...path.slice(0, -1), `${path.at(-1)}Object`] : path),
    )
  }

  #unused([first = '', ...members]: Path): string {
    for (let from = Math.max(0, members.length - 1); from >= 0; from--) {
      const name = first + members.slice(from).join('')
      if (!this.#isTaken(name)) return name
    }
    const whole = first + members.join('')
    for (let i = 2; ; i++) if (!this.#isTaken(`${whole}${i}`)) return `${whole}${i}`
  }

  #isTaken(name: string): boolean {
    return Object.hasOwn(this.components, name) || this.#reserved.has(name)
  }
}

interface NamedSchemasSettings {
  readonly definitions?: Json
  readonly sharedWith?: NamedSchemas
  readonly reserved?: ReadonlySet<string>
}

/** The tool or the title of a part, and the members below it. */
type Path = readonly string[]

/** Components within a component. */
const LARGE = 1000
const DEFINITIONS = '#/$defs/'
const COMPONENTS = '#/components/schemas/'

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

/** Objects, and values of several types. Lists of values stay inline: Go gives the values of all named lists one namespace. */
function isNamed({ type, properties, anyOf }: Json): boolean {
  if (type === 'object') return isSchema(properties) && Object.keys(properties).length > 0
  return Array.isArray(anyOf) && valuesOf(anyOf).length > 1
}

function isListOrMap({ type, properties }: Json): boolean {
  return type === 'array' || (type === 'object' && !isSchema(properties))
}

/** The branches of a union without null. */
function valuesOf(branches: readonly Json[]): Json[] {
  return branches.filter(({ type }) => type !== 'null')
}

/**
 * What generators understand: one value as a list of one, control characters by a pattern. A union that holds a list or a map is any value,
 * because most generators make code of it that does not compile; what describes the tool has the whole schema.
 */
function forGenerators(schema: Json): Json {
  if (Array.isArray(schema.anyOf) && valuesOf(schema.anyOf).length > 1 && schema.anyOf.some(isListOrMap)) {
    const { anyOf: _union, ...rest } = schema
    return rest
  }
  if (schema.maximum === Number.MAX_SAFE_INTEGER || schema.minimum === Number.MIN_SAFE_INTEGER)
    return forGenerators(withoutSafeBounds(schema))
  if (schema.const !== undefined) {
    const { const: only, ...rest } = schema
    return typeof only === 'string' ? { ...rest, enum: [only] } : rest
  }
  const { enum: values, default: preset, ...rest } = schema
  if (!Array.isArray(values) || !values.some(hasControl)) return schema
  return {
    ...rest,
    pattern: `^(?:${values.map((value) => escapeText(String(value))).join('|')})$`,
    ...(!hasControl(preset) && { default: preset }),
  }
}

/** An integer without bounds has those of JavaScript, which say nothing of the value. */
function withoutSafeBounds({ minimum, maximum, ...rest }: Json): Json {
  return {
    ...rest,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
}

function hasControl(value: unknown): boolean {
  return typeof value === 'string' && [...value].some((character) => character < ' ')
}

function escapeText(text: string): string {
  return [...text]
    .map((character) => (/\w/.test(character) ? character : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`))
    .join('')
}

function mapValues(record: Json, map: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}

/** `fhir/to-csv` → `FhirToCsv`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}

/** Of a path to several the path to one: `Entries` → `Entry`. */
function singular(path: Path): Path {
  return [...path.slice(0, -1), singularWord(path.at(-1) ?? '')]
}

function singularWord(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(name)) return name.slice(0, -2)
  return /[^su]s$/.test(name) ? name.slice(0, -1) : name
}
