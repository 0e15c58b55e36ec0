// Tells the differences of two JSON Schemas apart: those that a client of the former one does not notice, and those that break it.
// What a request may hold may only become more, what an answer holds may only become more.
type Json = Record<string, unknown>

/** Which way the value travels: a request may be narrower than before for no client, an answer wider for none. */
export type Direction = 'request' | 'answer'

export interface SchemaPair {
  readonly before: unknown
  readonly after: unknown
  readonly path: string
  readonly direction: Direction
}

/** Resolves `$ref` in the two documents. */
export interface Resolvers {
  readonly before: (schema: Json) => Json
  readonly after: (schema: Json) => Json
}

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const EXACT = ['const', 'pattern', 'format', 'contentEncoding', 'contentMediaType', 'uniqueItems', 'multipleOf']

/** Breaking differences, each as a line of text. */
export function compareSchemas(pair: SchemaPair, resolvers: Resolvers, seen: Set<string> = new Set()): string[] {
  const names = `${refOf(pair.before)} ${refOf(pair.after)} ${pair.direction}`
  if (names.trim() !== pair.direction) {
    if (seen.has(names)) return []
    seen.add(names)
  }
  if (pair.after === undefined) return [`${pair.path} is gone`]
  const before = resolvers.before(asSchema(pair.before))
  const after = resolvers.after(asSchema(pair.after))
  const { path, direction } = pair
  const deeper = (inner: Omit<SchemaPair, 'direction'>): string[] => compareSchemas({ ...inner, direction }, resolvers, seen)
  return [
    ...compareTypes(before, after, path, direction),
    ...compareValues(before, after, path, direction),
    ...compareBounds(before, after, path, direction),
    ...compareProperties(before, after, path, direction, deeper),
    ...compareItems(before, after, path, direction, deeper),
    ...compareBranches(before, after, path, direction, deeper),
  ]
}

type Deeper = (inner: Omit<SchemaPair, 'direction'>) => string[]

function asSchema(value: unknown): Json {
  if (value === true || value === undefined) return {}
  return value === false ? { not: {} } : (value as Json)
}

function refOf(value: unknown): string {
  return String((value as Json | undefined)?.$ref ?? '')
}

/** Undefined: any type. */
function typesOf({ type }: Json): string[] | undefined {
  if (type === undefined) return undefined
  const types = Array.isArray(type) ? (type as string[]) : [type as string]
  return types.includes('number') ? [...types, 'integer'] : types
}

function compareTypes(before: Json, after: Json, path: string, direction: Direction): string[] {
  const [was, is] = [typesOf(before), typesOf(after)]
  const [inner, outer] = direction === 'request' ? [was, is] : [is, was]
  if (outer === undefined) return []
  const isInside = inner?.every((type) => outer.includes(type)) ?? 'const' in before
  return isInside ? [] : [`${path} ${direction === 'request' ? 'takes' : 'gives'} another type`]
}

function compareValues(before: Json, after: Json, path: string, direction: Direction): string[] {
  const lines: string[] = []
  const [was, is] = [before.enum, after.enum] as (unknown[] | undefined)[]
  if (direction === 'request') {
    if (is && !was && !(before.const !== undefined && is.includes(before.const))) lines.push(`${path} takes a list of values alone`)
    for (const value of was ?? []) if (is && !is.includes(value)) lines.push(`${path} takes a value no more`)
    if (JSON.stringify(before.default) !== JSON.stringify(after.default)) lines.push(`${path} has another default`)
  } else if (was && !is && after.const === undefined) lines.push(`${path} gives any value`)
  for (const keyword of EXACT) {
    const [former, now] = [JSON.stringify(before[keyword]), JSON.stringify(after[keyword])]
    const isFree = direction === 'request' ? now === undefined : former === undefined
    const isListed = keyword === 'const' && now === undefined && direction === 'answer' && is !== undefined
    if (former !== now && !isFree && !isListed) lines.push(`${path} has another ${keyword}`)
  }
  return lines
}

function compareBounds(before: Json, after: Json, path: string, direction: Direction): string[] {
  const [inner, outer] = direction === 'request' ? [before, after] : [after, before]
  const lines: string[] = []
  const check = (keyword: string, isInside: (value: number, bound: number) => boolean): void => {
    const bound = boundOf(outer, keyword)
    const value = boundOf(inner, keyword)
    if (bound !== undefined && (value === undefined || !isInside(value, bound))) {
      lines.push(`${path} has a ${direction === 'request' ? 'narrower' : 'wider'} ${keyword}`)
    }
  }
  for (const keyword of LOWER_BOUNDS) check(keyword, (value, bound) => value >= bound)
  for (const keyword of UPPER_BOUNDS) check(keyword, (value, bound) => value <= bound)
  return lines
}

/** Undefined: no bound. The integers of JavaScript end somewhere; a client has to expect no more for it. */
function boundOf(schema: Json, keyword: string): number | undefined {
  const bound = schema[keyword] as number | undefined
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined
}

function compareProperties(before: Json, after: Json, path: string, direction: Direction, deeper: Deeper): string[] {
  const [was, is] = [(before.properties ?? {}) as Json, (after.properties ?? {}) as Json]
  const [needed, needs] = [(before.required ?? []) as string[], (after.required ?? []) as string[]]
  const lines = Object.keys(was).flatMap((name) => deeper({ before: was[name], after: is[name], path: `${path}/${name}` }))
  if (direction === 'request') {
    for (const name of needs) if (!needed.includes(name)) lines.push(`${path}/${name} is required`)
    if (before.additionalProperties !== false && after.additionalProperties === false && before.properties !== undefined)
      lines.push(`${path} refuses further fields`)
  } else {
    for (const name of needed) if (!needs.includes(name) && name in is) lines.push(`${path}/${name} may be missing`)
  }
  const [wasMore, isMore] = [before.additionalProperties, after.additionalProperties]
  if (typeof wasMore === 'object' && isMore !== undefined) lines.push(...deeper({ before: wasMore, after: isMore, path: `${path}/*` }))
  return lines
}

function compareItems(before: Json, after: Json, path: string, direction: Direction, deeper: Deeper): string[] {
  if (after.items === undefined && direction === 'request') return []
  if (before.items === undefined && direction === 'answer') return []
  if (before.items === undefined && after.items === undefined) return []
  return deeper({ before: before.items ?? {}, after: after.items ?? {}, path: `${path}/*` })
}

/** Branches that are the same are set aside; the others are compared in their order. */
function compareBranches(before: Json, after: Json, path: string, direction: Direction, deeper: Deeper): string[] {
  const lines: string[] = []
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const [was, is] = [before[keyword], after[keyword]] as (unknown[] | undefined)[]
    if (!was) {
      if (is && direction === 'request' && keyword === 'allOf') lines.push(`${path} has to fit ${keyword}`)
      continue
    }
    if (!is) {
      lines.push(`${path} has no ${keyword} any more`)
      continue
    }
    const same = new Set(is.map((branch) => JSON.stringify(branch)))
    const known = new Set(was.map((branch) => JSON.stringify(branch)))
    const changed = was.filter((branch) => !same.has(JSON.stringify(branch)))
    const candidates = is.filter((branch) => !known.has(JSON.stringify(branch)))
    for (const [i, branch] of changed.entries()) lines.push(...deeper({ before: branch, after: candidates[i], path: `${path}/${keyword}` }))
    const isNewNull = candidates.slice(changed.length).some((branch) => asSchema(branch).type === 'null')
    if (direction === 'answer' && isNewNull) lines.push(`${path} may be null`)
  }
  return lines
}
